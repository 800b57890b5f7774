"""A fight of the example campaign, played with keys alone to its end, with the power cut in between."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from campaigns.session import Session
from tests.system.test_screen_in_a_terminal import ROOT, opened
from tests.terminal import Terminal

PARTY = ("Aude", "Mira", "Otto", "Tor")
ROW = re.compile(r"^(?P<hint>[a-z ])[ ▶] *-?\d+ +(?:[◆†◌○] )? *(?P<name>\S.*?) +[━─]+ +(?P<hp>\d+)[/+]", re.M)
ACTIVE = re.compile(r"Round (?P<round>\d+) · (?P<name>.+?)(?:  |$)", re.M)


@pytest.fixture
def crypt(tmp_path: Path) -> Path:
    """The example campaign, no fight open."""
    return Path(shutil.copytree(ROOT / "campaigns" / "examples" / "crypt", tmp_path / "crypt"))


def turn(shown: Terminal) -> tuple[str, str]:
    """Round and active creature, as the header says."""
    found = ACTIVE.search(shown.lines()[0])
    assert found is not None, shown.text()
    return found["round"], found["name"].strip()


def rows(shown: Terminal) -> dict[str, tuple[str, int]]:
    """Hint letter and hit points by name, as the order shows them."""
    return {found["name"]: (found["hint"], int(found["hp"])) for found in ROW.finditer(shown.text())}


def entries(folder: Path) -> int:
    """How many commands are on the disk."""
    with Session.open(folder, who="reader", writable=False) as session:
        return session.seq


def settle_all(shown: Terminal) -> None:
    """Settle what waits, one key each."""
    while "to settle" in shown.lines()[0]:
        before = shown.text()
        shown.press("enter")
        shown.wait_without(before.splitlines()[18])
        shown.settle(0.1)


def play_turn(shown: Terminal, folder: Path) -> None:
    """Let the active one attack somebody of the other side who stands, and end its turn."""
    acting = turn(shown)
    is_hero = acting[1] in PARTY
    before = entries(folder)
    shown.press("a")
    shown.wait_for(f"attack ▸ {acting[1]}")
    shown.settle(0.1)
    standing = [hint for name, (hint, hp) in rows(shown).items() if hp > 0 and (name in PARTY) != is_hero]
    if standing and rows(shown)[acting[1]][1] > 0:
        shown.press(standing[0], "enter")
        shown.wait_without("attack ▸")
        assert entries(folder) > before, shown.text()
    else:
        shown.press("ctrl+c")
    settle_all(shown)
    shown.press("n")
    shown.wait_until(lambda: bool(ACTIVE.search(shown.lines()[0])) and turn(shown) != acting, "the next turn")


def test_a_fight_from_its_opening_to_its_end_with_the_power_cut_in_between(crypt: Path) -> None:
    with opened(crypt, columns=100, rows=34) as shown:
        shown.wait_for("Prepared fights", "The gate")
        shown.press("enter")
        shown.wait_for("not begun", "Goblin 4", "Acolyte 1")
        shown.press("i", "aude 17 mira 12 otto 8 tor 15", "enter")
        shown.wait_for("17   Aude", "15   Tor")
        shown.press("n")
        shown.wait_for("Round 1")
        shown.settle(0.2)
        for _number in range(6):
            play_turn(shown, crypt)
        shown.press("d", "'mira 3", "enter")
        shown.wait_without("damage ▸")
        settle_all(shown)
        shown.settle()
        confirmed = (turn(shown), {name: hp for name, (_hint, hp) in rows(shown).items()})
        shown.kill()
    with opened(crypt, columns=100, rows=34) as shown:
        shown.wait_for("Round", "Acolyte 1", "saved ✓")
        shown.settle()
        assert (turn(shown), {name: hp for name, (_hint, hp) in rows(shown).items()}) == confirmed
        for _number in range(4):
            play_turn(shown, crypt)
        shown.press("d", "'foes 99", "enter")
        shown.wait_until(
            lambda: not any(hp for name, (_hint, hp) in rows(shown).items() if name not in PARTY), "no foe standing"
        )
        shown.press(":end", "enter")
        shown.wait_for("No fight is open")
        shown.press("u")
        shown.wait_for("Taken back: end")
        shown.press("U")
        shown.wait_for("No fight is open")
        shown.press("q")
        assert shown.wait() == 0
    with Session.open(crypt, who="reader", writable=False) as session:
        assert session.state.encounter is None
        assert session.state.characters["mira"].xp > 0
