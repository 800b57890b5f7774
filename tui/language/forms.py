"""How each verb is used, for the help: what stands behind it, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..i18n import N_, _
from .words import word_for

FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "load": (N_("ENCOUNTER"), N_("open a prepared encounter, or bring it in as reinforcements")),
    "add": (
        N_("[COUNT] CREATURE [as NAME] [hidden] [hp max|roll|N] [init N] [friend]"),
        N_("let creatures join; `add pc NAME` and `add party` for characters"),
    ),
    "remove": (N_("TARGETS"), N_("take combatants out of the fight for good")),
    "hide": (N_("TARGETS"), N_("hide combatants from the players; `reveal` shows them")),
    "reveal": (N_("TARGETS"), N_("show combatants to the players")),
    "rename": (N_("TARGET NAME"), N_('give a combatant another name; `""` takes it back')),
    "init": (N_("TARGETS N|roll …"), N_("give or roll initiative, for several at once")),
    "start": ("", N_("roll what monsters lack and begin round 1")),
    "next": ("", N_("end the turn and begin the next one")),
    "back": ("", N_("take back everything since the turn before")),
    "jump": (N_("TARGET"), N_("give the turn to somebody in the same round")),
    "end": ("", N_("end the fight; characters keep what they have left")),
    "attack": (
        N_("[ATTACKER] TARGETS [ACTION] [adv|dis] [x2]"),
        N_("attack with an action of the stat block, by default all of Multiattack"),
    ),
    "hits": (N_("TOTAL TARGET"), N_("say whether a total from the table hits")),
    "damage": (
        N_(
            "TARGETS AMOUNT [TYPE] [magical|silvered|adamantine] [+ …] [half|none SAVE] "
            "[crit] [melee] [nonlethal] [by TARGET]"
        ),
        N_("deal one roll of damage, with a save for each: `half dex 13`"),
    ),
    "heal": (N_("TARGETS AMOUNT"), N_("give back hit points")),
    "temp": (N_("TARGETS AMOUNT [new|old]"), N_("give temporary hit points; the larger ones stay")),
    "save": (N_("TARGETS ABILITY DC [adv|dis]"), N_("roll saving throws")),
    "stabilise": (N_("TARGET [by TARGET]"), N_("stabilise somebody who is dying, by a check or surely")),
    "revive": (N_("TARGET [HP]"), N_("bring the dead back")),
    "cast": (
        N_("[CASTER] SPELL [@LEVEL] [on TARGETS] [ritual] [TYPE]"),
        N_("cast a spell: pay for it, roll, apply"),
    ),
    "dispel": (N_("[CASTER] EFFECT [on TARGET] [@LEVEL]"), N_("end a running spell by Dispel Magic")),
    "drop": (N_("[CASTER]"), N_("let go of the spell that is concentrated on")),
    "condition": (
        N_("TARGETS [-]CONDITION [until start|end of TARGET] [N rounds] [save ABILITY DC at end]"),
        N_("give a condition, or take it away with -"),
    ),
    "condition.exhaustion": (N_("TARGETS LEVEL"), N_("set the level of exhaustion, 0 for none")),
    "effect": (
        N_("TARGETS NAME [AMOUNT TYPE at start|end] [until …]"),
        N_("start an effect of your own, with damage each turn if you like; `effect TARGET -NAME` ends it"),
    ),
    "settle": (N_("[NUMBER [FACE …]]"), N_("roll what waits, or say what fell at the table")),
    "waive": (N_("[NUMBER]"), N_("let what waits go without a roll")),
    "set": (N_("TARGET FIGURE VALUE"), N_("set a figure by hand: hp, maxhp, temp, ac, init, slots 3, status …")),
    "note": (N_("TEXT"), N_("write into the log")),
    "roll": (N_("DICE"), N_("roll dice")),
    "undo": (N_("[N]"), N_("take back the last commands")),
    "redo": (N_("[N]"), N_("bring back what was taken back")),
    "help": (N_("[VERB]"), N_("say how a command is used")),
}
"""By verb, in the order in which a fight needs them."""


FURTHER: Final[Mapping[str, str]] = {
    "init": N_(
        "Higher counts act first; equal counts by the higher initiative bonus; where that is equal as well a die "
        "decides once. Monsters of a kind that share a count act together."
    ),
}
"""What the help says of a verb beside its form."""


def form(verb: str) -> str:
    """Return a verb with what stands behind it, in the reader's language."""
    return f"{word_for(verb)} {_(FORMS[verb][0])}".rstrip()


def forms() -> Iterator[tuple[str, str]]:
    """Yield each verb with what stands behind it, and what it does, in the reader's language."""
    for verb, (_behind, meaning) in FORMS.items():
        yield form(verb), _(meaning)


def help_lines(verb: str = "") -> Iterator[str]:
    """Yield how a verb is used and what it does, or that of every verb."""
    for one in (verb,) if verb else FORMS:
        yield form(one)
        yield f"    {_(FORMS[one][1])}"
        if verb in FURTHER:
            yield f"    {_(FURTHER[verb])}"
