"""Conditions and effects that somebody gives or takes by hand."""

from __future__ import annotations

from msgspec.structs import replace

from .condition import CONDITIONS
from .damage import check_parts
from .effect import Effect, EndingSave, Ongoing, Until
from .effects import end_effect, start_effect, until_rounds
from .kernel import Command, CommandRefused, Resolution
from .lengths import MOST_ROUNDS
from .presence import require_alive, require_known
from .saves import check_dc
from .statblock import Names


class ApplyCondition(Command, frozen=True, kw_only=True):
    """Give combatants a condition, until a moment or until it is removed."""

    targets: tuple[str, ...]
    condition: str
    until: Until | None = None
    rounds: int = 0
    """Instead of `until`: how many rounds, counted from the active combatant's turn (A5E-40)."""
    save: EndingSave | None = None
    level: int = 0
    """For exhaustion: the level it is set to, 1..6."""
    source: str = ""


class RemoveCondition(Command, frozen=True, kw_only=True):
    """End every effect that gives combatants a condition."""

    targets: tuple[str, ...]
    condition: str


class AddEffect(Command, frozen=True, kw_only=True):
    """Start an effect of the GM's own on combatants."""

    targets: tuple[str, ...]
    name: str
    until: Until | None = None
    rounds: int = 0
    save: EndingSave | None = None
    ongoing: Ongoing | None = None
    source: str = ""


class EndEffect(Command, frozen=True, kw_only=True):
    """End a running effect by hand."""

    effect: str


def _moment(resolution: Resolution, until: Until | None, rounds: int, target: str) -> Until | None:
    """Return when an effect ends: the stated moment, or so many rounds from the active combatant's turn."""
    if until is not None:
        resolution.combatant(until.of)
        return replace(until, round=max(until.round, resolution.encounter.round))
    if rounds < 0:
        raise CommandRefused("negative_amount", amount=rounds)
    if rounds > MOST_ROUNDS:
        raise CommandRefused("figure_range", value=rounds, least=0, most=MOST_ROUNDS)
    if rounds == 0:
        return None
    return until_rounds(resolution, rounds, resolution.encounter.active or target)


def _check(resolution: Resolution, command: ApplyCondition | AddEffect) -> None:
    require_known(resolution, command.source)
    if command.save is not None:
        check_dc(command.save.dc)


def decide_apply_condition(resolution: Resolution, command: ApplyCondition) -> None:
    """Give each target the condition; one that it already has in the same way is replaced.

    Raises:
        CommandRefused: `unknown_condition`, `no_target`, `unknown_target`, `dead`, `out`, `immune_to_condition`,
            `exhaustion_level`, `negative_amount`, `figure_range`.
    """
    if command.condition not in CONDITIONS:
        raise CommandRefused("unknown_condition", condition=command.condition)
    level = command.level
    if command.condition == "exhaustion" and not 1 <= (level := level or 1) <= 6:
        raise CommandRefused("exhaustion_level", level=level)
    targets = require_alive(resolution, command.targets)
    _check(resolution, command)
    for target in targets:
        encounter = resolution.encounter
        if command.condition in encounter.block(target).condition_immune and len(targets) == 1:
            raise CommandRefused("immune_to_condition", target=target, condition=command.condition)
        until = _moment(resolution, command.until, command.rounds, target)
        for effect in tuple(encounter.effects_on(target)):
            if effect.conditions == (command.condition,) and not effect.casting and not effect.from_zero_hp:
                end_effect(resolution, effect, "replaced")
        start_effect(
            resolution,
            Effect(
                id="",
                target=target,
                conditions=(command.condition,),
                until=until,
                save=command.save,
                exhaustion=level if command.condition == "exhaustion" else 0,
                source=command.source,
            ),
        )


def decide_remove_condition(resolution: Resolution, command: RemoveCondition) -> None:
    """End what gives the targets the condition.

    Raises:
        CommandRefused: `unknown_condition`, `no_target`, `unknown_target`, `not_affected` when none has it,
            `down_at_zero` when only healing ends it (R003-13).
    """
    if command.condition not in CONDITIONS:
        raise CommandRefused("unknown_condition", condition=command.condition)
    if not command.targets:
        raise CommandRefused("no_target")
    found: list[Effect] = []
    for target in dict.fromkeys(command.targets):
        resolution.combatant(target)
        found += [each for each in resolution.encounter.effects_on(target) if command.condition in each.conditions]
    if not found:
        raise CommandRefused("not_affected", target=command.targets[0], condition=command.condition)
    if all(effect.from_zero_hp for effect in found):
        raise CommandRefused("down_at_zero", target=found[0].target)
    for effect in found:
        if not effect.from_zero_hp:
            end_effect(resolution, effect, "removed")


def decide_add_effect(resolution: Resolution, command: AddEffect) -> None:
    """Start the effect on each target.

    Raises:
        CommandRefused: `no_target`, `unknown_target`, `dead`, `out`, `negative_amount`, `figure_range`, and what
            `damage.check_parts` refuses.
    """
    targets = require_alive(resolution, command.targets)
    _check(resolution, command)
    if command.ongoing is not None:
        check_parts(command.ongoing.damage)
    for target in targets:
        start_effect(
            resolution,
            Effect(
                id="",
                target=target,
                name=Names(en=command.name),
                until=_moment(resolution, command.until, command.rounds, target),
                save=command.save,
                ongoing=command.ongoing,
                source=command.source,
            ),
        )


def decide_end_effect(resolution: Resolution, command: EndEffect) -> None:
    """End one running effect.

    Raises:
        CommandRefused: `no_encounter`, `unknown_effect`, `down_at_zero`.
    """
    effect = resolution.encounter.effects.get(command.effect)
    if effect is None:
        raise CommandRefused("unknown_effect", effect=command.effect)
    if effect.from_zero_hp:
        raise CommandRefused("down_at_zero", target=effect.target)
    end_effect(resolution, effect, "removed")
