"""Figures set by hand, and what follows from them."""

from __future__ import annotations

import pytest

from rules.combatant import DeathSaves, Resource
from rules.figures import FIGURES, FigureSet, SetFigure
from rules.initiative import InitiativeSet
from tests.rules.builders import Fight, gathered, only, started
from tests.rules.creatures import DRAKE, GOBLIN, ILSE, MAGE, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import BLESS


def put(fight: Fight, target: str, figure: str, value: str, key: str = "") -> FigureSet:
    return only(fight.do(SetFigure(target=target, figure=figure, value=value, key=key)), FigureSet)


@pytest.mark.parametrize(
    ("figure", "value", "before"),
    [
        ("hp", "5", "12"),
        ("max_hp", "20", "12"),
        ("temp_hp", "7", "0"),
        ("ac", "18", "15"),
        ("side", "ally", "party"),
        ("note", "poisoned the well", ""),
    ],
)
def test_a_figure_is_what_it_is_set_to(figure: str, value: str, before: str) -> None:
    fight = gathered(OTTO)
    event = put(fight, "otto", figure, value)
    assert (event.before, event.after) == (before, value)
    assert str(getattr(fight["otto"], figure)) == value


def test_a_lower_maximum_takes_the_hit_points_along() -> None:
    # A5E-46
    fight = gathered(OTTO)
    put(fight, "otto", "max_hp", "8")
    assert (fight["otto"].hp, fight["otto"].max_hp) == (8, 8)


def test_slots_are_set_by_level() -> None:
    fight = gathered(MIRA)
    assert put(fight, "mira", "slots", "1", "3").before == "2"
    assert fight["mira"].resources["slot.3"] == Resource(left=1, max=2)
    put(fight, "mira", "slots", "5", "3")
    assert fight["mira"].resources["slot.3"] == Resource(left=5, max=5)
    put(fight, "mira", "slots", "1", "9")
    assert fight["mira"].resources["slot.9"] == Resource(left=1, max=1)


def test_pact_slots_and_uses_are_set() -> None:
    fight = gathered(ILSE, MAGE, DRAKE)
    put(fight, "ilse", "pact", "0")
    put(fight, "mage-1", "uses", "1", "sleep")
    put(fight, "drake-1", "uses", "0", "fire-breath")
    assert fight["ilse"].resources["pact"].left == 0
    assert fight["mage-1"].resources["spell.sleep"] == Resource(left=1, max=2)
    assert fight["drake-1"].resources["action.fire-breath"].left == 0


def test_initiative_set_by_hand_places_anew() -> None:
    fight = started(OTTO, OGRE)
    event = only(fight.do(SetFigure(target="ogre-1", figure="initiative", value="25")), InitiativeSet)
    assert (event.count, event.at) == (25, 0)
    assert fight.order() == ("ogre-1", "otto")
    assert fight.encounter.active == "otto"


def test_no_hit_points_are_unconsciousness_or_death() -> None:
    fight = gathered(OTTO, GOBLIN)
    put(fight, "otto", "hp", "0")
    put(fight, "goblin-1", "hp", "0")
    assert (fight.status("otto"), fight.status("goblin-1")) == ("unconscious", "dead")
    assert fight.conditions("otto") == ("unconscious", "prone")


def test_hit_points_wake_and_wipe_the_counters() -> None:
    # R003-14
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    fight.damage("otto", "1")
    put(fight, "otto", "hp", "4")
    assert fight.status("otto") == "alive"
    assert fight["otto"].death_saves == DeathSaves()
    assert fight.conditions("otto") == ("prone",)


def test_hit_points_bring_back_the_dead() -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "60")
    put(fight, "otto", "hp", "4")
    assert (fight.status("otto"), fight["otto"].hp) == ("alive", 4)


@pytest.mark.parametrize("status", ["unconscious", "stable", "dead"])
def test_a_status_without_hit_points_takes_them(status: str) -> None:
    fight = gathered(OTTO)
    put(fight, "otto", "status", status)
    assert (fight.status("otto"), fight["otto"].hp) == (status, 0)
    assert ("unconscious" in fight.conditions("otto")) is (status != "dead")


def test_a_status_of_life_gives_a_hit_point() -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    put(fight, "otto", "status", "alive")
    assert (fight.status("otto"), fight["otto"].hp) == ("alive", 1)
    assert fight.conditions("otto") == ("prone",)


def test_the_dead_hold_nothing_and_nothing_holds_them() -> None:
    # R000-25
    fight = started(TOR, OTTO)
    fight.cast("tor", BLESS, ("tor", "otto"))
    fight.condition("tor", "poisoned")
    put(fight, "tor", "status", "dead")
    assert fight.encounter.effects == {}
    assert fight["tor"].concentration is None


def test_who_is_out_owes_nothing() -> None:
    fight = started(TOR, OTTO)
    fight.cast("tor", BLESS, "otto")
    fight.damage("tor", "3")
    put(fight, "tor", "status", "out")
    assert fight.obligations() == ()
    assert fight["tor"].hp == 35


def test_other_figures_leave_what_was_asked_for_open() -> None:
    fight = started(TOR, OTTO)
    fight.cast("tor", BLESS, "otto")
    fight.damage("tor", "3")
    put(fight, "tor", "hp", "38")
    assert [each.kind for each in fight.obligations()] == ["concentration_save"]


def test_death_saves_set_by_hand_have_their_effect() -> None:
    # R003-14
    fight = gathered(OTTO, ILSE)
    fight.damage("otto", "12")
    fight.damage("ilse", "24")
    put(fight, "otto", "failures", "2")
    assert fight["otto"].death_saves == DeathSaves(failures=2)
    put(fight, "otto", "failures", "3")
    assert fight.status("otto") == "dead"
    put(fight, "ilse", "successes", "3")
    assert fight.status("ilse") == "stable"


@pytest.mark.parametrize("value", ["4", "-1"])
def test_there_are_three_death_saves_of_a_kind(value: str) -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "12")
    assert fight.refuses(SetFigure(target="otto", figure="failures", value=value)).code == "figure_range"


def test_only_the_dying_have_death_saves() -> None:
    assert gathered(OTTO).refuses(SetFigure(target="otto", figure="failures", value="1")).code == "not_dying"


@pytest.mark.parametrize(
    ("figure", "value", "key", "code"),
    [
        ("luck", "3", "", "unknown_figure"),
        ("hp", "13", "", "figure_range"),
        ("hp", "-1", "", "figure_range"),
        ("hp", "many", "", "not_a_number"),
        ("hp", "", "", "not_a_number"),
        ("hp", "1.5", "", "not_a_number"),
        ("hp", "٣", "", "not_a_number"),
        ("hp", "9" * 5000, "", "not_a_number"),
        ("hp", "+-3", "", "not_a_number"),
        ("max_hp", "0", "", "figure_range"),
        ("max_hp", "1000001", "", "figure_range"),
        ("temp_hp", "-1", "", "figure_range"),
        ("ac", "100", "", "figure_range"),
        ("initiative", "1001", "", "figure_range"),
        ("slots", "1", "0", "figure_range"),
        ("slots", "1", "10", "figure_range"),
        ("slots", "1", "", "not_a_number"),
        ("slots", "100", "1", "figure_range"),
        ("uses", "1", "fly", "unknown_figure"),
        ("uses", "1", "", "unknown_figure"),
        ("status", "asleep", "", "unknown_value"),
        ("side", "neutral", "", "unknown_value"),
    ],
)
def test_what_is_no_figure_is_refused(figure: str, value: str, key: str, code: str) -> None:
    command = SetFigure(target="otto", figure=figure, value=value, key=key)
    assert gathered(OTTO).refuses(command).code == code


def test_every_figure_can_be_set() -> None:
    values = {"status": "stable", "side": "ally", "note": "x"}
    keys = {"slots": "1", "uses": "sleep"}
    for figure in FIGURES:
        fight = gathered(MAGE, MIRA)
        who = "mage-1"
        if figure in ("successes", "failures"):
            who = "mira"
            fight.damage("mira", "27")
        before = fight.state
        fight.do(SetFigure(target=who, figure=figure, value=values.get(figure, "1"), key=keys.get(figure, "")))
        assert fight.state != before, figure
