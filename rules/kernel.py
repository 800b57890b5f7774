"""What every concept of the rules shares: commands, events, refusals, and one decision in progress.

A *command* is what somebody wants, in the imperative. An *event* is what happened, in the past tense, and carries
results (faces, amounts, new values), so that a replay throws no dice and survives a later change of rule. A command
turns into events or into a `CommandRefused`; nothing else comes out of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from .campaign import CampaignState
    from .combatant import Combatant
    from .dice import Dice
    from .encounter import Encounter


def wire_tag(class_name: str) -> str:
    """Return the tag of a class on disk: `DealDamage` becomes `deal_damage`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A frozen value that is written to disk and read back equal.

    Fields that may be missing have a default; defaults are not written, so `None` never reaches a TOML file.
    """


class Command(Record, frozen=True, kw_only=True, tag_field="do", tag=wire_tag):
    """Something somebody wants done. `decide` turns it into events or refuses it."""


class Event(Record, frozen=True, kw_only=True, tag_field="event", tag=wire_tag):
    """Something that happened. `evolve` applies it; it is never refused."""


class CommandRefused(Exception):
    """The rules do not allow a command; nothing has changed.

    `code` is a stable snake_case word (`no_slot`, `unknown_target`), `details` the values a sentence needs. The
    sentence itself is made in the reader's language, outside the rules.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        values = ", ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.code} ({values})" if values else self.code


class Resolution:
    """One command being decided: the state so far, the events so far, and where dice come from.

    Each emitted event is applied at once, so that what follows from it is decided on the state after it.
    """

    __slots__ = ("_evolve", "dice", "events", "forced", "state")

    def __init__(
        self,
        state: CampaignState,
        dice: Dice,
        evolve: Callable[[CampaignState, Event], CampaignState],
        *,
        forced: bool = False,
    ) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.forced = forced
        """Whether the GM overrules what the rules refuse."""
        self._evolve = evolve

    def emit(self, event: Event) -> None:
        """Record an event and apply it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def refuse_unless_forced(self, code: str, **details: Any) -> None:
        """Refuse for a reason that the GM may overrule.

        Raises:
            CommandRefused: `code`, unless the command is forced.
        """
        if not self.forced:
            raise CommandRefused(code, **details)

    @property
    def encounter(self) -> Encounter:
        """The fight that is open.

        Raises:
            CommandRefused: `no_encounter`.
        """
        if self.state.encounter is None:
            raise CommandRefused("no_encounter")
        return self.state.encounter

    def combatant(self, combatant_id: str) -> Combatant:
        """Return a combatant of the open fight, as it is now.

        Raises:
            CommandRefused: `no_encounter`, `unknown_target`.
        """
        found = self.encounter.combatants.get(combatant_id)
        if found is None:
            raise CommandRefused("unknown_target", target=combatant_id)
        return found
