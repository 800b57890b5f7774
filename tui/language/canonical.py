"""Commands written down: English words and ids, as the journal keeps them.

`parse` reads the text back as the same command against the same state: a line of the journal can be typed again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.attacks import Attack, CheckHit
from rules.casting import CastSpell
from rules.concentration import DropConcentration
from rules.conditions import AddEffect, ApplyCondition, EndEffect, RemoveCondition
from rules.damage import DealDamage
from rules.death import Revive, Stabilise
from rules.dispelling import Dispel
from rules.effect import EndingSave, Ongoing, Until
from rules.figures import SetFigure
from rules.healing import GrantTemporary, Heal
from rules.initiative import InitiativeEntry, JumpTo, NextTurn, SetInitiative, StartEncounter
from rules.joining import AddCombatants, LoadEncounter, Newcomers
from rules.kernel import Command
from rules.notes import RollDice, WriteNote
from rules.roster import EndEncounter, RemoveCombatants, RenameCombatant, SetVisibility
from rules.saves import RollSaves
from rules.settling import Settle, Waive
from rules.statblock import Damage

from .lexer import quote
from .requests import BackRequest, HelpRequest, RedoRequest, Request, UndoRequest
from .words import word_for

_FIGURES: Final = {"temp_hp": "temp", "initiative": "init", "max_hp": "maxhp"}
_VIA: Final = {"": "", "slot": "slots", "innate": "innate", "item": "item"}
_WORDS: Final = {"advantage": "adv", "disadvantage": "dis", "normal": ""}


def format_parsed(request: Command | Request, *, forced: bool = False, faces: tuple[int, ...] | None = None) -> str:
    """Return the text of a command or a request, with its force and the faces that were typed with it."""
    text = format_command(request) if isinstance(request, Command) else format_request(request)
    if forced:
        verb, _space, rest = text.partition(" ")
        text = f"{verb}! {rest}".rstrip()
    if faces:
        text = " ".join((text, *map(str, faces)))
    return text


def format_request(request: Request) -> str:
    """Return the text of a request to the session."""
    match request:
        case UndoRequest(count=count):
            return "undo" if count == 1 else f"undo {count}"
        case RedoRequest(count=count):
            return "redo" if count == 1 else f"redo {count}"
        case BackRequest():
            return "back"
        case HelpRequest(verb=verb):
            return f"help {word_for(verb, 'en')}" if verb else "help"


def format_command(command: Command) -> str:
    """Return the text of a command; `show` words of a command the language has no verb for are its tag."""
    formatter = _FORMATTERS.get(type(command))
    return formatter(command) if formatter else str(command.__struct_config__.tag)


def _line(*pieces: str) -> str:
    return " ".join(piece for piece in pieces if piece)


def _targets(ids: tuple[str, ...]) -> str:
    return ",".join(ids)


def _part(part: Damage) -> str:
    return _line(part.dice, part.type, "magical" if part.magical else "", *part.qualities)


def _parts(parts: tuple[Damage, ...]) -> str:
    # Only a type keeps `2 + 3` from being read as one amount.
    return " + ".join(_part(part) for part in parts)


def _by(who: str) -> str:
    return f"by {who}" if who else ""


def _until(until: Until | None) -> str:
    if until is None:
        return ""
    return _line("until", until.when, "of", until.of, f"round {until.round}" if until.round else "")


def _rounds(rounds: int) -> str:
    return f"until {rounds} rounds" if rounds else ""


def _ending(save: EndingSave | None) -> str:
    return f"save {save.ability} {save.dc} at end" if save else ""


def _ongoing(ongoing: Ongoing | None) -> str:
    return f"{_parts(ongoing.damage)} at {ongoing.when}" if ongoing else ""


def _newcomers(one: Newcomers) -> str:
    is_character = one.block.source == "character"
    side = "allies" if one.side == "ally" else ""
    return _line(
        "pc" if is_character else one.count,
        one.block.id,
        f"as {quote(one.alias)}" if one.alias else "",
        "hidden" if one.hidden else "",
        f"hp {one.hp}" if one.hp != "average" else "",
        f"init {one.initiative}" if one.initiative is not None else "",
        side,
    )


def _add(command: AddCombatants) -> str:
    first = command.newcomers[0]
    if len(command.newcomers) == 1:
        return _line("add", _newcomers(first))
    ids = ",".join(one.block.id for one in command.newcomers)
    return _line("add", _newcomers(first).replace(f"pc {first.block.id}", f"pc {ids}", 1))


def _entry(entry: InitiativeEntry) -> str:
    return _line(_targets(entry.targets), "roll" if entry.count is None else str(entry.count))


def _attack(command: Attack) -> str:
    return _line(
        "attack",
        command.attacker,
        _targets(command.targets),
        command.action,
        _WORDS[command.mode],
        f"x{command.times}" if command.times != 1 else "",
    )


def _damage(command: DealDamage) -> str:
    save = command.save
    return _line(
        "damage",
        _targets(command.targets),
        _parts(command.parts),
        f"{save.on_success} {save.ability} {save.dc}" if save else "",
        "crit" if command.critical else "",
        "melee" if command.melee else "",
        "nonlethal" if command.nonlethal else "",
        f"by {command.by or 'nobody'}",
    )


def _cast(command: CastSpell) -> str:
    return _line(
        "cast",
        command.caster,
        command.spell.id,
        f"@{command.level}" if command.level is not None else "",
        f"on {_targets(command.targets)}" if command.targets else "",
        "ritual" if command.ritual else "",
        _VIA[command.via],
        command.damage_type,
    )


def _condition(command: ApplyCondition) -> str:
    return _line(
        "condition",
        _targets(command.targets),
        command.condition,
        str(command.level) if command.level else "",
        _until(command.until),
        _rounds(command.rounds),
        _ending(command.save),
        _by(command.source),
    )


def _effect(command: AddEffect) -> str:
    return _line(
        "effect",
        _targets(command.targets),
        quote(command.name),
        _ongoing(command.ongoing),
        _until(command.until),
        _rounds(command.rounds),
        _ending(command.save),
        _by(command.source),
    )


def _set(command: SetFigure) -> str:
    value = quote(command.value) if command.figure == "note" else command.value
    return _line("set", command.target, _FIGURES.get(command.figure, command.figure), command.key, value)


def _save(command: RollSaves) -> str:
    return _line("save", _targets(command.targets), command.ability, str(command.dc), _WORDS[command.mode])


def _numbered(verb: str, number: int | None) -> str:
    return verb if number is None else f"{verb} {number}"


_FORMATTERS: Final[Mapping[type[Command], Callable[[Any], str]]] = {
    AddCombatants: _add,
    LoadEncounter: lambda c: _line("load", c.id),
    RemoveCombatants: lambda c: _line("remove", _targets(c.targets)),
    SetVisibility: lambda c: _line("hide" if c.hidden else "reveal", _targets(c.targets)),
    RenameCombatant: lambda c: _line("rename", c.target, quote(c.name)),
    EndEncounter: lambda _: "end",
    StartEncounter: lambda _: "start",
    SetInitiative: lambda c: _line("init", *map(_entry, c.entries)),
    NextTurn: lambda _: "next",
    JumpTo: lambda c: _line("jump", c.target),
    Attack: _attack,
    CheckHit: lambda c: _line("hits", str(c.total), c.target),
    DealDamage: _damage,
    Heal: lambda c: _line("heal", _targets(c.targets), c.amount, _by(c.by)),
    GrantTemporary: lambda c: _line("temp", _targets(c.targets), c.amount, c.keep if c.keep != "larger" else ""),
    RollSaves: _save,
    Stabilise: lambda c: _line("stabilise", c.target, _by(c.by)),
    Revive: lambda c: _line("revive", c.target, str(c.hp)),
    CastSpell: _cast,
    Dispel: lambda c: _line("dispel", c.by, c.effect, f"@{c.level}" if c.level is not None else ""),
    DropConcentration: lambda c: _line("drop", c.target),
    ApplyCondition: _condition,
    RemoveCondition: lambda c: _line("condition", _targets(c.targets), f"-{c.condition}"),
    AddEffect: _effect,
    EndEffect: lambda c: _line("effect", f"-{c.effect}"),
    Settle: lambda c: _numbered("settle", c.number),
    Waive: lambda c: _numbered("waive", c.number),
    SetFigure: _set,
    WriteNote: lambda c: _line("note", quote(c.text)),
    RollDice: lambda c: _line("roll", c.expression),
}
