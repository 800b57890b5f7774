"""Where text goes: standard output is data, standard error is narration, and nothing hostile reaches a terminal."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

from rules.text import visible

from ..i18n import _

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


def prepare() -> None:
    """Let both streams print whatever there is to print, and say once when some of it has to be simplified."""
    codecs.register_error("aethyr", _simplify)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="aethyr", line_buffering=stream is sys.stderr)


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
    """Print a line of data."""
    print(visible(line))


def tell(line: str) -> None:
    """Print a line of narration."""
    print(visible(line), file=sys.stderr)


def flush() -> None:
    """Write out what is buffered.

    Raises:
        BrokenPipeError: when nobody reads any more.
    """
    sys.stdout.flush()


def abandon() -> None:
    """Let nothing more be written to standard output, which nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def cell_width(text: str) -> int:
    """Return how many cells of a terminal a line takes."""
    return sum(
        0 if unicodedata.combining(c) or c in "\u200d\ufe0f" else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def pad(text: str, width: int) -> str:
    """Return a text filled with spaces to a width in cells."""
    return text + " " * max(0, width - cell_width(text))
