"""Things that are spent and come back: slots, uses a day, breaths that recharge."""

from __future__ import annotations

from typing import Literal

from .campaign import CampaignState
from .change import with_combatant
from .combatant import Resource
from .kernel import Event, Resolution
from .statblock import StatBlock


class ResourceChanged(Event, frozen=True, kw_only=True):
    """Something was spent, came back, or was set."""

    who: str
    key: str
    left: int
    max: int
    reason: Literal["spent", "regained", "recharged", "set"] = "spent"


def slot_key(level: int) -> str:
    """Return the key of the spell slots of a level, 1..9."""
    return f"slot.{level}"


def resources_of(block: StatBlock) -> dict[str, Resource]:
    """Return everything that a stat block can spend, full."""
    full: dict[str, int] = {}
    for casting in block.casting:
        for level, slots in enumerate(casting.slots, start=1):
            if slots:
                full[slot_key(level)] = full.get(slot_key(level), 0) + slots
        if casting.pact_slots:
            full["pact"] = full.get("pact", 0) + casting.pact_slots
        for spell, times in casting.per_day.items():
            full[f"{'item' if casting.kind == 'item' else 'spell'}.{spell}"] = times
    for action in block.actions:
        if action.recharge is not None:
            full[f"action.{action.id}"] = 1
        elif action.uses is not None:
            full[f"action.{action.id}"] = action.uses
    return {key: Resource(left=number, max=number) for key, number in full.items()}


def left(resolution: Resolution, who: str, key: str) -> int:
    """Return how much of a resource a combatant has left; 0 when it has none of the kind."""
    resource = resolution.combatant(who).resources.get(key)
    return resource.left if resource else 0


def spend(resolution: Resolution, who: str, key: str, refusal: str) -> None:
    """Spend one of a resource.

    Raises:
        CommandRefused: `refusal`, with `who` and `key`, when nothing is left, unless forced.
    """
    resource = resolution.combatant(who).resources.get(key)
    if resource is None or resource.left < 1:
        resolution.refuse_unless_forced(refusal, who=who, key=key)
        return
    resolution.emit(ResourceChanged(who=who, key=key, left=resource.left - 1, max=resource.max))


def evolve_resource_changed(state: CampaignState, event: ResourceChanged) -> CampaignState:
    """Return the state with what is left of a resource."""
    encounter = state.encounter
    if encounter is None or event.who not in encounter.combatants:
        return state
    resources = encounter.combatants[event.who].resources
    return with_combatant(
        state, event.who, resources={**resources, event.key: Resource(left=event.left, max=event.max)}
    )
