"""Who may write: one process at a time, for the milliseconds that one command takes.

The lock is on a file of its own, `.lock`, which is never renamed or deleted: whoever held a lock on a journal that
somebody replaces would hold a lock on nothing. Its text says who had it last, for people; nothing depends on it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
import weakref
from contextlib import suppress
from types import TracebackType

import msgspec

from rules.text import visible

from .errors import UserError
from .fs import reason

NAME = ".lock"
PATIENCE = 2.0
"""Seconds to wait for another process, which needs milliseconds unless it is stopped."""
_POLL = 0.0005
_COURTESY = 0.001


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds the lock, or held it last."""

    who: str = ""
    pid: int = 0
    terminal: str = ""
    """Such as `pts/4`, empty without one."""

    def __str__(self) -> str:
        return f"{self.who}\n{self.pid}\n{self.terminal}\n"


class CampaignLock:
    """The right to write to a campaign: `with lock:` waits for it, for at most `patience` seconds."""

    def __init__(self, folder: int, who: str, *, file_mode: int = 0o600, patience: float = PATIENCE) -> None:
        """`folder` is a descriptor of the campaign's folder."""
        self._folder = folder
        self._file_mode = file_mode
        self._patience = patience
        self._holder = Holder(who=visible(who), pid=os.getpid(), terminal=_terminal())
        self._descriptor = -1
        self._shared = False
        _LOCKS.add(self)

    def __enter__(self) -> None:
        """Take the lock.

        Raises:
            UserError: `lock_busy` with `holder`, `pid`, `terminal`; `not_saved` with `why`, when there can be no lock
                file; `is_symlink`, `not_a_file`.
        """
        deadline = time.monotonic() + self._patience
        while True:
            self._descriptor = self._open()
            try:
                self._wait(deadline)
                if self._is_in_place():
                    self._introduce()
                    return
            except BaseException:
                self._drop()
                raise
            self._drop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the lock back."""
        with suppress(OSError):
            # Closing would do, if no child had been forked meanwhile that has not got round to `forget`.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        self._drop()
        if self._shared:
            # A process that commands one thing after the other would take the lock again before anybody else wakes.
            time.sleep(_COURTESY)

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            try:
                descriptor = os.open(NAME, flags, dir_fd=self._folder)
            except FileNotFoundError:
                descriptor = self._create(flags)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.EMLINK):
                raise UserError("is_symlink", path=NAME) from error
            if error.errno in (errno.EISDIR, errno.ENXIO):
                raise UserError("not_a_file", path=NAME) from error
            raise UserError("not_saved", path=NAME, why=reason(error)) from error
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise UserError("not_a_file", path=NAME)
        return descriptor

    def _create(self, flags: int) -> int:
        try:
            descriptor = os.open(NAME, flags | os.O_CREAT | os.O_EXCL, self._file_mode, dir_fd=self._folder)
        except FileExistsError:
            return os.open(NAME, flags, dir_fd=self._folder)
        os.fchmod(descriptor, self._file_mode)  # whatever the umask has made of it
        return descriptor

    def _wait(self, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    holder = self._read_holder()
                    raise UserError(
                        "lock_busy", path=NAME, holder=holder.who, pid=holder.pid, terminal=holder.terminal
                    ) from None
                # Uneven, so that two who wait do not keep step with each other.
                time.sleep(_POLL * (0.5 + os.urandom(1)[0] / 256))
            except OSError as error:
                raise UserError("not_saved", path=NAME, why=reason(error)) from error
            else:
                return

    def _is_in_place(self) -> bool:
        """Whether the file that is locked is still the one that others will lock."""
        mine = os.fstat(self._descriptor)
        try:
            there = os.stat(NAME, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)

    def _introduce(self) -> None:
        """Write down who holds the lock. It is information only: a full disk must not stand in the way."""
        last = self._read_holder()
        self._shared = last.pid not in (0, self._holder.pid)
        if last == self._holder:
            return
        try:
            # In this order: whoever waits reads three lines, and finds them whole at any moment.
            size = os.pwrite(self._descriptor, str(self._holder).encode(errors="replace"), 0)
            os.ftruncate(self._descriptor, size)
        except OSError:
            return

    def _read_holder(self) -> Holder:
        lines = os.pread(self._descriptor, 1000, 0).decode(errors="replace").split("\n")
        if len(lines) < 3 or not lines[1].isdecimal():
            return Holder()
        return Holder(who=visible(lines[0]), pid=int(lines[1]), terminal=visible(lines[2]))

    def _drop(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def forget(self) -> None:
        """Close the lock in a child that was forked in the middle of a command; the parent keeps it."""
        self._drop()


_LOCKS: weakref.WeakSet[CampaignLock] = weakref.WeakSet()


def _forget_locks() -> None:
    for lock in list(_LOCKS):
        lock.forget()


os.register_at_fork(after_in_child=_forget_locks)


def _terminal() -> str:
    try:
        return os.ttyname(0).removeprefix("/dev/")
    except OSError:
        return ""
