"""What a spell is: its block (R000-10) and the figures that its casting applies."""

from __future__ import annotations

from typing import Literal

from .kernel import Record
from .statblock import Ability, Damage, Names


class SpellSave(Record, frozen=True, kw_only=True):
    """The saving throw a spell asks of each target."""

    ability: Ability
    on_success: Literal["half", "none", "other"] = "none"


class Spell(Record, frozen=True, kw_only=True):
    """A spell's block. It enters the journal with the casting, so a later edit of the file changes no running fight."""

    id: str
    name: Names
    level: int
    """0 (cantrip) to 9."""
    school: str = ""
    time: str = "action"
    """`action`, `bonus`, `reaction`, or a length such as `1 minute`."""
    range_m: float | None = None
    """Metres; nothing for touch, self, sight and special ranges."""
    range: str = ""
    """`touch`, `self`, `sight`, `special`, `unlimited`, or nothing when `range_m` says it."""
    components: str = ""
    """The letters V, S, M."""
    material: str = ""
    """Name of the material that has a price; nothing: the spell's id stands for it."""
    material_cost: int = 0
    """Price in gold pieces of the material that a focus cannot replace; 0 for none."""
    consumed: bool = False
    duration: str = "instant"
    """`instant`, `until-dispelled`, `special`, or a length such as `1 minute`."""
    concentration: bool = False
    ritual: bool = False
    classes: tuple[str, ...] = ()
    area: str = ""
    """`cone`, `cube`, `cylinder`, `line`, `sphere`, or nothing."""
    area_m: float = 0
    attack: Literal["melee", "ranged"] | None = None
    save: SpellSave | None = None
    damage: tuple[Damage, ...] = ()
    damage_choices: tuple[str, ...] = ()
    """Damage types among which the caster chooses; the first is the default."""
    damage_per_slot: str = ""
    """Dice added to the first part for each slot level above the spell's, or for each `slots_per_step` of them."""
    slots_per_step: int = 1
    damage_by_level: tuple[str, ...] = ()
    """A cantrip's dice at caster levels 1, 5, 11 and 17."""
    projectiles: int = 0
    """Darts or rays, each rolled apart; 0 when the spell makes one roll."""
    projectiles_per_slot: int = 0
    beams_by_level: tuple[int, ...] = ()
    """A cantrip's beams at caster levels 1, 5, 11 and 17."""
    adds_modifier: bool = False
    """Whether the casting modifier is added to the damage."""
    heal: str = ""
    """Dice or number healed; `half-damage` for half of the damage dealt."""
    heal_adds_modifier: bool = False
    heal_per_slot: str = ""
    temp_hp: str = ""
    temp_hp_per_slot: str = ""
    max_hp: int = 0
    """Added to maximum and current hit points while the spell lasts."""
    max_hp_per_slot: int = 0
    hp_pool: str = ""
    """Dice of hit points that the spell overcomes, weakest creatures first (sleep)."""
    hp_pool_per_slot: str = ""
    conditions: tuple[str, ...] = ()
    """Conditions that a failed save imposes, or the spell itself when it has no save."""
    save_ends: bool = False
    """Whether an affected creature repeats the save at the end of each of its turns."""
    ends_on_damage: bool = False
    """Whether damage to an affected creature ends the spell on it."""
    on_the_dead: bool = False
    """Whether the spell is cast on the dead."""
    text: str = ""
    """A short note in the GM's or the project's own words."""

    @property
    def is_instantaneous(self) -> bool:
        """Whether the spell leaves nothing that could be dispelled (R000-21)."""
        return self.duration == "instant"
