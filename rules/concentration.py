"""Concentration: one spell held at a time, and what breaks it (R000-22 to R000-26)."""

from __future__ import annotations

from typing import Literal

from .combatant import Concentration
from .kernel import Command, Event
from .statblock import Names


class DropConcentration(Command, frozen=True, kw_only=True):
    """Let go of the spell that a combatant holds; costs nothing (R000-22)."""

    target: str


class ConcentrationStarted(Event, frozen=True, kw_only=True):
    """A combatant holds a spell."""

    who: str
    concentration: Concentration


class ConcentrationEnded(Event, frozen=True, kw_only=True):
    """A combatant holds its spell no longer; the effects it held end with it."""

    who: str
    spell: str
    name: Names
    reason: Literal["dropped", "replaced", "failed_save", "incapacitated", "dead", "dispelled", "ended", "left"]
