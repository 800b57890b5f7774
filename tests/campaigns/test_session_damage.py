"""A campaign whose files are not as the program left them: noticed, said, and never made worse."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from campaigns.errors import UserError
from campaigns.journal import scan, sealed
from campaigns.session import Session
from tests.campaigns.toy import (
    EVENTS,
    TOY,
    Toy,
    add,
    contents,
    new_campaign,
    open_fight,
    open_toy,
    refusal,
    say,
    total,
    toy_state,
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


@pytest.mark.parametrize("mode", [0o702, 0o777])
def test_a_folder_that_everybody_may_write_to_is_refused(campaign: Path, mode: int) -> None:
    campaign.chmod(mode)
    assert refusal(lambda: open_toy(campaign)) == "world_writable"
    with Session.open(campaign, who="Anna", engine=TOY, allow_world_writable=True) as session:
        assert session.read_only is None


def test_a_folder_that_is_no_campaign_is_refused(tmp_path: Path) -> None:
    assert refusal(lambda: open_toy(tmp_path)) == "not_a_campaign"
    assert refusal(lambda: open_toy(tmp_path / "nothing")) == "missing"


@pytest.mark.parametrize("name", ["journal/0001-between.toml", "journal"])
def test_a_link_in_the_place_of_the_journal_is_refused(campaign: Path, tmp_path: Path, name: str) -> None:
    with open_toy(campaign) as session:
        add(session)
    (campaign / name).rename(tmp_path / "moved")
    (campaign / name).symlink_to(tmp_path / "moved")
    before = contents(tmp_path / "moved") if name == "journal" else (tmp_path / "moved").read_bytes()
    with pytest.raises(UserError) as refused:
        open_toy(campaign)
    assert (refused.value.code, refused.value.problems[0].path) == ("is_symlink", name)
    assert before == (contents(tmp_path / "moved") if name == "journal" else (tmp_path / "moved").read_bytes())


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_in_the_place_of_a_segment_is_refused(campaign: Path, make: Callable[[Path], None]) -> None:
    (campaign / "journal").mkdir()
    make(campaign / "journal" / "0001-between.toml")
    assert refusal(lambda: open_toy(campaign)) == "not_a_file"


def replace_by_rename(path: Path) -> None:
    copy = path.with_suffix(".copy")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


def overwrite(path: Path) -> None:
    """Change a byte and leave size and time as they were, as within one tick of the disk's clock."""
    data, before = path.read_bytes(), path.stat()
    path.write_bytes(data[:-3] + (b"1" if data[-3:-2] == b"0" else b"0") + data[-2:])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(
    "meddle",
    [
        replace_by_rename,
        Path.unlink,
        lambda path: path.rename(path.with_name("0009-moved.toml")),
        lambda path: path.write_bytes(path.read_bytes()[:-10]),
        overwrite,
        lambda path: path.parent.rename(path.parent.with_name("moved")),
    ],
    ids=["saved by an editor", "deleted", "renamed", "cut", "overwritten", "folder moved"],
)
def test_a_journal_that_changes_under_a_session_is_noticed_before_the_write(
    campaign: Path, meddle: Callable[[Path], object]
) -> None:
    session = open_toy(campaign)
    add(session, 1)
    watcher = open_toy(campaign, writable=False)
    meddle(campaign / "journal" / "0001-between.toml")
    before = contents(campaign)
    assert refusal(lambda: add(session, 2)) == "journal_replaced"
    assert (session.read_only, total(session)) == ("journal_replaced", 1)
    assert refusal(lambda: add(session, 2)) == "read_only"
    watcher.refresh()
    assert (watcher.read_only, total(watcher)) == ("journal_replaced", 1)
    session.close()
    watcher.close()
    assert contents(campaign) == before


@pytest.mark.parametrize("name", ["journal", "journal/0001-between.toml"])
def test_a_link_that_takes_the_place_of_the_journal_under_a_session_is_not_followed(campaign: Path, name: str) -> None:
    with open_toy(campaign) as session, open_toy(campaign, writable=False) as viewer:
        add(session, 1)
        viewer.refresh()
        path = campaign / name
        path.rename(campaign / "moved")
        path.symlink_to(campaign / "moved")
        before = contents(campaign)
        assert refusal(lambda: add(session, 2)) == "is_symlink"
        viewer.refresh()
        session.refresh()
        assert session.read_only == viewer.read_only == "journal_replaced"
        assert contents(campaign) == before


def test_damage_in_the_middle_is_shown_with_its_place_and_changes_nothing(campaign: Path) -> None:
    with open_toy(campaign) as session:
        for amount in (1, 10, 100):
            add(session, amount)
    path = campaign / "journal" / "0001-between.toml"
    data = bytearray(path.read_bytes())
    at = data.index(b"amount = 10}")
    data[at] ^= 1
    path.write_bytes(data)
    before = contents(campaign)
    with open_toy(campaign) as session:
        (notice,) = session.notices
        assert (notice.code, notice.path, notice.detail("seq")) == ("journal_damaged", "journal/0001-between.toml", 1)
        assert 0 < notice.detail("byte") <= at
        assert (session.read_only, total(session)) == ("journal_damaged", 1)
        assert refusal(lambda: add(session)) == "read_only"
    assert contents(campaign) == before


def test_damage_that_appears_while_a_session_is_open_stops_it(campaign: Path) -> None:
    with open_toy(campaign) as session, open_toy(campaign) as other, open_toy(campaign, writable=False) as viewer:
        for amount in (1, 10):
            add(other, amount)
        path = campaign / "journal" / "0001-between.toml"
        data = bytearray(path.read_bytes())
        data[data.index(b"amount = 1}")] ^= 1
        path.write_bytes(data)
        assert refusal(lambda: add(session)) == "journal_damaged"
        viewer.refresh()
        assert session.read_only == viewer.read_only == "journal_damaged"


def test_a_damaged_header_shows_the_fight_before(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session, 4)
        open_fight(session, "gate")
    path = campaign / "journal" / "0002-gate.toml"
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    with open_toy(campaign) as session:
        assert (session.read_only, total(session), session.seq) == ("journal_damaged", 4, 1)


def test_a_journal_of_a_newer_version_is_shown_and_not_added_to(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_toy(campaign) as session:
        add(session, 4)
        say(session, "of the future")
        add(session, 5)
    (campaign / "state.toml").unlink()
    from tests.campaigns import toy

    monkeypatch.delitem(toy.EVENTS, "said")
    with open_toy(campaign) as session:
        (notice,) = session.notices
        assert (session.read_only, notice.detail("event"), notice.detail("seq")) == ("newer_format", "said", 1)
        assert total(session) == 4


def resealed(path: Path, old: bytes, new: bytes) -> None:
    """Change some bytes of a block and give it a seal that fits, as a newer version would have written it."""
    data = path.read_bytes()
    (block,) = [one for one in scan(data).blocks if old in data[one.start : one.end]]
    body = data[block.start : block.end].replace(old, new).rpartition(b"#= ")[0].decode()
    path.write_bytes(data[: block.start] + sealed(body, block.seq) + data[block.end :])


UNKNOWN = [
    (b'event = "added"', b'event = "of the future"', "newer_format"),
    (b"amount = 4", b"amount = 4, star = 1", "entry_unreadable"),
    (b"amount = 4", b"", "entry_unreadable"),
    (b"[base]\n", b"[base]\nstars = 3\n", "entry_unreadable"),
    (b"[base.state]\n", b"[base.state]\nstars = 3\n", "entry_unreadable"),
]


@pytest.mark.parametrize(("old", "new", "code"), UNKNOWN)
def test_a_snapshot_does_not_hide_that_the_journal_cannot_be_read(
    campaign: Path, old: bytes, new: bytes, code: str
) -> None:
    with open_toy(campaign) as session:
        add(session, 4)
        say(session, "and on")
    path = campaign / "journal" / "0001-between.toml"
    assert (campaign / "state.toml").exists()
    resealed(path, old, new)
    before = contents(campaign)
    with open_toy(campaign) as session:
        assert (session.read_only, session.notices[-1].code) == (code, code)
        assert refusal(lambda: add(session)) == "read_only"
    assert contents(campaign) == before


def test_a_snapshot_of_another_version_is_not_trusted(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_toy(campaign) as session:
        add(session, 4)
        say(session, "of the future")
        add(session, 5)
    monkeypatch.delitem(EVENTS, "said")
    monkeypatch.setattr(Toy, "wire", "older")
    with open_toy(campaign) as session:
        assert (session.read_only, total(session)) == ("newer_format", 4)
        assert refusal(lambda: add(session)) == "read_only"


def test_a_snapshot_of_this_version_saves_reading_the_entries(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_toy(campaign) as session:
        add(session, 4)
    monkeypatch.setattr(Toy, "event_of", None)
    with open_toy(campaign) as session:
        assert (session.read_only, session.notices, total(session)) == (None, (), 4)


def test_what_cannot_be_written_to_says_all_that_is_known_of_it(campaign: Path) -> None:
    with open_toy(campaign) as session:
        for amount in (1, 10):
            add(session, amount)
    path = campaign / "journal" / "0001-between.toml"
    path.write_bytes(path.read_bytes().replace(b"amount = 1}", b"amount = 2}"))
    with open_toy(campaign) as session:
        with pytest.raises(UserError) as refused:
            add(session)
        (problem,) = refused.value.problems
        assert problem == session.refusal
        assert (problem.path, problem.detail("why")) == ("journal/0001-between.toml", "journal_damaged")
        assert (problem.detail("seq"), problem.detail("byte") > 0) == (0, True)


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("nowhere")])
def test_what_stands_in_the_place_of_the_lock_is_called_what_it_is(
    campaign: Path, make: Callable[[Path], None]
) -> None:
    with open_toy(campaign) as session:
        add(session)
    (campaign / ".lock").unlink()
    make(campaign / ".lock")
    is_link = (campaign / ".lock").is_symlink()
    with pytest.raises(UserError) as refused:
        open_toy(campaign)
    assert (refused.value.code, refused.value.problems[0].path) == ("is_symlink" if is_link else "not_a_file", ".lock")
    with open_toy(campaign, writable=False) as session:
        assert total(session) == 1


@pytest.mark.parametrize("tail", [b"x", b"\0" * 5000, b"[[entry]]\nseq = 2\nwho"])
def test_a_torn_tail_is_cut_at_once_and_kept_and_said(campaign: Path, tail: bytes) -> None:
    with open_toy(campaign) as session:
        add(session)
    path = campaign / "journal" / "0001-between.toml"
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    with open_toy(campaign) as session:
        (notice,) = session.notices
        assert (notice.code, notice.detail("byte"), notice.detail("size")) == ("torn_tail", len(whole), len(tail))
        assert path.read_bytes() == whole
        assert (campaign / notice.detail("kept")).read_bytes() == tail
        assert add(session) == 2
    with open_toy(campaign) as session:
        assert (total(session), session.notices) == (2, ())


def test_a_tail_torn_by_another_process_is_cut_before_the_next_write(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        with (campaign / "journal" / "0001-between.toml").open("ab") as file:
            file.write(b"[[entry]]\nse")
        assert session.refresh() == ()
        assert not session.notices
        add(session)
        assert [notice.code for notice in session.notices] == ["torn_tail"]
        assert session.refresh() == ()


def test_a_campaign_whose_folder_moves_goes_on(campaign: Path, tmp_path: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        campaign.rename(tmp_path / "elsewhere")
        add(session)
    with open_toy(tmp_path / "elsewhere") as session:
        assert total(session) == 2


def test_a_session_that_was_closed_writes_nothing(campaign: Path) -> None:
    session = open_toy(campaign)
    add(session)
    session.close()
    session.close()
    assert refusal(lambda: add(session)) == "read_only"
    assert session.refresh() == ()
    assert toy_state(session).total == 1


def test_too_many_open_files_lose_nothing(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_toy(campaign) as session:
        add(session)

        def fail(*_: object, **__: object) -> int:
            raise OSError(errno.EMFILE, "Too many open files")

        with monkeypatch.context() as patch:
            patch.setattr(os, "open", fail)
            with pytest.raises(UserError) as refused:
                add(session)
        assert (refused.value.code, refused.value.problems[0].detail("why")) == ("not_saved", "EMFILE")
        assert add(session) == 2
