"""Signs between words as the reader's language sets them: spaces before signs, elision, long numbers."""

from __future__ import annotations

from collections.abc import Iterable

from rules.text import fold

from .i18n import language

NARROW_SPACE = "\u202f"
"""Does not break; stands before ; ! ? and between thousands in French."""
NO_BREAK_SPACE = "\u00a0"
"""Stands before a colon in French."""
_SILENT_H = ("hab", "hall", "harm", "herb", "heur", "hippo", "hist", "hom", "hon", "horr", "hot", "huil", "hum", "hydr")
"""How words begin whose h is silent: « d’Hydre », but « de Hobgobelin »."""
_THOUSAND = 1000


def colon(head: str, tail: str) -> str:
    """Return two texts with a colon between them."""
    return f"{head}{NO_BREAK_SPACE}: {tail}" if language() == "fr" else f"{head}: {tail}"


def semicolons(pieces: Iterable[str]) -> str:
    """Return texts with semicolons between them."""
    return (f"{NARROW_SPACE}; " if language() == "fr" else "; ").join(pieces)


def whose(name: str) -> str:
    """Return a name as the one something belongs to: `Mira’s`, « de Mira », « d’Otto »."""
    if language() != "fr":
        return f"{name}’s"
    return f"d’{name}" if _is_elided_before(name) else f"de {name}"


def _is_elided_before(name: str) -> bool:
    folded = fold(name)
    return folded[:1] in tuple("aeiou") or folded.startswith(_SILENT_H)


def grouped(number: int) -> str:
    """Return a number with its thousands apart where the language does so: « 2 100 »."""
    if language() != "fr" or abs(number) < _THOUSAND:
        return str(number)
    return f"{number:,}".replace(",", NARROW_SPACE)
