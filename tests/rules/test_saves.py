"""Saving throws: what is added, advantage and disadvantage, and who fails without a roll."""

from __future__ import annotations

import pytest

from rules.abilities import spell_attack_bonus, spell_save_dc
from rules.dice import FaceOutOfRange, RollNeeded, RollRequest
from rules.saves import Mode, RollSaves, SaveRolled, combine_modes, save_succeeds
from tests.rules.builders import gathered, of_kind, only, started
from tests.rules.creatures import GOBLIN, MAGE, MIRA, OGRE, TOR
from tests.rules.spellbook import HOLD_PERSON


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ((), "normal"),
        (("normal", "advantage"), "advantage"),
        (("disadvantage", "disadvantage"), "disadvantage"),
        (("advantage", "disadvantage"), "normal"),
        (("advantage", "advantage", "disadvantage"), "normal"),
        (("disadvantage", "advantage", "disadvantage", "disadvantage"), "normal"),
    ],
)
def test_advantage_and_disadvantage_cancel_out_however_many_there_are(modes: tuple[Mode, ...], expected: Mode) -> None:
    assert combine_modes(*modes) == expected


@pytest.mark.parametrize(("total", "success"), [(12, False), (13, True), (14, True)])
def test_a_save_succeeds_when_it_meets_the_difficulty(total: int, success: bool) -> None:
    assert save_succeeds(total, 13) is success


def test_the_difficulty_of_a_spell_is_8_and_what_the_caster_adds() -> None:
    # R000-36, A5E-39
    assert spell_save_dc(4, 3) == 15
    assert spell_save_dc(4, 3, special=1) == 16
    assert spell_attack_bonus(4, 3) == 7


def test_a_stat_block_states_the_saves_that_differ_from_the_modifier() -> None:
    fight = gathered(TOR)
    assert only(fight.do(RollSaves(targets=("tor",), ability="wis", dc=15), 8), SaveRolled).total == 15
    assert only(fight.do(RollSaves(targets=("tor",), ability="dex", dc=15), 8), SaveRolled).total == 8


def test_a_low_score_takes_something_off() -> None:
    # Wisdom 7: the modifier is rounded down, to -2.
    fight = gathered(OGRE)
    event = only(fight.do(RollSaves(targets=("ogre-1",), ability="wis", dc=10), 11), SaveRolled)
    assert (event.bonus, event.total, event.success) == (-2, 9, False)


def test_each_target_rolls_with_its_own_bonus() -> None:
    fight = gathered(OGRE, GOBLIN)
    events = fight.do(RollSaves(targets=("ogre-1", "goblin-1"), ability="con", dc=12), 9, 9)
    assert [(event.total, event.success) for event in of_kind(events, SaveRolled)] == [(12, True), (9, False)]


def test_advantage_keeps_the_higher_of_two_and_disadvantage_the_lower() -> None:
    fight = gathered(GOBLIN)
    command = RollSaves(targets=("goblin-1",), ability="con", dc=12, mode="advantage")
    assert only(fight.do(command, 5, 17), SaveRolled).kept == 17
    command = RollSaves(targets=("goblin-1",), ability="con", dc=12, mode="disadvantage")
    assert only(fight.do(command, 5, 17), SaveRolled).kept == 5


def test_what_is_stated_cancels_out_with_what_conditions_give() -> None:
    fight = gathered(GOBLIN)
    fight.condition("goblin-1", "restrained")
    command = RollSaves(targets=("goblin-1",), ability="dex", dc=12, mode="advantage")
    assert only(fight.do(command, 10), SaveRolled).mode == "normal"


def test_saves_are_rolled_with_a_d20() -> None:
    command = RollSaves(targets=("goblin-1",), ability="con", dc=12)
    with pytest.raises(FaceOutOfRange):
        gathered(GOBLIN).do(command, 21)
    with pytest.raises(RollNeeded) as needed:
        gathered(GOBLIN).do(command)
    assert needed.value.request == RollRequest(count=1, sides=20, purpose="save", who="goblin-1")


def test_magic_resistance_helps_against_spells_only() -> None:
    fight = started(TOR, MAGE)
    events = fight.cast("tor", HOLD_PERSON, "mage-1", 3, 14)
    assert (only(events, SaveRolled).mode, only(events, SaveRolled).total) == ("advantage", 18)
    assert only(fight.do(RollSaves(targets=("mage-1",), ability="wis", dc=5), 14), SaveRolled).mode == "normal"


def test_a_target_named_twice_saves_once() -> None:
    fight = gathered(MIRA)
    events = fight.do(RollSaves(targets=("mira", "mira"), ability="dex", dc=12), 9)
    assert len(of_kind(events, SaveRolled)) == 1


@pytest.mark.parametrize(
    ("targets", "dc", "code"),
    [((), 10, "no_target"), (("nobody",), 10, "unknown_target"), (("mira",), -1, "figure_range")],
)
def test_a_save_that_makes_no_sense_is_refused(targets: tuple[str, ...], dc: int, code: str) -> None:
    assert gathered(MIRA).refuses(RollSaves(targets=targets, ability="dex", dc=dc)).code == code


def test_the_dead_make_no_saves() -> None:
    fight = gathered(GOBLIN)
    fight.damage("goblin-1", "7")
    assert fight.refuses(RollSaves(targets=("goblin-1",), ability="dex", dc=10)).code == "dead"
