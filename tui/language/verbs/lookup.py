"""Names that are looked up outside the fight: creatures, spells, prepared encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..context import Named
from ..errors import LanguageError
from ..lexer import Token, quote
from ..matching import best_matches, close_names, listed
from ..reader import Reader
from ..words import meaning_of


def names_by_id(found: Iterable[Named]) -> dict[str, tuple[str, ...]]:
    """Return the id and the names of what an index found, by id."""
    return {one.id: (one.id, one.name.en, one.name.fr) for one in found}


def look_up(reader: Reader, what: str, find: Callable[[str], Sequence[Named]], preferred: Iterable[str] = ()) -> str:
    """Read a name and return the id of the one thing it fits best; among equals, one that is `preferred`.

    Raises:
        LanguageError: `missing_…`, `unknown_…`, `ambiguous_…` with the candidates (`…` is `what`), `needs_quotes`
            when the words that follow belong to the name.
    """
    token = reader.take(f"missing_{what}")
    named = names_by_id(find(token.text))
    found = best_matches(token.text, named)
    found = [key for key in found if key in set(preferred)] or found
    _refuse_unquoted(reader, token, find)
    if len(found) == 1:
        return found[0]
    if found:
        raise LanguageError(f"ambiguous_{what}", token.at, text=token.text, suggestions=listed(found))
    near = tuple(close_names(token.text, names_by_id(find(""))))
    raise LanguageError(f"unknown_{what}", token.at, name=token.text, suggestions=near)


def _refuse_unquoted(reader: Reader, first: Token, find: Callable[[str], Sequence[Named]]) -> None:
    """Refuse a name of several words without quotes, and show how it is typed: nothing is glued to a name."""
    if first.kind == "quoted":
        return
    words, at = [first.text], reader.index
    while at < len(reader.tokens) and reader.tokens[at].kind == "word" and meaning_of(reader.tokens[at].text) is None:
        words.append(reader.tokens[at].text)
        at += 1
    for count in range(len(words), 1, -1):
        name = " ".join(words[:count])
        if find(name):
            raise LanguageError("needs_quotes", first.at, name=name, suggestions=(quote(name),))
