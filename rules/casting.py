"""Casting spells: what it costs, what it needs, what it does (R000-01 to R000-23)."""

from __future__ import annotations

from typing import Literal

from .combatant import Cast
from .kernel import Command, Event
from .spell import Spell
from .statblock import Names


class CastSpell(Command, frozen=True, kw_only=True):
    """Cast a spell: pay for it, roll what it rolls, apply what it does."""

    caster: str
    spell: Spell
    level: int | None = None
    """Level of the slot; nothing: the lowest one that serves."""
    targets: tuple[str, ...] = ()
    """Ids, one for each dart or ray when they are split; fewer are gone round."""
    damage_type: str = ""
    """Which type, when the spell leaves the choice."""
    ritual: bool = False


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell was cast."""

    caster: str
    spell: str
    name: Names
    level: int
    """Level at which it was cast."""
    targets: tuple[str, ...] = ()
    paid: str = ""
    """Key of the resource that paid for it, or nothing."""
    cast: Cast
    ritual: bool = False
    concentration: bool = False


class ResourceChanged(Event, frozen=True, kw_only=True):
    """Something was spent, came back, or was set."""

    who: str
    key: str
    left: int
    max: int
    reason: Literal["spent", "regained", "recharged", "set"] = "spent"
