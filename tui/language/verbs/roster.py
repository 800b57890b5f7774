"""Verbs for who takes part: add, load, remove, hide, reveal, rename, end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.initiative import COUNT_LIMIT
from rules.joining import MOST_AT_ONCE, AddCombatants, LoadEncounter, Newcomers
from rules.kernel import Command
from rules.rolls import format_roll
from rules.roster import EndEncounter, RemoveCombatants, RenameCombatant, SetVisibility
from rules.statblock import Side
from rules.text import slug

from ...i18n import language
from ..amounts import bounds
from ..context import Named
from ..errors import LanguageError
from ..lexer import quote
from ..matching import spoken
from ..reader import Reader
from ..targets import GROUPS
from ..words import meaning_of
from .lookup import among, creatures, look_up

MOST_HP: Final = 1_000_000


@dataclass
class _Options:
    alias: str = ""
    hidden: bool = False
    hp: str = "average"
    initiative: int | None = None
    side: Side = "foe"
    seen: set[str] = field(default_factory=set[str])


def read_add(reader: Reader) -> AddCombatants:
    """`add [COUNT] CREATURE`, `add pc NAME, …`, `add party`, each with options."""
    if reader.accept("party"):
        return AddCombatants(newcomers=_characters(reader, list(reader.context.library.present())))
    if reader.accept("pc"):
        return AddCombatants(newcomers=_characters(reader, _character_names(reader)))
    reader.want("creature")
    reader.want("character")
    if not reader.is_amount() and (character := _exact_character(reader)):
        return AddCombatants(newcomers=_characters(reader, [character]))
    count = _count(reader) if reader.is_amount() else "1"
    reader.want("creature")
    creature = look_up(reader, creatures(reader), plurals=True)
    options = _options(reader)
    newcomers = Newcomers(
        block=reader.context.library.creature(creature),
        count=count,
        side=options.side,
        alias=options.alias,
        hidden=options.hidden,
        hp=options.hp,
        initiative=options.initiative,
    )
    return AddCombatants(newcomers=(newcomers,))


def _count(reader: Reader) -> str:
    at = reader.at
    expression = reader.expression()
    least, most = bounds(expression)
    text = format_roll(expression)
    if least < 1 or most > MOST_AT_ONCE:
        raise LanguageError("out_of_range", at, number=text, least=1, most=MOST_AT_ONCE)
    return text


def _exact_character(reader: Reader) -> str | None:
    """Read a name when it is exactly that of a character of the campaign."""
    token = reader.peek()
    if token is None or token.kind in ("comma", "plus"):
        return None
    known = {spoken(name): one.id for one in reader.context.library.characters() for name in _all_names(one)}
    words = max(1, reader.spelt(known.__contains__))
    found = known.get(spoken(" ".join(each.text for each in reader.tokens[reader.index : reader.index + words])))
    if found is not None:
        reader.index += words
    return found


def _all_names(one: Named) -> tuple[str, ...]:
    return tuple(filter(None, (one.id, one.name.en, one.name.fr)))


def _character_names(reader: Reader) -> list[str]:
    reader.want("character")
    if reader.accept("all"):
        return list(reader.context.library.present())
    found: list[str] = []
    shelf = among("character", reader.context.library.characters())
    while True:
        reader.want("character")
        found.append(look_up(reader, shelf))
        token = reader.peek()
        if token is None or token.kind != "comma":
            return found
        reader.index += 1


def _characters(reader: Reader, ids: list[str]) -> tuple[Newcomers, ...]:
    at = reader.at
    options = _options(reader)
    if len(ids) > 1 and (options.alias or options.initiative is not None):
        raise LanguageError("one_name_only", at)
    if not ids:
        raise LanguageError("unknown_character", at, name="")
    side: Side = "ally" if "allies" in options.seen else "party"
    return tuple(
        Newcomers(
            block=reader.context.library.character(key),
            side=side,
            alias=options.alias,
            hidden=options.hidden,
            hp=options.hp,
            initiative=options.initiative,
        )
        for key in dict.fromkeys(ids)
    )


def _options(reader: Reader) -> _Options:
    options = _Options()
    while found := reader.accept("as", "hidden", "hp", "init", "allies"):
        if found in options.seen:
            raise LanguageError(
                "said_twice", reader.tokens[reader.index - 1].at, word=reader.tokens[reader.index - 1].text
            )
        options.seen.add(found)
        match found:
            case "as":
                at = reader.at
                options.alias = free_name(reader, reader.name(), at)
            case "hidden":
                options.hidden = True
            case "hp":
                options.hp = _hit_points(reader)
            case "init":
                options.initiative = reader.integer("missing_number", -COUNT_LIMIT, COUNT_LIMIT)
            case _:
                options.side = "ally"
    return options


def _hit_points(reader: Reader) -> str:
    return reader.accept("max", "roll", "average") or str(reader.integer("missing_number", 1, MOST_HP))


def read_load(reader: Reader) -> LoadEncounter:
    """`load ENCOUNTER`."""
    reader.want("encounter")
    library = reader.context.library
    found = look_up(reader, among("encounter", library.encounters()))
    prepared = library.encounter(found)
    return LoadEncounter(id=prepared.id, name=prepared.name.of(language()), newcomers=prepared.newcomers)


def read_end(_reader: Reader) -> EndEncounter:
    """`end`."""
    return EndEncounter()


def read_remove(reader: Reader) -> RemoveCombatants:
    """`remove TARGETS`."""
    return RemoveCombatants(targets=reader.targets())


def _read_visibility(reader: Reader, *, hidden: bool) -> SetVisibility:
    return SetVisibility(targets=reader.targets(), hidden=hidden)


def read_hide(reader: Reader) -> SetVisibility:
    """`hide TARGETS`."""
    return _read_visibility(reader, hidden=True)


def read_reveal(reader: Reader) -> SetVisibility:
    """`reveal TARGETS`."""
    return _read_visibility(reader, hidden=False)


def read_rename(reader: Reader) -> RenameCombatant:
    """`rename TARGET NAME`; an empty name in quotes takes the name back."""
    target = reader.target()
    token = reader.peek()
    if token is not None and token.kind == "quoted" and not token.text.strip():
        reader.index += 1
        return RenameCombatant(target=target, name="")
    at = reader.at
    name = reader.name()
    if not reader.at_end:
        name = " ".join(reader.text[at:].split())
        raise LanguageError("needs_quotes", at, command=f"{reader.text[:at]}{quote(name)}")
    return RenameCombatant(target=target, name=free_name(reader, name, at, target))


def free_name(reader: Reader, name: str, at: int, target: str = "") -> str:
    """Return a name that means nothing else in the command language.

    Raises:
        LanguageError: `name_is_a_group`, `name_is_a_pattern`, `name_is_an_id`.
    """
    if meaning_of(name) in GROUPS:
        raise LanguageError("name_is_a_group", at, name=name)
    if "*" in name or "?" in name:
        raise LanguageError("name_is_a_pattern", at, name=name)
    encounter = reader.context.state.encounter
    if encounter is not None:
        numbered = re.sub(r"-\d+$", "", slug(name))
        taken = slug(name) in encounter.combatants and slug(name) != target
        if taken or (numbered != slug(name) and numbered in encounter.blocks):
            raise LanguageError("name_is_an_id", at, name=name)
    return name


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "add": read_add,
    "load": read_load,
    "end": read_end,
    "remove": read_remove,
    "hide": read_hide,
    "reveal": read_reveal,
    "rename": read_rename,
}
