"""Verbs for the order and the turns: start, init, next, jump."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.initiative import COUNT_LIMIT, InitiativeEntry, JumpTo, NextTurn, SetInitiative, StartEncounter
from rules.kernel import Command

from ..reader import Reader


def read_start(_reader: Reader) -> StartEncounter:
    """`start`."""
    return StartEncounter()


def read_init(reader: Reader) -> SetInitiative:
    """`init TARGETS COUNT|roll …`, several at once."""
    entries: list[InitiativeEntry] = []
    while not reader.at_end or not entries:
        targets = reader.targets(amount_follows=True)
        count = None if reader.accept("roll") else reader.integer("missing_number", -COUNT_LIMIT, COUNT_LIMIT)
        entries.append(InitiativeEntry(targets=targets, count=count))
    reader.want("target")
    return SetInitiative(entries=tuple(entries))


def read_next(reader: Reader) -> NextTurn:
    """`next`: what the GM saw goes with it, so that the same wish said twice is granted once."""
    encounter = reader.context.encounter(reader.at)
    return NextTurn(expect_round=encounter.round, expect_active=encounter.active)


def read_jump(reader: Reader) -> JumpTo:
    """`jump TARGET`."""
    return JumpTo(target=reader.target())


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "start": read_start,
    "init": read_init,
    "next": read_next,
    "jump": read_jump,
}
