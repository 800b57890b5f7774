"""Notes, dice rolled for their own sake, and figures set by hand."""

from __future__ import annotations

from .dice import Rolled
from .kernel import Command, Event


class WriteNote(Command, frozen=True, kw_only=True):
    """Write a line into the log."""

    text: str


class RollDice(Command, frozen=True, kw_only=True):
    """Roll dice that concern no rule."""

    expression: str


class SetFigure(Command, frozen=True, kw_only=True):
    """Set a figure by hand, whatever the rules say: how the GM mends an old mistake."""

    target: str
    figure: str
    """`hp`, `max_hp`, `temp_hp`, `ac`, `initiative`, `slots`, `pact`, `uses`, `successes`, `failures`, `status`, `side`, `number`, `note`."""
    value: str
    key: str = ""
    """Slot level for `slots`, spell or action id for `uses`."""


class NoteWritten(Event, frozen=True, kw_only=True):
    """Somebody wrote a note."""

    text: str


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice fell."""

    expression: str
    rolled: Rolled


class FigureSet(Event, frozen=True, kw_only=True):
    """The GM set a figure by hand."""

    who: str
    figure: str
    key: str = ""
    before: str = ""
    after: str
