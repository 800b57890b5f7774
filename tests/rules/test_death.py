"""Dropping to 0 hit points, death saving throws, first aid, knocking out, dying and coming back."""

from __future__ import annotations

import pytest

from rules.combatant import DeathSaves
from rules.damage import DealDamage
from rules.death import (
    DeathSaveRolled,
    DeathSavesChanged,
    MedicineChecked,
    Revive,
    Stabilise,
    StatusChanged,
    apply_death_save,
    death_save_outcome,
)
from rules.healing import GrantTemporary, Heal
from rules.statblock import Damage
from tests.rules.builders import Fight, gathered, only, started
from tests.rules.creatures import GOBLIN, MIRA, OGRE, OTTO, TOR, VILLAIN
from tests.rules.spellbook import BLESS


def dying(*, hp: int = 12, max_hp: int = 12) -> Fight:
    """Otto, down at 0 hit points."""
    fight = gathered(OTTO, TOR)
    fight.alter("otto", hp=hp, max_hp=max_hp)
    fight.damage("otto", str(hp))
    return fight


def roll_death_save(fight: Fight, face: int, bonus: int = 0) -> None:
    fight.run(lambda resolution: apply_death_save(resolution, "otto", face, bonus))


def test_a_character_at_0_falls_unconscious_and_prone() -> None:
    # R003-13
    fight = dying()
    assert (fight["otto"].hp, fight.status("otto")) == (0, "unconscious")
    assert fight.conditions("otto") == ("unconscious", "prone")
    assert fight["otto"].death_saves == DeathSaves()


def test_a_monster_dies_at_0() -> None:
    # R003-19
    fight = gathered(GOBLIN)
    fight.damage("goblin-1", "7")
    assert fight.status("goblin-1") == "dead"


def test_a_monster_of_importance_may_follow_the_rules_of_characters() -> None:
    # R003-19, A5E-31
    fight = gathered(VILLAIN)
    fight.damage("captain-1", "20")
    assert fight.status("captain-1") == "unconscious"


def test_damage_left_over_of_at_least_the_maximum_kills_at_once() -> None:
    # R003-12: maximum 12, at 6, 18 damage.
    fight = gathered(OTTO)
    fight.alter("otto", hp=6)
    fight.damage("otto", "18")
    assert fight.status("otto") == "dead"


def test_damage_left_over_of_less_than_the_maximum_does_not_kill() -> None:
    fight = gathered(OTTO)
    fight.alter("otto", hp=6)
    fight.damage("otto", "17")
    assert fight.status("otto") == "unconscious"


def test_temporary_hit_points_go_before_what_is_left_over_is_counted() -> None:
    # A5E-23: 22 less 5 temporary less 10 leaves 7, and 7 is less than 12.
    fight = gathered(OTTO)
    fight.alter("otto", hp=10, temp_hp=5)
    fight.damage("otto", "22")
    assert fight.status("otto") == "unconscious"


@pytest.mark.parametrize(
    ("face", "bonus", "outcome"),
    [
        (1, 5, "two_failures"),
        (2, 0, "failure"),
        (9, 0, "failure"),
        (9, 1, "success"),
        (10, 0, "success"),
        (11, -2, "failure"),
        (19, -10, "failure"),
        (20, -10, "natural_20"),
    ],
)
def test_a_death_save_counts_the_face_for_1_and_20_and_the_total_for_the_rest(
    face: int, bonus: int, outcome: str
) -> None:
    # R003-14, R003-15, A5E-26
    assert death_save_outcome(face, bonus) == outcome


def test_the_third_success_leaves_one_stable_at_0() -> None:
    # R003-14: only a natural 20 gives a hit point.
    fight = dying()
    for _ in range(3):
        roll_death_save(fight, 10)
    assert (fight["otto"].hp, fight.status("otto")) == (0, "stable")
    assert fight["otto"].death_saves == DeathSaves()
    assert "unconscious" in fight.conditions("otto")


def test_the_third_failure_kills_even_with_successes_in_between() -> None:
    # R003-14
    fight = dying()
    for face in (2, 15, 3, 12):
        roll_death_save(fight, face)
    assert fight.status("otto") == "unconscious"
    assert fight["otto"].death_saves == DeathSaves(successes=2, failures=2)
    roll_death_save(fight, 4)
    assert fight.status("otto") == "dead"


def test_a_1_counts_as_two_failures() -> None:
    # R003-15
    fight = dying()
    roll_death_save(fight, 1)
    assert fight["otto"].death_saves == DeathSaves(failures=2)


def test_a_20_wakes_with_one_hit_point_still_prone() -> None:
    # R003-15, A5E-28, A5E-30
    fight = dying()
    roll_death_save(fight, 5)
    roll_death_save(fight, 20)
    assert (fight["otto"].hp, fight.status("otto")) == (1, "alive")
    assert fight["otto"].death_saves == DeathSaves()
    assert fight.conditions("otto") == ("prone",)


def test_damage_at_0_is_one_failure_and_a_critical_hit_two() -> None:
    # R003-16
    fight = dying()
    fight.damage("otto", "3")
    assert fight["otto"].death_saves == DeathSaves(failures=1)
    fight.damage("otto", "3", critical=True)
    assert fight.status("otto") == "dead"


def test_damage_at_0_of_at_least_the_maximum_kills() -> None:
    # R003-16
    fight = dying()
    fight.damage("otto", "12")
    assert fight.status("otto") == "dead"


def test_healing_wakes_and_wipes_the_counters() -> None:
    # R003-13, R003-14
    fight = dying()
    roll_death_save(fight, 5)
    roll_death_save(fight, 12)
    fight.heal("otto", "4")
    assert (fight["otto"].hp, fight.status("otto")) == (4, "alive")
    assert fight["otto"].death_saves == DeathSaves()
    assert not any(effect.from_zero_hp for effect in fight.effects("otto"))
    assert fight.conditions("otto") == ("prone",)


def test_the_counters_start_from_zero_when_one_drops_again() -> None:
    fight = dying()
    roll_death_save(fight, 5)
    fight.heal("otto", "1")
    fight.damage("otto", "1")
    assert fight["otto"].death_saves == DeathSaves()


def test_damage_takes_stability_and_counts_as_a_failure() -> None:
    # R003-18, A5E-25
    fight = dying()
    fight.do(Stabilise(target="otto"))
    fight.damage("otto", "1")
    assert fight.status("otto") == "unconscious"
    assert fight["otto"].death_saves == DeathSaves(failures=1)


def test_damage_absorbed_at_0_is_still_a_failure() -> None:
    # R003-24, A5E-24
    fight = dying()
    fight.do(GrantTemporary(targets=("otto",), amount="5"))
    assert fight.status("otto") == "unconscious"
    fight.damage("otto", "5")
    assert (fight["otto"].temp_hp, fight["otto"].death_saves.failures) == (0, 1)


def test_a_house_rule_lets_temporary_hit_points_shield_the_dying() -> None:
    # A5E-24
    fight = dying()
    fight.settings(temp_hp_shields_dying=True)
    fight.do(GrantTemporary(targets=("otto",), amount="5"))
    fight.damage("otto", "5")
    assert fight["otto"].death_saves.failures == 0
    fight.damage("otto", "1")
    assert fight["otto"].death_saves.failures == 1


def test_a_death_save_is_asked_for_at_the_start_of_the_turn_of_the_dying() -> None:
    # R003-14
    fight = started(OTTO, TOR)
    fight.damage("otto", "12")
    fight.next()
    assert fight.obligations() == ()
    fight.next()
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who) == ("death_save", "otto")
    events = fight.settle(9)
    assert only(events, DeathSaveRolled).outcome == "failure"
    assert only(events, DeathSavesChanged).saves == DeathSaves(failures=1)


def test_the_stable_and_the_dead_make_no_death_saves() -> None:
    # R003-18
    fight = started(OTTO, MIRA, TOR)
    fight.damage("otto", "12")
    fight.do(Stabilise(target="otto"))
    fight.damage("mira", "60")
    fight.until_turn_of("otto")
    assert fight.obligations() == ()


def test_healing_takes_back_the_death_save_that_was_asked_for() -> None:
    fight = started(OTTO, TOR)
    fight.damage("otto", "12")
    fight.until_turn_of("otto")
    assert len(fight.obligations()) == 1
    fight.heal("otto", "3")
    assert fight.obligations() == ()


def test_first_aid_takes_a_medicine_check_of_10() -> None:
    # R003-17: Tor adds 7.
    fight = dying()
    event = only(fight.do(Stabilise(target="otto", by="tor"), 2), MedicineChecked)
    assert (event.total, event.success) == (9, False)
    assert fight.status("otto") == "unconscious"
    assert fight["tor"].used.action
    fight.do(Stabilise(target="otto", by="tor"), 3)
    assert fight.status("otto") == "stable"


def test_first_aid_is_given_by_somebody_who_can_act() -> None:
    fight = dying()
    fight.condition("tor", "stunned")
    assert fight.refuses(Stabilise(target="otto", by="tor")).code == "cannot_act"
    fight.damage("tor", "80")
    assert fight.refuses(Stabilise(target="otto", by="tor")).code == "dead"


def test_only_the_dying_are_stabilised() -> None:
    fight = dying()
    assert fight.refuses(Stabilise(target="tor")).code == "not_dying"
    fight.do(Stabilise(target="otto"))
    assert fight.refuses(Stabilise(target="otto")).code == "not_dying"


def test_a_melee_attacker_may_knock_out_instead() -> None:
    # R003-20: unconscious and stable, monsters too.
    fight = gathered(GOBLIN)
    fight.damage("goblin-1", "7", melee=True, nonlethal=True)
    assert (fight["goblin-1"].hp, fight.status("goblin-1")) == (0, "stable")
    assert "unconscious" in fight.conditions("goblin-1")


def test_only_melee_knocks_out() -> None:
    # R003-20
    fight = gathered(GOBLIN)
    command = DealDamage(targets=("goblin-1",), parts=(Damage(dice="7"),), nonlethal=True)
    assert fight.refuses(command).code == "knock_out_needs_melee"
    fight.do(command, forced=True)
    assert fight.status("goblin-1") == "stable"


def test_massive_damage_kills_whom_one_wanted_to_knock_out() -> None:
    # A5E-32
    fight = gathered(GOBLIN)
    fight.damage("goblin-1", "14", melee=True, nonlethal=True)
    assert fight.status("goblin-1") == "dead"


def test_a_house_rule_lets_knocking_out_save_from_massive_damage() -> None:
    # A5E-32
    fight = gathered(GOBLIN)
    fight.settings(ko_beats_massive=True)
    fight.damage("goblin-1", "14", melee=True, nonlethal=True)
    assert fight.status("goblin-1") == "stable"


def test_nothing_holds_the_dead_and_they_hold_nothing() -> None:
    # R000-25
    fight = started(TOR, OTTO, GOBLIN)
    fight.cast("tor", BLESS, ("otto", "goblin-1"))
    fight.condition("tor", "poisoned")
    fight.damage("tor", "10")
    assert [obligation.kind for obligation in fight.obligations()] == ["concentration_save"]
    fight.damage("tor", "80")
    assert fight["tor"].concentration is None
    assert fight.encounter.effects == {}
    assert fight.obligations() == ()


@pytest.mark.parametrize(
    "command",
    [
        Heal(targets=("goblin-1",), amount="5"),
        GrantTemporary(targets=("goblin-1",), amount="5"),
        DealDamage(targets=("goblin-1",), parts=(Damage(dice="1"),)),
    ],
)
def test_the_dead_are_neither_healed_nor_shielded_nor_hurt(
    command: Heal | GrantTemporary | DealDamage,
) -> None:
    # R003-11, A5E-45
    fight = gathered(GOBLIN, OGRE)
    fight.damage("goblin-1", "7")
    assert fight.refuses(command).code == "dead"
    assert fight.refuses(command, forced=True).code == "dead"


def test_the_dead_may_be_raised() -> None:
    # R003-11
    fight = gathered(OTTO)
    fight.damage("otto", "60")
    assert only(fight.do(Revive(target="otto", hp=5)), StatusChanged).status == "alive"
    assert (fight["otto"].hp, fight["otto"].death_saves) == (5, DeathSaves())
    fight.heal("otto", "2")
    assert fight["otto"].hp == 7


def test_nobody_is_raised_beyond_the_maximum() -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "60")
    fight.do(Revive(target="otto", hp=500))
    assert fight["otto"].hp == 12


@pytest.mark.parametrize("hp", [0, -3])
def test_one_is_raised_with_at_least_one_hit_point(hp: int) -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "60")
    assert fight.refuses(Revive(target="otto", hp=hp)).code == "negative_amount"


def test_only_the_dead_are_raised() -> None:
    assert dying().refuses(Revive(target="otto")).code == "not_dead"
