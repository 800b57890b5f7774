"""The records of the bundled SRD files, field by field as they stand there."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.statblock import Ability, Names


def names(english: str, french: str) -> Names:
    """Return names of the SRD as they are printed: with the typographic apostrophe."""
    return Names(en=english.replace("'", "’"), fr=french.replace("'", "’"))


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What every row of the index begins with."""

    id: str
    name_en: str
    name_fr: str


class MonsterRow(Row, frozen=True, array_like=True):
    """A creature in the index."""

    cr: str
    type: str
    size: str
    ac: int
    hp: int


class SpellRow(Row, frozen=True, array_like=True):
    """A spell in the index."""

    level: int
    school: str


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class WeaponDefence(_Record, frozen=True, kw_only=True, rename={"source": "from"}):
    """A defence against weapons: damage types, and what gets through it or is alone concerned."""

    types: tuple[str, ...]
    unless: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    source: str = ""


class Regurgitation(_Record, frozen=True, kw_only=True):
    """Damage in one turn that makes a creature give up what it swallowed, unless it saves."""

    damage: int
    dc: int
    save: Ability


class Feature(
    _Record,
    frozen=True,
    kw_only=True,
    rename={"name": "n", "name_fr": "fr", "kind": "k", "damage": "dmg", "self_": "self"},
):
    """An action, a legendary action, a reaction or a trait, with the figures that its text states."""

    name: str
    name_fr: str = ""
    kind: Literal["", "melee", "ranged", "melee-or-ranged", "spell-melee", "spell-ranged"] = ""
    hit: int | None = None
    reach: int | None = None
    """Feet."""
    range: str = ""
    """Feet: `20/60`, or one number."""
    damage: tuple[str, ...] = ()
    dc: int = 0
    save: Ability | Literal[""] = ""
    success: Literal["half", "none"] = "none"
    fail: tuple[str, ...] = ()
    """Damage of those who fail the save."""
    inflict: tuple[str, ...] = ()
    escape: int | None = None
    area: str = ""
    within: int = 0
    """Feet."""
    recharge: int | None = None
    uses: str = ""
    rounds: int = 0
    """How long what a failed save inflicts lasts."""
    save_ends: bool = False
    ends_on_damage: bool = False
    alt: tuple[str, ...] = ()
    """Other damage of the same attack: `two-handed: 1d10+3 slashing`."""
    hit_shillelagh: int | None = None
    group: str = ""
    does: str = ""
    cost: int = 1
    ongoing: tuple[str, ...] = ()
    at_zero_hp: tuple[str, ...] = ()
    regurgitate: Regurgitation | None = None
    self_: tuple[str, ...] = ()
    extra: str = ""
    absorbs: str = ""
    regen: int = 0
    stopped_by: tuple[str, ...] = ()
    retaliate: tuple[str, ...] = ()
    threshold: int = 0


class Spellcasting(_Record, frozen=True, kw_only=True, rename={"class_name": "class"}):
    """One way in which a creature casts."""

    kind: Literal["prepared", "innate"]
    ability: Ability
    dc: int | None = None
    hit: int = 0
    level: int = 0
    class_name: str = ""
    slots: tuple[int, ...] = ()
    spells: dict[str, tuple[str, ...]]
    """Ids by `at_will`, `l1` to `l9`, `day1` to `day3`."""


class MonsterRecord(_Record, frozen=True, kw_only=True):
    """A creature."""

    id: str
    name_en: str
    name_fr: str
    size: str
    type: str
    subtype: str = ""
    swarm_of: str = ""
    alignment: str
    ac: int
    ac_from: str = ""
    ac_alt: dict[str, int] = {}
    hp: int
    hp_dice: str
    speed_ft: dict[str, float]
    speed_m: dict[str, float]
    hover: bool = False
    abilities: tuple[int, int, int, int, int, int]
    saves: dict[str, int] = {}
    skills: dict[str, int] = {}
    senses_ft: dict[str, int] = {}
    blind_beyond: bool = False
    passive: int
    languages: str = ""
    understands: str = ""
    telepathy_ft: int = 0
    resist: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    resist_weapon: WeaponDefence | None = None
    immune_weapon: WeaponDefence | None = None
    vulnerable_weapon: WeaponDefence | None = None
    resist_spells: bool = False
    condition_immune: tuple[str, ...] = ()
    cr: str
    xp: int
    pb: int
    multiattack: tuple[tuple[tuple[str | int, ...], ...], ...] = ()
    """Ways, each of parts: name, count, and `ranged` where that is how it is made."""
    legendary_resistance: int = 0
    legendary_actions: int = 0
    legendary: tuple[Feature, ...] = ()
    spellcasting: tuple[Spellcasting, ...] = ()
    actions: tuple[Feature, ...] = ()
    reactions: tuple[Feature, ...] = ()
    traits: tuple[Feature, ...] = ()


class SpellRecord(_Record, frozen=True, kw_only=True):
    """A spell."""

    id: str
    name_en: str
    name_fr: str
    level: int
    school: str
    time: str
    range: str = ""
    range_ft: float = 0
    range_m: float = 0
    range_miles: float = 0
    range_km: float = 0
    components: str
    cost_gp: int | tuple[int, ...] = 0
    consumed: bool = False
    duration: str
    concentration: bool = False
    ritual: bool = False
    classes: tuple[str, ...]
    attack: Literal["", "melee", "ranged"] = ""
    save: Ability | Literal[""] = ""
    success: Literal["half", "none", "other"] = "none"
    save_when: str = ""
    save_ends: bool = False
    ends_on_damage: bool = False
    on_the_dead: bool = False
    damage_type: tuple[str, ...] = ()
    damage: str = ""
    per_slot: str = ""
    per_slots: int = 1
    cantrip: tuple[str, ...] = ()
    beams: tuple[int, ...] = ()
    darts: int = 0
    darts_per_slot: int = 0
    rays: int = 0
    rays_per_slot: int = 0
    targets: int = 0
    targets_per_slot: int = 0
    extra: str = ""
    heal: str = ""
    heal_per_slot: str = ""
    heal_pool: str = ""
    temp_hp: str = ""
    temp_hp_per_slot: str = ""
    max_hp: str = "0"
    max_hp_per_slot: str = "0"
    hp_pool: str = ""
    hp_pool_per_slot: str = ""
    area: str = ""
    area_ft: float = 0
    area_m: float = 0
    width_ft: float = 0
    inflict: tuple[str, ...] = ()
