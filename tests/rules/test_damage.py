"""Damage: the order in which a roll becomes hit points lost, and what is looked at on the way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.damage import DamageRolled, DamageTaken, DealDamage, Defences, RolledPart, SaveFor, Share, reckon
from rules.decide import decide
from rules.dice import LoadedDice, RollNeeded, RollRequest
from rules.saves import SaveRolled
from rules.statblock import Damage, Defence
from tests.rules.builders import Fight, gathered, of_kind, only
from tests.rules.creatures import DRAKE, GOBLIN, MIRA, OGRE, OTTO, VILLAIN, WIGHT


def taken(defences: Defences, *parts: tuple[int, str], saved: bool | None = None, from_spell: bool = False) -> int:
    """What parts of plain damage come to against some defences."""
    rolled = tuple(RolledPart(amount=amount, type=kind) for amount, kind in parts)
    return sum(part.amount for part in reckon((Share(parts=rolled, saved=saved),), defences, from_spell=from_spell))


def test_damage_is_taken_off_the_hit_points() -> None:
    fight = gathered(OTTO)
    event = only(fight.damage("otto", "5", kind="slashing"), DamageTaken)
    assert (event.taken, event.absorbed, event.hp, event.excess) == (5, 0, 7, 0)
    assert fight["otto"].hp == 7
    assert fight.status("otto") == "alive"


def test_temporary_hit_points_are_lost_first() -> None:
    # R003-21
    fight = gathered(OTTO)
    fight.alter("otto", temp_hp=5)
    event = only(fight.damage("otto", "7"), DamageTaken)
    assert (event.taken, event.absorbed, event.hp, event.temp_hp) == (7, 5, 10, 0)


def test_temporary_hit_points_may_absorb_everything() -> None:
    fight = gathered(OTTO)
    fight.alter("otto", temp_hp=5)
    fight.damage("otto", "3")
    assert (fight["otto"].hp, fight["otto"].temp_hp) == (12, 2)


def test_a_penalty_never_makes_damage_negative() -> None:
    # R003-02
    fight = gathered(OTTO)
    fight.alter("otto", hp=6)
    fight.damage("otto", "1d4-3", 1)
    assert fight["otto"].hp == 6


def test_each_part_of_damage_stops_at_zero_by_itself() -> None:
    # R003-02: a penalty on one part does not eat into the other.
    fight = gathered(OTTO)
    parts = (Damage(dice="1d4-3", type="fire"), Damage(dice="4", type="cold"))
    fight.do(DealDamage(targets=("otto",), parts=parts), 1)
    assert fight["otto"].hp == 8


@pytest.mark.parametrize("amount", ["-5", "3-9", "-(2+2)"])
def test_a_negative_amount_is_refused_and_heals_nobody(amount: str) -> None:
    fight = gathered(OTTO)
    refusal = fight.refuses(DealDamage(targets=("otto",), parts=(Damage(dice=amount),)))
    assert refusal.code == "negative_amount"


def test_one_roll_is_made_for_all_targets_of_an_effect() -> None:
    # R003-04: two faces are asked for, not four.
    fight = gathered(OGRE, VILLAIN)
    events = fight.damage(("ogre-1", "captain-1"), "2d6", 3, 5, kind="fire")
    assert only(events, DamageRolled).parts[0].faces == (3, 5)
    assert [event.taken for event in of_kind(events, DamageTaken)] == [8, 8]


def test_each_target_makes_its_own_save_for_half_of_the_one_roll() -> None:
    # R003-04, A5E-36: 9 halved is 4. The ogre's Dexterity gives -1, the goblin's +2.
    fight = gathered(OGRE, GOBLIN)
    save = SaveFor(ability="dex", dc=13)
    events = fight.damage(("ogre-1", "goblin-1"), "9", 14, 10, kind="fire", save=save)
    assert [(event.who, event.total, event.success) for event in of_kind(events, SaveRolled)] == [
        ("ogre-1", 13, True),
        ("goblin-1", 12, False),
    ]
    assert [event.taken for event in of_kind(events, DamageTaken)] == [4, 9]


def test_a_save_may_leave_nothing() -> None:
    fight = gathered(OGRE)
    fight.damage("ogre-1", "9", 20, save=SaveFor(ability="con", dc=13, on_success="none"))
    assert fight["ogre-1"].hp == 59


def test_one_point_halved_by_a_save_is_none() -> None:
    assert taken(Defences(), (1, "fire"), saved=True) == 0


def test_a_target_named_twice_is_hurt_once() -> None:
    fight = gathered(OGRE)
    fight.damage(("ogre-1", "ogre-1"), "9")
    assert fight["ogre-1"].hp == 50


def test_a_critical_hit_doubles_the_dice_and_adds_the_numbers_once() -> None:
    # R003-05
    fight = gathered(OGRE)
    events = fight.damage("ogre-1", "2d6+3", 1, 2, 3, 4, kind="slashing", critical=True)
    part = only(events, DamageRolled).parts[0]
    assert (part.dice, part.faces, part.amount) == ("4d6+3", (1, 2, 3, 4), 13)


def test_a_critical_hit_doubles_the_dice_of_every_part_but_no_plain_number() -> None:
    # A5E-35
    fight = gathered(OGRE)
    parts = (Damage(dice="1d8+2", type="slashing"), Damage(dice="1d6", type="fire"), Damage(dice="3", type="cold"))
    events = fight.do(DealDamage(targets=("ogre-1",), parts=parts, critical=True), 4, 5, 1, 6)
    assert only(events, DamageTaken).taken == (4 + 5 + 2) + (1 + 6) + 3


def test_faces_read_off_the_table_leave_the_doubled_dice_to_be_thrown() -> None:
    fight = gathered(OGRE)
    events = fight.damage("ogre-1", "2d6=[3,5]+3", 2, 1, critical=True)
    assert only(events, DamageTaken).taken == 3 + 5 + 2 + 1 + 3


def test_dice_that_are_typed_are_asked_for_by_what_they_are_for() -> None:
    fight = gathered(OGRE)
    command = DealDamage(targets=("ogre-1",), parts=(Damage(dice="2d6"),), by="ogre-1")
    with pytest.raises(RollNeeded) as needed:
        decide(fight.state, command, LoadedDice([4]))
    assert needed.value.request == RollRequest(count=2, sides=6, purpose="damage", who="ogre-1")


def test_reductions_come_before_resistance() -> None:
    # R003-08: 25, less 5, halved, is 10.
    defences = Defences(reduction=5, resist=(Defence(type="bludgeoning"),))
    assert taken(defences, (25, "bludgeoning")) == 10


def test_resistance_comes_before_vulnerability_and_each_halving_rounds_down() -> None:
    # A5E-18: 17 halved is 8, doubled is 16. A roll of 7 comes to 6.
    both = Defences(resist=(Defence(type="fire"),), vulnerable=(Defence(type="fire"),))
    assert taken(both, (17, "fire")) == 16
    assert taken(both, (7, "fire")) == 6


def test_each_type_is_halved_by_itself() -> None:
    # A5E-18, A5E-36: 3 fire and 3 cold against both resistances come to 1 + 1.
    fire_and_cold = Defences(resist=(Defence(type="fire"), Defence(type="cold")))
    assert taken(fire_and_cold, (3, "fire"), (3, "cold")) == 2
    assert taken(Defences(resist=(Defence(type="fire"),)), (3, "fire"), (3, "cold")) == 4


def test_several_resistances_to_one_type_count_once() -> None:
    # R003-09
    defences = Defences(resist=(Defence(type="fire"), Defence(type="all"), Defence(type="fire")))
    assert taken(defences, (20, "fire")) == 10


def test_several_vulnerabilities_to_one_type_count_once() -> None:
    # R003-09
    defences = Defences(vulnerable=(Defence(type="fire"), Defence(type="fire")))
    assert taken(defences, (20, "fire")) == 40


def test_immunity_wins_over_everything() -> None:
    # A5E-22
    defences = Defences(
        immune=(Defence(type="fire"),), resist=(Defence(type="fire"),), vulnerable=(Defence(type="fire"),)
    )
    assert taken(defences, (30, "fire")) == 0


def test_a_reduction_is_one_budget_for_the_whole_event() -> None:
    # A5E-20: 5 off 3 and 4 leaves 0 and 2, not 0 and 0.
    parts = reckon(
        (Share(parts=(RolledPart(amount=3, type="fire"), RolledPart(amount=4, type="cold"))),), Defences(reduction=5)
    )
    assert [part.amount for part in parts] == [0, 2]


def test_a_reduction_is_not_spent_on_what_immunity_stops() -> None:
    defences = Defences(immune=(Defence(type="fire"),), reduction=5)
    assert taken(defences, (9, "fire"), (9, "cold")) == 4


def test_half_on_a_save_comes_before_resistance() -> None:
    # A5E-19: 15 saved is 7, resisted is 3; halved twice at once it would be 3 as well, so try 11: 5, then 2.
    resist = Defences(resist=(Defence(type="fire"),))
    assert taken(resist, (11, "fire"), saved=True) == 2


def test_half_on_a_save_comes_before_a_reduction() -> None:
    # A5E-19: 20 saved is 10, less 6 is 4. The other way round it would be 7.
    assert taken(Defences(reduction=6), (20, "fire"), saved=True) == 4


def test_the_trace_names_every_step_and_its_rule() -> None:
    defences = Defences(reduction=5, resist=(Defence(type="cold"),), vulnerable=(Defence(type="cold"),))
    (part,) = reckon((Share(parts=(RolledPart(amount=31, type="cold"),), saved=True),), defences)
    assert [(step.code, step.after, step.rule) for step in part.steps] == [
        ("save_half", 15, "R003-04"),
        ("reduction", 10, "A5E-20"),
        ("resistant", 5, "R003-08"),
        ("vulnerable", 10, "R003-08"),
    ]
    assert (part.rolled, part.amount) == (31, 10)


def test_the_trace_says_nothing_of_steps_that_were_not_taken() -> None:
    (plain,) = reckon((Share(parts=(RolledPart(amount=7, type="cold"),)),), Defences())
    assert plain.steps == ()
    (none,) = reckon((Share(parts=(RolledPart(amount=0, type="cold"),)),), Defences(reduction=5))
    assert none.steps == ()


def test_resistance_to_what_is_not_magical_lets_magical_parts_through() -> None:
    # A5E-21; the wight takes 3 off the first part as well.
    fight = gathered(WIGHT)
    parts = (Damage(dice="13", type="slashing"), Damage(dice="8", type="slashing", magical=True))
    event = only(fight.do(DealDamage(targets=("wight-1",), parts=parts)), DamageTaken)
    assert [part.amount for part in event.parts] == [5, 8]


def test_what_a_weapon_is_made_of_gets_through_where_a_defence_says_so() -> None:
    defences = Defences(resist=(Defence(type="slashing", unless=("magical", "silvered")),))
    plain = RolledPart(amount=9, type="slashing")
    parts = (plain, replace(plain, qualities=("silvered",)), replace(plain, qualities=("adamantine",)))
    assert [part.amount for part in reckon((Share(parts=parts),), defences)] == [4, 9, 4]


def test_damage_of_a_spell_is_magical() -> None:
    # A5E-21
    defences = Defences(resist=(Defence(type="slashing", unless=("magical",)),))
    assert taken(defences, (9, "slashing")) == 4
    assert taken(defences, (9, "slashing"), from_spell=True) == 9


def test_a_resistance_to_spells_only_stops_nothing_else() -> None:
    defences = Defences(resist=(Defence(type="all", only=("spell",)),))
    assert taken(defences, (8, "fire"), from_spell=True) == 4
    assert taken(defences, (8, "fire")) == 8


def test_a_petrified_creature_resists_everything() -> None:
    # The conditions of SRD 5.1.
    fight = gathered(OGRE)
    fight.condition("ogre-1", "petrified")
    fight.damage("ogre-1", "9", kind="psychic")
    assert fight["ogre-1"].hp == 55


def test_damage_of_no_type_meets_no_defence_against_a_type() -> None:
    fight = gathered(DRAKE)
    fight.damage("drake-1", "7")
    assert fight["drake-1"].hp == 23


def test_damage_reduced_to_nothing_has_no_further_effect() -> None:
    # A5E-14: the dying who are immune do not come closer to death.
    fight = gathered(MIRA)
    fight.damage("mira", "27")
    fight.alter("mira", temp_hp=3)
    fight.damage("mira", "0")
    assert fight["mira"].death_saves.failures == 0


@pytest.mark.parametrize(
    ("dice", "kind", "code"),
    [
        ("2d6+", "fire", "bad_dice"),
        ("100000d6", "fire", "bad_dice"),
        ("7/0", "fire", "bad_dice"),
        ("300d6", "fire", "bad_dice"),  # 600 dice on a critical hit
        ("7", "sonic", "unknown_damage_type"),
    ],
)
def test_what_cannot_be_rolled_is_refused(dice: str, kind: str, code: str) -> None:
    fight = gathered(OGRE)
    command = DealDamage(targets=("ogre-1",), parts=(Damage(dice=dice, type=kind),), critical=True)
    assert fight.refuses(command).code == code


@pytest.mark.parametrize(("targets", "code"), [((), "no_target"), (("nobody",), "unknown_target")])
def test_damage_needs_somebody_who_is_there(targets: tuple[str, ...], code: str) -> None:
    assert gathered(OGRE).refuses(DealDamage(targets=targets, parts=(Damage(dice="1"),))).code == code


def test_whoever_deals_damage_takes_part() -> None:
    fight = gathered(OGRE)
    command = DealDamage(targets=("ogre-1",), parts=(Damage(dice="1"),), by="nobody")
    assert fight.refuses(command).code == "unknown_target"


def test_without_a_fight_there_is_nobody_to_damage() -> None:
    assert Fight().refuses(DealDamage(targets=("ogre-1",), parts=(Damage(dice="1"),))).code == "no_encounter"


def test_a_difficulty_that_nobody_can_mean_is_refused() -> None:
    fight = gathered(OGRE)
    command = DealDamage(targets=("ogre-1",), parts=(Damage(dice="1"),), save=SaveFor(ability="dex", dc=10**30))
    assert fight.refuses(command).code == "figure_range"
