"""Figures set by hand: how the GM mends an old mistake without undoing what came after (AX-05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_combatant
from .combatant import NO_DEATH_SAVES, Combatant, Resource, Status
from .death import die, fall_unconscious, stabilise
from .effect import Effect
from .effects import break_concentration, end_effect, start_effect
from .initiative import COUNT_LIMIT, begin_when_ready, place
from .kernel import Command, CommandRefused, Event, Resolution
from .obligations import close_moot
from .slots import slot_key
from .statblock import Side

LARGEST = 1_000_000

FIGURES: tuple[str, ...] = (
    "hp",
    "max_hp",
    "temp_hp",
    "ac",
    "initiative",
    "slots",
    "pact",
    "uses",
    "successes",
    "failures",
    "status",
    "side",
    "note",
)
"""What can be set. `slots` takes a spell level as its key, `uses` the id of a spell or an action."""


class SetFigure(Command, frozen=True, kw_only=True):
    """Set a figure by hand, whatever the rules say."""

    target: str
    figure: str
    """One of `FIGURES`."""
    value: str
    key: str = ""


class FigureSet(Event, frozen=True, kw_only=True):
    """The GM set a figure by hand."""

    who: str
    figure: str
    key: str = ""
    before: str = ""
    after: str


def _number(text: str, least: int, most: int) -> int:
    digits = text.lstrip("+-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 9 or len(text) - len(digits) > 1:
        raise CommandRefused("not_a_number", value=text)
    number = int(text)
    if not least <= number <= most:
        raise CommandRefused("figure_range", value=number, least=least, most=most)
    return number


def _resource_key(combatant: Combatant, figure: str, key: str) -> str:
    if figure == "pact":
        return "pact"
    if figure == "slots":
        return slot_key(_number(key, 1, 9))
    found = [name for name in combatant.resources if name in (key, f"spell.{key}", f"action.{key}", f"item.{key}")]
    if not found:
        raise CommandRefused("unknown_figure", figure=f"uses {key}".strip(), known=tuple(sorted(combatant.resources)))
    return found[0]


def _read(combatant: Combatant, figure: str, key: str) -> Any:
    match figure:
        case "slots" | "pact" | "uses":
            resource = combatant.resources.get(key)
            return resource.left if resource else 0
        case "successes" | "failures":
            return getattr(combatant.death_saves, figure)
        case _:
            return getattr(combatant, figure)


def _check(combatant: Combatant, figure: str, value: str) -> str:
    """Return the value as it is written into the event.

    Raises:
        CommandRefused: `not_a_number`, `figure_range`, `unknown_value`, `not_dying`.
    """
    if figure in ("successes", "failures") and combatant.status != "unconscious":
        raise CommandRefused("not_dying", target=combatant.id)
    match figure:
        case "hp":
            return str(_number(value, 0, combatant.max_hp))
        case "max_hp":
            return str(_number(value, 1, LARGEST))
        case "temp_hp":
            return str(_number(value, 0, LARGEST))
        case "ac":
            return str(_number(value, 0, 99))
        case "slots" | "pact" | "uses":
            return str(_number(value, 0, 99))
        case "successes" | "failures":
            return str(_number(value, 0, 3))
        case "status" | "side":
            known: tuple[str, ...] = get_args(Status if figure == "status" else Side)
            if value not in known:
                raise CommandRefused("unknown_value", value=value, known=known)
            return value
        case _:
            return value


def decide_set_figure(resolution: Resolution, command: SetFigure) -> None:
    """Set the figure; what it makes impossible ends (a dead creature holds nothing).

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `unknown_figure`, `not_a_number`, `figure_range`,
            `unknown_value`, `not_dying`.
    """
    combatant = resolution.combatant(command.target)
    figure = command.figure
    if figure not in FIGURES:
        raise CommandRefused("unknown_figure", figure=figure, known=FIGURES)
    if figure == "initiative":
        place(resolution, (combatant.id,), _number(command.value, -COUNT_LIMIT, COUNT_LIMIT))
        begin_when_ready(resolution)
        return
    key = _resource_key(combatant, figure, command.key) if figure in ("slots", "pact", "uses") else ""
    after = _check(combatant, figure, command.value)
    before = _read(combatant, figure, key)
    resolution.emit(FigureSet(who=combatant.id, figure=figure, key=key, before=str(before), after=after))
    _tidy(resolution, combatant.id)


def _tidy(resolution: Resolution, who: str) -> None:
    """Start and end what follows from the figures that were set."""
    combatant = resolution.combatant(who)
    if combatant.status == "alive" and combatant.hp == 0:
        if combatant.dies_at_zero:
            die(resolution, who, "set")
        else:
            fall_unconscious(resolution, who, "unconscious", "set")
        return
    if combatant.status == "unconscious" and combatant.death_saves.failures >= 3:
        die(resolution, who, "death_saves")
        return
    if combatant.status == "unconscious" and combatant.death_saves.successes >= 3:
        stabilise(resolution, who, "death_saves")
        return
    if combatant.status in ("unconscious", "stable") and not any(
        effect.from_zero_hp for effect in resolution.encounter.effects_on(who)
    ):
        start_effect(resolution, Effect(id="", target=who, conditions=("unconscious",), from_zero_hp=True))
    if combatant.status != "alive":
        break_concentration(
            resolution, who, "dead" if combatant.is_dead else "left" if combatant.status == "out" else "incapacitated"
        )
    for effect in tuple(resolution.encounter.effects_on(who)):
        if combatant.is_dead:
            end_effect(resolution, effect, "dead")
        elif combatant.status == "alive" and combatant.hp > 0 and effect.from_zero_hp:
            end_effect(resolution, effect, "healed")
    if combatant.status != "unconscious":
        close_moot(resolution, lambda obligation: obligation.who == who and obligation.kind == "death_save")
    if not combatant.is_present:
        close_moot(resolution, lambda obligation: obligation.who == who)


def _set_hp(combatant: Combatant, after: str) -> Combatant:
    hp = int(after)
    if hp > 0 and combatant.status in ("unconscious", "stable", "dead"):
        return replace(combatant, hp=hp, status="alive", death_saves=NO_DEATH_SAVES)
    return replace(combatant, hp=hp)


def _set_max_hp(combatant: Combatant, after: str) -> Combatant:
    return replace(combatant, max_hp=int(after), hp=min(combatant.hp, int(after)))


def _set_status(combatant: Combatant, after: str) -> Combatant:
    if after == combatant.status:
        return combatant
    if after in ("unconscious", "stable", "dead"):
        return replace(combatant, status=after, hp=0, death_saves=NO_DEATH_SAVES)
    hp = max(1, combatant.hp) if after == "alive" else combatant.hp
    return replace(combatant, status=after, hp=hp, death_saves=NO_DEATH_SAVES)


_SETTERS: dict[str, Callable[[Combatant, str], Combatant]] = {
    "hp": _set_hp,
    "max_hp": _set_max_hp,
    "status": _set_status,
    "temp_hp": lambda combatant, after: replace(combatant, temp_hp=int(after)),
    "ac": lambda combatant, after: replace(combatant, ac=int(after)),
    "side": lambda combatant, after: replace(combatant, side=after),
    "note": lambda combatant, after: replace(combatant, note=after),
    "successes": lambda c, after: replace(c, death_saves=replace(c.death_saves, successes=int(after))),
    "failures": lambda c, after: replace(c, death_saves=replace(c.death_saves, failures=int(after))),
}


def evolve_figure_set(state: CampaignState, event: FigureSet) -> CampaignState:
    """Return the state with a figure as it was set."""
    encounter = state.encounter
    if encounter is None or event.who not in encounter.combatants:
        return state
    combatant = encounter.combatants[event.who]
    if event.key:
        had = combatant.resources.get(event.key)
        number = int(event.after)
        resource = Resource(left=number, max=max(number, had.max if had else 0))
        changed = replace(combatant, resources={**combatant.resources, event.key: resource})
    elif (setter := _SETTERS.get(event.figure)) is not None:
        changed = setter(combatant, event.after)
    else:
        return state
    return with_combatant(state, event.who, **{name: getattr(changed, name) for name in changed.__struct_fields__})
