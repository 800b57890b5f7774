"""What the rules demand and nobody has answered yet: one queue, oldest first."""

from __future__ import annotations

from typing import Literal

from .kernel import Record
from .statblock import Ability

ObligationKind = Literal[
    "concentration_save", "death_save", "initiative", "save_ends", "ongoing_damage", "recharge", "long_casting"
]


class Obligation(Record, frozen=True, kw_only=True):
    """One thing to settle: a save to roll, an initiative to give, an action to recharge."""

    number: int
    """How people name it; never reused in a fight."""
    kind: ObligationKind
    who: str
    """Id of the combatant it concerns."""
    ability: Ability | None = None
    dc: int = 0
    bonus: int = 0
    damage: int = 0
    """The damage that called for a concentration save."""
    effect: str = ""
    """Id of the effect that a save would end or that does damage."""
    action: str = ""
    """Id of the action that a roll would bring back."""
    source: str = ""
    """Id of the combatant that caused it."""
