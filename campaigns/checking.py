"""Everything that is wrong with a campaign's files: each file for itself, and what one says of another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rules.statblock import Names, StatBlock
from rules.text import is_id, slug

from .catalog import Catalog
from .convert.creatures import character_block, monster_block
from .convert.encounters import prepared_encounter
from .convert.faults import Faults
from .convert.settings import settings_of
from .convert.spells import spell_block
from .entries import spoken_forms
from .errors import Problem, UserError
from .explaining import locate
from .folder import examine
from .machine_files import machine_problems
from .own_files import OwnFiles
from .sheet_files import load_campaign

_Convert = Callable[[str, Any, Faults], object]
_NOBODY = StatBlock(id="x", name=Names(en="?"))
"""Stands for a creature whose own file is told of elsewhere."""


def check_campaign(path: Path) -> tuple[Problem, ...]:
    """Return every problem of a campaign: its folder, the files that its GM writes, those that the program writes.

    None when all is well. Paths of files are relative to the folder. Nothing is written.
    """
    path = Path(path)
    try:
        examine(path)
    except UserError as error:
        return error.problems
    own = tuple(_campaign_file(path))
    if any(problem.code == "newer_format" for problem in own):
        return own  # the rest is written by rules that this version does not know
    catalog = Catalog(path)
    return (
        *own,
        *_files(catalog.party, lambda key, sheet, faults: character_block(key, sheet, catalog.known_spell, faults)),
        *_files(catalog.bestiary, lambda key, sheet, faults: monster_block(key, sheet, catalog.known_spell, faults)),
        *_files(catalog.own_spells, spell_block),
        *_files(catalog.prepared, lambda key, sheet, faults: _encounter(catalog, key, sheet, faults)),
        *machine_problems(path),
    )


def _campaign_file(path: Path) -> Iterator[Problem]:
    try:
        document, sheet = load_campaign(path, "campaign.toml")
        faults = Faults()
        faults.names(("name",), sheet.name)
        yield from locate(document, faults.found)
        settings_of(document, sheet.settings)
    except UserError as error:
        yield from error.problems


def _files(own: OwnFiles[Any], convert: _Convert) -> Iterator[Problem]:
    """Yield the problems of the files of one folder, file by file."""
    if os.path.lexists(own.folder) and (own.folder.is_symlink() or not own.folder.is_dir()):
        yield Problem("is_symlink" if own.folder.is_symlink() else "not_a_folder", own.name)
        return
    named: dict[str, str] = {}
    for stem in own.files():
        file = f"{own.name}/{stem}.toml"
        if not is_id(stem):
            yield Problem("bad_file_name", file, details=(("value", stem), ("near", (f"{slug(stem)}.toml",))))
            continue
        try:
            document, sheet = own.load(stem)
        except UserError as error:
            yield from error.problems
            continue
        faults = Faults()
        names = Faults().names(("name",), sheet.name)
        for form in spoken_forms(names.en, names.fr):
            if named.setdefault(form, file) != file:
                faults.add(("name",), "name_twice", value=names.en, other=named[form])
                break
        convert(stem, sheet, faults)
        yield from locate(document, faults.found)


def _encounter(catalog: Catalog, encounter_id: str, sheet: Any, faults: Faults) -> None:
    def creature(text: str) -> StatBlock:
        catalog.creature_id(text)
        return _NOBODY

    def character(text: str) -> StatBlock:
        catalog.character_id(text)
        return _NOBODY

    prepared_encounter(encounter_id, sheet, (), creature, character, faults)
