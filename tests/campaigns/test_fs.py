"""The seam to the disk: what it opens, with which permissions, and what it leaves behind when something fails."""

import errno
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaigns.errors import UserError
from campaigns.fs import ROOT, Mode, RealFs, read_file, replace_file, sweep


@pytest.fixture
def fs(tmp_path: Path) -> Iterator[RealFs]:
    found = RealFs(str(tmp_path))
    yield found
    found.release()


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_what_is_written_is_read_back(fs: RealFs) -> None:
    handle = fs.open("a", "create")
    fs.write(handle, 0, b"one two")
    fs.write(handle, 4, b"three")
    fs.sync(handle)
    fs.close(handle)
    assert read_file(fs, "a")[0] == b"one three"


def test_a_write_leaves_nothing_after_it(fs: RealFs, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"valid and torn")
    handle = fs.open("a", "write")
    fs.write(handle, 5, b"!")
    assert (tmp_path / "a").read_bytes() == b"valid!"
    fs.write(handle, 5, b"")
    assert (tmp_path / "a").read_bytes() == b"valid"
    fs.close(handle)


def test_a_write_that_the_system_cuts_short_is_continued(
    fs: RealFs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda handle, data, offset: whole(handle, bytes(data[:3]), offset))
    handle = fs.open("a", "create")
    fs.write(handle, 0, b"0123456789")
    fs.close(handle)
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_read_that_the_system_cuts_short_is_continued(
    fs: RealFs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"0123456789")
    whole = os.pread
    monkeypatch.setattr(os, "pread", lambda handle, size, offset: whole(handle, min(size, 3), offset))
    assert read_file(fs, "a")[0] == b"0123456789"


def test_files_and_folders_are_private_whatever_the_umask(fs: RealFs, tmp_path: Path, umask: int) -> None:
    fs.close(fs.open("journal", "folder"))
    replace_file(fs, "journal/a", b"x")
    replace_file(fs, "state.toml", b"x")
    assert (tmp_path / "journal").stat().st_mode & 0o7777 == 0o700
    assert (tmp_path / "journal" / "a").stat().st_mode & 0o7777 == 0o600
    assert (tmp_path / "state.toml").stat().st_mode & 0o7777 == 0o600


def test_a_shared_campaign_has_other_modes_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    fs = RealFs(str(tmp_path), file_mode=0o660, folder_mode=0o2770)
    fs.close(fs.open("journal", "folder"))
    replace_file(fs, "journal/a", b"x")
    fs.release()
    assert (tmp_path / "journal").stat().st_mode & 0o7777 == 0o2770
    assert (tmp_path / "journal" / "a").stat().st_mode & 0o7777 == 0o660


def make_socket(path: Path) -> None:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.close()


ODD: dict[str, Callable[[Path], None]] = {
    "is_symlink": lambda path: path.symlink_to("victim"),
    "dangling": lambda path: path.symlink_to("nothing"),
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "socket": make_socket,
}


@pytest.mark.parametrize("mode", ["read", "write"])
@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_file_of_its_own_is_refused(fs: RealFs, tmp_path: Path, kind: str, mode: Mode) -> None:
    (tmp_path / "victim").write_bytes(b"untouched")
    ODD[kind](tmp_path / "a")
    with pytest.raises(UserError) as refused:
        fs.open("a", mode)
    assert refused.value.code == ("is_symlink" if kind in ("is_symlink", "dangling") else "not_a_file")
    assert refused.value.problems[0].path == "a"
    assert (tmp_path / "victim").read_bytes() == b"untouched"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused(path: str, tmp_path: Path) -> None:
    fs = RealFs(str(Path(path).parent))
    with pytest.raises((UserError, OSError)):
        read_file(fs, Path(path).name)
    fs.release()


@pytest.mark.parametrize("kind", ["is_symlink", "dangling", "pipe"])
def test_no_link_is_followed_out_of_the_campaign_by_a_folder(fs: RealFs, tmp_path: Path, kind: str) -> None:
    (tmp_path / "victim").mkdir()
    ODD[kind](tmp_path / "journal")
    for call in (
        lambda: fs.open("journal/a", "create"),
        lambda: fs.open("journal", "folder"),
        lambda: fs.stat("journal/a"),
        lambda: fs.names("journal"),
        lambda: fs.move("journal/a", None),
    ):
        with pytest.raises(UserError) as refused:
            call()
        assert refused.value.code == ("not_a_file" if kind == "pipe" else "is_symlink")
    assert list((tmp_path / "victim").iterdir()) == []


def test_a_new_file_never_replaces_nor_follows_what_is_there(fs: RealFs, tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"untouched")
    (tmp_path / "a").symlink_to("victim")
    with pytest.raises(FileExistsError):
        fs.open("a", "create")
    assert (tmp_path / "victim").read_bytes() == b"untouched"


def test_replacing_a_link_leaves_what_it_leads_to(fs: RealFs, tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"untouched")
    (tmp_path / "state.toml").symlink_to("victim")
    replace_file(fs, "state.toml", b"new")
    assert (tmp_path / "victim").read_bytes() == b"untouched"
    assert not (tmp_path / "state.toml").is_symlink()


def test_children_inherit_no_handle(fs: RealFs) -> None:
    handles = [fs.root, fs.open("a", "create"), fs.open("journal", "folder")]
    assert not any(map(os.get_inheritable, handles))
    for handle in handles[1:]:
        fs.close(handle)


@pytest.mark.parametrize("call", ["pwrite", "fsync", "replace"])
def test_a_replacement_that_fails_leaves_the_old_file_and_no_litter(
    fs: RealFs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    replace_file(fs, "state.toml", b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(fs, "state.toml", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["state.toml"]
    assert (tmp_path / "state.toml").read_bytes() == b"old"


def test_only_our_own_litter_is_swept_up(fs: RealFs, tmp_path: Path) -> None:
    litter = ".state.toml.0123456789abcdef.tmp"
    kept = [".campaign.toml.0123456789abcdef.tmp", ".state.toml.swp", "state.toml", ".state.toml.0123.tmp"]
    (tmp_path / "victim").write_bytes(b"untouched")
    (tmp_path / litter).symlink_to("victim")
    for name in kept:
        (tmp_path / name).write_bytes(b"x")
    sweep(fs, ROOT, "state.toml")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*kept, "victim"])
    sweep(fs, "journal")  # which is not there


def test_what_is_not_there_is_told_from_what_is(fs: RealFs, tmp_path: Path) -> None:
    assert fs.stat("a") is None
    assert fs.stat("journal/a") is None
    assert fs.names("journal") == []
    (tmp_path / "a").write_bytes(b"123")
    found = fs.stat("a")
    assert found is not None
    assert (found.is_file, found.is_folder, found.size, found.links) == (True, False, 3, 1)


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.EIO])
def test_a_file_system_that_cannot_sync_folders_is_lived_with(
    fs: RealFs, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    folder, file = fs.open("journal", "folder"), fs.open("a", "create")

    def fail(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=os.strerror(number)):
        fs.sync(file)
    if number == errno.EIO:
        with pytest.raises(OSError, match=os.strerror(number)):
            fs.sync(folder)
    else:
        fs.sync(folder)
    fs.close(folder)
    fs.close(file)


def test_a_deleted_file_is_known_by_its_handle(fs: RealFs, tmp_path: Path) -> None:
    handle = fs.open("a", "create")
    (tmp_path / "a").unlink()
    found = fs.stat(handle)
    assert found is not None
    assert found.links == 0
    fs.close(handle)


def test_a_file_larger_than_any_of_ours_is_not_read(fs: RealFs, tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(UserError) as refused:
        read_file(fs, "a")
    assert refused.value.code == "too_large"


@pytest.mark.parametrize(
    ("name", "code"), [("nothing", "missing"), ("file", "not_a_folder"), ("a\0b", "missing"), ("loop", "not_readable")]
)
def test_a_folder_that_is_none_is_refused(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UserError) as refused:
        RealFs(str(tmp_path / name))
    assert refused.value.code == code
