"""A disk that has no room, and a folder that may not be written to, as the system itself has them."""

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.errors import UserError
from tests.campaigns.toy import add, contents, new_campaign, open_toy, say, total


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


@pytest.mark.parametrize("room", range(1, 200, 7))
def test_a_write_that_the_system_stops_in_the_middle_is_taken_back(campaign: Path, room: int) -> None:
    path = campaign / "journal" / "0001-between.toml"
    with open_toy(campaign) as session:
        say(session, "x")
        before = contents(campaign)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + room, limits[1]))
        try:
            with pytest.raises(UserError) as refused:
                say(session, "x" * 200)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (refused.value.code, refused.value.problems[0].detail("why")) == ("not_saved", "EFBIG")
        assert contents(campaign) == before
        assert (session.seq, session.read_only) == (1, None)
        assert say(session, "x" * 200) == 2
    with open_toy(campaign) as session:
        assert (session.seq, session.notices) == (2, ())


@pytest.fixture
def open_to_others() -> Iterator[Path]:
    """A campaign that a user without privileges can reach."""
    parent = Path(tempfile.mkdtemp())
    parent.chmod(0o755)
    yield new_campaign(parent / "toy")
    shutil.rmtree(parent)


@pytest.fixture
def nobody(open_to_others: Path) -> Iterator[None]:
    """No privileges for the rest of the test: to root every folder is open."""
    if os.geteuid() != 0:
        yield
        return
    for path in [open_to_others, *open_to_others.rglob("*")]:
        os.chown(path, 65534, 65534)
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.mark.parametrize("closed", ["", "journal", "journal/0001-between.toml", ".lock"])
def test_what_may_not_be_written_to_opens_to_be_looked_at(open_to_others: Path, nobody: None, closed: str) -> None:
    with open_toy(open_to_others) as session:
        add(session, 3)
    before = contents(open_to_others)
    path = open_to_others / closed
    mode = path.stat().st_mode
    path.chmod(0o500 if path.is_dir() else 0o400)
    with open_toy(open_to_others) as session:
        assert (session.read_only, total(session)) == ("folder_read_only", 3)
        with pytest.raises(UserError) as refused:
            add(session)
        assert (refused.value.code, refused.value.problems[0].detail("why")) == ("read_only", "folder_read_only")
    assert contents(open_to_others) == before
    path.chmod(mode)
    with open_toy(open_to_others) as session:
        add(session)


@pytest.mark.parametrize("closed", ["", "journal", "journal/0001-between.toml"])
def test_what_may_not_be_read_is_said(open_to_others: Path, nobody: None, closed: str) -> None:
    with open_toy(open_to_others) as session:
        add(session, 3)
    path = open_to_others / closed
    mode = path.stat().st_mode
    path.chmod(0)
    with pytest.raises(UserError) as refused:
        open_toy(open_to_others)
    assert refused.value.code == "not_readable"
    path.chmod(mode)


def test_a_snapshot_that_may_not_be_read_is_done_without(open_to_others: Path, nobody: None) -> None:
    with open_toy(open_to_others) as session:
        add(session, 3)
    (open_to_others / "state.toml").chmod(0)
    with open_toy(open_to_others) as session:
        (notice,) = session.notices
        assert (notice.code, notice.detail("why")) == ("snapshot_ignored", "EACCES")
        assert total(session) == 3
        add(session)
    with open_toy(open_to_others) as session:
        assert not session.notices


def test_a_folder_that_is_closed_under_a_session_loses_nothing(open_to_others: Path, nobody: None) -> None:
    with open_toy(open_to_others) as session:
        add(session, 3)
        (open_to_others / "journal").chmod(0o000)
        with pytest.raises(UserError) as refused:
            add(session)
        assert (refused.value.code, refused.value.problems[0].detail("why")) == ("not_saved", "EACCES")
        assert total(session) == 3
        (open_to_others / "journal").chmod(0o700)
        assert add(session) == 2
