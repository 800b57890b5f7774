"""How a name that was typed finds what is meant: exact beats prefix, prefix beats part, several are refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.text import fold

from .words import words_for

_LIMIT = 8
"""Most candidates that a refusal names."""
_LONGEST = 80
"""What is longer than a name is looked at no further."""


def rank(typed: str, names: Iterable[str]) -> int:
    """Return how well folded text fits one of some names: 0 exactly, 1 its beginning, 2 a word's, 3 a part, 4 not."""
    best = 4
    for name in names:
        folded = fold(name)
        if folded == typed or folded.replace(" ", "-") == typed:
            return 0
        if folded.startswith(typed):
            best = min(best, 1)
        elif f" {typed}" in folded or f"-{typed}" in folded:
            best = min(best, 2)
        elif typed in folded:
            best = min(best, 3)
    return best


def best_matches(typed: str, named: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the keys whose names fit best, in their order: one when the text is clear, several when it is not."""
    folded = fold(typed)
    if not folded:
        return []
    ranks = {key: rank(folded, names) for key, names in named.items()}
    best = min(ranks.values(), default=4)
    return [key for key, found in ranks.items() if found == best] if best < 4 else []


def close_names(typed: str, named: Mapping[str, Iterable[str]], *, limit: int = 3) -> dict[str, str]:
    """Return the keys one of whose names looks most like a typed word, best first, each with that name."""
    # Needed for refusals only, and 5 ms to import.
    from difflib import get_close_matches

    owners: dict[str, tuple[str, str]] = {}
    for key, names in named.items():
        for name in names:
            owners.setdefault(fold(name), (key, name))
    close: dict[str, str] = {}
    for folded in get_close_matches(fold(typed)[:_LONGEST], owners, n=4 * limit, cutoff=0.6):
        key, name = owners[folded]
        close.setdefault(key, name)
    return dict(list(close.items())[:limit])


def close_words(typed: str, meanings: Iterable[str]) -> tuple[str, ...]:
    """Return the words of some meanings that look most like a typed one, best first, one for each meaning."""
    return tuple(close_names(typed, {meaning: words_for(meaning) for meaning in meanings}).values())


def listed(candidates: Sequence[str]) -> tuple[str, ...]:
    """Return as many candidates as a sentence can name."""
    return tuple(candidates[:_LIMIT])
