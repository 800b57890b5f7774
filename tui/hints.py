"""Letters beside rows: one keystroke, or two, that name a creature while a command asks for targets."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from itertools import islice, product

LETTERS = string.ascii_lowercase


def hints_for(ids: Iterable[str]) -> dict[str, str]:
    """Return the hint of each id, in order: `a` to `z`, or two letters for all of them when there are more.

    Beyond 676 ids the last ones have none.
    """
    ids = list(ids)
    if len(ids) <= len(LETTERS):
        return dict(zip(ids, LETTERS, strict=False))
    pairs = ("".join(pair) for pair in product(LETTERS, repeat=2))
    return dict(zip(islice(ids, len(LETTERS) ** 2), pairs, strict=False))


def hinted(hints: Mapping[str, str], letters: str) -> tuple[str, bool]:
    """Return the id that some letters name, or nothing; and whether they begin a longer hint."""
    found = next((key for key, hint in hints.items() if hint == letters), "")
    return found, any(hint.startswith(letters) and hint != letters for hint in hints.values())


def toggled(picked: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return the picked ids with one more, or without it when it was among them."""
    return tuple(other for other in picked if other != key) if key in picked else (*picked, key)
