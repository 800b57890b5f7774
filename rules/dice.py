"""Where faces come from: the system's generator in play, loaded or seeded dice in tests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from .kernel import Record


class RollRequest(Record, frozen=True, kw_only=True):
    """Dice that a rule asks for."""

    count: int
    """How many dice, from 1."""
    sides: int
    purpose: str = ""
    """A stable word that says what the roll is for: `attack`, `save`, `damage`, `initiative` …"""
    who: str = ""
    """Id of the combatant that rolls, or nothing."""


class Dice(Protocol):
    """Where faces come from. Play draws from the system's generator; tests load or seed them."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return `request.count` faces, each 1..sides."""
        ...


class RollNeeded(Exception):
    """The dice that were given do not suffice: `request` is the first roll without faces."""

    def __init__(self, request: RollRequest) -> None:
        super().__init__(f"{request.count}d{request.sides} for {request.purpose}")
        self.request = request


class FaceOutOfRange(Exception):
    """A face that was given does not exist on the die: `face`, `request`."""

    def __init__(self, face: int, request: RollRequest) -> None:
        super().__init__(f"{face} on a d{request.sides}")
        self.face = face
        self.request = request


class SeededDice:
    """Dice that always fall the same way for one seed. For tests and examples."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return the next faces of the sequence."""
        return tuple(self._random.randint(1, request.sides) for _ in range(request.count))


class HighestDice:
    """Dice that always show their highest face."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return the highest face for each die."""
        return (request.sides,) * request.count


class LoadedDice:
    """Faces given beforehand, handed out in the order in which they are asked for."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces that nobody has asked for."""
        return tuple(self._faces)

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return the next faces.

        Raises:
            RollNeeded: when there are not enough.
            FaceOutOfRange: when one is not on the die.
        """
        if len(self._faces) < request.count:
            raise RollNeeded(request)
        taken, self._faces = self._faces[: request.count], self._faces[request.count :]
        for face in taken:
            if not 1 <= face <= request.sides:
                raise FaceOutOfRange(face, request)
        return tuple(taken)
