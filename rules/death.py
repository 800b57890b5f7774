"""Dropping to 0 hit points, death saving throws, stabilising, revival (R003-12 to R003-19)."""

from __future__ import annotations

from typing import Literal

from .combatant import DeathSaves, Status
from .kernel import Command, Event


class Stabilise(Command, frozen=True, kw_only=True):
    """Stabilise a dying combatant: surely, or with a Wisdom (Medicine) check by `by` (R003-17)."""

    target: str
    by: str = ""


class Revive(Command, frozen=True, kw_only=True):
    """Bring a dead combatant back to life."""

    target: str
    hp: int = 1


class StatusChanged(Event, frozen=True, kw_only=True):
    """A combatant dropped, woke, was stabilised, died or came back; its death saves start from zero."""

    who: str
    status: Status
    reason: Literal["damage", "massive_damage", "death_saves", "knocked_out", "healed", "aid", "revived", "natural_20",
                    "set"] = "damage"


class DeathSavesChanged(Event, frozen=True, kw_only=True):
    """A combatant's death saves are these now."""

    who: str
    saves: DeathSaves
    reason: Literal["roll", "damage", "set"] = "roll"


class DeathSaveRolled(Event, frozen=True, kw_only=True):
    """A death saving throw fell."""

    who: str
    face: int
    bonus: int = 0
    outcome: Literal["success", "failure", "two_failures", "natural_20"]


class MedicineChecked(Event, frozen=True, kw_only=True):
    """Somebody gave first aid."""

    who: str
    target: str
    face: int
    bonus: int
    total: int
    success: bool
