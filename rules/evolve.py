"""Events in, state out: which function applies which event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from . import (
    attacks,
    casting,
    damage,
    death,
    dispelling,
    effects,
    figures,
    healing,
    initiative,
    joining,
    notes,
    obligations,
    resources,
    roster,
    saves,
    settling,
)
from .campaign import CampaignState
from .kernel import Event, wire_tag

APPLIERS: dict[type[Event], Callable[[CampaignState, Any], CampaignState]] = {
    roster.SettingsAdopted: roster.evolve_settings_adopted,
    joining.EncounterOpened: joining.evolve_encounter_opened,
    joining.EncounterLoaded: joining.evolve_encounter_loaded,
    joining.BlockEntered: joining.evolve_block_entered,
    joining.CombatantJoined: joining.evolve_combatant_joined,
    roster.CombatantLeft: roster.evolve_combatant_left,
    roster.VisibilityChanged: roster.evolve_visibility_changed,
    roster.CombatantRenamed: roster.evolve_combatant_renamed,
    roster.EncounterEnded: roster.evolve_encounter_ended,
    initiative.InitiativeSet: initiative.evolve_initiative_set,
    initiative.RoundStarted: initiative.evolve_round_started,
    initiative.TurnStarted: initiative.evolve_turn_started,
    initiative.TurnEnded: initiative.evolve_turn_ended,
    damage.DamageRolled: damage.evolve_damage_rolled,
    damage.DamageTaken: damage.evolve_damage_taken,
    healing.AmountRolled: healing.evolve_amount_rolled,
    healing.Healed: healing.evolve_healed,
    healing.TemporaryGranted: healing.evolve_temporary_granted,
    death.StatusChanged: death.evolve_status_changed,
    death.DeathSavesChanged: death.evolve_death_saves_changed,
    death.DeathSaveRolled: death.evolve_death_save_rolled,
    death.MedicineChecked: death.evolve_medicine_checked,
    death.Revived: death.evolve_revived,
    attacks.AttackRolled: attacks.evolve_attack_rolled,
    attacks.HitChecked: attacks.evolve_hit_checked,
    attacks.ActionTaken: attacks.evolve_action_taken,
    saves.SaveRolled: saves.evolve_save_rolled,
    casting.SpellCast: casting.evolve_spell_cast,
    casting.LongCastingStarted: casting.evolve_long_casting_started,
    casting.LongCastingContinued: casting.evolve_long_casting_continued,
    dispelling.DispelTried: dispelling.evolve_dispel_tried,
    settling.RechargeRolled: settling.evolve_recharge_rolled,
    figures.FigureSet: figures.evolve_figure_set,
    notes.NoteWritten: notes.evolve_note_written,
    notes.DiceRolled: notes.evolve_dice_rolled,
    effects.EffectStarted: effects.evolve_effect_started,
    effects.EffectEnded: effects.evolve_effect_ended,
    effects.ConditionShrugged: effects.evolve_condition_shrugged,
    effects.ConcentrationStarted: effects.evolve_concentration_started,
    effects.ConcentrationEnded: effects.evolve_concentration_ended,
    obligations.ObligationRaised: obligations.evolve_obligation_raised,
    obligations.ObligationClosed: obligations.evolve_obligation_closed,
    resources.ResourceChanged: resources.evolve_resource_changed,
}
"""The one function that applies each type of event."""

EVENTS: dict[str, type[Event]] = {wire_tag(event.__name__): event for event in APPLIERS}
"""Event types by their tag on disk."""


def evolve(state: CampaignState, event: Event) -> CampaignState:
    """Return the state after an event. Total: no dice, no refusal, no error for an event of a known type."""
    return APPLIERS[type(event)](state, event)


def replay(events: Iterable[Event], state: CampaignState | None = None) -> CampaignState:
    """Return what events add up to, from an empty campaign or from `state`."""
    return reduce(evolve, events, CampaignState() if state is None else state)
