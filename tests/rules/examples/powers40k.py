"""The operations of the powers document (004) that it shares with D&D 5e: no second copy of any of them."""

from __future__ import annotations

from tests.rules.examples import dnd5e
from tests.rules.examples.operation import Operation

SHARED = (
    "attack_roll",
    "cast_spell",
    "concentration_dcs",
    "dispel_effect",
    "environment_save",
    "gain_condition",
    "may_cast",
    "spell_attack",
    "spell_dc",
)

OPERATIONS: dict[str, Operation] = {name: dnd5e.OPERATIONS[name] for name in SHARED}
"""By `action.do`."""
