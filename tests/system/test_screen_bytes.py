"""How much goes over the line: a slow link is what some game masters have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.test_screen_in_a_terminal import FIGHT, opened, play
from tests.terminal import Terminal

COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|38|4[0-7]|48|9[0-7])(?:;[0-9;]*)?m")


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Terminal]:
    """A fight on a screen of 80 by 24 in 256 colours, its log full."""
    folder = tmp_path / "crypt"
    folder.mkdir()
    (folder / "campaign.toml").write_text('format = 1\nname = "Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    play(folder, *FIGHT, "damage gob1 1 by nobody", "damage hob1 1 by nobody", "next")
    with opened(folder) as terminal:
        terminal.wait_for("Goblin 2’s turn")
        terminal.settle()
        yield terminal


def cost(shown: Terminal, *keys: str) -> int:
    """The bytes that some keys cost, until nothing more comes."""
    shown.press(*keys)
    return shown.settle(0.6)


def test_the_first_picture_is_sent_in_few_bytes(shown: Terminal) -> None:
    assert len(shown.output) < 14_000


def test_going_down_a_row(shown: Terminal) -> None:
    assert 0 < cost(shown, "j") <= 400


def test_the_next_turn(shown: Terminal) -> None:
    assert 0 < cost(shown, "n") <= 1_200


def test_damage_with_its_line_in_the_log(shown: Terminal) -> None:
    cost(shown, "d", "2")
    assert 0 < cost(shown, "enter") <= 1_200


def test_opening_a_prompt_and_picking_a_target(shown: Terminal) -> None:
    assert 0 < cost(shown, "d") <= 900
    assert 0 < cost(shown, "e") <= 500


def test_undo(shown: Terminal) -> None:
    assert 0 < cost(shown, "u") <= 1_500


def test_going_to_another_pane(shown: Terminal) -> None:
    assert 0 < cost(shown, "tab") <= 400


def test_the_log_in_the_whole_of_its_column(shown: Terminal) -> None:
    assert 0 < cost(shown, "l") <= 3_000


def test_without_colours_the_chosen_row_is_reversed(tmp_path: Path) -> None:
    folder = tmp_path / "crypt"
    folder.mkdir()
    (folder / "campaign.toml").write_text('format = 1\nname = "Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    play(folder, *FIGHT)
    with opened(folder, NO_COLOR="1") as plain:
        plain.wait_for("Goblin 1’s turn")
        assert not COLOUR.search(plain.output)
        assert re.search(rb"\x1b\[(?:[0-9]+;)*7[;m]", plain.output)


def test_sixteen_colours_are_enough(tmp_path: Path) -> None:
    folder = tmp_path / "crypt"
    folder.mkdir()
    (folder / "campaign.toml").write_text('format = 1\nname = "Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    play(folder, *FIGHT)
    with opened(folder, TERM="xterm") as plain:
        plain.wait_for("Goblin 1’s turn")
        assert COLOUR.search(plain.output)
        assert not re.search(rb"[34]8;[25];", plain.output)
