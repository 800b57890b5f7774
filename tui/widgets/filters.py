"""The last look at what goes to the terminal."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from rules.text import visible

from ..glyphs import ascii_twin


class TextFilter(LineFilter):
    """Rewrites the text of every segment that is not ASCII, or not printable."""

    def __init__(self, rewrite: Callable[[str], str]) -> None:
        super().__init__()
        self._rewrite = rewrite

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments as they may be sent."""
        rewrite = self._rewrite
        return [
            segment
            if segment.control or (segment.text.isascii() and segment.text.isprintable())
            else Segment(rewrite(segment.text), segment.style)
            for segment in segments
        ]


def safe() -> TextFilter:
    """Return a filter that replaces what a terminal must never receive: control characters, C1, bidirectional signs."""
    return TextFilter(visible)


def ascii_only() -> TextFilter:
    """Return a filter that replaces what is not ASCII by its twin, cell by cell."""
    return TextFilter(_twins)


def _twins(text: str) -> str:
    return "".join(ascii_twin(character).ljust(size)[:size] for character in text for size in (cell_len(character),))
