"""What the entries of a journal add up to: immutable states, and a cursor among them.

Each entry that is a command leads from the state at the cursor to a new one. Undo moves the cursor to the state before,
redo moves it forth again; a command after an undo leaves the branch that was taken back where it is. So undo is exact
by construction, and what lies before the part that was read is folded when an undo reaches for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from .engine import Engine
from .journal import Damage, Entry
from .segment import Archive, Segment

if TYPE_CHECKING:
    from rules.campaign import CampaignState


class Position(NamedTuple):
    """Where a fold stands."""

    seq: int
    """The last entry that was read, 0 at the beginning."""
    cursor: int
    """The last entry that counts, 0 when none does."""
    redo: tuple[int, ...] = ()
    """Entries that redo may bring back, the next one last."""


class Step(NamedTuple):
    """What an entry leads to, not yet taken."""

    position: Position
    state: CampaignState
    """The state at the new cursor."""


class History:
    """The states of a campaign. Earlier segments are read when they are asked for."""

    def __init__(self, engine: Engine, archive: Archive) -> None:
        self._engine = engine
        self._archive = archive
        self._states: dict[int, CampaignState] = {0: engine.initial()}
        """The states after the entries that are commands, as far as they were read."""
        self._cursors: dict[int, int] = {}
        """Where the cursor stood before each entry, as far as they were read."""
        self._newest = 0
        self.position = Position(0, 0)

    @property
    def state(self) -> CampaignState:
        """The state at the cursor."""
        return self._states[self.position.cursor]

    def restore(self, position: Position, state: CampaignState, segment: int) -> None:
        """Stand where a checkpoint of segment number `segment` says."""
        self._states.setdefault(position.cursor, state)
        self.position = position
        self._newest = segment

    def restore_base(self, segment: Segment) -> None:
        """Stand at the beginning of a segment.

        Raises:
            Damage: as `Archive.segment`.
        """
        position, state = self._base(segment)
        self.restore(position, state, segment.start.number)

    def open_segment(self, number: int) -> None:
        """Say which segment the newest entries are in."""
        self._newest = number

    def step(self, entry: Entry) -> Step:
        """Return what an entry leads to from here.

        Raises:
            Damage: `entry_unreadable`, for an undo or redo that does not fit; else as `Archive.segment`.
        """
        return self._step(self.position, entry)

    def take(self, step: Step) -> None:
        """Go where a step leads."""
        self._keep(self.position, step)
        self.position = step.position

    def state_before(self, seq: int) -> CampaignState:
        """Return the state in which an entry was made, a command, an undo or a redo.

        Raises:
            Damage: as `Archive.segment`.
        """
        return self._state_after(self._cursor_before(seq))

    def fold(self, segment: Segment, until: int | None = None) -> None:
        """Read a segment from its base, up to an entry or to its end.

        Raises:
            Damage: as `Archive.segment`.
        """
        position, state = self._base(segment)
        self._states.setdefault(position.cursor, state)
        self._fold_on(position, segment, until)

    def _fold_on(self, position: Position, segment: Segment, until: int | None = None) -> Position:
        for entry in segment.entries(self._engine):
            step = self._step(position, entry)
            self._keep(position, step)
            position = step.position
            if entry.seq == until:
                break
        return position

    def _keep(self, position: Position, step: Step) -> None:
        self._cursors[step.position.seq] = position.cursor
        self._states.setdefault(step.position.cursor, step.state)

    def _step(self, position: Position, entry: Entry) -> Step:
        if entry.undo:
            if entry.undo != position.cursor:
                raise Damage("entry_unreadable", seq=position.seq, reason="undo")
            cursor, redo = self._cursor_before(entry.undo), (*position.redo, entry.undo)
        elif entry.redo:
            if position.redo[-1:] != (entry.redo,):
                raise Damage("entry_unreadable", seq=position.seq, reason="redo")
            cursor, redo = entry.redo, position.redo[:-1]
        else:
            state = reduce(self._engine.evolve, entry.events, self._state_after(position.cursor))
            return Step(Position(entry.seq, entry.seq), state)
        return Step(Position(entry.seq, cursor, redo), self._state_after(cursor))

    def _state_after(self, seq: int) -> CampaignState:
        """Return the state after an entry that is a command, whether or not it still counts."""
        if seq not in self._states:
            self._read_back(seq)
        if seq not in self._states:
            raise Damage("entry_unreadable", seq=seq, reason="no command")
        return self._states[seq]

    def _cursor_before(self, seq: int) -> int:
        if seq not in self._cursors:
            self._read_back(seq)
        return self._cursors[seq]

    def _read_back(self, seq: int) -> None:
        self.fold(self._archive.holding(seq, self._newest), seq)

    def _base(self, segment: Segment) -> tuple[Position, CampaignState]:
        base = segment.base()
        position = Position(segment.start.after, base.cursor, base.redo)
        # What a base refers to lies before it: looking for it ends.
        if max(base.cursor, *base.redo, 0) > position.seq:
            raise Damage("entry_unreadable", path=segment.path, seq=position.seq, reason="cursor")
        try:
            return position, self._engine.state_of(base.state)
        except msgspec.ValidationError as error:
            # Written by a version whose states looked different; the events before it lead to the same state.
            if segment.start.number == 1:
                raise Damage("entry_unreadable", path=segment.path, seq=position.seq, reason=str(error)) from error
        reached = Position(0, 0)
        for number in range(1, segment.start.number):
            reached = self._fold_on(reached, self._archive.segment(number))
        if reached != position:
            raise Damage("journal_damaged", path=segment.path, seq=reached.seq)
        return position, self._state_after(base.cursor)


def undone(segments: Iterable[Segment]) -> set[int]:
    """Return the entries that are taken back at the end of some segments that follow each other."""
    found: set[int] = set()
    for segment in segments:
        for is_undo, seq in segment.marks():
            if is_undo:
                found.add(seq)
            else:
                found.discard(seq)
    return found
