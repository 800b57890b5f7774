"""The words of the field in both languages: what a key of the rules is called on paper.

One table for showing and for reading: the command language accepts every word that stands here, in either language.
The French words are those of the official translation of the SRD.
"""

from __future__ import annotations

from collections.abc import Mapping

from .i18n import language

Term = tuple[str, str]
"""English, French."""

DAMAGE_TYPES: Mapping[str, Term] = {
    "acid": ("acid", "acide"),
    "bludgeoning": ("bludgeoning", "contondant"),
    "cold": ("cold", "froid"),
    "fire": ("fire", "feu"),
    "force": ("force", "force"),
    "lightning": ("lightning", "foudre"),
    "necrotic": ("necrotic", "nécrotique"),
    "piercing": ("piercing", "perforant"),
    "poison": ("poison", "poison"),
    "psychic": ("psychic", "psychique"),
    "radiant": ("radiant", "radiant"),
    "slashing": ("slashing", "tranchant"),
    "thunder": ("thunder", "tonnerre"),
}
CONDITIONS: Mapping[str, Term] = {
    "blinded": ("blinded", "aveuglé"),
    "charmed": ("charmed", "charmé"),
    "deafened": ("deafened", "assourdi"),
    "exhaustion": ("exhaustion", "épuisement"),
    "frightened": ("frightened", "effrayé"),
    "grappled": ("grappled", "agrippé"),
    "incapacitated": ("incapacitated", "neutralisé"),
    "invisible": ("invisible", "invisible"),
    "paralyzed": ("paralyzed", "paralysé"),
    "petrified": ("petrified", "pétrifié"),
    "poisoned": ("poisoned", "empoisonné"),
    "prone": ("prone", "à terre"),
    "restrained": ("restrained", "entravé"),
    "stunned": ("stunned", "étourdi"),
    "unconscious": ("unconscious", "inconscient"),
}
ABILITIES: Mapping[str, Term] = {
    "str": ("STR", "FOR"),
    "dex": ("DEX", "DEX"),
    "con": ("CON", "CON"),
    "int": ("INT", "INT"),
    "wis": ("WIS", "SAG"),
    "cha": ("CHA", "CHA"),
}
SIDES: Mapping[str, Term] = {
    "party": ("party", "groupe"),
    "ally": ("ally", "allié"),
    "foe": ("foe", "ennemi"),
}
STATUSES: Mapping[str, Term] = {
    "alive": ("alive", "en vie"),
    "unconscious": ("dying", "à l’agonie"),
    "stable": ("stable", "stable"),
    "dead": ("dead", "mort"),
    "out": ("out", "hors combat"),
}
CLASSES: Mapping[str, Term] = {
    "barbarian": ("barbarian", "barbare"),
    "bard": ("bard", "barde"),
    "cleric": ("cleric", "clerc"),
    "druid": ("druid", "druide"),
    "fighter": ("fighter", "guerrier"),
    "monk": ("monk", "moine"),
    "paladin": ("paladin", "paladin"),
    "ranger": ("ranger", "rôdeur"),
    "rogue": ("rogue", "roublard"),
    "sorcerer": ("sorcerer", "ensorceleur"),
    "warlock": ("warlock", "occultiste"),
    "wizard": ("wizard", "magicien"),
    "third": ("third caster", "tiers lanceur"),
    "eldritch-knight": ("eldritch knight", "guerrier occulte"),
    "arcane-trickster": ("arcane trickster", "escroc arcanique"),
}
SIZES: Mapping[str, Term] = {
    "tiny": ("tiny", "TP"),
    "small": ("small", "P"),
    "medium": ("medium", "M"),
    "large": ("large", "G"),
    "huge": ("huge", "TG"),
    "gargantuan": ("gargantuan", "Gig"),
}
CREATURE_TYPES: Mapping[str, Term] = {
    "aberration": ("aberration", "aberration"),
    "beast": ("beast", "bête"),
    "celestial": ("celestial", "céleste"),
    "construct": ("construct", "artificiel"),
    "dragon": ("dragon", "dragon"),
    "elemental": ("elemental", "élémentaire"),
    "fey": ("fey", "fée"),
    "fiend": ("fiend", "fiélon"),
    "giant": ("giant", "géant"),
    "humanoid": ("humanoid", "humanoïde"),
    "monstrosity": ("monstrosity", "monstruosité"),
    "ooze": ("ooze", "vase"),
    "plant": ("plant", "plante"),
    "undead": ("undead", "mort-vivant"),
}
SENSES: Mapping[str, Term] = {
    "darkvision": ("darkvision", "vision dans le noir"),
    "blindsight": ("blindsight", "vision aveugle"),
    "truesight": ("truesight", "vision lucide"),
    "tremorsense": ("tremorsense", "perception des vibrations"),
}
SPEEDS: Mapping[str, Term] = {
    "walk": ("walk", "marche"),
    "burrow": ("burrow", "fouissement"),
    "climb": ("climb", "escalade"),
    "fly": ("fly", "vol"),
    "swim": ("swim", "nage"),
}
SKILLS: Mapping[str, Term] = {
    "acrobatics": ("Acrobatics", "Acrobaties"),
    "animal-handling": ("Animal Handling", "Dressage"),
    "arcana": ("Arcana", "Arcanes"),
    "athletics": ("Athletics", "Athlétisme"),
    "deception": ("Deception", "Tromperie"),
    "history": ("History", "Histoire"),
    "insight": ("Insight", "Intuition"),
    "intimidation": ("Intimidation", "Intimidation"),
    "investigation": ("Investigation", "Investigation"),
    "medicine": ("Medicine", "Médecine"),
    "nature": ("Nature", "Nature"),
    "perception": ("Perception", "Perception"),
    "performance": ("Performance", "Représentation"),
    "persuasion": ("Persuasion", "Persuasion"),
    "religion": ("Religion", "Religion"),
    "sleight-of-hand": ("Sleight of Hand", "Escamotage"),
    "stealth": ("Stealth", "Discrétion"),
    "survival": ("Survival", "Survie"),
}


def term(table: Mapping[str, Term], key: str) -> str:
    """Return what a key of `table` is called in the reader's language; the key itself when the table has none."""
    found = table.get(key)
    return key if found is None else found[1 if language() == "fr" else 0]


def damage_type(key: str) -> str:
    """Return the name of a damage type: `slashing`, « tranchant »."""
    return term(DAMAGE_TYPES, key)


def condition(key: str) -> str:
    """Return the name of a condition: `prone`, « à terre »."""
    return term(CONDITIONS, key)


def affected_by(key: str) -> str:
    """Return what somebody with a condition is: `prone`, « à terre »; `exhausted` for exhaustion."""
    return term({"exhaustion": ("exhausted", "épuisé")}, key) if key == "exhaustion" else condition(key)


def ability(key: str) -> str:
    """Return the abbreviation of an ability as on the sheet: `WIS`, « SAG »."""
    return term(ABILITIES, key)
