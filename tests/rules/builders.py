"""A fight played command by command, with the dice told beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from rules.attacks import Attack
from rules.campaign import CampaignState, Settings
from rules.casting import CastSpell
from rules.change import with_combatant
from rules.combatant import Combatant, Status
from rules.conditions import ApplyCondition
from rules.damage import DealDamage
from rules.decide import decide
from rules.dice import LoadedDice
from rules.effect import Effect
from rules.encounter import Encounter
from rules.evolve import evolve, replay
from rules.healing import Heal
from rules.initiative import InitiativeEntry, NextTurn, SetInitiative, StartEncounter
from rules.joining import AddCombatants, Newcomers
from rules.kernel import Command, CommandRefused, Event, Resolution
from rules.obligation import Obligation
from rules.roster import AdoptSettings
from rules.settling import Settle
from rules.spell import Spell
from rules.statblock import Damage, StatBlock

E = TypeVar("E", bound=Event)


class Fight:
    """A fight being played: each command is decided with the faces given, and its events applied.

    Faces that nobody asks for fail the test, as those that are missing do.
    """

    def __init__(self, state: CampaignState | None = None) -> None:
        self.state = CampaignState() if state is None else state
        self.events: list[Event] = []

    def do(self, command: Command, *faces: int, forced: bool = False) -> tuple[Event, ...]:
        """Decide a command, apply its events and return them."""
        dice = LoadedDice(faces)
        events = decide(self.state, command, dice, forced=forced)
        assert dice.left == (), "faces that nobody asked for"
        self.events += events
        self.state = replay(events, self.state)
        return events

    def refuses(self, command: Command, *faces: int, forced: bool = False) -> CommandRefused:
        """Assert that a command is refused and return the refusal."""
        with pytest.raises(CommandRefused) as caught:
            decide(self.state, command, LoadedDice(faces), forced=forced)
        return caught.value

    def run(self, step: Callable[[Resolution], object], *faces: int) -> tuple[Event, ...]:
        """Run one step of the rules as a command would, apply its events and return them."""
        resolution = Resolution(self.state, LoadedDice(faces), evolve)
        step(resolution)
        self.events += resolution.events
        self.state = resolution.state
        return tuple(resolution.events)

    def alter(self, who: str, **changes: Any) -> None:
        """Put a combatant into the situation a test starts from."""
        self.state = with_combatant(self.state, who, **changes)

    def settings(self, **changes: Any) -> None:
        """Play by other house rules."""
        self.do(AdoptSettings(settings=Settings(**changes)))

    @property
    def encounter(self) -> Encounter:
        """The fight that is open."""
        assert self.state.encounter is not None
        return self.state.encounter

    def obligations(self) -> tuple[Obligation, ...]:
        """What is open, oldest first."""
        return tuple(self.encounter.obligations.values())

    def order(self) -> tuple[str, ...]:
        """Who acts after whom."""
        return self.encounter.order

    def status(self, who: str) -> Status:
        """Whether a combatant is alive, dying, dead …"""
        return self[who].status

    def __getitem__(self, who: str) -> Combatant:
        return self.encounter.combatants[who]

    def conditions(self, who: str) -> tuple[str, ...]:
        """The conditions of a combatant."""
        return self.encounter.conditions(who)

    def effects(self, who: str) -> tuple[Effect, ...]:
        """The effects on a combatant."""
        return tuple(self.encounter.effects_on(who))

    def damage(
        self, targets: str | tuple[str, ...], dice: str, *faces: int, kind: str = "", **options: Any
    ) -> tuple[Event, ...]:
        """Deal one part of damage."""
        parts = (Damage(dice=dice, type=kind),)
        return self.do(DealDamage(targets=ids(targets), parts=parts, **options), *faces)

    def heal(self, targets: str | tuple[str, ...], amount: str, *faces: int) -> tuple[Event, ...]:
        """Heal by hand."""
        return self.do(Heal(targets=ids(targets), amount=amount), *faces)

    def condition(self, who: str, condition: str, **options: Any) -> tuple[Event, ...]:
        """Give a condition by hand."""
        return self.do(ApplyCondition(targets=(who,), condition=condition, **options))

    def attack(self, attacker: str, target: str | tuple[str, ...], *faces: int, **options: Any) -> tuple[Event, ...]:
        """Make the attacks of a stat block."""
        return self.do(Attack(attacker=attacker, targets=ids(target), **options), *faces)

    def cast(
        self,
        caster: str,
        spell: Spell,
        targets: str | tuple[str, ...] = (),
        *faces: int,
        forced: bool = False,
        **options: Any,
    ) -> tuple[Event, ...]:
        """Cast a spell."""
        return self.do(CastSpell(caster=caster, spell=spell, targets=ids(targets), **options), *faces, forced=forced)

    def next(self, *faces: int) -> tuple[Event, ...]:
        """End the turn and begin the next one."""
        return self.do(NextTurn(), *faces)

    def settle(self, *faces: int) -> tuple[Event, ...]:
        """Settle the oldest obligation."""
        return self.do(Settle(), *faces)

    def until_turn_of(self, who: str) -> None:
        """Let turns pass until it is somebody's turn; what becomes due stays open."""
        self.next()
        while self.encounter.active != who:
            self.next()


def ids(targets: str | tuple[str, ...]) -> tuple[str, ...]:
    """One id, or several, as a tuple."""
    return (targets,) if isinstance(targets, str) else targets


def gathered(*blocks: StatBlock | Newcomers) -> Fight:
    """A fight that has not started, with one creature of each stat block, or as many as newcomers say."""
    fight = Fight()
    newcomers = tuple(each if isinstance(each, Newcomers) else Newcomers(block=each) for each in blocks)
    fight.do(AddCombatants(newcomers=newcomers))
    return fight


def started(*blocks: StatBlock | Newcomers) -> Fight:
    """A fight in round 1; its combatants act in the order in which they are given, on 20, 19, 18 …"""
    fight = gathered(*blocks)
    entries = tuple(
        InitiativeEntry(targets=(who,), count=20 - index) for index, who in enumerate(fight.encounter.combatants)
    )
    fight.do(SetInitiative(entries=entries))
    fight.do(StartEncounter())
    return fight


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    found = of_kind(events, kind)
    assert len(found) == 1, events
    return found[0]


def of_kind(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]
