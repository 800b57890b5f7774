"""The one seam to the disk for machine files: journal, snapshot, what was torn off.

`Fs` has eight calls; a test puts another implementation in its place to make any of them fail, or to lose what was
not yet synced. Paths are relative to the campaign, `name` or `folder/name`, never longer. No link is followed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from typing import Final, Literal, NamedTuple, Protocol

from .errors import UserError

Mode = Literal["read", "write", "create", "folder"]
"""How a path is opened: an existing file to read or to change, a new file, or a folder (made when it is missing)."""
ROOT: Final = "."
"""The campaign's own folder as a path."""
READ_LIMIT: Final = 256 * 1024 * 1024
"""Largest machine file that is read, in bytes."""
_LITTER = re.compile(r"\..+\.[0-9a-f]{16}\.tmp", re.ASCII)


class Stat(NamedTuple):
    """What the disk says about a file or a folder."""

    device: int
    inode: int
    links: int
    """0 once it has been deleted or replaced under an open handle."""
    size: int
    changed: int
    """Last change, in nanoseconds: tells two looks apart, says nothing about order."""
    is_file: bool
    is_folder: bool
    is_link: bool
    mode: int
    """Permission bits."""


class Fs(Protocol):
    """A campaign folder. Each call raises `OSError` as the disk gives it; `open` and `stat` also `UserError` for links
    and special files (`is_symlink`, `not_a_file`)."""

    def stat(self, target: str | int) -> Stat | None:
        """Return what stands at a path or behind a handle, `None` when there is nothing at the path."""
        ...

    def names(self, folder: str) -> list[str]:
        """Return the names in a folder, sorted; none when the folder is missing."""
        ...

    def open(self, path: str, mode: Mode) -> int:
        """Return a handle. `read` never changes anything; `create` refuses an existing name."""
        ...

    def close(self, handle: int) -> None:
        """Give a handle back. Never fails: what was to last was synced before."""
        ...

    def read(self, handle: int, offset: int, size: int) -> bytes:
        """Return up to `size` bytes from `offset`, fewer only where the file ends."""
        ...

    def write(self, handle: int, offset: int, data: bytes) -> None:
        """Let the file hold `data` from `offset` on, and nothing after it. Not durable before `sync`."""
        ...

    def sync(self, handle: int) -> None:
        """Return when the file's bytes, or the folder's names, survive a power cut."""
        ...

    def move(self, path: str, to: str | None) -> None:
        """Rename within the campaign, over what stands there, at once for every reader; or remove, with `None`."""
        ...


class RealFs:
    """A campaign folder on disk."""

    def __init__(self, folder: str, *, file_mode: int = 0o600, folder_mode: int = 0o700) -> None:
        """Open the folder.

        Raises:
            UserError: `missing`, `not_a_folder`, `not_readable`.
        """
        self.file_mode = file_mode
        self.folder_mode = folder_mode
        try:
            self.root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            number = error.errno if isinstance(error, OSError) else errno.ENOENT
            codes = {errno.ENOENT: "missing", errno.ENOTDIR: "not_a_folder"}
            raise UserError(codes.get(number or 0, "not_readable"), path=folder) from error

    def release(self) -> None:
        """Close the folder itself."""
        if self.root >= 0:
            os.close(self.root)
            self.root = -1

    def is_writable(self, path: str) -> bool:
        """Whether this user may write to what stands at a path, or nothing stands there. Nothing is touched."""
        effective = os.access in os.supports_effective_ids
        return os.access(path, os.W_OK, dir_fd=self.root, effective_ids=effective) or self.stat(path) is None

    def _parent(self, path: str) -> tuple[int, str]:
        """Return a descriptor of the folder that holds `path`, and the last name. The root is not to be closed."""
        folder, slash, name = path.rpartition("/")
        if not slash:
            return self.root, path
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(folder, flags, dir_fd=self.root), name
        except NotADirectoryError:
            raise UserError(_odd(os.lstat(folder, dir_fd=self.root)), path=folder) from None

    def _leave(self, parent: int) -> None:
        if parent != self.root:
            os.close(parent)

    def stat(self, target: str | int) -> Stat | None:
        """See `Fs.stat`."""
        if isinstance(target, int):
            return _stat(os.fstat(target))
        try:
            parent, name = self._parent(target)
        except FileNotFoundError:
            return None
        try:
            return _stat(os.stat(name, dir_fd=parent, follow_symlinks=False))
        except FileNotFoundError:
            return None
        finally:
            self._leave(parent)

    def names(self, folder: str) -> list[str]:
        """See `Fs.names`."""
        try:
            parent, _ = self._parent(folder + "/")
        except FileNotFoundError:
            return []
        try:
            return sorted(os.listdir(parent))
        finally:
            self._leave(parent)

    def open(self, path: str, mode: Mode) -> int:
        """See `Fs.open`."""
        if mode == "folder":
            return self._open_folder(path)
        flags = {"read": os.O_RDONLY, "write": os.O_RDWR, "create": os.O_RDWR | os.O_CREAT | os.O_EXCL}[mode]
        # Not waiting: a pipe in the place of a file would hold the program up.
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        parent, name = self._parent(path)
        try:
            handle = os.open(name, flags, self.file_mode, dir_fd=parent)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR, errno.EMLINK):
                raise UserError(_odd(os.lstat(name, dir_fd=parent)), path=path) from error
            raise
        finally:
            self._leave(parent)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise UserError("not_a_file", path=path)
            if mode == "create":
                os.fchmod(handle, self.file_mode)  # whatever the umask has made of it
        except BaseException:
            os.close(handle)
            raise
        return handle

    def _open_folder(self, path: str) -> int:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(path, flags, dir_fd=self.root)
        except NotADirectoryError:
            raise UserError(_odd(os.lstat(path, dir_fd=self.root)), path=path) from None
        except FileNotFoundError:
            os.mkdir(path, self.folder_mode, dir_fd=self.root)
            os.chmod(path, self.folder_mode, dir_fd=self.root)  # the umask again; it is ours since a moment ago
            return os.open(path, flags, dir_fd=self.root)

    def close(self, handle: int) -> None:
        """See `Fs.close`."""
        with suppress(OSError):
            os.close(handle)

    def read(self, handle: int, offset: int, size: int) -> bytes:
        """See `Fs.read`."""
        pieces: list[bytes] = []
        while size > 0 and (piece := os.pread(handle, min(size, 1 << 24), offset)):
            pieces.append(piece)
            offset += len(piece)
            size -= len(piece)
        return b"".join(pieces)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        """See `Fs.write`."""
        if os.fstat(handle).st_size > offset:
            os.ftruncate(handle, offset)
        rest = memoryview(data)
        while rest:
            written = os.pwrite(handle, rest, offset)
            offset += written
            rest = rest[written:]

    def sync(self, handle: int) -> None:
        """See `Fs.sync`."""
        try:
            os.fsync(handle)
        except OSError as error:
            # Some file systems know no sync of a folder: there, names are as durable as they get.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP) or not stat.S_ISDIR(os.fstat(handle).st_mode):
                raise

    def move(self, path: str, to: str | None) -> None:
        """See `Fs.move`."""
        parent, name = self._parent(path)
        try:
            if to is None:
                os.unlink(name, dir_fd=parent)
            elif to.rpartition("/")[0] == path.rpartition("/")[0]:
                os.replace(name, to.rpartition("/")[2], src_dir_fd=parent, dst_dir_fd=parent)
            else:
                raise ValueError("a file stays in its folder")
        finally:
            self._leave(parent)


def _stat(found: os.stat_result) -> Stat:
    return Stat(
        device=found.st_dev,
        inode=found.st_ino,
        links=found.st_nlink,
        size=found.st_size,
        changed=found.st_mtime_ns,
        is_file=stat.S_ISREG(found.st_mode),
        is_folder=stat.S_ISDIR(found.st_mode),
        is_link=stat.S_ISLNK(found.st_mode),
        mode=stat.S_IMODE(found.st_mode),
    )


def _odd(found: os.stat_result) -> str:
    """Return the code for something that stands where a file or a folder belongs."""
    return "is_symlink" if stat.S_ISLNK(found.st_mode) else "not_a_file"


def reason(error: OSError) -> str:
    """Return the name of a system error, such as `ENOSPC`."""
    return errno.errorcode.get(error.errno or 0, "EIO")


def read_file(fs: Fs, path: str) -> tuple[bytes, Stat]:
    """Return a whole file and what it was when it was read.

    Raises:
        OSError: as the disk gives it.
        UserError: `is_symlink`, `not_a_file`, `too_large`.
    """
    handle = fs.open(path, "read")
    try:
        found = fs.stat(handle)
        assert found is not None
        if found.size > READ_LIMIT:
            raise UserError("too_large", path=path, limit=READ_LIMIT)
        # No further than the size: a file that grows while it is read would never end.
        return fs.read(handle, 0, found.size), found
    finally:
        fs.close(handle)


def replace_file(fs: Fs, path: str, data: bytes) -> None:
    """Put a file in place as a whole: readers, and the start after a crash, see the old one or the new one.

    The new bytes are durable; whether the new *name* survives a power cut is decided by a `sync` of the folder.

    Raises:
        OSError: as the disk gives it; nothing is left behind where the disk lets us tidy up.
    """
    folder, slash, name = path.rpartition("/")
    temporary = f"{folder}{slash}.{name}.{os.urandom(8).hex()}.tmp"
    handle = fs.open(temporary, "create")
    try:
        try:
            fs.write(handle, 0, data)
            fs.sync(handle)
        finally:
            fs.close(handle)
        fs.move(temporary, path)
    except OSError:
        _discard(fs, temporary)
        raise


def _discard(fs: Fs, path: str) -> None:
    with suppress(OSError):  # failing that, the next writer sweeps it up
        fs.move(path, None)


def sweep(fs: Fs, folder: str, name: str = "") -> None:
    """Remove what `replace_file` left behind when its process was killed. Only under the campaign's lock.

    `name` narrows it to one file: beside the machine files in the root stand those of people.
    """
    for found in fs.names(folder):
        if _LITTER.fullmatch(found) and found.startswith(f".{name}"):
            _discard(fs, found if folder == ROOT else f"{folder}/{found}")
