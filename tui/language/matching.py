"""How a name that was typed finds what is meant: the whole name, or a part of it that only one thing has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from rules.text import fold

from .words import own_words, word_for, words_for

_LONGEST = 80
"""What is longer than a name is looked at no further."""
_NO_LETTER = re.compile(r"[\W_]+")
_PLURALS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("aux", "al"), ("es", ""), ("s", ""), ("x", ""))
"""How words end in the plural, and in the singular."""
_MOST_SINGULARS = 64


@lru_cache(maxsize=8192)
def spoken(text: str) -> str:
    """Return a name as it is compared when it is spelt out: words without accents, case and signs between them."""
    return _NO_LETTER.sub(" ", fold(text)).strip()


def singulars(text: str) -> list[str]:
    """Return what a spoken text may be in the singular, itself left out: `dire wolves` gives `dire wolf`, …"""
    forms = [
        [word, *(word.removesuffix(plural) + one for plural, one in _PLURALS if word.endswith(plural))]
        for word in spoken(text).split()
    ]
    found = (" ".join(words) for words in islice(product(*forms), _MOST_SINGULARS))
    return [form for form in dict.fromkeys(found) if form and form != spoken(text)]


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
    """Return the keys whose names a text means: those that it is exactly, else all that have it in them, best first."""
    folded = fold(typed)
    if not folded:
        return []
    ranks = {key: rank(folded, names) for key, names in named.items()}
    exact = [key for key, found in ranks.items() if found == 0]
    return exact or sorted((key for key, found in ranks.items() if found < 4), key=ranks.__getitem__)


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
    """Return the words of some meanings that look most like a typed one, in the reader's language, best first."""
    meanings = tuple(meanings)
    if own := close_names(typed, {meaning: own_words(meaning) for meaning in meanings}):
        return tuple(own.values())
    return tuple(word_for(meaning) for meaning in close_names(typed, {each: words_for(each) for each in meanings}))
