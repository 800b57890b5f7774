"""Files of a GM as tests write them."""

from pathlib import Path
from typing import TypeVar

from campaigns.convert.casting import KnownSpell
from campaigns.convert.creatures import character_block, monster_block
from campaigns.convert.faults import Faults
from campaigns.convert.spells import spell_block
from campaigns.errors import Problem, UserError
from campaigns.explaining import locate
from campaigns.library.srd import LIBRARY
from campaigns.sheet_files import fit
from campaigns.sheets import CharacterSheet, MonsterSheet, Sheet, SpellSheet
from campaigns.toml_reader import Document, parse
from campaigns.words import Misread
from rules.spell import Spell
from rules.statblock import StatBlock

SheetT = TypeVar("SheetT", bound=Sheet)
WIZARD = 'name = "Mira"\nac = 12\nhp = 32\nclasses = { wizard = 5 }\nabilities = { int = 18, dex = 14 }\n'
WOLF = 'name = "Wolf of ash"\nac = 13\nhp = 11\ncr = "1/4"\n'
SPELL = 'name = "Ash"\nlevel = 2\n'


def document(text: str, path: str = "sheet.toml") -> Document:
    """A file that is on no disk."""
    return Document(path, text, parse(text, path))


def find_spell(text: str) -> KnownSpell:
    """The spells of the SRD by their ids."""
    if text not in LIBRARY.spells:
        raise Misread("unknown_spell", value=text, near=("fireball",))
    return KnownSpell(text, LIBRARY.spells[text].level)


def _refuse(of: Document, faults: Faults) -> None:
    if faults.found:
        raise UserError.of(locate(of, faults.found))


def character(text: str) -> StatBlock:
    """The stat block of a character's file."""
    of, faults = document(text), Faults()
    block = character_block("mira", fit(of, CharacterSheet), find_spell, faults)
    _refuse(of, faults)
    return block


def monster(text: str) -> StatBlock:
    """The stat block of a monster's file."""
    of, faults = document(text), Faults()
    block = monster_block("ash-wolf", fit(of, MonsterSheet), find_spell, faults)
    _refuse(of, faults)
    return block


def spell(text: str) -> Spell:
    """The spell of a spell's file."""
    of, faults = document(text), Faults()
    found = spell_block("ash", fit(of, SpellSheet), faults)
    _refuse(of, faults)
    return found


def campaign(folder: Path, **files: str) -> Path:
    """A campaign with some files; `party__mira` is `party/mira.toml`."""
    folder.mkdir(mode=0o700, exist_ok=True)
    given = {"campaign": 'format = 1\nname = "Test"\nruleset = "dnd5e"\n', **files}
    for name, text in given.items():
        path = folder / f"{name.replace('__', '/')}.toml"
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def told(problem: Problem) -> tuple[str, str, int]:
    """Code, key and line of a problem."""
    return problem.code, problem.key, problem.line
