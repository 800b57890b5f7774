"""The words of the worked examples: French keys, as the rules' own identifiers."""

from __future__ import annotations

from typing import Literal

from rules.statblock import Defence
from rules.text import fold, slug

DAMAGE_TYPES = {
    "acide": "acid",
    "contondant": "bludgeoning",
    "feu": "fire",
    "force": "force",
    "froid": "cold",
    "foudre": "lightning",
    "necrotique": "necrotic",
    "perforant": "piercing",
    "poison": "poison",
    "psychique": "psychic",
    "radiant": "radiant",
    "tonnerre": "thunder",
    "tranchant": "slashing",
}
CONDITIONS = {
    "aveugle": "blinded",
    "charme": "charmed",
    "assourdi": "deafened",
    "effraye": "frightened",
    "terrorise": "frightened",
    "agrippe": "grappled",
    "neutralise": "incapacitated",
    "hors de combat": "incapacitated",
    "invisible": "invisible",
    "paralyse": "paralyzed",
    "petrifie": "petrified",
    "empoisonne": "poisoned",
    "a terre": "prone",
    "entrave": "restrained",
    "etourdi": "stunned",
    "inconscient": "unconscious",
    "epuisement": "exhaustion",
}
MODES = {"normal": "normal", "avantage": "advantage", "desavantage": "disadvantage"}
UNITS = {"round": "round", "tour": "round", "minute": "minute", "heure": "hour", "jour": "day", "annee": "year"}


def keep(word: str) -> Literal["new", "old"]:
    """Return which temporary hit points somebody chose: the new ones, or those that were there."""
    return "new" if fold(word).startswith("nouv") else "old"


def damage_type(word: str) -> str:
    """Return the rules' damage type; an unknown word stays as it is, for the rules to refuse."""
    return DAMAGE_TYPES.get(fold(word), word)


def defence(word: str) -> Defence:
    """Return a defence such as `feu` or `tous non magiques`."""
    folded = fold(word)
    unless = ("magical",) if "non magique" in folded else ()
    kind = folded.split(" non magique")[0]
    return Defence(type="all" if kind.startswith("tous") else damage_type(kind), unless=unless)


def duration(given: dict[str, object]) -> str:
    """Return a duration table as the rules write it."""
    unit = fold(str(given.get("unit", "")))
    if unit.startswith("instantane"):
        return "instant"
    if unit.startswith("jusqu"):
        return "until-dispelled"
    return f"{given['value']} {UNITS[unit.removesuffix('s') if unit != 'mois' else unit]}"


def spell_id(name: str) -> str:
    """Return the id of a spell by its name."""
    return slug(name)
