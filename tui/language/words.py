"""Every word of the command language in English and French, and what it means.

Both languages are always accepted. A word means one thing wherever it stands: `end` ends the fight as a verb and names
the end of a turn behind `until`, which is the same thought. The first word of each list is the one that is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from rules.text import fold

from .. import terms
from ..i18n import Language, language

Words = tuple[tuple[str, ...], tuple[str, ...]]
"""English, French."""

VERBS: Final[Mapping[str, Words]] = {
    "add": (("add",), ("ajouter", "ajoute")),
    "remove": (("remove",), ("retirer", "retire")),
    "hide": (("hide",), ("cacher",)),
    "reveal": (("reveal",), ("révéler", "révèle")),
    "rename": (("rename",), ("renommer", "renomme")),
    "load": (("load",), ("charger", "charge")),
    "start": (("start",), ("commencer", "commence", "début")),
    "end": (("end",), ("terminer", "termine", "fin")),
    "init": (("init", "initiative"), ("init",)),
    "next": (("next",), ("suivant", "prochain")),
    "back": (("back",), ("retour",)),
    "jump": (("jump",), ("aller",)),
    "attack": (("attack",), ("attaquer", "attaque")),
    "hits": (("hits",), ("touche", "toucher")),
    "damage": (("damage",), ("dégâts", "dégât")),
    "heal": (("heal",), ("soins", "soigner", "soigne")),
    "temp": (("temp",), ("temp",)),
    "save": (("save",), ("sauvegarde", "jds")),
    "cast": (("cast",), ("lancer", "lance")),
    "dispel": (("dispel",), ("dissiper",)),
    "drop": (("drop",), ("rompre",)),
    "condition": (("condition",), ("état",)),
    "effect": (("effect",), ("effet",)),
    "settle": (("settle",), ("régler", "règle")),
    "waive": (("waive",), ("ignorer", "ignore")),
    "stabilise": (("stabilise", "stabilize"), ("stabiliser",)),
    "revive": (("revive",), ("ranimer", "ranime")),
    "set": (("set",), ("fixer", "fixe")),
    "note": (("note",), ("note", "noter")),
    "roll": (("roll",), ("dés", "jet")),
    "undo": (("undo",), ("annuler", "annule")),
    "redo": (("redo",), ("rétablir", "rétablis")),
    "help": (("help",), ("aide", "aider")),
}
"""What a command begins with. `exhaustion` is one more: the condition, set to a level."""

KEYWORDS: Final[Mapping[str, Words]] = {
    "pc": (("pc", "pcs"), ("pj", "pjs")),
    "as": (("as",), ("nommé", "nommée")),
    "hidden": (("hidden",), ("caché", "cachée")),
    "hp": (("hp",), ("pv",)),
    "max": (("max", "maximum"), ("max",)),
    "average": (("average",), ("moyenne",)),
    "advantage": (("adv", "advantage"), ("avantage", "av")),
    "disadvantage": (("dis", "disadvantage"), ("désavantage", "désav")),
    "multiattack": (("multiattack",), ("attaques-multiples", "multiattaque")),
    "half": (("half",), ("moitié",)),
    "none": (("none",), ("rien", "aucun")),
    "critical": (("crit", "critical"), ("critique",)),
    "melee": (("melee",), ("mêlée", "corps-à-corps")),
    "nonlethal": (("nonlethal", "non-lethal"), ("assommer", "non-létal", "non-létaux")),
    "magical": (("magical", "magic"), ("magique", "magiques")),
    "quality.silvered": (("silvered", "silver"), ("argenté", "argentée", "argent")),
    "quality.adamantine": (("adamantine",), ("adamantium", "adamantine")),
    "by": (("by",), ("par",)),
    "nobody": (("nobody",), ("personne",)),
    "on": (("on",), ("sur",)),
    "ritual": (("ritual",), ("rituel",)),
    "innate": (("innate",), ("inné", "innée")),
    "item": (("item",), ("objet",)),
    "until": (("until",), ("jusqu'à", "jusqu'au", "jusque")),
    "of": (("of",), ("de", "du", "d'")),
    "at": (("at",), ("à", "au")),
    "the": (("the",), ("la", "le")),
    "turn": (("turn", "turns"), ("tour",)),
    "rounds": (("rounds", "round"), ("rounds", "round", "tours")),
    "minutes": (("minutes", "minute"), ("minutes", "minute")),
    "hours": (("hours", "hour"), ("heures", "heure")),
    "dispelled": (("dispelled",), ("dissipé", "dissipée")),
    "all": (("all",), ("tous", "toutes")),
    "foes": (("foes", "foe"), ("ennemis", "ennemi")),
    "party": (("party",), ("groupe",)),
    "allies": (("allies", "ally", "friend", "friends"), ("alliés", "allié", "ami", "amis")),
    "marked": (("marked",), ("marqués", "marqué")),
    "active": (("active",), ("actif", "active")),
    "max_hp": (("maxhp",), ("pvmax",)),
    "ac": (("ac",), ("ca",)),
    "slots": (("slots", "slot"), ("emplacements", "emplacement")),
    "pact": (("pact",), ("pacte",)),
    "uses": (("uses",), ("utilisations",)),
    "successes": (("successes", "success"), ("réussites", "réussite", "succès")),
    "failures": (("failures", "failure"), ("échecs", "échec")),
    "status": (("status",), ("statut",)),
    "side": (("side",), ("camp",)),
    "alive": (("alive",), ("vivant", "vivante")),
    "stable": (("stable",), ("stable",)),
    "dead": (("dead",), ("mort", "morte")),
    "out": (("out",), ("sorti", "sortie")),
    "new": (("new",), ("nouveaux", "nouveau")),
    "old": (("old",), ("anciens", "ancien")),
}
"""What may stand behind the verb."""

_ABILITIES: Final[Mapping[str, Words]] = {
    "ability.str": (("str", "strength"), ("for",)),
    "ability.dex": (("dex", "dexterity"), ("dex", "dextérité")),
    "ability.con": (("con", "constitution"), ("con", "constitution")),
    "ability.int": (("int", "intelligence"), ("int", "intelligence")),
    "ability.wis": (("wis", "wisdom"), ("sag", "sagesse")),
    "ability.cha": (("cha", "charisma"), ("cha", "charisme")),
}
"""Force is left out: in both languages that word is a damage type."""

_FEMININE: Final = {"é": "ée", "i": "ie", "t": "te"}


def _damage_words() -> Iterator[tuple[str, Words]]:
    for key, (english, french) in terms.DAMAGE_TYPES.items():
        yield f"damage.{key}", ((english,), (french, f"{french}s"))


def _condition_words() -> Iterator[tuple[str, Words]]:
    for key, (english, french) in terms.CONDITIONS.items():
        if key in ("prone", "exhaustion"):
            continue
        feminine = french[:-1] + _FEMININE.get(french[-1], french[-1])
        yield f"condition.{key}", ((english,), (french, feminine))
    yield "condition.prone", (("prone",), ("à-terre", "terre"))
    yield "condition.exhaustion", (("exhaustion", "exhausted"), ("épuisement", "épuisé", "épuisée"))


DAMAGE_TYPES: Final[Mapping[str, Words]] = dict(_damage_words())
CONDITIONS: Final[Mapping[str, Words]] = dict(_condition_words())
ABILITIES: Final = _ABILITIES

MEANINGS: Final[Mapping[str, Words]] = {**VERBS, **KEYWORDS, **ABILITIES, **DAMAGE_TYPES, **CONDITIONS}
"""Every meaning and its words."""


@cache
def meanings() -> Mapping[str, str]:
    """Return the meaning of each word, without accents and case."""
    return {fold(word): meaning for meaning, both in MEANINGS.items() for words in both for word in words}


def meaning_of(word: str) -> str | None:
    """Return what a word means, or nothing when the language does not have it."""
    return meanings().get(fold(word))


def word_for(meaning: str, shown: Language | None = None) -> str:
    """Return the word that is shown for a meaning, in the reader's language or the one that is given."""
    english, french = MEANINGS[meaning]
    return (french if (shown or language()) == "fr" else english)[0]


def own_words(meaning: str) -> tuple[str, ...]:
    """Return the words of a meaning in the reader's language."""
    return MEANINGS[meaning][1 if language() == "fr" else 0]


def words_for(meaning: str) -> tuple[str, ...]:
    """Return every word of a meaning, those of the reader's language first."""
    english, french = MEANINGS[meaning]
    return (*french, *english) if language() == "fr" else (*english, *french)
