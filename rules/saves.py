"""Saving throws (R000-36)."""

from __future__ import annotations

from typing import Literal

from .kernel import Command, Event
from .statblock import Ability


class RollSaves(Command, frozen=True, kw_only=True):
    """Roll a saving throw for each of some combatants."""

    targets: tuple[str, ...]
    ability: Ability
    dc: int
    mode: Literal["normal", "advantage", "disadvantage"] = "normal"


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
    purpose: Literal["damage", "spell", "action", "concentration", "ends", "asked"] = "asked"
    mode: Literal["normal", "advantage", "disadvantage"] = "normal"
