"""How a journal is written and read back: sealed blocks of TOML, one after the other.

A block is some lines of TOML and a seal: the comment `#= SEQ CRC32`, whose checksum covers everything before it in the
block and its own number. A segment of the journal is a file of blocks: the header, the base (the state it starts
from), one `[[entry]]` for each accepted command, and `[closed]` when another segment follows. Strings stand on one
line, so no text can begin a line of its own; the whole file is valid TOML, and so is each block.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec

from rules.kernel import Event

from .errors import UserError
from .toml_writer import document, inline, quoted, timestamp

FORMAT = 1
"""The format that this version writes and reads."""
BLOCK_LIMIT = 1024 * 1024
"""Largest entry, in bytes."""
KEY_PARTS_LIMIT = 32
"""Dots on one line of a block, beyond which it is looked at more closely before it is parsed."""
_SEAL = re.compile(rb"#= (0|[1-9][0-9]{0,17}) ([0-9a-f]{8})\n")
_STARTS = re.compile(rb"\[\[entry\]\]\n|\[closed\]\n|\[base\]\n")
_HEADER_TEXT = """\
# aethyr journal: written by the program, added to and never changed. Each block ends with a seal (#= number checksum).
# What was done wrong is taken back with undo in the program; a block changed here no longer fits its seal.
"""
BlockKind = Literal["header", "base", "entry", "closed"]


class Damage(Exception):
    """A machine file that cannot be read further. Nothing is guessed: the session reads only.

    `code` is `journal_damaged` (bytes that fit no seal, with valid blocks after them), `entry_unreadable` (a seal that
    fits, around something this version cannot make sense of) or `newer_format`.
    """

    def __init__(self, code: str, *, path: str = "", byte: int = 0, seq: int = 0, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.path = path
        self.byte = byte
        """Where in the file the trouble begins."""
        self.seq = seq
        """The last good entry."""
        self.details = details

    def __str__(self) -> str:
        return f"{self.code}: {self.path} byte {self.byte}, last good entry {self.seq} {self.details or ''}".rstrip()


class UnknownEvent(Exception):
    """An event of a kind that this version does not know: its `tag`."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted command, as the journal has it."""

    seq: int
    """1 and up without a gap through the whole campaign. The only thing that says what came first."""
    time: datetime
    """When, in UTC, as the clock of that machine said."""
    who: str
    command: str
    """The command in the words of the command language."""
    forced: bool = False
    """Whether the GM overruled the rules."""
    undo: int = 0
    """The entry this one takes back, or 0."""
    redo: int = 0
    """The entry this one brings back, or 0."""
    events: tuple[Event, ...] = ()
    undone: bool = False
    """Whether it is taken back at present. Not in the file: later entries decide it."""


class Block(NamedTuple):
    """Where a valid block lies in the bytes of its segment."""

    kind: BlockKind
    seq: int
    start: int
    end: int
    """One past the seal line's newline."""
    checksum: str


class Scan(NamedTuple):
    """What was found in some bytes of a segment."""

    blocks: list[Block]
    end: int
    """Where the last valid block ends."""
    tail: Literal["none", "torn", "damaged"]
    """What follows: nothing, bytes that no valid block follows, or bytes with a valid block behind them."""


def sealed(lines: str, seq: int) -> bytes:
    """Return lines of TOML as a block with its seal. `lines` ends with a newline."""
    body = f"{lines}#= {seq} ".encode()
    return body + b"%08x\n" % zlib.crc32(body)


def _kind(data: bytes | bytearray, start: int) -> BlockKind | None:
    if data.startswith(b"[[entry]]\n", start):
        return "entry"
    if data.startswith(b"[base]\n", start):
        return "base"
    if data.startswith(b"[closed]\n", start):
        return "closed"
    return "header" if start == 0 else None


def _block_at(data: bytes | bytearray, start: int) -> Block | None:
    """Return the block that begins at `start` if its seal fits."""
    newline = data.find(b"\n#= ", start)
    found = _SEAL.match(data, newline + 1) if newline >= 0 else None
    kind = _kind(data, start)
    if found is None or kind is None:
        return None
    if b"%08x" % zlib.crc32(memoryview(data)[start : found.start(2)]) != found[2]:
        return None
    return Block(kind, int(found[1]), start, found.end(), found[2].decode())


def _follows(block: Block, previous: Block | None) -> bool:
    """Whether a block may stand after another."""
    match block.kind:
        case "header":
            return previous is None
        case "base":
            return previous is not None and previous.kind == "header" and block.seq == previous.seq
        case "entry":
            return previous is not None and previous.kind in ("base", "entry") and block.seq == previous.seq + 1
        case "closed":
            return previous is not None and previous.kind in ("base", "entry") and block.seq == previous.seq


def scan(data: bytes | bytearray, start: int = 0, previous: Block | None = None) -> Scan:
    """Return the valid blocks from `start` on, and what is left after them.

    Only seals and numbers are looked at: nothing is parsed.
    """
    blocks: list[Block] = []
    while start < len(data):
        block = _block_at(data, start)
        if block is None or not _follows(block, previous):
            damaged = any(_block_at(data, at.start()) is not None for at in _STARTS.finditer(data, start))
            return Scan(blocks, start, "damaged" if damaged else "torn")
        blocks.append(block)
        previous, start = block, block.end
    return Scan(blocks, start, "none")


class Start(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the header of a segment says."""

    number: int
    """1 and up."""
    key: str
    """Id of the fight it belongs to, empty between fights."""
    after: int
    """The last entry before it, 0 at the beginning."""
    after_seal: str
    """Checksum of that entry's seal, empty at the beginning."""


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state, and where in the history it stands."""

    cursor: int
    """The last entry that counts, 0 at the beginning."""
    redo: tuple[int, ...] = ()
    """Entries taken back that redo may bring back, the next one last."""
    state: dict[str, Any]
    """The state as plain data."""


def segment_start(start: Start, base: Checkpoint) -> bytes:
    """Return the first two blocks of a segment: its header and its base."""
    header = f"{_HEADER_TEXT}format = {FORMAT}\n\n" + document({"segment": msgspec.to_builtins(start)})
    return sealed(header, start.after) + sealed(document({"base": msgspec.to_builtins(base)}), start.after)


def closing(seq: int, next_number: int) -> bytes:
    """Return the block that ends a segment."""
    return sealed(f"[closed]\nnext = {next_number}\n", seq)


def entry_block(entry: Entry) -> bytes:
    """Return an entry as a block.

    Raises:
        UserError: `not_text`, `entry_too_large`.
    """
    lines = [
        "[[entry]]",
        f"seq = {entry.seq}",
        f"time = {timestamp(entry.time)}",
        f"who = {quoted(entry.who)}",
        f"command = {quoted(entry.command)}",
    ]
    if entry.forced:
        lines.append("forced = true")
    if entry.undo:
        lines.append(f"undo = {entry.undo}")
    if entry.redo:
        lines.append(f"redo = {entry.redo}")
    if entry.events:
        lines.append("events = [")
        lines.extend(f"  {inline(msgspec.to_builtins(event, str_keys=True))}," for event in entry.events)
        lines.append("]")
    block = sealed("\n".join(lines) + "\n", entry.seq)
    if len(block) > BLOCK_LIMIT:
        raise UserError("entry_too_large", size=len(block), limit=BLOCK_LIMIT)
    return block


def parse_block(data: bytes | bytearray, block: Block) -> dict[str, Any]:
    """Return the TOML of one block.

    Raises:
        Damage: `entry_unreadable`, when the seal fits and the text is no TOML of ours.
    """
    import tomllib  # a command on a campaign with a snapshot parses no entry

    try:
        text = bytes(data[block.start : block.end]).decode()
        # A dotted key takes time that grows with the square of its parts. We write none, but a seal is easily made.
        if any(line.count(".") > KEY_PARTS_LIMIT for line in text.split("\n")):
            from .toml_reader import parse

            return parse(text, "")
        return tomllib.loads(text)
    except (ValueError, RecursionError, UserError) as error:
        raise Damage("entry_unreadable", byte=block.start, seq=block.seq - 1, reason=str(error)) from error


def parse_start(data: bytes | bytearray, block: Block) -> Start:
    """Return what a header says.

    Raises:
        Damage: `newer_format` (with `found` and `reads`), `entry_unreadable`.
    """
    table = parse_block(data, block)
    if table.get("format") != FORMAT:
        raise Damage("newer_format", byte=block.start, seq=block.seq, found=table.get("format"), reads=FORMAT)
    return _converted(table.get("segment"), Start, block)


def parse_base(data: bytes | bytearray, block: Block) -> Checkpoint:
    """Return the state that a segment starts from.

    Raises:
        Damage: `entry_unreadable`.
    """
    return _converted(parse_block(data, block).get("base"), Checkpoint, block)


class _EntryTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`Entry` as it stands in a file."""

    seq: int
    time: datetime
    who: str
    command: str
    forced: bool = False
    undo: int = 0
    redo: int = 0
    events: list[dict[str, Any]] = []


class _EntryBlock(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    entry: Annotated[list[_EntryTable], msgspec.Meta(min_length=1, max_length=1)]


def parse_entry(data: bytes | bytearray, block: Block, event_of: Callable[[dict[str, Any]], Event]) -> Entry:
    """Return the entry in a block. `event_of` turns plain data into an event, or raises `UnknownEvent`.

    Raises:
        Damage: `entry_unreadable`; `newer_format`, for an event of a kind that this version does not know.
    """
    before = block.seq - 1
    try:
        table = msgspec.convert(parse_block(data, block), _EntryBlock).entry[0]
        if table.seq != block.seq:
            raise Damage("entry_unreadable", byte=block.start, seq=before, reason=f"seq = {table.seq}")
        return Entry(
            seq=table.seq,
            time=table.time,
            who=table.who,
            command=table.command,
            forced=table.forced,
            undo=table.undo,
            redo=table.redo,
            events=tuple(map(event_of, table.events)),
        )
    except UnknownEvent as error:
        raise Damage("newer_format", byte=block.start, seq=before, event=error.tag) from error
    except msgspec.ValidationError as error:
        raise Damage("entry_unreadable", byte=block.start, seq=before, reason=str(error)) from error


_Table = TypeVar("_Table", Start, Checkpoint)


def _converted(value: Any, kind: type[_Table], block: Block) -> _Table:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Damage("entry_unreadable", byte=block.start, seq=block.seq, reason=str(error)) from error
