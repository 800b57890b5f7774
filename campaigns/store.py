"""The open end of a journal: what others added, cutting what was torn, adding a block, going on in a new segment."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from .errors import Problem
from .fs import ROOT, Fs, Mode, reason, replace_file
from .journal import Checkpoint, Damage, Start, closing
from .segment import FOLDER, Archive, Segment, check_link

TORN = "torn"
"""The folder of what was cut off."""


class NotDurable(Exception):
    """The disk did not say that what was written will last, or could not take back half a write.

    After a failed `fsync` the kernel may have dropped the data and will report success the next time it is asked, so
    nobody asks again: the session reads only from here on. `code` is `sync_failed` or `write_failed`, `why` the name
    of the system's error.
    """

    def __init__(self, code: str, error: OSError) -> None:
        super().__init__(code)
        self.code = code
        self.why = reason(error)


class Store:
    """The journal of a campaign from its open end. Whoever writes holds the campaign's lock."""

    def __init__(self, fs: Fs) -> None:
        self._fs = fs
        self.archive = Archive(fs)
        self.current: Segment | None = None
        """The newest segment that was read; `None` before the first command of a campaign."""

    def is_unchanged(self) -> bool:
        """Whether a look at the disk shows that nothing was added, and the last seal as it was.

        Raises:
            OSError: as the disk gives it.
        """
        if self.current is None or self.current.closed:
            return False
        if self._fs.stat(self.current.path) != self.current.found:
            return False
        # What was written over within one tick of the disk's clock looks the same.
        handle = self._fs.open(self.current.path, "read")
        try:
            return self.current.ends_as_read(self._fs, handle)
        finally:
            self._fs.close(handle)

    def catch_up(self) -> Iterator[Segment]:
        """Read what was added since, and yield each segment that was read.

        Raises:
            Damage: `journal_replaced`, when the file is not the one that was read; else as `Archive.segment`.
            OSError: as the disk gives it.
        """
        while True:
            segment = self._known()
            self._grow(segment)
            yield segment
            if not segment.closed or segment.start.number + 1 not in self.archive.paths():
                return
            self.current = self.archive.segment(segment.start.number + 1)
            check_link(segment, self.current)

    def _grow(self, segment: Segment) -> None:
        try:
            handle = self._fs.open(segment.path, "read")
        except FileNotFoundError:
            raise Damage("journal_replaced", path=segment.path, seq=segment.last.seq) from None
        try:
            segment.grow(self._fs, handle)
        finally:
            self._fs.close(handle)

    def _known(self) -> Segment:
        assert self.current is not None
        return self.current

    def cut_torn(self) -> Problem | None:
        """Keep the bytes after the last valid block elsewhere, then cut them off. Return what is to be said about it.

        Raises:
            NotDurable: `sync_failed`.
            OSError: as the disk gives it; nothing was cut.
        """
        segment = self.current
        if segment is None or segment.tail == "none":
            return None
        size = len(segment.data) - segment.end
        kept = self._keep(segment)
        handle = self._fs.open(segment.path, "write")
        try:
            self._fs.write(handle, segment.end, b"")
        finally:
            self._fs.close(handle)
        segment.append(b"")
        return Problem("torn_tail", path=segment.path, details=(("byte", segment.end), ("size", size), ("kept", kept)))

    def _keep(self, segment: Segment) -> str:
        """Copy what follows the last valid block into `torn/`, durably, and return the path of the copy."""
        tail = bytes(segment.data[segment.end :])
        stem = segment.path.rpartition("/")[2].removesuffix(".toml")
        # The same bytes have the same name: a process that is killed here leaves no second copy to the next one.
        path = f"{TORN}/{stem}-{segment.end}-{zlib.crc32(tail):08x}.bin"
        self._fs.close(self._fs.open(TORN, "folder"))
        replace_file(self._fs, path, tail)
        self._sync(TORN, "folder")
        self._sync(ROOT, "folder")
        return path

    def _sync(self, path: str, mode: Mode) -> None:
        handle = self._fs.open(path, mode)
        try:
            self._fs.sync(handle)
        except OSError as error:
            raise NotDurable("sync_failed", error) from error
        finally:
            self._fs.close(handle)

    def add(self, block: bytes) -> None:
        """Add an entry to the open segment. When this returns, it is on the disk.

        Raises:
            NotDurable: `sync_failed`, `write_failed`.
            OSError: as the disk gives it; the file is as it was.
        """
        segment = self._known()
        if not segment.has_entries:
            # Whoever writes the first entry makes the names that lead to it durable: their maker may have died.
            self._sync(FOLDER, "folder")
            if segment.start.number == 1:
                self._sync(ROOT, "folder")
        self._append(segment, block)

    def _append(self, segment: Segment, block: bytes) -> None:
        handle = self._fs.open(segment.path, "write")
        try:
            try:
                self._fs.write(handle, segment.end, block)
            except OSError:
                self._cut_back(handle, segment)
                raise
            try:
                self._fs.sync(handle)
            except OSError as error:
                # Others must not build on bytes that the disk may not have.
                self._cut_back(handle, segment)
                raise NotDurable("sync_failed", error) from error
        finally:
            self._fs.close(handle)
        segment.append(block)  # from here on nothing may fail: the entry is there

    def _cut_back(self, handle: int, segment: Segment) -> None:
        try:
            self._fs.write(handle, segment.end, b"")
        except OSError as error:
            raise NotDurable("write_failed", error) from error
        segment.append(b"")

    def begin(self, key: str, seq: int, base: Checkpoint) -> None:
        """Close the open segment, if there is one, and go on in a new one. `base` is the state before what follows.

        Raises:
            NotDurable: `sync_failed`, `write_failed`.
            OSError: as the disk gives it; a later call begins again where this one stopped.
        """
        number, seal = 1, ""
        if self.current is not None:
            number, seal = self.current.start.number + 1, self.current.last.checksum
            if self.current.closed:
                self._sync(self.current.path, "write")  # who closed it may have been killed before doing so
            else:
                self._append(self.current, closing(seq, number))
        self.current = self.archive.create(Start(number=number, key=key, after=seq, after_seal=seal), base)
