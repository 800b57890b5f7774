"""The real program in a real terminal: played with keys, killed, resized, hung up on."""

from __future__ import annotations

import signal
import sys
import termios
import time
from pathlib import Path

import pytest

from campaigns.catalog import Catalog
from campaigns.session import Session
from campaigns.system_dice import SystemDice
from tests.terminal import Terminal
from tui.language import parse
from tui.library import CampaignLibrary
from tui.perform import perform

ROOT = Path(__file__).resolve().parent.parent.parent
AETHYR = (sys.executable, "-m", "tui.cli")
FIGHT = ("add 3 goblin init 12", "add 2 hobgoblin init 11", "add acolyte init 9", "start")


def play(folder: Path, *commands: str) -> None:
    """Give commands from outside of the screen."""
    library = CampaignLibrary(Catalog(folder))
    with Session.open(folder, who="sam", dice=SystemDice()) as session:
        for text in commands:
            perform(session, parse(text, state=session.state, library=library))


def hit_points(folder: Path) -> dict[str, int]:
    """What the disk says about everyone."""
    with Session.open(folder, who="reader", writable=False) as session:
        encounter = session.state.encounter
        assert encounter is not None
        return {key: combatant.hp for key, combatant in encounter.combatants.items()}


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight of monsters of the SRD; Goblin 1 is active."""
    folder = tmp_path / "crypt"
    folder.mkdir()
    (folder / "campaign.toml").write_text('format = 1\nname = "Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    play(folder, *FIGHT)
    return folder


def opened(folder: Path, *options: str, columns: int = 80, rows: int = 24, **environ: str | None) -> Terminal:
    """The program with a campaign, in English."""
    return Terminal(
        [*AETHYR, str(folder), "--lang", "en", *options], columns=columns, rows=rows, cwd=ROOT, environ=environ
    )


def test_a_few_turns_are_played_and_found_again_after_kill_9(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Round 1", "Goblin 3", "Acolyte")
        shown.press("d", "b", "5", "enter")
        shown.wait_for("2/7")
        shown.press("n")
        shown.wait_for("Round 1 · Goblin 2")
        shown.press("d", "d", "9", "enter")
        shown.wait_for("2/11")
        confirmed = shown.text()
        shown.kill()
    assert "2/11" in confirmed
    left = hit_points(fight)
    assert (left["goblin-2"], left["hobgoblin-1"]) == (2, 2)
    with opened(fight) as again:
        text = again.wait_for("Round 1 · Goblin 2", "2/7", "2/11")
        assert "saved" in text


def test_leaving_gives_the_terminal_back(fight: Path) -> None:
    with opened(fight) as shown:
        before = shown.modes
        shown.wait_for("Round 1")
        shown.press("q")
        assert shown.wait() == 0
        assert shown.modes[3] & (termios.ECHO | termios.ICANON) == before[3] & (termios.ECHO | termios.ICANON)
        assert shown.output.rfind(b"\x1b[?1049l") > shown.output.rfind(b"\x1b[?1049h")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(fight: Path, number: signal.Signals) -> None:
    with opened(fight) as shown:
        shown.wait_for("Round 1")
        shown.press("d", "5", "enter")
        shown.wait_for("2/7")
        shown.signal(number)
        assert shown.wait() == 128 + number
        assert shown.output.rfind(b"\x1b[?1049l") > shown.output.rfind(b"\x1b[?1049h")
        assert shown.modes[3] & termios.ECHO


def test_a_terminal_that_is_gone_ends_it(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Round 1")
        shown.hang_up()
        assert shown.wait() in (128 + signal.SIGHUP, -signal.SIGHUP)


def test_a_link_that_has_stalled_does_not_keep_it_from_ending(fight: Path) -> None:
    with opened(fight, columns=200, rows=60) as shown:
        shown.wait_for("Goblin 1’s turn")
        # Each is a whole page; nobody takes them, and what is to be written waits in the program.
        for _number in range(100):
            shown.press("?")
            time.sleep(0.02)
        shown.signal(signal.SIGTERM)
        assert shown.wait(reading=False) == 128 + signal.SIGTERM


def test_any_size_and_back(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Round 1", "Acolyte")
        shown.press("d", "7")
        shown.wait_for("▸ Goblin 1 7")
        for columns, rows in ((1, 1), (10, 2), (40, 12), (200, 60), (80, 24)):
            shown.resize(columns, rows)
        text = shown.wait_for("Acolyte", "▸ Goblin 1 7", "Casters")
        assert "Initiative" in text
        shown.press("enter")
        shown.wait_for("0/7")


def test_stopped_and_continued_it_is_painted_anew(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Goblin 1’s turn")
        shown.settle()
        shown.signal(signal.SIGTSTP)
        shown.wait_sent(b"\x1b[?1049l")
        shown.wipe()

        def goes_on() -> bool:
            # Once more each time: the first one may come before it has stopped.
            shown.signal(signal.SIGCONT)
            return all(word in shown.text() for word in ("Goblin 1’s turn", "Casters", "saved ✓"))

        shown.wait_until(goes_on, "the whole screen")


def test_a_garbled_screen_is_drawn_anew_with_one_key(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Goblin 1’s turn")
        shown.settle()
        shown.wipe()
        shown.press("ctrl+l")
        shown.wait_for("Goblin 1’s turn", "Casters", "saved ✓")


def test_nothing_is_sent_while_nothing_happens(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Goblin 1’s turn")
        shown.settle(0.6)
        assert shown.settle(2.5) == 0


def test_another_process_is_followed(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Goblin 1’s turn")
        play(fight, "damage hob2 4 by nobody")
        shown.wait_for("7/11")


def test_pasted_text_enters_nothing(fight: Path) -> None:
    with opened(fight) as shown:
        shown.wait_for("Goblin 1’s turn")
        shown.press("\x1b[200~damage gob1 7\rnext\n\x1b[201~")
        shown.wait_for("damage gob1 7 next")
        shown.press("ctrl+c")
        shown.wait_without("damage gob1")
    assert hit_points(fight)["goblin-1"] == 7


def test_hostile_names_reach_no_terminal(fight: Path) -> None:
    play(fight, 'rename gob1 "[/] [@click=app.quit]x[/]"')
    with opened(fight) as shown:
        shown.wait_for("[/] [@click")
        shown.press("d", "3", "enter")
        shown.wait_for("4/7")
    assert b"\x1b]0;" not in shown.output


@pytest.mark.parametrize("term", ["xterm", "linux", "vt100", "screen"])
def test_other_terminals_show_the_same(fight: Path, term: str) -> None:
    with opened(fight, TERM=term) as shown:
        shown.wait_for("Round 1", "Goblin 3", "saved ✓")


def test_ascii_signs_where_a_font_has_no_others(fight: Path) -> None:
    with opened(fight, "--ascii") as shown:
        shown.wait_for("Round 1", "Goblin 3", "###")
        shown.press("n")
        shown.wait_for("Round 1 | Goblin 2")
        shown.press("q")
        assert shown.wait() == 0
    assert bytes(shown.output).isascii()


def test_french(fight: Path) -> None:
    with Terminal([*AETHYR, str(fight), "--lang", "fr"], cwd=ROOT) as shown:
        shown.wait_for("Gobelin 3", "Initiative")
        shown.press("d", "5")
        shown.wait_for("dégâts ▸ Gobelin 1 5")
