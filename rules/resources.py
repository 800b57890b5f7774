"""Things that are spent and come back: slots, uses a day, breaths that recharge."""

from __future__ import annotations

from typing import Literal

from .campaign import CampaignState
from .change import with_combatant
from .combatant import Resource
from .kernel import Event, Resolution
from .statblock import StatBlock
from .systems import CASTING


class ResourceChanged(Event, frozen=True, kw_only=True):
    """Something was spent, came back, or was set."""

    who: str
    key: str
    left: int
    max: int
    reason: Literal["spent", "regained", "recharged", "set"] = "spent"


def resources_of(block: StatBlock) -> dict[str, Resource]:
    """Return everything that a stat block can spend, full."""
    full: dict[str, int] = {}
    for casting in block.casting:
        for key, number in CASTING[casting.kind].resources(casting).items():
            full[key] = full.get(key, 0) + number
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
