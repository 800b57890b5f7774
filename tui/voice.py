"""What the screen says of entries and refusals, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaigns.errors import Problem, UserError
from campaigns.journal import Entry
from campaigns.session import Session
from rules.death import StatusChanged
from rules.dice import FaceOutOfRange, RollNeeded
from rules.initiative import RoundStarted, TurnStarted
from rules.kernel import CommandRefused, Event
from rules.notes import NoteWritten
from rules.obligations import ObligationRaised

from . import refusals
from .i18n import _, n_
from .language import LanguageError, displayed
from .logbook import Sentence
from .narrate import explain, redo_sentence, tell, undo_sentence
from .refusals.of_rules import OVERRULED
from .typography import whose

_HEADINGS: Final = (TurnStarted, RoundStarted)
"""Events that begin something: the sentences after them stand further in."""


def _tone(event: Event) -> str:
    match event:
        case TurnStarted():
            return "strong"
        case RoundStarted():
            return "accent strong"
        case ObligationRaised():
            return "warn"
        case StatusChanged(status="dead" | "unconscious"):
            return "bad"
        case NoteWritten():
            return "implied"
        case _:
            return ""


class SessionVoice:
    """Speaks for one campaign."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def tell(self, entry: Entry) -> Iterator[Sentence]:
        """Yield what an entry did, sentence by sentence."""
        try:
            before = self._session.state_before(entry.seq)
        except UserError:
            # That part of the journal cannot be read, which the header says; the command is what is left to show.
            yield Sentence(displayed(entry.command), tone="muted")
            return
        forced = f" ({_('overruled')})" if entry.forced else ""
        for told in tell(entry.events, before):
            is_heading = isinstance(told.event, _HEADINGS)
            yield Sentence(told.text + forced, 0 if is_heading else 1, _tone(told.event))
            forced = ""

    def explain(self, entry: Entry) -> Iterator[Sentence]:
        """Yield every step of an entry, under the command that it answers."""
        yield Sentence(displayed(entry.command), 0, "strong")
        try:
            lines = explain(entry.events, self._session.state_before(entry.seq))
        except UserError:
            lines = []
        for line in lines:
            text = line.lstrip()
            yield Sentence(text, 1 + len(line) - len(text), "" if len(line) == len(text) else "muted")
        if not lines:
            yield Sentence(_("No number of this entry needs a reason."), 1, "muted")

    def refusal(self, error: Exception) -> str:
        """Return the sentence for something that was refused, or that went wrong with the files."""
        state = self._session.state
        match error:
            case CommandRefused():
                return refusals.refusal(error, state)
            case LanguageError():
                return refusals.language_error(error, state)
            case RollNeeded():
                return refusals.roll_needed(error, state)
            case FaceOutOfRange():
                return refusals.face_out_of_range(error, state)
            case UserError():
                return " ".join(refusals.user_error(error))
            case _:
                raise error

    def may_overrule(self, error: Exception) -> bool:
        """Return whether the GM may have it all the same."""
        return isinstance(error, CommandRefused) and error.code in OVERRULED

    def read_only(self, why: str) -> str:
        """Return why nothing can be written."""
        return refusals.problem(self._session.refusal or Problem("read_only", details=(("why", why),)))

    def notice(self, problem: Problem) -> str:
        """Return something the session wants to be told."""
        return refusals.problem(problem)

    def stepped(self, entry: Entry) -> str:
        """Return what an undo or a redo did."""
        try:
            command = self._session.entry(entry.undo or entry.redo).command
        except UserError:
            command = "?"
        return undo_sentence(command) if entry.undo else redo_sentence(command)

    def stepped_back(self, who: str, count: int) -> str:
        """Return what going back to somebody's turn did."""
        return n_(
            "Back to {whose} turn: {n} command taken back", "Back to {whose} turn: {n} commands taken back", count
        ).format(whose=whose(who), n=count)
