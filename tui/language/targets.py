"""Whom a command means: ids, names, prefixes, globs and group words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.combatant import Combatant, label
from rules.encounter import Encounter
from rules.text import fold

from ..i18n import language
from .context import Context
from .errors import LanguageError
from .lexer import Token
from .matching import close_names, spoken
from .words import meaning_of

GROUPS = ("all", "foes", "party", "allies", "marked", "active")
"""Meanings that stand for several combatants."""

_SHORTEST_PART = 3
"""Fewest letters that are looked for in the middle of a word."""
_NUMBERED = re.compile(r"(.*\D)-?(\d{1,6})")


def names_of(encounter: Encounter, combatant: Combatant) -> tuple[str, ...]:
    """Return every name a combatant goes by: its label in both languages and, under an alias, its kind's as well."""
    block = encounter.blocks[combatant.block]
    labels = [label(combatant, block, known) for known in ("en", "fr")]
    return tuple(dict.fromkeys(labels))


def resolve(token: Token, context: Context) -> tuple[str, ...]:
    """Return the ids that one target word stands for, in the order of the fight.

    Raises:
        LanguageError: `no_encounter`, `unknown_target`, `ambiguous_target`, `nobody_matches`.
    """
    encounter = context.encounter(token.at)
    if token.kind == "word":
        if (group := meaning_of(token.text)) in GROUPS:
            return _group(group, token, context, encounter)
        if "*" in token.text or "?" in token.text:
            return _glob(token, encounter)
    return (_one(token, encounter),)


def _group(group: str, token: Token, context: Context, encounter: Encounter) -> tuple[str, ...]:
    if group == "active":
        found: tuple[str, ...] = (encounter.active,) if encounter.active else ()
    elif group == "marked":
        found = tuple(key for key in context.selection.marked if key in encounter.combatants)
    else:
        side = {"foes": "foe", "party": "party", "allies": "ally"}.get(group)
        found = tuple(key for key in _present(encounter) if side in (None, encounter.combatants[key].side))
    if not found:
        raise LanguageError("nobody_matches", token.at, text=token.text)
    return found


def _present(encounter: Encounter) -> tuple[str, ...]:
    return tuple(key for key in encounter.display_order if encounter.combatants[key].is_present)


def _glob(token: Token, encounter: Encounter) -> tuple[str, ...]:
    pattern = token.folded
    found = tuple(
        key
        for key in _present(encounter)
        if any(fits(pattern, fold(name)) for name in (key, *names_of(encounter, encounter.combatants[key])))
    )
    if not found:
        raise LanguageError("nobody_matches", token.at, text=token.text)
    return found


def fits(pattern: str, text: str) -> bool:
    """Return whether a text is what a glob says: `*` any letters, `?` any one. Takes time in proportion to both."""
    at, star, resume = 0, -1, 0
    index = 0
    while index < len(text):
        if at < len(pattern) and pattern[at] == "*":
            star, resume = at, index
            at += 1
        elif at < len(pattern) and pattern[at] in ("?", text[index]):
            at += 1
            index += 1
        elif star >= 0:
            # Let the last star take one letter more.
            at, resume = star + 1, resume + 1
            index = resume
        else:
            return False
    return not pattern[at:].strip("*")


def _one(token: Token, encounter: Encounter) -> str:
    typed = token.folded
    named = {key: (key, *names_of(encounter, combatant)) for key, combatant in encounter.combatants.items()}
    if typed in named:
        return typed
    for found in (
        [key for key, names in named.items() if any(fold(name) == typed for name in names)],
        _numbered(typed, encounter, named),
        [key for key, names in named.items() if any(fold(name).startswith(typed) for name in names)],
        _by_a_part(token.text, named),
    ):
        if len(found) == 1:
            return found[0]
        if found and typed:
            suggestions = _labels(encounter, found)
            raise LanguageError("ambiguous_target", token.at, text=token.text, suggestions=suggestions)
    near = _labels(encounter, close_names(token.text, named))
    raise LanguageError("unknown_target", token.at, target=token.text, suggestions=near)


def _labels(encounter: Encounter, keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(encounter.label(key, language()) for key in keys)


def _by_a_part(text: str, named: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return whom some words mean that stand anywhere in a name, in any order, as they bring in a creature."""
    parts = spoken(text).split()
    if not parts:
        return []
    found: list[str] = []
    for key, names in named.items():
        words = [spoken(name).split() for name in names]
        if any(all(any(word.startswith(part) for word in of_name) for part in parts) for of_name in words):
            found.append(key)
    if found or len(" ".join(parts)) < _SHORTEST_PART:
        return found
    return [key for key, names in named.items() if any(" ".join(parts) in spoken(name) for name in names)]


def _numbered(typed: str, encounter: Encounter, named: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return whom `gob2` means: those with number 2 whose id or name begins with `gob`."""
    found = _NUMBERED.fullmatch(typed)
    if found is None:
        return []
    prefix, number = found[1].rstrip("-"), int(found[2])
    return [
        key
        for key, names in named.items()
        if encounter.combatants[key].number == number and any(fold(name).startswith(prefix) for name in names)
    ]
