"""What combatants are called, so that no two are called alike, whatever the language, accents and case."""

from __future__ import annotations

from .combatant import label
from .encounter import Encounter
from .statblock import StatBlock
from .text import fold

LANGUAGES = ("en", "fr")


def labels_of(encounter: Encounter, *, but: str = "") -> set[str]:
    """Return what the combatants of a fight are called, folded for comparing; `but` leaves one of them out."""
    return {
        fold(label(combatant, encounter.blocks[combatant.block], language))
        for who, combatant in encounter.combatants.items()
        if who != but
        for language in LANGUAGES
    }


def kind_labels(block: StatBlock, number: int) -> set[str]:
    """Return what a creature without a name of its own is called, folded for comparing; number 0 for none."""
    suffix = f" {number}" if number else ""
    return {fold(block.name.of(language) + suffix) for language in LANGUAGES}


def free_number(encounter: Encounter, block: StatBlock, taken: set[str]) -> int:
    """Return the next number of a kind that leads to a new id and to a new label (never given before in the fight)."""
    number = encounter.numbers.get(block.id, 0) + 1
    while f"{block.id}-{number}" in encounter.combatants or not taken.isdisjoint(kind_labels(block, number)):
        number += 1
    return number


def free_alias(alias: str, taken: set[str], first: int = 0) -> str:
    """Return the alias with the lowest number from `first` that makes it new; 0 stands for none."""
    number = first
    while fold(named := f"{alias} {number}" if number else alias) in taken:
        number = max(number, 1) + 1
    return named
