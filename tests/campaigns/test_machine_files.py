"""What `check` says of the files that the program writes: each kind of damage, where it is, and nothing written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaigns.checking import check_campaign
from campaigns.errors import Problem
from campaigns.machine_files import machine_problems
from tests.campaigns.toy import TOY, add, contents, end_fight, new_campaign, open_fight, open_toy, say

FIRST, SECOND, THIRD = "journal/0001-between.toml", "journal/0002-gate.toml", "journal/0003-between.toml"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign with three segments: entries 1 and 2, 3 to 5, 6 and 7."""
    folder = new_campaign(tmp_path / "toy")
    with open_toy(folder) as session:
        add(session, 1)
        say(session, "before")
        open_fight(session, "gate")
        add(session, 10)
        end_fight(session)
        add(session, 100)
        session.undo()
    return folder


def problems(folder: Path) -> list[Problem]:
    """What is wrong; nothing is changed by looking, not even the lock."""
    before = {str(path): path.lstat() for path in sorted(folder.rglob("*"))}
    texts = contents(folder)
    found = list(machine_problems(folder, TOY))
    assert {str(path): path.lstat().st_mtime_ns for path in sorted(folder.rglob("*"))} == {
        path: look.st_mtime_ns for path, look in before.items()
    }
    assert contents(folder) == texts
    return found


def places(found: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.code, problem.path) for problem in found]


def flip(path: Path, what: bytes) -> int:
    """Spoil the first byte of something, and return its line."""
    data = bytearray(path.read_bytes())
    at = data.index(what)
    data[at] ^= 1
    path.write_bytes(data)
    return data.count(b"\n", 0, at) + 1


def test_files_as_the_program_left_them_have_no_problem(campaign: Path) -> None:
    assert problems(campaign) == []
    (campaign / "state.toml").unlink()
    (campaign / ".lock").unlink()
    assert problems(campaign) == []


def test_a_campaign_that_was_never_played_has_no_problem(tmp_path: Path) -> None:
    assert problems(new_campaign(tmp_path / "new")) == []


def test_damage_is_told_with_line_and_byte_and_the_last_good_entry(campaign: Path) -> None:
    line = flip(campaign / SECOND, b"amount = 10}")
    (problem,) = problems(campaign)
    assert (problem.code, problem.path, problem.detail("seq")) == ("journal_damaged", SECOND, 3)
    data = (campaign / SECOND).read_bytes()
    assert data[problem.detail("byte") :].startswith(b"[[entry]]\nseq = 4\n")
    assert 0 < problem.line <= line


@pytest.mark.parametrize(("path", "last"), [(FIRST, 0), (SECOND, 2), (THIRD, 5)])
def test_an_empty_segment_is_damage(campaign: Path, path: str, last: int) -> None:
    (campaign / path).write_bytes(b"")
    (found,) = [problem for problem in problems(campaign) if problem.path == path]
    assert (found.code, found.detail("byte"), found.line) == ("journal_damaged", 0, 1)
    assert found.detail("seq") == last


def test_damage_in_several_segments_is_told_of_each(campaign: Path) -> None:
    flip(campaign / FIRST, b"amount = 1}")
    flip(campaign / THIRD, b"amount = 100}")
    assert {problem.path for problem in problems(campaign)} == {FIRST, THIRD}


def test_a_missing_journal_is_told(campaign: Path) -> None:
    shutil.rmtree(campaign / "journal")
    (problem,) = problems(campaign)
    assert (problem.code, problem.path, problem.detail("seq")) == ("journal_missing", "journal", 7)
    (campaign / "journal").mkdir()
    assert places(problems(campaign)) == [("journal_missing", "journal")]


def test_a_missing_segment_is_told(campaign: Path) -> None:
    (campaign / SECOND).unlink()
    assert ("segment_missing", "journal") in places(problems(campaign))


def test_a_missing_newest_segment_is_told(campaign: Path) -> None:
    (campaign / THIRD).unlink()
    (problem,) = problems(campaign)
    assert (problem.code, problem.detail("seq"), problem.detail("confirmed")) == ("entries_missing", 5, 7)


def test_two_segments_with_one_number_are_told(campaign: Path) -> None:
    shutil.copy(campaign / SECOND, campaign / "journal" / "0002-copy.toml")
    assert places(problems(campaign)) == [("journal_ambiguous", SECOND)]


def test_a_torn_tail_is_told_and_left_where_it_is(campaign: Path) -> None:
    whole = (campaign / THIRD).read_bytes()
    (campaign / THIRD).write_bytes(whole + b"[[entry]]\nse")
    (problem,) = problems(campaign)
    assert (problem.code, problem.path) == ("unfinished_tail", THIRD)
    assert (problem.detail("byte"), problem.detail("size"), problem.detail("seq")) == (len(whole), 12, 7)
    assert problem.line == whole.count(b"\n") + 1


def test_a_confirmed_entry_that_was_cut_off_is_told(campaign: Path) -> None:
    whole = (campaign / THIRD).read_bytes()
    (campaign / THIRD).write_bytes(whole[:-5])
    assert places(problems(campaign)) == [("entries_missing", THIRD), ("unfinished_tail", THIRD)]


@pytest.mark.parametrize("text", [b"", b"\0" * 500, b"garbage", b"format = 1\n"])
def test_a_garbled_snapshot_is_told(campaign: Path, text: bytes) -> None:
    (campaign / "state.toml").write_bytes(text)
    assert places(problems(campaign)) == [("snapshot_ignored", "state.toml")]


@pytest.mark.parametrize("name", [".lock", "state.toml", FIRST, THIRD])
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/etc/passwd")])
def test_what_is_no_file_is_told_for_what_it_is(campaign: Path, name: str, make: Callable[[Path], None]) -> None:
    (campaign / name).unlink()
    make(campaign / name)
    wrong = "is_symlink" if (campaign / name).is_symlink() else "not_a_file"
    assert places(problems(campaign)) == [(wrong, name)]


def test_a_link_in_the_place_of_the_journal_is_told(campaign: Path) -> None:
    (campaign / "journal").rename(campaign / "elsewhere")
    (campaign / "journal").symlink_to("elsewhere")
    assert places(problems(campaign)) == [("is_symlink", "journal")]


def test_entries_of_a_newer_version_are_told_in_every_segment(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.campaigns import toy

    monkeypatch.delitem(toy.EVENTS, "said")
    (problem,) = problems(campaign)
    assert (problem.code, problem.path, problem.detail("event"), problem.detail("seq")) == (
        "newer_format",
        FIRST,
        "said",
        1,
    )


def test_what_the_program_wrote_is_checked_with_what_people_wrote(campaign: Path) -> None:
    (campaign / "campaign.toml").write_text('format = 1\nname = "Toy"\nruleset = "dnd"\n')
    (campaign / "state.toml").write_text("garbage")
    found = check_campaign(campaign)
    assert {("not_one_of", "campaign.toml"), ("snapshot_ignored", "state.toml")} <= {
        (problem.code, problem.path) for problem in found
    }
