"""Casting with spell slots, pact slots among them (R000-04, A5E-03)."""

from __future__ import annotations

from ..combatant import Combatant
from ..slots import PACT_KEY, slot_key
from ..spell import Spell
from ..statblock import Casting, StatBlock
from .offer import Offer


def slots_left(caster: Combatant, block: StatBlock) -> tuple[tuple[int, str], ...]:
    """Return the slots a caster has left as (level, resource key), lowest first, ordinary before pact slots."""
    keys = [(level, slot_key(level)) for level in range(1, 10)]
    keys += [(casting.pact_level, PACT_KEY) for casting in block.casting if casting.pact_slots]
    found = [(level, key) for level, key in keys if key in caster.resources and caster.resources[key].left > 0]
    return tuple(sorted(found, key=lambda slot: slot[0]))


class SpellSlots:
    """Slots by spell level; any spell known or prepared may use either pool."""

    nothing_left = "no_slot"
    upcasts = True

    def resources(self, casting: Casting) -> dict[str, int]:
        """Return slots by level, and pact slots."""
        full = {slot_key(level): slots for level, slots in enumerate(casting.slots, start=1) if slots}
        if casting.pact_slots:
            full[PACT_KEY] = casting.pact_slots
        return full

    def knows(self, casting: Casting, spell: Spell) -> bool:
        """Return whether the spell is at will, known or prepared."""
        return spell.id in casting.at_will or spell.id in casting.spells

    def offers(self, caster: Combatant, block: StatBlock, casting: Casting, spell: Spell) -> tuple[Offer, ...]:
        """Return the slots left of the spell's level or higher; cantrips and spells at will cost none (R000-08)."""
        if spell.level == 0 or spell.id in casting.at_will:
            return (Offer(casting=casting, level=spell.level),)
        return tuple(
            Offer(casting=casting, level=level, key=key)
            for level, key in slots_left(caster, block)
            if level >= spell.level
        )
