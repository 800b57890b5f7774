"""How each operation of the worked examples is carried out: one thin adapter for each system.

An adapter builds a state from what is given, sends the command or asks the very function that `decide` asks, and reads
off what came of it. It knows operations, never single records.
"""

from __future__ import annotations

from tests.rules.examples import dnd5e, powers40k
from tests.rules.examples.operation import Operation

OPERATIONS: dict[str, dict[str, Operation]] = {
    "000": dnd5e.OPERATIONS,
    "003": dnd5e.OPERATIONS,
    "004": powers40k.OPERATIONS,
}
"""By document and `action.do`: from (given, action) to everything that could be expected."""
