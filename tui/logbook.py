"""The log as the screen has it: entries of the journal, told in sentences when they are first looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from campaigns.journal import Entry


class Sentence(Struct, frozen=True):
    """One thing that is said in the log."""

    text: str
    indent: int = 0
    """Cells by which it stands further in."""
    tone: str = ""
    """A tone of the palette."""


_LOOK_BACK = 20
"""How many entries back the newest one with steps is looked for."""
_NOTHING_TO_EXPLAIN = 2
"""Lines of an explanation without a step: the command, and that there is none."""


class Teller(Protocol):
    """Says in the reader's language what entries did."""

    def tell(self, entry: Entry) -> Iterable[Sentence]:
        """Say what an entry did."""
        ...

    def explain(self, entry: Entry) -> Iterable[Sentence]:
        """Say every step of an entry."""
        ...


class Logbook:
    """The entries that count, oldest first. An entry that was taken back is not among them."""

    def __init__(self, teller: Callable[[], Teller]) -> None:
        """`teller` is asked for when the first entry is told."""
        self._teller = teller
        self.items: list[Entry] = []
        self._told: dict[int, tuple[Sentence, ...]] = {}

    def take(self, entries: Iterable[Entry]) -> None:
        """Show these entries from now on: all of them, as `Session.history` has them."""
        self.items = [entry for entry in entries if not entry.undone and not entry.undo and not entry.redo]

    def add(self, entry: Entry) -> None:
        """Show one more entry, that took nothing back and brought nothing back."""
        self.items.append(entry)

    def forget(self) -> None:
        """Tell everything anew, because the language is another one."""
        self._told.clear()

    def told(self, at: int) -> tuple[Sentence, ...]:
        """Return what one of `items` did."""
        entry = self.items[at]
        found = self._told.get(entry.seq)
        if found is None:
            found = self._told[entry.seq] = tuple(self._teller().tell(entry))
        return found

    def index_of(self, seq: int) -> int:
        """Return where the entry with a number stands, else the last one before it; -1 when there is none."""
        low, high = 0, len(self.items)
        while low < high:
            middle = (low + high) // 2
            if self.items[middle].seq <= seq:
                low = middle + 1
            else:
                high = middle
        return low - 1

    def why(self, seq: int = 0) -> tuple[Sentence, ...]:
        """Return every step of an entry, or of the newest one that has steps to tell."""
        if seq:
            at = self.index_of(seq)
            return tuple(self._teller().explain(self.items[at])) if at >= 0 else ()
        explained: tuple[Sentence, ...] = ()
        for entry in reversed(self.items[-_LOOK_BACK:]):
            explained = tuple(self._teller().explain(entry))
            if len(explained) > _NOTHING_TO_EXPLAIN:
                break
        return explained

    def step(self, seq: int, steps: int) -> int:
        """Return the number of the entry so many further on; 0 when that is the newest one."""
        at = (self.index_of(seq) if seq else len(self.items) - 1) + steps
        if not self.items or at >= len(self.items) - 1:
            return 0
        return self.items[max(0, at)].seq
