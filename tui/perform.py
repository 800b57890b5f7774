"""Doing what a command asks: a decision of the rules, or a step in the history."""

from __future__ import annotations

from campaigns.journal import Entry
from campaigns.session import Session
from rules.dice import Dice, LoadedDice

from .language import BackRequest, HelpRequest, Parsed, RedoRequest, UndoRequest
from .timeline import Timeline


def perform(session: Session, parsed: Parsed, *, dice: Dice | None = None) -> tuple[Entry, ...]:
    """Do what was asked, and return the entries that were written: each is on the disk; help writes none.

    Raises:
        CommandRefused, RollNeeded, FaceOutOfRange: as the rules say, or for a history without a next step.
        UserError: as `Session.submit`.
    """
    match parsed.request:
        case UndoRequest(count=count):
            return _steps(session, count, redo=False)
        case RedoRequest(count=count):
            return _steps(session, count, redo=True)
        case BackRequest():
            return _steps(session, Timeline(session).steps_back(), redo=False)
        case HelpRequest():
            return ()
        case command:
            if dice is None and parsed.faces is not None:
                dice = LoadedDice(parsed.faces)
            return (session.submit(command, parsed.text, forced=parsed.forced, dice=dice),)


def _steps(session: Session, count: int, *, redo: bool) -> tuple[Entry, ...]:
    """Take up to `count` steps; when there are fewer, all there are."""
    step = session.redo if redo else session.undo
    done = [step()]
    while len(done) < count and (session.redoable if redo else session.undoable):
        done.append(step())
    return tuple(done)
