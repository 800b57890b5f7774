"""Standard streams that are closed, full or not read: one line at most, a status that says what was done, no trace."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.system.campaigns_on_disk import Campaign, Ended, make_campaign

FULL = "aethyr: What there was to print could not be written (the disk is full)."
SAVED = "aethyr: What was carried out is saved; only the output could not be written (the disk is full)."


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = Campaign(make_campaign(tmp_path / "crypt"))
    campaign.do("add 2 goblin init 12", "start")
    return campaign


def shell(redirection: str, *arguments: str | Path) -> Ended:
    """Run the program from a shell that does something to its streams."""
    done = subprocess.run(
        [
            "sh",
            "-c",
            f'"$@" {redirection}',
            "sh",
            sys.executable,
            "-m",
            "tui.cli",
            "--lang",
            "en",
            *map(str, arguments),
        ],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def commands(campaign: Campaign) -> list[str]:
    return [entry["command"].replace('"', "") for entry in campaign.entries()][2:]


@pytest.mark.parametrize("word", ["show", "log", "check"])
def test_a_closed_output_takes_everything(campaign: Campaign, word: str) -> None:
    ended = shell(">&-", word, campaign.folder)
    assert (ended.status, ended.out) == (0, "")
    assert ended.err in ("", "No problem was found.\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_command_is_carried_out_with_streams_closed(campaign: Campaign, closed: str) -> None:
    ended = shell(closed, "do", campaign.folder, "note a", "note b")
    assert (ended.status, ended.err) == (0, "")
    assert commands(campaign) == ["note a", "note b"]
    assert shell(closed, "do", campaign.folder, "damage nobody-here 1").status == 1
    assert shell(closed, "do", campaign.folder, "dammage").status == 2


@pytest.mark.parametrize("arguments", [("show",), ("show", "--json"), ("log",)])
def test_a_full_output_is_said_in_one_line(campaign: Campaign, arguments: tuple[str, ...]) -> None:
    ended = shell(">/dev/full", *arguments, campaign.folder)
    assert (ended.status, ended.err.splitlines()) == (74, [FULL])
    assert shell(">/dev/full", "--help").status == 74


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_command_whose_output_is_lost_is_carried_out_and_said_to_be(
    campaign: Campaign, form: tuple[str, ...]
) -> None:
    ended = shell(">/dev/full", "do", campaign.folder, "note a", "note b", *form)
    assert (ended.status, ended.err.splitlines()) == (74, [SAVED])
    assert commands(campaign) == ["note a", "note b"]


def test_a_refusal_counts_more_than_the_output_that_is_lost(campaign: Campaign) -> None:
    ended = shell(">/dev/full", "do", campaign.folder, "note a", "damage nobody-here 1")
    assert ended.status == 1
    assert ended.err.splitlines()[-1] == SAVED
    assert commands(campaign) == ["note a"]


def test_errors_that_nobody_takes_change_no_status(campaign: Campaign) -> None:
    assert shell("2>/dev/full", "do", campaign.folder, "dammage").status == 2
    assert shell("2>/dev/full >/dev/full", "do", campaign.folder, "note a").status == 74
    assert shell("2>/dev/full", "check", campaign.folder).status == 0
    assert commands(campaign) == ["note a"]


def test_a_series_is_carried_out_though_nobody_reads_on(campaign: Campaign) -> None:
    ended = shell("| true", "do", campaign.folder, *(f"note {number}" for number in range(30)))
    assert "Traceback" not in ended.err
    assert len(commands(campaign)) == 30


def test_the_screen_is_refused_without_streams(campaign: Campaign) -> None:
    ended = shell("<&- >&-", campaign.folder)
    assert ended.status == 2
    assert ended.err.startswith("aethyr: The screen needs a terminal")
