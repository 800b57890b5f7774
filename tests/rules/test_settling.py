"""The queue of what the rules ask for: settling and waiving."""

from __future__ import annotations

import pytest

from rules.attacks import Attack
from rules.combatant import Resource
from rules.obligations import ObligationClosed
from rules.saves import SaveRolled
from rules.settling import RechargeRolled, Settle, Waive
from tests.rules.builders import Fight, gathered, only, started
from tests.rules.creatures import DRAKE, GOBLIN, MAGE, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import BLESS, HOLD_PERSON, WEB


def shaken() -> Fight:
    """Mira and Tor hold a spell each, and both have been hurt."""
    fight = started(MIRA, TOR, OGRE)
    fight.cast("mira", WEB)
    fight.cast("tor", BLESS, "tor")
    fight.damage("mira", "3")
    fight.damage("tor", "3")
    return fight


def test_the_oldest_is_settled_first() -> None:
    fight = shaken()
    assert only(fight.settle(10), SaveRolled).who == "mira"
    assert [each.who for each in fight.obligations()] == ["tor"]


def test_another_is_settled_by_its_number() -> None:
    fight = shaken()
    assert only(fight.do(Settle(number=2), 10), SaveRolled).who == "tor"
    assert [each.number for each in fight.obligations()] == [1]


def test_numbers_are_never_reused() -> None:
    fight = shaken()
    fight.settle(20)
    fight.settle(20)
    fight.damage("mira", "3")
    assert [each.number for each in fight.obligations()] == [3]


def test_what_is_waived_is_not_rolled() -> None:
    fight = shaken()
    event = only(fight.do(Waive()), ObligationClosed)
    assert (event.number, event.how) == (1, "waived")
    fight.do(Waive(number=2))
    assert fight.obligations() == ()
    assert fight["mira"].concentration is not None


@pytest.mark.parametrize("command", [Settle(), Waive()])
def test_where_nothing_is_open_there_is_nothing_to_settle(command: Settle | Waive) -> None:
    assert gathered(OTTO).refuses(command).code == "nothing_to_settle"
    assert Fight().refuses(command).code == "no_encounter"


@pytest.mark.parametrize("command", [Settle(number=9), Waive(number=9)])
def test_a_number_that_is_not_open_is_refused_with_those_that_are(command: Settle | Waive) -> None:
    refusal = shaken().refuses(command)
    assert (refusal.code, refusal.details["open"]) == ("unknown_obligation", (1, 2))


def test_the_queue_is_carried_over_turns() -> None:
    fight = shaken()
    fight.next()
    fight.next()
    assert [each.number for each in fight.obligations()] == [1, 2]


@pytest.mark.parametrize(("face", "back"), [(4, False), (5, True), (6, True)])
def test_a_breath_comes_back_on_a_5_or_6_at_the_start_of_the_turn(face: int, back: bool) -> None:
    fight = started(DRAKE, MIRA)
    fight.do(Attack(attacker="drake-1", targets=("mira",), action="fire-breath"), 1, 1, 1, 1, 20)
    assert fight.obligations() == ()
    fight.next()
    fight.next()
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who, asked.action, asked.dc) == ("recharge", "drake-1", "fire-breath", 5)
    event = only(fight.settle(face), RechargeRolled)
    assert (event.needed, event.success) == (5, back)
    assert fight["drake-1"].resources["action.fire-breath"] == Resource(left=int(back), max=1)


def test_a_breath_that_is_there_asks_for_no_roll() -> None:
    fight = started(DRAKE, MIRA)
    fight.next()
    fight.next()
    assert fight.obligations() == ()


def test_magic_resistance_helps_to_shake_off_a_spell() -> None:
    fight = started(TOR, MAGE)
    fight.cast("tor", HOLD_PERSON, "mage-1", 1, 1)
    fight.next()
    fight.next()
    event = only(fight.settle(3, 14), SaveRolled)
    assert (event.mode, event.total, event.success) == ("advantage", 18, True)
    assert fight.conditions("mage-1") == ()


def test_what_the_dead_owed_is_pointless() -> None:
    fight = started(GOBLIN, OTTO)
    fight.condition("goblin-1", "poisoned")
    fight.damage("otto", "12")
    fight.next()
    assert [each.kind for each in fight.obligations()] == ["death_save"]
    fight.damage("otto", "12")
    assert fight.obligations() == ()
