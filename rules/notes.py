"""Notes, and dice rolled for their own sake."""

from __future__ import annotations

from .campaign import CampaignState
from .kernel import Command, CommandRefused, Event, Resolution
from .rolls import DiceSyntaxError, Rolled, format_roll, parse_roll, throw


class WriteNote(Command, frozen=True, kw_only=True):
    """Write a line into the log."""

    text: str


class RollDice(Command, frozen=True, kw_only=True):
    """Roll dice that concern no rule."""

    expression: str


class NoteWritten(Event, frozen=True, kw_only=True):
    """Somebody wrote a note."""

    text: str


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice fell."""

    expression: str
    rolled: Rolled


def decide_write_note(resolution: Resolution, command: WriteNote) -> None:
    """Write the note.

    Raises:
        CommandRefused: `empty_note`.
    """
    if not command.text.strip():
        raise CommandRefused("empty_note")
    resolution.emit(NoteWritten(text=command.text))


def decide_roll_dice(resolution: Resolution, command: RollDice) -> None:
    """Throw the dice.

    Raises:
        CommandRefused: `bad_dice`.
    """
    try:
        parsed = parse_roll(command.expression)
        rolled = throw(parsed, resolution.dice, purpose="roll")
    except DiceSyntaxError as error:
        raise CommandRefused("bad_dice", why=error.code, expression=command.expression, at=error.at) from None
    resolution.emit(DiceRolled(expression=format_roll(parsed), rolled=rolled))


def evolve_note_written(state: CampaignState, _event: NoteWritten) -> CampaignState:
    """Return the state as it was: only the log tells of it."""
    return state


def evolve_dice_rolled(state: CampaignState, _event: DiceRolled) -> CampaignState:
    """Return the state as it was: only the log tells of it."""
    return state
