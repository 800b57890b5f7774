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
from rules.text import NOTE_LIMIT, NotAName, clean_note

from ...i18n import language
from ..errors import LanguageError
from ..forms import FORMS
from ..reader import Reader
from ..requests import BackRequest, HelpRequest, RedoRequest, Request, UndoRequest
from .harm import read_action
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
    spells = spells_of(reader.context.encounter().block(target))
    further: dict[str, tuple[str, ...]] = {}
    for spell in spells:
        names = reader.context.library.spell_names(spell)
        further[spell] = (names.of(language()), names.en, names.fr) if names else ()
    return read_action(reader, target, "missing_name", further)


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
        code = {"name_empty": "empty_note", "name_too_long": "note_too_long"}.get(error.code, error.code)
        raise LanguageError(code, token.at, most=NOTE_LIMIT) from None


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


def read_help(reader: Reader) -> HelpRequest:
    """`help [VERB]`."""
    verb = reader.accept(*FORMS)
    return HelpRequest(verb=verb or "")


READERS: Final[Mapping[str, Callable[[Reader], Command | Request]]] = {
    "settle": read_settle,
    "waive": read_waive,
    "set": read_set,
    "note": read_note,
    "roll": read_roll,
    "undo": read_undo,
    "redo": read_redo,
    "back": read_back,
    "help": read_help,
}
