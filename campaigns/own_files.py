"""The files of one folder of a campaign: one definition each, its id the name of the file."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic

import msgspec

from rules.text import is_id

from .errors import UserError
from .sheet_files import SheetT, fit
from .toml_reader import Document, load

_Signature = tuple[int, int, int]


class OwnFiles(Generic[SheetT]):
    """The files of one folder of a campaign. Each is read when it is asked for, and again once it has changed."""

    def __init__(self, campaign: Path, name: str, sheet: type[SheetT]) -> None:
        self.folder = campaign / name
        self.name = name
        self._sheet = sheet
        self._read: dict[str, tuple[_Signature, Document, SheetT]] = {}

    def files(self) -> Iterator[str]:
        """Yield the stem of each TOML file, sorted; no hidden ones, and none where the folder is a link."""
        try:
            if not stat.S_ISDIR(os.lstat(self.folder).st_mode):
                return
            names = sorted(os.listdir(self.folder))
        except OSError:
            return
        for name in names:
            stem, dot, ending = name.rpartition(".")
            if dot and ending == "toml" and stem and not stem.startswith("."):
                yield stem

    def ids(self) -> tuple[str, ...]:
        """Return the ids that files define: their stems, where those are ids."""
        return tuple(stem for stem in self.files() if is_id(stem))

    def has(self, entry_id: str) -> bool:
        """Whether a file defines this id."""
        return is_id(entry_id) and os.path.lexists(self.folder / f"{entry_id}.toml")

    def load(self, entry_id: str) -> tuple[Document, SheetT]:
        """Return a file and what it says.

        Raises:
            UserError: as `sheet_files.load_sheet`.
        """
        return self._load(entry_id, fit)

    def sheets(self) -> Iterator[tuple[str, SheetT]]:
        """Yield the id and the sheet of each file that can be read; a broken one keeps none of the others away."""
        for entry_id in self.ids():
            try:
                # What is wrong with a file is not looked for here: explaining it takes time, and nobody has asked.
                yield entry_id, self._load(entry_id, _converted)[1]
            except (UserError, msgspec.ValidationError):
                continue

    def _load(self, entry_id: str, convert: Callable[[Document, type[SheetT]], SheetT]) -> tuple[Document, SheetT]:
        path = self.folder / f"{entry_id}.toml"
        signature = _signature(path)
        known = self._read.get(entry_id)
        if known is None or known[0] != signature:
            document = load(path, f"{self.name}/{entry_id}.toml")
            known = self._read[entry_id] = (signature, document, convert(document, self._sheet))
        return known[1], known[2]


def _converted(document: Document, sheet: type[SheetT]) -> SheetT:
    return msgspec.convert(document.data, sheet)


def _signature(path: Path) -> _Signature:
    """Return what tells two looks at a file apart; a file that cannot be looked at is told when it is read."""
    try:
        look = os.lstat(path)
    except OSError:
        return (0, 0, 0)
    return (look.st_mtime_ns, look.st_size, look.st_ino)
