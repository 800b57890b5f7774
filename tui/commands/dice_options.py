"""The dice that the options of a subcommand ask for."""

from __future__ import annotations

from campaigns.system_dice import SystemDice
from rules.dice import Dice, LoadedDice, SeededDice

from ..i18n import _
from .arguments import Arguments, UsageError, number, numbers


def chosen_dice(arguments: Arguments) -> Dice:
    """Return the faces of `--dice`, the dice of `--seed`, else those of the system.

    Raises:
        UsageError: when they are no numbers, or both are given.
    """
    faces, seed = arguments.get("--dice"), arguments.get("--seed")
    if faces is not None and seed is not None:
        raise UsageError(_("Either --dice or --seed, not both."))
    if faces is not None:
        return LoadedDice(numbers(faces, "--dice"))
    return SeededDice(number(seed, "--seed")) if seed is not None else SystemDice()
