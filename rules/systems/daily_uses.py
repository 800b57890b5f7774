"""Casting without slots: innate spells so many times a day, and magic items with charges (R000-06, A5E-07)."""

from __future__ import annotations

from typing import Literal

from ..combatant import Combatant
from ..spell import Spell
from ..statblock import Casting, StatBlock
from .offer import Offer


class DailyUses:
    """Spells at will, or with a number of uses each; always at their own level."""

    nothing_left = "no_uses"
    upcasts = False

    def __init__(self, stem: Literal["spell", "item"]) -> None:
        self._stem = stem

    def resources(self, casting: Casting) -> dict[str, int]:
        """Return uses by spell."""
        return {f"{self._stem}.{spell}": times for spell, times in casting.per_day.items()}

    def knows(self, casting: Casting, spell: Spell) -> bool:
        """Return whether the spell is one of those given."""
        return spell.id in casting.at_will or spell.id in casting.per_day

    def offers(self, caster: Combatant, block: StatBlock, casting: Casting, spell: Spell) -> tuple[Offer, ...]:
        """Return the one use, when there is one left."""
        del block
        if spell.id in casting.at_will:
            return (Offer(casting=casting, level=spell.level),)
        key = f"{self._stem}.{spell.id}"
        resource = caster.resources.get(key)
        if resource is None or resource.left < 1:
            return ()
        return (Offer(casting=casting, level=spell.level, key=key),)
