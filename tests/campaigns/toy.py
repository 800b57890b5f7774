"""A game small enough to see through, to keep a journal of: a sum, words, and fights that open and end.

What is tested with it is the storage, which knows no rule; the rules have tests of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec

from campaigns.engine import Engine
from campaigns.errors import UserError
from campaigns.journal import UnknownEvent
from campaigns.session import Session
from rules.dice import LoadedDice, RollRequest
from rules.kernel import Command, CommandRefused, Event, Record


class ToyState(Record, frozen=True, kw_only=True):
    total: int = 0
    fight: str = ""
    words: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    numbers: dict[int, float] = {}


class Add(Command, frozen=True, kw_only=True):
    amount: int


class Say(Command, frozen=True, kw_only=True):
    text: str


class OpenFight(Command, frozen=True, kw_only=True):
    name: str


class EndFight(Command, frozen=True, kw_only=True):
    pass


class Throw(Command, frozen=True, kw_only=True):
    sides: int


class Added(Event, frozen=True, kw_only=True):
    amount: int


class Said(Event, frozen=True, kw_only=True):
    text: str
    notes: dict[str, str] = {}
    numbers: dict[int, float] = {}


class FightOpened(Event, frozen=True, kw_only=True):
    name: str


class FightEnded(Event, frozen=True, kw_only=True):
    pass


EVENTS: dict[str, type[Event]] = {
    "added": Added,
    "said": Said,
    "fight_opened": FightOpened,
    "fight_ended": FightEnded,
}


class Toy:
    """The rules: a sum never falls below zero, and one fight is open at a time."""

    wire = "toy"

    def initial(self) -> ToyState:
        return ToyState()

    def decide(self, state: ToyState, command: Command, dice: Any, *, forced: bool) -> tuple[Event, ...]:
        match command:
            case Add(amount=amount):
                if state.total + amount < 0 and not forced:
                    raise CommandRefused("below_zero", total=state.total)
                return (Added(amount=amount),)
            case Say(text=text):
                return (Said(text=text, notes={text: text}, numbers={len(text): len(text) / 3}),)
            case OpenFight(name=name):
                if state.fight:
                    raise CommandRefused("fight_open")
                return (FightOpened(name=name), Added(amount=1))
            case EndFight():
                if not state.fight:
                    raise CommandRefused("no_encounter")
                return (FightEnded(),)
            case Throw(sides=sides):
                return tuple(Added(amount=face) for face in dice.roll(RollRequest(count=2, sides=sides)))
            case _:
                raise AssertionError(command)

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        replace = msgspec.structs.replace
        match event:
            case Added(amount=amount):
                return replace(state, total=state.total + amount)
            case Said(text=text, notes=notes, numbers=numbers):
                return replace(
                    state,
                    words=(*state.words, text),
                    notes={**state.notes, **notes},
                    numbers={**state.numbers, **numbers},
                )
            case FightOpened(name=name):
                return replace(state, fight=name)
            case FightEnded():
                return replace(state, fight="")
            case _:
                raise AssertionError(event)

    def segment_of(self, state: ToyState) -> str:
        return state.fight

    def event_of(self, data: Any) -> Event:
        kind = EVENTS.get(str(data.get("event")))
        if kind is None:
            raise UnknownEvent(str(data.get("event")))
        return msgspec.convert(data, kind, str_keys=True)

    def state_of(self, data: Any) -> ToyState:
        return msgspec.convert(data, ToyState, str_keys=True)


TOY = cast(Engine, Toy())
DICE = LoadedDice(())


def new_campaign(folder: Path) -> Path:
    """Make a folder that is a campaign, with no journal yet."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / "campaign.toml").write_text('name = "Toy"\n')
    return folder


def open_toy(folder: Path, *, who: str = "Anna", writable: bool = True) -> Session:
    return Session.open(folder, who=who, writable=writable, dice=DICE, engine=TOY)


def add(session: Session, amount: int = 1) -> int:
    """Add to the sum and return the entry's number."""
    return session.submit(Add(amount=amount), f"add {amount}").seq


def say(session: Session, text: str) -> int:
    return session.submit(Say(text=text), "say").seq


def open_fight(session: Session, name: str) -> int:
    return session.submit(OpenFight(name=name), f"open {name}").seq


def end_fight(session: Session) -> int:
    return session.submit(EndFight(), "end").seq


def toy_state(session: Session) -> ToyState:
    return cast(ToyState, session.state)


def total(session: Session) -> int:
    return toy_state(session).total


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder but the lock, with its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def refusal(call: Callable[[], object]) -> str:
    """Return the code with which a call is refused."""
    try:
        call()
    except (CommandRefused, UserError) as refused:
        return refused.code
    raise AssertionError("it was not refused")


def add_for_ever(folder: Path, who: str, count: int) -> None:
    """Add 1 again and again, saying each number once it is confirmed. Who is told to wait tries again."""
    with open_toy(folder, who=who) as session:
        while count:
            try:
                print(add(session), flush=True)
            except UserError as error:
                if error.code != "lock_busy":
                    raise
            else:
                count -= 1


if __name__ == "__main__":
    add_for_ever(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
