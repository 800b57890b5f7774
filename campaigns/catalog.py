"""Names to definitions: the campaign's own files first, the SRD after. Nothing is read before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, NoReturn

from rules.campaign import Settings
from rules.spell import Spell
from rules.statblock import Names, StatBlock

from .convert.casting import KnownSpell
from .convert.creatures import character_block, monster_block
from .convert.encounters import PreparedEncounter, prepared_encounter
from .convert.faults import Faults
from .convert.settings import settings_of
from .convert.spells import spell_block
from .entries import (
    CharacterEntry,
    CreatureEntry,
    Entry,
    EntryT,
    Match,
    SpellEntry,
    match_of,
    meant,
    ranked,
    spoken,
    spoken_forms,
)
from .errors import UserError
from .library.records import MonsterRow, SpellRow, names
from .library.srd import LIBRARY, SrdLibrary
from .nearest import nearest
from .own_files import OwnFiles
from .sheet_files import CAMPAIGN_FILE, load_campaign, refuse_faults
from .sheets import CampaignSheet, CharacterSheet, EncounterSheet, MonsterSheet, SpellSheet
from .words import Misread, read_cr


class _Candidate(NamedTuple, Generic[EntryT]):
    """Something that a text may mean; its entry is made only when it does."""

    id: str
    name: Names
    forms: tuple[str, ...]
    entry: Callable[[Match], EntryT]


class Catalog:
    """Everything that the commands of a campaign can name."""

    def __init__(self, folder: Path, library: SrdLibrary = LIBRARY) -> None:
        self.folder = Path(folder)
        self.party = OwnFiles(self.folder, "party", CharacterSheet)
        self.bestiary = OwnFiles(self.folder, "bestiary", MonsterSheet)
        self.own_spells = OwnFiles(self.folder, "spells", SpellSheet)
        self.prepared = OwnFiles(self.folder, "encounters", EncounterSheet)
        self._library = library
        self._forms: dict[tuple[type, str], tuple[str, ...]] = {}

    @property
    def config(self) -> CampaignSheet:
        """What `campaign.toml` says now.

        Raises:
            UserError: as `sheet_files.load_campaign`.
        """
        return load_campaign(self.folder, CAMPAIGN_FILE)[1]

    @property
    def settings(self) -> Settings:
        """The house rules that `campaign.toml` states now.

        Raises:
            UserError: as `config`; one problem for each setting that is wrong.
        """
        document, sheet = load_campaign(self.folder, CAMPAIGN_FILE)
        return settings_of(document, sheet.settings)

    # Creatures

    def creature(self, creature_id: str) -> StatBlock:
        """Return the stat block of a creature by its id.

        Raises:
            UserError: `unknown_creature` (with `value` and the `near` names); the problems of its file.
        """
        if self.bestiary.has(creature_id):
            document, sheet = self.bestiary.load(creature_id)
            faults = Faults()
            block = monster_block(creature_id, sheet, self.known_spell, faults)
            refuse_faults(document, faults)
            return block
        if creature_id in self._library.monsters:
            return self._library.monster(creature_id)
        return _unknown("creature", creature_id, self._creatures())

    def creature_names(self) -> Iterator[tuple[str, Names]]:
        """Yield the id and the names of each creature, the campaign's own first."""
        return ((each.id, each.name) for each in self._creatures())

    def find_creatures(self, text: str) -> tuple[CreatureEntry, ...]:
        """Return the creatures that a text may mean, best first (see `entries.MATCHES`)."""
        return _find(text, self._creatures())

    def resolve_creature(self, text: str) -> tuple[CreatureEntry, ...]:
        """Return what a text means: one creature, several when it is ambiguous, or none (see `entries.meant`)."""
        return meant(self.find_creatures(text))

    def _creatures(self) -> Iterator[_Candidate[CreatureEntry]]:
        own = dict(self.bestiary.sheets())
        for entry_id, sheet in own.items():
            yield _own(entry_id, sheet, partial(_own_creature, entry_id, sheet))
        for row in self._library.monsters.values():
            if row.id not in own:
                yield self._of_srd(row, partial(_srd_creature, row))

    # Spells

    def spell(self, spell_id: str) -> Spell:
        """Return a spell by its id.

        Raises:
            UserError: `unknown_spell` (with `value` and the `near` names); the problems of its file.
        """
        if self.own_spells.has(spell_id):
            document, sheet = self.own_spells.load(spell_id)
            faults = Faults()
            spell = spell_block(spell_id, sheet, faults)
            refuse_faults(document, faults)
            return spell
        if spell_id in self._library.spells:
            return self._library.spell(spell_id)
        return _unknown("spell", spell_id, self._spells())

    def spell_names(self) -> Iterator[tuple[str, Names]]:
        """Yield the id and the names of each spell, the campaign's own first."""
        return ((each.id, each.name) for each in self._spells())

    def find_spells(self, text: str) -> tuple[SpellEntry, ...]:
        """Return the spells that a text may mean, best first."""
        return _find(text, self._spells())

    def resolve_spell(self, text: str) -> tuple[SpellEntry, ...]:
        """Return what a text means: one spell, several when it is ambiguous, or none (see `entries.meant`)."""
        return meant(self.find_spells(text))

    def known_spell(self, text: str) -> KnownSpell:
        """Return the spell whose whole name or id a sheet states.

        Raises:
            Misread: `unknown_spell`, with the `near` names.
        """
        if self.own_spells.has(text):
            sheet = dict(self.own_spells.sheets()).get(text)
            return KnownSpell(text, sheet.level if sheet else None)
        if row := self._library.spells.get(text):
            return KnownSpell(row.id, row.level)
        found = self.resolve_spell(text)
        if found and found[0].match == "exact":
            return KnownSpell(found[0].id, found[0].level)
        raise Misread("unknown_spell", value=text, near=_near(text, self._spells()))

    def _spells(self) -> Iterator[_Candidate[SpellEntry]]:
        own = dict(self.own_spells.sheets())
        for entry_id, sheet in own.items():
            yield _own(entry_id, sheet, partial(_own_spell, entry_id, sheet))
        for row in self._library.spells.values():
            if row.id not in own:
                yield self._of_srd(row, partial(_srd_spell, row))

    # Characters

    def characters(self) -> tuple[str, ...]:
        """Return the ids of the party's characters, sorted."""
        return self.party.ids()

    def present(self) -> tuple[str, ...]:
        """Return the ids of the characters that are with the party; one whose file is broken counts as present."""
        absent = {entry_id for entry_id, sheet in self.party.sheets() if not sheet.present}
        return tuple(entry_id for entry_id in self.characters() if entry_id not in absent)

    def character(self, character_id: str) -> StatBlock:
        """Return what is on a character's sheet.

        Raises:
            UserError: `unknown_character` (with `value` and the `near` names); the problems of its file.
        """
        if not self.party.has(character_id):
            return _unknown("character", character_id, self._characters())
        document, sheet = self.party.load(character_id)
        faults = Faults()
        block = character_block(character_id, sheet, self.known_spell, faults)
        refuse_faults(document, faults)
        return block

    def find_characters(self, text: str) -> tuple[CharacterEntry, ...]:
        """Return the characters that a text may mean, best first."""
        return _find(text, self._characters())

    def _characters(self) -> Iterator[_Candidate[CharacterEntry]]:
        for entry_id, sheet in self.party.sheets():
            yield _own(entry_id, sheet, partial(_character, entry_id, sheet))

    # Prepared encounters

    def encounters(self) -> tuple[str, ...]:
        """Return the ids of the prepared encounters, sorted."""
        return self.prepared.ids()

    def encounter(self, encounter_id: str) -> PreparedEncounter:
        """Return a prepared encounter with its stat blocks.

        Raises:
            UserError: `unknown_encounter` (with `value` and the `near` names); the problems of its file and of those
                that it names.
        """
        if not self.prepared.has(encounter_id):
            return _unknown("encounter", encounter_id, self._encounters())
        document, sheet = self.prepared.load(encounter_id)
        faults = Faults()
        prepared = prepared_encounter(encounter_id, sheet, self.present(), self._named_creature, self._member, faults)
        refuse_faults(document, faults)
        return prepared

    def find_encounters(self, text: str) -> tuple[Entry, ...]:
        """Return the prepared encounters that a text may mean, best first."""
        return _find(text, self._encounters())

    def creature_id(self, text: str) -> str:
        """Return the id of the creature whose whole name or id a file states.

        Raises:
            Misread: `unknown_creature`, with the `near` names.
        """
        if self.bestiary.has(text) or text in self._library.monsters:
            return text
        found = self.resolve_creature(text)
        if found and found[0].match == "exact":
            return found[0].id
        raise Misread("unknown_creature", value=text, near=_near(text, self._creatures()))

    def character_id(self, text: str) -> str:
        """Return the id of the character whose id or whole name a file states.

        Raises:
            Misread: `unknown_character`, with the `near` names.
        """
        if self.party.has(text):
            return text
        found = meant(self.find_characters(text))
        if found and found[0].match == "exact":
            return found[0].id
        raise Misread("unknown_character", value=text, near=_near(text, self._characters()))

    def _named_creature(self, text: str) -> StatBlock:
        return self.creature(self.creature_id(text))

    def _member(self, text: str) -> StatBlock:
        return self.character(self.character_id(text))

    def _encounters(self) -> Iterator[_Candidate[Entry]]:
        for entry_id, sheet in self.prepared.sheets():
            yield _own(entry_id, sheet, partial(_encounter, entry_id, sheet))

    def _of_srd(self, row: MonsterRow | SpellRow, entry: Callable[[Match], EntryT]) -> _Candidate[EntryT]:
        key = (type(row), row.id)
        forms = self._forms.get(key)
        if forms is None:
            forms = self._forms[key] = spoken_forms(row.id, row.name_en, row.name_fr)
        return _Candidate(row.id, names(row.name_en, row.name_fr), forms, entry)


def _own(entry_id: str, sheet: _Named, entry: Callable[[Match], EntryT]) -> _Candidate[EntryT]:
    name = _name(sheet)
    return _Candidate(entry_id, name, spoken_forms(entry_id, name.en, name.fr), entry)


_Named = CharacterSheet | MonsterSheet | SpellSheet | EncounterSheet


def _name(sheet: _Named) -> Names:
    """Return a sheet's name for a list; what is wrong with it is told when the sheet is used."""
    return Faults().names(("name",), sheet.name)


def _own_creature(entry_id: str, sheet: MonsterSheet, match: Match) -> CreatureEntry:
    try:
        cr = read_cr(sheet.cr)
    except Misread:
        cr = ""
    return CreatureEntry(
        id=entry_id,
        name=_name(sheet),
        source="campaign",
        match=match,
        cr=cr,
        type=sheet.type,
        size=sheet.size,
        ac=sheet.ac,
        hp=sheet.hp,
    )


def _srd_creature(row: MonsterRow, match: Match) -> CreatureEntry:
    return CreatureEntry(
        id=row.id,
        name=names(row.name_en, row.name_fr),
        source="srd",
        match=match,
        cr=row.cr,
        type=row.type,
        size=row.size,
        ac=row.ac,
        hp=row.hp,
    )


def _own_spell(entry_id: str, sheet: SpellSheet, match: Match) -> SpellEntry:
    return SpellEntry(
        id=entry_id, name=_name(sheet), source="campaign", match=match, level=sheet.level, school=sheet.school
    )


def _srd_spell(row: SpellRow, match: Match) -> SpellEntry:
    name = names(row.name_en, row.name_fr)
    return SpellEntry(id=row.id, name=name, source="srd", match=match, level=row.level, school=row.school)


def _character(entry_id: str, sheet: CharacterSheet, match: Match) -> CharacterEntry:
    return CharacterEntry(
        id=entry_id,
        name=_name(sheet),
        source="character",
        match=match,
        player=sheet.player,
        classes=sheet.classes,
        present=sheet.present,
    )


def _encounter(entry_id: str, sheet: EncounterSheet, match: Match) -> Entry:
    return Entry(id=entry_id, name=_name(sheet), source="campaign", match=match)


def _find(text: str, candidates: Iterable[_Candidate[EntryT]]) -> tuple[EntryT, ...]:
    wanted = spoken(text)
    if not wanted:
        return ()
    return ranked(
        candidate.entry(match) for candidate in candidates if (match := match_of(wanted, candidate.forms)) is not None
    )


def _near(text: str, candidates: Iterable[_Candidate[EntryT]]) -> tuple[str, ...]:
    return nearest(text, (word for each in candidates for word in (each.id, each.name.en, each.name.fr) if word))


def _unknown(kind: str, text: str, candidates: Iterable[_Candidate[EntryT]]) -> NoReturn:
    raise UserError(f"unknown_{kind}", value=text, near=_near(text, candidates))
