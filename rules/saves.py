"""Saving throws (R000-36): what is added, what conditions do to them, who fails without a roll."""

from __future__ import annotations

from typing import Literal

from .campaign import CampaignState
from .dice import RollRequest
from .encounter import Encounter
from .kernel import Command, CommandRefused, Event, Resolution
from .presence import require_alive
from .statblock import Ability

Mode = Literal["normal", "advantage", "disadvantage"]
SavePurpose = Literal["damage", "spell", "action", "concentration", "ends", "asked"]

HIGHEST_DC = 99
_HELPLESS = ("paralyzed", "petrified", "stunned", "unconscious")


class RollSaves(Command, frozen=True, kw_only=True):
    """Roll a saving throw for each of some combatants."""

    targets: tuple[str, ...]
    ability: Ability
    dc: int
    mode: Mode = "normal"


class SaveRolled(Event, frozen=True, kw_only=True):
    """A saving throw fell, or failed by itself when a condition says so."""

    who: str
    ability: Ability
    dc: int
    faces: tuple[int, ...] = ()
    """Empty when the save failed without a roll."""
    kept: int = 0
    bonus: int = 0
    total: int = 0
    success: bool
    purpose: SavePurpose = "asked"
    mode: Mode = "normal"


def combine_modes(*modes: Mode) -> Mode:
    """Return what several sources come to: advantage and disadvantage cancel out, however many there are."""
    has_advantage, has_disadvantage = "advantage" in modes, "disadvantage" in modes
    if has_advantage == has_disadvantage:
        return "normal"
    return "advantage" if has_advantage else "disadvantage"


def roll_d20(resolution: Resolution, mode: Mode, *, purpose: str, who: str) -> tuple[tuple[int, ...], int]:
    """Throw one d20, or two with advantage or disadvantage; return (faces, face kept)."""
    count = 1 if mode == "normal" else 2
    faces = resolution.dice.roll(RollRequest(count=count, sides=20, purpose=purpose, who=who))
    return faces, min(faces) if mode == "disadvantage" else max(faces)


def check_dc(dc: int) -> None:
    """Refuse a difficulty class that nobody can mean.

    Raises:
        CommandRefused: `figure_range`.
    """
    if not 0 <= dc <= HIGHEST_DC:
        raise CommandRefused("figure_range", value=dc, least=0, most=HIGHEST_DC)


def save_succeeds(total: int, dc: int) -> bool:
    """Return whether a total meets a difficulty class."""
    return total >= dc


def fails_without_roll(encounter: Encounter, who: str, ability: Ability) -> bool:
    """Return whether conditions make a combatant fail Strength and Dexterity saves."""
    return ability in ("str", "dex") and encounter.has_condition(who, *_HELPLESS)


def save_mode(encounter: Encounter, who: str, ability: Ability, *, against_spell: bool) -> Mode:
    """Return what conditions and traits do to a save."""
    modes: list[Mode] = []
    if ability == "dex" and encounter.has_condition(who, "restrained"):
        modes.append("disadvantage")
    if any(effect.exhaustion >= 3 for effect in encounter.effects_on(who)):
        modes.append("disadvantage")
    if against_spell and any(trait.id == "magic-resistance" for trait in encounter.block(who).traits):
        modes.append("advantage")
    return combine_modes(*modes)


def roll_save(
    resolution: Resolution,
    who: str,
    ability: Ability,
    dc: int,
    *,
    purpose: SavePurpose,
    mode: Mode = "normal",
    against_spell: bool = False,
) -> bool:
    """Roll a saving throw, tell of it, and return whether it succeeded."""
    encounter = resolution.encounter
    bonus = encounter.block(who).save_bonus(ability)
    if fails_without_roll(encounter, who, ability):
        resolution.emit(SaveRolled(who=who, ability=ability, dc=dc, bonus=bonus, success=False, purpose=purpose))
        return False
    mode = combine_modes(mode, save_mode(encounter, who, ability, against_spell=against_spell))
    faces, kept = roll_d20(resolution, mode, purpose="save", who=who)
    total = kept + bonus
    success = save_succeeds(total, dc)
    resolution.emit(
        SaveRolled(
            who=who,
            ability=ability,
            dc=dc,
            faces=faces,
            kept=kept,
            bonus=bonus,
            total=total,
            success=success,
            purpose=purpose,
            mode=mode,
        )
    )
    return success


def decide_roll_saves(resolution: Resolution, command: RollSaves) -> None:
    """Roll a save for each target.

    Raises:
        CommandRefused: `no_encounter`, `no_target`, `unknown_target`, `dead`, `out`, `figure_range`.
    """
    targets = require_alive(resolution, command.targets)
    check_dc(command.dc)
    for target in targets:
        roll_save(resolution, target, command.ability, command.dc, purpose="asked", mode=command.mode)


def evolve_save_rolled(state: CampaignState, _event: SaveRolled) -> CampaignState:
    """Return the state as it was: what a save changes has events of its own."""
    return state
