"""The adapter of the D&D 5e documents: spellcasting (000), damage and healing (003)."""

from __future__ import annotations

from tests.rules.examples import dnd5e_casting, dnd5e_concentration, dnd5e_health
from tests.rules.examples.operation import Operation

OPERATIONS: dict[str, Operation] = {
    **dnd5e_casting.OPERATIONS,
    **dnd5e_concentration.OPERATIONS,
    **dnd5e_health.OPERATIONS,
}
"""By `action.do`."""
