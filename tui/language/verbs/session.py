"""Verbs for the queue, figures set by hand, notes, dice and the history: settle, waive, set, note, roll, undo, redo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.figures import SetFigure
from rules.initiative import COUNT_LIMIT
from rules.kernel import Command
from rules.notes import RollDice, WriteNote
from rules.rolls import format_roll
from rules.settling import Settle, Waive
from rules.text import NotAName, clean_note

from ..errors import LanguageError
from ..matching import best_matches, close_names, listed
from ..reader import Reader
from ..requests import BackRequest, RedoRequest, Request, UndoRequest
from .magic import spells_of

MOST_STEPS: Final = 100_000
MOST_HP: Final = 1_000_000
_NUMBERS: Final = {
    "hp": (0, MOST_HP),
    "max_hp": (1, MOST_HP),
    "temp": (0, MOST_HP),
    "ac": (0, 99),
    "init": (-COUNT_LIMIT, COUNT_LIMIT),
    "pact": (0, 99),
    "successes": (0, 3),
    "failures": (0, 3),
}
"""Figures that are a number, with the least and the greatest one."""
_FIGURES: Final = {"temp": "temp_hp", "init": "initiative"}
"""Meanings whose figure has another name in the rules."""
_STATUSES: Final = {
    "alive": "alive",
    "condition.unconscious": "unconscious",
    "stable": "stable",
    "dead": "dead",
    "out": "out",
}
_SIDES: Final = {"party": "party", "allies": "ally", "foes": "foe"}


def read_settle(reader: Reader) -> Settle:
    """`settle [NUMBER [FACE …]]`: the oldest obligation or one by its number, rolled or with the faces of its dice."""
    number = reader.accept_integer(1, 1_000_000)
    faces: list[int] = []
    while number is not None and not reader.at_end:
        if faces and (token := reader.peek()) is not None and token.kind == "comma":
            reader.index += 1
        faces.append(reader.integer("missing_number", 1, 1000))
    reader.faces = tuple(faces) or None
    return Settle(number=number)


def read_waive(reader: Reader) -> Waive:
    """`waive [NUMBER]`."""
    return Waive(number=reader.accept_integer(1, 1_000_000))


def read_set(reader: Reader) -> SetFigure:
    """`set TARGET FIGURE [KEY] VALUE`."""
    target = reader.target()
    figure = reader.require("missing_figure", *_NUMBERS, "slots", "uses", "status", "side", "note")
    key = ""
    match figure:
        case "slots":
            key = str(reader.integer("missing_number", 1, 9))
            value = str(reader.integer("missing_number", 0, 99))
        case "uses":
            key = _usable(reader, target)
            value = str(reader.integer("missing_number", 0, 99))
        case "status":
            value = _STATUSES[reader.require("missing_status", *_STATUSES)]
        case "side":
            value = _SIDES[reader.require("missing_side", *_SIDES)]
        case "note":
            value = _note(reader, allow_empty=True)
        case _:
            value = str(reader.integer("missing_number", *_NUMBERS[figure]))
    return SetFigure(target=target, figure=_FIGURES.get(figure, figure), key=key, value=value)


def _usable(reader: Reader, target: str) -> str:
    """Read the name of an action or an innate spell of a combatant, and return its id."""
    token = reader.take("missing_name")
    block = reader.context.encounter().block(target)
    named: dict[str, tuple[str, ...]] = {
        action.id: (action.id, action.name.en, action.name.fr) for action in block.actions
    }
    for spell in spells_of(block):
        named.setdefault(spell, (spell,))
    found = best_matches(token.text, named)
    if len(found) == 1:
        return found[0]
    if found:
        raise LanguageError("ambiguous_action", token.at, text=token.text, suggestions=listed(found))
    near = tuple(close_names(token.text, named))
    raise LanguageError("unknown_action", token.at, action=token.text, who=target, suggestions=near)


def _note(reader: Reader, *, allow_empty: bool = False) -> str:
    """Read the rest of the text as it was typed, or what stands in quotes."""
    token = reader.peek()
    if token is None:
        raise LanguageError("missing_note", reader.at)
    if token.kind == "quoted" and reader.index == len(reader.tokens) - 1:
        text = token.text
    else:
        text = reader.text[token.at :]
    reader.index = len(reader.tokens)
    if allow_empty and not text.strip():
        return ""
    try:
        return clean_note(text)
    except NotAName as error:
        raise LanguageError(error.code, token.at) from None


def read_note(reader: Reader) -> WriteNote:
    """`note TEXT`."""
    return WriteNote(text=_note(reader))


def read_roll(reader: Reader) -> RollDice:
    """`roll DICE`."""
    return RollDice(expression=format_roll(reader.expression()))


def read_undo(reader: Reader) -> UndoRequest:
    """`undo [N]`."""
    return UndoRequest(count=reader.accept_integer(1, MOST_STEPS) or 1)


def read_redo(reader: Reader) -> RedoRequest:
    """`redo [N]`."""
    return RedoRequest(count=reader.accept_integer(1, MOST_STEPS) or 1)


def read_back(_reader: Reader) -> BackRequest:
    """`back`: undo to the turn before."""
    return BackRequest()


READERS: Final[Mapping[str, Callable[[Reader], Command | Request]]] = {
    "settle": read_settle,
    "waive": read_waive,
    "set": read_set,
    "note": read_note,
    "roll": read_roll,
    "undo": read_undo,
    "redo": read_redo,
    "back": read_back,
}
