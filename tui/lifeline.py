"""Leaving well: when the terminal goes away, when somebody ends the program, when the link no longer takes anything.

What was confirmed is on the disk already, so the worst that may happen here is a terminal left as it was.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

SIGNALS: Final = frozenset({signal.SIGTERM, signal.SIGHUP})
GRACE: Final = 2.0
"""Seconds that an orderly end may take; a stalled terminal never lets it come."""
LOOK: Final = 2.0
"""Seconds between two looks at whether the terminal is still there."""
HANGUP: Final = 128 + signal.SIGHUP


class Lifeline:
    """Ends the program on SIGTERM, on SIGHUP, and when its terminal is gone.

    The signals are waited for in a thread of their own. A handler would run in the main thread, which may be waiting
    for a terminal that takes no more output. Whoever starts another program meanwhile gives it its own signal mask.
    """

    def __init__(self, leave: Callable[[int], bool]) -> None:
        """`leave` asks for an orderly end with an exit status, and says whether anybody could be asked yet."""
        self._leave = leave
        self._mask: set[int] = set()

    def __enter__(self) -> Self:
        """Begin to watch. In the main thread, before others are started: they inherit what it blocks."""
        self._mask = {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)}
        for name, watch in (("signals", self._watch_signals), ("terminal", _watch_terminal)):
            threading.Thread(target=watch, name=name, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let signals end the program at once again."""
        signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)

    def _watch_signals(self) -> None:
        status = 128 + signal.sigwait(SIGNALS)
        end = time.monotonic() + GRACE
        while not self._leave(status) and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(max(0.0, end - time.monotonic()))
        os._exit(status)


def _watch_terminal() -> None:
    """End the program when its terminal is gone: reading from it would go on for ever, and nobody would see."""
    descriptor = sys.__stdin__.fileno() if sys.__stdin__ else 0
    while terminal_is_there(descriptor):
        time.sleep(LOOK)
    os._exit(HANGUP)


def terminal_is_there(descriptor: int) -> bool:
    """Return whether a terminal still answers."""
    import termios

    try:
        termios.tcgetattr(descriptor)
    except termios.error:
        return False
    return True


def wake_on_signals(loop: asyncio.AbstractEventLoop) -> None:
    """Let every signal wake a loop that waits for something else.

    The system may hand a signal to any thread. Its handler runs in the main thread, and that may sleep: the second of
    two changes of the terminal's size is then not noticed before the next key. Any handler of the loop's own makes it
    listen to all signals; this one is for a signal that means nothing here.
    """
    loop.add_signal_handler(signal.SIGURG, lambda: None)
