"""The dice of play: the operating system's generator."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.dice import RollRequest


_RANDOM = SystemRandom()


class SystemDice:
    """Dice that nobody can foretell."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return `request.count` faces, each 1..sides and as likely as any other."""
        return tuple(_RANDOM.randint(1, request.sides) for _ in range(request.count))
