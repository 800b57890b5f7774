"""What is wrong with a command that was typed, and with dice, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..i18n import N_

DICE: Final[Mapping[str, str]] = {
    "dice_syntax": N_("“{expression}” is no roll such as `2d6+3`."),
    "dice_too_long": N_("The roll is too long: {length} characters at most."),
    "too_many_dice": N_("“{expression}” throws too many dice: {most} at most."),
    "too_many_sides": N_("“{expression}” has a die with too many sides: {sides} at most."),
    "number_too_large": N_("A number in “{expression}” is too large: {number} at most."),
    "division_by_zero": N_("“{expression}” divides by zero."),
    "dice_faces": N_("The faces in “{expression}” do not fit its dice."),
}

NAMES: Final[Mapping[str, str]] = {
    "name_empty": N_("The name is empty."),
    "name_too_long": N_("The name is too long: 80 characters at most."),
    "name_control": N_("The name or the text has a control character or an invisible sign in it."),
    "name_not_text": N_("The name or the text is no valid text."),
}

LANGUAGE: Final[Mapping[str, str]] = {
    "empty": N_("There is no command."),
    "too_long": N_("The command is too long: {most} characters at most."),
    "unclosed_quote": N_("A quote {quote} is opened and never closed."),
    "unclosed_bracket": N_("A bracket is opened and never closed."),
    "unknown_verb": N_("There is no command “{word}”."),
    "unexpected_word": N_("“{word}” does not fit here."),
    "unexpected_sign": N_("“{sign}” does not fit here."),
    "needs_quotes": N_("Put it in quotes: {command}"),
    "said_twice": N_("“{word}” is said twice."),
    "one_name_only": N_("A name or a count fits one character only."),
    "one_attacker_only": N_("This is for exactly one attacker, and there are {count}."),
    "one_target_only": N_("This concerns exactly one target, and there are {count}."),
    "out_of_range": N_("{number} is outside {least} to {most}."),
    "not_a_number": N_("“{word}” is no whole number."),
    "not_an_amount": N_("“{word}” is neither a number nor dice."),
    "bad_level": N_("“{word}” is no spell level such as @3."),
    "moment_of_another": N_("Ongoing damage falls on its target’s own turns."),
    # what is missing
    "missing_targets": N_("Whom does it concern? A target is missing."),
    "missing_attacker": N_("Who attacks? Nobody is active: name the attacker, then the target."),
    "missing_amount": N_("How much? A number or dice are missing."),
    "missing_number": N_("A number is missing."),
    "missing_name": N_("A name is missing."),
    "missing_note": N_("The text is missing."),
    "empty_note": N_("The note is empty."),
    "note_too_long": N_("The note is too long: {most} characters at most."),
    "name_is_a_group": N_("“{name}” means several combatants in commands: take another name."),
    "name_is_a_pattern": N_("“{name}” would be a pattern in commands: take a name without * and ?."),
    "name_is_an_id": N_("“{name}” is how commands call another combatant: take another name."),
    "missing_creature": N_("Which creature? Its name is missing."),
    "missing_character": N_("Which character? The name is missing."),
    "missing_encounter": N_("Which encounter? Its name is missing."),
    "missing_spell": N_("Which spell? Its name is missing."),
    "missing_effect": N_("Which effect? Its name is missing."),
    "missing_effect_name": N_("The effect needs a name, in quotes when it has several words."),
    "missing_action": N_("Which action? Its name is missing."),
    "missing_condition": N_("Which condition? Its name is missing."),
    "missing_ability": N_("Which ability? It is missing."),
    "missing_dc": N_("The difficulty class is missing."),
    "missing_figure": N_("Which figure? It is missing."),
    "missing_status": N_("Which status? It is missing."),
    "missing_side": N_("Which side? It is missing."),
    "missing_moment": N_("Start or end of a turn? It is missing."),
    "missing_unit": N_("Rounds, minutes or hours? The unit is missing."),
    # names that are not there
    "no_encounter": N_("No encounter is open: `load` a prepared one, or `add` creatures."),
    "unknown_target": N_("Nobody here is called “{target}”."),
    "ambiguous_target": N_("“{text}” may be several combatants."),
    "nobody_matches": N_("“{text}” means nobody here."),
    "unknown_creature": N_("No creature is called “{name}”."),
    "ambiguous_creature": N_("“{text}” may be several creatures."),
    "unknown_character": N_("No character is called “{name}”."),
    "ambiguous_character": N_("“{text}” may be several characters."),
    "unknown_spell": N_("No spell is called “{name}”."),
    "ambiguous_spell": N_("“{text}” may be several spells."),
    "unknown_action": N_("{who} has no action “{action}”."),
    "ambiguous_action": N_("“{text}” may be several actions."),
    "unknown_effect": N_("No effect is called “{effect}”."),
    "not_a_spell": N_("{name} is no spell; `{command}` ends it."),
    "ambiguous_effect": N_("“{text}” may be several effects."),
    "unknown_encounter": N_("No prepared encounter is called “{name}”."),
    "ambiguous_encounter": N_("“{text}” may be several encounters."),
    "unknown_condition": N_("There is no condition “{word}”."),
    "unknown_damage_type": N_("There is no damage type “{type}” here."),
    "negative_amount": N_("{amount} is negative; nothing was changed."),
    **DICE,
    **NAMES,
}

ABOUT_FORM: Final = frozenset(
    {"unexpected_word", "unexpected_sign", "not_a_number", "not_an_amount", "said_twice", "one_target_only"}
)
"""Codes beside `missing_…` after which a message shows how the verb is used."""

PURPOSES: Final[Mapping[str, str]] = {
    "attack": N_("attack roll"),
    "save": N_("saving throw"),
    "damage": N_("damage"),
    "healing": N_("healing"),
    "temporary": N_("temporary hit points"),
    "initiative": N_("initiative"),
    "initiative_tie": N_("die that breaks a tie of initiative"),
    "hit_points": N_("hit points"),
    "count": N_("number of creatures"),
    "death_save": N_("death saving throw"),
    "medicine": N_("Wisdom (Medicine) check"),
    "recharge": N_("recharge"),
    "dispel": N_("check to dispel"),
    "pool": N_("hit points that the spell overcomes"),
    "roll": N_("roll"),
}
"""What dice are thrown for."""
