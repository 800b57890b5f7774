"""A campaign that is open: the state, and the one way to change it.

A command is decided on what the disk holds, under the lock, and is on the disk before it is in the state: what a
session shows as done is done. Other processes may write to the same campaign; each reads what the others wrote before
it decides.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rules.kernel import Command, CommandRefused, Event

from .engine import RULES, Engine
from .errors import Problem, UserError
from .fs import ROOT, Fs, RealFs
from .journal import Damage, Entry
from .reader import Reader, said
from .segment import FOLDER
from .writer import Draft, Writer

if TYPE_CHECKING:
    from rules.campaign import CampaignState
    from rules.dice import Dice


_WATCHING = ("view", "folder_read_only")
"""Reasons not to write that are no reason not to follow what others write."""


class Session:
    """One process's view of a campaign, and its way to change it. Safe to use from several threads."""

    def __init__(
        self,
        fs: Fs,
        lock: AbstractContextManager[None],
        *,
        who: str,
        engine: Engine = RULES,
        dice: Dice | None = None,
        clock: Callable[[], float] = time.time,
        read_only: str | None = None,
    ) -> None:
        """Read a campaign. Most callers want `Session.open`.

        Raises:
            UserError: `not_readable` with `why`, `is_symlink`, `not_a_file`, `too_large`.
        """
        self._fs = fs
        self._engine = engine
        self._dice = dice
        self._mutex = threading.RLock()
        self._reader = Reader(fs, engine)
        self._writer = Writer(fs, lock, self._reader, engine, who, clock)
        with said():
            damage = self._reader.load()
            may_write = read_only is not None or self._may_write()
        self._reader.read_only = read_only
        if not may_write:
            self._reader.read_only = "folder_read_only"
        if damage is not None:
            self._reader.stop(damage)
        self._look_at_the_tail()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        who: str,
        writable: bool = True,
        dice: Dice | None = None,
        engine: Engine = RULES,
        allow_world_writable: bool = False,
    ) -> Session:
        """Open a campaign folder. With `writable` false nothing on the disk is changed, not even a lock file made.

        A folder that cannot be written to opens all the same, with `read_only` saying so.

        Raises:
            UserError: `missing`, `not_a_folder`, `not_a_campaign`, `world_writable`, `not_readable`, `is_symlink`,
                `not_a_file`, `too_large`.
        """
        fs = RealFs(str(folder))
        try:
            _check_folder(fs, str(folder), allow_world_writable)
            if not writable:
                return cls(fs, nullcontext(), who=who, engine=engine, dice=dice, read_only="view")
            from .lock import CampaignLock  # to look at a campaign locks nothing

            return cls(fs, CampaignLock(fs.root, who), who=who, engine=engine, dice=dice)
        except BaseException:
            fs.release()
            raise

    @property
    def state(self) -> CampaignState:
        """The state now. Frozen: a change makes a new one."""
        return self._reader.history.state

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 before the first."""
        return self._reader.history.position.seq

    @property
    def read_only(self) -> str | None:
        """Why nothing can be written, or `None`.

        `view` (asked for), `folder_read_only`, `closed`, `sync_failed` and `write_failed` (the disk is failing), or
        what is wrong with the journal: `journal_damaged`, `journal_missing`, `journal_replaced`, `journal_ambiguous`,
        `segment_missing`, `entry_unreadable`, `newer_format`.
        """
        return self._reader.read_only

    @property
    def refusal(self) -> Problem | None:
        """What a command would be refused with because of `read_only`: `read_only` with `why` and its details."""
        return self._reader.refusal

    @property
    def notices(self) -> tuple[Problem, ...]:
        """What the user should be told, oldest first.

        `torn_tail` (`byte`, `size`, `kept`), `unfinished_tail` (`byte`, `size`, `seq`), `entries_missing` (`seq`,
        `confirmed`), `snapshot_ignored`, `snapshot_failed` (`why`), and the codes of `read_only` that say what is wrong
        with the journal (`byte`, `seq` of the last good entry).
        """
        return tuple(self._reader.notices)

    @property
    def undoable(self) -> int:
        """The entry that `undo` would take back, 0 for none."""
        return self._reader.history.position.cursor

    @property
    def redoable(self) -> int:
        """The entry that `redo` would bring back, 0 for none."""
        return (self._reader.history.position.redo or (0,))[-1]

    @property
    def history(self) -> tuple[Entry, ...]:
        """The entries of the open segment and of the one before it, oldest first, those taken back included.

        Raises:
            UserError: the code of a `Damage`; `not_readable`.
        """
        known = self._reader.log
        if known is None:  # else there is no need to wait for a thread that is writing
            with self._mutex, said():
                known = self._reader.load_log()
        return tuple(known)

    @property
    def segments(self) -> dict[int, str]:
        """The paths of the journal's segments by number: one for each fight, one between two.

        Raises:
            UserError: `journal_ambiguous`, `not_readable`.
        """
        with self._mutex, said():
            return self._reader.store.archive.paths()

    def entries_of(self, number: int) -> tuple[Entry, ...]:
        """Return the entries of one segment, oldest first.

        Raises:
            UserError: the code of a `Damage`, such as `segment_missing`; `not_readable`.
        """
        with self._mutex, said():
            return tuple(self._reader.read(number, number))

    def entry(self, seq: int) -> Entry:
        """Return one entry, of any segment.

        Raises:
            UserError: as `entries_of`.
        """
        with self._mutex, said():
            number = self._reader.store.archive.holding(seq, self._reader.newest).start.number
            return next(entry for entry in self._reader.read(number, number) if entry.seq == seq)

    def state_before(self, seq: int) -> CampaignState:
        """Return the state in which an entry was made: a command decided, an undo or a redo asked for.

        Raises:
            UserError: as `entries_of`.
        """
        with self._mutex, said():
            return self._reader.history.state_before(seq)

    def preview(self, command: Command, dice: Dice, *, forced: bool = False) -> tuple[Event, ...]:
        """Return what a command would do in the state as it is; nothing is written.

        Raises:
            CommandRefused: as the rules say.
            RollNeeded: when the dice do not suffice.
        """
        return self._engine.decide(self.state, command, dice, forced=forced)

    def submit(self, command: Command, text: str, *, forced: bool = False, dice: Dice | None = None) -> Entry:
        """Decide a command and write it down. When this returns, the entry is on the disk and in the state.

        `text` is the command in the words of the command language. `dice` stand in for those of the session.

        Raises:
            CommandRefused: as the rules say; nothing was written.
            RollNeeded: when the dice do not suffice; nothing was written.
            UserError: `lock_busy` with `holder`; `not_saved` with `why`: the state and the disk are as they were;
                `read_only` with `why`; `not_text`, `entry_too_large`; the code of a `Damage` found on the way.
        """

        def plan() -> Draft:
            events = self._engine.decide(self.state, command, dice or self._own_dice(), forced=forced)
            return Draft(text, events, forced)

        with self._mutex:
            return self._writer.commit(plan)

    def undo(self, expect_seq: int | None = None) -> Entry:
        """Take back the last entry that counts, whoever made it. The returned entry's `undo` is its number.

        With `expect_seq` nothing else than that entry is taken back.

        Raises:
            CommandRefused: `nothing_to_undo`; `changed_meanwhile` with `found` and `expected`.
            UserError: as `submit`; the code of a `Damage`, when that part of the journal cannot be read.
        """
        with self._mutex:
            return self._writer.commit(
                lambda: Draft("undo", undo=_expected("nothing_to_undo", self.undoable, expect_seq))
            )

    def redo(self, expect_seq: int | None = None) -> Entry:
        """Bring back what was taken back last. The returned entry's `redo` is its number.

        Raises:
            CommandRefused: `nothing_to_redo`; `changed_meanwhile` with `found` and `expected`.
            UserError: as `undo`.
        """
        with self._mutex:
            return self._writer.commit(
                lambda: Draft("redo", redo=_expected("nothing_to_redo", self.redoable, expect_seq))
            )

    def refresh(self) -> tuple[Entry, ...]:
        """Return the entries of others since the last call, already in the state. One look at the disk when idle.

        Never waits: while another thread writes, it returns nothing.
        """
        if not self._mutex.acquire(blocking=False):
            return ()
        try:
            if self.read_only is None or self.read_only in _WATCHING:
                self._follow()
            news, self._reader.news = tuple(self._reader.news), []
            return news
        finally:
            self._mutex.release()

    def close(self) -> None:
        """Leave a snapshot for the next start, if something was written, and give the folder back."""
        with self._mutex:
            self._writer.finish()
            self._reader.read_only = self.read_only or "closed"
            if isinstance(self._fs, RealFs):
                self._fs.release()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _may_write(self) -> bool:
        """Whether the disk would let us: said at once, not at the first command.

        Raises:
            UserError: `is_symlink`, `not_a_file`, for what stands in the place of the lock.
        """
        if not isinstance(self._fs, RealFs):
            return True
        from .lock import NAME

        found = self._fs.stat(NAME)
        if found is not None and not found.is_file:
            raise UserError("is_symlink" if found.is_link else "not_a_file", path=NAME)
        segment = self._reader.store.current
        paths = (ROOT, NAME, FOLDER, segment.path) if segment else (ROOT, NAME, FOLDER)
        return all(map(self._fs.is_writable, paths))

    def _own_dice(self) -> Dice:
        if self._dice is None:
            from .system_dice import SystemDice

            self._dice = SystemDice()
        return self._dice

    def _look_at_the_tail(self) -> None:
        """Cut what a crash has left after the last entry, or say that it is there."""
        segment = self._reader.store.current
        if segment is None or segment.tail != "torn":
            return
        if self.read_only is None:
            self._writer.repair()
        elif self.read_only in _WATCHING:
            self._reader.notices.append(segment.unfinished_tail())

    def _follow(self) -> None:
        store = self._reader.store
        try:
            if store.is_unchanged():
                return
            try:
                self._reader.catch_up()
            except Damage:
                # Without the lock a write may be seen in the middle. What is still so at a second look is so.
                self._reader.catch_up()
        except Damage as damage:
            self._reader.stop(damage)
        except UserError as error:  # a link or a pipe in the place of the journal
            self._reader.stop(Damage("journal_replaced", path=error.problems[0].path, seq=self.seq))
        except OSError:
            return  # the next look may go better; a command would say what is wrong


def _expected(nothing: str, found: int, expected: int | None) -> int:
    if expected is not None and found != expected:
        raise CommandRefused("changed_meanwhile", found=found, expected=expected)
    if not found:
        raise CommandRefused(nothing)
    return found


def _check_folder(fs: RealFs, folder: str, allow_world_writable: bool) -> None:
    found = fs.stat(ROOT)
    if found is not None and found.mode & 0o002 and not allow_world_writable:
        raise UserError("world_writable", path=folder)
    if fs.stat("campaign.toml") is None:
        raise UserError("not_a_campaign", path=folder)
