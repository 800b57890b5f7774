"""Leaving well: when the terminal goes away, when somebody ends the program, when the link no longer takes anything.

What was confirmed is on the disk already, so the worst that may happen here is a terminal left as it was.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

GRACE: Final = 2.0
"""Seconds that an orderly end may take; a stalled terminal never lets it come."""
LOOK: Final = 2.0
"""Seconds between two looks at whether the terminal is still there."""
HANGUP: Final = 128 + signal.SIGHUP


class Lifeline:
    """Ends the program on SIGTERM, on SIGHUP, and when its terminal is gone.

    Handlers are set with `signal.signal`: those of an event loop never run while the loop waits for a terminal that
    takes no more output.
    """

    def __init__(self, leave: Callable[[int], object]) -> None:
        """`leave` asks for an orderly end with an exit status; it is called in the main thread, and only once."""
        self._leave = leave
        self._asked = False
        self._before: dict[signal.Signals, object] = {}

    def hold(self) -> None:
        """Begin to watch. In the main thread only."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, self._on_signal)
        threading.Thread(target=self._watch_terminal, name="terminal", daemon=True).start()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if self._asked:
            return
        self._asked = True
        threading.Thread(target=_end_late, args=(128 + number,), name="watchdog", daemon=True).start()
        self._leave(128 + number)

    def _watch_terminal(self) -> None:
        """End the program when its terminal is gone: reading from it would go on for ever, and nobody would see."""
        while True:
            time.sleep(LOOK)
            if not terminal_is_there(sys.__stdin__.fileno() if sys.__stdin__ else 0):
                os._exit(HANGUP)


def terminal_is_there(descriptor: int) -> bool:
    """Return whether a terminal still answers."""
    import termios

    try:
        termios.tcgetattr(descriptor)
    except termios.error:
        return False
    return True


def _end_late(status: int) -> None:
    time.sleep(GRACE)
    os._exit(status)
