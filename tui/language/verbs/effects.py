"""Verbs for what holds a combatant: condition, exhaustion, effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rules.conditions import AddEffect, ApplyCondition, EndEffect, RemoveCondition
from rules.effect import EndingSave, Ongoing, Until
from rules.kernel import Command

from ..amounts import looks_like_amount
from ..errors import LanguageError
from ..lexer import Token, quote
from ..matching import close_words, spoken
from ..reader import Reader
from ..words import CONDITIONS, meaning_of
from .harm import read_parts
from .magic import effect_names, find_effect

MOST_ROUNDS: Final = 14_400
"""A day, in rounds of six seconds."""
_ELIDED: Final = len("d'")
_ROUNDS_IN: Final = {"rounds": 1, "turn": 1, "minutes": 10, "hours": 600}


@dataclass
class _Duration:
    """How an effect ends."""

    until: Until | None = None
    rounds: int = 0
    save: EndingSave | None = None
    source: str = ""


def read_condition(reader: Reader) -> ApplyCondition | RemoveCondition:
    """`condition [TARGETS] [-]CONDITION [LEVEL] [until MOMENT] [save ABILITY DC at end] [by TARGET]`."""
    targets = reader.targets_unless(lambda: _begins_condition(reader))
    for meaning in CONDITIONS:
        reader.want("word", meaning)
    reader.join(reader.spelt(_is_condition))
    token = reader.take("missing_condition")
    if token.text == "-":
        reader.join(reader.spelt(_is_condition))
        token = reader.take("missing_condition")
        removed = True
    else:
        removed = token.text[:1] == "-" and len(token.text) > 1
    condition = _condition_in(token)
    if condition is None:
        word = token.text.lstrip("-")
        raise LanguageError("unknown_condition", token.at, word=word, suggestions=close_words(word, CONDITIONS))
    if removed:
        return RemoveCondition(targets=targets, condition=condition)
    return _applied(reader, targets, condition)


def _is_condition(words: str) -> bool:
    meaning = meaning_of(words.replace(" ", "-"))
    return meaning in CONDITIONS


def _begins_condition(reader: Reader) -> bool:
    return _condition_in(reader.peek()) is not None or reader.spelt(_is_condition) > 0


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
    targets = reader.targets_unless(reader.is_amount, amount_follows=True)
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
    at = reader.at
    name = reader.name("missing_effect_name")
    _refuse_unquoted(reader, name, at)
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


def _refuse_unquoted(reader: Reader, name: str, at: int) -> None:
    """Refuse a second word of a name without quotes, and show how it is typed."""
    start, words = reader.index, [name]
    while (token := reader.peek()) is not None and token.kind == "word" and meaning_of(token.text) is None:
        if looks_like_amount(token.text) or token.text.startswith("-"):
            break
        words.append(token.text)
        reader.index += 1
    if reader.index > start:
        end = reader.tokens[reader.index - 1].end
        corrected = f"{reader.text[:at]}{quote(' '.join(words))}{reader.text[end:]}"
        raise LanguageError("needs_quotes", at, command=corrected)


def _is_quoted(token: Token | None) -> bool:
    return token is not None and token.kind == "quoted"


def _ended(reader: Reader, targets: tuple[str, ...] | None) -> EndEffect | None:
    """Read `-NAME`, which ends a running effect."""
    token = reader.peek()
    if token is None or token.kind != "word" or not token.text.startswith("-"):
        return None
    encounter = reader.context.encounter(token.at)
    known = {spoken(name) for effect in encounter.effects.values() for name in effect_names(effect)}
    if len(token.text) == 1:
        reader.index += 1
    reader.join(reader.spelt(known.__contains__))
    named = reader.take("missing_effect")
    if named.text.startswith("-"):
        named = Token(named.kind, named.text[1:], named.at, named.end)
    if targets is not None and len(targets) != 1:
        raise LanguageError("one_target_only", token.at, count=len(targets))
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
    _skip_turn_of(reader)
    is_next = reader.accept("next") is not None
    target = _whose(reader)
    encounter = reader.context.encounter()
    turn = encounter.round + 1 if is_next and encounter.active == target else 0
    if reader.accept("rounds"):
        turn = reader.integer("missing_number", 1, 1_000_000)
    duration.until = Until(when=when, of=target, round=turn)


def _skip_turn_of(reader: Reader) -> None:
    """Read over what stands between a moment and whose turn it is: `of`, « du tour de », « du tour d’ »."""
    reader.accept("of")
    if reader.accept("turn"):
        _split_elision(reader)
        reader.accept("of")
    _split_elision(reader)


def _split_elision(reader: Reader) -> None:
    """Read « d’ » that a name follows without a space, unless somebody is called so."""
    token = reader.peek()
    if token is None or token.kind != "word" or not token.folded.startswith("d'") or len(token.text) == _ELIDED:
        return
    if not reader.is_target():
        reader.tokens[reader.index] = Token("word", token.text[_ELIDED:], token.at + _ELIDED, token.end)


def _whose(reader: Reader) -> str:
    """Read whose turn is meant: a target, in English also with the sign of the possessive and `turn` behind it."""
    token = reader.peek()
    if token is not None and token.folded.endswith("'s") and not reader.is_target():
        reader.tokens[reader.index] = Token(token.kind, token.text[:-2], token.at, token.end)
    target = reader.target()
    reader.accept("turn")
    return target


def _when(reader: Reader) -> Literal["start", "end"]:
    reader.accept("the")
    return "start" if reader.require("missing_moment", "start", "end") == "start" else "end"


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "condition": read_condition,
    "condition.exhaustion": read_exhaustion,
    "effect": read_effect,
}
