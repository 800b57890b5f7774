"""Dispelling running spells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.casting import CastSpell
from rules.combatant import Resource
from rules.conditions import AddEffect
from rules.dispelling import Dispel, DispelTried, dispel_dc
from rules.effects import ConcentrationEnded, EffectEnded
from tests.rules.builders import Fight, of_kind, only, started
from tests.rules.creatures import GOBLIN, MAGE, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import BLESS, HEALING_WORD, HOLD_PERSON, MAGIC_MISSILE, WEB


def blessing(level: int | None = None) -> Fight:
    """Tor holds Bless on himself and on Otto; it is the mage's turn."""
    fight = started(TOR, MAGE, OTTO, OGRE)
    if level is not None:
        fight.alter("tor", resources={f"slot.{level}": Resource(left=1, max=1)})
    fight.cast("tor", BLESS, ("tor", "otto"), level=level)
    fight.next()
    return fight


def spell_on(fight: Fight, who: str) -> str:
    (effect,) = (each.id for each in fight.effects(who) if each.spell)
    return effect


def test_a_spell_up_to_the_level_of_the_slot_ends_without_a_check() -> None:
    fight = blessing(level=3)
    event = only(fight.do(Dispel(by="mage-1", effect=spell_on(fight, "otto"))), DispelTried)
    assert (event.spell_level, event.level, event.dc, event.success) == (3, 3, 0, True)
    assert fight.effects("otto") == ()
    assert fight["mage-1"].resources["slot.3"].left == 2
    assert fight["mage-1"].used.action


@pytest.mark.parametrize(("face", "success"), [(11, False), (12, True)])
def test_a_spell_of_a_higher_level_takes_a_check_of_10_and_its_level(face: int, success: bool) -> None:
    # The mage's Intelligence adds 3: 12 + 3 meets 15.
    assert dispel_dc(5) == 15
    fight = blessing(level=5)
    event = only(fight.do(Dispel(by="mage-1", effect=spell_on(fight, "otto")), face), DispelTried)
    assert (event.dc, event.bonus, event.total, event.success) == (15, 3, face + 3, success)
    assert (fight.effects("otto") == ()) is success
    assert fight["mage-1"].resources["slot.3"].left == 2


def test_a_higher_slot_ends_higher_spells_without_a_check() -> None:
    fight = blessing(level=5)
    assert only(fight.do(Dispel(by="mage-1", effect=spell_on(fight, "otto"), level=5)), DispelTried).success


def test_the_spell_ends_on_that_target_only() -> None:
    fight = blessing()
    events = fight.do(Dispel(by="mage-1", effect=spell_on(fight, "otto")))
    assert only(events, EffectEnded).reason == "dispelled"
    assert spell_on(fight, "tor")
    assert fight["tor"].concentration is not None


def test_the_caster_among_the_targets_is_a_target_like_the_others() -> None:
    fight = blessing()
    fight.do(Dispel(by="mage-1", effect=spell_on(fight, "tor")))
    assert spell_on(fight, "otto")
    assert fight["tor"].concentration is not None


def test_concentration_ends_with_the_last_target() -> None:
    fight = started(TOR, MAGE, OGRE)
    fight.cast("tor", BLESS, "ogre-1")
    fight.next()
    events = fight.do(Dispel(by="mage-1", effect=spell_on(fight, "ogre-1")))
    assert only(events, ConcentrationEnded).reason == "dispelled"


def test_dispelling_an_area_ends_the_whole_casting() -> None:
    fight = started(MIRA, MAGE, OGRE, GOBLIN)
    fight.cast("mira", WEB, ("ogre-1", "goblin-1"), 1, 1)
    fight.next()
    fight.do(Dispel(by="mage-1", effect=spell_on(fight, "mira")))
    assert fight.encounter.effects == {}
    assert fight["mira"].concentration is None


def test_what_is_no_running_spell_is_not_dispelled() -> None:
    fight = blessing()
    fight.do(AddEffect(targets=("otto",), name="burning"))
    burning = fight.effects("otto")[-1].id
    assert fight.refuses(Dispel(by="mage-1", effect=burning)).code == "not_dispellable"
    fight.do(Dispel(by="mage-1", effect=burning), forced=True)
    assert [effect.spell for effect in fight.effects("otto")] == ["bless"]


def test_what_an_instantaneous_spell_left_is_not_dispelled() -> None:
    # R000-21
    fight = started(MIRA, MAGE, OGRE)
    stunning = replace(MAGIC_MISSILE, conditions=("stunned",))
    fight.cast("mira", stunning, "ogre-1", 1, 1, 1)
    fight.next()
    assert fight.refuses(Dispel(by="mage-1", effect=spell_on(fight, "ogre-1"))).code == "instantaneous"


def test_what_comes_of_0_hit_points_is_never_dispelled() -> None:
    fight = blessing()
    fight.damage("otto", "12")
    down = next(effect.id for effect in fight.effects("otto") if effect.from_zero_hp)
    assert fight.refuses(Dispel(by="mage-1", effect=down), forced=True).code == "down_at_zero"


@pytest.mark.parametrize(
    ("by", "code"),
    [("tor", "not_prepared"), ("otto", "no_casting"), ("nobody", "unknown_target"), ("ogre-1", "no_casting")],
)
def test_only_who_may_cast_dispel_magic_dispels(by: str, code: str) -> None:
    # R000-01
    fight = blessing()
    assert fight.refuses(Dispel(by=by, effect=spell_on(fight, "otto"))).code == code


def test_dispelling_is_a_casting_like_any_other() -> None:
    # R000-03, R000-11, R000-17
    fight = blessing()
    command = Dispel(by="mage-1", effect=spell_on(fight, "otto"))
    bearing = fight["mage-1"].bearing
    fight.alter("mage-1", bearing=replace(bearing, armour_mastered=False))
    assert fight.refuses(command).code == "armor_not_mastered"
    fight.alter("mage-1", bearing=replace(bearing, can_speak=False))
    assert fight.refuses(command).code == "verbal"
    fight.alter("mage-1", bearing=bearing)
    fight.do(command)
    assert fight.refuses(Dispel(by="mage-1", effect=spell_on(fight, "tor"))).code == "no_action"


def test_dispelling_bars_a_bonus_action_spell_in_the_same_turn() -> None:
    # R000-12, A5E-08
    cleric = replace(TOR, casting=(replace(TOR.casting[0], spells=("dispel-magic", "healing-word")),))
    fight = started(MIRA, cleric, OGRE)
    fight.cast("mira", HOLD_PERSON, "ogre-1", 1)
    fight.next()
    fight.do(Dispel(by="tor", effect=spell_on(fight, "ogre-1")))
    assert fight.refuses(CastSpell(caster="tor", spell=HEALING_WORD, targets=("mira",))).code == "bonus_action_rule"


def test_without_a_slot_nothing_is_dispelled() -> None:
    fight = blessing()
    fight.alter("mage-1", resources={"slot.1": Resource(left=4, max=4)})
    assert fight.refuses(Dispel(by="mage-1", effect=spell_on(fight, "otto"))).code == "no_slot"


@pytest.mark.parametrize(("level", "code"), [(2, "slot_too_low"), (10, "slot_level")])
def test_a_level_that_does_not_serve_is_refused(level: int, code: str) -> None:
    fight = blessing()
    assert fight.refuses(Dispel(by="mage-1", effect=spell_on(fight, "otto"), level=level)).code == code


def test_an_effect_that_is_not_there_cannot_be_dispelled() -> None:
    assert blessing().refuses(Dispel(by="mage-1", effect="effect-99")).code == "unknown_effect"


def test_a_failed_check_ends_nothing() -> None:
    fight = blessing(level=5)
    assert of_kind(fight.do(Dispel(by="mage-1", effect=spell_on(fight, "otto")), 1), EffectEnded) == []
