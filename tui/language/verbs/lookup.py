"""Names that are looked up outside the fight: creatures, spells, characters, prepared encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ...i18n import language
from ..context import Named
from ..errors import LanguageError
from ..lexer import Token, quote
from ..matching import best_matches, close_names, singulars, spoken
from ..reader import Reader
from ..words import meaning_of

_MOST_WORDS: Final = 5
"""Most words that are looked at as one part of a name."""


@dataclass
class Shelf:
    """One kind of thing that has names."""

    kind: str
    """Part of the refusals' codes: `creature` for `unknown_creature`."""
    every: Callable[[], Iterable[Named]]
    """Returns all there is; of two with the same name the first one has it."""
    resolve: Callable[[str], Sequence[Named]]
    """Returns what a text means: one, several when it is ambiguous, or none."""
    near: Callable[[str], tuple[str, ...]]
    """Returns ids whose names look like a text that means nothing."""

    @cached_property
    def _by_name(self) -> dict[str, Named]:
        found: dict[str, Named] = {}
        for one in self.every():
            for name in (one.id, one.name.en, one.name.fr):
                found.setdefault(spoken(name), one)
        found.pop("", None)
        return found

    def exact(self, text: str) -> Named | None:
        """Return what has a text as its whole name or id."""
        return self._by_name.get(spoken(text))

    def plural_of(self, text: str) -> list[Named]:
        """Return those whose whole name is a text in the plural, each once."""
        found = {one.id: one for form in singulars(text) if (one := self.exact(form)) is not None}
        return list(found.values())

    def shown(self, found: Iterable[Named]) -> tuple[str, ...]:
        """Return names in the reader's language."""
        return tuple(one.name.of(language()) for one in found)


def creatures(reader: Reader) -> Shelf:
    """Return the creatures that can join."""
    library = reader.context.library
    return Shelf("creature", library.creatures, library.resolve_creature, library.near_creatures)


def spells(reader: Reader) -> Shelf:
    """Return the spells there are."""
    library = reader.context.library
    return Shelf("spell", library.spells, library.resolve_spell, library.near_spells)


def among(kind: str, named: Sequence[Named]) -> Shelf:
    """Return a short list, such as the party's characters."""
    every = {one.id: one for one in named}
    names = {one.id: (one.id, one.name.en, one.name.fr) for one in named}
    return Shelf(
        kind,
        every.values,
        lambda text: [every[key] for key in best_matches(text, names)],
        lambda text: tuple(close_names(text, names)),
    )


def look_up(reader: Reader, shelf: Shelf, preferred: Iterable[str] = (), *, plurals: bool = False) -> str:
    """Read a name and return the id of the one thing it means; among several, one that is `preferred`.

    A whole name of several words needs no quotes; the longest one that is known wins.

    Raises:
        LanguageError: `missing_…`, `unknown_…`, `ambiguous_…` with the candidates, for the kind of the shelf;
            `needs_quotes` when the words that follow belong to a name that is not whole.
    """
    reader.join(
        reader.spelt(lambda text: shelf.exact(text) is not None or (plurals and len(shelf.plural_of(text)) == 1))
    )
    token = reader.take(f"missing_{shelf.kind}")
    found = list(shelf.resolve(token.text))
    if plurals and shelf.exact(token.text) is None:
        found = shelf.plural_of(token.text) or found
    liked = set(preferred)
    found = [one for one in found if one.id in liked] or found
    _refuse_unquoted(reader, token, shelf)
    if len(found) == 1:
        return found[0].id
    if found:
        raise LanguageError(f"ambiguous_{shelf.kind}", token.at, text=token.text, suggestions=shelf.shown(found))
    raise LanguageError(f"unknown_{shelf.kind}", token.at, name=token.text, suggestions=_near(shelf, token.text))


def _near(shelf: Shelf, text: str) -> tuple[str, ...]:
    return tuple(one.name.of(language()) for key in shelf.near(text) if (one := shelf.exact(key)) is not None)


def _refuse_unquoted(reader: Reader, first: Token, shelf: Shelf) -> None:
    """Refuse a part of a name of several words without quotes, and show how it is typed: nothing is glued to a name."""
    if first.kind == "quoted":
        return
    words, at = [first.text], reader.index
    while at < len(reader.tokens) and reader.tokens[at].kind == "word" and meaning_of(reader.tokens[at].text) is None:
        words.append(reader.tokens[at].text)
        at += 1
    for count in range(min(len(words), _MOST_WORDS), 1, -1):
        name = " ".join(words[:count])
        found = shelf.resolve(name)
        if len(found) > 1:
            raise LanguageError(f"ambiguous_{shelf.kind}", first.at, text=name, suggestions=shelf.shown(found))
        if found:
            last = reader.tokens[reader.index + count - 2]
            corrected = f"{reader.text[: first.at]}{quote(name)}{reader.text[last.end :]}"
            raise LanguageError("needs_quotes", first.at, command=corrected)
