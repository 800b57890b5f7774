"""What a command may ask of the session rather than of the rules: to move in its history."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class UndoRequest:
    """Take back the last entries, whoever made them."""

    count: int = 1


@dataclass(frozen=True)
class RedoRequest:
    """Bring back entries that were taken back."""

    count: int = 1


@dataclass(frozen=True)
class BackRequest:
    """Take back everything since the active combatant's turn began, and that beginning."""


Request = UndoRequest | RedoRequest | BackRequest
