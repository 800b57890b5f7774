"""A program in a terminal of its own: real keys go in, and what a person would see comes out.

The terminal answers what xterm answers, so that nothing waits for it, and keeps every byte that the program sent.
"""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

KEYS: Mapping[str, str] = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "ctrl+c": "\x03",
    "ctrl+l": "\x0c",
    "ctrl+u": "\x15",
    "ctrl+w": "\x17",
    "ctrl+y": "\x19",
    "ctrl+z": "\x1a",
}
PATIENCE = 60.0
"""Seconds after which something that should appear counts as missing: far more than it ever takes."""

# What pyte would show as text: private sequences with < = > in front, mode reports, cursor shapes, strings for devices.
_UNKNOWN = re.compile(
    rb"\x1b\[[<=>][0-9;:]*[A-Za-z~]|\x1b\[\??[0-9;]*\$[A-Za-z]|\x1b\[\?[0-9;]*u|\x1b\[[0-9;]* q"
    rb"|\x1b[P_^X][^\x1b\x07]*(?:\x1b\\|\x07)"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:<=>?$ ]*|[P_^X\]][^\x1b\x07]*|)$")
_QUESTIONS: Sequence[tuple[re.Pattern[bytes], Callable[[re.Match[bytes]], bytes]]] = (
    (re.compile(rb"\x1b\[\?(\d+)\$p"), lambda asked: b"\x1b[?%s;%d$y" % (asked[1], 2 if asked[1] == b"2026" else 0)),
    (re.compile(rb"\x1b\[0?c"), lambda _asked: b"\x1b[?64;1;2;22c"),
    (re.compile(rb"\x1b\[6n"), lambda _asked: b"\x1b[1;1R"),
)


class Terminal:
    """One program on a pseudo terminal."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        environ: Mapping[str, str | None] | None = None,
    ) -> None:
        """Start it. `environ` is added to the environment; `None` takes a variable away."""
        self.output = bytearray()
        """Everything that the program sent."""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self._answered = 0
        self._master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        values = {**os.environ, "TERM": "xterm-256color", "COLORTERM": None, "LC_ALL": "C.UTF-8", **(environ or {})}
        self._process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env={name: value for name, value in values.items() if value is not None},
            start_new_session=True,
            # Threads make this unsafe; nothing that uses a terminal here has any.
            preexec_fn=_take_terminal,  # noqa: PLW1509
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- what is seen

    def lines(self) -> list[str]:
        """The screen, line by line."""
        return list(self._screen.display)

    def text(self) -> str:
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.lines())

    def wait_for(self, *words: str) -> str:
        """Wait until all of some words are on the screen, and return it."""
        self._wait(lambda: all(word in self.text() for word in words), f"{words} on\n", self.text)
        return self.text()

    def wait_until(self, is_true: Callable[[], bool], what: str) -> None:
        """Wait until something is true; `what` names it when it never comes."""
        self._wait(is_true, f"{what} on\n", self.text)

    def wait_without(self, word: str) -> str:
        """Wait until something is no longer on the screen, and return it."""
        self._wait(lambda: word not in self.text(), f"no {word!r} on\n", self.text)
        return self.text()

    def wait_sent(self, data: bytes) -> None:
        """Wait until the program has sent some bytes."""
        self._wait(lambda: data in self.output, f"{data!r} after\n", self.text)

    def wipe(self) -> None:
        """Forget what is on the screen, as another program that draws on it would."""
        self._screen.reset()
        self.output.clear()
        self._answered = 0

    def settle(self, quiet: float = 0.3) -> int:
        """Read until nothing more comes for a while; return how many bytes came."""
        before = len(self.output)
        while self._read(quiet):
            pass
        return len(self.output) - before

    # -- what is done

    def press(self, *keys: str) -> None:
        """Press keys, by their names in `KEYS` or as the text that they type."""
        os.write(self._master, "".join(KEYS.get(key, key) for key in keys).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller, and wait until the program has drawn itself anew.

        Signals that come faster than they are taken count as one: a size that was there and gone would not be seen.
        """
        self.settle(0.05)
        drawn = len(self.output)
        _set_size(self._master, columns, rows)
        self._screen.resize(rows, columns)
        self._process.send_signal(signal.SIGWINCH)
        self._wait(lambda: len(self.output) > drawn, f"anything at {columns}×{rows} on\n", self.text)
        self.settle(0.2)

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """Take the terminal away, as a lost connection does."""
        os.close(self._master)
        self._master = -1

    def wait(self, *, reading: bool = True) -> int:
        """Wait for the end of the program, and return its exit status; minus the signal that ended it.

        Without `reading` the terminal takes nothing more, as on a link that has stalled.
        """
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < end, f"still running:\n{self.text()}"
            if reading:
                self._read(0.05)
            else:
                time.sleep(0.05)
        while self._read(0):
            pass
        return self._process.returncode

    def kill(self) -> None:
        """End it as the power going off would."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it, if it still runs, and give the terminal back."""
        if self._process.poll() is None:
            self.kill()
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def modes(self) -> list[Any]:
        """How the terminal is set now: what `termios.tcgetattr` says."""
        return termios.tcgetattr(self._master)

    # -- reading

    def _wait(self, is_true: Callable[[], bool], what: str, shown: Callable[[], str]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_true():
            alive = self._process.poll() is None
            got = self._read(0.05)
            if not got and (not alive or time.monotonic() > end):
                raise AssertionError(f"waited for {what}{shown()}")

    def _read(self, seconds: float) -> bool:
        """Take what the program has sent, if anything comes in time; return whether something did."""
        if self._master < 0:
            time.sleep(seconds)
            return False
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return False
        self.output += data
        self._answer()
        self._feed(data)
        return bool(data)

    def _answer(self) -> None:
        end = self._answered
        for question, answer in _QUESTIONS:
            for asked in question.finditer(self.output, self._answered):
                os.write(self._master, answer(asked))
                end = max(end, asked.end())
        self._answered = max(end, len(self.output) - 16, self._answered)

    def _feed(self, data: bytes) -> None:
        data = self._rest + data
        self._rest = b""
        if unfinished := _UNFINISHED.search(data):
            self._rest = data[unfinished.start() :]
            data = data[: unfinished.start()]
        self._stream.feed(_UNKNOWN.sub(b"", data))


def _set_size(descriptor: int, columns: int, rows: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """Make standard input the terminal that governs this process."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
