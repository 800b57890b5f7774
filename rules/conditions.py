"""Conditions, and running effects as commands and events: what starts them, what ends them."""

from __future__ import annotations

from typing import Literal

from .effects import Effect, EndingSave, Ongoing, Until
from .kernel import Command, Event

CONDITIONS: tuple[str, ...] = (
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
)
"""The fifteen conditions (RULES 3.4)."""

INCAPACITATING: frozenset[str] = frozenset({"incapacitated", "paralyzed", "petrified", "stunned", "unconscious"})
"""Conditions that take actions and reactions, and end concentration (R000-25)."""

EndReason = Literal[
    "expired", "removed", "dispelled", "concentration", "saved", "dead", "healed", "left", "replaced", "encounter"
]


class ApplyCondition(Command, frozen=True, kw_only=True):
    """Give combatants a condition, until a moment or until it is removed."""

    targets: tuple[str, ...]
    condition: str
    until: Until | None = None
    rounds: int = 0
    """Instead of `until`: how many rounds, counted from the active combatant's turn (A5E-40)."""
    save: EndingSave | None = None
    level: int = 0
    """For exhaustion: the level it is set to."""
    source: str = ""


class RemoveCondition(Command, frozen=True, kw_only=True):
    """End every effect that gives combatants a condition."""

    targets: tuple[str, ...]
    condition: str


class AddEffect(Command, frozen=True, kw_only=True):
    """Start an effect of the GM's own on combatants."""

    targets: tuple[str, ...]
    name: str
    until: Until | None = None
    rounds: int = 0
    save: EndingSave | None = None
    ongoing: Ongoing | None = None
    source: str = ""


class EndEffect(Command, frozen=True, kw_only=True):
    """End a running effect by hand."""

    effect: str


class EffectStarted(Event, frozen=True, kw_only=True):
    """An effect runs."""

    effect: Effect


class ConditionShrugged(Event, frozen=True, kw_only=True):
    """A combatant is immune to a condition and does not get it."""

    who: str
    condition: str


class EffectEnded(Event, frozen=True, kw_only=True):
    """An effect runs no longer. Who and what it was is told again, for the log."""

    effect: Effect
    reason: EndReason
