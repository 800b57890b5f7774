"""Spells for the tests: as much of each as the tests need."""

from __future__ import annotations

from rules.spell import Spell, SpellSave
from rules.statblock import Damage
from tests.rules.creatures import named

FIRE_BOLT = Spell(
    id="fire-bolt",
    name=named("Fire Bolt", "Trait de feu"),
    level=0,
    components="VS",
    range_m=36,
    attack="ranged",
    damage=(Damage(dice="1d10", type="fire", magical=True),),
    damage_by_level=("1d10", "2d10", "3d10", "4d10"),
)
ELDRITCH_BLAST = Spell(
    id="eldritch-blast",
    name=named("Eldritch Blast"),
    level=0,
    components="VS",
    range_m=36,
    attack="ranged",
    damage=(Damage(dice="1d10", type="force", magical=True),),
    beams_by_level=(1, 2, 3, 4),
)
SACRED_FLAME = Spell(
    id="sacred-flame",
    name=named("Sacred Flame"),
    level=0,
    components="VS",
    range_m=18,
    save=SpellSave(ability="dex"),
    damage=(Damage(dice="1d8", type="radiant", magical=True),),
    damage_by_level=("1d8", "2d8", "3d8", "4d8"),
)
MAGIC_MISSILE = Spell(
    id="magic-missile",
    name=named("Magic Missile", "Projectile magique"),
    level=1,
    components="VS",
    range_m=36,
    damage=(Damage(dice="1d4+1", type="force", magical=True),),
    projectiles=3,
    projectiles_per_slot=1,
)
SHIELD = Spell(
    id="shield",
    name=named("Shield", "Bouclier"),
    level=1,
    time="reaction",
    components="VS",
    range="self",
    duration="1 round",
)
MAGE_ARMOR = Spell(
    id="mage-armor", name=named("Mage Armor"), level=1, components="VSM", range="touch", duration="8 hours"
)
SLEEP = Spell(
    id="sleep",
    name=named("Sleep", "Sommeil"),
    level=1,
    components="VSM",
    range_m=27,
    area="sphere",
    area_m=6,
    duration="1 minute",
    hp_pool="5d8",
    hp_pool_per_slot="2d8",
    ends_on_damage=True,
    conditions=("unconscious",),
)
FALSE_LIFE = Spell(
    id="false-life",
    name=named("False Life"),
    level=1,
    components="VSM",
    range="self",
    duration="1 hour",
    temp_hp="1d4+4",
    temp_hp_per_slot="5",
)
HEX = Spell(
    id="hex",
    name=named("Hex"),
    level=1,
    time="bonus",
    components="VSM",
    range_m=27,
    duration="1 hour",
    concentration=True,
)
BLESS = Spell(
    id="bless",
    name=named("Bless", "Bénédiction"),
    level=1,
    components="VSM",
    range_m=9,
    duration="1 minute",
    concentration=True,
)
CURE_WOUNDS = Spell(
    id="cure-wounds",
    name=named("Cure Wounds"),
    level=1,
    components="VS",
    range="touch",
    heal="1d8",
    heal_adds_modifier=True,
    heal_per_slot="1d8",
)
HEALING_WORD = Spell(
    id="healing-word",
    name=named("Healing Word"),
    level=1,
    time="bonus",
    components="V",
    range_m=18,
    heal="1d4",
    heal_adds_modifier=True,
    heal_per_slot="1d4",
)
IDENTIFY = Spell(
    id="identify",
    name=named("Identify"),
    level=1,
    time="1 minute",
    components="VSM",
    material="pearl",
    material_cost=100,
    range="touch",
    ritual=True,
)
FIND_FAMILIAR = Spell(
    id="find-familiar",
    name=named("Find Familiar"),
    level=1,
    time="3 rounds",
    components="VSM",
    material="incense",
    material_cost=10,
    consumed=True,
    range_m=3,
    ritual=True,
)
SCORCHING_RAY = Spell(
    id="scorching-ray",
    name=named("Scorching Ray"),
    level=2,
    components="VS",
    range_m=36,
    attack="ranged",
    damage=(Damage(dice="2d6", type="fire", magical=True),),
    projectiles=3,
    projectiles_per_slot=1,
)
HOLD_PERSON = Spell(
    id="hold-person",
    name=named("Hold Person", "Immobilisation de personne"),
    level=2,
    components="VSM",
    range_m=18,
    duration="1 minute",
    concentration=True,
    save=SpellSave(ability="wis"),
    conditions=("paralyzed",),
    save_ends=True,
)
WEB = Spell(
    id="web",
    name=named("Web", "Toile d'araignée"),
    level=2,
    components="VSM",
    range_m=18,
    area="cube",
    area_m=6,
    duration="1 hour",
    concentration=True,
    save=SpellSave(ability="dex"),
    conditions=("restrained",),
)
AID = Spell(
    id="aid",
    name=named("Aid", "Aide"),
    level=2,
    components="VSM",
    range_m=9,
    duration="8 hours",
    max_hp=5,
    max_hp_per_slot=5,
)
FIREBALL = Spell(
    id="fireball",
    name=named("Fireball", "Boule de feu"),
    level=3,
    components="VSM",
    range_m=45,
    area="sphere",
    area_m=6,
    save=SpellSave(ability="dex", on_success="half"),
    damage=(Damage(dice="8d6", type="fire", magical=True),),
    damage_per_slot="1d6",
)
VAMPIRIC_TOUCH = Spell(
    id="vampiric-touch",
    name=named("Vampiric Touch"),
    level=3,
    components="VS",
    range="self",
    duration="1 minute",
    concentration=True,
    attack="melee",
    damage=(Damage(dice="3d6", type="necrotic", magical=True),),
    damage_per_slot="1d6",
    heal="half-damage",
)
SPIRIT_GUARDIANS = Spell(
    id="spirit-guardians",
    name=named("Spirit Guardians"),
    level=3,
    components="VSM",
    range="self",
    area="sphere",
    area_m=4.5,
    duration="10 minutes",
    concentration=True,
    save=SpellSave(ability="wis", on_success="half"),
    damage=(Damage(dice="3d8", type="radiant", magical=True),),
    damage_choices=("radiant", "necrotic"),
    damage_per_slot="1d8",
)
REVIVIFY = Spell(
    id="revivify",
    name=named("Revivify"),
    level=3,
    components="VSM",
    material="diamond",
    material_cost=300,
    consumed=True,
    range="touch",
    on_the_dead=True,
)
SPELLS: tuple[Spell, ...] = (
    FIRE_BOLT,
    ELDRITCH_BLAST,
    SACRED_FLAME,
    MAGIC_MISSILE,
    SHIELD,
    MAGE_ARMOR,
    SLEEP,
    FALSE_LIFE,
    HEX,
    BLESS,
    CURE_WOUNDS,
    HEALING_WORD,
    IDENTIFY,
    FIND_FAMILIAR,
    SCORCHING_RAY,
    HOLD_PERSON,
    WEB,
    AID,
    FIREBALL,
    VAMPIRIC_TOUCH,
    SPIRIT_GUARDIANS,
    REVIVIFY,
)
