"""What things of a fight are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.effect import Effect
from rules.encounter import Encounter
from rules.obligation import Obligation
from rules.statblock import Names

from .. import terms
from ..i18n import _, language, n_
from ..typography import whose

UNNAMED = "encounter"
"""Name of a fight that nobody has named."""
LONG: Final = 100
"""Rounds from which a length is said in minutes and hours."""
ROUNDS_A_MINUTE: Final = 10
SpellNames = Callable[[str], Names | None]
"""Looks a spell's names up by its id. A fight itself knows those of running spells only."""


def fight_name(name: str) -> str:
    """Return what a fight is called, in the reader's language."""
    return _("Encounter") if name == UNNAMED else name


def name_of(encounter: Encounter, combatant_id: str) -> str:
    """Return what people call a combatant, in the reader's language; its id when it has left."""
    return encounter.label(combatant_id, language())


def words_of(key: str) -> str:
    """Return an id as words, for what has no name."""
    return key.replace("-", " ")


def spell_name(spell_id: str, spell_names: SpellNames | None) -> str:
    """Return a spell's name in the reader's language; the words of its id when nobody knows it."""
    names = spell_names(spell_id) if spell_names else None
    return names.of(language()) if names else words_of(spell_id)


def effect_name(effect: Effect) -> str:
    """Return an effect's name: that given to it, its spell's, or its conditions'."""
    if effect.name:
        return effect.name.of(language())
    return ", ".join(terms.condition(key) for key in effect.conditions) or effect.id


def rounds_left(encounter: Encounter, effect: Effect) -> int:
    """Return in how many rounds an effect ends; 0 when that is this round, or no count says so."""
    return max(0, effect.until.round - encounter.round) if effect.until else 0


def remaining(encounter: Encounter, effect: Effect) -> str:
    """Return how long an effect still runs, in the reader's language; nothing when only its end by hand is left."""
    if effect.until is None:
        return ""
    if left := rounds_left(encounter, effect):
        return length(left)
    owner = whose(name_of(encounter, effect.until.of))
    if effect.until.when == "start":
        return _("until the start of {whose} turn").format(whose=owner)
    return _("until the end of {whose} turn").format(whose=owner)


def length(rounds: int) -> str:
    """Return a number of rounds as people say it: in rounds, from ten minutes on in minutes and hours, rounded up."""
    if rounds < LONG:
        return n_("{n} round", "{n} rounds", rounds).format(n=rounds)
    hours, minutes = divmod(-(-rounds // ROUNDS_A_MINUTE), 60)
    pieces = [
        n_("{n} hour", "{n} hours", hours).format(n=hours) if hours else "",
        n_("{n} minute", "{n} minutes", minutes).format(n=minutes) if minutes else "",
    ]
    return " ".join(filter(None, pieces))


def brief_length(rounds: int) -> str:
    """Return a number of rounds for a line that has little room: `3`, `10 min`, `8 h`."""
    if rounds < LONG:
        return str(rounds)
    minutes = -(-rounds // ROUNDS_A_MINUTE)
    return f"{minutes} min" if minutes < 60 else f"{-(-minutes // 60)} h"


def ongoing_text(effect: Effect) -> str:
    """Return the damage that an effect does each turn, `1d4 fire at start`; nothing without any."""
    if effect.ongoing is None:
        return ""
    damage = " + ".join(f"{part.dice} {terms.damage_type(part.type)}".rstrip() for part in effect.ongoing.damage)
    sentence = _("{damage} at start") if effect.ongoing.when == "start" else _("{damage} at end")
    return sentence.format(damage=damage)


def obligation_text(encounter: Encounter, obligation: Obligation) -> str:
    """Return what an obligation asks for, in the reader's language, without whom it concerns."""
    ability = terms.ability(obligation.ability) if obligation.ability else ""
    match obligation.kind:
        case "concentration_save":
            return _("concentration on {spell}, {ability} DC {dc} ({damage} damage)").format(
                spell=_held_name(encounter, obligation.who), ability=ability, dc=obligation.dc, damage=obligation.damage
            )
        case "death_save":
            return _("death saving throw, DC {dc}").format(dc=obligation.dc or 10)
        case "initiative":
            return _("initiative")
        case "save_ends":
            return _("{ability} save DC {dc} to end {effect}").format(
                ability=ability, dc=obligation.dc, effect=_effect_by_id(encounter, obligation.effect)
            )
        case "ongoing_damage":
            return _("damage from {effect}").format(effect=_effect_by_id(encounter, obligation.effect))
        case "long_casting":
            return _long_casting_text(encounter, obligation.who)
        case "recharge":
            return _("recharge of {action} ({dc}–6 on a d6)").format(
                action=_action_name(encounter, obligation.who, obligation.action), dc=obligation.dc
            )


def _held_name(encounter: Encounter, combatant_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    held = combatant.concentration if combatant else None
    return held.name.of(language()) if held else "?"


def _long_casting_text(encounter: Encounter, combatant_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    casting = combatant.long_casting if combatant else None
    if casting is None:
        return _("going on with a casting")
    return _("going on with casting {spell}: turn {turn} of {needed}").format(
        spell=casting.spell.name.of(language()), turn=casting.done + 1, needed=casting.needed
    )


def _effect_by_id(encounter: Encounter, effect_id: str) -> str:
    effect = encounter.effects.get(effect_id)
    return effect_name(effect) if effect else effect_id


def _action_name(encounter: Encounter, combatant_id: str, action_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    action = encounter.blocks[combatant.block].action(action_id) if combatant else None
    return action.name.of(language()) if action else words_of(action_id)
