"""Settling obligations: the roll that each kind asks for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from .campaign import CampaignState
from .casting import continue_casting
from .damage import Share, roll_damage, take_damage
from .death import apply_death_save
from .dice import RollRequest
from .effects import break_concentration, end_effect
from .initiative import begin_when_ready, place
from .kernel import Command, CommandRefused, Event, Resolution
from .obligation import Obligation, ObligationKind
from .obligations import ObligationClosed
from .resources import ResourceChanged
from .saves import roll_d20, roll_save
from .statblock import Names


class Settle(Command, frozen=True, kw_only=True):
    """Roll what the oldest obligation asks for, or the one with a number."""

    number: int | None = None


class Waive(Command, frozen=True, kw_only=True):
    """Let the oldest obligation go without a roll, or the one with a number."""

    number: int | None = None


class RechargeRolled(Event, frozen=True, kw_only=True):
    """A die fell for an action that recharges."""

    who: str
    action: str
    name: Names
    face: int
    needed: int
    success: bool


def find_obligation(resolution: Resolution, number: int | None) -> Obligation:
    """Return the obligation with a number, or the oldest one.

    Raises:
        CommandRefused: `no_encounter`, `nothing_to_settle`, `unknown_obligation`.
    """
    obligations = resolution.encounter.obligations
    if not obligations:
        raise CommandRefused("nothing_to_settle")
    if number is None:
        return obligations[min(obligations)]
    if number not in obligations:
        raise CommandRefused("unknown_obligation", number=number, open=tuple(sorted(obligations)))
    return obligations[number]


def _concentration_save(resolution: Resolution, obligation: Obligation) -> None:
    if not roll_save(resolution, obligation.who, "con", obligation.dc, purpose="concentration"):
        break_concentration(resolution, obligation.who, "failed_save")


def _death_save(resolution: Resolution, obligation: Obligation) -> None:
    _faces, face = roll_d20(resolution, "normal", purpose="death_save", who=obligation.who)
    apply_death_save(resolution, obligation.who, face, obligation.bonus)


def _initiative(resolution: Resolution, obligation: Obligation) -> None:
    (face,) = resolution.dice.roll(RollRequest(count=1, sides=20, purpose="initiative", who=obligation.who))
    place(resolution, (obligation.who,), face + obligation.bonus, face=face, bonus=obligation.bonus)


def _save_ends(resolution: Resolution, obligation: Obligation) -> None:
    effect = resolution.encounter.effects.get(obligation.effect)
    if effect is None or effect.save is None:
        return
    saved = roll_save(
        resolution,
        obligation.who,
        effect.save.ability,
        obligation.dc,
        purpose="ends",
        against_spell=bool(effect.spell),
    )
    if saved:
        end_effect(resolution, effect, "saved")


def _ongoing_damage(resolution: Resolution, obligation: Obligation) -> None:
    effect = resolution.encounter.effects.get(obligation.effect)
    if effect is None or effect.ongoing is None:
        return
    rolled = roll_damage(resolution, effect.ongoing.damage, by=effect.source)
    take_damage(resolution, obligation.who, (Share(parts=rolled),), by=effect.source, from_spell=bool(effect.spell))


def _recharge(resolution: Resolution, obligation: Obligation) -> None:
    who, key = obligation.who, f"action.{obligation.action}"
    action = resolution.encounter.block(who).action(obligation.action)
    resource = resolution.combatant(who).resources.get(key)
    if action is None or resource is None:
        return
    (face,) = resolution.dice.roll(RollRequest(count=1, sides=6, purpose="recharge", who=who))
    success = face >= obligation.dc
    resolution.emit(
        RechargeRolled(who=who, action=action.id, name=action.name, face=face, needed=obligation.dc, success=success)
    )
    if success:
        resolution.emit(ResourceChanged(who=who, key=key, left=resource.max, max=resource.max, reason="recharged"))


def _long_casting(resolution: Resolution, obligation: Obligation) -> None:
    continue_casting(resolution, obligation.who)


SETTLERS: dict[ObligationKind, Callable[[Resolution, Obligation], None]] = {
    "concentration_save": _concentration_save,
    "death_save": _death_save,
    "initiative": _initiative,
    "save_ends": _save_ends,
    "ongoing_damage": _ongoing_damage,
    "recharge": _recharge,
    "long_casting": _long_casting,
}


def decide_settle(resolution: Resolution, command: Settle) -> None:
    """Take an obligation out of the queue, roll what it asks for, and apply the outcome.

    Raises:
        CommandRefused: `no_encounter`, `nothing_to_settle`, `unknown_obligation`.
    """
    obligation = find_obligation(resolution, command.number)
    resolution.emit(ObligationClosed(number=obligation.number, how="settled"))
    SETTLERS[obligation.kind](resolution, obligation)
    begin_when_ready(resolution)


def decide_waive(resolution: Resolution, command: Waive) -> None:
    """Take an obligation out of the queue without a roll.

    Raises:
        CommandRefused: `no_encounter`, `nothing_to_settle`, `unknown_obligation`.
    """
    obligation = find_obligation(resolution, command.number)
    resolution.emit(ObligationClosed(number=obligation.number, how="waived"))
    begin_when_ready(resolution)


def evolve_recharge_rolled(state: CampaignState, _event: RechargeRolled) -> CampaignState:
    """Return the state as it was: what recharges has an event of its own."""
    return state
