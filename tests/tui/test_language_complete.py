"""Completion of what is being typed: verbs, targets, words, spells, creatures, effects, prepared encounters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign import CampaignState
from tests.tui.tabletop import EMPTY, SHELF, fight
from tui.i18n import set_language
from tui.language import complete

FIGHT = fight()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def offered(text: str, state: CampaignState = FIGHT, cursor: int | None = None) -> list[str]:
    return [one.text for one in complete(text, cursor, state=state, library=SHELF)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("dam", "damage"),
        ("dég", "damage"),
        ("sett", "settle"),
        ("damage hob", "hobgoblin-1"),
        ("damage Gobelin 2".replace(" 2", ""), "goblin-1"),
        ("damage gob1,hob", "hobgoblin-1"),
        ("damage gob1 7 fi", "fire"),
        ("damage gob1 7 fire ha", "half"),
        ("damage gob1 7 fire half d", "dex"),
        ("damage gob1 7 fire by ot", "otto"),
        ("attack gob1 mi", "mira"),
        ("attack gob1 mira arc", "shortbow"),
        ("cast mi", "mira"),
        ("cast mira boule", "fireball"),
        ("cast mira fireball o", "on"),
        ("cast mira fireball on gob1,ac", "acolyte-1"),
        ("condition gob1 pr", "prone"),
        ("condition gob1 prone un", "until"),
        ("condition gob1 prone until e", "end"),
        ("condition gob1 prone until end of ot", "otto"),
        ("add 3 gob", "goblin"),
        ("add 3 sanguinaire", "dire-wolf"),
        ("add pc to", "tor"),
        ("add goblin hp m", "max"),
        ("load ga", "gate"),
        ("set otto h", "hp"),
        ("set tor status d", "dead"),
        ("hide fo", "foes"),
    ],
)
def test_what_may_come_at_the_cursor_is_offered_best_first(text: str, first: str) -> None:
    assert offered(text)[:1] == [first]


def test_the_active_one_s_spells_are_offered_beside_the_casters() -> None:
    assert "fireball" in offered("cast fire")
    assert "haste" in offered("cast mira ")


def test_only_the_caster_s_own_spells_are_offered() -> None:
    assert set(offered("cast acolyte ")) == {"sacred-flame", "bless", "cure-wounds"}


def test_running_effects_are_offered_to_those_who_dispel() -> None:
    state = fight("cast acolyte bless on gob1")
    assert offered("dispel mira ble", state) == ["effect-1"]


def test_words_are_offered_in_the_reader_s_language_and_found_by_both() -> None:
    set_language("fr")
    assert offered("damage gob1 7 fi") == ["feu"]
    assert offered("dégâts gob1 7 feu moi") == ["moitié"]
    assert offered("dam")[0] == "dégâts"


def test_a_completion_takes_the_place_of_the_word_at_the_cursor() -> None:
    text = "damage hob 7 fire"
    (one, *_rest) = complete(text, len("damage hob"), state=FIGHT, library=SHELF)
    assert (one.start, one.end) == (len("damage "), len("damage hob"))
    assert text[: one.start] + one.text + text[one.end :] == "damage hobgoblin-1 7 fire"


def test_a_quoted_name_is_completed_as_a_whole() -> None:
    (one,) = complete('add "loup sang', state=EMPTY, library=SHELF)
    assert (one.text, one.start, one.label) == ("dire-wolf", len("add "), "Dire Wolf")


def test_nothing_is_offered_where_what_stands_before_cannot_be_understood() -> None:
    assert offered("frobnicate go") == []
    assert offered("damage nobody 7 fi") == []
    assert offered('note "a') == []


def test_everything_is_offered_at_the_beginning() -> None:
    assert "damage" in offered("", EMPTY)
    assert offered("", EMPTY)[0] == "add"


@given(st.text(max_size=40), st.integers(0, 50))
def test_completion_never_fails(text: str, cursor: int) -> None:
    for state in (EMPTY, FIGHT):
        for one in complete(text, cursor, state=state, library=SHELF):
            assert 0 <= one.start <= one.end <= len(text)


@pytest.mark.parametrize(
    ("text", "first", "start"),
    [
        ("cast mira fire b", "fire-bolt", len("cast mira ")),
        ("lancer mira boule de f", "fireball", len("lancer mira ")),
        ("add 2 dire w", "dire-wolf", len("add 2 ")),
        ("attack gob1 mira arc c", "shortbow", len("attack gob1 mira ")),
        ("hide hobgoblin 2", "hobgoblin-2", len("hide ")),
        ("heal gob1,Goblin 2", "goblin-2", len("heal gob1,")),
    ],
)
def test_a_name_of_several_words_is_completed_without_quotes(text: str, first: str, start: int) -> None:
    (found, *_others) = complete(text, state=FIGHT, library=SHELF)
    assert (found.text, found.start, found.end) == (first, start, len(text))
