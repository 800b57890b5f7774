"""What holds of every state that commands can lead to."""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

import msgspec
import tomli_w

from rules.campaign import CampaignState
from rules.combatant import Combatant
from rules.condition import INCAPACITATING
from rules.encounter import Encounter
from rules.evolve import EVENTS
from rules.kernel import Event

T = TypeVar("T", bound=msgspec.Struct)
PLAIN = (str, int, float, bool)


def check_state(state: CampaignState) -> None:
    """Assert everything that holds of a state of play."""
    for character in state.characters.values():
        assert 0 <= character.hp <= character.max_hp
        assert character.temp_hp >= 0
        assert all(0 <= each.left <= each.max for each in character.resources.values())
    if state.encounter is not None:
        check_encounter(state.encounter)


def check_encounter(encounter: Encounter) -> None:
    """Assert everything that holds of a fight."""
    for who, combatant in encounter.combatants.items():
        assert combatant.id == who
        assert combatant.block in encounter.blocks
        check_combatant(encounter, combatant)
    check_order(encounter)
    for key, effect in encounter.effects.items():
        assert effect.id == key
        assert effect.target in encounter.combatants
        assert not encounter.combatants[effect.target].is_dead
        assert effect.until is None or effect.until.of in encounter.combatants
    castings = [each.concentration.casting for each in encounter.combatants.values() if each.concentration]
    held = [casting for casting in castings if casting]
    assert len(held) == len(set(held)), "one casting, one caster"
    for number, obligation in encounter.obligations.items():
        assert obligation.number == number < encounter.next_obligation
        assert obligation.who in encounter.combatants
        assert not obligation.effect or obligation.effect in encounter.effects
        assert obligation.kind != "concentration_save" or encounter.combatants[obligation.who].concentration


def check_combatant(encounter: Encounter, combatant: Combatant) -> None:
    """Assert everything that holds of one combatant."""
    assert 0 <= combatant.hp <= combatant.max_hp
    assert combatant.temp_hp >= 0
    assert 0 <= combatant.death_saves.successes <= 3
    assert 0 <= combatant.death_saves.failures <= 3
    assert all(0 <= each.left <= each.max for each in combatant.resources.values())
    match combatant.status:
        case "alive":
            assert combatant.hp > 0
        case "unconscious" | "stable" | "dead":
            assert combatant.hp == 0
        case "out":
            pass
    if combatant.is_dead:
        assert combatant.concentration is None
        assert all(obligation.who != combatant.id for obligation in encounter.obligations.values())
    held = combatant.concentration
    if held is not None:
        assert combatant.hp > 0
        assert INCAPACITATING.isdisjoint(encounter.conditions(combatant.id))
        assert (combatant.long_casting is not None) if held.in_progress else encounter.held_by(held.casting)
    assert combatant.long_casting is None or (held is not None and held.in_progress)
    if "unconscious" not in encounter.block(combatant.id).condition_immune:
        down = any(effect.from_zero_hp for effect in encounter.effects_on(combatant.id))
        assert down == (combatant.status in ("unconscious", "stable"))


def check_order(encounter: Encounter) -> None:
    """Assert that the order names each combatant with a count once, the highest first, and that it holds the turn."""
    assert len(encounter.order) == len(set(encounter.order))
    assert set(encounter.order) == {who for who, each in encounter.combatants.items() if each.initiative is not None}
    counts = [encounter.combatants[who].initiative or 0 for who in encounter.order]
    assert counts == sorted(counts, reverse=True)
    assert encounter.active == "" or encounter.active in encounter.order
    assert encounter.is_started or encounter.active == ""


def wire(value: msgspec.Struct) -> dict[str, Any]:
    """A value as plain data, as it is written to disk: no nothing in it, and no odd types."""
    data: dict[str, Any] = msgspec.to_builtins(value, str_keys=True)
    check_plain(data)
    return data


def check_plain(data: object) -> None:
    """Assert that data is what TOML holds."""
    if isinstance(data, dict):
        assert all(type(key) is str for key in data)
        for key, each in data.items():
            assert each != {}, f"{key} is empty: a default that is written"
            check_plain(each)
    elif isinstance(data, (list, tuple)):
        for each in data:
            check_plain(each)
    else:
        assert type(data) in PLAIN
        if type(data) is int:
            assert -(2**63) <= data < 2**63


def through_toml(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data, written as TOML and read back."""
    return tomllib.loads(tomli_w.dumps(data))


def round_trip(value: T) -> T:
    """A value, written as TOML and read back."""
    kind: Any = type(value)
    if isinstance(value, Event):
        kind = EVENTS[wire(value)["event"]]
    back: T = msgspec.convert(through_toml(wire(value)), kind, str_keys=True)
    return back
