"""Every call to the disk fails once, with every error: what was confirmed stays, what was not is taken back."""

import errno
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from campaigns.errors import UserError
from campaigns.fs import Mode, RealFs, Stat
from campaigns.session import Session
from tests.campaigns.toy import (
    DICE,
    TOY,
    add,
    contents,
    end_fight,
    new_campaign,
    open_fight,
    open_toy,
    say,
    toy_state,
)

CALLS = ["stat", "names", "open", "read", "write", "sync", "move"]
TORN = b"[[entry]]\nseq = 2\nwh"
ERRORS = ["EIO", "EACCES", "ENOSPC", "EDQUOT", "EMFILE", "EROFS", "EINTR"]


class FailingFs(RealFs):
    """A disk on which one call fails: the one with number `at` among those called `call`. None for 0."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.call = ""
        self.at = 0
        self.error = 0
        self.partly = False
        """Whether a write that fails has written half before."""
        self.count = 0

    def fail(self, call: str, at: int, error: str, partly: bool = False) -> None:
        self.call, self.at, self.error, self.partly, self.count = call, at, getattr(errno, error), partly, 0

    @property
    def has_failed(self) -> bool:
        return 0 < self.at <= self.count

    def _meets(self, call: str) -> bool:
        self.count += call == self.call
        return call == self.call and self.count == self.at

    def _pass(self, call: str) -> None:
        if self._meets(call):
            raise OSError(self.error, os.strerror(self.error))

    def stat(self, target: str | int) -> Stat | None:
        self._pass("stat")
        return super().stat(target)

    def names(self, folder: str) -> list[str]:
        self._pass("names")
        return super().names(folder)

    def open(self, path: str, mode: Mode) -> int:
        self._pass("open")
        return super().open(path, mode)

    def read(self, handle: int, offset: int, size: int) -> bytes:
        self._pass("read")
        return super().read(handle, offset, size)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        if self._meets("write"):
            if self.partly:
                super().write(handle, offset, data[: len(data) // 2])
            raise OSError(self.error, os.strerror(self.error))
        super().write(handle, offset, data)

    def sync(self, handle: int) -> None:
        self._pass("sync")
        super().sync(handle)

    def move(self, path: str, to: str | None) -> None:
        self._pass("move")
        super().move(path, to)


def open_failing(fs: FailingFs) -> Session:
    return Session(fs, nullcontext(), who="Anna", engine=TOY, dice=DICE)


PLAY: list[Callable[[Session], object]] = [
    lambda s: add(s, 2),
    lambda s: open_fight(s, "gate"),
    lambda s: say(s, "x"),
    Session.undo,
    Session.undo,
    Session.redo,
    end_fight,
    lambda s: add(s, 3),
]


def prepare(folder: Path) -> Path:
    """A campaign with a torn tail, so that mending it is among what can fail."""
    new_campaign(folder)
    with open_toy(folder) as session:
        add(session, 1)
    with (folder / "journal" / "0001-between.toml").open("ab") as file:
        file.write(TORN)
    return folder


def play_on(folder: Path, session: Session) -> None:
    """Play to the end, or to where the session writes no more; what is not saved is tried again."""
    for act in PLAY:
        before = (session.state, session.seq, session.undoable, session.redoable)
        try:
            act(session)
        except UserError as refused:
            # The user is told, and nothing else has happened, here or on the disk.
            if refused.code not in ("not_saved", "not_readable", "read_only"):
                raise
            assert (session.state, session.seq, session.undoable, session.redoable) == before
            with open_toy(folder, writable=False) as viewer:
                assert (viewer.state, viewer.seq) == before[:2]
            if session.read_only:
                return
            act(session)


CASES = [
    *(
        (call, False, error)
        for call in CALLS
        for error in (ERRORS if call in ("open", "write", "sync") else ERRORS[:2])
    ),
    *(("write", True, error) for error in ERRORS),
]


@pytest.mark.parametrize(("call", "partly", "error"), CASES)
def test_a_call_that_fails_once_loses_nothing(tmp_path: Path, call: str, partly: bool, error: str) -> None:
    at = 0
    while True:
        at += 1
        folder = prepare(tmp_path / f"toy{at}")
        fs = FailingFs(folder)
        fs.fail(call, at, error, partly)
        try:
            session = open_failing(fs)
        except UserError as refused:
            if refused.code != "not_readable":
                raise
            continue
        play_on(folder, session)
        done, failed = session.seq == len(PLAY) + 1, fs.has_failed
        assert done != (session.read_only == "sync_failed")
        assert done or call == "sync"
        fs.fail("", 0, error)
        expected = (session.state, session.seq, session.history)
        session.close()
        with open_toy(folder) as again:
            assert (again.state, again.seq, again.history) == expected
            assert again.read_only is None
            add(again)
            again.undo()
            assert again.state == expected[0]
        assert not list(folder.rglob("*.tmp"))
        assert [path.read_bytes() for path in (folder / "torn").iterdir()] == [TORN]
        if not failed:
            break
    assert at > 3


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("call", CALLS)
def test_a_start_on_a_disk_that_fails_says_so_or_succeeds(tmp_path: Path, call: str, error: str) -> None:
    folder = prepare(tmp_path / "toy")
    fs = FailingFs(folder)
    at = 0
    while True:
        at += 1
        before = contents(folder)
        fs.fail(call, at, error)
        try:
            session = Session(fs, nullcontext(), who="Anna", engine=TOY, read_only="view")
        except UserError as refused:
            if refused.code != "not_readable":
                raise
        else:
            assert toy_state(session).total == 1
        assert contents(folder) == before
        if not fs.has_failed:
            break
    fs.release()


def test_after_a_failed_sync_nothing_is_tried_again(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "toy")
    fs = FailingFs(folder)
    session = open_failing(fs)
    add(session, 10)
    before = (folder / "journal" / "0001-between.toml").read_bytes()
    fs.fail("sync", 1, "EIO")
    with pytest.raises(UserError) as refused:
        add(session, 100)
    assert (refused.value.code, refused.value.problems[0].detail("why")) == ("not_saved", "EIO")
    assert session.read_only == "sync_failed"
    fs.fail("sync", 0, "EIO")
    with pytest.raises(UserError) as refused:
        add(session, 100)
    assert refused.value.problems[0].detail("why") == "sync_failed"
    assert toy_state(session).total == 11
    # Nobody builds on what the disk may not have.
    assert (folder / "journal" / "0001-between.toml").read_bytes() == before
    session.close()
    with open_toy(folder) as again:
        assert add(again, 100) == 3


def test_half_a_write_that_cannot_be_taken_back_ends_the_writing(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "toy")
    fs = FailingFs(folder)
    session = open_failing(fs)
    add(session, 10)

    def write(handle: int, offset: int, data: bytes) -> None:
        RealFs.write(fs, handle, offset, data[: len(data) // 2])
        raise OSError(errno.EIO, "Input/output error")

    fs.write = write  # type: ignore[method-assign]
    with pytest.raises(UserError) as refused:
        add(session, 100)
    assert refused.value.code == "not_saved"
    assert session.read_only == "write_failed"
    assert toy_state(session).total == 11
    session.close()
    with open_toy(folder) as again:
        assert toy_state(again).total == 11
        assert add(again, 100) == 3
