"""The one thread that changes the campaign: commands in the order given, and what others wrote in between."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from campaigns.errors import UserError
from campaigns.journal import Entry
from campaigns.session import Session
from rules.kernel import CommandRefused

if TYPE_CHECKING:
    from rules.campaign import Settings

    from .language import Parsed

IN_VIEW: Final = 60
"""Entries of which some are in view when the log is first shown."""
POLL: Final = 0.25
"""Seconds between two looks at what others wrote."""


class Ready(Struct, frozen=True):
    """What reading keys and telling entries needs is loaded, and the entries of the log are read."""

    entries: tuple[Entry, ...]
    error: UserError | None = None
    """Why the log cannot be read, if so."""


class Done(Struct, frozen=True):
    """A command is on the disk."""

    parsed: Parsed
    entries: tuple[Entry, ...]


class Failed(Struct, frozen=True):
    """A command was refused, or could not be written; nothing changed."""

    typed: str
    """As it was typed, to be mended."""
    parsed: Parsed
    error: Exception


class News(Struct, frozen=True):
    """Others wrote these entries, or the campaign can no longer be written to."""

    entries: tuple[Entry, ...]


class Broken(Struct, frozen=True):
    """The thread has ended by a defect of the program."""

    error: BaseException


Report = Ready | Done | Failed | News | Broken


class Clerk:
    """Writes commands one after the other, and reports each outcome."""

    def __init__(
        self, session: Session, report: Callable[[Report], object], *, settings: Callable[[], Settings]
    ) -> None:
        """`report` is called in the clerk's thread. `settings` reads the house rules in the campaign's file."""
        self._session = session
        self._report = report
        self._settings = settings
        self._jobs: queue.SimpleQueue[tuple[str, Parsed] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="clerk", daemon=True)
        self._read_only = session.read_only
        self._notices = len(session.notices)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def submit(self, typed: str, parsed: Parsed) -> None:
        """Have a command done after those given before."""
        self._jobs.put((typed, parsed))

    def stop(self, seconds: float) -> bool:
        """Finish what was given and end; return whether that came to its end in time."""
        self._jobs.put(None)
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        try:
            # Not needed for the first look at a fight, and as long to load as all that is: in its shadow.
            from . import keyboard, perform, voice  # noqa: F401

            self._report(self._read_log())
            while self._next():
                pass
        except Exception as error:
            self._report(Broken(error))

    def _read_log(self) -> Ready:
        """Read the journal as far as the log shows it, and the states in which its newest entries were decided."""
        entries: tuple[Entry, ...] = ()
        try:
            entries = self._session.history
            for entry in entries[-IN_VIEW:]:
                if not (entry.undo or entry.redo):
                    self._session.state_before(entry.seq)
        except UserError as error:
            return Ready(entries, error)
        return Ready(entries)

    def _next(self) -> bool:
        try:
            job = self._jobs.get(timeout=POLL)
        except queue.Empty:
            self._look()
            return True
        if job is None:
            return False
        from rules.dice import FaceOutOfRange, RollNeeded

        typed, parsed = job
        try:
            self._report(Done(parsed, self._perform(parsed)))
        except (CommandRefused, RollNeeded, FaceOutOfRange, UserError) as error:
            self._report(Failed(typed, parsed, error))
        return True

    def _perform(self, parsed: Parsed) -> tuple[Entry, ...]:
        """Do one command, and before one that opens a fight take over the campaign's settings."""
        from .house_rules import adoption
        from .perform import perform

        before: tuple[Entry, ...] = ()
        if self._session.state.encounter is None:
            adopted = adoption(self._session.state, parsed.command, self._settings())
            if adopted is not None:
                before = perform(self._session, adopted)
        return (*before, *perform(self._session, parsed))

    def _look(self) -> None:
        entries = self._session.refresh()
        seen = (self._session.read_only, len(self._session.notices))
        if entries or seen != (self._read_only, self._notices):
            self._read_only, self._notices = seen
            self._report(News(entries))
