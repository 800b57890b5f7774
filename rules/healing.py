"""Healing and temporary hit points (R003-10, R003-11, R003-21 to R003-25)."""

from __future__ import annotations

from typing import Literal

from .kernel import Command, Event


class Heal(Command, frozen=True, kw_only=True):
    """Give back hit points, one roll for all targets."""

    targets: tuple[str, ...]
    amount: str
    """A number or dice."""
    by: str = ""


class GrantTemporary(Command, frozen=True, kw_only=True):
    """Give temporary hit points; they never add up."""

    targets: tuple[str, ...]
    amount: str
    keep: Literal["larger", "new", "old"] = "larger"
    """Which ones stay when the target already has some (A5E-33)."""


class Healed(Event, frozen=True, kw_only=True):
    """A combatant regained hit points."""

    who: str
    amount: int
    """What was rolled."""
    gained: int
    """What the maximum left of it."""
    hp: int
    by: str = ""


class TemporaryGranted(Event, frozen=True, kw_only=True):
    """A combatant was offered temporary hit points; `temp_hp` is what it has afterwards."""

    who: str
    amount: int
    temp_hp: int
