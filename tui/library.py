"""What commands can name, as the command language looks it up: a campaign's catalogue."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from campaigns.catalog import Catalog
from campaigns.convert.encounters import PreparedEncounter
from campaigns.entries import CreatureEntry, Entry, SpellEntry
from campaigns.errors import UserError
from rules.spell import Spell
from rules.statblock import Names, StatBlock


@dataclass(frozen=True)
class Line:
    """A line of a list."""

    id: str
    name: Names


class CampaignLibrary:
    """A catalogue in the shape that `language.Library` asks for. Files are read when they are asked for."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def creatures(self) -> Iterator[Line]:
        """Yield every creature that can join, the campaign's own first."""
        return itertools.starmap(Line, self.catalog.creature_names())

    def find_creatures(self, text: str) -> Sequence[CreatureEntry]:
        """Return the creatures that a text may mean, best first."""
        return self.catalog.find_creatures(text)

    def resolve_creature(self, text: str) -> Sequence[CreatureEntry]:
        """Return what a text means: one creature, several when it is ambiguous, or none."""
        return self.catalog.resolve_creature(text)

    def near_creatures(self, text: str) -> tuple[str, ...]:
        """Return ids of creatures whose names look like a text that means none."""
        return _near(self.catalog.creature, self.catalog.resolve_creature, text)

    def creature(self, creature_id: str) -> StatBlock:
        """Return a stat block."""
        return self.catalog.creature(creature_id)

    def spells(self) -> Iterator[Line]:
        """Yield every spell there is, the campaign's own first."""
        return itertools.starmap(Line, self.catalog.spell_names())

    def find_spells(self, text: str) -> Sequence[SpellEntry]:
        """Return the spells that a text may mean, best first."""
        return self.catalog.find_spells(text)

    def resolve_spell(self, text: str) -> Sequence[SpellEntry]:
        """Return what a text means: one spell, several when it is ambiguous, or none."""
        return self.catalog.resolve_spell(text)

    def near_spells(self, text: str) -> tuple[str, ...]:
        """Return ids of spells whose names look like a text that means none."""
        return _near(self.catalog.spell, self.catalog.resolve_spell, text)

    def spell(self, spell_id: str) -> Spell:
        """Return a spell."""
        return self.catalog.spell(spell_id)

    def spell_names(self, spell_id: str) -> Names | None:
        """Return what a spell is called, or nothing when there is none with this id."""
        try:
            return self.catalog.spell(spell_id).name
        except UserError:
            return None

    def characters(self) -> Sequence[Line]:
        """Return the characters of the party."""
        return _lines(self.catalog.characters(), self.catalog.find_characters)

    def present(self) -> tuple[str, ...]:
        """Return the ids of the characters that are with the party."""
        return self.catalog.present()

    def character(self, character_id: str) -> StatBlock:
        """Return what is on a character's sheet."""
        return self.catalog.character(character_id)

    def encounters(self) -> Sequence[Line]:
        """Return the prepared encounters."""
        return _lines(self.catalog.encounters(), self.catalog.find_encounters)

    def encounter(self, encounter_id: str) -> PreparedEncounter:
        """Return a prepared encounter with its stat blocks."""
        return self.catalog.encounter(encounter_id)


def _near(get: Callable[[str], object], resolve: Callable[[str], Sequence[Entry]], text: str) -> tuple[str, ...]:
    """Return the ids of those whose names look like a text, each once."""
    try:
        get(text)
    except UserError as error:
        names: tuple[str, ...] = error.problems[0].detail("near", ())
        return tuple(dict.fromkeys(found[0].id for name in names if (found := resolve(name))))
    return ()


def _lines(ids: Iterable[str], find: Callable[[str], Sequence[Entry]]) -> list[Line]:
    """Return ids with their names; one whose file is broken goes by its id."""
    lines: list[Line] = []
    for key in ids:
        entry = next((each for each in find(key) if each.id == key), None)
        lines.append(Line(key, entry.name if entry else Names(en=key)))
    return lines
