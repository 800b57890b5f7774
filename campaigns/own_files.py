"""The files of one folder of a campaign: one definition each, its id the name of the file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic

import msgspec

from rules.text import is_id

from .errors import UserError
from .sheet_files import SheetT, fit
from .toml_reader import Document, load

_Signature = tuple[int, int, int]


class OwnFiles(Generic[SheetT]):
    """The files of one folder of a campaign. A file is read again when it has changed on disk."""

    def __init__(self, campaign: Path, name: str, sheet: type[SheetT]) -> None:
        self.folder = campaign / name
        self.name = name
        self._sheet = sheet
        self._read: dict[str, tuple[_Signature, SheetT | None]] = {}

    def files(self) -> Iterator[tuple[str, _Signature]]:
        """Yield the stem and the signature of each TOML file, sorted; hidden files and links' targets are not read."""
        try:
            if not stat.S_ISDIR(os.lstat(self.folder).st_mode):
                return
            with os.scandir(self.folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            stem, dot, ending = entry.name.rpartition(".")
            if dot and ending == "toml" and stem and not stem.startswith("."):
                with suppress(FileNotFoundError):  # deleted meanwhile
                    look = entry.stat(follow_symlinks=False)
                    yield stem, (look.st_mtime_ns, look.st_size, look.st_ino)

    def ids(self) -> tuple[str, ...]:
        """Return the ids that files define: their stems, where those are ids."""
        return tuple(stem for stem, _ in self.files() if is_id(stem))

    def has(self, entry_id: str) -> bool:
        """Whether a file defines this id."""
        return is_id(entry_id) and os.path.lexists(self.folder / f"{entry_id}.toml")

    def document(self, entry_id: str) -> Document:
        """Read a file.

        Raises:
            UserError: as `toml_reader.load`.
        """
        return load(self.folder / f"{entry_id}.toml", f"{self.name}/{entry_id}.toml")

    def load(self, entry_id: str) -> tuple[Document, SheetT]:
        """Return a file and what it says.

        Raises:
            UserError: as `sheet_files.load_sheet`.
        """
        document = self.document(entry_id)
        return document, fit(document, self._sheet)

    def sheets(self) -> Iterator[tuple[str, SheetT]]:
        """Yield the id and the sheet of each file that can be read; a broken one keeps none of the others away."""
        for stem, signature in self.files():
            if not is_id(stem):
                continue
            known = self._read.get(stem)
            if known is None or known[0] != signature:
                known = self._read[stem] = (signature, self._try(stem))
            if known[1] is not None:
                yield stem, known[1]

    def _try(self, stem: str) -> SheetT | None:
        try:
            return msgspec.convert(self.document(stem).data, self._sheet)
        except (UserError, msgspec.ValidationError):
            return None
