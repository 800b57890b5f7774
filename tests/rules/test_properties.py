"""What holds after any commands, legal and illegal, on fights of several kinds of combatants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.campaign import CampaignState
from rules.decide import COMMANDS, decide
from rules.dice import LoadedDice, RollNeeded, RollRequest, SeededDice
from rules.evolve import evolve, replay
from rules.initiative import NextTurn, StartEncounter
from rules.joining import AddCombatants, Newcomers
from rules.kernel import Command, CommandRefused, Event
from rules.roster import RemoveCombatants
from rules.settling import Settle, Waive
from tests.rules.creatures import DRAKE, GOBLIN, ILSE, MAGE, MIRA, OTTO, TOR, WIGHT
from tests.rules.invariants import check_state, round_trip, wire
from tests.rules.moves import MOVES_BY_KIND, SPELL_BLOCKS, Move, moves

PRESENT = (MIRA, TOR, OTTO, ILSE, GOBLIN, MAGE, DRAKE, WIGHT)


class RecordedDice:
    """Dice that fall by a seed and remember how they fell."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.faces: list[int] = []

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return the next faces and remember them."""
        faces = self._dice.roll(request)
        self.faces += faces
        return faces


class Play(RuleBasedStateMachine):
    """Somebody types commands, sensible ones and others."""

    def __init__(self) -> None:
        super().__init__()
        self.state = CampaignState()
        self.events: list[Event] = []

    def submit(self, command: Command, seed: int = 0, *, forced: bool = False) -> bool:
        """Decide a command, and hold what comes of it to what must hold of every decision; return if accepted."""
        before = wire(self.state)
        dice = RecordedDice(seed)
        try:
            events = decide(self.state, command, dice, forced=forced)
        except CommandRefused:
            assert wire(self.state) == before, "a refused command changes nothing"
            return False
        assert wire(self.state) == before, "deciding changes nothing"
        assert decide(self.state, command, SeededDice(seed), forced=forced) == events, "same inputs, same events"
        self.check_typed_dice(command, dice.faces, events, forced=forced)
        for event in events:
            assert round_trip(event) == event
        self.state = replay(events, self.state)
        self.events += events
        check_state(self.state)
        assert round_trip(self.state) == self.state, "a state is read back as it was written"
        self.check_held_effects()
        self.check_events_of_the_gone(events)
        return True

    def check_typed_dice(
        self, command: Command, faces: Sequence[int], events: tuple[Event, ...], *, forced: bool
    ) -> None:
        """Faces that people type lead to the same events; one too few is asked for."""
        loaded = LoadedDice(faces)
        assert decide(self.state, command, loaded, forced=forced) == events
        assert loaded.left == ()
        if faces:
            with pytest.raises(RollNeeded):
                decide(self.state, command, LoadedDice(faces[:-1]), forced=forced)

    @initialize(begun=st.sampled_from((True, True, True, False)), seed=st.integers(0, 1000))
    def gather(self, begun: bool, seed: int) -> None:
        self.submit(AddCombatants(newcomers=tuple(Newcomers(block=block) for block in PRESENT)))
        if begun:
            self.submit(StartEncounter(), seed)

    @rule(move=moves())
    def do(self, move: Move) -> None:
        self.submit(move.command, move.seed, forced=move.forced)

    @rule(seed=st.integers(0, 1000))
    def play_on(self, seed: int) -> None:
        """A turn passes as at a table: what is open is settled, then the next one acts."""
        while self.state.encounter is not None and self.state.encounter.obligations:
            if not self.submit(Settle(), seed):
                self.submit(Waive())
        self.submit(NextTurn(), seed)

    def check_held_effects(self) -> None:
        """What concentration holds runs as long as somebody holds it: all effects of a casting end together."""
        encounter = self.state.encounter
        if encounter is None:
            return
        held = {each.concentration.casting for each in encounter.combatants.values() if each.concentration}
        for effect in encounter.effects.values():
            if effect.casting and SPELL_BLOCKS[effect.spell].concentration:
                assert effect.casting in held

    def check_events_of_the_gone(self, events: tuple[Event, ...]) -> None:
        """No event raises, whatever it is applied to: an empty campaign, a fight that everybody has left."""
        left = self.state
        if left.encounter is not None and left.encounter.combatants:
            leaving = RemoveCombatants(targets=tuple(left.encounter.combatants))
            left = replay(decide(left, leaving, SeededDice(0)), left)
        for event in events:
            for state in (CampaignState(), left):
                evolve(state, event)

    def teardown(self) -> None:
        read = [round_trip(event) for event in self.events]
        assert replay(read) == self.state, "what was written adds up to what was played"


Play.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestPlay: Any = Play.TestCase


def test_every_kind_of_command_is_played() -> None:
    assert set(MOVES_BY_KIND) == set(COMMANDS.values())
