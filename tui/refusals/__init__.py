"""Refusals and problems as sentences in the reader's language: what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from campaigns.errors import Problem, UserError
from campaigns.fs import reason
from rules.campaign import CampaignState
from rules.dice import FaceOutOfRange, RollNeeded, RollRequest
from rules.kernel import CommandRefused
from rules.rolls import MAX_DICE, MAX_LENGTH, MAX_NUMBER, MAX_SIDES, DiceSyntaxError
from rules.statblock import Names

from .. import terms
from ..i18n import _, language, n_
from ..typography import semicolons
from . import of_files, of_rules, of_words
from .of_words import NAMES as NAMES

if TYPE_CHECKING:
    # The command language is loaded by those who read commands, not by those who say what is wrong with a file.
    from ..language.errors import LanguageError

_DICE_LIMITS = {"length": MAX_LENGTH, "most": MAX_DICE, "sides": MAX_SIDES, "number": MAX_NUMBER}
_NAMED = 8
"""Most candidates that a message names."""
_QUOTED = 80
"""Most characters of what was typed that a message repeats."""
_IDS = frozenset({"who", "target", "caster", "active"})
"""Details that are ids of combatants."""


class _Details(dict[str, Any]):
    """Values for a sentence; one that is missing shows as `?` rather than hiding the refusal."""

    def __missing__(self, key: str) -> str:
        return "?"


def refusal(error: CommandRefused, state: CampaignState) -> str:
    """Return why the rules refuse a command, and whether the GM may overrule it."""
    details = _Details({key: _shown(key, value, state) for key, value in error.details.items()})
    if error.code == "bad_dice":
        details["reason"] = dice_sentence(str(error.details.get("why", "")), str(error.details.get("expression", "")))
    sentence = of_rules.SENTENCES.get(error.code)
    text = _(sentence).format_map(details) if sentence else str(error)
    if error.code in of_rules.OVERRULED:
        text += " " + _("The GM may overrule this: `!` behind the verb.")
    return text


def _shown(key: str, value: Any, state: CampaignState) -> str:
    if isinstance(value, Names):
        return value.of(language())
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType]
    if key in _IDS and isinstance(value, str):
        encounter = state.encounter
        return encounter.label(value, language()) if encounter else value
    if key == "condition" and isinstance(value, str):
        return terms.affected_by(value)
    if key == "command":
        return str(value)
    return shortened(str(value))


def shortened(text: str) -> str:
    """Return what was typed as a message quotes it: no more of it than of a long name."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def language_error(error: LanguageError, state: CampaignState | None = None) -> str:
    """Return what is wrong with a command that was typed, and what may have been meant."""
    details = _Details(_DICE_LIMITS if error.code in of_words.DICE else {})
    details.update({key: _shown(key, value, state or CampaignState()) for key, value in error.details.items()})
    sentence = of_words.LANGUAGE.get(error.code)
    pieces = [_(sentence).format_map(details) if sentence else str(error)]
    if error.suggestions:
        names = _several(error.suggestions)
        is_ambiguous = error.code.startswith("ambiguous")
        pieces.append((_("Candidates: {list}.") if is_ambiguous else _("Did you mean {list}?")).format(list=names))
    elif known := error.details.get("known"):
        pieces.append(_("Possible: {list}.").format(list=_several(known)))
    if error.verb and not error.suggestions and _is_about_form(error.code):
        from ..language.forms import form

        pieces.append(form(error.verb))
    return " ".join(pieces)


def _is_about_form(code: str) -> bool:
    return code.startswith("missing") or code in of_words.ABOUT_FORM


def _several(names: Sequence[str]) -> str:
    """Return names in one text: no more than a sentence can name, the others counted."""
    has_commas = any("," in name for name in names)
    shown = semicolons(names[:_NAMED]) if has_commas else ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    if more <= 0:
        return shown
    return n_("{list} … and {n} more", "{list} … and {n} more", more).format(list=shown, n=more)


def dice_sentence(code: str, expression: str) -> str:
    """Return what is wrong with a roll."""
    sentence = of_words.DICE.get(code, of_words.DICE["dice_syntax"])
    return _(sentence).format_map(_Details(_DICE_LIMITS, expression=shortened(expression)))


def dice_error(error: DiceSyntaxError) -> str:
    """Return what is wrong with a roll that was typed by itself."""
    return dice_sentence(error.code, error.expression)


def roll_name(request: RollRequest, state: CampaignState) -> str:
    """Return which roll is meant: its dice, what for, and whose."""
    purpose = of_words.PURPOSES.get(request.purpose)
    words = {"dice": f"{request.count}d{request.sides}", "purpose": _(purpose) if purpose else request.purpose}
    if not request.who:
        return _("{dice}, {purpose}").format(**words)
    who = _shown("who", request.who, state)
    if request.purpose == "damage":
        return _("{dice}, {purpose} by {who}").format(who=who, **words)
    return _("{dice}, {purpose} of {who}").format(who=who, **words)


def roll_needed(error: RollNeeded, state: CampaignState) -> str:
    """Return which roll has no dice."""
    return _("Not enough dice were given: {roll} is missing.").format(roll=roll_name(error.request, state))


def face_out_of_range(error: FaceOutOfRange, state: CampaignState) -> str:
    """Return which face is not on its die."""
    return _("There is no {face} on the die: {roll}.").format(face=error.face, roll=roll_name(error.request, state))


def problem(found: Problem) -> str:
    """Return where something is wrong in the files, what, and what may have been meant."""
    details = _Details({key: _told(key, value) for key, value in found.details})
    for reasons in (of_files.READ_ONLY, of_files.PROBLEMS, of_files.SYSTEM):
        if because := reasons.get(details["why"]):
            details["why"] = _(because).format_map(details)
            break
    unnamed = found.code == "lock_busy" and not found.detail("holder")
    sentence = of_files.PROBLEMS.get("lock_busy_unnamed" if unnamed else found.code)
    text = _(sentence).format_map(details) if sentence else found.code
    where = ":".join(filter(None, (found.path, str(found.line) if found.line else "")))
    pieces = (text, _meant(found.detail("near", ()), found.detail("known", ())))
    return ": ".join(filter(None, (where, found.key, " ".join(filter(None, pieces)))))


def _told(key: str, value: Any) -> str:
    """Return a detail as a sentence has it: kinds of values by name, several with commas."""
    if key == "expected" or value in of_files.KINDS:
        kinds = value if isinstance(value, tuple | list) else (value,)
        return _(" or ").join(_(of_files.KINDS.get(kind, kind)) for kind in map(str, kinds))
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def system_error(error: OSError) -> str:
    """Return what the operating system says, in words."""
    name = reason(error)
    return _(of_files.SYSTEM[name]) if name in of_files.SYSTEM else name


def _meant(near: Sequence[str], known: Sequence[str]) -> str:
    if near:
        return _("Did you mean {list}?").format(list=", ".join(near))
    return _("Possible: {list}.").format(list=", ".join(map(str, known))) if known else ""


def user_error(error: UserError) -> list[str]:
    """Return each problem of an error as a line."""
    return [problem(each) for each in error.problems]
