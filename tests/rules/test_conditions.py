"""Conditions: what they do to attacks and saves, who is immune, and how they come and go."""

from __future__ import annotations

import pytest

from rules.attacks import Attack, AttackRolled, attack_modes
from rules.condition import CONDITIONS, INCAPACITATING
from rules.conditions import ApplyCondition, RemoveCondition
from rules.effect import EndingSave, Until
from rules.effects import ConditionShrugged, EffectEnded, EffectStarted
from rules.saves import RollSaves, SaveRolled
from rules.statblock import ABILITIES
from tests.rules.builders import Fight, gathered, of_kind, only, started
from tests.rules.creatures import GOBLIN, MIRA, OGRE, OTTO, WIGHT
from tests.rules.spellbook import MAGE_ARMOR


def test_there_are_fifteen_conditions_and_five_of_them_incapacitate() -> None:
    assert len(set(CONDITIONS)) == 15
    assert set(INCAPACITATING) == {"incapacitated", "paralyzed", "petrified", "stunned", "unconscious"}


@pytest.mark.parametrize(
    ("condition", "own", "against_melee", "against_ranged"),
    [
        ("blinded", "disadvantage", "advantage", "advantage"),
        ("charmed", None, None, None),
        ("deafened", None, None, None),
        ("frightened", "disadvantage", None, None),
        ("grappled", None, None, None),
        ("incapacitated", None, None, None),
        ("invisible", "advantage", "disadvantage", "disadvantage"),
        ("paralyzed", None, "advantage", "advantage"),
        ("petrified", None, "advantage", "advantage"),
        ("poisoned", "disadvantage", None, None),
        ("prone", "disadvantage", "advantage", "disadvantage"),
        ("restrained", "disadvantage", "advantage", "advantage"),
        ("stunned", None, "advantage", "advantage"),
    ],
)
def test_what_a_condition_gives_to_attacks(
    condition: str, own: str | None, against_melee: str | None, against_ranged: str | None
) -> None:
    # The conditions of SRD 5.1.
    fight = gathered(OTTO, OGRE)
    fight.condition("otto", condition)

    def mode(attacker: str, target: str, *, melee: bool) -> str | None:
        found = [each for _reason, each in attack_modes(fight.encounter, attacker, target, melee=melee)]
        assert len(found) <= 1
        return found[0] if found else None

    assert mode("otto", "ogre-1", melee=True) == own
    assert mode("ogre-1", "otto", melee=True) == against_melee
    assert mode("ogre-1", "otto", melee=False) == against_ranged


def test_the_unconscious_are_prone_as_well() -> None:
    # A shot at them has advantage and disadvantage, which cancel out.
    fight = gathered(OTTO, OGRE)
    fight.condition("otto", "unconscious")
    assert fight.conditions("otto") == ("unconscious", "prone")
    assert attack_modes(fight.encounter, "ogre-1", "otto", melee=True) == (
        ("unconscious", "advantage"),
        ("prone", "advantage"),
    )
    assert attack_modes(fight.encounter, "ogre-1", "otto", melee=False) == (
        ("unconscious", "advantage"),
        ("prone", "disadvantage"),
    )
    fight.do(RemoveCondition(targets=("otto",), condition="unconscious"))
    assert fight.conditions("otto") == ("prone",)


@pytest.mark.parametrize("condition", ["paralyzed", "petrified", "stunned", "unconscious"])
@pytest.mark.parametrize("ability", ABILITIES)
def test_the_helpless_fail_strength_and_dexterity_saves_without_a_roll(condition: str, ability: str) -> None:
    fight = gathered(OTTO)
    fight.condition("otto", condition)
    command = RollSaves(targets=("otto",), ability=ability, dc=5)  # type: ignore[arg-type]
    if ability in ("str", "dex"):
        event = only(fight.do(command), SaveRolled)
        assert (event.faces, event.success) == ((), False)
    else:
        assert only(fight.do(command, 19), SaveRolled).success


def test_the_restrained_have_disadvantage_on_dexterity_saves_only() -> None:
    fight = gathered(OTTO)
    fight.condition("otto", "restrained")
    event = only(fight.do(RollSaves(targets=("otto",), ability="dex", dc=10), 15, 2), SaveRolled)
    assert (event.mode, event.kept, event.success) == ("disadvantage", 2, False)
    assert only(fight.do(RollSaves(targets=("otto",), ability="str", dc=10), 15), SaveRolled).mode == "normal"


@pytest.mark.parametrize(("level", "mode"), [(1, "normal"), (2, "normal"), (3, "disadvantage"), (5, "disadvantage")])
def test_exhaustion_from_level_3_hampers_attacks_and_saves(level: int, mode: str) -> None:
    fight = gathered(OTTO, OGRE)
    fight.condition("otto", "exhaustion", level=level)
    faces = (10, 10) if mode == "disadvantage" else (10,)
    assert only(fight.do(RollSaves(targets=("otto",), ability="wis", dc=30), *faces), SaveRolled).mode == mode
    faces = (2, 2) if mode == "disadvantage" else (2,)
    assert only(fight.attack("otto", "ogre-1", *faces), AttackRolled).mode == mode


def test_exhaustion_is_set_to_a_level_and_does_not_pile_up() -> None:
    fight = gathered(OTTO)
    fight.condition("otto", "exhaustion", level=2)
    fight.condition("otto", "exhaustion", level=3)
    assert [effect.exhaustion for effect in fight.effects("otto")] == [3]
    fight.condition("otto", "exhaustion")
    assert [effect.exhaustion for effect in fight.effects("otto")] == [1]


@pytest.mark.parametrize("level", [-1, 7, 100])
def test_exhaustion_has_six_levels(level: int) -> None:
    command = ApplyCondition(targets=("otto",), condition="exhaustion", level=level)
    assert gathered(OTTO).refuses(command).code == "exhaustion_level"


@pytest.mark.parametrize("condition", sorted(INCAPACITATING))
def test_the_incapacitated_cannot_act_unless_the_gm_says_so(condition: str) -> None:
    fight = gathered(OTTO, OGRE)
    fight.condition("otto", condition)
    command = Attack(attacker="otto", targets=("ogre-1",))
    assert fight.refuses(command).code == "cannot_act"
    faces = (3, 3) if condition == "unconscious" else (3,)  # who lies on the ground attacks with disadvantage
    assert only(fight.do(command, *faces, forced=True), AttackRolled).outcome == "miss"


def test_a_condition_is_given_to_several_as_to_each_alone() -> None:
    together, apart = gathered(OTTO, OGRE, MIRA), gathered(OTTO, OGRE, MIRA)
    together.do(ApplyCondition(targets=("otto", "ogre-1", "mira"), condition="poisoned", rounds=2))
    for who in ("otto", "ogre-1", "mira"):
        apart.condition(who, "poisoned", rounds=2)
    assert together.encounter.effects == apart.encounter.effects
    assert len(together.encounter.effects) == 3


def test_the_same_condition_by_hand_replaces_the_one_before() -> None:
    fight = gathered(OTTO)
    fight.condition("otto", "poisoned", rounds=2)
    events = fight.condition("otto", "poisoned")
    assert only(events, EffectEnded).reason == "replaced"
    (effect,) = fight.effects("otto")
    assert effect.until is None


def test_a_condition_is_there_once_however_many_effects_give_it() -> None:
    fight = gathered(OTTO, OGRE)
    fight.damage("otto", "12")
    fight.condition("otto", "unconscious")
    assert fight.conditions("otto").count("unconscious") == 1


def test_a_condition_ends_by_itself() -> None:
    fight = started(OTTO, OGRE)
    fight.condition("ogre-1", "poisoned", until=Until(when="end", of="otto"))
    assert fight.conditions("ogre-1") == ("poisoned",)
    fight.next()
    assert fight.conditions("ogre-1") == ()


def test_a_condition_may_be_shaken_off() -> None:
    fight = started(OGRE, OTTO)
    fight.condition("ogre-1", "frightened", save=EndingSave(ability="wis", dc=10))
    fight.next()
    fight.settle(12)
    assert fight.conditions("ogre-1") == ()


def test_a_condition_is_taken_away_by_hand_from_whatever_gives_it() -> None:
    fight = gathered(OTTO, OGRE)
    fight.do(ApplyCondition(targets=("otto", "ogre-1"), condition="prone"))
    events = fight.do(RemoveCondition(targets=("otto", "ogre-1"), condition="prone"))
    assert [event.effect.target for event in of_kind(events, EffectEnded)] == ["otto", "ogre-1"]
    assert fight.encounter.effects == {}


def test_only_what_is_there_is_taken_away() -> None:
    assert gathered(OTTO).refuses(RemoveCondition(targets=("otto",), condition="prone")).code == "not_affected"


def test_unconsciousness_at_0_is_not_taken_away_by_hand() -> None:
    # R003-13: it ends on regaining a hit point.
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    command = RemoveCondition(targets=("otto",), condition="unconscious")
    assert fight.refuses(command).code == "down_at_zero"
    fight.condition("otto", "unconscious")
    fight.do(command)
    assert fight.conditions("otto") == ("unconscious", "prone")


def test_an_immune_creature_does_not_get_the_condition() -> None:
    fight = gathered(WIGHT, OTTO)
    command = ApplyCondition(targets=("wight-1",), condition="poisoned")
    assert fight.refuses(command).code == "immune_to_condition"


def test_among_several_an_immune_creature_is_passed_over() -> None:
    fight = gathered(WIGHT, OTTO)
    events = fight.do(ApplyCondition(targets=("wight-1", "otto"), condition="poisoned"))
    assert only(events, ConditionShrugged).who == "wight-1"
    assert only(events, EffectStarted).effect.target == "otto"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ApplyCondition(targets=("otto",), condition="tired"), "unknown_condition"),
        (ApplyCondition(targets=("nobody",), condition="prone"), "unknown_target"),
        (ApplyCondition(targets=(), condition="prone"), "no_target"),
        (ApplyCondition(targets=("otto",), condition="prone", source="nobody"), "unknown_target"),
        (ApplyCondition(targets=("otto",), condition="prone", rounds=-1), "negative_amount"),
        (ApplyCondition(targets=("otto",), condition="prone", rounds=10**9), "figure_range"),
        (ApplyCondition(targets=("otto",), condition="prone", until=Until(when="end", of="nobody")), "unknown_target"),
        (ApplyCondition(targets=("otto",), condition="prone", save=EndingSave(ability="con", dc=-5)), "figure_range"),
        (RemoveCondition(targets=("otto",), condition="tired"), "unknown_condition"),
        (RemoveCondition(targets=(), condition="prone"), "no_target"),
    ],
)
def test_what_makes_no_sense_is_refused(command: ApplyCondition | RemoveCondition, code: str) -> None:
    assert gathered(OTTO).refuses(command).code == code


def test_the_dead_get_no_conditions() -> None:
    fight = gathered(GOBLIN, OTTO)
    fight.damage("goblin-1", "7")
    assert fight.refuses(ApplyCondition(targets=("goblin-1",), condition="prone")).code == "dead"


def test_an_effect_without_conditions_gives_none() -> None:
    fight = Fight(gathered(MIRA).state)
    fight.cast("mira", MAGE_ARMOR, "mira")
    assert fight.conditions("mira") == ()
