"""What a casting needs at hand: voice, gestures, materials (R000-16 to R000-19)."""

from __future__ import annotations

from typing import Literal

from .combatant import Bearing
from .spell import Spell


def missing_component(spell: Spell, bearing: Bearing) -> Literal["verbal", "somatic", "material"] | None:
    """Return the component that cannot be supplied, or nothing (A5E-12)."""
    if "V" in spell.components and not bearing.can_speak:
        return "verbal"
    needs_material = "M" in spell.components
    hands = bearing.free_hands
    if needs_material and bearing.has_focus and bearing.focus_in_hand:
        hands += 1  # the hand that holds the focus may make the gestures as well
    if "S" in spell.components and hands < 1:
        return "somatic"
    if needs_material and (hands < 1 or not _has_material(spell, bearing)):
        return "material"
    return None


def _has_material(spell: Spell, bearing: Bearing) -> bool:
    if not spell.material_cost and not spell.consumed:
        stock = bearing.materials or {}
        return bearing.has_focus or (spell.material or spell.id) in stock
    if bearing.materials is None:
        return True
    return bearing.materials.get(spell.material or spell.id, 0) > 0
