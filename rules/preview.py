"""What a command would do before it is sent: `decide` with dice that fall as expected. No second copy of any rule."""

from __future__ import annotations

from typing import Literal

from .attacks import AttackRolled
from .campaign import CampaignState
from .combatant import Status
from .damage import DamageTaken, TakenPart
from .decide import decide
from .dice import RollRequest
from .evolve import replay
from .healing import Healed, TemporaryGranted
from .kernel import Command, Event, Record
from .saves import Mode, SaveRolled
from .statblock import Ability

_NEARLY_SURE = 19
"""Face of a previewed attack roll: the best one that is no critical hit."""


class ExpectedDice:
    """Dice whose sums are their means; saving throws all fail or all succeed, attacks roll high."""

    def __init__(self, *, saves: Literal["failed", "succeeded"] = "failed") -> None:
        self._save_face = 1 if saves == "failed" else 20

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return faces around the mean, rounded down and up in turn."""
        if request.purpose == "save":
            return (self._save_face,) * request.count
        if request.purpose == "attack":
            return (_NEARLY_SURE,) * request.count
        low, high = (request.sides + 1) // 2, (request.sides + 2) // 2
        return tuple(low if index % 2 == 0 else high for index in range(request.count))


class SaveOutlook(Record, frozen=True, kw_only=True):
    """The saving throw that a target would make, and what it would have left after a success."""

    ability: Ability
    bonus: int
    dc: int
    percent: int
    """Chance of success, 0..100."""
    hp: int
    status: Status


class Outlook(Record, frozen=True, kw_only=True):
    """What one combatant is likely to have after a command: mean dice, saves failed."""

    who: str
    hp: int
    temp_hp: int
    status: Status
    taken: int = 0
    """Damage taken, summed over the command's attacks and darts."""
    parts: tuple[TakenPart, ...] = ()
    gained: int = 0
    """Hit points regained."""
    hit_percent: int | None = None
    """Chance of the first attack to hit, 0..100; nothing when no attack is rolled."""
    save: SaveOutlook | None = None


def success_percent(needed: int, mode: Mode, *, least: int = 0, most: int = 20) -> int:
    """Return the chance, in per cent rounded, that a d20 shows `needed` or more; `least`..`most` faces always do."""
    faces = max(least, min(most, 21 - needed))
    chance = faces / 20
    if mode == "advantage":
        chance = 1 - (1 - chance) ** 2
    elif mode == "disadvantage":
        chance = chance**2
    return round(100 * chance)


def outlook(state: CampaignState, command: Command, *, forced: bool = False) -> tuple[Outlook, ...]:
    """Return what a command would do to the hit points of each combatant it concerns, in the order of its events.

    Raises:
        CommandRefused: as `decide` does.
        RollNeeded: never; all dice are supplied.
    """
    failed = decide(state, command, ExpectedDice(saves="failed"), forced=forced)
    concerned = dict.fromkeys(e.who for e in failed if isinstance(e, DamageTaken | Healed | TemporaryGranted))
    concerned |= dict.fromkeys(e.target for e in failed if isinstance(e, AttackRolled))
    if not concerned:
        return ()
    after = replay(failed, state)
    saved = None
    if any(isinstance(event, SaveRolled) for event in failed):
        saved = replay(decide(state, command, ExpectedDice(saves="succeeded"), forced=forced), state)
    return tuple(_outlook(who, failed, after, saved) for who in concerned)


def _outlook(who: str, events: tuple[Event, ...], after: CampaignState, saved: CampaignState | None) -> Outlook:
    assert after.encounter is not None
    combatant = after.encounter.combatants[who]
    taken = [event for event in events if isinstance(event, DamageTaken) and event.who == who]
    healed = [event for event in events if isinstance(event, Healed) and event.who == who]
    attack = next((event for event in events if isinstance(event, AttackRolled) and event.target == who), None)
    roll = next((event for event in events if isinstance(event, SaveRolled) and event.who == who), None)
    return Outlook(
        who=who,
        hp=combatant.hp,
        temp_hp=combatant.temp_hp,
        status=combatant.status,
        taken=sum(event.taken for event in taken),
        parts=tuple(part for event in taken for part in event.parts),
        gained=sum(event.gained for event in healed),
        hit_percent=success_percent(attack.ac - attack.bonus, attack.mode, least=1, most=19) if attack else None,
        save=_save_outlook(roll, saved) if roll is not None and saved is not None else None,
    )


def _save_outlook(roll: SaveRolled, saved: CampaignState) -> SaveOutlook:
    assert saved.encounter is not None
    combatant = saved.encounter.combatants[roll.who]
    percent = success_percent(roll.dc - roll.bonus, roll.mode) if roll.faces else 0
    return SaveOutlook(
        ability=roll.ability, bonus=roll.bonus, dc=roll.dc, percent=percent, hp=combatant.hp, status=combatant.status
    )
