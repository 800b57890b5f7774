"""Where text goes: standard output is data, standard error is narration, and nothing hostile reaches a terminal."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Final, TextIO

from rules.text import visible

from ..i18n import _

_LAST_STANDARD: Final = 2
_TWINS: Final = {
    "’": "'",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "…": "...",
    "–": "-",
    "→": "->",
    "▶": ">",
    "◆": "@",
    "†": "x",
    "⚑": "!",
    "●": "*",
    "○": ".",
    "✓": "+",
    "✗": "-",
    "♦": "*",
    "×": "x",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "\N{MINUS SIGN}": "-",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{NO-BREAK SPACE}": " ",
}
"""What stands for a sign where the terminal's encoding does not have it."""


def twin(character: str) -> str:
    """Return the nearest ASCII text for a character: itself without accents, its twin, or `?`."""
    if character in _TWINS:
        return _TWINS[character]
    base = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii())
    return base or "?"


def _simplify(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(twin, error.object[error.start : error.end])), error.end


class NotPrinted(Exception):
    """Standard output took no more: the disk behind it is full, for example. The cause is an `OSError`."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def prepare() -> None:
    """Let both streams print whatever there is to print. What was closed takes everything and keeps nothing."""
    _fill_gaps()
    codecs.register_error("aethyr", _simplify)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="aethyr", line_buffering=stream is sys.stderr)


def _fill_gaps() -> None:
    """Put something in the place of closed standard streams: else the next file that is opened would get their number,
    and what is printed would end up in it."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= _LAST_STANDARD:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def speaks_utf8() -> bool:
    """Return whether standard output takes every character."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"


def say_encoding() -> None:
    """Say that some characters are simplified, when they are."""
    if not speaks_utf8():
        tell(
            _("The terminal’s encoding is {encoding}, not UTF-8: some characters are simplified.").format(
                encoding=sys.stdout.encoding
            )
        )


def put(line: str) -> None:
    """Print a line of data.

    Raises:
        BrokenPipeError, NotPrinted: as `flush`.
    """
    with _printing():
        print(visible(line))


def tell(line: str) -> None:
    """Print a line of narration, if anybody takes it."""
    try:
        print(visible(line), file=sys.stderr)
    except OSError:
        abandon(sys.stderr)


def flush() -> None:
    """Write out what is buffered.

    Raises:
        BrokenPipeError: when nobody reads any more.
        NotPrinted: when it cannot be written for another reason.
    """
    with _printing():
        sys.stdout.flush()


@contextmanager
def _printing() -> Generator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotPrinted(error) from error


def abandon(stream: TextIO) -> None:
    """Let nothing more be written to a stream that takes no more, not even what is buffered."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    stream.flush()


def cell_width(text: str) -> int:
    """Return how many cells of a terminal a line takes."""
    return sum(
        0 if unicodedata.combining(c) or c in "\u200d\ufe0f" else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def pad(text: str, width: int) -> str:
    """Return a text filled with spaces to a width in cells."""
    return text + " " * max(0, width - cell_width(text))
