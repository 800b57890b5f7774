"""What a session needs of the rules: decisions, their effects, and the classes to read both back from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from .journal import UnknownEvent

if TYPE_CHECKING:
    from rules.campaign import CampaignState
    from rules.dice import Dice
    from rules.kernel import Command, Event


class Engine(Protocol):
    """Rules that a journal can be kept of. States are frozen and compare with `==`."""

    @property
    def wire(self) -> str:
        """Which form events and states have in a file: another word for every other form."""
        ...

    def initial(self) -> CampaignState:
        """Return the state before the first command."""
        ...

    def decide(self, state: CampaignState, command: Command, dice: Dice, *, forced: bool) -> tuple[Event, ...]:
        """Return what a command makes happen, or raise `CommandRefused` or `RollNeeded`."""
        ...

    def evolve(self, state: CampaignState, event: Event) -> CampaignState:
        """Return the state after an event. Never refuses."""
        ...

    def segment_of(self, state: CampaignState) -> str:
        """Return the id of the fight that is open, or nothing between fights."""
        ...

    def event_of(self, data: dict[str, Any]) -> Event:
        """Return an event from plain data, or raise `UnknownEvent` or `msgspec.ValidationError`."""
        ...

    def state_of(self, data: Any) -> CampaignState:
        """Return a state from plain data, or raise `msgspec.ValidationError`."""
        ...


class Rules:
    """The rules of this program, each part imported when it is first needed: to look at a campaign decides nothing."""

    wire = "229c5bfb"
    """A fingerprint of the classes of events and states, written down because working it out takes longer than a
    start may; a test holds it against them."""

    def initial(self) -> CampaignState:
        """See `Engine.initial`."""
        from rules.campaign import CampaignState

        return CampaignState()

    def decide(self, state: CampaignState, command: Command, dice: Dice, *, forced: bool) -> tuple[Event, ...]:
        """See `Engine.decide`."""
        from rules.decide import decide

        return decide(state, command, dice, forced=forced)

    def evolve(self, state: CampaignState, event: Event) -> CampaignState:
        """See `Engine.evolve`."""
        from rules.evolve import evolve

        return evolve(state, event)

    def segment_of(self, state: CampaignState) -> str:
        """See `Engine.segment_of`."""
        return state.encounter.id if state.encounter is not None else ""

    def event_of(self, data: dict[str, Any]) -> Event:
        """See `Engine.event_of`."""
        from rules.evolve import EVENTS

        kind = EVENTS.get(str(data.get("event")))
        if kind is None:
            raise UnknownEvent(str(data.get("event")))
        return msgspec.convert(data, kind, str_keys=True)

    def state_of(self, data: Any) -> CampaignState:
        """See `Engine.state_of`."""
        from rules.campaign import CampaignState

        return msgspec.convert(data, CampaignState, str_keys=True)


RULES = Rules()
