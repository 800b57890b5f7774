"""Healing and temporary hit points (R003-10, R003-11, R003-21 to R003-25)."""

from __future__ import annotations

from typing import Literal

from . import death
from .campaign import CampaignState
from .change import with_combatant
from .damage import check_amount, roll_amount
from .effect import Effect
from .effects import start_effect, until_rounds
from .kernel import Command, CommandRefused, Event, Resolution
from .lengths import MOST_ROUNDS
from .presence import require_alive, require_known
from .statblock import Names

TEMPORARY = Names(en="Temporary hit points", fr="Points de vie temporaires")
"""What the effect is called that ends them."""


class Heal(Command, frozen=True, kw_only=True):
    """Give back hit points, one roll for all targets."""

    targets: tuple[str, ...]
    amount: str
    """A number or dice."""
    by: str = ""


class GrantTemporary(Command, frozen=True, kw_only=True):
    """Give temporary hit points; they never add up."""

    targets: tuple[str, ...]
    amount: str
    keep: Literal["larger", "new", "old"] = "larger"
    """Which ones stay when the target already has some (A5E-33)."""
    rounds: int = 0
    """How long they last; 0: until they are spent or a long rest (R003-25)."""


class AmountRolled(Event, frozen=True, kw_only=True):
    """The dice of a healing or of temporary hit points fell, once for all targets."""

    expression: str
    faces: tuple[int, ...]
    total: int


class Healed(Event, frozen=True, kw_only=True):
    """A combatant regained hit points."""

    who: str
    amount: int
    """What was rolled."""
    gained: int
    """What the maximum left of it (R003-10)."""
    hp: int
    by: str = ""


class TemporaryGranted(Event, frozen=True, kw_only=True):
    """A combatant was offered temporary hit points; `temp_hp` is what it has afterwards (R003-23)."""

    who: str
    amount: int
    temp_hp: int
    taken: bool = True
    """Whether the new ones were taken, or those it had were kept."""


def _roll(resolution: Resolution, expression: str, purpose: str, who: str) -> int:
    check_amount(expression)
    amount, faces, dice = roll_amount(resolution, expression, purpose=purpose, who=who)
    if dice:
        resolution.emit(AmountRolled(expression=dice, faces=faces, total=amount))
    return amount


def apply_healing(resolution: Resolution, who: str, amount: int, *, by: str = "") -> None:
    """Heal a living combatant by an amount that has been rolled; whoever was down wakes (R003-13)."""
    target = resolution.encounter.combatants[who]
    hp = min(target.max_hp, target.hp + amount)
    resolution.emit(Healed(who=who, amount=amount, gained=hp - target.hp, hp=hp, by=by))
    if target.hp == 0 and hp > 0:
        death.wake(resolution, who, "healed")


def apply_temporary(
    resolution: Resolution, who: str, amount: int, keep: Literal["larger", "new", "old"] = "larger"
) -> bool:
    """Give temporary hit points: the larger ones stay unless somebody chose (R003-23, A5E-33).

    Returns whether the new ones were taken.
    """
    had = resolution.encounter.combatants[who].temp_hp
    takes = {"larger": amount > had, "new": True, "old": had == 0}[keep]
    resolution.emit(TemporaryGranted(who=who, amount=amount, temp_hp=amount if takes else had, taken=takes))
    return takes


def decide_heal(resolution: Resolution, command: Heal) -> None:
    """Heal each target by one roll.

    Raises:
        CommandRefused: `no_target`, `unknown_target`, `dead` (R003-11), `out`, `bad_dice`, `negative_amount`.
    """
    targets = require_alive(resolution, command.targets)
    require_known(resolution, command.by)
    amount = _roll(resolution, command.amount, "healing", command.by)
    for target in targets:
        apply_healing(resolution, target, amount, by=command.by)


def decide_grant_temporary(resolution: Resolution, command: GrantTemporary) -> None:
    """Give each target temporary hit points by one roll.

    Raises:
        CommandRefused: `no_target`, `unknown_target`, `dead` (A5E-45), `out`, `bad_dice`, `negative_amount`,
            `figure_range`.
    """
    targets = require_alive(resolution, command.targets)
    if not 0 <= command.rounds <= MOST_ROUNDS:
        raise CommandRefused("figure_range", value=command.rounds, least=0, most=MOST_ROUNDS)
    amount = _roll(resolution, command.amount, "temporary", "")
    for target in targets:
        if apply_temporary(resolution, target, amount, command.keep) and command.rounds:
            of = resolution.encounter.active or target
            until = until_rounds(resolution, command.rounds, of)
            start_effect(resolution, Effect(id="", target=target, name=TEMPORARY, until=until, temp_hp=True))


def evolve_amount_rolled(state: CampaignState, _event: AmountRolled) -> CampaignState:
    """Return the state as it was: what the dice do is told target by target."""
    return state


def evolve_healed(state: CampaignState, event: Healed) -> CampaignState:
    """Return the state with the hit points regained."""
    return with_combatant(state, event.who, hp=event.hp)


def evolve_temporary_granted(state: CampaignState, event: TemporaryGranted) -> CampaignState:
    """Return the state with the temporary hit points that stayed."""
    if not event.taken:
        return state
    return with_combatant(state, event.who, temp_hp=event.temp_hp, temp_effect="")
