"""What a GM's files may hold: the one definition of every key, its type and its bounds.

Play reads these with msgspec. `explaining` makes from the same definitions the models that tell what is wrong.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rules.campaign import Ruleset
from rules.statblock import Side

Score = Annotated[int, Meta(ge=1, le=30)]
Bonus = Annotated[int, Meta(ge=-20, le=50)]
DifficultyClass = Annotated[int, Meta(ge=1, le=50)]
ArmourClass = Annotated[int, Meta(ge=0, le=99)]
HitPoints = Annotated[int, Meta(ge=1, le=1_000_000)]
Metres = Annotated[float, Meta(ge=0, le=1_000_000)]
Times = Annotated[int, Meta(ge=0, le=99)]
Level = Annotated[int, Meta(ge=1, le=20)]
SpellLevel = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=1, le=100)]
Initiative = Annotated[int, Meta(ge=-1000, le=1000)]
Gold = Annotated[int, Meta(ge=0, le=1_000_000)]
# Not `tuple[Metres, Metres]`: msgspec 0.23 mixes up the bounds of a number and the length of a tuple in one union.
Range = Metres | Annotated[tuple[Metres, ...], Meta(min_length=1, max_length=2)]
"""Normal and long range, or one for both."""
DamageText = str
"""`1d8+3 slashing + 2d6 fire`."""

Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
AttackKind = Literal["melee", "ranged", "melee-or-ranged", "spell-melee", "spell-ranged", "save", "other"]
AreaShape = Literal["cone", "cube", "cylinder", "line", "sphere"]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a GM's file. Keys that are not listed are mistakes."""


class BothNames(Sheet, frozen=True, kw_only=True):
    """A name in English and in French; one of them suffices."""

    en: str = ""
    fr: str = ""


Named = str | BothNames


class CampaignSheet(Sheet, frozen=True, kw_only=True):
    """`campaign.toml`."""

    format: Annotated[int, Meta(ge=1)]
    """Number of the format of the whole folder."""
    name: Named
    ruleset: Ruleset
    language: Literal["en", "fr"] | None = None
    """Language of what is shown, where the command line does not say another."""
    settings: dict[str, Any] = {}
    """House rules: see `rules.campaign.Settings`."""


class AbilityScores(Sheet, frozen=True, kw_only=True):
    """The six scores."""

    str: Score = 10
    dex: Score = 10
    con: Score = 10
    int: Score = 10
    wis: Score = 10
    cha: Score = 10


class DefenceSheet(Sheet, frozen=True, kw_only=True):
    """A resistance, an immunity or a vulnerability, spelled out."""

    type: str
    unless: tuple[Literal["magical", "silvered", "adamantine"], ...] = ()
    only: tuple[Literal["magical", "spell"], ...] = ()


class SaveSheet(Sheet, frozen=True, kw_only=True):
    """The saving throw of an attack."""

    ability: str
    dc: DifficultyClass
    on_success: Literal["half", "none"] = "none"
    damage: DamageText = ""
    conditions: tuple[str, ...] = ()
    rounds: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """How long the conditions last; 0: until they are removed."""
    save_ends: bool = False
    ends_on_damage: bool = False


class AttackSheet(Sheet, frozen=True, kw_only=True):
    """`[[attacks]]`: an attack, a breath, or another action."""

    name: Named
    kind: AttackKind | None = None
    """By default what the other keys make of it."""
    hit: Bonus | None = None
    reach_m: Metres | None = None
    range_m: Range | None = None
    damage: DamageText = ""
    magical: bool = False
    """Whether all of the damage is magical."""
    conditions: tuple[str, ...] = ()
    escape_dc: DifficultyClass | None = None
    save: SaveSheet | None = None
    area: AreaShape | None = None
    area_m: Metres | None = None
    recharge: Annotated[int, Meta(ge=2, le=6)] | None = None
    """Lowest face of the d6 that brings it back."""
    uses: Annotated[int, Meta(ge=1, le=99)] | None = None
    """Times a day."""


class TraitSheet(Sheet, frozen=True, kw_only=True):
    """A trait, a reaction or a legendary action."""

    name: Named
    text: str = ""


class SpellcastingSheet(Sheet, frozen=True, kw_only=True):
    """`[spellcasting]`, or `[[spellcasting]]` for several ways of casting. Spells by id or by name."""

    kind: Literal["slots", "pact", "innate", "item"] | None = None
    class_: str = msgspec.field(default="", name="class")
    ability: str = ""
    level: Level | None = None
    """Caster level; by default that of the character."""
    dc: DifficultyClass | None = None
    attack: Bonus | None = None
    cantrips: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    spellbook: tuple[str, ...] = ()
    at_will: tuple[str, ...] = ()
    per_day: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    """Times a day, or an item's charges, by spell."""
    slots: tuple[Times, ...] | None = None
    """From level 1; by default those of the classes."""
    pact_slots: Times | None = None
    pact_level: Annotated[int, Meta(ge=1, le=9)] | None = None
    rituals: bool | None = None


class CreatureSheet(Sheet, frozen=True, kw_only=True):
    """What characters and monsters have in common."""

    name: Named
    size: Size = "medium"
    type: str = ""
    subtype: str = ""
    alignment: str = ""
    ac: ArmourClass
    hp: HitPoints
    hp_dice: str = ""
    abilities: AbilityScores = AbilityScores()
    proficiency: Annotated[int, Meta(ge=0, le=12)] | None = None
    """By default that of the level or of the challenge rating."""
    saves: tuple[str, ...] | dict[str, Bonus] = ()
    """Abilities that are proficient, or whole bonuses by ability."""
    skills: tuple[str, ...] | dict[str, Bonus] = ()
    initiative: Bonus | None = None
    speed_m: Metres | dict[str, Metres] = 9
    senses_m: dict[str, Metres] = {}
    passive: Annotated[int, Meta(ge=0, le=99)] | None = None
    languages: str = ""
    resist: tuple[str | DefenceSheet, ...] = ()
    immune: tuple[str | DefenceSheet, ...] = ()
    vulnerable: tuple[str | DefenceSheet, ...] = ()
    condition_immune: tuple[str, ...] = ()
    reduction: Annotated[int, Meta(ge=0, le=1000)] = 0
    attacks: tuple[AttackSheet, ...] = ()
    multiattack: tuple[str | tuple[str, ...], ...] = ()
    """Names of attacks: one way, or a list of ways."""
    spellcasting: SpellcastingSheet | tuple[SpellcastingSheet, ...] = ()
    traits: tuple[str | TraitSheet, ...] = ()
    reactions: tuple[str | TraitSheet, ...] = ()
    text: str = ""


class CharacterSheet(CreatureSheet, frozen=True, kw_only=True):
    """`party/ID.toml`."""

    player: str = ""
    present: bool = True
    """Whether prepared encounters bring the character in by themselves."""
    classes: dict[str, Level] = {}
    level: Level | None = None
    """By default the sum of the class levels."""
    armour_mastered: bool = True
    has_focus: bool = True
    materials: dict[str, Times] | None = None


class MonsterSheet(CreatureSheet, frozen=True, kw_only=True):
    """`bestiary/ID.toml`."""

    cr: str | int | float = 0
    xp: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """By default that of the challenge rating."""
    dies_at_zero: bool = True
    legendary: tuple[str | TraitSheet, ...] = ()
    legendary_actions: Times = 0
    legendary_resistance: Times = 0


class SpellSaveSheet(Sheet, frozen=True, kw_only=True):
    """The saving throw of a spell."""

    ability: str
    on_success: Literal["half", "none", "other"] = "none"


class SpellSheet(Sheet, frozen=True, kw_only=True):
    """`spells/ID.toml`."""

    name: Named
    level: SpellLevel
    school: str = ""
    time: str = "action"
    range_m: Metres | None = None
    range: Literal["touch", "self", "sight", "special", "unlimited"] | None = None
    components: Annotated[str, Meta(pattern="^V?S?M?$")] = ""
    material: str = ""
    material_cost: Gold = 0
    consumed: bool = False
    duration: str = "instant"
    concentration: bool = False
    ritual: bool = False
    classes: tuple[str, ...] = ()
    area: AreaShape | None = None
    area_m: Metres = 0
    attack: Literal["melee", "ranged"] | None = None
    save: str | SpellSaveSheet | None = None
    damage: DamageText = ""
    damage_choices: tuple[str, ...] = ()
    damage_per_slot: str = ""
    slots_per_step: Annotated[int, Meta(ge=1, le=9)] = 1
    damage_by_level: Annotated[tuple[str, ...], Meta(min_length=4, max_length=4)] = ()
    """At caster levels 1, 5, 11 and 17."""
    projectiles: Times = 0
    projectiles_per_slot: Times = 0
    beams_by_level: Annotated[tuple[Times, ...], Meta(min_length=4, max_length=4)] = ()
    adds_modifier: bool = False
    heal: str = ""
    heal_adds_modifier: bool = False
    heal_per_slot: str = ""
    temp_hp: str = ""
    temp_hp_per_slot: str = ""
    max_hp: Annotated[int, Meta(ge=0, le=1000)] = 0
    max_hp_per_slot: Annotated[int, Meta(ge=0, le=1000)] = 0
    hp_pool: str = ""
    hp_pool_per_slot: str = ""
    conditions: tuple[str, ...] = ()
    save_ends: bool = False
    ends_on_damage: bool = False
    on_the_dead: bool = False
    text: str = ""


class CombatantSheet(Sheet, frozen=True, kw_only=True):
    """`[[combatant]]` of an encounter: a creature by id or name, or a character by id."""

    creature: str = ""
    character: str = ""
    count: Count | str = 1
    """A number or dice."""
    name: str = ""
    hidden: bool = False
    side: Side | None = None
    """By default foes, and characters with the party."""
    hp: HitPoints | Literal["average", "max", "roll"] = "average"
    initiative: Initiative | None = None
    note: str = ""


class EncounterSheet(Sheet, frozen=True, kw_only=True):
    """`encounters/ID.toml`."""

    name: Named
    note: str = ""
    party: Literal["present"] | tuple[str, ...] | bool = "present"
    """Who comes in with it: the characters that are present, those listed, or none (false)."""
    combatant: tuple[CombatantSheet, ...] = ()


FOLDERS: dict[str, type[Sheet]] = {
    "party": CharacterSheet,
    "bestiary": MonsterSheet,
    "spells": SpellSheet,
    "encounters": EncounterSheet,
}
"""The folders of a campaign whose files people write, and what each file holds."""
