"""Running effects as values: what holds a combatant, who holds it, and when it ends.

Every condition is part of an effect, also one that the GM sets by hand, so that one mechanism ends them all.
"""

from __future__ import annotations

from typing import Literal

from .kernel import Record
from .statblock import Ability, Damage, Names


class Until(Record, frozen=True, kw_only=True):
    """The moment at which an effect ends: the start or the end of a named combatant's turn.

    The moment is the first such turn in round `round` or later. Keyed to an id, never to an initiative count.
    """

    when: Literal["start", "end"]
    of: str
    """Id of the combatant whose turn it is."""
    round: int = 0


class EndingSave(Record, frozen=True, kw_only=True):
    """A saving throw that ends an effect, made at the end of each of its target's turns."""

    ability: Ability
    dc: int


class Ongoing(Record, frozen=True, kw_only=True):
    """Damage that an effect does at the start or the end of its target's turns."""

    when: Literal["start", "end"]
    damage: tuple[Damage, ...]


class Effect(Record, frozen=True, kw_only=True):
    """Something that runs on one combatant.

    `casting` ties together all effects of one casting of a spell: when its caster stops concentrating, they all end.
    """

    id: str
    """`effect-7`; never reused in a fight."""
    target: str
    """Id of the combatant it runs on."""
    name: Names | None = None
    """Name of the spell, the action, or what the GM calls it; nothing for a bare condition."""
    spell: str = ""
    """Id of the spell it comes from, or nothing."""
    source: str = ""
    """Id of the combatant it comes from, or nothing."""
    casting: str = ""
    """Id shared by the effects of one casting, or nothing."""
    level: int = 0
    """Level at which the spell was cast."""
    dispellable: bool = False
    """Whether it is a spell's running effect."""
    whole: bool = False
    """Whether it stands for all of its casting, such as the area that the spell fills: with it, everything ends."""
    conditions: tuple[str, ...] = ()
    until: Until | None = None
    """Nothing: until it is dispelled or removed."""
    save: EndingSave | None = None
    ongoing: Ongoing | None = None
    exhaustion: int = 0
    """Level of exhaustion, 0..6, for the condition of that name."""
    ends_on_damage: bool = False
    """Whether damage to its target ends it (sleep)."""
    temp_hp: bool = False
    """Whether temporary hit points came with it, and end with it while they are still the same (R003-25)."""
    max_hp: int = 0
    """Added to the maximum of hit points while it runs."""
    from_zero_hp: bool = False
    """Whether it comes from dropping to 0 hit points, and ends with it."""
