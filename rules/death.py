"""Dropping to 0 hit points, death saving throws, stabilising, revival (R003-12 to R003-19)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_combatant
from .combatant import NO_DEATH_SAVES, DeathSaves, Status
from .effect import Effect
from .effects import break_concentration, end_effect, start_effect
from .kernel import Command, CommandRefused, Event, Resolution
from .obligations import close_moot
from .presence import require_able
from .saves import roll_d20

MEDICINE_DC = 10
"""Difficulty of first aid (R003-17)."""

StatusReason = Literal[
    "damage", "massive_damage", "death_saves", "knocked_out", "healed", "aid", "revived", "natural_20", "set"
]
DeathSaveOutcome = Literal["success", "failure", "two_failures", "natural_20"]


class Stabilise(Command, frozen=True, kw_only=True):
    """Stabilise a dying combatant: surely, or with a Wisdom (Medicine) check by `by` (R003-17)."""

    target: str
    by: str = ""


class Revive(Command, frozen=True, kw_only=True):
    """Bring a dead combatant back to life."""

    target: str
    hp: int = 1


class StatusChanged(Event, frozen=True, kw_only=True):
    """A combatant dropped, woke, was stabilised, died or came back; its death saves start from zero."""

    who: str
    status: Status
    reason: StatusReason = "damage"


class DeathSavesChanged(Event, frozen=True, kw_only=True):
    """A combatant's death saves are these now."""

    who: str
    saves: DeathSaves
    reason: Literal["roll", "damage", "set"] = "roll"


class DeathSaveRolled(Event, frozen=True, kw_only=True):
    """A death saving throw fell."""

    who: str
    face: int
    bonus: int = 0
    outcome: DeathSaveOutcome


class MedicineChecked(Event, frozen=True, kw_only=True):
    """Somebody gave first aid."""

    who: str
    target: str
    face: int
    bonus: int
    total: int
    success: bool


class Revived(Event, frozen=True, kw_only=True):
    """A dead combatant lives again."""

    who: str
    hp: int


def die(resolution: Resolution, who: str, reason: StatusReason) -> None:
    """Let a combatant die: it holds nothing and nothing holds it any more (R000-25)."""
    resolution.emit(StatusChanged(who=who, status="dead", reason=reason))
    break_concentration(resolution, who, "dead")
    for effect in tuple(resolution.encounter.effects_on(who)):
        end_effect(resolution, effect, "dead")
    close_moot(resolution, lambda obligation: obligation.who == who)


def fall_unconscious(
    resolution: Resolution, who: str, status: Literal["unconscious", "stable"], reason: StatusReason
) -> None:
    """Let a combatant drop at 0 hit points: unconscious and prone; concentration ends without a save (A5E-17)."""
    resolution.emit(StatusChanged(who=who, status=status, reason=reason))
    start_effect(resolution, Effect(id="", target=who, conditions=("unconscious",), from_zero_hp=True))
    # Immunity to the condition does not keep a creature awake at 0 hit points.
    break_concentration(resolution, who, "incapacitated")
    if not resolution.encounter.has_condition(who, "prone"):
        start_effect(resolution, Effect(id="", target=who, conditions=("prone",)))


def wake(resolution: Resolution, who: str, reason: StatusReason) -> None:
    """Let a combatant wake with what hit points it has; it stays prone (A5E-30)."""
    resolution.emit(StatusChanged(who=who, status="alive", reason=reason))
    for effect in tuple(resolution.encounter.effects_on(who)):
        if effect.from_zero_hp:
            end_effect(resolution, effect, "healed")
    close_moot(resolution, lambda obligation: obligation.who == who and obligation.kind == "death_save")


def stabilise(resolution: Resolution, who: str, reason: StatusReason) -> None:
    """Let a dying combatant be stable: no more death saves, still unconscious (R003-18)."""
    resolution.emit(StatusChanged(who=who, status="stable", reason=reason))
    close_moot(resolution, lambda obligation: obligation.who == who and obligation.kind == "death_save")


def death_save_outcome(face: int, bonus: int = 0) -> DeathSaveOutcome:
    """Return what a death save comes to: the face decides 1 and 20, the total the rest (R003-14, R003-15, A5E-26)."""
    if face == 1:
        return "two_failures"
    if face == 20:
        return "natural_20"
    return "success" if face + bonus >= 10 else "failure"


def add_failures(resolution: Resolution, who: str, failures: int, reason: Literal["roll", "damage"]) -> None:
    """Add death save failures; the third one kills (R003-14, R003-16)."""
    saves = resolution.encounter.combatants[who].death_saves
    saves = replace(saves, failures=min(3, saves.failures + failures))
    resolution.emit(DeathSavesChanged(who=who, saves=saves, reason=reason))
    if saves.failures >= 3:
        die(resolution, who, "death_saves")


def apply_death_save(resolution: Resolution, who: str, face: int, bonus: int = 0) -> None:
    """Apply a death saving throw that has been rolled (R003-14, R003-15)."""
    outcome = death_save_outcome(face, bonus)
    resolution.emit(DeathSaveRolled(who=who, face=face, bonus=bonus, outcome=outcome))
    match outcome:
        case "natural_20":
            resolution.emit(Revived(who=who, hp=1))
            wake(resolution, who, "natural_20")
        case "success":
            saves = resolution.encounter.combatants[who].death_saves
            saves = replace(saves, successes=saves.successes + 1)
            resolution.emit(DeathSavesChanged(who=who, saves=saves))
            if saves.successes >= 3:
                stabilise(resolution, who, "death_saves")
        case "failure" | "two_failures":
            add_failures(resolution, who, 1 if outcome == "failure" else 2, "roll")


def decide_stabilise(resolution: Resolution, command: Stabilise) -> None:
    """Stabilise a dying combatant, surely or by a check against DC 10 (R003-17).

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `not_dying`, `dead`, `out`; `cannot_act` unless forced.
    """
    target = resolution.combatant(command.target)
    if target.status != "unconscious":
        raise CommandRefused("not_dying", target=command.target)
    if command.by:
        require_able(resolution, command.by)
        block = resolution.encounter.block(command.by)
        bonus = block.skills.get("medicine", block.modifier("wis"))
        _faces, face = roll_d20(resolution, "normal", purpose="medicine", who=command.by)
        success = face + bonus >= MEDICINE_DC
        resolution.emit(
            MedicineChecked(
                who=command.by, target=command.target, face=face, bonus=bonus, total=face + bonus, success=success
            )
        )
        if not success:
            return
    stabilise(resolution, command.target, "aid")


def decide_revive(resolution: Resolution, command: Revive) -> None:
    """Bring a dead combatant back to life with some hit points (R003-11).

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `not_dead`, `negative_amount`.
    """
    target = resolution.combatant(command.target)
    if not target.is_dead:
        raise CommandRefused("not_dead", target=command.target)
    if command.hp < 1:
        raise CommandRefused("negative_amount", amount=command.hp)
    resolution.emit(Revived(who=command.target, hp=min(command.hp, max(1, target.max_hp))))
    wake(resolution, command.target, "revived")


def evolve_status_changed(state: CampaignState, event: StatusChanged) -> CampaignState:
    """Return the state with a combatant's status; its death saves start again, unless they were its end."""
    if event.status == "dead":
        return with_combatant(state, event.who, status=event.status)
    return with_combatant(state, event.who, status=event.status, death_saves=NO_DEATH_SAVES)


def evolve_death_saves_changed(state: CampaignState, event: DeathSavesChanged) -> CampaignState:
    """Return the state with a combatant's death saves."""
    return with_combatant(state, event.who, death_saves=event.saves)


def evolve_death_save_rolled(state: CampaignState, _event: DeathSaveRolled) -> CampaignState:
    """Return the state as it was: what the roll changes has events of its own."""
    return state


def evolve_medicine_checked(state: CampaignState, event: MedicineChecked) -> CampaignState:
    """Return the state in which whoever gave first aid has used its action."""
    encounter = state.encounter
    if encounter is None or event.who not in encounter.combatants:
        return state
    used = replace(encounter.combatants[event.who].used, action=True)
    return with_combatant(state, event.who, used=used)


def evolve_revived(state: CampaignState, event: Revived) -> CampaignState:
    """Return the state in which a combatant has hit points again."""
    return with_combatant(state, event.who, hp=event.hp)
