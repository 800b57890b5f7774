"""When a casting time allows a spell: action, bonus action, reaction, and castings that take longer."""

from __future__ import annotations

from typing import Literal

from .combatant import Combatant
from .lengths import ROUND_SECONDS, seconds_of
from .spell import Spell

RITUAL_SECONDS = 600
"""What a ritual adds to the casting time (R000-09)."""

TimeRefusal = Literal[
    "no_action", "bonus_action_used", "not_own_turn", "no_trigger", "reaction_used", "bonus_action_rule"
]


def casting_seconds(spell: Spell, *, ritual: bool = False) -> int:
    """Return how long a casting takes, in seconds: one round for an action, ten minutes more for a ritual (A5E-10)."""
    base = seconds_of(spell.time) or ROUND_SECONDS
    return base + (RITUAL_SECONDS if ritual else 0)


def may_cast(
    spell: Spell, caster: Combatant, *, own_turn: bool, triggered: bool = True, bonus_action_rule: bool = True
) -> TimeRefusal | None:
    """Return why the casting time does not allow a spell now, or nothing (R000-11 to R000-13, A5E-08, A5E-42)."""
    used = caster.used
    match spell.time:
        case "bonus":
            if not own_turn:
                return "not_own_turn"
            if used.bonus:
                return "bonus_action_used"
        case "reaction":
            if not triggered:
                return "no_trigger"
            if used.reaction:
                return "reaction_used"
        case _:
            if used.action:
                return "no_action"
    if own_turn and bonus_action_rule and _breaks_bonus_action_rule(spell, caster):
        return "bonus_action_rule"
    return None


def _breaks_bonus_action_rule(spell: Spell, caster: Combatant) -> bool:
    """Return whether a bonus-action spell and this turn's others exclude each other, in either order (R000-12)."""
    casts = caster.used.casts
    if any(cast.time == "bonus" for cast in casts):
        return not (spell.level == 0 and spell.time == "action")
    return spell.time == "bonus" and any(not (cast.level == 0 and cast.time == "action") for cast in casts)
