"""What differs from one way of casting to another: what a caster has, and what it may pay a spell with.

A `CastingSystem` answers for one kind of `Casting`; everything else about a casting is common to all of them.
"""

from __future__ import annotations

from .daily_uses import DailyUses
from .offer import CastingSystem, Offer
from .spell_slots import SpellSlots

CASTING: dict[str, CastingSystem] = {
    "slots": SpellSlots(),
    "pact": SpellSlots(),
    "innate": DailyUses("spell"),
    "item": DailyUses("item"),
}
"""By the kind of a `Casting`."""

__all__ = ["CASTING", "CastingSystem", "Offer"]
