"""The log as the screen has it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from campaigns.journal import Entry
from tui.logbook import Logbook, Sentence


def entry(seq: int, *, undone: bool = False, undo: int = 0) -> Entry:
    return Entry(seq=seq, time=datetime(2026, 1, 1, tzinfo=UTC), who="lea", command=f"c{seq}", undone=undone, undo=undo)


class Told:
    """Says what it is asked for, and remembers how often."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def tell(self, entry: Entry) -> Iterator[Sentence]:
        self.asked.append(entry.seq)
        yield Sentence(entry.command)

    def explain(self, entry: Entry) -> Iterator[Sentence]:
        yield Sentence(entry.command)
        yield Sentence("because")
        if entry.seq == 2:
            yield Sentence("of this")


def book(teller: Told, *entries: Entry) -> Logbook:
    found = Logbook(lambda: teller)
    found.take(entries)
    return found


def test_what_was_taken_back_is_not_shown() -> None:
    log = book(Told(), entry(1), entry(2, undone=True), entry(3, undo=2), entry(4))
    assert [item.seq for item in log.items] == [1, 4]


def test_an_entry_is_told_once_and_only_when_it_is_looked_at() -> None:
    teller = Told()
    log = book(teller, entry(1), entry(2))
    assert teller.asked == []
    assert log.told(1) == log.told(1) == (Sentence("c2"),)
    assert teller.asked == [2]
    log.forget()
    log.told(1)
    assert teller.asked == [2, 2]


def test_going_from_entry_to_entry_stops_at_the_ends() -> None:
    log = book(Told(), entry(1), entry(3), entry(7))
    assert log.step(0, -1) == 3
    assert log.step(3, -1) == 1
    assert log.step(1, -5) == 1
    assert log.step(1, 1) == 3
    assert log.step(3, 1) == 0
    assert log.step(0, 1) == 0
    assert book(Told()).step(0, -1) == 0


def test_remarks_stand_where_they_were_made_and_are_no_entries() -> None:
    log = book(Told(), entry(1), entry(3))
    log.remark("refused")
    log.add(entry(4))
    assert [item.seq for item in log.items] == [1, 3, 3, 4]
    assert log.told(2) == (Sentence("refused", 1, "bad"),)
    assert log.step(0, -1) == 3
    assert log.step(3, -1) == 1
    log.take([entry(1), entry(3), entry(4)])
    assert [item.seq for item in log.items] == [1, 3, 3, 4]


def test_why_takes_the_newest_entry_that_has_steps_unless_one_is_chosen() -> None:
    log = book(Told(), entry(1), entry(2), entry(3))
    assert log.why()[0].text == "c2"
    assert log.why(3)[0].text == "c3"
    assert log.why(99) == ()
    assert book(Told()).why() == ()
