"""Concentration: what breaks it, and letting go of it (R000-22 to R000-26)."""

from __future__ import annotations

from .effects import break_concentration
from .kernel import Command, CommandRefused, Resolution
from .obligation import Obligation
from .obligations import raise_obligation


class DropConcentration(Command, frozen=True, kw_only=True):
    """Let go of the spell that a combatant holds; costs nothing (R000-22)."""

    target: str


ENVIRONMENT_DC = 10
"""Difficulty of a save that the surroundings ask for, at the GM's will (R000-26)."""


def concentration_dc(damage: int) -> int:
    """Return the DC of the Constitution save after `damage` from one source: 10, or half of it (R000-24)."""
    return max(10, damage // 2)


def after_damage(resolution: Resolution, who: str, *, taken: int, absorbed: int, source: str) -> None:
    """Ask for the save that damage calls for, when the combatant concentrates (R000-24, A5E-13, A5E-15)."""
    if resolution.encounter.combatants[who].concentration is None:
        return
    damage = taken if resolution.state.settings.conc_dc_counts_temp else taken - absorbed
    if damage <= 0:
        return
    raise_obligation(
        resolution,
        Obligation(
            number=0,
            kind="concentration_save",
            who=who,
            ability="con",
            dc=concentration_dc(damage),
            damage=damage,
            source=source,
        ),
    )


def decide_drop_concentration(resolution: Resolution, command: DropConcentration) -> None:
    """End a combatant's concentration.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `not_concentrating`.
    """
    if resolution.combatant(command.target).concentration is None:
        raise CommandRefused("not_concentrating", target=command.target)
    break_concentration(resolution, command.target, "dropped")
