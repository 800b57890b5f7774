"""Healing and temporary hit points."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.healing import AmountRolled, GrantTemporary, Heal, Healed, TemporaryGranted
from tests.rules.builders import gathered, of_kind, only, started
from tests.rules.creatures import MIRA, OGRE, OTTO, TOR


def test_healing_stops_at_the_maximum_and_the_rest_is_lost() -> None:
    # R003-10: 14 of 20, 8 healed, 6 gained.
    fight = gathered(OTTO)
    fight.alter("otto", hp=14, max_hp=20)
    event = only(fight.heal("otto", "8"), Healed)
    assert (event.amount, event.gained, event.hp) == (8, 6, 20)
    assert fight["otto"].hp == 20


def test_one_roll_heals_all_targets() -> None:
    fight = gathered(MIRA, TOR)
    fight.alter("mira", hp=10)
    fight.alter("tor", hp=10)
    events = fight.heal(("mira", "tor"), "2d8+3", 2, 7)
    assert only(events, AmountRolled).total == 12
    assert (fight["mira"].hp, fight["tor"].hp) == (22, 22)


@pytest.mark.parametrize("amount", ["-5", "2-7"])
def test_healing_cannot_be_turned_into_a_wound(amount: str) -> None:
    fight = gathered(OTTO)
    assert fight.refuses(Heal(targets=("otto",), amount=amount)).code == "negative_amount"


def test_a_healing_roll_below_nothing_heals_nothing() -> None:
    fight = gathered(OTTO)
    fight.alter("otto", hp=5)
    fight.heal("otto", "1d4-8", 2)
    assert fight["otto"].hp == 5


def test_healing_by_nothing_wakes_nobody() -> None:
    # R003-13: unconsciousness ends on regaining a hit point.
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    fight.heal("otto", "0")
    assert fight.status("otto") == "unconscious"


def test_healing_leaves_temporary_hit_points_alone() -> None:
    fight = gathered(OTTO)
    fight.alter("otto", hp=10, max_hp=20, temp_hp=5)
    fight.heal("otto", "3")
    assert (fight["otto"].hp, fight["otto"].temp_hp) == (13, 5)


def test_a_target_named_twice_is_healed_once() -> None:
    fight = gathered(OTTO)
    fight.alter("otto", hp=1)
    fight.heal(("otto", "otto"), "3")
    assert fight["otto"].hp == 4


def test_temporary_hit_points_may_take_the_sum_above_the_maximum() -> None:
    # R003-22
    fight = gathered(OTTO)
    fight.do(GrantTemporary(targets=("otto",), amount="10"))
    assert (fight["otto"].hp, fight["otto"].temp_hp) == (12, 10)


@pytest.mark.parametrize(
    ("had", "amount", "keep", "left"),
    [
        (12, "10", "larger", 12),
        (10, "12", "larger", 12),
        (12, "10", "new", 10),
        (10, "12", "old", 10),
        (0, "12", "old", 12),
    ],
)
def test_temporary_hit_points_are_kept_or_replaced_but_never_added_up(
    had: int, amount: str, keep: Literal["larger", "new", "old"], left: int
) -> None:
    # R003-23, A5E-33
    fight = gathered(OTTO)
    fight.alter("otto", temp_hp=had)
    event = only(fight.do(GrantTemporary(targets=("otto",), amount=amount, keep=keep)), TemporaryGranted)
    assert event.temp_hp == left
    assert fight["otto"].temp_hp == left


def test_temporary_hit_points_neither_wake_nor_stabilise() -> None:
    # R003-24
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    fight.do(GrantTemporary(targets=("otto",), amount="10"))
    assert (fight["otto"].hp, fight["otto"].temp_hp, fight.status("otto")) == (0, 10, "unconscious")


def test_one_roll_of_temporary_hit_points_serves_all() -> None:
    fight = gathered(MIRA, TOR)
    events = fight.do(GrantTemporary(targets=("mira", "tor"), amount="1d4+4"), 3)
    assert [event.temp_hp for event in of_kind(events, TemporaryGranted)] == [7, 7]


@pytest.mark.parametrize("amount", ["", "2d", "1d0", "-1"])
def test_what_is_no_amount_is_refused(amount: str) -> None:
    fight = gathered(OTTO)
    expected = "negative_amount" if amount == "-1" else "bad_dice"
    assert fight.refuses(Heal(targets=("otto",), amount=amount)).code == expected
    assert fight.refuses(GrantTemporary(targets=("otto",), amount=amount)).code == expected


def test_one_refused_target_spares_all_the_others() -> None:
    fight = gathered(OTTO, OGRE)
    fight.alter("otto", hp=1)
    before = fight.state
    assert fight.refuses(Heal(targets=("otto", "nobody"), amount="5")).code == "unknown_target"
    assert fight.state == before


def test_temporary_hit_points_with_a_duration_end_with_it() -> None:
    # R003-25
    fight = started(OTTO, OGRE)
    fight.do(GrantTemporary(targets=("otto",), amount="6", rounds=1))
    fight.damage("otto", "2")
    assert fight["otto"].temp_hp == 4
    fight.next()
    assert fight["otto"].temp_hp == 4
    fight.next()
    assert (fight["otto"].temp_hp, fight["otto"].temp_effect) == (0, "")


def test_new_temporary_hit_points_do_not_end_with_the_old_duration() -> None:
    fight = started(OTTO, OGRE)
    fight.do(GrantTemporary(targets=("otto",), amount="6", rounds=1))
    fight.do(GrantTemporary(targets=("otto",), amount="8"))
    fight.next()
    fight.next()
    assert fight["otto"].temp_hp == 8


def test_those_that_were_kept_keep_their_duration() -> None:
    fight = started(OTTO, OGRE)
    fight.do(GrantTemporary(targets=("otto",), amount="6", rounds=1))
    fight.do(GrantTemporary(targets=("otto",), amount="5"))
    fight.next()
    fight.next()
    assert fight["otto"].temp_hp == 0
