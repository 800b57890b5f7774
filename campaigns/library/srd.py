"""The SRD on disk: an index read at once, and single records read when they are used."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from rules.spell import Spell
from rules.statblock import StatBlock

from .monsters import stat_block
from .records import MonsterRecord, MonsterRow, SpellRecord, SpellRow
from .spells import spell_block

FOLDER = Path(__file__).parent / "srd"


class SrdLibrary:
    """The creatures and spells of the SRD. Nothing is read before it is asked for, and nothing twice."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._monsters: dict[str, StatBlock] = {}
        self._spells: dict[str, Spell] = {}

    @cached_property
    def monsters(self) -> dict[str, MonsterRow]:
        """The index of creatures by id."""
        return {row.id: row for row in msgspec.json.decode(self._rows("monsters"), type=tuple[MonsterRow, ...])}

    @cached_property
    def spells(self) -> dict[str, SpellRow]:
        """The index of spells by id."""
        return {row.id: row for row in msgspec.json.decode(self._rows("spells"), type=tuple[SpellRow, ...])}

    @cached_property
    def terms(self) -> dict[str, dict[str, str]]:
        """The French terms of the SRD's keys, by kind: `damage`, `condition`, `skill`, `class`, `size` …"""
        terms: dict[str, dict[str, str]] = tomllib.loads(self._text("names"))
        return terms

    def monster(self, monster_id: str) -> StatBlock:
        """Return the stat block of a creature of the index.

        Raises:
            KeyError: there is no such creature.
        """
        if monster_id not in self._monsters:
            record = self._record("monster", monster_id, self.monsters)
            self._monsters[monster_id] = stat_block(msgspec.convert(record, MonsterRecord))
        return self._monsters[monster_id]

    def spell(self, spell_id: str) -> Spell:
        """Return a spell of the index.

        Raises:
            KeyError: there is no such spell.
        """
        if spell_id not in self._spells:
            record = self._record("spell", spell_id, self.spells)
            self._spells[spell_id] = spell_block(msgspec.convert(record, SpellRecord))
        return self._spells[spell_id]

    @cache  # noqa: B019 - there is one library in a process, and it keeps its texts
    def _text(self, name: str) -> str:
        return (self._folder / f"{name}.toml").read_text(encoding="utf-8")

    def _rows(self, table: str) -> str:
        """Return the rows of a table of the index as JSON: its arrays of texts and numbers are written alike in both.

        Ten times as fast as reading the file as TOML.
        """
        text = self._text("index")
        start = text.index(f"\n{table} = [\n") + len(f"\n{table} = ")
        return text[start : text.index("\n]", start)].rstrip().rstrip(",") + "]"

    def _record(self, table: str, record_id: str, index: dict[str, Any]) -> dict[str, Any]:
        """Return one `[[table]]` of a file, without reading the others, with our amendments laid over it."""
        if record_id not in index:
            raise KeyError(record_id)
        text, header = self._text(f"{table}s"), f"\n[[{table}]]\n"
        at = text.index(f'\nid = "{record_id}"\n')
        start, end = text.rindex(header, 0, at + 1), text.find(header, at)
        record: dict[str, Any] = tomllib.loads(text[start : len(text) if end < 0 else end])[table][0]
        if record_id in self._text("amendments"):
            _amend(record, self._amendments.get(table, {}).get(record_id, {}))
        for feature in record.get("actions", ()):
            if feature.get("save") and feature.get("inflict") and f'"{feature["n"]}"' in self._text("amendments"):
                feature.update(self._amendments["action"].get(feature["n"], {}))
        return record

    @cached_property
    def _amendments(self) -> dict[str, dict[str, dict[str, Any]]]:
        return tomllib.loads(self._text("amendments"))


def _amend(record: dict[str, Any], changes: dict[str, Any]) -> None:
    """Lay changes over a record; a table among them is for the action or trait of that name."""
    for key, value in changes.items():
        if isinstance(value, dict):
            features = [feature for part in ("actions", "traits") for feature in record.get(part, ())]
            next(feature for feature in features if feature["n"] == key).update(value)
        else:
            record[key] = value


LIBRARY = SrdLibrary()
"""The library of this process."""
