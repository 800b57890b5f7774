"""Small helpers that make the next state out of the one before it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .campaign import CampaignState


def with_encounter(state: CampaignState, **changes: Any) -> CampaignState:
    """Return the state with fields of its open fight changed; the same state when none is open."""
    if state.encounter is None:
        return state
    return replace(state, encounter=replace(state.encounter, **changes))


def with_combatant(state: CampaignState, who: str, **changes: Any) -> CampaignState:
    """Return the state with fields of one combatant changed; the same state when it is not there."""
    encounter = state.encounter
    if encounter is None or who not in encounter.combatants:
        return state
    combatants = {**encounter.combatants, who: replace(encounter.combatants[who], **changes)}
    return with_encounter(state, combatants=combatants)
