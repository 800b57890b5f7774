"""What a command would do, before it is given: the same decision with middling dice, once for each result of the saves.

Nothing of a rule is here: `rules.decide` is asked twice, and its events are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.attacks import AttackRolled
from rules.damage import DamageTaken
from rules.death import StatusChanged
from rules.dice import Dice, RollRequest
from rules.effects import EffectStarted
from rules.healing import Healed, TemporaryGranted
from rules.kernel import Command, Event
from rules.saves import SaveRolled

Decide = Callable[[Command, Dice], tuple[Event, ...]]
"""Decides a command in the state as it is; nothing is written."""
Mode = Literal["normal", "advantage", "disadvantage"]

_HIT = 19
"""Face of an attack roll that hits where hitting needs no 20, and is not critical."""


class MiddlingDice:
    """Dice that fall in the middle; saves all succeed or all fail; attacks hit."""

    def __init__(self, *, saved: bool) -> None:
        self._saved = saved
        self.asked: set[str] = set()
        """Purposes of the rolls that were asked for."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return faces whose sum is the mean, rounded down."""
        self.asked.add(request.purpose)
        if request.purpose == "save":
            return (20 if self._saved else 1,) * request.count
        if request.purpose == "attack":
            return (_HIT,) * request.count
        total = request.count * (request.sides + 1) // 2
        low, more = divmod(total, request.count)
        return tuple(low + (number < more) for number in range(request.count))


@dataclass
class Outcome:
    """What one target comes to, for one result of its save."""

    taken: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)
    """Damage by part: amount, type, and what changed it (codes of `damage.Step` but those of saves)."""
    hp: int | None = None
    """Hit points afterwards, when they change or might."""
    temp_hp: int | None = None
    gained: int = 0
    status: str = ""
    """Status afterwards, when it changes."""
    conditions: tuple[str, ...] = ()


@dataclass
class Outlook:
    """What one target may expect."""

    who: str
    failed: Outcome = field(default_factory=Outcome)
    """What happens when its save fails, or when there is none."""
    saved: Outcome = field(default_factory=Outcome)
    save: SaveRolled | None = None
    attacks: list[AttackRolled] = field(default_factory=list)


@dataclass(frozen=True)
class Forecast:
    """What a command would do."""

    events: tuple[Event, ...]
    """Its events, with middling dice and failed saves."""
    outlooks: tuple[Outlook, ...]
    """What each target may expect, in the order in which it is their turn to suffer it."""
    asked: frozenset[str]
    """Purposes of the dice it rolls; nothing when it is certain."""

    @property
    def is_rough(self) -> bool:
        """Whether amounts depend on dice."""
        return bool(self.asked - {"save", "attack"})


def forecast(command: Command, decide: Decide) -> Forecast:
    """Return what a command would do.

    Raises:
        CommandRefused: as the rules say.
    """
    dice = MiddlingDice(saved=False)
    events = decide(command, dice)
    outlooks: dict[str, Outlook] = {}
    _read(events, outlooks, saved=False)
    if "save" in dice.asked:
        _read(decide(command, MiddlingDice(saved=True)), outlooks, saved=True)
    return Forecast(events, tuple(outlooks.values()), frozenset(dice.asked))


def _read(events: Sequence[Event], outlooks: dict[str, Outlook], *, saved: bool) -> None:
    def outlook(who: str) -> Outlook:
        return outlooks.setdefault(who, Outlook(who))

    def outcome(who: str) -> Outcome:
        found = outlook(who)
        return found.saved if saved else found.failed

    for event in events:
        match event:
            case AttackRolled(target=target) if not saved:
                outlook(target).attacks.append(event)
            case SaveRolled(who=who) if not saved:
                outlook(who).save = event
            case DamageTaken(who=who, parts=parts, hp=hp):
                for part in parts:
                    steps = tuple(step.code for step in part.steps if not step.code.startswith("save_"))
                    outcome(who).taken.append((part.amount, part.type, steps))
                outcome(who).hp = hp
            case Healed(who=who, gained=gained, hp=hp):
                outcome(who).gained += gained
                outcome(who).hp = hp
            case TemporaryGranted(who=who, temp_hp=temp_hp):
                outcome(who).temp_hp = temp_hp
            case StatusChanged(who=who, status=status):
                outcome(who).status = status
            case EffectStarted(effect=effect) if effect.conditions and not effect.from_zero_hp:
                found = outcome(effect.target)
                found.conditions = tuple(dict.fromkeys((*found.conditions, *effect.conditions)))
            case _:
                pass


def chance(needed: int, mode: Mode = "normal", *, least: float = 0.0, most: float = 1.0) -> float:
    """Return the chance that a d20 shows `needed` or more, 0..1, kept between `least` and `most`."""
    single = min(most, max(least, (21 - needed) / 20))
    if mode == "advantage":
        return 1 - (1 - single) ** 2
    return single**2 if mode == "disadvantage" else single


def save_chance(save: SaveRolled) -> float:
    """Return the chance that a saving throw succeeds."""
    return chance(save.dc - save.bonus, save.mode) if save.faces else 0.0


def hit_chance(attack: AttackRolled) -> float:
    """Return the chance that an attack hits: a 1 never does, a 20 always."""
    return chance(attack.ac - attack.bonus, attack.mode, least=0.05, most=0.95)
