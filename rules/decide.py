"""Commands in, events out: which function decides which command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import (
    attacks,
    casting,
    concentration,
    conditions,
    damage,
    death,
    dispelling,
    figures,
    healing,
    initiative,
    joining,
    notes,
    roster,
    saves,
    settling,
)
from .campaign import CampaignState
from .dice import Dice
from .evolve import evolve
from .kernel import Command, Event, Resolution, wire_tag

HANDLERS: dict[type[Command], Callable[[Resolution, Any], None]] = {
    joining.AddCombatants: joining.decide_add_combatants,
    joining.LoadEncounter: joining.decide_load_encounter,
    roster.RemoveCombatants: roster.decide_remove_combatants,
    roster.SetVisibility: roster.decide_set_visibility,
    roster.RenameCombatant: roster.decide_rename_combatant,
    roster.EndEncounter: roster.decide_end_encounter,
    roster.AdoptSettings: roster.decide_adopt_settings,
    initiative.SetInitiative: initiative.decide_set_initiative,
    initiative.StartEncounter: initiative.decide_start_encounter,
    initiative.NextTurn: initiative.decide_next_turn,
    initiative.JumpTo: initiative.decide_jump_to,
    damage.DealDamage: damage.decide_deal_damage,
    healing.Heal: healing.decide_heal,
    healing.GrantTemporary: healing.decide_grant_temporary,
    death.Stabilise: death.decide_stabilise,
    death.Revive: death.decide_revive,
    conditions.ApplyCondition: conditions.decide_apply_condition,
    conditions.RemoveCondition: conditions.decide_remove_condition,
    conditions.AddEffect: conditions.decide_add_effect,
    conditions.EndEffect: conditions.decide_end_effect,
    concentration.DropConcentration: concentration.decide_drop_concentration,
    attacks.Attack: attacks.decide_attack,
    attacks.CheckHit: attacks.decide_check_hit,
    saves.RollSaves: saves.decide_roll_saves,
    casting.CastSpell: casting.decide_cast_spell,
    dispelling.Dispel: dispelling.decide_dispel,
    settling.Settle: settling.decide_settle,
    settling.Waive: settling.decide_waive,
    figures.SetFigure: figures.decide_set_figure,
    notes.WriteNote: notes.decide_write_note,
    notes.RollDice: notes.decide_roll_dice,
}
"""The one function that decides each type of command."""

COMMANDS: dict[str, type[Command]] = {wire_tag(command.__name__): command for command in HANDLERS}
"""Command types by their tag on disk."""


def decide(state: CampaignState, command: Command, dice: Dice, *, forced: bool = False) -> tuple[Event, ...]:
    """Return the events that a command causes, in order. The same inputs give the same events.

    `forced` overrules those refusals that a GM may overrule.

    Raises:
        CommandRefused: with the code that the command's own function documents.
        RollNeeded: when `dice` were given beforehand and do not suffice.
        FaceOutOfRange: when a face that was given is not on its die.
    """
    resolution = Resolution(state, dice, evolve, forced=forced)
    HANDLERS[type(command)](resolution, command)
    return tuple(resolution.events)
