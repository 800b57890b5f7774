"""What a creature can do: the figures of its stat block, as they enter a fight and stay until its end."""

from __future__ import annotations

from typing import Literal

from .abilities import ability_modifier
from .kernel import Record

Ability = Literal["str", "dex", "con", "int", "wis", "cha"]
ABILITIES: tuple[Ability, ...] = ("str", "dex", "con", "int", "wis", "cha")

Side = Literal["party", "ally", "foe"]


class Names(Record, frozen=True, kw_only=True):
    """A name in the languages it is known in. Text of people: never markup."""

    en: str
    fr: str = ""

    def of(self, language: str) -> str:
        """Return the name in `language` ("fr" or "en"), or in the other one when it has none."""
        return (self.fr or self.en) if language == "fr" else (self.en or self.fr)


class Damage(Record, frozen=True, kw_only=True):
    """One part of a damage roll, such as 2d6+3 slashing."""

    dice: str
    """A dice expression or a number, as read by `rolls.parse_roll`."""
    type: str = ""
    """A key of `damage_type.DAMAGE_TYPES`, or nothing when no type is stated."""
    magical: bool = False
    qualities: tuple[str, ...] = ()
    """`silvered`, `adamantine`: what the weapon is made of, where a defence asks for it."""


class Save(Record, frozen=True, kw_only=True):
    """A saving throw that an attack or an effect asks for, and what a failure brings."""

    ability: Ability
    dc: int
    on_success: Literal["half", "none"] = "none"
    """What is left of `damage` when the save succeeds."""
    damage: tuple[Damage, ...] = ()
    conditions: tuple[str, ...] = ()
    """Conditions a failure imposes."""
    rounds: int = 0
    """How long they last; 0: until they are removed."""
    save_ends: bool = False
    """Whether the save is repeated at the end of each of the creature's turns, and ends them."""
    ends_on_damage: bool = False
    """Whether damage ends them."""


class Defence(Record, frozen=True, kw_only=True):
    """Resistance, immunity or vulnerability to one damage type, or to all of them."""

    type: str
    """A damage type, or `all`."""
    unless: tuple[str, ...] = ()
    """What gets through: `magical`, `silvered`, `adamantine`. Empty: nothing does."""
    only: tuple[str, ...] = ()
    """What alone is meant, when the defence is against some attacks only (`spell`, `magical`)."""


ActionKind = Literal["melee", "ranged", "melee-or-ranged", "spell-melee", "spell-ranged", "save", "other"]


class Action(Record, frozen=True, kw_only=True):
    """An attack, a breath, or another action of a stat block."""

    id: str
    """Slug of the English name, unique in its stat block."""
    name: Names
    kind: ActionKind
    hit: int | None = None
    """Bonus to the attack roll, for the kinds that roll one."""
    reach_m: float | None = None
    range_m: tuple[float, float] | None = None
    """Normal and long range, in metres."""
    damage: tuple[Damage, ...] = ()
    conditions: tuple[str, ...] = ()
    """Conditions that a hit imposes without a save (a grapple)."""
    escape_dc: int | None = None
    save: Save | None = None
    area: str = ""
    """Shape and size in feet as the SRD prints it, such as `cone 15`."""
    recharge: int | None = None
    """Lowest face of the d6 that brings the action back, at the start of the creature's turn."""
    uses: int | None = None
    """Times a day."""

    @property
    def rolls_to_hit(self) -> bool:
        """Whether the action has an attack roll."""
        return self.hit is not None

    @property
    def is_melee(self) -> bool:
        """Whether the action is made in reach (a thrown weapon counts as melee until said otherwise)."""
        return self.kind in ("melee", "melee-or-ranged", "spell-melee")


class Multiattack(Record, frozen=True, kw_only=True):
    """One way to use Multiattack: the ids of the actions made, in order, repeated as often as they are made."""

    actions: tuple[str, ...]


class Trait(Record, frozen=True, kw_only=True):
    """A trait by name, with a text of the GM's own when there is one."""

    id: str
    name: Names
    text: str = ""


class Casting(Record, frozen=True, kw_only=True):
    """One way in which a creature casts: its slots, or spells it has so many times a day."""

    kind: Literal["slots", "pact", "innate", "item"]
    ability: Ability
    dc: int
    attack: int = 0
    """Bonus to spell attack rolls."""
    modifier: int = 0
    """The casting ability's modifier, added where a spell says so."""
    level: int = 0
    """Caster level, for cantrips that grow."""
    class_name: str = ""
    """`wizard`, `cleric` … or nothing."""
    mode: Literal["prepared", "known", "innate"] = "prepared"
    slots: tuple[int, ...] = ()
    """Slots a day by spell level, from level 1 (kind `slots`)."""
    pact_slots: int = 0
    pact_level: int = 0
    at_will: tuple[str, ...] = ()
    """Ids of cantrips and of spells that cost nothing."""
    spells: tuple[str, ...] = ()
    """Ids of spells that may be cast with slots: prepared or known ones."""
    spellbook: tuple[str, ...] = ()
    """Ids of a wizard's other spells: cast as rituals only."""
    rituals: bool = False
    """Whether the caster has the ritual ability."""
    per_day: dict[str, int] = {}
    """Spell id to times a day, for innate spells; to charges, for a magic item."""


class StatBlock(Record, frozen=True, kw_only=True):
    """A creature's figures. Frozen into the journal when the creature enters a fight.

    Characters have one as well: what is on the sheet.
    """

    id: str
    """Slug, the stem of the combatants' ids: `goblin` for `goblin-2`."""
    name: Names
    source: Literal["srd", "campaign", "character", "improvised"] = "campaign"
    size: str = "medium"
    type: str = ""
    subtype: str = ""
    alignment: str = ""
    ac: int = 10
    hp: int = 1
    """Average or, for a character, maximum hit points."""
    hp_dice: str = ""
    speed_m: dict[str, float] = {}
    abilities: tuple[int, int, int, int, int, int] = (10, 10, 10, 10, 10, 10)
    """Scores in the order of `ABILITIES`."""
    saves: dict[str, int] = {}
    """Total bonus of the saves that differ from the ability modifier."""
    skills: dict[str, int] = {}
    senses_m: dict[str, float] = {}
    passive: int | None = None
    """Passive Perception."""
    languages: str = ""
    proficiency: int = 2
    cr: str = ""
    xp: int = 0
    level: int = 0
    """Character level; 0 for monsters."""
    classes: dict[str, int] = {}
    """Levels by class, for characters."""
    initiative: int | None = None
    """Bonus to initiative when it is not the Dexterity modifier."""
    resist: tuple[Defence, ...] = ()
    immune: tuple[Defence, ...] = ()
    vulnerable: tuple[Defence, ...] = ()
    reduction: int = 0
    """Flat amount taken off each damage event (A5E-20)."""
    condition_immune: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    multiattack: tuple[Multiattack, ...] = ()
    reactions: tuple[Trait, ...] = ()
    legendary: tuple[Trait, ...] = ()
    legendary_actions: int = 0
    legendary_resistance: int = 0
    traits: tuple[Trait, ...] = ()
    casting: tuple[Casting, ...] = ()
    armour_mastered: bool = True
    """Whether the armour it wears is one it is proficient with (R000-03)."""
    has_focus: bool = True
    """Whether it carries a focus or a component pouch."""
    materials: dict[str, int] | None = None
    """Priced materials it carries, by name; nothing when nobody keeps count."""
    dies_at_zero: bool = True
    """Whether 0 hit points kill (R003-19); false for characters and major villains."""
    text: str = ""

    def modifier(self, ability: Ability) -> int:
        """Return the ability modifier: floor((score - 10) / 2), -5..+10."""
        return ability_modifier(self.abilities[ABILITIES.index(ability)])

    def save_bonus(self, ability: Ability) -> int:
        """Return what the creature adds to a saving throw."""
        return self.saves.get(ability, self.modifier(ability))

    def initiative_bonus(self) -> int:
        """Return what the creature adds to its initiative roll."""
        return self.modifier("dex") if self.initiative is None else self.initiative

    def action(self, action_id: str) -> Action | None:
        """Return the action with this id, or nothing."""
        return next((action for action in self.actions if action.id == action_id), None)
