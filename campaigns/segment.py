"""The segments of a journal on disk: which there are, reading one, starting one, keeping what was torn off."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from rules.text import slug

from .engine import Engine
from .errors import Problem
from .fs import READ_LIMIT, Fs, Stat, read_file, replace_file
from .journal import (
    Block,
    Checkpoint,
    Damage,
    Entry,
    Start,
    parse_base,
    parse_entry,
    parse_start,
    scan,
    segment_start,
)

FOLDER = "journal"
_NAME = re.compile(r"(\d{4,9})-[a-z0-9][a-z0-9-]{0,47}\.toml", re.ASCII)
_MARK = re.compile(rb"^(undo|redo) = ([0-9]{1,18})$", re.MULTILINE)
_OVERLAP = 64


def segment_path(number: int, key: str) -> str:
    """Return the path of a segment: `journal/0007-crypt.toml`, or `journal/0008-between.toml` between fights."""
    return f"{FOLDER}/{number:04d}-{slug(key) if key else 'between'}.toml"


class Segment:
    """One file of the journal, as far as it has been read."""

    def __init__(self, path: str, data: bytes, found: Stat) -> None:
        """Read a segment from its bytes.

        Raises:
            Damage: `journal_damaged`, when its first two blocks are not whole; `newer_format`, `entry_unreadable`.
        """
        self.path = path
        self.data = bytearray(data)
        self.found = found
        """What the disk said when it was last read."""
        self.blocks, self.end, self.tail = scan(data)
        if len(self.blocks) < 2:
            raise Damage("journal_damaged", path=path, byte=self.end)
        try:
            self.start: Start = parse_start(self.data, self.blocks[0])
        except Damage as damage:
            damage.path = path
            raise
        if self.start.number != number_of(path) or self.start.after != self.blocks[0].seq:
            raise Damage("journal_damaged", path=path, seq=self.start.after)
        self._entries: dict[int, Entry] = {}

    @property
    def closed(self) -> bool:
        """Whether another segment follows: no entry is added to this one any more."""
        return self.blocks[-1].kind == "closed"

    @property
    def last(self) -> Block:
        """The last block that carries history: an entry, or the base of a segment without entries."""
        return self.blocks[-2] if self.closed else self.blocks[-1]

    @property
    def has_entries(self) -> bool:
        """Whether there is any entry."""
        return self.last.kind == "entry"

    def base(self) -> Checkpoint:
        """Return the state it starts from, as plain data.

        Raises:
            Damage: `entry_unreadable`.
        """
        try:
            return parse_base(self.data, self.blocks[1])
        except Damage as damage:
            damage.path = self.path
            raise

    def entries(self, engine: Engine, after: int = 0) -> Iterator[Entry]:
        """Yield the entries with a number above `after`, each parsed once.

        Raises:
            Damage: `entry_unreadable`, `newer_format`.
        """
        first = 2 + max(0, after - self.start.after)
        for block in self.blocks[first : len(self.blocks) - self.closed]:
            entry = self._entries.get(block.seq)
            if entry is None:
                try:
                    entry = parse_entry(self.data, block, engine.event_of)
                except Damage as damage:
                    damage.path = self.path
                    raise
                self._entries[block.seq] = entry
            yield entry

    def marks(self) -> Iterator[tuple[bool, int]]:
        """Yield what its entries take back (`True`) and bring back (`False`), in order, without parsing them."""
        for found in _MARK.finditer(self.data, 0, self.end):
            yield found[1] == b"undo", int(found[2])

    def block_ending(self, offset: int) -> Block | None:
        """Return the block that ends at an offset of the file."""
        return next((block for block in reversed(self.blocks) if block.end == offset), None)

    def append(self, data: bytes, found: Stat | None = None) -> None:
        """Take in bytes that follow the last valid block. `tail` says what is left after the blocks among them.

        `found` is what the disk says of the file now; without it, a later look will show that it has changed.

        Raises:
            Damage: `journal_damaged`, when valid blocks follow others that are not.
        """
        self.data[self.end :] = data
        blocks, end, self.tail = scan(self.data, self.end, self.blocks[-1])
        if self.tail == "damaged":
            raise Damage("journal_damaged", path=self.path, byte=end, seq=(blocks or self.blocks)[-1].seq)
        self.blocks += blocks
        self.end = end
        self.found = found or self.found._replace(size=len(self.data))

    def remember(self, entry: Entry) -> None:
        """Keep an entry that need not be parsed any more."""
        self._entries[entry.seq] = entry

    def grow(self, fs: Fs, handle: int) -> None:
        """Read what the file has got since.

        Raises:
            Damage: `journal_replaced`, when it is not the file that was read, or has lost some of it;
                `journal_damaged`.
            OSError: as the disk gives it.
        """
        found = fs.stat(handle)
        assert found is not None
        if not self.is_same(found) or found.size > READ_LIMIT:
            raise Damage("journal_replaced", path=self.path, seq=self.last.seq)
        overlap = min(self.end, _OVERLAP)
        data = fs.read(handle, self.end - overlap, found.size - self.end + overlap)
        # The seal read last must stand where it stood: a file may be written over in place.
        if not self.data.startswith(data[:overlap], self.end - overlap):
            raise Damage("journal_replaced", path=self.path, seq=self.last.seq)
        self.append(data[overlap:], found)

    def ends_as_read(self, fs: Fs, handle: int) -> bool:
        """Whether the seal that was read last stands where it stood: a file may be written over in place."""
        overlap = min(self.end, _OVERLAP)
        return self.data[self.end - overlap : self.end] == bytearray(fs.read(handle, self.end - overlap, overlap))

    def checksum(self, offset: int) -> str:
        """Return the checksum of everything up to an offset."""
        return f"{zlib.crc32(memoryview(self.data)[:offset]):08x}"

    def unfinished_tail(self) -> Problem:
        """Return what there is to say of bytes after the last valid block."""
        details = (("byte", self.end), ("size", len(self.data) - self.end), ("seq", self.last.seq))
        return Problem("unfinished_tail", self.path, details=details)

    def is_same(self, found: Stat | None) -> bool:
        """Whether the disk still has the file that was read, with all that was read of it."""
        if found is None or found.links == 0 or found.size < self.end:
            return False
        return (found.device, found.inode) == (self.found.device, self.found.inode)


def check_link(earlier: Segment, later: Segment) -> None:
    """Raise `Damage` unless one segment goes on where the other ends."""
    if (later.start.after, later.start.after_seal) != (earlier.last.seq, earlier.last.checksum):
        raise Damage("journal_damaged", path=earlier.path, byte=earlier.end, seq=earlier.last.seq)


def number_of(path: str) -> int:
    """Return the number of a segment's file, 0 for any other name."""
    found = _NAME.fullmatch(path.rpartition("/")[2])
    return int(found[1]) if found else 0


class Archive:
    """The segments of a campaign."""

    def __init__(self, fs: Fs) -> None:
        self._fs = fs
        self._segments: dict[int, Segment] = {}

    def paths(self) -> dict[int, str]:
        """Return the paths of the segments by number, in order.

        Raises:
            Damage: `journal_ambiguous`, when two files have one number.
        """
        found: dict[int, str] = {}
        for name in self._fs.names(FOLDER):
            path = f"{FOLDER}/{name}"
            number = number_of(path)
            if number in found:
                raise Damage("journal_ambiguous", path=path, other=found[number])
            if number:
                found[number] = path
        return dict(sorted(found.items()))

    def segment(self, number: int) -> Segment:
        """Return a segment, read once.

        Raises:
            Damage: `segment_missing`; `journal_damaged`, `newer_format`, `entry_unreadable`, `journal_ambiguous`.
            OSError: as the disk gives it.
        """
        known = self._segments.get(number)
        if known is None:
            path = self.paths().get(number)
            if path is None:
                raise Damage("segment_missing", path=FOLDER, number=number)
            known = Segment(path, *read_file(self._fs, path))
            if number + 1 in self._segments:
                check_link(known, self._segments[number + 1])
            self._segments[number] = known
        return known

    def holding(self, seq: int, below: int) -> Segment:
        """Return the segment that has an entry, looked for from number `below` down.

        Raises:
            Damage: `entry_unreadable`, when there is no such entry; else as `segment`.
        """
        for number in range(below, 0, -1):
            segment = self.segment(number)
            if segment.start.after < seq <= segment.last.seq:
                return segment
            if seq > segment.last.seq:
                raise Damage(
                    "entry_unreadable", path=segment.path, byte=segment.end, seq=segment.last.seq, reason="missing"
                )
        raise Damage("segment_missing", path=FOLDER, number=0)

    def create(self, start: Start, base: Checkpoint) -> Segment:
        """Begin a segment. Its name is durable only once the folder was synced.

        Raises:
            OSError: as the disk gives it; no segment has come into being.
        """
        path = segment_path(start.number, start.key)
        data = segment_start(start, base)
        self._fs.close(self._fs.open(FOLDER, "folder"))
        replace_file(self._fs, path, data)
        found = self._fs.stat(path)
        if found is None:
            raise Damage("journal_replaced", path=path, seq=start.after)
        segment = self._segments[start.number] = Segment(path, data, found)
        return segment
