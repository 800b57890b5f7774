"""What the rules refuse, as sentences. `{who}`, `{target}`, `{caster}` and `{active}` become names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..i18n import N_

SENTENCES: Final[Mapping[str, str]] = {
    # who and what there is
    "no_encounter": N_("No encounter is open: `load` a prepared one, or `add` creatures."),
    "unknown_target": N_("Nobody here is called “{target}”."),
    "unknown_action": N_("{creature} has no action “{action}”."),
    "unknown_effect": N_("No effect is called “{effect}”."),
    "unknown_condition": N_("There is no condition “{condition}”."),
    "unknown_damage_type": N_("There is no damage type “{type}” here."),
    "unknown_obligation": N_("Nothing with number {number} waits; open: {open}."),
    "unknown_figure": N_("There is no figure “{figure}”; known: {known}."),
    "unknown_value": N_("“{value}” is no value here; known: {known}."),
    "no_target": N_("This needs a target."),
    "nobody": N_("Nobody takes part yet: `add` somebody first."),
    "nobody_left": N_("Nobody is left who could have a turn."),
    "dead": N_("{target} is dead."),
    "dead_target": N_("{target} is dead, and {spell} is not cast on the dead."),
    "out": N_("{target} is out of the fight."),
    "already_here": N_("{target} already takes part."),
    "already_loaded": N_("{encounter} is loaded already."),
    "too_many_combatants": N_("A fight holds {most} combatants at most."),
    "count_range": N_("{count} is too many or too few; the limit is {most}."),
    "bad_hp": N_("“{hp}” are no hit points: a number, `average`, `max` or `roll`."),
    "name_taken": N_("Somebody here is called “{name}” already."),
    "already_hidden": N_("{target} is hidden already."),
    "already_visible": N_("{target} is not hidden."),
    # turns
    "already_started": N_("The fight is in round {round} already."),
    "not_started": N_("The fight has not begun: `start` it."),
    "no_initiative": N_("Nobody concerned has an initiative count: `init` gives one."),
    "turn_moved_on": N_("The turn has moved on meanwhile: round {round}, {active}."),
    "already_active": N_("It is {target}’s turn already."),
    # amounts
    "negative_amount": N_("{amount} is negative; nothing was changed."),
    "bad_dice": N_("“{expression}” is no roll: {reason}"),
    "not_a_number": N_("“{value}” is no whole number."),
    "figure_range": N_("{value} is outside {least} to {most}."),
    "times_range": N_("{times} attacks at once: the limit is {most}."),
    "knock_out_needs_melee": N_("Only a melee attack knocks out: add `melee`."),
    # attacks
    "no_attack": N_("{creature} has no attack."),
    "cannot_act": N_("{who} is incapacitated and cannot act."),
    "not_recharged": N_("{who} has not recharged this yet."),
    "no_uses": N_("{who} has no uses of this left."),
    # death
    "not_dying": N_("{target} is not dying."),
    "not_dead": N_("{target} is not dead."),
    "down_at_zero": N_("{target} is down at 0 hit points: only healing or `stabilise` changes that."),
    # conditions and effects
    "immune_to_condition": N_("{target} cannot be {condition}."),
    "not_affected": N_("{target} is not {condition}."),
    "exhaustion_level": N_("Exhaustion has levels 1 to 6, not {level}."),
    "not_concentrating": N_("{target} concentrates on nothing."),
    # casting
    "no_casting": N_("{caster} casts no spells."),
    "not_prepared": N_("{caster} has not prepared {spell}."),
    "not_known": N_("{caster} does not know {spell}."),
    "not_a_ritual": N_("{spell} is no ritual."),
    "no_ritual_feature": N_("{caster} casts no rituals."),
    "ritual_no_upcast": N_("A ritual is cast at the spell’s own level."),
    "armor_not_mastered": N_("{caster} wears armour without proficiency."),
    "verbal": N_("{caster} cannot speak, and {spell} needs words."),
    "somatic": N_("{caster} has no free hand, and {spell} needs gestures."),
    "material": N_("{caster} lacks the material that {spell} needs."),
    "no_action": N_("{caster} has used its action."),
    "bonus_action_used": N_("{caster} has used its bonus action."),
    "reaction_used": N_("{caster} has used its reaction."),
    "no_trigger": N_("Nothing triggers the reaction {spell}."),
    "not_own_turn": N_("It is not {caster}’s turn."),
    "bonus_action_rule": N_("With a spell as a bonus action, only a cantrip of one action goes in the same turn."),
    "slot_level": N_("There are no slots of level {level}."),
    "slot_too_low": N_("A slot of level {level} is too low: level {needed} at least."),
    "no_slot": N_("{caster} has no slot of level {level} left."),
    "cantrip_no_slot": N_("{spell} is a cantrip and takes no slot."),
    "no_upcast": N_("{spell} cannot be cast at another level this way."),
    "not_casting": N_("{caster} is in the middle of no casting."),
    "already_continued": N_("{caster} has gone on with {spell} this round already."),
    "not_dispellable": N_("This effect cannot be dispelled."),
    "instantaneous": N_("An instantaneous spell leaves nothing to dispel."),
    # the queue, notes, the history
    "nothing_to_settle": N_("Nothing waits to be settled."),
    "empty_note": N_("The note is empty."),
    "nothing_to_undo": N_("There is nothing to take back."),
    "no_turn": N_("It is nobody’s turn; `undo` takes back the last command."),
    "first_turn": N_("This is the first turn; `undo` goes further back."),
    "nothing_to_redo": N_("There is nothing to bring back."),
    "changed_meanwhile": N_("Somebody else has changed the fight meanwhile: look again before you go on."),
}

OVERRULED: Final = frozenset(
    {
        "already_loaded",
        "knock_out_needs_melee",
        "cannot_act",
        "not_recharged",
        "no_uses",
        "no_casting",
        "dead_target",
        "not_prepared",
        "not_known",
        "not_a_ritual",
        "no_ritual_feature",
        "ritual_no_upcast",
        "armor_not_mastered",
        "verbal",
        "somatic",
        "material",
        "no_action",
        "bonus_action_used",
        "reaction_used",
        "no_trigger",
        "not_own_turn",
        "bonus_action_rule",
        "no_slot",
        "already_continued",
        "not_dispellable",
        "instantaneous",
    }
)
"""Codes that the GM may overrule with `!`."""
