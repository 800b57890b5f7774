"""What a command would do, said before it is entered."""

from __future__ import annotations

import pytest

from rules.decide import decide
from rules.dice import Dice, RollRequest
from rules.kernel import Command, CommandRefused, Event
from tests.tui.tabletop import command, fight, play
from tui.forecast import Forecast, MiddlingDice, chance, forecast, hit_chance, save_chance


def seen(text: str, *before: str) -> Forecast:
    """What a command would do in the fight of these tests."""
    state = fight(*before)

    def decided(wanted: Command, dice: Dice) -> tuple[Event, ...]:
        return decide(state, wanted, dice)

    return forecast(command(text, state), decided)


def test_damage_is_told_for_each_target_with_both_results_of_its_save() -> None:
    found = seen("damage goblin-1,hobgoblin-1 2d6 fire half dex 13")
    goblin, hobgoblin = found.outlooks
    assert (goblin.who, goblin.failed.taken, goblin.failed.status) == ("goblin-1", [(7, "fire", ())], "dead")
    assert (goblin.saved.hp, hobgoblin.failed.hp, hobgoblin.saved.hp) == (4, 4, 8)
    assert goblin.save is not None
    assert save_chance(goblin.save) == pytest.approx(0.5)
    assert found.is_rough


def test_a_number_is_certain() -> None:
    found = seen("damage goblin-1 3")
    assert not found.asked
    assert not found.is_rough
    assert found.outlooks[0].failed.hp == 4


def test_an_attack_says_how_likely_it_hits() -> None:
    found = seen("attack goblin-1 mira scimitar")
    (mira,) = found.outlooks
    assert hit_chance(mira.attacks[0]) == pytest.approx(0.45)
    assert mira.failed.hp == 31 - 5


def test_healing_and_temporary_hit_points() -> None:
    assert seen("heal mira 5", "damage mira 9").outlooks[0].failed.gained == 5
    assert seen("temp mira 5").outlooks[0].failed.temp_hp == 5


def test_conditions_are_told() -> None:
    assert seen("condition goblin-1 prone").outlooks[0].failed.conditions == ("prone",)


def test_what_is_refused_is_refused_here_too() -> None:
    state, _events = play('note "x"')
    with pytest.raises(CommandRefused):
        forecast(command("roll 1d6", state), lambda _command, _dice: (_ for _ in ()).throw(CommandRefused("no")))


def test_the_fight_is_not_touched() -> None:
    state = fight()
    before = state
    forecast(command("damage goblin-1 9", state), lambda wanted, dice: decide(state, wanted, dice))
    assert state == before


@pytest.mark.parametrize(("count", "sides", "total"), [(1, 6, 3), (2, 6, 7), (3, 6, 10), (8, 6, 28), (1, 20, 10)])
def test_middling_dice_show_the_mean(count: int, sides: int, total: int) -> None:
    faces = MiddlingDice(saved=False).roll(RollRequest(count=count, sides=sides, purpose="damage"))
    assert sum(faces) == total
    assert all(1 <= face <= sides for face in faces)


def test_chances() -> None:
    assert chance(11) == pytest.approx(0.5)
    assert chance(11, "advantage") == pytest.approx(0.75)
    assert chance(11, "disadvantage") == pytest.approx(0.25)
    assert chance(30) == 0
    assert chance(-5) == 1
    assert chance(30, least=0.05, most=0.95) == pytest.approx(0.05)
