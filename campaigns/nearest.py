"""The words most like one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

from rules.text import fold


def nearest(text: str, words: Iterable[str], *, most: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """Return up to `most` of the words that are most like a text, the likest first; accents and case do not matter."""
    from difflib import get_close_matches  # for what is wrong only

    folded: dict[str, str] = {}
    for word in words:
        folded.setdefault(fold(word), word)
    return tuple(folded[found] for found in get_close_matches(fold(text)[:80], folded, n=most, cutoff=likeness))
