"""Notes, and dice for their own sake."""

from __future__ import annotations

import pytest

from rules.notes import DiceRolled, NoteWritten, RollDice, WriteNote
from tests.rules.builders import Fight, only


def test_a_note_is_kept_as_it_is_written_and_changes_nothing() -> None:
    fight = Fight()
    before = fight.state
    assert only(fight.do(WriteNote(text="[/] the bell rings")), NoteWritten).text == "[/] the bell rings"
    assert fight.state == before


@pytest.mark.parametrize("text", ["", "  ", "\n\t"])
def test_an_empty_note_is_refused(text: str) -> None:
    assert Fight().refuses(WriteNote(text=text)).code == "empty_note"


def test_dice_are_rolled_without_a_fight_and_change_nothing() -> None:
    fight = Fight()
    before = fight.state
    event = only(fight.do(RollDice(expression="4d6kh3"), 1, 5, 3, 6), DiceRolled)
    assert event.rolled.total == 14
    assert event.rolled.faces == (5, 3, 6)
    assert fight.state == before


@pytest.mark.parametrize("expression", ["", "2d", "100000d6", "1d2000", "1/0", "1d6rr<7", "(1", "fire"])
def test_what_is_no_roll_is_refused(expression: str) -> None:
    assert Fight().refuses(RollDice(expression=expression), *(1,) * 500).code == "bad_dice"
