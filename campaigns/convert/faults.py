"""What has no meaning in a sheet that is well formed: noted where it stands, so that all of it can be told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from rules.statblock import Names

from ..sheets import BothNames, Named
from ..words import Misread, read_name, read_note

Key = tuple[str, ...]
T = TypeVar("T")


class Fault(NamedTuple):
    """One value that has no meaning."""

    key: Key
    """Path of the key in the file."""
    code: str
    details: dict[str, Any]


class Faults:
    """The faults of one file, in the order in which they were met."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, key: Key, code: str, **details: Any) -> None:
        """Note a fault."""
        self.found.append(Fault(key, code, details))

    def read(self, key: Key, reader: Callable[[str], T], text: str, default: T) -> T:
        """Return what a reader of words makes of a text; note it and return the default when that is nothing."""
        try:
            return reader(text)
        except Misread as error:
            self.add(key, error.code, **error.details)
            return default

    def read_all(self, key: Key, reader: Callable[[str], T], texts: Iterable[str]) -> tuple[T, ...]:
        """Return what a reader makes of each text of a list, without those that mean nothing."""
        found: list[T] = []
        for index, text in enumerate(texts):
            value = self.read((*key, str(index)), reader, text, None)
            if value is not None:
                found.append(value)
        return tuple(found)

    def names(self, key: Key, named: Named) -> Names:
        """Return a name in the languages it has. One in a single language serves for both."""
        if not isinstance(named, BothNames):
            return Names(en=self.read(key, read_name, named, "?"))
        found = {
            language: self.read((*key, language), read_name, text, "")
            for language, text in (("en", named.en), ("fr", named.fr))
            if text
        }
        if not found:
            self.add(key, "name_empty")
        return Names(en=found.get("en") or found.get("fr") or "?", fr=found.get("fr", ""))

    def note(self, key: Key, text: str) -> str:
        """Return a note, or nothing when there is none."""
        return self.read(key, read_note, text, "")
