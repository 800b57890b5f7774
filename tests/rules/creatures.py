"""Stat blocks for the tests: figures to be reckoned in the head, nobody's published ones."""

from __future__ import annotations

from rules.statblock import Action, Casting, Damage, Defence, Multiattack, Names, Save, StatBlock, Trait


def named(en: str, fr: str = "") -> Names:
    """Names in both languages."""
    return Names(en=en, fr=fr)


SCIMITAR = Action(
    id="scimitar",
    name=named("Scimitar", "Cimeterre"),
    kind="melee",
    hit=4,
    reach_m=1.5,
    damage=(Damage(dice="1d6+2", type="slashing"),),
)
SHORTBOW = Action(
    id="shortbow",
    name=named("Shortbow", "Arc court"),
    kind="ranged",
    hit=4,
    range_m=(24.0, 96.0),
    damage=(Damage(dice="1d6+2", type="piercing"),),
)
GOBLIN = StatBlock(
    id="goblin",
    name=named("Goblin", "Gobelin"),
    source="srd",
    ac=15,
    hp=7,
    hp_dice="2d6",
    abilities=(8, 14, 10, 10, 8, 8),
    cr="1/4",
    xp=50,
    actions=(SCIMITAR, SHORTBOW),
)
CLUB = Action(
    id="greatclub",
    name=named("Greatclub"),
    kind="melee",
    hit=6,
    damage=(Damage(dice="2d8+4", type="bludgeoning"),),
)
OGRE = StatBlock(
    id="ogre",
    name=named("Ogre", "Ogre"),
    ac=11,
    hp=59,
    hp_dice="7d10+21",
    abilities=(19, 8, 16, 5, 7, 7),
    xp=450,
    actions=(CLUB,),
    multiattack=(Multiattack(actions=("greatclub", "greatclub")),),
)
SPIDER_BITE = Action(
    id="bite",
    name=named("Bite"),
    kind="melee",
    hit=5,
    damage=(Damage(dice="1d8+3", type="piercing"),),
    save=Save(
        ability="con",
        dc=11,
        on_success="half",
        damage=(Damage(dice="2d8", type="poison"),),
        conditions=("poisoned",),
    ),
)
SPIDER = StatBlock(
    id="giant-spider",
    name=named("Giant spider"),
    ac=14,
    hp=26,
    abilities=(14, 16, 12, 2, 11, 4),
    actions=(SPIDER_BITE,),
)
FIRE_BREATH = Action(
    id="fire-breath",
    name=named("Fire breath"),
    kind="save",
    save=Save(ability="dex", dc=13, on_success="half", damage=(Damage(dice="4d6", type="fire"),)),
    area="cone 15",
    recharge=5,
)
GRAB = Action(
    id="grab",
    name=named("Grab"),
    kind="melee",
    hit=5,
    damage=(Damage(dice="1d6", type="bludgeoning"),),
    conditions=("grappled",),
)
HOWL = Action(
    id="howl",
    name=named("Howl"),
    kind="save",
    save=Save(ability="wis", dc=12, conditions=("frightened",)),
    uses=1,
)
DRAKE = StatBlock(
    id="drake",
    name=named("Drake"),
    ac=13,
    hp=30,
    abilities=(14, 10, 14, 6, 10, 8),
    xp=200,
    immune=(Defence(type="fire"),),
    vulnerable=(Defence(type="cold"),),
    actions=(GRAB, FIRE_BREATH, HOWL),
)
WIGHT = StatBlock(
    id="wight",
    name=named("Wight", "Nécrophage"),
    type="undead",
    ac=14,
    hp=45,
    abilities=(15, 14, 16, 10, 13, 15),
    xp=700,
    resist=(
        Defence(type="necrotic"),
        Defence(type="bludgeoning", unless=("magical",)),
        Defence(type="slashing", unless=("magical",)),
    ),
    immune=(Defence(type="poison"),),
    condition_immune=("exhaustion", "poisoned"),
    reduction=3,
    actions=(SCIMITAR,),
)
MAGE = StatBlock(
    id="mage",
    name=named("Mage", "Mage"),
    ac=12,
    hp=40,
    abilities=(9, 14, 11, 17, 12, 11),
    saves={"int": 6, "wis": 4},
    xp=2300,
    casting=(
        Casting(
            kind="slots",
            ability="int",
            dc=14,
            attack=6,
            modifier=3,
            level=9,
            slots=(4, 3, 3, 3, 1),
            at_will=("fire-bolt",),
            spells=("magic-missile", "shield", "fireball", "web", "hold-person", "dispel-magic"),
        ),
        Casting(kind="innate", ability="cha", dc=13, per_day={"sleep": 2}, mode="innate"),
    ),
    traits=(Trait(id="magic-resistance", name=named("Magic Resistance")),),
)
VILLAIN = StatBlock(
    id="captain", name=named("Captain", "Capitaine"), ac=15, hp=20, dies_at_zero=False, actions=(SCIMITAR,), xp=450
)
MIRA = StatBlock(
    id="mira",
    name=named("Mira"),
    source="character",
    ac=12,
    hp=27,
    abilities=(8, 14, 14, 18, 12, 10),
    saves={"int": 7, "wis": 4},
    proficiency=3,
    level=5,
    classes={"wizard": 5},
    casting=(
        Casting(
            kind="slots",
            ability="int",
            dc=15,
            attack=7,
            modifier=4,
            level=5,
            class_name="wizard",
            slots=(4, 3, 2),
            at_will=("fire-bolt",),
            spells=(
                "magic-missile",
                "shield",
                "mage-armor",
                "sleep",
                "scorching-ray",
                "web",
                "hold-person",
                "fireball",
                "vampiric-touch",
                "dispel-magic",
                "find-familiar",
                "false-life",
            ),
            spellbook=("identify",),
            rituals=True,
        ),
    ),
    dies_at_zero=False,
)
TOR = StatBlock(
    id="tor",
    name=named("Tor"),
    source="character",
    ac=18,
    hp=38,
    abilities=(14, 10, 14, 10, 18, 12),
    saves={"wis": 7, "cha": 4},
    skills={"medicine": 7},
    proficiency=3,
    level=5,
    classes={"cleric": 5},
    casting=(
        Casting(
            kind="slots",
            ability="wis",
            dc=15,
            attack=7,
            modifier=4,
            level=5,
            class_name="cleric",
            slots=(4, 3, 2),
            at_will=("sacred-flame",),
            spells=("bless", "cure-wounds", "healing-word", "aid", "hold-person", "revivify", "spirit-guardians"),
        ),
        Casting(kind="item", ability="wis", dc=13, per_day={"fireball": 2}),
    ),
    dies_at_zero=False,
)
OTTO = StatBlock(
    id="otto",
    name=named("Otto"),
    source="character",
    ac=15,
    hp=12,
    abilities=(10, 18, 12, 12, 10, 14),
    saves={"dex": 6, "int": 3},
    level=3,
    classes={"rogue": 3},
    initiative=5,
    dies_at_zero=False,
    actions=(SCIMITAR,),
)
ILSE = StatBlock(
    id="ilse",
    name=named("Ilse"),
    source="character",
    ac=13,
    hp=24,
    abilities=(8, 14, 14, 10, 12, 18),
    level=4,
    classes={"warlock": 4},
    casting=(
        Casting(
            kind="pact",
            ability="cha",
            dc=14,
            attack=6,
            modifier=4,
            level=4,
            class_name="warlock",
            mode="known",
            pact_slots=2,
            pact_level=2,
            at_will=("eldritch-blast",),
            spells=("hex", "hold-person"),
        ),
    ),
    dies_at_zero=False,
)
