"""What a person reads when the program's own files are not as it left them: where, what, and what to do."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.system.campaigns_on_disk import Campaign, aethyr, make_campaign

JOURNAL = "journal/0001-encounter.toml"
NEWER = "made by a newer version of the program"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_campaign(tmp_path_factory.mktemp("played") / "crypt")
    Campaign(folder).do("add 2 goblin init 12", "start", "damage gob1 1", "damage gob2 2")
    return folder


@pytest.fixture
def campaign(played: Path, tmp_path: Path) -> Campaign:
    return Campaign(Path(shutil.copytree(played, tmp_path / "crypt")))


def spoil(folder: Path) -> None:
    path = folder / JOURNAL
    path.write_bytes(path.read_bytes().replace(b"damage goblin-1 1", b"damage goblin-1 7"))


def empty(folder: Path) -> None:
    (folder / JOURNAL).write_bytes(b"")


def remove(folder: Path) -> None:
    shutil.rmtree(folder / "journal")


def tear(folder: Path) -> None:
    with (folder / JOURNAL).open("ab") as file:
        file.write(b"[[entry]]\nse")


def garble(folder: Path) -> None:
    (folder / "state.toml").write_bytes(b"garbage")


def link(name: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to("/etc/passwd")

    return make


def pipe(name: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return make


@pytest.mark.parametrize(
    ("meddle", "said"),
    [
        (spoil, rf"{JOURNAL}:\d+: The journal is damaged at byte \d+; the last good entry is 2\. .*Copy the folder"),
        (empty, rf"{JOURNAL}:1: The journal is damaged at byte 0; the last good entry is 0\. .*Copy the folder"),
        (remove, r"journal: The journal is missing, and only the snapshot of entry 4 is left\. .*Copy the folder"),
        (tear, rf"{JOURNAL}:\d+: The last 12 bytes of the journal, from byte \d+ on, are no whole entry"),
        (garble, r"state\.toml: The snapshot does not fit the journal"),
        *((link(name), rf"{re.escape(name)}: This is a symbolic link") for name in (JOURNAL, "state.toml", ".lock")),
        *((pipe(name), rf"{re.escape(name)}: This is no ordinary file") for name in (JOURNAL, "state.toml", ".lock")),
    ],
)
def test_check_says_what_is_wrong_with_the_files_of_the_program(
    campaign: Campaign, meddle: Callable[[Path], None], said: str
) -> None:
    meddle(campaign.folder)
    checked = aethyr("check", campaign.folder)
    assert (checked.status, checked.err) == (2, "1 problem.\n")
    assert re.match(said, checked.out), checked.out


@pytest.mark.parametrize("meddle", [spoil, empty, remove])
def test_nothing_is_written_to_a_damaged_journal_and_why_is_said_in_full(
    campaign: Campaign, meddle: Callable[[Path], None]
) -> None:
    meddle(campaign.folder)
    before = campaign.journal()
    for language in ("en", "fr"):
        done = aethyr("do", campaign.folder, "note x", "--lang", language)
        assert (done.status, done.out) == (2, "")
        assert "?" not in done.err
        assert done.err.splitlines()[-1].startswith("aethyr: journal")
    assert campaign.journal() == before


@pytest.mark.parametrize("arguments", [("show",), ("log",), ("check",), ("do", "note x")])
def test_a_campaign_of_a_newer_version_is_let_alone(campaign: Campaign, arguments: tuple[str, ...]) -> None:
    (campaign.folder / "campaign.toml").write_text('format = 99\nname = "X"\nruleset = "dnd6e"\nstars = 3\n')
    before = campaign.journal()
    ended = aethyr(arguments[0], campaign.folder, *arguments[1:])
    assert ended.status == 2
    assert NEWER in ended.out + ended.err
    assert "Traceback" not in ended.err
    assert campaign.journal() == before


def test_a_snapshot_and_a_journal_of_a_newer_format_are_told(campaign: Campaign) -> None:
    from campaigns.journal import scan, sealed

    for name in ("state.toml", JOURNAL):
        path = campaign.folder / name
        data = path.read_bytes()
        block = scan(data).blocks[0]
        body = data[: block.end].replace(b"format = 1", b"format = 99").rpartition(b"#= ")[0].decode()
        path.write_bytes(sealed(body, block.seq) + data[block.end :])
    shown = aethyr("show", campaign.folder)
    assert "Traceback" not in shown.err
    assert NEWER in shown.err
    assert campaign.attempt("note x").status == 2


def test_what_is_missing_is_not_called_complete(campaign: Campaign) -> None:
    path = campaign.folder / JOURNAL
    path.write_bytes(path.read_bytes()[:-5])
    shown = aethyr("show", campaign.folder)
    assert "The journal ends at entry 3, but entry 4 had been confirmed." in shown.err
    assert "nothing" not in shown.err


def test_a_link_in_the_place_of_the_lock_is_called_one(campaign: Campaign) -> None:
    link(".lock")(campaign.folder)
    done = campaign.attempt("note x")
    assert done.status == 2
    assert done.err.startswith("aethyr: .lock: This is a symbolic link")
