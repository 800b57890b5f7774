"""Damage: what a roll does to a combatant, in the documented order (R003-01 to R003-12, A5E-19)."""

from __future__ import annotations

from typing import Literal

from .kernel import Command, Event, Record
from .statblock import Ability, Damage

DAMAGE_TYPES: tuple[str, ...] = (
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
)
"""The thirteen damage types (R003-06)."""


class SaveFor(Record, frozen=True, kw_only=True):
    """A saving throw against damage: what is left of it on a success."""

    ability: Ability
    dc: int
    on_success: Literal["half", "none"] = "half"


class DealDamage(Command, frozen=True, kw_only=True):
    """Deal one roll of damage to some combatants, with a save for each when there is one."""

    targets: tuple[str, ...]
    parts: tuple[Damage, ...]
    save: SaveFor | None = None
    critical: bool = False
    melee: bool = False
    nonlethal: bool = False
    """Knock out instead of killing (R003-20); melee only."""
    by: str = ""
    """Id of the combatant that deals it, or nothing."""


class RolledPart(Record, frozen=True, kw_only=True):
    """One part of a damage roll after the dice fell."""

    amount: int
    """Never negative."""
    type: str = ""
    magical: bool = False
    dice: str = ""
    """The expression that was thrown, critical dice included."""
    faces: tuple[int, ...] = ()


class Step(Record, frozen=True, kw_only=True):
    """One step by which an amount changed: why a number is what it is."""

    code: Literal["save_half", "save_none", "immune", "reduction", "resistant", "vulnerable"]
    after: int
    rule: str
    """The rule's id, such as R003-08."""


class TakenPart(Record, frozen=True, kw_only=True):
    """One part of the damage that a combatant takes, with the steps that led to it."""

    rolled: int
    amount: int
    type: str = ""
    steps: tuple[Step, ...] = ()


class DamageRolled(Event, frozen=True, kw_only=True):
    """The dice of one source of damage fell, once for all its targets (R003-04)."""

    parts: tuple[RolledPart, ...]
    by: str = ""
    critical: bool = False


class DamageTaken(Event, frozen=True, kw_only=True):
    """A combatant took damage, or none of it."""

    who: str
    parts: tuple[TakenPart, ...]
    taken: int
    """Sum of the parts, before temporary hit points (A5E-14)."""
    absorbed: int = 0
    """What temporary hit points took of it."""
    excess: int = 0
    """What was left when hit points reached 0 (R003-12)."""
    hp: int
    """Hit points afterwards."""
    temp_hp: int = 0
    """Temporary hit points afterwards."""
    by: str = ""
    critical: bool = False
