"""Prepared fights: from their sheets to the newcomers that the rules let join."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.joining import Newcomers
from rules.statblock import Names, StatBlock

from ..sheets import CombatantSheet, EncounterSheet
from ..words import Misread, read_dice
from .faults import Faults, Key

FindBlock = Callable[[str], StatBlock]
"""Finds the stat block that an id or a name means; raises `Misread`."""


class PreparedEncounter(msgspec.Struct, frozen=True, kw_only=True):
    """A fight that the GM prepared, with its stat blocks."""

    id: str
    name: Names
    note: str = ""
    party: tuple[Newcomers, ...] = ()
    """The characters that come in with it."""
    creatures: tuple[Newcomers, ...] = ()
    """Everybody whom its file lists."""

    @property
    def newcomers(self) -> tuple[Newcomers, ...]:
        """All who join, characters first."""
        return self.party + self.creatures


def prepared_encounter(
    encounter_id: str,
    sheet: EncounterSheet,
    present: tuple[str, ...],
    find_creature: FindBlock,
    find_character: FindBlock,
    faults: Faults,
) -> PreparedEncounter:
    """Return a prepared fight; `present` are the ids of the characters that are with the party now."""
    creatures: list[Newcomers] = []
    listed: set[str] = set()
    for index, combatant in enumerate(sheet.combatant):
        key = ("combatant", str(index))
        if combatant.character:
            listed.add(combatant.character)
        newcomers = _newcomers(key, combatant, find_creature, find_character, faults)
        if newcomers is not None:
            creatures.append(newcomers)
    return PreparedEncounter(
        id=encounter_id,
        name=faults.names(("name",), sheet.name),
        note=faults.note(("note",), sheet.note),
        party=_party(sheet, present, listed, find_character, faults),
        creatures=tuple(creatures),
    )


def _party(
    sheet: EncounterSheet, present: tuple[str, ...], listed: set[str], find_character: FindBlock, faults: Faults
) -> tuple[Newcomers, ...]:
    """Return the characters that come in by themselves; those whom the file lists apart are not brought in twice."""
    wanted = sheet.party if isinstance(sheet.party, tuple) else (present if sheet.party else ())
    found: list[Newcomers] = []
    for index, character in enumerate(wanted):
        if character in listed:
            continue
        block = _block(("party", str(index)), find_character, character, faults)
        if block is not None:
            found.append(Newcomers(block=block, side="party"))
    return tuple(found)


def _block(key: Key, find: FindBlock, text: str, faults: Faults) -> StatBlock | None:
    try:
        return find(text)
    except Misread as error:
        faults.add(key, error.code, **error.details)
        return None


def _newcomers(
    key: Key, sheet: CombatantSheet, find_creature: FindBlock, find_character: FindBlock, faults: Faults
) -> Newcomers | None:
    if bool(sheet.creature) == bool(sheet.character):
        faults.add(key, "creature_or_character")
        return None
    kind = "creature" if sheet.creature else "character"
    find = find_creature if sheet.creature else find_character
    block = _block((*key, kind), find, sheet.creature or sheet.character, faults)
    if sheet.character and sheet.count != 1:
        faults.add((*key, "count"), "one_character")
    count = sheet.count
    if isinstance(count, str):
        count = faults.read((*key, "count"), read_dice, count, "1")
    alias = faults.names((*key, "name"), sheet.name).en if sheet.name else ""
    note = faults.note((*key, "note"), sheet.note)
    if block is None:
        return None
    return Newcomers(
        block=block,
        count=str(count),
        side=sheet.side or ("party" if sheet.character else "foe"),
        alias=alias,
        hidden=sheet.hidden,
        hp=str(sheet.hp),
        initiative=sheet.initiative,
        note=note,
    )
