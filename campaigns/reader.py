"""What one process knows of a campaign: the journal read to its end, what it adds up to, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from . import snapshot as snapshots
from .engine import Engine
from .errors import Problem, UserError
from .fs import Fs, reason
from .history import History, Position, Step, undone
from .journal import Checkpoint, Damage, Entry
from .segment import FOLDER, Segment, number_of
from .store import Store

if TYPE_CHECKING:
    from rules.campaign import CampaignState


class Reader:
    """The reading side of a session. It never writes."""

    def __init__(self, fs: Fs, engine: Engine) -> None:
        self._fs = fs
        self._engine = engine
        self.store = Store(fs)
        self.history = History(engine, self.store.archive)
        self.read_only: str | None = None
        """Why nothing may be written; see `Session.read_only`."""
        self._stopped: Problem | None = None
        self.notices: list[Problem] = []
        self.news: list[Entry] = []
        """Entries of other processes that nobody has asked for yet."""
        self.snapshot_seq = 0
        """The entry that the last known snapshot belongs to."""
        self.log: list[Entry] | None = None
        """The entries of the newest segment and of the one before it, and all that came since, once asked for."""

    @property
    def newest(self) -> int:
        """The number of the newest segment, 0 before the first command."""
        return self.store.current.start.number if self.store.current else 0

    def stop(self, damage: Damage) -> None:
        """Nothing may be written any more."""
        self.read_only = damage.code
        self._stopped = as_problem(damage)
        self.notices.append(self._stopped)

    @property
    def refusal(self) -> Problem | None:
        """Why nothing may be written: `read_only` with `why` and what is known of it, or `None`."""
        if self.read_only is None:
            return None
        stopped = self._stopped if self._stopped and self._stopped.code == self.read_only else None
        details = (("why", self.read_only), *(stopped.details if stopped else ()))
        return Problem("read_only", stopped.path if stopped else "", details=details)

    def load(self) -> Damage | None:
        """Read the newest segment from the snapshot or its base on. Return what keeps it from being read to its end.

        After damage the state is that of the last good entry.

        Raises:
            OSError: as the disk gives it.
            UserError: `is_symlink`, `not_a_file`, `too_large`.
        """
        first: Damage | None = None
        try:
            numbers = list(self.store.archive.paths())
        except Damage as damage:
            return damage
        if not numbers:
            return self._load_orphan()
        for number in reversed(numbers):
            try:
                segment = self.store.current = self.store.archive.segment(number)
                self._load_segment(segment)
                if first is not None:
                    first.seq = first.seq or self.history.position.seq
                return first
            except Damage as damage:
                first = first or damage
                # A segment whose beginning is gone does not say what came before it.
                first.seq = first.seq or self.history.position.seq
                if self.history.position.seq:
                    return first
        return first

    def _load_orphan(self) -> Damage | None:
        """Show a snapshot that has no journal; nothing may be added to it."""
        snapshot = self._snapshot()
        if snapshot is None:
            return None
        with suppress(msgspec.ValidationError):
            state = self._engine.state_of(snapshot.state)
            self.history.restore(_place_of(snapshot), state, number_of(snapshot.segment))
        return Damage("journal_missing", path=FOLDER, seq=snapshot.seq)

    def _load_segment(self, segment: Segment) -> None:
        if not self._restore_snapshot(segment):
            self.history.restore_base(segment)
        self._take(segment)
        if segment.tail == "damaged":
            raise Damage("journal_damaged", path=segment.path, byte=segment.end, seq=segment.last.seq)

    def _restore_snapshot(self, segment: Segment) -> bool:
        """Stand where the snapshot says, if the journal agrees with it."""
        snapshot = self._snapshot()
        if snapshot is None:
            return False
        if snapshot.seq > segment.last.seq and segment.tail != "damaged":
            details = (("seq", segment.last.seq), ("confirmed", snapshot.seq))
            self.notices.append(Problem("entries_missing", segment.path, details=details))
        block = segment.block_ending(snapshot.offset) if snapshot.segment == segment.path else None
        if block is None or (block.seq, block.checksum) != (snapshot.seq, snapshot.seal):
            return False
        if (snapshot.wire, snapshot.read) != (self._engine.wire, segment.checksum(snapshot.offset)):
            return False  # what it stands for may hold what this version cannot read, and has to be looked at
        try:
            state = self._engine.state_of(snapshot.state)
        except msgspec.ValidationError:
            return False  # of a version whose states looked different
        self.history.restore(_place_of(snapshot), state, segment.start.number)
        self.snapshot_seq = snapshot.seq
        return True

    def _snapshot(self) -> snapshots.Snapshot | None:
        try:
            return snapshots.read(self._fs)
        except Damage as damage:
            self.notices.append(as_problem(damage))
        except OSError as error:
            self.notices.append(Problem("snapshot_ignored", snapshots.PATH, details=(("why", reason(error)),)))
        return None

    def catch_up(self) -> None:
        """Apply what other processes have written since.

        Raises:
            Damage: what keeps the journal from being read further.
            OSError: as the disk gives it.
        """
        if self.store.current is None:
            damage = self.load()
            if damage is not None:
                raise damage
            self.news += self.read(1, self.newest)
            return
        for segment in self.store.catch_up():
            self.history.open_segment(segment.start.number)
            self.news += self._take(segment)

    def _take(self, segment: Segment) -> list[Entry]:
        """Apply the entries of a segment that come after the position."""
        taken: list[Entry] = []
        for entry in segment.entries(self._engine, self.history.position.seq):
            self.publish(entry, self.history.step(entry))
            taken.append(entry)
        return taken

    def publish(self, entry: Entry, step: Step) -> None:
        """Let an entry of the open segment count."""
        self.history.take(step)
        if self.store.current is not None:
            self.store.current.remember(entry)
        if self.log is None:
            return
        self.log.append(entry)
        target = (entry.undo or entry.redo) - self.log[0].seq
        if target >= 0:
            self.log[target] = replace(self.log[target], undone=bool(entry.undo))

    def load_log(self) -> list[Entry]:
        """Keep `log` from now on, and return it.

        Raises:
            Damage: as `Archive.segment`.
        """
        if self.log is None:
            self.log = self.read(max(1, self.newest - 1), self.newest)
        return self.log

    def read(self, first: int, last: int) -> list[Entry]:
        """Return the entries of some segments, by number.

        Raises:
            Damage: as `Archive.segment`.
        """
        segments = [self.store.archive.segment(number) for number in range(first, self.newest + 1)]
        taken_back = undone(segments)
        return [
            replace(entry, undone=True) if entry.seq in taken_back else entry
            for segment in segments[: last - first + 1]
            for entry in segment.entries(self._engine)
        ]

    def checkpoint(self, state: CampaignState) -> Checkpoint:
        """Return where the history stands, as plain data; `state` is the state there."""
        _, cursor, redo = self.history.position
        return Checkpoint(cursor=cursor, redo=redo, state=msgspec.to_builtins(state, str_keys=True))

    def write_snapshot(self) -> None:
        """Leave a snapshot for the next start.

        Raises:
            OSError: as the disk gives it; the old one is still there.
        """
        segment = self.store.current
        if segment is None or self.snapshot_seq == self.history.position.seq:
            return
        here = self.checkpoint(self.history.state)
        snapshots.write(
            self._fs,
            snapshots.Snapshot(
                segment=segment.path,
                offset=segment.last.end,
                seq=segment.last.seq,
                seal=segment.last.checksum,
                read=segment.checksum(segment.last.end),
                wire=self._engine.wire,
                cursor=here.cursor,
                redo=here.redo,
                state=here.state,
            ),
        )
        self.snapshot_seq = segment.last.seq


def as_problem(damage: Damage) -> Problem:
    """Return damage in the form in which it is told."""
    details = (("byte", damage.byte), ("seq", damage.seq), *damage.details.items())
    return Problem(damage.code, path=damage.path, details=details)


@contextmanager
def said() -> Generator[None]:
    """Turn what is wrong with the journal into what can be told.

    Raises:
        UserError: the code of a `Damage`; `not_readable` with `why`.
    """
    try:
        yield
    except Damage as damage:
        raise UserError.of((as_problem(damage),)) from damage
    except OSError as error:
        raise UserError("not_readable", path=FOLDER, why=reason(error)) from error


def _place_of(snapshot: snapshots.Snapshot) -> Position:
    return Position(snapshot.seq, snapshot.cursor, snapshot.redo)
