"""Attack rolls, and the other actions of a stat block (R003-05, RULES 3.4)."""

from __future__ import annotations

from typing import Literal

from .kernel import Command, Event
from .statblock import Names

Mode = Literal["normal", "advantage", "disadvantage"]
Outcome = Literal["hit", "miss", "critical"]


class Attack(Command, frozen=True, kw_only=True):
    """Use an attack, a whole Multiattack, or an action that asks for saves, and apply what it does."""

    attacker: str
    targets: tuple[str, ...]
    action: str = ""
    """Id of the action; nothing: the first Multiattack, else the first attack."""
    mode: Mode = "normal"
    """What the GM states; conditions are added to it."""
    times: int = 1


class CheckHit(Command, frozen=True, kw_only=True):
    """Say whether a total that was rolled at the table hits somebody's armour class."""

    total: int
    target: str


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack roll fell."""

    attacker: str
    target: str
    action: str
    name: Names
    faces: tuple[int, ...]
    """One face, or two with advantage or disadvantage."""
    kept: int
    bonus: int
    total: int
    ac: int
    mode: Mode = "normal"
    mode_reasons: tuple[str, ...] = ()
    """What gave advantage or disadvantage: conditions, or `stated`."""
    outcome: Outcome


class HitChecked(Event, frozen=True, kw_only=True):
    """A total was compared with an armour class."""

    target: str
    total: int
    ac: int
    hit: bool


class ActionTaken(Event, frozen=True, kw_only=True):
    """A combatant used its action, bonus action or reaction, or an action of its stat block that asks for saves."""

    who: str
    use: Literal["action", "bonus", "reaction", "none"] = "action"
    action: str = ""
    name: Names | None = None
    """Set when it is an action of the stat block that rolls no attack."""
    targets: tuple[str, ...] = ()
