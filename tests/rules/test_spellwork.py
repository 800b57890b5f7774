"""What spells do: darts, rays, blasts, healing, sleep, and what goes on running."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.attacks import AttackRolled
from rules.casting import CastSpell, SpellCast
from rules.damage import DamageRolled, DamageTaken
from rules.effect import EndingSave, Until
from rules.effects import EffectEnded, EffectStarted
from rules.healing import AmountRolled, Healed
from rules.kernel import CommandRefused
from rules.saves import SaveRolled
from rules.spell import Spell
from rules.spellwork import add_dice, damage_at, multiply, projectiles_at, scaled, tier
from rules.statblock import Damage
from tests.rules.builders import Fight, gathered, of_kind, only, started
from tests.rules.creatures import DRAKE, GOBLIN, ILSE, MAGE, MIRA, OGRE, OTTO, TOR, WIGHT
from tests.rules.spellbook import (
    AID,
    BLESS,
    CURE_WOUNDS,
    ELDRITCH_BLAST,
    FALSE_LIFE,
    FIRE_BOLT,
    FIREBALL,
    HOLD_PERSON,
    MAGE_ARMOR,
    MAGIC_MISSILE,
    REVIVIFY,
    SACRED_FLAME,
    SCORCHING_RAY,
    SLEEP,
    SPIRIT_GUARDIANS,
    VAMPIRIC_TOUCH,
    WEB,
)


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 0), (1, 0), (4, 0), (5, 1), (10, 1), (11, 2), (16, 2), (17, 3), (20, 3)]
)
def test_cantrips_grow_at_levels_5_11_and_17(level: int, expected: int) -> None:
    assert tier(level) == expected


@pytest.mark.parametrize(
    ("base", "step", "steps", "expected"),
    [
        ("8d6", "1d6", 2, "10d6"),
        ("1d8+3", "1d8", 2, "3d8+3"),
        ("1d4+1", "1d6", 1, "1d4+1+1d6"),
        ("1d4+4", "5", 2, "1d4+4+5+5"),
        ("8d6", "1d6", 0, "8d6"),
        ("8d6", "", 3, "8d6"),
        ("4d6kh3", "1d6", 1, "4d6kh3+1d6"),
    ],
)
def test_a_higher_slot_adds_dice(base: str, step: str, steps: int, expected: str) -> None:
    # R000-07
    assert scaled(base, step, steps) == expected


def test_dice_of_one_kind_are_joined() -> None:
    assert add_dice("2d6+1d8+2", "1d6") == "3d6+1d8+2"
    assert multiply("2d8", 3) == "6d8"
    assert multiply("1d8+1", 2) == "1d8+1+1d8+1"


def test_dice_of_a_spell_that_are_none_are_refused() -> None:
    with pytest.raises(CommandRefused) as refusal:
        scaled("8d6", "a lot", 2)
    assert refusal.value.code == "bad_dice"


def test_damage_at_a_slot_level() -> None:
    # R000-07: 8d6, one more for each level above the third.
    assert [part.dice for part in damage_at(FIREBALL, 5, caster_level=5)] == ["10d6"]
    assert [part.dice for part in damage_at(FIRE_BOLT, 0, caster_level=11)] == ["3d10"]
    every_other = replace(FIREBALL, level=2, damage_per_slot="1d6", slots_per_step=2)
    assert [damage_at(every_other, level, caster_level=5)[0].dice for level in (2, 3, 4, 6)] == [
        "8d6",
        "8d6",
        "9d6",
        "10d6",
    ]


def test_damage_that_adds_the_casting_modifier() -> None:
    # R003-03: spells say what they add.
    spell = replace(FIREBALL, adds_modifier=True)
    assert damage_at(spell, 3, caster_level=5, modifier=4)[0].dice == "8d6+4"
    assert damage_at(spell, 3, caster_level=5, modifier=-1)[0].dice == "8d6-1"
    assert damage_at(FIREBALL, 3, caster_level=5, modifier=4)[0].dice == "8d6"


def test_a_cantrip_with_fewer_figures_stays_at_its_last() -> None:
    spell = replace(FIRE_BOLT, damage_by_level=("1d10", "2d10"))
    assert damage_at(spell, 0, caster_level=20)[0].dice == "2d10"
    assert projectiles_at(replace(ELDRITCH_BLAST, beams_by_level=(1,)), 0, caster_level=20) == 1


@pytest.mark.parametrize(("level", "darts"), [(1, 3), (2, 4), (9, 11)])
def test_darts_at_a_slot_level(level: int, darts: int) -> None:
    # R000-07
    assert projectiles_at(MAGIC_MISSILE, level, caster_level=5) == darts


def test_a_spell_without_projectiles_is_one() -> None:
    assert projectiles_at(FIREBALL, 5, caster_level=5) == 1


def test_darts_never_miss_and_are_events_of_their_own() -> None:
    # A5E-15
    fight = started(MIRA, OGRE)
    events = fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 2, 4)
    assert of_kind(events, AttackRolled) == []
    assert [event.taken for event in of_kind(events, DamageTaken)] == [2, 3, 5]
    assert fight["ogre-1"].hp == 49


def test_darts_go_round_their_targets() -> None:
    fight = started(MIRA, OGRE, GOBLIN)
    fight.cast("mira", MAGIC_MISSILE, ("ogre-1", "goblin-1"), 1, 2, 4)
    assert (fight["ogre-1"].hp, fight["goblin-1"].hp) == (52, 4)


def test_darts_are_sent_as_they_are_named() -> None:
    fight = started(MIRA, OGRE, GOBLIN)
    fight.cast("mira", MAGIC_MISSILE, ("goblin-1", "ogre-1", "ogre-1"), 1, 2, 4)
    assert (fight["goblin-1"].hp, fight["ogre-1"].hp) == (5, 51)


def test_each_dart_at_the_dying_is_a_failure() -> None:
    # R003-16, A5E-15
    fight = started(MAGE, MIRA, OTTO)
    fight.damage("otto", "12")
    fight.cast("mage-1", MAGIC_MISSILE, ("otto", "otto", "mira"), 1, 1, 1)
    assert fight["otto"].death_saves.failures == 2


def test_a_blast_makes_one_roll_and_a_save_for_each_target() -> None:
    # R003-04, R000-36: Mira's difficulty is 15.
    fight = started(MIRA, OGRE, GOBLIN, DRAKE)
    events = fight.cast("mira", FIREBALL, ("ogre-1", "goblin-1", "drake-1"), 3, 3, 3, 3, 3, 3, 3, 4, 16, 15, 1)
    assert only(events, DamageRolled).parts[0].amount == 25
    assert [(event.dc, event.success) for event in of_kind(events, SaveRolled)] == [
        (15, True),
        (15, True),
        (15, False),
    ]
    # The drake is immune to fire.
    assert [event.taken for event in of_kind(events, DamageTaken)] == [12, 12, 0]


def test_a_target_in_the_area_is_hurt_once_however_often_it_is_named() -> None:
    fight = started(MIRA, OGRE)
    events = fight.cast("mira", FIREBALL, ("ogre-1", "ogre-1"), 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert len(of_kind(events, DamageTaken)) == 1


def test_a_save_against_a_cantrip_leaves_nothing() -> None:
    fight = started(TOR, GOBLIN)
    events = fight.cast("tor", SACRED_FLAME, "goblin-1", 8, 8, 13)
    assert only(events, DamageTaken).taken == 0


def test_an_area_without_anybody_in_it_is_cast_all_the_same() -> None:
    fight = started(MIRA, OGRE)
    events = fight.cast("mira", FIREBALL)
    assert of_kind(events, DamageRolled) == []
    assert fight["mira"].resources["slot.3"].left == 1


def test_each_ray_rolls_to_hit_and_a_critical_one_doubles_its_dice() -> None:
    # A5E-39, R003-05: +7 against AC 11.
    fight = started(MIRA, OGRE)
    events = fight.cast("mira", SCORCHING_RAY, "ogre-1", 3, 4, 1, 1, 20, 2, 2, 2, 2)
    assert [(roll.bonus, roll.outcome) for roll in of_kind(events, AttackRolled)] == [
        (7, "miss"),
        (7, "hit"),
        (7, "critical"),
    ]
    assert [event.taken for event in of_kind(events, DamageTaken)] == [2, 8]


def test_beams_of_a_cantrip_come_with_the_casters_level() -> None:
    fight = started(replace(ILSE, casting=(replace(ILSE.casting[0], level=5),)), OGRE)
    assert len(of_kind(fight.cast("ilse", ELDRITCH_BLAST, "ogre-1", 2, 2), AttackRolled)) == 2


@pytest.mark.parametrize(("spell", "outcome"), [(VAMPIRIC_TOUCH, "critical"), (SCORCHING_RAY, "hit")])
def test_a_touch_strikes_the_helpless_critically_and_a_ray_does_not(spell: Spell, outcome: str) -> None:
    # A5E-29
    fight = started(MIRA, OGRE)
    fight.condition("ogre-1", "paralyzed")
    dice = (2, 15, *(1,) * 6) if outcome == "critical" else (2, 15, 1, 1) * 3
    assert {roll.outcome for roll in of_kind(fight.cast("mira", spell, "ogre-1", *dice), AttackRolled)} == {outcome}


def test_rays_left_over_go_to_who_still_stands() -> None:
    fight = started(MIRA, GOBLIN, OGRE)
    events = fight.cast("mira", SCORCHING_RAY, ("goblin-1", "ogre-1"), 15, 4, 4, 2, 2)
    assert [roll.target for roll in of_kind(events, AttackRolled)] == ["goblin-1", "ogre-1", "ogre-1"]


def test_healing_adds_the_casting_modifier() -> None:
    fight = started(TOR, OTTO)
    fight.damage("otto", "12")
    event = only(fight.cast("tor", CURE_WOUNDS, "otto", 3), Healed)
    assert (event.amount, event.by) == (7, "tor")
    assert fight.status("otto") == "alive"


def test_healing_that_adds_no_modifier() -> None:
    fight = started(TOR, OTTO)
    fight.alter("otto", hp=1)
    fight.cast("tor", replace(CURE_WOUNDS, heal_adds_modifier=False), "otto", 3)
    assert fight["otto"].hp == 4


def test_healing_grows_with_the_slot() -> None:
    # R000-07
    fight = started(TOR, OTTO)
    events = fight.cast("tor", CURE_WOUNDS, "otto", 1, 1, 1, level=3)
    assert only(events, AmountRolled).expression == "3d8+4"


def test_half_of_the_damage_dealt_heals_the_caster() -> None:
    # What temporary hit points absorb was dealt as well.
    fight = started(MIRA, OGRE)
    fight.alter("mira", hp=10)
    fight.alter("ogre-1", temp_hp=5)
    fight.cast("mira", VAMPIRIC_TOUCH, "ogre-1", 10, 3, 4, 4)
    assert fight["mira"].hp == 15


def test_a_caster_who_kills_itself_is_not_healed_by_it() -> None:
    fight = started(replace(MIRA, dies_at_zero=True), OGRE)
    fight.alter("mira", hp=3)
    fight.cast("mira", VAMPIRIC_TOUCH, "mira", 15, 3, 4, 4)
    assert (fight.status("mira"), fight["mira"].hp) == ("dead", 0)
    assert fight["mira"].concentration is None


def test_temporary_hit_points_of_a_spell_are_its_casters() -> None:
    # R003-23; 1d4+4 and 5 for each higher slot.
    fight = started(MIRA, OGRE)
    fight.cast("mira", FALSE_LIFE, (), 2, level=2)
    assert fight["mira"].temp_hp == 11


def test_sleep_takes_the_weakest_first_until_the_hit_points_are_used_up() -> None:
    fight = started(MIRA, OGRE, GOBLIN, OTTO)
    fight.cast("mira", SLEEP, ("ogre-1", "otto", "goblin-1"), 4, 4, 4, 4, 4)
    assert fight.conditions("goblin-1") == ("unconscious", "prone")
    assert fight.conditions("otto") == ("unconscious", "prone")
    assert fight.conditions("ogre-1") == ()


def test_damage_wakes_who_sleeps_by_magic_and_leaves_them_prone() -> None:
    fight = started(MIRA, OGRE, OTTO)
    fight.cast("mira", SLEEP, ("otto",), 8, 8, 8, 8, 8)
    assert [each.target for each in fight.encounter.effects.values() if each.spell] == ["otto"]
    fight.damage("otto", "1")
    assert fight.conditions("otto") == ("prone",)


def test_other_spells_are_not_cast_on_the_dead_unless_the_gm_says_so() -> None:
    fight = started(TOR, OTTO)
    fight.damage("otto", "60")
    command = CastSpell(caster="tor", spell=BLESS, targets=("otto",))
    assert fight.refuses(command).code == "dead_target"
    assert fight.do(command, forced=True)


def test_sleep_passes_over_the_undead_and_those_who_sleep_already() -> None:
    fight = started(MIRA, WIGHT, OTTO, GOBLIN)
    fight.alter("wight-1", hp=5)
    fight.damage("otto", "12")
    fight.cast("mira", SLEEP, ("wight-1", "otto", "goblin-1"), 1, 1, 1, 1, 3)
    assert fight.conditions("wight-1") == ()
    assert fight.conditions("goblin-1") == ("unconscious", "prone")


def test_who_sleeps_wakes_when_hurt_and_lies_on_the_ground() -> None:
    fight = started(MIRA, GOBLIN, OTTO)
    fight.cast("mira", SLEEP, ("goblin-1", "otto"), 4, 4, 4, 4, 4)
    fight.damage("goblin-1", "0")
    assert "unconscious" in fight.conditions("goblin-1")
    assert only(fight.damage("goblin-1", "1"), EffectEnded).reason == "damage"
    assert fight.conditions("goblin-1") == ("prone",)
    assert "unconscious" in fight.conditions("otto")


def test_a_save_at_the_end_of_each_turn_comes_with_the_spell() -> None:
    fight = started(TOR, OGRE)
    effect = only(fight.cast("tor", HOLD_PERSON, "ogre-1", 5), EffectStarted).effect
    assert effect.save == EndingSave(ability="wis", dc=15)
    assert effect.until == Until(when="start", of="tor", round=11)
    assert (effect.conditions, effect.level, effect.dispellable) == (("paralyzed",), 2, True)


def test_who_succeeds_is_not_affected_and_the_others_are() -> None:
    fight = started(MIRA, OGRE, GOBLIN)
    fight.cast("mira", WEB, ("ogre-1", "goblin-1"), 5, 15)
    assert fight.conditions("ogre-1") == ("restrained",)
    assert fight.conditions("goblin-1") == ()


def test_an_area_runs_on_when_nobody_is_caught_in_it() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", WEB, "ogre-1", 20)
    (effect,) = fight.effects("mira")
    assert effect.whole
    assert fight["mira"].concentration is not None


def test_a_spell_of_oneself_needs_no_target() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", MAGE_ARMOR)
    assert [effect.spell for effect in fight.effects("mira")] == ["mage-armor"]


def test_an_instantaneous_spell_leaves_nothing_running() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1)
    assert fight.encounter.effects == {}


def test_a_maximum_is_raised_with_the_slot() -> None:
    # R000-07
    fight = started(TOR, OTTO)
    fight.cast("tor", AID, "otto", level=3)
    assert fight["otto"].max_hp == 22


def test_the_caster_may_choose_among_the_types_of_a_spell() -> None:
    fight = started(TOR, WIGHT)
    events = fight.cast("tor", SPIRIT_GUARDIANS, "wight-1", 3, 3, 3, 1, damage_type="necrotic")
    assert only(events, DamageTaken).parts[0].type == "necrotic"
    assert only(events, DamageTaken).taken == 3  # 9, less 3, resisted
    command = CastSpell(caster="tor", spell=SPIRIT_GUARDIANS, targets=("wight-1",), damage_type="fire")
    assert started(TOR, WIGHT).refuses(command).code == "unknown_damage_type"


def test_the_first_type_is_the_default() -> None:
    fight = started(TOR, OGRE)
    events = fight.cast("tor", SPIRIT_GUARDIANS, "ogre-1", 3, 3, 3, 1)
    assert only(events, DamageTaken).parts[0].type == "radiant"


def test_only_spells_for_the_dead_are_cast_on_the_dead() -> None:
    fight = started(TOR, OTTO)
    fight.damage("otto", "60")
    for spell in (BLESS, CURE_WOUNDS):
        assert fight.refuses(CastSpell(caster="tor", spell=spell, targets=("otto",))).code == "dead_target"
    assert only(fight.cast("tor", REVIVIFY, "otto"), SpellCast).targets == ("otto",)
    assert fight.status("otto") == "dead"


@pytest.mark.parametrize(
    ("spell", "targets", "code"),
    [
        (MAGIC_MISSILE, (), "no_target"),
        (MAGIC_MISSILE, ("nobody",), "unknown_target"),
        (MAGIC_MISSILE, ("goblin-1",), "dead_target"),
        (FIREBALL, ("ogre-1", "goblin-1"), "dead_target"),
        (HOLD_PERSON, (), "no_target"),
    ],
)
def test_a_spell_needs_targets_that_make_sense(spell: Spell, targets: tuple[str, ...], code: str) -> None:
    fight = started(MIRA, OGRE, GOBLIN)
    fight.damage("goblin-1", "7")
    assert fight.refuses(CastSpell(caster="mira", spell=spell, targets=targets)).code == code
    assert fight["mira"].resources["slot.1"].left == 4


@pytest.mark.parametrize(
    "spell",
    [
        replace(FIREBALL, damage=(Damage(dice="a lot", type="fire"),)),
        replace(FIREBALL, damage_per_slot="a lot"),
        replace(FIREBALL, heal="a lot"),
        replace(FIREBALL, temp_hp="600d6"),
        replace(SLEEP, id="fireball", hp_pool="5d"),
        replace(SLEEP, id="fireball", hp_pool_per_slot="5d"),
    ],
)
def test_a_spell_whose_dice_are_none_is_refused(spell: Spell) -> None:
    fight = gathered(MIRA, OGRE)
    fight.alter("mira", resources={"slot.5": replace(fight["mira"].resources["slot.3"], left=1)})
    command = CastSpell(caster="mira", spell=spell, targets=("ogre-1",), level=5)
    with pytest.raises(CommandRefused) as refusal:
        fight.do(command, *(1,) * 60)
    assert refusal.value.code == "bad_dice"


def test_projectiles_in_an_empty_area_hit_nobody() -> None:
    fight = started(MIRA, OGRE)
    storm = replace(MAGIC_MISSILE, area="sphere")
    assert of_kind(fight.cast("mira", storm), DamageTaken) == []


def test_spells_that_do_not_concern_hit_points_leave_them_alone() -> None:
    fight = Fight(started(TOR, OTTO).state)
    fight.cast("tor", BLESS, ("tor", "otto"))
    assert (fight["tor"].hp, fight["otto"].hp) == (38, 12)
