"""The log as the screen has it: entries of the journal, told in sentences when they are first looked at."""

from __future__ import annotations

from bisect import bisect_right
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


_MOST_REMARKS = 200
_LOOK_BACK = 20
"""How many entries back the newest one with steps is looked for."""
_NOTHING_TO_EXPLAIN = 2
"""Lines of an explanation without a step: the command, and that there is none."""


class Remark(Struct, frozen=True):
    """Something that was said and is in no journal: why a command was refused, what is odd about the files."""

    seq: int
    """Number of the entry after which it was said."""
    text: str
    tone: str = "bad"


class Teller(Protocol):
    """Says in the reader's language what entries did."""

    def tell(self, entry: Entry) -> Iterable[Sentence]:
        """Say what an entry did."""
        ...

    def explain(self, entry: Entry) -> Iterable[Sentence]:
        """Say every step of an entry."""
        ...


class Logbook:
    """The entries that count, oldest first, and remarks in between. What was taken back is not among them."""

    def __init__(self, teller: Callable[[], Teller]) -> None:
        """`teller` is asked for when the first entry is told."""
        self._teller = teller
        self.items: list[Entry | Remark] = []
        self._remarks: list[Remark] = []
        self._told: dict[int, tuple[Sentence, ...]] = {}

    def take(self, entries: Iterable[Entry]) -> None:
        """Show these entries from now on: all of them, as `Session.history` has them."""
        counting = [entry for entry in entries if not entry.undone and not entry.undo and not entry.redo]
        # Sorting keeps the order of equals: a remark stands behind its entry.
        self.items = sorted([*counting, *self._remarks], key=lambda item: item.seq)

    def add(self, entry: Entry) -> None:
        """Show one more entry, that took nothing back and brought nothing back."""
        self.items.append(entry)

    def remark(self, text: str, tone: str = "bad") -> None:
        """Show something that is no entry behind the newest one."""
        found = Remark(self.items[-1].seq if self.items else 0, text, tone)
        self._remarks = [*self._remarks[1 - _MOST_REMARKS :], found]
        self.items.append(found)

    def forget(self) -> None:
        """Tell everything anew, because the language is another one."""
        self._told.clear()

    def told(self, at: int) -> tuple[Sentence, ...]:
        """Return what one of `items` did."""
        entry = self.items[at]
        if isinstance(entry, Remark):
            return (Sentence(entry.text, 1, entry.tone),)
        found = self._told.get(entry.seq)
        if found is None:
            found = self._told[entry.seq] = tuple(self._teller().tell(entry))
        return found

    def index_of(self, seq: int) -> int:
        """Return where the entry with a number stands, else the last one before it; -1 when there is none."""
        return bisect_right(self.items, seq, key=lambda item: item.seq) - 1

    def why(self, seq: int = 0) -> tuple[Sentence, ...]:
        """Return every step of an entry, or of the newest one that has steps to tell."""
        entries = [item for item in self.items if not isinstance(item, Remark)]
        if seq:
            return next((tuple(self._teller().explain(entry)) for entry in entries if entry.seq == seq), ())
        explained: tuple[Sentence, ...] = ()
        for entry in reversed(entries[-_LOOK_BACK:]):
            explained = tuple(self._teller().explain(entry))
            if len(explained) > _NOTHING_TO_EXPLAIN:
                break
        return explained

    def step(self, seq: int, steps: int) -> int:
        """Return the number of the entry so many further on; 0 when that is the newest one."""
        numbers = [item.seq for item in self.items if not isinstance(item, Remark)]
        at = (bisect_right(numbers, seq) if seq else len(numbers)) - 1 + steps
        return numbers[max(0, at)] if numbers and at < len(numbers) - 1 else 0
