"""Words that people write in their files, in English or French, as the keys and figures of the rules."""

from __future__ import annotations

import re
from typing import Any, Literal

from rules.condition import CONDITIONS
from rules.damage_type import DAMAGE_TYPES
from rules.rolls import DiceSyntaxError, parse_roll
from rules.statblock import ABILITIES, Ability, Damage, Defence
from rules.text import NotAName, clean_name, clean_note, fold, slug

from .library.srd import LIBRARY
from .nearest import nearest

Kind = Literal["ability", "class", "condition", "damage", "sense", "skill", "speed", "type"]

CLASSES: tuple[str, ...] = (
    "barbarian",
    "bard",
    "cleric",
    "druid",
    "fighter",
    "monk",
    "paladin",
    "ranger",
    "rogue",
    "sorcerer",
    "warlock",
    "wizard",
    "eldritch-knight",
    "arcane-trickster",
)
SKILL_ABILITIES: dict[str, Ability] = {
    "acrobatics": "dex",
    "animal-handling": "wis",
    "arcana": "int",
    "athletics": "str",
    "deception": "cha",
    "history": "int",
    "insight": "wis",
    "intimidation": "cha",
    "investigation": "int",
    "medicine": "wis",
    "nature": "int",
    "perception": "wis",
    "performance": "cha",
    "persuasion": "cha",
    "religion": "int",
    "sleight-of-hand": "dex",
    "stealth": "dex",
    "survival": "wis",
}
"""The ability that each skill goes by (SRD 5.1)."""
_ENGLISH: dict[str, tuple[str, ...]] = {
    "ability": ABILITIES,
    "class": CLASSES,
    "condition": CONDITIONS,
    "damage": DAMAGE_TYPES,
    "skill": tuple(SKILL_ABILITIES),
    "sense": ("blindsight", "darkvision", "tremorsense", "truesight"),
    "speed": ("walk", "burrow", "climb", "fly", "swim"),
    "type": (
        "aberration",
        "beast",
        "celestial",
        "construct",
        "dragon",
        "elemental",
        "fey",
        "fiend",
        "giant",
        "humanoid",
        "monstrosity",
        "ooze",
        "plant",
        "undead",
    ),
}
_FRENCH_CLASSES = {"barbare": "barbarian", "guerrier": "fighter", "moine": "monk", "roublard": "rogue"}
_MAGICAL = frozenset({"magical", "magique", "magiques"})
_PIERCED_BY = {
    "nonmagical": "magical",
    "magique": "magical",
    "nonsilvered": "silvered",
    "argente": "silvered",
    "nonadamantine": "adamantine",
    "adamantine": "adamantine",
}
"""What gets through a defence that a word restricts."""
_SPELLS = frozenset({"spells", "spell", "sorts", "sort"})
_ALL = frozenset({"all", "tous", "tout"})

XP_BY_CR: dict[str, int] = {
    "0": 10, "1/8": 25, "1/4": 50, "1/2": 100, "1": 200, "2": 450, "3": 700, "4": 1100, "5": 1800, "6": 2300, "7": 2900,
    "8": 3900, "9": 5000, "10": 5900, "11": 7200, "12": 8400, "13": 10000, "14": 11500, "15": 13000, "16": 15000,
    "17": 18000, "18": 20000, "19": 22000, "20": 25000, "21": 33000, "22": 41000, "23": 50000, "24": 62000, "25": 75000,
    "26": 90000, "27": 105000, "28": 120000, "29": 135000, "30": 155000,
}  # fmt: skip
"""Experience for a creature by its challenge rating (SRD 5.1)."""


class Misread(ValueError):
    """Text of people that has no meaning here. `code` says why, `details` what was written and what would be known."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


def known_words(kind: Kind) -> tuple[str, ...]:
    """Return the words of a kind in both languages: what a file may say, for messages that suggest."""
    terms = LIBRARY.terms.get(kind, {})
    french = (*terms.values(), *(_FRENCH_CLASSES if kind == "class" else ()))
    return tuple(dict.fromkeys((*_ENGLISH.get(kind, ()), *terms, *french)))


def find_word(kind: Kind, text: str) -> str | None:
    """Return the key that a word of either language stands for, or nothing."""
    wanted = fold(text).strip()
    if wanted in _ENGLISH.get(kind, ()) or slug(wanted) in _ENGLISH.get(kind, ()):
        return slug(wanted)
    if kind == "class" and wanted in _FRENCH_CLASSES:
        return _FRENCH_CLASSES[wanted]
    # The table of terms is read only for what is no English key.
    return next((key for key, french in LIBRARY.terms.get(kind, {}).items() if wanted in (key, fold(french))), None)


def read_word(kind: Kind, text: str) -> str:
    """Return the key that a word stands for.

    Raises:
        Misread: `unknown_ability`, `unknown_condition`, `unknown_damage`, `unknown_skill` …, with the `known` words.
    """
    found = find_word(kind, text)
    if found is None:
        raise Misread(f"unknown_{kind}", value=text, known=known_words(kind))
    return found


def read_ability(text: str) -> Ability:
    """Return an ability.

    Raises:
        Misread: `unknown_ability`.
    """
    found = read_word("ability", text)
    return next(ability for ability in ABILITIES if ability == found)


def read_class(text: str) -> str:
    """Return the key of a class; one of the GM's own is kept, unless it looks like a slip of the pen.

    Raises:
        Misread: `unknown_class`.
    """
    found = find_word("class", text)
    if found is None and nearest(text, known_words("class"), likeness=0.75):
        raise Misread("unknown_class", value=text, known=known_words("class"))
    return found or slug(text)


def read_name(text: str) -> str:
    """Return a name as it is kept.

    Raises:
        Misread: `name_empty`, `name_too_long`, `name_control`, `name_not_text`.
    """
    try:
        return clean_name(text)
    except NotAName as error:
        raise Misread(error.code) from None


def read_note(text: str) -> str:
    """Return a note as it is kept; an empty one stays empty.

    Raises:
        Misread: as `read_name`.
    """
    if not text.strip():
        return ""
    try:
        return clean_note(text)
    except NotAName as error:
        raise Misread(error.code) from None


def read_dice(text: str) -> str:
    """Return an expression that can be thrown, without the spaces around it.

    Raises:
        Misread: `dice_syntax`, `too_many_dice` and the other codes of `DiceSyntaxError`, with `value`.
    """
    try:
        parse_roll(text)
    except DiceSyntaxError as error:
        raise Misread(error.code, value=text) from None
    return text.strip()


def read_damage(text: str, *, magical: bool = False) -> tuple[Damage, ...]:
    """Return the parts of `1d8+3 slashing + 2d6 fire magical`; a lone amount has no type.

    Raises:
        Misread: `unknown_damage`, `damage_untyped` (one part of several), and what `read_dice` raises.
    """
    pieces: list[str] = []
    pending: list[str] = []  # `1d8` of `1d8+3 slashing`: the words that end a part are still to come
    for piece in text.split("+"):
        pending.append(piece)
        part = "+".join(pending).strip()
        if _SPLIT.fullmatch(part):
            pieces.append(part)
            pending = []
    if pending and pieces:
        raise Misread("damage_untyped", value="+".join(pending).strip())
    pieces = pieces or ["+".join(pending).strip()]
    return tuple(_damage_part(piece, magical) for piece in pieces)


# An amount ends where a word of two letters or more begins: `2d6kh1 fire` has the selector in its amount.
_SPLIT = re.compile(r"(?P<amount>.*?\S)\s+(?P<words>[^\W\d_]{2,}(?:[\s-]+[^\W\d_]{2,})*)")


def _damage_part(piece: str, magical: bool) -> Damage:
    found = _SPLIT.fullmatch(piece)
    if found is None:
        return Damage(dice=read_dice(piece), magical=magical)
    words = found["words"].split()
    qualities = [word for word in words[1:] if fold(word) not in _MAGICAL]
    if qualities:
        raise Misread("unknown_quality", value=qualities[0], known=tuple(sorted(_MAGICAL)))
    return Damage(
        dice=read_dice(found["amount"]), type=read_word("damage", words[0]), magical=magical or len(words) > 1
    )


def read_defence(text: str) -> Defence:
    """Return what `fire`, `bludgeoning nonmagical`, `contondant non magique` or `spells` defends against.

    Raises:
        Misread: `unknown_damage`, `unknown_quality`.
    """
    words = [word for word in re.split(r"[\s-]+", fold(text)) if word not in ("non", "from", "des", "contre")]
    if not words:
        raise Misread("unknown_damage", value=text, known=known_words("damage"))
    first, *qualities = words
    unless: list[str] = []
    only: list[str] = ["spell"] if first in _SPELLS else []
    for word in qualities:
        if word in _SPELLS:
            only.append("spell")
        elif word in _PIERCED_BY:
            unless.append(_PIERCED_BY[word])
        else:
            raise Misread("unknown_quality", value=word, known=(*_PIERCED_BY, *sorted(_SPELLS)))
    kind = "all" if first in _ALL or first in _SPELLS else read_word("damage", first)
    return Defence(type=kind, unless=tuple(unless), only=tuple(only))


def read_cr(value: str | int | float) -> str:
    """Return a challenge rating as the SRD writes it: `1/4`, `5`.

    Raises:
        Misread: `unknown_cr`.
    """
    text = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}.get(value, str(value)) if not isinstance(value, str) else value
    text = text.replace(" ", "").removesuffix(".0")
    if text not in XP_BY_CR:
        raise Misread("unknown_cr", value=str(value), known=tuple(XP_BY_CR))
    return text
