"""What a way of casting has to answer."""

from __future__ import annotations

from typing import Protocol

from ..combatant import Combatant
from ..kernel import Record
from ..spell import Spell
from ..statblock import Casting, StatBlock


class Offer(Record, frozen=True, kw_only=True):
    """One way to pay for a spell, with what the caster has left."""

    casting: Casting
    level: int
    """Level at which the spell would be cast."""
    key: str = ""
    """Key of the resource that one is spent of; nothing when it costs nothing."""


class CastingSystem(Protocol):
    """One way of casting: spell slots, uses a day …"""

    nothing_left: str
    """Code of the refusal when nothing is left to pay with."""
    upcasts: bool
    """Whether a spell may be cast above its own level."""

    def resources(self, casting: Casting) -> dict[str, int]:
        """Return what the caster can spend when it has everything, by key."""
        ...

    def knows(self, casting: Casting, spell: Spell) -> bool:
        """Return whether the caster may cast the spell this way at all (R000-01)."""
        ...

    def offers(self, caster: Combatant, block: StatBlock, casting: Casting, spell: Spell) -> tuple[Offer, ...]:
        """Return what the caster can pay with now, lowest level first."""
        ...
