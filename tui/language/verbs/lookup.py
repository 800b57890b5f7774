"""Names that are looked up outside the fight: creatures, spells, characters, prepared encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..context import Named
from ..errors import LanguageError
from ..lexer import Token, quote
from ..matching import best_matches, close_names, listed
from ..reader import Reader
from ..words import meaning_of


@dataclass(frozen=True)
class Shelf:
    """One kind of thing that has names."""

    kind: str
    """Part of the refusals' codes: `creature` for `unknown_creature`."""
    resolve: Callable[[str], Sequence[str]]
    """Returns the ids that a text means: one, several when it is ambiguous, or none."""
    near: Callable[[str], tuple[str, ...]]
    """Returns ids whose names look like a text that means nothing."""


def creatures(reader: Reader) -> Shelf:
    """Return the creatures that can join."""
    library = reader.context.library
    return Shelf("creature", lambda text: _ids(library.resolve_creature(text)), library.near_creatures)


def spells(reader: Reader) -> Shelf:
    """Return the spells there are."""
    library = reader.context.library
    return Shelf("spell", lambda text: _ids(library.resolve_spell(text)), library.near_spells)


def among(kind: str, named: Sequence[Named]) -> Shelf:
    """Return a short list, such as the party's characters."""
    names = {one.id: (one.id, one.name.en, one.name.fr) for one in named}
    return Shelf(kind, lambda text: best_matches(text, names), lambda text: tuple(close_names(text, names)))


def _ids(found: Iterable[Named]) -> list[str]:
    return [one.id for one in found]


def look_up(reader: Reader, shelf: Shelf, preferred: Iterable[str] = ()) -> str:
    """Read a name and return the id of the one thing it means; among several, one that is `preferred`.

    Raises:
        LanguageError: `missing_…`, `unknown_…`, `ambiguous_…` with the candidates, for the kind of the shelf;
            `needs_quotes` when the words that follow belong to the name.
    """
    token = reader.take(f"missing_{shelf.kind}")
    found = list(shelf.resolve(token.text))
    found = [key for key in found if key in set(preferred)] or found
    _refuse_unquoted(reader, token, shelf)
    if len(found) == 1:
        return found[0]
    if found:
        raise LanguageError(f"ambiguous_{shelf.kind}", token.at, text=token.text, suggestions=listed(found))
    raise LanguageError(f"unknown_{shelf.kind}", token.at, name=token.text, suggestions=shelf.near(token.text))


def _refuse_unquoted(reader: Reader, first: Token, shelf: Shelf) -> None:
    """Refuse a name of several words without quotes, and show how it is typed: nothing is glued to a name."""
    if first.kind == "quoted":
        return
    words, at = [first.text], reader.index
    while at < len(reader.tokens) and reader.tokens[at].kind == "word" and meaning_of(reader.tokens[at].text) is None:
        words.append(reader.tokens[at].text)
        at += 1
    for count in range(len(words), 1, -1):
        name = " ".join(words[:count])
        if shelf.resolve(name):
            raise LanguageError("needs_quotes", first.at, name=name, suggestions=(quote(name),))
