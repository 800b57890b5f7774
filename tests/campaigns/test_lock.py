"""Who may write: holders that live, die, stop and fork; lock files that are not what they should be."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from campaigns.errors import UserError
from campaigns.lock import CampaignLock

HOLD = """
import os, sys
from campaigns.lock import CampaignLock
folder = os.open(sys.argv[1], os.O_RDONLY)
with CampaignLock(folder, sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


@contextmanager
def holder(folder: Path, who: str = "Anna") -> Generator[subprocess.Popen[str]]:
    """Another process that has the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), who],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def is_free(folder: int) -> bool:
    try:
        with CampaignLock(folder, "Otto", patience=0):
            return True
    except UserError as busy:
        if busy.code != "lock_busy":
            raise
        return False


def test_one_holds_it_at_a_time(folder: int) -> None:
    with CampaignLock(folder, "Anna"):
        assert not is_free(folder)
    assert is_free(folder)


def test_who_waits_in_vain_is_told_who_holds_it(folder: int, tmp_path: Path) -> None:
    with (
        holder(tmp_path, "Anna\x1b]52;\n7") as process,
        pytest.raises(UserError) as busy,
        CampaignLock(folder, "Otto", patience=0.05),
    ):
        pass
    problem = busy.value.problems[0]
    assert (problem.code, problem.detail("pid")) == ("lock_busy", process.pid)
    assert problem.detail("holder") == "Anna�]52;�7"


def test_a_live_holder_is_waited_for(folder: int, tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        assert process.stdin is not None
        assert not is_free(folder)
        process.stdin.close()
        with CampaignLock(folder, "Otto"):
            pass


def test_a_dead_holder_blocks_nobody(folder: int, tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
        process.wait()
        assert is_free(folder)


def test_a_stopped_holder_gives_a_clear_word_and_no_freeze(folder: int, tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        with pytest.raises(UserError) as busy, CampaignLock(folder, "Otto", patience=0.2):
            pass
        assert busy.value.code == "lock_busy"
        assert time.monotonic() - begin >= 0.2
        process.send_signal(signal.SIGCONT)


def test_a_forked_child_does_not_keep_it(folder: int) -> None:
    lock = CampaignLock(folder, "Anna")
    with lock:
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        assert not is_free(folder)
    try:
        assert is_free(folder)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_child_program_does_not_keep_it(folder: int, tmp_path: Path) -> None:
    with CampaignLock(folder, "Anna"):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], close_fds=False)
    with child:
        assert is_free(folder)
        child.kill()


def test_a_lock_file_that_was_replaced_is_no_lock(folder: int, tmp_path: Path) -> None:
    with holder(tmp_path):
        (tmp_path / ".lock").rename(tmp_path / "moved")
        (tmp_path / ".lock").write_text("")
        with CampaignLock(folder, "Otto"):
            # Who has the new file open now has the same lock as everybody who comes later.
            assert not is_free(folder)


def test_the_lock_file_is_never_deleted(folder: int, tmp_path: Path) -> None:
    with CampaignLock(folder, "Anna"):
        before = (tmp_path / ".lock").stat().st_ino
    with CampaignLock(folder, "Otto"):
        pass
    assert (tmp_path / ".lock").stat().st_ino == before


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777], ids=oct)
def test_the_lock_file_is_private_whatever_the_umask(folder: int, tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        with CampaignLock(folder, "Anna"):
            pass
    finally:
        os.umask(before)
    assert (tmp_path / ".lock").stat().st_mode & 0o7777 == 0o600


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"Anna", b"Anna\nten\n\n", b"x" * 100_000, b"\n" * 10])
def test_a_lock_file_may_say_anything(folder: int, tmp_path: Path, text: bytes) -> None:
    (tmp_path / ".lock").write_bytes(text)
    with CampaignLock(folder, "Anna"):
        assert not is_free(folder)
    assert (tmp_path / ".lock").read_text().startswith("Anna\n")


def test_a_link_in_its_place_is_refused(folder: int, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("untouched")
    (tmp_path / ".lock").symlink_to("victim")
    with pytest.raises(UserError) as refused, CampaignLock(folder, "Anna"):
        pass
    assert refused.value.code == "is_symlink"
    assert (tmp_path / "victim").read_text() == "untouched"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_in_its_place_is_refused(folder: int, tmp_path: Path, make: object) -> None:
    assert callable(make)
    make(tmp_path / ".lock")
    with pytest.raises(UserError) as refused, CampaignLock(folder, "Anna"):
        pass
    assert refused.value.code == "not_a_file"


def test_a_system_without_locks_to_give_is_reported(folder: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(UserError) as refused, CampaignLock(folder, "Anna"):
        pass
    assert (refused.value.code, refused.value.problems[0].detail("why")) == ("not_saved", "ENOLCK")


def test_the_holder_can_be_read_while_another_one_introduces_itself(
    folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with CampaignLock(folder, "Anna of the very long name"):
        pass
    seen: list[bytes] = []
    calls: dict[str, Callable[..., Any]] = {"pwrite": os.pwrite, "ftruncate": os.ftruncate}

    def watched(name: str) -> Callable[..., Any]:
        def call(descriptor: int, *given: Any) -> Any:
            done = calls[name](descriptor, *given)
            seen.append(os.pread(descriptor, 1000, 0))
            return done

        return call

    for name in calls:
        monkeypatch.setattr(os, name, watched(name))
    with CampaignLock(folder, "Otto"):
        pass
    assert len(seen) == 2
    assert [text.split(b"\n")[0] for text in seen] == [b"Otto", b"Otto"]


def test_a_full_disk_does_not_stand_in_the_way(folder: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", fail)
    with CampaignLock(folder, "Anna"):
        assert not is_free(folder)
