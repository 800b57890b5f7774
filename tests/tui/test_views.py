"""A fight as rows to show: what the panes and `aethyr show` have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.decide import decide
from rules.dice import SeededDice
from rules.evolve import replay
from rules.statblock import Casting, Names
from tests.tui.tabletop import ACOLYTE, EMPTY, SHELF, Shelf, fight, play, read
from tui.i18n import set_language
from tui.views import FightView, fight_view

FIGHT = fight()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def view(*texts: str) -> FightView:
    seen = fight_view(play(*texts, state=FIGHT)[0] if texts else FIGHT, SHELF.spell_names)
    assert seen is not None
    return seen


def test_without_a_fight_there_is_nothing_to_show() -> None:
    assert fight_view(EMPTY) is None


def test_the_order_has_names_counts_and_whose_turn_it_is() -> None:
    seen = view()
    assert [(row.name, row.initiative, row.is_active) for row in seen.combatants[:4]] == [
        ("Mira", 21, True),
        ("Otto", 17, False),
        ("Goblin 1", 12, False),
        ("Goblin 2", 12, False),
    ]
    assert (seen.round, seen.active, seen.active_name, seen.name) == (1, "mira", "Mira", "Encounter")


def test_names_follow_the_reader_s_language() -> None:
    set_language("fr")
    assert view().combatants[2].name == "Gobelin 1"
    assert view().name == "Rencontre"


def test_a_row_has_marks_for_what_runs_on_it() -> None:
    seen = view("condition gob1 prone", "condition gob1 stunned 3 rounds", "cast! acolyte bless on gob1")
    row = next(row for row in seen.combatants if row.id == "goblin-1")
    assert row.conditions == ("prone", "stunned")
    assert row.marks == ("prone", "stunned 3", "Bless 9")


def test_exhaustion_shows_its_level() -> None:
    assert next(row for row in view("exhaustion otto 2").combatants if row.id == "otto").marks == ("exhaustion 2",)


def test_casters_have_slots_and_what_they_hold() -> None:
    seen = view("cast mira haste on otto", "cast! acolyte bless on gob1,gob2")
    mira, acolyte = seen.casters
    assert (mira.name, mira.title) == ("Mira", "wizard 5")
    assert [(slot.level, slot.left, slot.max) for slot in mira.castings[0].slots] == [(1, 4, 4), (2, 3, 3), (3, 1, 2)]
    assert mira.concentration is not None
    assert (mira.concentration.name, mira.concentration.targets) == ("Haste", ("Otto",))
    assert mira.concentration.remaining == "10 rounds"
    assert acolyte.concentration is not None
    assert acolyte.concentration.targets == ("Goblin 1", "Goblin 2")
    assert (acolyte.title, acolyte.castings[0].dc) == ("", 12)


def test_innate_spells_go_by_their_names() -> None:
    block = ACOLYTE.__class__(
        id="mage",
        name=Names(en="Mage"),
        casting=(Casting(kind="innate", ability="cha", dc=13, per_day={"fireball": 1}),),
    )
    shelf = Shelf(block)
    parsed = read("add mage", EMPTY, shelf=shelf)
    assert parsed.command is not None
    state = replay(decide(EMPTY, parsed.command, SeededDice(1)))
    seen = fight_view(state, shelf.spell_names)
    assert seen is not None
    (use,) = seen.casters[0].castings[0].uses
    assert (use.id, use.name, use.left, use.max) == ("fireball", "Fireball", 1, 1)


def test_obligations_say_what_is_asked() -> None:
    seen = view("cast mira haste on otto", "damage mira 9", "damage tor 27", "jump tor")
    assert [(one.number, one.who_name, one.what) for one in seen.obligations] == [
        (1, "Mira", "concentration on Haste, CON DC 10 (9 damage)"),
        (2, "Tor", "death saving throw, DC 10"),
    ]
    row = next(row for row in seen.combatants if row.id == "mira")
    assert row.obligations == (1,)


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        (("add pc tor", "add goblin", "init gob1 3", "start"), "initiative"),
        (("condition gob1 stunned save con 12 at end", "jump gob1", "next"), "CON save DC 12 to end stunned"),
        (('effect gob1 "on fire" 1d4 fire at start', "jump gob1"), "damage from on fire"),
        (("add dragonnet init 1", "attack red otto", "jump red"), "recharge of Fire Breath (5–6 on a d6)"),
    ],
)
def test_each_kind_of_obligation_has_its_sentence(texts: tuple[str, ...], what: str) -> None:
    state = play(*texts, state=EMPTY if texts[0].startswith("add pc") else FIGHT)[0]
    seen = fight_view(state)
    assert seen is not None
    assert what in [one.what for one in seen.obligations]


def test_effects_say_how_long_they_run_and_who_holds_them() -> None:
    seen = view("cast mira haste on otto", "condition gob1 prone until end of gob2")
    haste, prone = seen.effects
    assert (haste.name, haste.target_name, haste.source_name, haste.is_concentration, haste.is_dispellable) == (
        "Haste",
        "Otto",
        "Mira",
        True,
        True,
    )
    assert (prone.name, prone.remaining, prone.is_concentration) == ("prone", "until the end of Goblin 2’s turn", False)
