"""Spell slots by class and level: tables and arithmetic (R000-04, A5E-02 to A5E-06)."""

from __future__ import annotations

from typing import Literal

Progression = Literal["full", "half", "third", "pact"]

FULL_CASTER_SLOTS: tuple[tuple[int, ...], ...] = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0),
    (2, 0, 0, 0, 0, 0, 0, 0, 0),
    (3, 0, 0, 0, 0, 0, 0, 0, 0),
    (4, 2, 0, 0, 0, 0, 0, 0, 0),
    (4, 3, 0, 0, 0, 0, 0, 0, 0),
    (4, 3, 2, 0, 0, 0, 0, 0, 0),
    (4, 3, 3, 0, 0, 0, 0, 0, 0),
    (4, 3, 3, 1, 0, 0, 0, 0, 0),
    (4, 3, 3, 2, 0, 0, 0, 0, 0),
    (4, 3, 3, 3, 1, 0, 0, 0, 0),
    (4, 3, 3, 3, 2, 0, 0, 0, 0),
    (4, 3, 3, 3, 2, 1, 0, 0, 0),
    (4, 3, 3, 3, 2, 1, 0, 0, 0),
    (4, 3, 3, 3, 2, 1, 1, 0, 0),
    (4, 3, 3, 3, 2, 1, 1, 0, 0),
    (4, 3, 3, 3, 2, 1, 1, 1, 0),
    (4, 3, 3, 3, 2, 1, 1, 1, 0),
    (4, 3, 3, 3, 2, 1, 1, 1, 1),
    (4, 3, 3, 3, 3, 1, 1, 1, 1),
    (4, 3, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 3, 2, 2, 1, 1),
)
"""Slots of spell levels 1 to 9 by caster level 0 to 20 (SRD 5.1)."""

PROGRESSIONS: dict[str, Progression] = {
    "bard": "full",
    "cleric": "full",
    "druid": "full",
    "sorcerer": "full",
    "wizard": "full",
    "paladin": "half",
    "ranger": "half",
    "third": "third",
    "eldritch-knight": "third",
    "arcane-trickster": "third",
    "warlock": "pact",
}
"""How the classes that cast gain slots; other classes cast nothing."""

CASTING_ABILITIES: dict[str, Literal["int", "wis", "cha"]] = {
    "bard": "cha",
    "cleric": "wis",
    "druid": "wis",
    "paladin": "cha",
    "ranger": "wis",
    "sorcerer": "cha",
    "warlock": "cha",
    "wizard": "int",
    "third": "int",
    "eldritch-knight": "int",
    "arcane-trickster": "int",
}
PREPARING_CLASSES = frozenset({"cleric", "druid", "paladin", "wizard"})
RITUAL_CLASSES = frozenset({"bard", "cleric", "druid", "wizard"})

_FIRST_LEVEL = {"half": 2, "third": 3}
_SHARE = {"full": 1, "half": 2, "third": 3}


PACT_KEY = "pact"
"""Key of pact slots among a combatant's resources."""


def slot_key(level: int) -> str:
    """Return the key of the spell slots of a level, 1..9, among a combatant's resources."""
    return f"slot.{level}"


def proficiency_bonus(level: int) -> int:
    """Return the proficiency bonus of a character level 1..20: 2 to 6."""
    return 2 + (max(level, 1) - 1) // 4


def _alone(progression: Progression, level: int) -> int:
    """Return the full caster level whose slots a class has when it is the only one that casts."""
    if level < _FIRST_LEVEL.get(progression, 1):
        return 0
    return -(-level // _SHARE[progression])


def slots_for(classes: dict[str, int]) -> tuple[int, ...]:
    """Return slots of spell levels 1..9 for class levels; pact magic is apart (R000-04).

    With several casting classes the shares are rounded down class by class (A5E-04); one casting class among others
    keeps its own table. Classes that do not cast are passed over.
    """
    casting: list[tuple[Progression, int]] = [
        (progression, level)
        for name, level in classes.items()
        if (progression := PROGRESSIONS.get(name)) is not None and progression != "pact" and level > 0
    ]
    if len(casting) == 1:
        ((progression, level),) = casting
        caster_level = _alone(progression, level)
    else:
        caster_level = sum(level // _SHARE[progression] for progression, level in casting)
    return FULL_CASTER_SLOTS[min(caster_level, 20)]


def pact_for(level: int) -> tuple[int, int]:
    """Return (number, spell level) of a warlock's pact slots at class level 0..20 (A5E-03)."""
    if level < 1:
        return (0, 0)
    number = 1 if level == 1 else 2 if level < 11 else 3 if level < 17 else 4
    return (number, min(5, (level + 1) // 2))


def max_spell_level(class_name: str, level: int) -> int:
    """Return the highest spell level that a class may learn at a class level, 0..9 (A5E-05)."""
    progression = PROGRESSIONS.get(class_name)
    if progression is None or level < 1:
        return 0
    if progression == "pact":
        return min(9, (level + 1) // 2)
    return min(9, (_alone(progression, level) + 1) // 2)


def prepared_max(class_name: str, level: int, modifier: int) -> int:
    """Return how many spells a preparing class holds ready: at least 1 (A5E-06)."""
    share = level // 2 if PROGRESSIONS.get(class_name) == "half" else level
    return max(1, share + modifier)
