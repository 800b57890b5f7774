"""`state.toml`: what the journal adds up to, so that a start need not read it all. Deleting it loses nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from .fs import Fs, read_file, replace_file
from .journal import FORMAT, Damage, parse_block, scan, sealed
from .toml_writer import document

PATH = "state.toml"
_HEADER_TEXT = """\
# aethyr snapshot: written by the program, a cache of the journal. Deleting it loses nothing; changes to it are ignored.
"""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state, and the point of the journal it belongs to."""

    segment: str
    """Path of the segment that was open."""
    offset: int
    """Where in that segment the last entry ends, in bytes."""
    seq: int
    """The last entry."""
    seal: str
    """The checksum of the block that ends at `offset`."""
    read: str = ""
    """The checksum of the segment up to `offset`: whoever wrote this has read just that, and understood it."""
    wire: str = ""
    """`Engine.wire` of whoever wrote this: another version may understand less."""
    cursor: int
    """As in `history.Position`."""
    redo: tuple[int, ...] = ()
    state: dict[str, Any]
    """The state as plain data."""


def write(fs: Fs, snapshot: Snapshot) -> None:
    """Put a snapshot in the place of the one before. Readers never see half of it.

    Raises:
        OSError: as the disk gives it; the old one is still there.
    """
    place = msgspec.to_builtins(snapshot)
    state = place.pop("state")
    text = f"{_HEADER_TEXT}format = {FORMAT}\n\n" + document({"snapshot": place, "state": state})
    replace_file(fs, PATH, sealed(text, snapshot.seq))


def read(fs: Fs) -> Snapshot | None:
    """Return the snapshot, `None` when there is none.

    Raises:
        Damage: `snapshot_ignored`, when it is not as the program left it, or of another format.
        OSError: as the disk gives it.
        UserError: `is_symlink`, `not_a_file`, `too_large`.
    """
    try:
        data, _ = read_file(fs, PATH)
    except FileNotFoundError:
        return None
    blocks, end, tail = scan(data)
    if tail != "none" or len(blocks) != 1:
        raise Damage("snapshot_ignored", path=PATH, byte=end)
    table = parse_block(data, blocks[0])
    try:
        return msgspec.convert({**table["snapshot"], "state": table["state"]}, Snapshot)
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise Damage("snapshot_ignored", path=PATH, found=table.get("format"), reads=FORMAT) from error
