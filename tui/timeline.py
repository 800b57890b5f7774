"""What a series of commands would do, before any of it is written: decisions, and steps in the history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from campaigns.journal import Entry
from campaigns.session import Session
from rules.campaign import CampaignState
from rules.decide import decide
from rules.dice import Dice, RollRequest
from rules.evolve import evolve
from rules.kernel import CommandRefused, Event

from .language import BackRequest, HelpRequest, Parsed, RedoRequest, UndoRequest


class Recorder:
    """Dice that remember what fell, so that it can fall again."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[int] = []

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return what the dice behind it show."""
        faces = self._dice.roll(request)
        self.faces += faces
        return faces


@dataclass(frozen=True)
class Moment:
    """A command that counts: the state before it and the one after it."""

    before: CampaignState
    after: CampaignState


class Timeline:
    """A session's history, continued in thought."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.state = session.state
        self._new: list[Moment] = []
        """Commands of this series that count, oldest first."""
        self._old: list[Entry] | None = None
        """Entries of the journal that count, oldest first; read when an undo reaches for them."""
        self._ahead: list[Moment] | None = None
        """What redo would bring back, the next one last; read when it is asked for."""

    def do(self, parsed: Parsed, dice: Dice) -> tuple[Event, ...]:
        """Go on by a command or a step in the history, and return the events of the command.

        Raises:
            CommandRefused, RollNeeded, FaceOutOfRange: as the rules say, or for a history without a next step.
        """
        match parsed.request:
            case UndoRequest(count=count):
                self._steps(count, redo=False)
            case RedoRequest(count=count):
                self._steps(count, redo=True)
            case BackRequest():
                self._steps(self.steps_back(), redo=False)
            case HelpRequest():
                pass
            case command:
                events = decide(self.state, command, dice, forced=parsed.forced)
                after = reduce(evolve, events, self.state)
                self._new.append(Moment(self.state, after))
                self._ahead = []
                self.state = after
                return events
        return ()

    def _steps(self, count: int, *, redo: bool) -> None:
        step = self._redo if redo else self._undo
        if not step():
            raise CommandRefused("nothing_to_redo" if redo else "nothing_to_undo")
        for _number in range(count - 1):
            if not step():
                return

    def steps_back(self) -> int:
        """Return how many commands `back` takes back: all since the turn began, and the one that began it.

        Raises:
            CommandRefused: `no_turn` when nobody's turn it is, `first_turn` when no turn came before in this fight.
        """
        now = _turn(self.state)
        if now is None:
            raise CommandRefused("no_turn")
        for steps, before in enumerate(self._states_before(), 1):
            found = _turn(before)
            if found is None or found.fight != now.fight:
                break
            if found != now:
                return steps
        raise CommandRefused("first_turn")

    def _states_before(self) -> Iterator[CampaignState]:
        """Yield the state before each command that counts, newest first."""
        for moment in reversed(self._new):
            yield moment.before
        for entry in reversed(self._read_past()):
            yield self._session.state_before(entry.seq)

    def _undo(self) -> bool:
        ahead = self._read_ahead()
        if self._new:
            moment = self._new.pop()
        else:
            past = self._read_past()
            if not past:
                return False
            moment = Moment(self._session.state_before(past.pop().seq), self.state)
        ahead.append(moment)
        self.state = moment.before
        return True

    def _redo(self) -> bool:
        ahead = self._read_ahead()
        if not ahead:
            return False
        moment = ahead.pop()
        self._new.append(moment)
        self.state = moment.after
        return True

    def _entries(self) -> list[Entry]:
        return [entry for number in self._session.segments for entry in self._session.entries_of(number)]

    def _read_past(self) -> list[Entry]:
        if self._old is None:
            self._old = [each for each in self._entries() if not (each.undone or each.undo or each.redo)]
        return self._old

    def _read_ahead(self) -> list[Moment]:
        if self._ahead is None:
            waiting: list[int] = []
            entries = {entry.seq: entry for entry in self._entries()}
            for entry in entries.values():
                if entry.undo:
                    waiting.append(entry.undo)
                elif entry.redo:
                    waiting.pop()
                else:
                    waiting.clear()
            self._ahead = [self._moment(entries[seq]) for seq in waiting]
        return self._ahead

    def _moment(self, entry: Entry) -> Moment:
        before = self._session.state_before(entry.seq)
        return Moment(before, reduce(evolve, entry.events, before))


class _Turn(NamedTuple):
    fight: str
    round: int
    who: str


def _turn(state: CampaignState) -> _Turn | None:
    encounter = state.encounter
    if encounter is None or not encounter.active:
        return None
    return _Turn(encounter.id, encounter.round, encounter.active)
