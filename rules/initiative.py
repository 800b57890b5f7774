"""Initiative and turns: counts, order, rounds, and whose turn it is."""

from __future__ import annotations

from .kernel import Command, Event, Record


class InitiativeEntry(Record, frozen=True, kw_only=True):
    """The count of some combatants: a number that was rolled at the table, or nothing to roll it."""

    targets: tuple[str, ...]
    count: int | None = None


class SetInitiative(Command, frozen=True, kw_only=True):
    """Give or roll the initiative of several combatants at once."""

    entries: tuple[InitiativeEntry, ...]


class StartEncounter(Command, frozen=True, kw_only=True):
    """Roll what monsters lack and begin round 1; characters without a count leave obligations."""


class NextTurn(Command, frozen=True, kw_only=True):
    """End the active combatant's turn and begin the next one's."""

    expect_round: int = 0
    """Round that the GM saw, or 0 when nothing is expected: a second "next turn" is then refused."""
    expect_active: str = ""


class JumpTo(Command, frozen=True, kw_only=True):
    """Give the turn to a combatant, in the same round."""

    target: str


class InitiativeSet(Event, frozen=True, kw_only=True):
    """Combatants that were rolled together have a count and a place in the order."""

    who: tuple[str, ...]
    count: int
    order: tuple[str, ...]
    """The whole order of the fight afterwards."""
    face: int = 0
    """Face of the d20, 0 when the count was typed."""
    bonus: int = 0
    tie_faces: tuple[int, ...] = ()
    """The die that placed it among equals, when one was needed."""


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins; round 1 starts the fight."""

    round: int


class TurnStarted(Event, frozen=True, kw_only=True):
    """A combatant's turn begins: its actions and its reaction are available again."""

    who: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    who: str
