"""What the GM has in hand stays with its creatures."""

from __future__ import annotations

from rules.encounter import Encounter
from tests.tui.tabletop import fight, play
from tui.desk import Desk, actor_of, found


def encounter_of(*more: str) -> Encounter:
    encounter = fight(*more).encounter
    assert encounter is not None
    return encounter


def test_at_first_the_active_one_is_chosen() -> None:
    desk = Desk()
    desk.follow(encounter_of())
    assert desk.chosen == "mira"


def test_the_chosen_one_stays_chosen_in_another_order() -> None:
    desk = Desk()
    desk.follow(encounter_of())
    desk.chosen = "tor"
    desk.follow(encounter_of("init tor 30"))
    assert desk.chosen == "tor"


def test_when_the_chosen_one_leaves_its_neighbour_is_chosen_and_marks_go() -> None:
    desk = Desk()
    desk.follow(encounter_of())
    desk.chosen, desk.marks = "otto", ("otto", "tor")
    desk.follow(encounter_of("remove otto"))
    assert desk.chosen == "goblin-1"
    assert list(desk.marks) == ["tor"]
    desk.chosen = "tor"
    desk.follow(encounter_of("remove otto"))
    desk.follow(encounter_of("remove otto,tor"))
    assert desk.chosen == "acolyte-1"


def test_no_fight_leaves_nothing_in_hand() -> None:
    desk = Desk(chosen="mira", marks=("mira",))
    desk.follow(None)
    assert (desk.chosen, desk.marks) == ("", ())


def test_moving_stops_at_both_ends() -> None:
    desk = Desk(chosen="b")
    desk.move(5, ["a", "b", "c"])
    assert desk.chosen == "c"
    desk.move(-9, ["a", "b", "c"])
    assert desk.chosen == "a"
    desk.move(1, [])
    assert desk.chosen == "a"
    desk.move(1, ["x", "y"])
    assert desk.chosen == "x"


def test_marks_come_before_the_chosen_one_and_the_actor_is_no_target() -> None:
    desk = Desk(chosen="mira")
    assert desk.implied() == ("mira",)
    assert desk.implied("mira") == ()
    desk.toggle_mark()
    assert desk.implied("mira") == ()
    assert desk.implied() == ("mira",)
    desk.toggle_mark()
    assert desk.marks == ()


def test_who_acts_when_nobody_is_named() -> None:
    encounter = encounter_of("next")
    assert actor_of(encounter, "mira") == "otto"
    assert actor_of(encounter, "mira", casts=True) == "mira"
    assert actor_of(encounter, "tor", casts=True) == ""


def test_a_few_letters_find_a_creature() -> None:
    encounter = encounter_of()
    assert found(encounter, "hob", "en") == "hobgoblin-1"
    assert found(encounter, "gob", "fr") == "goblin-1"
    assert found(encounter, "gobelin2", "fr") == "goblin-2"
    assert found(encounter, "lyte", "en") == "acolyte-1"
    assert found(encounter, "zork", "en") == ""
    assert found(encounter, " ", "en") == ""


def test_a_state_without_a_fight_has_nobody() -> None:
    state, _events = play('note "x"')
    desk = Desk()
    desk.follow(state.encounter)
    assert desk.chosen == ""
