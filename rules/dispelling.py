"""Dispelling running spells (R000-21 and the spell Dispel Magic)."""

from __future__ import annotations

from .kernel import Command, Event
from .statblock import Names


class Dispel(Command, frozen=True, kw_only=True):
    """End the effects of one casting, by a casting of Dispel Magic."""

    by: str
    effect: str
    """Id of one of the effects, as found by what people typed."""
    level: int | None = None
    """Level of the slot; nothing: the lowest one from level 3."""


class DispelTried(Event, frozen=True, kw_only=True):
    """Somebody tried to dispel a spell: surely up to the slot's level, else by a check against DC 10 + level."""

    who: str
    spell: str
    name: Names
    target: str
    spell_level: int
    level: int
    face: int = 0
    """0 when no check was needed."""
    bonus: int = 0
    total: int = 0
    dc: int = 0
    success: bool
