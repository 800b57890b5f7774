"""The snapshot is a cache: it may be missing, old, wrong or hostile, and the campaign is what the journal says."""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from campaigns import snapshot
from campaigns.errors import UserError
from campaigns.journal import Entry
from campaigns.segment import Segment
from campaigns.session import Session
from campaigns.writer import SNAPSHOT_EVERY
from tests.campaigns.toy import add, new_campaign, open_fight, open_toy, say, total


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign with a fight under way, a snapshot of it, and something taken back."""
    folder = new_campaign(tmp_path / "toy")
    with open_toy(folder) as session:
        add(session, 3)
        open_fight(session, "gate")
        say(session, "\x1b]0;x\a\u202e é")
        add(session, 5)
        session.undo()
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the entries that are read from a journal from now on."""
    seen: list[int] = []
    entries = Segment.entries

    def watched(self: Segment, *arguments: object, **named: object) -> object:
        for entry in entries(self, *arguments, **named):  # type: ignore[arg-type]
            assert isinstance(entry, Entry)
            seen.append(entry.seq)
            yield entry

    monkeypatch.setattr(Segment, "entries", watched)
    return seen


def codes(session: Session) -> list[str]:
    return [notice.code for notice in session.notices]


def test_a_start_from_a_snapshot_reads_no_entry(campaign: Path, parsed: list[int]) -> None:
    with open_toy(campaign) as session:
        assert (session.seq, total(session), session.undoable, session.redoable) == (5, 4, 3, 4)
    assert parsed == []


def test_only_what_came_after_the_snapshot_is_read(campaign: Path, parsed: list[int]) -> None:
    session = open_toy(campaign)
    add(session, 10)
    add(session, 20)
    # No `close`: as if the process had been killed.
    parsed.clear()
    with open_toy(campaign) as again:
        assert again.state == session.state
    assert parsed == [6, 7]


@pytest.mark.parametrize("content", [None, b"", b"\0" * 100, b"format = 1\n", b"\xff\xfe", b"#= 1 00000000\n"])
def test_without_a_snapshot_nothing_is_lost(campaign: Path, content: bytes | None) -> None:
    with open_toy(campaign, writable=False) as session:
        before = (session.state, session.seq, session.undoable, session.redoable, session.history)
    path = campaign / "state.toml"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with open_toy(campaign) as session:
        assert (session.state, session.seq, session.undoable, session.redoable, session.history) == before
        assert codes(session) == ([] if content is None else ["snapshot_ignored"])
        add(session)
    with open_toy(campaign) as session:
        assert codes(session) == []


def test_a_snapshot_with_any_bit_flipped_is_ignored(campaign: Path) -> None:
    path = campaign / "state.toml"
    whole = path.read_bytes()
    with open_toy(campaign, writable=False) as session:
        before = session.state
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with open_toy(campaign, writable=False) as session:
            assert session.state == before
            assert codes(session) == ["snapshot_ignored"]


def test_a_snapshot_cut_anywhere_is_ignored(campaign: Path) -> None:
    path = campaign / "state.toml"
    whole = path.read_bytes()
    with open_toy(campaign, writable=False) as session:
        before = session.state
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with open_toy(campaign, writable=False) as session:
            assert session.state == before


def test_the_snapshot_of_another_history_is_ignored(campaign: Path, tmp_path: Path) -> None:
    other = new_campaign(tmp_path / "other")
    with open_toy(other) as session:
        add(session, 100)
        open_fight(session, "gate")
        say(session, "x")
        add(session, 7)
        session.undo()
    (campaign / "state.toml").write_bytes((other / "state.toml").read_bytes())
    with open_toy(campaign) as session:
        assert total(session) == 4


def test_a_snapshot_of_an_earlier_segment_is_ignored(campaign: Path) -> None:
    old = (campaign / "state.toml").read_bytes()
    with open_toy(campaign) as session:
        session.undo()
        session.undo()  # the opening of the fight: the next command goes on between fights
        add(session, 1)
    (campaign / "state.toml").write_bytes(old)
    with open_toy(campaign) as session:
        assert total(session) == 4
        assert codes(session) == []


def test_entries_that_a_snapshot_knows_and_the_journal_does_not_are_missed(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session, 2)
    path = campaign / "journal" / "0002-gate.toml"
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"[[entry]]")])
    with open_toy(campaign) as session:
        (notice,) = session.notices
        assert (notice.code, notice.detail("seq"), notice.detail("confirmed")) == ("entries_missing", 5, 6)
        assert total(session) == 4


def test_a_snapshot_without_a_journal_is_shown_and_not_added_to(campaign: Path) -> None:
    with open_toy(campaign, writable=False) as session:
        before = session.state
    for path in (campaign / "journal").iterdir():
        path.unlink()
    with open_toy(campaign) as session:
        assert (session.read_only, session.state) == ("journal_missing", before)
        with pytest.raises(UserError) as refused:
            add(session)
        assert refused.value.code == "read_only"
    assert list((campaign / "journal").iterdir()) == []


def test_the_snapshot_can_be_read_by_people_and_harms_no_terminal(campaign: Path) -> None:
    text = (campaign / "state.toml").read_text()
    assert text.startswith("# aethyr snapshot")
    assert text.replace("\n", "").isprintable()
    assert tomllib.loads(text)["state"]["total"] == 4


def test_a_long_session_leaves_snapshots_on_the_way(tmp_path: Path) -> None:
    folder = new_campaign(tmp_path / "toy")
    session = open_toy(folder)
    for _ in range(SNAPSHOT_EVERY - 1):
        add(session)
    assert not (folder / "state.toml").exists()
    add(session)
    assert tomllib.loads((folder / "state.toml").read_text())["snapshot"]["seq"] == SNAPSHOT_EVERY


def test_who_has_written_nothing_leaves_no_snapshot(campaign: Path) -> None:
    (campaign / "state.toml").unlink()
    with open_toy(campaign) as session:
        session.refresh()
    assert not (campaign / "state.toml").exists()


@pytest.mark.parametrize("make", [lambda path: path.symlink_to("victim"), os.mkfifo, os.mkdir])
def test_what_is_no_file_in_its_place_is_refused(campaign: Path, make: Callable[[Path], None]) -> None:
    (campaign / "victim").write_bytes((campaign / "state.toml").read_bytes())
    (campaign / "state.toml").unlink()
    make(campaign / "state.toml")
    with pytest.raises(UserError) as refused:
        open_toy(campaign)
    assert refused.value.code in ("is_symlink", "not_a_file")
    assert refused.value.problems[0].path == "state.toml"


def test_play_goes_on_when_no_snapshot_can_be_written(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (campaign / "state.toml").read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    session = open_toy(campaign)
    add(session, 1)
    monkeypatch.setattr(snapshot, "replace_file", fail)
    session.close()
    (notice,) = session.notices
    assert (notice.code, notice.detail("why")) == ("snapshot_failed", "ENOSPC")
    assert (campaign / "state.toml").read_bytes() == before
    with open_toy(campaign) as session:
        assert total(session) == 5


def test_what_a_killed_process_left_of_a_snapshot_is_swept_up(campaign: Path) -> None:
    litter = campaign / ".state.toml.0123456789abcdef.tmp"
    litter.write_bytes(b"half")
    with open_toy(campaign, writable=False):
        assert litter.exists()
    with open_toy(campaign) as session:
        add(session)
    assert not litter.exists()
