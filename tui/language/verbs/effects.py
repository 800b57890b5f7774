"""Verbs for what holds a combatant: condition, exhaustion, effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rules.conditions import AddEffect, ApplyCondition, EndEffect, RemoveCondition
from rules.effect import EndingSave, Ongoing, Until
from rules.kernel import Command

from ..errors import LanguageError
from ..lexer import Token
from ..matching import close_words
from ..reader import Reader
from ..words import CONDITIONS, meaning_of
from .harm import read_parts
from .magic import find_effect

MOST_ROUNDS: Final = 14_400
"""A day, in rounds of six seconds."""
_ROUNDS_IN: Final = {"rounds": 1, "minutes": 10, "hours": 600}


@dataclass
class _Duration:
    """How an effect ends."""

    until: Until | None = None
    rounds: int = 0
    save: EndingSave | None = None
    source: str = ""


def read_condition(reader: Reader) -> ApplyCondition | RemoveCondition:
    """`condition [TARGETS] [-]CONDITION [LEVEL] [until MOMENT] [save ABILITY DC at end] [by TARGET]`."""
    targets = reader.targets_unless(lambda: _condition_in(reader.peek()) is not None)
    for meaning in CONDITIONS:
        reader.want("word", meaning)
    token = reader.take("missing_condition")
    if token.text == "-":
        token = reader.take("missing_condition")
        removed = True
    else:
        removed = token.kind == "word" and token.text[:1] == "-" and len(token.text) > 1
    condition = _condition_in(token)
    if condition is None:
        near = close_words(token.text.lstrip("-"), CONDITIONS)
        raise LanguageError("unknown_condition", token.at, word=token.text, suggestions=near)
    if removed:
        return RemoveCondition(targets=targets, condition=condition)
    return _applied(reader, targets, condition)


def _condition_in(token: Token | None) -> str | None:
    if token is None or token.kind in ("comma", "plus"):
        return None
    meaning = meaning_of(token.text.lstrip("-").replace(" ", "-"))
    return meaning.removeprefix("condition.") if meaning and meaning in CONDITIONS else None


def _applied(reader: Reader, targets: tuple[str, ...], condition: str) -> ApplyCondition:
    level = 1 if condition == "exhaustion" else 0
    if condition == "exhaustion" and not _is_duration(reader):
        level = reader.accept_integer(1, 6) or 1
    duration = _duration(reader)
    return ApplyCondition(
        targets=targets,
        condition=condition,
        until=duration.until,
        rounds=duration.rounds,
        save=duration.save,
        level=level,
        source=duration.source,
    )


def read_exhaustion(reader: Reader) -> ApplyCondition | RemoveCondition:
    """`exhaustion [TARGETS] LEVEL`; level 0 takes it away."""
    targets = reader.targets_unless(reader.is_amount)
    level = reader.integer("missing_number", 0, 6)
    if level == 0:
        return RemoveCondition(targets=targets, condition="exhaustion")
    return ApplyCondition(targets=targets, condition="exhaustion", level=level)


def read_effect(reader: Reader) -> AddEffect | EndEffect:
    """`effect [TARGETS] NAME [PARTS at start|end] [until MOMENT] [save …] [by TARGET]`, or `effect [TARGET] -NAME`."""
    if (ended := _ended(reader, None)) is not None:
        return ended
    targets = reader.targets_unless(lambda: _is_quoted(reader.peek()))
    if (ended := _ended(reader, targets)) is not None:
        return ended
    name = reader.name("missing_effect_name")
    ongoing: Ongoing | None = None
    if reader.is_amount() and not _is_duration(reader):
        damage = read_parts(reader)
        reader.accept("at")
        ongoing = Ongoing(when=_when(reader), damage=damage)
        if reader.accept("of"):
            at = reader.at
            if (reader.target(),) != targets:
                raise LanguageError("moment_of_another", at)
    else:
        reader.want("amount")
    duration = _duration(reader)
    return AddEffect(
        targets=targets,
        name=name,
        until=duration.until,
        rounds=duration.rounds,
        save=duration.save,
        ongoing=ongoing,
        source=duration.source,
    )


def _is_quoted(token: Token | None) -> bool:
    return token is not None and token.kind == "quoted"


def _ended(reader: Reader, targets: tuple[str, ...] | None) -> EndEffect | None:
    """Read `-NAME`, which ends a running effect."""
    token = reader.peek()
    if token is None or token.kind != "word" or not token.text.startswith("-"):
        return None
    reader.index += 1
    named = (
        reader.take("missing_effect") if len(token.text) == 1 else Token("word", token.text[1:], token.at, token.end)
    )
    if targets is not None and len(targets) != 1:
        raise LanguageError("one_target_only", token.at, count=len(targets))
    encounter = reader.context.encounter(token.at)
    return EndEffect(effect=find_effect(named, encounter, targets[0] if targets else None, dispellable=False))


def _is_duration(reader: Reader) -> bool:
    """Whether a number and a unit of time come next."""
    follower = reader.tokens[reader.index + 1] if reader.index + 1 < len(reader.tokens) else None
    return follower is not None and follower.kind == "word" and meaning_of(follower.text) in _ROUNDS_IN


def _duration(reader: Reader) -> _Duration:
    duration = _Duration()
    while True:
        if reader.accept("until"):
            _read_moment(reader, duration)
        elif reader.is_amount() and _is_duration(reader):
            duration.rounds = _rounds(reader)
        elif reader.accept("save"):
            ability, dc = reader.save()
            if reader.accept("at"):
                reader.require("missing_moment", "end")
            else:
                reader.accept("end")
            duration.save = EndingSave(ability=ability, dc=dc)
        elif (said := reader.by()) is not None:
            duration.source = said
        else:
            return duration


def _rounds(reader: Reader) -> int:
    number = reader.integer("missing_number", 1, MOST_ROUNDS)
    unit = reader.require("missing_unit", *_ROUNDS_IN)
    return min(number * _ROUNDS_IN[unit], MOST_ROUNDS)


def _read_moment(reader: Reader, duration: _Duration) -> None:
    if reader.is_amount():
        duration.rounds = _rounds(reader)
        return
    if reader.accept("dispelled"):
        return
    when = _when(reader)
    reader.accept("of")
    is_next = reader.accept("next") is not None
    target = reader.target()
    encounter = reader.context.encounter()
    turn = encounter.round + 1 if is_next and encounter.active == target else 0
    if reader.accept("rounds"):
        turn = reader.integer("missing_number", 1, 1_000_000)
    duration.until = Until(when=when, of=target, round=turn)


def _when(reader: Reader) -> Literal["start", "end"]:
    return "start" if reader.require("missing_moment", "start", "end") == "start" else "end"


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "condition": read_condition,
    "condition.exhaustion": read_exhaustion,
    "effect": read_effect,
}
