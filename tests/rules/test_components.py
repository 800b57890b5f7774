"""What a casting needs at hand: voice, gestures, materials."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.casting import CastSpell, SpellCast
from rules.combatant import Bearing
from rules.components import missing_component
from rules.spell import Spell
from tests.rules.builders import only, started
from tests.rules.creatures import OTTO, TOR
from tests.rules.spellbook import (
    FIREBALL,
    REVIVIFY,
)


@pytest.mark.parametrize(
    ("components", "bearing", "missing"),
    [
        ("V", Bearing(), None),
        ("V", Bearing(can_speak=False), "verbal"),
        ("SM", Bearing(can_speak=False), None),
        ("S", Bearing(free_hands=1), None),
        ("S", Bearing(free_hands=0), "somatic"),
        ("V", Bearing(free_hands=0), None),
        ("M", Bearing(has_focus=False), "material"),
        ("M", Bearing(has_focus=False, materials={"x": 1}), None),
        ("M", Bearing(free_hands=0), "material"),
        ("VSM", Bearing(free_hands=0, focus_in_hand=True), None),  # the hand with the focus makes the gesture
        ("VS", Bearing(free_hands=0, focus_in_hand=True), "somatic"),  # not when there is no material
        ("", Bearing(can_speak=False, free_hands=0, has_focus=False), None),
    ],
)
def test_a_missing_component_prevents_casting(components: str, bearing: Bearing, missing: str | None) -> None:
    # R000-16 to R000-19, A5E-12
    spell = Spell(id="x", name=FIREBALL.name, level=1, components=components)
    assert missing_component(spell, bearing) == missing


@pytest.mark.parametrize(
    ("materials", "missing"), [(None, None), ({}, "material"), ({"diamond": 0}, "material"), ({"diamond": 1}, None)]
)
def test_no_focus_replaces_a_material_with_a_price(materials: dict[str, int] | None, missing: str | None) -> None:
    # R000-19; where nobody keeps count, nothing is missing.
    assert missing_component(REVIVIFY, Bearing(materials=materials)) == missing


def test_a_consumed_material_is_spent_with_each_casting() -> None:
    # R000-19
    fight = started(replace(TOR, materials={"diamond": 1}), OTTO)
    fight.damage("otto", "60")
    event = only(fight.cast("tor", REVIVIFY, "otto"), SpellCast)
    assert event.material_used == "diamond"
    assert fight["tor"].bearing.materials == {"diamond": 0}
    fight.until_turn_of("tor")
    assert fight.refuses(CastSpell(caster="tor", spell=REVIVIFY, targets=("otto",))).code == "material"


def test_a_magic_item_needs_no_components_and_spends_none() -> None:
    scroll = replace(TOR.casting[1], per_day={"revivify": 1})
    fight = started(replace(TOR, casting=(scroll,), materials={"diamond": 1}), OTTO)
    fight.alter("tor", bearing=replace(fight["tor"].bearing, can_speak=False, free_hands=0))
    assert only(fight.cast("tor", REVIVIFY, "otto"), SpellCast).material_used == ""
    assert fight["tor"].bearing.materials == {"diamond": 1}
