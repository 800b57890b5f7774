"""Attacks and the other actions of a stat block."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.attacks import ActionTaken, Attack, AttackRolled, CheckHit, HitChecked, hits
from rules.combatant import Resource
from rules.damage import DamageRolled, DamageTaken
from rules.effect import EndingSave, Until
from rules.effects import EffectStarted
from rules.saves import SaveRolled
from rules.statblock import Multiattack
from tests.rules.builders import gathered, of_kind, only, started
from tests.rules.creatures import DRAKE, GOBLIN, MAGE, MIRA, OGRE, OTTO, SPIDER, TOR, WIGHT
from tests.rules.spellbook import FIRE_BOLT


@pytest.mark.parametrize(
    ("face", "total", "outcome"),
    [
        (1, 40, "miss"),
        (2, 14, "miss"),
        (2, 15, "hit"),
        (10, 16, "hit"),
        (19, 40, "hit"),
        (20, 3, "critical"),
    ],
)
def test_a_1_misses_a_20_is_critical_and_the_rest_must_reach_the_armour_class(
    face: int, total: int, outcome: str
) -> None:
    assert hits(face, total, 15) == outcome


def test_a_hit_rolls_and_deals_its_damage() -> None:
    # Scimitar +4 against AC 12; 1d6+2.
    fight = started(GOBLIN, MIRA)
    events = fight.attack("goblin-1", "mira", 8, 5)
    roll = only(events, AttackRolled)
    assert (roll.faces, roll.bonus, roll.total, roll.ac, roll.outcome) == ((8,), 4, 12, 12, "hit")
    damage = only(events, DamageTaken)
    assert (damage.taken, damage.hp, damage.by) == (7, 20, "goblin-1")


def test_a_miss_asks_for_no_damage() -> None:
    fight = started(GOBLIN, MIRA)
    events = fight.attack("goblin-1", "mira", 7)
    assert only(events, AttackRolled).outcome == "miss"
    assert of_kind(events, DamageTaken) == []


def test_a_critical_hit_doubles_the_dice() -> None:
    # R003-05
    fight = started(GOBLIN, MIRA)
    events = fight.attack("goblin-1", "mira", 20, 3, 4)
    assert only(events, DamageRolled).parts[0].dice == "2d6+2"
    assert only(events, DamageTaken).taken == 9


def test_a_critical_hit_on_the_dying_is_two_failures() -> None:
    # R003-16, A5E-29: from within 1.5 m on the unconscious any hit is critical.
    fight = started(GOBLIN, MIRA)
    fight.damage("mira", "27")
    events = fight.attack("goblin-1", "mira", 2, 15, 1, 1)
    assert only(events, AttackRolled).outcome == "critical"
    assert fight["mira"].death_saves.failures == 2


def test_a_shot_at_the_dying_is_no_critical_hit_by_itself() -> None:
    # A5E-29: prone gives disadvantage, unconscious advantage; they cancel out.
    fight = started(GOBLIN, MIRA)
    fight.damage("mira", "27")
    events = fight.attack("goblin-1", "mira", 15, 1, action="shortbow")
    roll = only(events, AttackRolled)
    assert (roll.mode, roll.outcome) == ("normal", "hit")
    assert set(roll.reasons) == {"prone", "unconscious"}
    assert fight["mira"].death_saves.failures == 1


def test_advantage_keeps_the_higher_face_and_says_why() -> None:
    fight = started(GOBLIN, MIRA)
    fight.condition("mira", "restrained")
    roll = only(fight.attack("goblin-1", "mira", 3, 14, 1), AttackRolled)
    assert (roll.faces, roll.kept, roll.mode, roll.reasons) == ((3, 14), 14, "advantage", ("restrained",))


def test_disadvantage_keeps_the_lower_face() -> None:
    fight = started(GOBLIN, MIRA)
    fight.condition("goblin-1", "poisoned")
    roll = only(fight.attack("goblin-1", "mira", 3, 14), AttackRolled)
    assert (roll.kept, roll.mode, roll.outcome) == (3, "disadvantage", "miss")


def test_what_the_gm_states_cancels_out_with_what_conditions_give() -> None:
    fight = started(GOBLIN, MIRA)
    fight.condition("goblin-1", "poisoned")
    fight.condition("goblin-1", "prone")
    roll = only(fight.attack("goblin-1", "mira", 3, mode="advantage"), AttackRolled)
    assert (roll.mode, roll.reasons) == ("normal", ("stated", "poisoned", "prone"))


def test_a_multiattack_makes_all_its_attacks_unless_one_is_named() -> None:
    fight = started(OGRE, MIRA)
    assert len(of_kind(fight.attack("ogre-1", "mira", 2, 2), AttackRolled)) == 2
    assert len(of_kind(fight.attack("ogre-1", "mira", 2, action="greatclub"), AttackRolled)) == 1


def test_attacks_go_round_the_targets() -> None:
    fight = started(OGRE, MIRA, OTTO)
    rolls = of_kind(fight.attack("ogre-1", ("mira", "otto"), 2, 2), AttackRolled)
    assert [roll.target for roll in rolls] == ["mira", "otto"]


def test_attacks_left_over_go_to_who_still_stands() -> None:
    fight = started(OGRE, GOBLIN, MIRA)
    events = fight.attack("ogre-1", ("goblin-1", "mira"), 15, 4, 4, 15, 1, 1, 2, 2, times=2)
    rolls = of_kind(events, AttackRolled)
    assert fight.status("goblin-1") == "dead"
    assert [roll.target for roll in rolls] == ["goblin-1", "mira", "mira", "mira"]


def test_attacks_stop_when_everybody_is_dead() -> None:
    fight = started(OGRE, GOBLIN)
    events = fight.attack("ogre-1", "goblin-1", 15, 4, 4)
    assert len(of_kind(events, AttackRolled)) == 1


def test_an_attack_is_repeated_as_often_as_stated() -> None:
    fight = started(GOBLIN, MIRA)
    assert len(of_kind(fight.attack("goblin-1", "mira", 1, 1, 1, times=3), AttackRolled)) == 3


@pytest.mark.parametrize("times", [0, -1, 21, 10**9])
def test_a_number_of_attacks_that_nobody_makes_is_refused(times: int) -> None:
    command = Attack(attacker="goblin-1", targets=("mira",), times=times)
    assert started(GOBLIN, MIRA).refuses(command).code == "times_range"


def test_a_bite_with_poison_is_one_damage_event() -> None:
    # A5E-15: what the save leaves belongs to the hit.
    fight = started(SPIDER, MIRA)
    events = fight.attack("giant-spider-1", "mira", 10, 4, 5, 6, 6)
    damage = only(events, DamageTaken)
    assert [(part.type, part.amount) for part in damage.parts] == [("piercing", 7), ("poison", 12)]
    assert not only(events, SaveRolled).success
    assert fight.conditions("mira") == ("poisoned",)


def test_the_save_against_a_bite_halves_the_poison_and_spares_the_condition() -> None:
    fight = started(SPIDER, MIRA)
    damage = only(fight.attack("giant-spider-1", "mira", 10, 4, 15, 6, 7), DamageTaken)
    assert [part.amount for part in damage.parts] == [7, 6]
    assert fight.conditions("mira") == ()


def test_the_dice_of_a_save_are_not_doubled_by_a_critical_hit() -> None:
    # A5E-35
    fight = started(SPIDER, MIRA)
    rolled = of_kind(fight.attack("giant-spider-1", "mira", 20, 1, 1, 5, 2, 2), DamageRolled)
    assert [event.parts[0].dice for event in rolled] == ["2d8+3", "2d8"]


def test_a_hit_may_impose_a_condition_without_a_save() -> None:
    fight = started(DRAKE, MIRA)
    effect = only(fight.attack("drake-1", "mira", 15, 3), EffectStarted).effect
    assert (effect.conditions, effect.source) == (("grappled",), "drake-1")


def test_nothing_is_imposed_on_whom_the_hit_killed() -> None:
    fight = started(DRAKE, GOBLIN)
    fight.alter("goblin-1", hp=1)
    assert of_kind(fight.attack("drake-1", "goblin-1", 15, 3), EffectStarted) == []
    assert fight.status("goblin-1") == "dead"


def test_a_breath_makes_one_roll_and_a_save_for_each() -> None:
    # R003-04
    fight = started(DRAKE, MIRA, TOR)
    events = fight.attack("drake-1", ("mira", "tor"), 6, 6, 6, 1, 12, 5, action="fire-breath")
    assert only(events, DamageRolled).parts[0].amount == 19
    assert [event.taken for event in of_kind(events, DamageTaken)] == [9, 19]


def test_a_breath_is_spent_until_it_recharges() -> None:
    fight = started(DRAKE, MIRA)
    fight.attack("drake-1", "mira", 1, 1, 1, 1, 20, action="fire-breath")
    assert fight["drake-1"].resources["action.fire-breath"] == Resource(left=0, max=1)
    command = Attack(attacker="drake-1", targets=("mira",), action="fire-breath")
    assert fight.refuses(command).code == "not_recharged"
    fight.do(command, 1, 1, 1, 1, 20, forced=True)


def test_an_action_with_so_many_uses_a_day_runs_out() -> None:
    fight = started(DRAKE, MIRA)
    fight.attack("drake-1", "mira", 1, action="howl")
    assert fight.conditions("mira") == ("frightened",)
    command = Attack(attacker="drake-1", targets=("mira",), action="howl")
    assert fight.refuses(command).code == "no_uses"


def test_who_has_cast_a_spell_with_its_action_does_not_attack_as_well() -> None:
    fight = started(replace(MAGE, actions=GOBLIN.actions), MIRA)
    fight.cast("mage-1", FIRE_BOLT, "mira", 1)
    command = Attack(attacker="mage-1", targets=("mira",))
    assert fight.refuses(command).code == "no_action"
    fight.do(command, 1, forced=True)


def test_what_a_failed_save_imposes_lasts_as_long_as_the_save_says() -> None:
    (howl,) = (action for action in DRAKE.actions if action.id == "howl")
    assert howl.save is not None
    scare = replace(howl, save=replace(howl.save, rounds=2, save_ends=True, ends_on_damage=True))
    fight = started(replace(DRAKE, actions=(scare,)), MIRA)
    effect = only(fight.attack("drake-1", "mira", 1), EffectStarted).effect
    assert effect.until == Until(when="start", of="drake-1", round=3)
    assert effect.save == EndingSave(ability="wis", dc=12)
    fight.damage("mira", "1")
    assert fight.conditions("mira") == ()


def test_an_attack_in_ones_own_turn_uses_the_action() -> None:
    fight = started(GOBLIN, OTTO)
    fight.attack("goblin-1", "otto", 1)
    fight.attack("otto", "goblin-1", 1)
    assert fight["goblin-1"].used.action
    assert not fight["otto"].used.action


def test_an_action_that_rolls_no_attack_is_told_by_name() -> None:
    fight = started(DRAKE, MIRA)
    event = only(fight.attack("drake-1", "mira", 20, action="howl"), ActionTaken)
    assert (event.action, event.targets) == ("howl", ("mira",))


def test_resistance_is_applied_to_attacks_as_to_everything() -> None:
    # 8 slashing, less 3 is 5, halved is 2.
    fight = started(GOBLIN, WIGHT)
    assert only(fight.attack("goblin-1", "wight-1", 15, 6), DamageTaken).taken == 2


def test_without_an_attack_there_is_nothing_to_do() -> None:
    fight = started(MAGE, MIRA)
    assert fight.refuses(Attack(attacker="mage-1", targets=("mira",))).code == "no_attack"
    command = Attack(attacker="mage-1", targets=("mira",), action="claw")
    assert fight.refuses(command).code == "unknown_action"


def test_a_multiattack_of_unknown_attacks_falls_back_to_one_there_is() -> None:
    fight = started(replace(GOBLIN, multiattack=(Multiattack(actions=("claw",)),)), MIRA)
    assert only(fight.attack("goblin-1", "mira", 1), AttackRolled).action == "scimitar"


@pytest.mark.parametrize(
    ("attacker", "targets", "code"),
    [
        ("nobody", ("mira",), "unknown_target"),
        ("goblin-1", ("nobody",), "unknown_target"),
        ("goblin-1", (), "no_target"),
        ("goblin-2", ("mira",), "dead"),
        ("goblin-1", ("goblin-2",), "dead"),
    ],
)
def test_attackers_and_targets_have_to_be_there(attacker: str, targets: tuple[str, ...], code: str) -> None:
    fight = started(GOBLIN, MIRA, GOBLIN)
    fight.damage("goblin-2", "7")
    assert fight.refuses(Attack(attacker=attacker, targets=targets)).code == code


def test_a_total_that_nobody_rolls_is_refused() -> None:
    assert gathered(GOBLIN).refuses(CheckHit(total=10**30, target="goblin-1")).code == "figure_range"


@pytest.mark.parametrize(("total", "hit"), [(14, False), (15, True), (16, True)])
def test_a_total_from_the_table_is_answered_with_hit_or_miss(total: int, hit: bool) -> None:
    event = only(gathered(GOBLIN).do(CheckHit(total=total, target="goblin-1")), HitChecked)
    assert (event.hit, event.ac) == (hit, 15)
