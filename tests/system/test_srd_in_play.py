"""Everything in the bundled SRD is played once: each creature uses all its actions, each spell is cast."""

from __future__ import annotations

import pytest

from campaigns.library.srd import LIBRARY
from rules.attacks import Attack
from rules.casting import CastSpell
from rules.decide import decide
from rules.dice import SeededDice
from rules.evolve import replay
from rules.initiative import NextTurn
from rules.joining import Newcomers
from rules.kernel import Command, CommandRefused, Event
from rules.statblock import StatBlock
from tests.rules.builders import Fight, started
from tests.rules.creatures import MIRA, OGRE, TOR
from tests.rules.invariants import check_state, round_trip

SHARES = 8
"""Parts in which creatures and spells are tried, so that several workers may share them."""


def play(fight: Fight, command: Command, *, forced: bool = False) -> tuple[Event, ...]:
    """Send a command with seeded dice, hold what comes of it to what always holds, and leave the fight as it was."""
    events = decide(fight.state, command, SeededDice(1), forced=forced)
    assert all(round_trip(event) == event for event in events)
    check_state(replay(events, fight.state))
    return events


def creatures(share: int) -> list[StatBlock]:
    return [LIBRARY.monster(each) for each in sorted(LIBRARY.monsters)[share::SHARES]]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_creature_joins_with_any_hit_points_and_uses_every_action(share: int) -> None:
    for block in creatures(share):
        fight = started(MIRA, TOR, Newcomers(block=block), Newcomers(block=block, hp="max"))
        for action in block.actions:
            if action.rolls_to_hit or action.save is not None or action.damage:
                targets = ("mira",) if action.rolls_to_hit else ("mira", "tor")
                command = Attack(attacker=f"{block.id}-1", targets=targets, action=action.id)
                assert play(fight, command), (block.id, action.id)
        for multiattack in block.multiattack:
            assert all(block.action(each) is not None for each in multiattack.actions), block.id


@pytest.mark.parametrize("share", range(SHARES))
def test_every_creature_casts_every_spell_it_has(share: int) -> None:
    for block in creatures(share):
        if not block.casting:
            continue
        fight = started(Newcomers(block=block), MIRA, TOR)
        for casting in block.casting:
            for spell in (*casting.at_will, *casting.spells, *casting.per_day):
                command = CastSpell(caster=f"{block.id}-1", spell=LIBRARY.spell(spell), targets=("mira", "tor"))
                assert play(fight, command), (block.id, spell)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_spell_is_cast_at_its_own_level_and_at_the_highest(share: int) -> None:
    for spell_id in sorted(LIBRARY.spells)[share::SHARES]:
        spell = LIBRARY.spell(spell_id)
        for level in (None, 9) if spell.level else (None,):
            for targets in (("ogre-1", "tor"), ("mira",), ()):
                fight = started(MIRA, TOR, OGRE)
                command = CastSpell(caster="mira", spell=spell, level=level, targets=targets)
                try:
                    events = play(fight, command, forced=True)
                except CommandRefused as refusal:
                    if targets or refusal.code != "no_target":
                        raise
                    continue
                fight.state = replay(events, fight.state)
                for _ in range(6):
                    fight.state = replay(play(fight, NextTurn()), fight.state)
