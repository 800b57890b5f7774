"""The command line but for `do`: what it prints and how it ends, as a process of its own."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.system.campaigns_on_disk import Campaign, Ended, aethyr, make_campaign
from tui.commands import SUBCOMMANDS


@pytest.fixture(scope="module")
def running_fight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_campaign(tmp_path_factory.mktemp("running") / "crypt")
    Campaign(folder).do(
        "load gate",
        "init mira 21 otto 17 aude 9 tor 4",
        "start",
        "cast mira haste on otto",
        "damage mira 9 fire",
        "condition gob1 prone until end of gob2",
        "temp otto 5",
        "damage tor 27",
        "--seed",
        "1",
    )
    return folder


@pytest.fixture
def fight(running_fight: Path, tmp_path: Path) -> Campaign:
    return Campaign(Path(shutil.copytree(running_fight, tmp_path / "crypt")))


# -- show


def test_show_prints_the_fight_as_json_for_programs(fight: Campaign) -> None:
    shown = fight.show()
    assert (shown["round"], shown["active"]) == (1, "mira")
    by_id = {one["id"]: one for one in shown["combatants"]}
    assert set(by_id) == {"mira", "otto", "aude", "tor", "goblin-1", "goblin-2", "acolyte-1"}
    assert [one["initiative"] for one in shown["combatants"]] == sorted(
        (one["initiative"] for one in shown["combatants"]), reverse=True
    )
    assert by_id["mira"]["concentration"] == "haste"
    assert (by_id["otto"]["temp_hp"], by_id["otto"]["concentration"]) == (5, None)
    assert by_id["mira"]["casting"][0]["kind"] == "slots"
    assert by_id["mira"]["casting"][0]["slots"] == {
        "1": {"left": 4, "max": 4},
        "2": {"left": 3, "max": 3},
        "3": {"left": 1, "max": 2},
    }
    assert by_id["acolyte-1"]["hidden"] is True
    assert by_id["goblin-1"]["conditions"] == ["prone"]
    assert (by_id["tor"]["status"], by_id["tor"]["hp"]) == ("unconscious", 0)
    assert by_id["tor"]["death_saves"] == {"successes": 0, "failures": 0}
    assert {(effect["target"], effect["concentration"]) for effect in shown["effects"]} >= {("otto", True)}
    assert [(one["number"], one["kind"], one["who"]) for one in shown["obligations"]] == [
        (1, "concentration_save", "mira")
    ]
    assert shown["settings"]["5e.magic_missile"] == "per_dart"


def test_each_combatant_has_every_key_that_is_promised(fight: Campaign) -> None:
    promised = {
        "id", "name", "side", "hidden", "initiative", "hp", "max_hp", "temp_hp", "ac", "status", "death_saves",
        "conditions", "concentration", "casting",
    }  # fmt: skip
    for one in fight.show()["combatants"]:
        assert promised <= set(one)


def test_show_prints_a_table_for_people(fight: Campaign) -> None:
    ended = aethyr("show", fight.folder)
    assert ended.status == 0
    (mira,) = (line for line in ended.lines if line.startswith("▶"))
    assert re.fullmatch(r"▶  21 ◆ Mira +22/31 +AC 16", mira)
    assert any("Otto" in line and "38/38+5" in line for line in ended.lines)
    assert any("Tor" in line and "dying" in line and "unconscious" in line for line in ended.lines)
    assert any("Mira, wizard 5  DC 15, attack +7  1 ●●●●  2 ●●●  3 ●○" in line for line in ended.lines)
    assert any("◆ Haste → Otto (10 rounds)" in line for line in ended.lines)
    assert "⚑ 1  Mira: concentration on Haste, CON DC 10 (9 damage)" in ended.lines


def test_show_speaks_french(fight: Campaign) -> None:
    ended = aethyr("show", fight.folder, "--lang", "fr")
    assert any("Gobelin 1" in line and "à terre" in line for line in ended.lines)
    assert any("Acolyte 1 (caché)" in line for line in ended.lines)


def test_show_changes_nothing_on_the_disk(fight: Campaign) -> None:
    before = {path: path.stat().st_mtime_ns for path in fight.folder.rglob("*")}
    fight.show()
    assert {path: path.stat().st_mtime_ns for path in fight.folder.rglob("*")} == before


def test_show_says_when_no_fight_is_open(tmp_path: Path) -> None:
    campaign = Campaign(make_campaign(tmp_path / "crypt"))
    assert aethyr("show", campaign.folder).lines == ["No encounter is open."]
    shown = campaign.show()
    assert (shown["round"], shown["active"], shown["combatants"], shown["encounter"]) == (0, None, [], None)


# -- log, check, roll


def test_log_prints_each_command_and_what_it_did(fight: Campaign) -> None:
    fight.do("undo")
    lines = aethyr("log", fight.folder).lines
    assert any(line.endswith("lea  damage tor 27 by mira (taken back)") for line in lines)
    assert any(line.endswith("lea  undo") for line in lines)
    assert "       Mira takes 9 damage (fire): 31 → 22 HP." in lines


def test_check_finds_nothing_wrong_with_a_campaign_that_is_right(fight: Campaign) -> None:
    ended = aethyr("check", fight.folder)
    assert (ended.status, ended.out, ended.err) == (0, "", "No problem was found.\n")


def test_check_prints_every_problem_with_file_key_and_line(fight: Campaign) -> None:
    (fight.folder / "party" / "mira.toml").write_text('name = "Mira"\nac = "x"\nhp = 3\nspeeed = 9\n', encoding="utf-8")
    (fight.folder / "party" / "otto.toml").write_text('name = "Otto\n', encoding="utf-8")
    ended = aethyr("check", fight.folder)
    assert ended.status == 2
    assert any(line.startswith("party/mira.toml:2: ac: ") for line in ended.lines)
    assert any(line.startswith("party/mira.toml:4: speeed: ") and "speed_m" in line for line in ended.lines)
    assert any(line.startswith("party/otto.toml:1: ") for line in ended.lines)
    assert ended.err == f"{len(ended.lines)} problems.\n"


def test_check_names_the_campaign_when_there_are_several(fight: Campaign, tmp_path: Path) -> None:
    ended = aethyr("check", fight.folder, tmp_path / "nowhere")
    assert (ended.status, len(ended.lines)) == (2, 1)
    assert ended.lines[0].startswith(f"{tmp_path / 'nowhere'}: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4d6kh3", "--dice", "6,5,1,4"], "4d6kh3 (6, 5, [1], 4) = 15"),
        (["2d6", "+", "3", "--dice", "1,2"], "2d6+3 (1, 2) = 6"),
        (["1d4-10", "--dice", "1"], "1d4-10 (1) = \N{MINUS SIGN}9"),
        (["7"], "7 = 7"),
    ],
)
def test_dice_are_rolled(arguments: list[str], said: str) -> None:
    ended = aethyr("roll", *arguments)
    assert (ended.status, ended.lines) == (0, [said])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2d"], "“2d” is no roll such as `2d6+3`."),
        (["100000d6"], "“100000d6” throws too many dice: 500 at most."),
        (["1/0"], "“1/0” divides by zero."),
        (["2d6", "--dice", "3"], "Not enough dice were given: 2d6, roll is missing."),
        (["1d6", "--dice", "3,4"], "Dice are left over: 4."),
        (["1d6", "--dice", "7"], "There is no 7 on the die: 1d6, roll."),
        (["1d6", "--seed", "x"], "“x” is no whole number (--seed)."),
        (["1d6", "--seed", "1", "--dice", "1"], "Either --dice or --seed, not both."),
    ],
)
def test_dice_that_cannot_be_rolled_are_bad_usage(arguments: list[str], said: str) -> None:
    ended = aethyr("roll", *arguments)
    assert (ended.status, ended.out, ended.err.splitlines()[0]) == (2, "", f"aethyr: {said}")


# -- new


def test_a_new_campaign_is_right_and_can_be_played(tmp_path: Path) -> None:
    ended = aethyr("new", tmp_path / "veyr", "--ruleset", "dnd5e", "--name", "La crypte de Veyr", "--lang", "fr")
    assert (ended.status, ended.out) == (0, "")
    assert aethyr("check", tmp_path / "veyr").status == 0
    assert Campaign(tmp_path / "veyr").do("add 2 goblin").lines[-1].startswith("Gobelin 2 entre en combat")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ruleset", "dnd6e"], "“dnd6e” is no ruleset. Did you mean dnd5e?"),
        (["--name", "a\x07b"], "has a control character"),
        (["--nmae", "x"], "There is no option --nmae. Did you mean --name?"),
    ],
)
def test_a_campaign_that_cannot_be_made_leaves_nothing(tmp_path: Path, arguments: list[str], said: str) -> None:
    ended = aethyr("new", tmp_path / "veyr", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert not (tmp_path / "veyr").exists()


def test_a_folder_with_something_in_it_is_left_alone(fight: Campaign) -> None:
    before = {path: path.read_bytes() for path in fight.folder.rglob("*") if path.is_file()}
    assert aethyr("new", fight.folder).status == 2
    assert {path: path.read_bytes() for path in fight.folder.rglob("*") if path.is_file()} == before


# -- help, version, usage


@pytest.mark.parametrize(("language", "heading"), [("en", "usage: "), ("fr", "usage\u00a0: ")])
@pytest.mark.parametrize("name", sorted(SUBCOMMANDS))
def test_each_subcommand_explains_itself(name: str, language: str, heading: str) -> None:
    ended = aethyr(name, "--help", "--lang", language)
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[0].startswith(f"{heading}aethyr {name}")
    for option in SUBCOMMANDS[name].options:
        assert option.flag in ended.out


def test_the_help_names_every_subcommand_and_is_about_itself_in_both_languages() -> None:
    english, french = (aethyr("--help", "--lang", language) for language in ("en", "fr"))
    for ended in (english, french):
        assert ended.status == 0
        assert all(f"aethyr {name}" in ended.out for name in SUBCOMMANDS)
        assert all(len(line) <= 120 for line in ended.lines)
    assert english.out != french.out
    assert aethyr("-h").out == aethyr("--help").out


def test_the_version_is_printed() -> None:
    ended = aethyr("--version")
    assert (ended.status, ended.err) == (0, "")
    assert re.fullmatch(r"aethyr \d[\w.]*\n", ended.out)


def test_nothing_asked_for_is_bad_usage_and_shows_the_help() -> None:
    ended = aethyr()
    assert (ended.status, ended.out) == (2, "")
    assert "aethyr CAMPAIGN" in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["do"], "CAMPAIGN is missing."),
        (["do", "crypt"], "COMMAND is missing."),
        (["show", "a", "b"], "“b” is too much."),
        (["show", "crypt", "--jsn"], "There is no option --jsn. Did you mean --json?"),
        (["show", "crypt", "--json=1"], "The option --json takes no value."),
        (["do", "crypt", "next", "--dice"], "The option --dice needs a value."),
        (["show", "crypt", "--lang", "de"], "“de” is no language that there is: en, fr."),
        (["--lang", "fr", "show"], "Il manque CAMPAGNE."),
        (["shwo", "crypt"], "There is no campaign “shwo”. Did you mean the subcommand show?"),
    ],
)
def test_bad_usage_is_said_in_two_lines(arguments: list[str], said: str) -> None:
    ended = aethyr(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines()[0] == f"aethyr: {said}"
    assert len(ended.err.splitlines()) == 2


# -- where text goes


def test_the_screen_needs_a_terminal(fight: Campaign) -> None:
    ended = aethyr(fight.folder)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("aethyr: The screen needs a terminal; over SSH, `ssh -t` gives one.")
    assert len(ended.err.splitlines()) == 1


def in_a_terminal(*arguments: str | Path, **environ: str) -> tuple[int, str]:
    """Run the program in a pseudo terminal to its end; return its status and all that it wrote."""
    pid, descriptor = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        command = [sys.executable, "-m", "tui.cli", *map(str, arguments)]
        os.execve(sys.executable, command, {**os.environ, "LC_ALL": "C.UTF-8", **environ})
    said = b""
    while True:
        try:
            piece = os.read(descriptor, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        said += piece
    os.close(descriptor)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode("utf-8", "replace")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_has_no_screen_but_everything_else(fight: Campaign, term: str) -> None:
    status, said = in_a_terminal(fight.folder, TERM=term)
    assert status == 2
    assert said.splitlines() == [
        "aethyr: This terminal (TERM=dumb) cannot show the screen. `aethyr do` and `aethyr show` work in it."
    ]
    status, said = in_a_terminal("show", fight.folder, TERM=term)
    assert status == 0
    assert "Mira" in said


def test_a_terminal_without_utf8_gets_plain_signs_and_is_told_once(fight: Campaign) -> None:
    ended = aethyr("show", fight.folder, "--lang", "fr", PYTHONIOENCODING="latin-1")
    assert ended.status == 0
    assert ended.err.count("UTF-8") == 1
    shown = aethyr("show", fight.folder, PYTHONIOENCODING="ascii")
    assert any(line.startswith(">  21 @ Mira") for line in shown.lines)
    assert any("1 ****  2 ***  3 *." in line for line in shown.lines)
    assert shown.out.isascii()


def test_a_pipe_that_nobody_reads_ends_the_program_quietly(fight: Campaign) -> None:
    command = f'"{sys.executable}" -m tui.cli log "{fight.folder}" --json; echo "status $?" >&2'
    done = subprocess.run(
        ["bash", "-c", f"({command}) | true"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert re.fullmatch(r"status (0|141)\n", done.stderr), done.stderr


def test_an_interrupted_program_leaves_no_trace(tmp_path: Path) -> None:
    # A named pipe in the place of the campaign's file would keep the program waiting, if it did not refuse it.
    code = (
        "import signal, os, tui.commands.roll as roll, tui.cli as cli\n"
        "roll.parse_roll = lambda text: os.kill(os.getpid(), signal.SIGINT)\n"
        "raise SystemExit(cli.main(['roll', '1d6']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "")


def test_json_is_ascii_safe_for_programs_that_read_utf8(fight: Campaign) -> None:
    fight.do('rename gob1 "Œil-d’Or"')
    names = [one["name"] for one in json.loads(aethyr("show", fight.folder, "--json").out)["combatants"]]
    assert "Œil-d’Or" in names


def test_the_demo_is_copied_begun_and_named_before_the_screen(tmp_path: Path) -> None:
    def demo(*options: str) -> Ended:
        return aethyr("demo", *options, XDG_DATA_HOME=str(tmp_path / "data"), HOME=str(tmp_path))

    ended = demo()
    assert ended.status == 2  # no terminal for the screen; everything before it is done
    folder = Path(ended.err.splitlines()[0].removeprefix("The demo is in ").removesuffix("."))
    assert folder.is_relative_to(tmp_path)
    campaign = Campaign(folder)
    shown = campaign.show()
    assert shown["round"] == 1
    assert all(one["initiative"] is not None for one in shown["combatants"])
    campaign.do("note once")
    assert demo().status == 2
    assert campaign.entries()[-1]["command"] == 'note "once"'
    assert demo("--fresh").status == 2
    assert campaign.entries()[-1]["command"] == "start"
