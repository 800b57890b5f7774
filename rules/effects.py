"""How running effects start and end, and concentration with them.

Whatever ends an effect goes through `end_effect`: the last effect of a casting takes its caster's concentration with
it, and the end of a concentration takes all its effects (R000-22). What incapacitates ends concentration (R000-25).
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_combatant, with_encounter
from .combatant import Concentration
from .condition import INCAPACITATING
from .effect import Effect, Until
from .encounter import Encounter
from .kernel import Event, Resolution
from .obligations import close_moot
from .statblock import Names

EndReason = Literal[
    "expired",
    "removed",
    "damage",
    "dispelled",
    "concentration",
    "saved",
    "dead",
    "healed",
    "left",
    "replaced",
    "encounter",
]
BreakReason = Literal[
    "dropped", "replaced", "failed_save", "incapacitated", "dead", "dispelled", "ended", "left", "completed"
]


class EffectStarted(Event, frozen=True, kw_only=True):
    """An effect runs."""

    effect: Effect


class EffectEnded(Event, frozen=True, kw_only=True):
    """An effect runs no longer. Who and what it was is told again, for the log."""

    effect: Effect
    reason: EndReason


class ConditionShrugged(Event, frozen=True, kw_only=True):
    """A combatant is immune to a condition and does not get it."""

    who: str
    condition: str


class ConcentrationStarted(Event, frozen=True, kw_only=True):
    """A combatant holds a spell."""

    who: str
    concentration: Concentration


class ConcentrationEnded(Event, frozen=True, kw_only=True):
    """A combatant holds its spell no longer; the effects it held end with it."""

    who: str
    spell: str
    name: Names
    reason: BreakReason
    in_progress: bool = False
    """Whether the spell was still being cast; the casting is lost, what pays for it is kept (R000-14)."""


def until_rounds(resolution: Resolution, rounds: int, of: str) -> Until | None:
    """Return the end of a duration in rounds: the start of `of`'s turn, that many rounds later (A5E-40).

    A turn of `of` that is still to come this round counts: what is cast as a reaction for one round ends with it.
    Nothing when no combatant is named: the effect then lasts until it is removed.
    """
    if not of:
        return None
    encounter = resolution.encounter
    last = max(encounter.round, 1) + rounds
    if encounter.active and of in encounter.order[encounter.order.index(encounter.active) + 1 :]:
        last -= 1
    return Until(when="start", of=of, round=last)


def start_effect(resolution: Resolution, effect: Effect) -> bool:
    """Start an effect on a combatant, without the conditions it is immune to; its id is given here.

    Returns whether anything runs: an effect that only imposes conditions its target is immune to does not start.
    """
    encounter = resolution.encounter
    immune = set(encounter.block(effect.target).condition_immune)
    for condition in effect.conditions:
        if condition in immune:
            resolution.emit(ConditionShrugged(who=effect.target, condition=condition))
    conditions = tuple(condition for condition in effect.conditions if condition not in immune)
    if effect.conditions and not conditions and not (effect.ongoing or effect.max_hp):
        return False
    effect = replace(effect, id=f"effect-{encounter.next_effect}", conditions=conditions)
    resolution.emit(EffectStarted(effect=effect))
    if not INCAPACITATING.isdisjoint(conditions):
        break_concentration(resolution, effect.target, "incapacitated")
    if "unconscious" in conditions and not resolution.encounter.has_condition(effect.target, "prone"):
        start_effect(resolution, Effect(id="", target=effect.target, conditions=("prone",)))
    return True


def end_effect(resolution: Resolution, effect: Effect, reason: EndReason) -> None:
    """End an effect, and its caster's concentration when it was the last one that this held."""
    if effect.id not in resolution.encounter.effects:
        return
    resolution.emit(EffectEnded(effect=effect, reason=reason))
    close_moot(resolution, lambda obligation: obligation.effect == effect.id)
    if effect.casting and not resolution.encounter.held_by(effect.casting):
        for combatant in resolution.encounter.combatants.values():
            if combatant.concentration is not None and combatant.concentration.casting == effect.casting:
                break_concentration(resolution, combatant.id, "dispelled" if reason == "dispelled" else "ended")


def break_concentration(resolution: Resolution, who: str, reason: BreakReason) -> None:
    """End a combatant's concentration, if it has any, and every effect that it held (R000-22)."""
    held = resolution.encounter.combatants[who].concentration
    if held is None:
        return
    resolution.emit(
        ConcentrationEnded(who=who, spell=held.spell, name=held.name, reason=reason, in_progress=held.in_progress)
    )
    close_moot(
        resolution,
        lambda obligation: obligation.kind in ("concentration_save", "long_casting") and obligation.who == who,
    )
    for effect in resolution.encounter.held_by(held.casting):
        end_effect(resolution, effect, "dispelled" if reason == "dispelled" else "concentration")


def can_concentrate(encounter: Encounter, who: str) -> bool:
    """Return whether a combatant can hold a spell: the dead and the incapacitated cannot (R000-25)."""
    return encounter.combatants[who].is_present and not encounter.has_condition(who, *INCAPACITATING)


def expire_effects(resolution: Resolution, when: Literal["start", "end"], of: str) -> None:
    """End the effects whose moment is the start or the end of this turn."""
    encounter = resolution.encounter
    for effect in tuple(encounter.effects.values()):
        until = effect.until
        if until is not None and until.when == when and until.of == of and encounter.round >= until.round:
            end_effect(resolution, effect, "expired")


def evolve_effect_started(state: CampaignState, event: EffectStarted) -> CampaignState:
    """Return the state with an effect; a raised maximum raises the hit points as well."""
    encounter, effect = state.encounter, event.effect
    target = encounter.combatants.get(effect.target) if encounter is not None else None
    if encounter is None or target is None:
        return state
    number = int(effect.id.rpartition("-")[2]) if effect.id.rpartition("-")[2].isdecimal() else 0
    state = with_encounter(
        state,
        effects={**encounter.effects, effect.id: effect},
        next_effect=max(encounter.next_effect, number + 1),
    )
    if effect.temp_hp:
        state = with_combatant(state, target.id, temp_effect=effect.id)
    if effect.max_hp:
        max_hp = max(1, target.max_hp + effect.max_hp)
        return with_combatant(state, target.id, hp=min(max_hp, target.hp + max(0, effect.max_hp)), max_hp=max_hp)
    return state


def evolve_effect_ended(state: CampaignState, event: EffectEnded) -> CampaignState:
    """Return the state without an effect; hit points stay within the maximum that is left (A5E-46)."""
    if (encounter := state.encounter) is None or event.effect.id not in encounter.effects:
        return state
    effect = event.effect
    state = with_encounter(state, effects={key: value for key, value in encounter.effects.items() if key != effect.id})
    target = encounter.combatants.get(effect.target)
    if target is not None and target.temp_effect == effect.id:
        state = with_combatant(state, target.id, temp_hp=0, temp_effect="")
    if effect.max_hp and target is not None:
        max_hp = max(1, target.max_hp - effect.max_hp)
        return with_combatant(state, target.id, hp=min(target.hp, max_hp), max_hp=max_hp)
    return state


def evolve_condition_shrugged(state: CampaignState, _event: ConditionShrugged) -> CampaignState:
    """Return the state as it was: only the log tells of it."""
    return state


def evolve_concentration_started(state: CampaignState, event: ConcentrationStarted) -> CampaignState:
    """Return the state in which a combatant holds a spell."""
    return with_combatant(state, event.who, concentration=event.concentration)


def evolve_concentration_ended(state: CampaignState, event: ConcentrationEnded) -> CampaignState:
    """Return the state in which a combatant holds nothing."""
    if event.in_progress:
        return with_combatant(state, event.who, concentration=None, long_casting=None)
    return with_combatant(state, event.who, concentration=None)
