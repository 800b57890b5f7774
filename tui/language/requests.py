"""What a command may ask that the rules do not decide: to move in the history, and how commands are used."""

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


@dataclass(frozen=True)
class HelpRequest:
    """Say how a verb is used, or which verbs there are; nothing is written."""

    verb: str = ""
    """Meaning of the verb, or nothing for all of them."""


Request = UndoRequest | RedoRequest | BackRequest | HelpRequest
