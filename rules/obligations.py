"""The queue of what the rules ask for: how obligations get into it and out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_encounter
from .kernel import Event, Resolution
from .obligation import Obligation


class ObligationRaised(Event, frozen=True, kw_only=True):
    """The rules ask for something."""

    obligation: Obligation


class ObligationClosed(Event, frozen=True, kw_only=True):
    """An obligation is settled, waived, or pointless by now."""

    number: int
    how: Literal["settled", "waived", "moot"]


def raise_obligation(resolution: Resolution, obligation: Obligation) -> None:
    """Put an obligation at the end of the queue; its number is given here."""
    number = resolution.encounter.next_obligation
    resolution.emit(ObligationRaised(obligation=replace(obligation, number=number)))


def close_moot(resolution: Resolution, is_moot: Callable[[Obligation], bool]) -> None:
    """Close every obligation that has become pointless."""
    for number, obligation in tuple(resolution.encounter.obligations.items()):
        if is_moot(obligation):
            resolution.emit(ObligationClosed(number=number, how="moot"))


def evolve_obligation_raised(state: CampaignState, event: ObligationRaised) -> CampaignState:
    """Return the state with one more obligation."""
    encounter = state.encounter
    if encounter is None or event.obligation.who not in encounter.combatants:
        return state
    number = event.obligation.number
    return with_encounter(
        state,
        obligations={**encounter.obligations, number: event.obligation},
        next_obligation=max(encounter.next_obligation, number + 1),
    )


def evolve_obligation_closed(state: CampaignState, event: ObligationClosed) -> CampaignState:
    """Return the state without an obligation."""
    if (encounter := state.encounter) is None:
        return state
    return with_encounter(
        state, obligations={key: value for key, value in encounter.obligations.items() if key != event.number}
    )
