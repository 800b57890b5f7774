"""How an entry gets into a journal: under the lock, on what others wrote, on the disk before it is in the state."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from rules.kernel import Event

from .engine import Engine
from .errors import Problem, UserError
from .fs import ROOT, Fs, reason, sweep
from .history import Step
from .journal import Damage, Entry, entry_block
from .reader import Reader, as_problem, said
from .segment import FOLDER
from .snapshot import PATH as SNAPSHOT
from .store import TORN, NotDurable

SNAPSHOT_EVERY = 200
"""Entries after which a snapshot is written while a session is open."""
_LAST_MOMENT = 253_402_300_799  # 9999-12-31T23:59:59Z: TOML has no later one


class Draft(NamedTuple):
    """An entry that has no number yet."""

    command: str
    events: tuple[Event, ...] = ()
    forced: bool = False
    undo: int = 0
    redo: int = 0


class Writer:
    """The writing side of a session. One thread at a time."""

    def __init__(
        self,
        fs: Fs,
        lock: AbstractContextManager[None],
        reader: Reader,
        engine: Engine,
        who: str,
        clock: Callable[[], float],
    ) -> None:
        self._fs = fs
        self._lock = lock
        self._reader = reader
        self._engine = engine
        self._who = who
        self._clock = clock
        self._swept = False
        self._wrote = False

    def commit(self, plan: Callable[[], Draft]) -> Entry:
        """Write down what `plan` makes of the caught-up state. When this returns, the entry is durable and counts.

        Raises:
            UserError: as `Session.submit`; whatever `plan` raises. The disk and the state are as they were.
        """
        if (refusal := self._reader.refusal) is not None:
            raise UserError.of((refusal,))
        with self._writing():
            self._sweep()
            self._cut_torn()
            entry = self._numbered(plan())
            # A part of the past that cannot be read stands in the way of an undo, and of nothing else.
            with said():
                step = self._reader.history.step(entry)
            block = entry_block(entry)
            self._place(entry, step)
            self._reader.store.add(block)
            self._reader.publish(entry, step)
            self._wrote = True
            if entry.seq - self._reader.snapshot_seq >= SNAPSHOT_EVERY:
                self._leave_snapshot()
        return entry

    def repair(self) -> None:
        """Cut what a crash has left after the last entry. Failing that, the next commit tries again, and says why."""
        with suppress(UserError), self._writing():
            self._cut_torn()

    def finish(self) -> None:
        """Leave a snapshot for the next start, if anything was written."""
        if self._wrote and self._reader.read_only is None:
            with suppress(UserError), self._lock:  # somebody else is writing: they will leave one
                self._leave_snapshot()

    @contextmanager
    def _writing(self) -> Generator[None]:
        """Hold the lock over what others wrote and what is to be written, and say in our words what goes wrong."""
        try:
            with self._lock:
                self._reader.catch_up()
                yield
        except NotDurable as error:
            self._reader.read_only = error.code
            raise UserError("not_saved", path=FOLDER, why=error.why) from error
        except Damage as damage:
            self._reader.stop(damage)
            raise UserError.of((as_problem(damage),)) from damage
        except OSError as error:
            raise UserError("not_saved", path=FOLDER, why=reason(error)) from error

    def _sweep(self) -> None:
        if not self._swept:
            sweep(self._fs, ROOT, SNAPSHOT)
            sweep(self._fs, FOLDER)
            sweep(self._fs, TORN)
            self._swept = True

    def _cut_torn(self) -> None:
        problem = self._reader.store.cut_torn()
        if problem is not None:
            self._reader.notices.append(problem)

    def _numbered(self, draft: Draft) -> Entry:
        """Return a draft as the next entry, its events as they will be read back.

        Frozen Structs do not check what they are made of: what a file could not give back must not get there.
        """
        events = (self._engine.event_of(msgspec.to_builtins(event, str_keys=True)) for event in draft.events)
        return Entry(
            seq=self._reader.history.position.seq + 1,
            time=datetime.fromtimestamp(min(max(0, int(self._clock())), _LAST_MOMENT), UTC),
            who=self._who,
            command=draft.command,
            forced=draft.forced,
            undo=draft.undo,
            redo=draft.redo,
            events=tuple(events),
        )

    def _place(self, entry: Entry, step: Step) -> None:
        """Go on in a new segment when an entry belongs to another fight than the open one.

        The command that opens a fight is the first of its segment, the one that ends it the last. Undo and redo stay
        where the journal is: they belong to no fight.
        """
        reader, segment = self._reader, self._reader.store.current
        before, after = self._engine.segment_of(reader.history.state), self._engine.segment_of(step.state)
        opens = bool(after) and after != before
        key = after or before
        if segment is not None and (entry.undo or entry.redo):
            opens, key = False, segment.start.key
        if segment is None or segment.closed or key != segment.start.key or (opens and segment.has_entries):
            reader.store.begin(key, entry.seq - 1, reader.checkpoint(reader.history.state))
            reader.history.open_segment(reader.newest)

    def _leave_snapshot(self) -> None:
        """Write a snapshot. Play goes on without: it is only a cache."""
        try:
            self._reader.write_snapshot()
        except OSError as error:
            self._reader.notices.append(Problem("snapshot_failed", SNAPSHOT, details=(("why", reason(error)),)))
