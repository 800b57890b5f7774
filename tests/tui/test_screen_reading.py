"""Looking at the encounter screen: the log, the trace, the help, the end of a fight, nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.stage import FIGHT, Stage, acted, campaign, stage
from tui.widgets.footer import key_line
from tui.widgets.spans import line_text, line_width, wrap_line


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight in its first round; Mira is active."""
    return campaign(tmp_path / "crypt", *FIGHT)


def log(shown: Stage) -> list[str]:
    """The lines of the right column."""
    return [line[46:].strip() for line in shown.lines()[2:18]]


@acted
async def test_a_long_entry_is_read_line_by_line_in_the_whole_column(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":")
        await shown.type("save all dex 12")
        await shown.press("enter", "l")
        assert "Casters" not in shown.frame()
        newest = log(shown)
        await shown.press("k")
        assert log(shown)[1:] == newest[:-1]
        await shown.press("j")
        assert log(shown) == newest
        await shown.press("home")
        first = log(shown)
        await shown.press("end")
        assert log(shown) == newest != first
        await shown.press("pageup")
        assert log(shown) != newest
        await shown.press("q")
        assert "Casters" in shown.frame()


@acted
async def test_a_long_trace_is_read_line_by_line(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":")
        await shown.type("save all dex 12")
        await shown.press("enter", "y")
        first = log(shown)
        await shown.press("j")
        assert log(shown)[:-1] == first[1:]
        await shown.press("end")
        assert log(shown)[0] != first[0]
        await shown.press("home")
        assert log(shown) == first
        await shown.press("q")
        assert "Why" not in shown.frame()
        assert shown.app.is_running


@acted
async def test_the_end_of_a_fight_says_what_it_brought_and_leaves_the_log(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":")
        await shown.type("damage gob1 20")
        await shown.press("enter", ":")
        await shown.type("end")
        await shown.press("enter")
        assert "No fight is open" in shown.frame()
        assert "XP" in "\n".join(shown.lines()[19:])
        assert "enter open" in shown.lines()[23]
        await shown.press("l")
        assert "Goblin 1" in shown.frame()
        await shown.press("enter")
        assert "No fight is open" in shown.frame()


@acted
async def test_q_leaves_the_help_before_it_leaves_the_program(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("?", "q")
        assert "Initiative" in shown.frame()
        assert shown.app.is_running


@acted
async def test_a_blank_screen_shows_nothing_until_a_key_is_pressed(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("b")
        assert shown.frame().strip() == ""
        await shown.press("n")
        assert "Round 1 · Mira" in shown.frame()


@acted
async def test_the_chosen_row_goes_with_the_turn_only_when_it_stood_on_it(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("n")
        assert shown.screen.scene.desk.chosen == "otto"
        await shown.press("end", "n")
        assert shown.screen.scene.desk.chosen == "tor"


@acted
async def test_death_saves_are_whole_and_touch_nothing(fight: Path) -> None:
    async with stage(fight) as shown:
        for text in ("damage tor 27", "set tor successes 2", "set tor failures 2", "temp mira 12", "jump tor"):
            await shown.press(":")
            await shown.type(text)
            await shown.press("enter")
        assert shown.row(" 4   Tor")[:46].endswith("⚑✗✗✓✓ │")
        assert all(line[44] == " " for line in shown.lines()[2:12])


@acted
async def test_casters_are_shown_whole_and_who_holds_nothing_falls_out_first(tmp_path: Path) -> None:
    order = ("add pc mira", "add 6 acolyte init 9", "init mira 2", "start")
    folder = campaign(tmp_path / "crypt", *order, "cast! acolyte-6 bless on acolyte-1")
    async with stage(folder) as shown:
        rows = [line[46:] for line in shown.lines()[2:10]]
        assert rows[0].split()[0] in ("Mira", "Acolyte")
        assert any("Bless" in row for row in rows)
        assert any("Acolyte 6" in row for row in rows)
        assert "+" in shown.lines()[1][46:]


@acted
async def test_columns_that_two_panes_would_glue_together_show_one(fight: Path) -> None:
    async with stage(fight, (70, 24)) as shown:
        assert "DD" not in shown.frame()
        assert "Log" in shown.lines()[1]
        assert "Mira" in shown.frame()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("width", "kept"), [(50, "nadhcu?"), (80, "nadhcu?")])
def test_the_keys_of_a_turn_are_in_the_footer_at_any_width(fight: Path, language: str, width: int, kept: str) -> None:
    @acted
    async def look() -> None:
        async with stage(fight, (width, 20), language="fr" if language == "fr" else "en") as shown:
            words = shown.lines()[-1].split()
            assert [word for word in words if len(word) == 1 and word in kept] == list(kept)

    look()


def test_words_of_keys_are_cut_as_little_as_can_be() -> None:
    pairs = [("n", "suivant"), ("a", "attaque"), ("?", "aide")]
    assert line_text(key_line(pairs, 40, 2)).split() == ["n", "suivant", "a", "attaque", "?", "aide"]
    short = key_line(pairs, 26, 2)
    assert line_text(short).split() == ["n", "suiva.", "a", "attaq.", "?", "aide"]
    assert line_width(short) <= 27


def test_a_line_is_broken_with_its_tones() -> None:
    line = (("   ", ""), ("Goblin", "strong"), ("  hits often", ""), (" dead", "bad"))
    assert wrap_line(line, 16, 5) == [
        (("   ", ""), ("Goblin", "strong"), ("  hits", "")),
        (("     often", ""), (" dead", "bad")),
    ]


@acted
async def test_the_log_between_fights_stands_alone_and_says_how_to_go_back(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":", *"end", "enter", "l")
        assert "Casters" not in shown.lines()[1]
        assert "enter back" in shown.lines()[23]


@acted
async def test_what_a_line_of_the_first_page_says_is_not_cut(tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt"), (50, 24), language="fr") as shown:
        words = " ".join(shown.frame().split())
        assert "n’importe quelle partie" in words.replace("│", "")
