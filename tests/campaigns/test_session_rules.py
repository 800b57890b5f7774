"""A fight by the real rules, kept in a journal: from whatever start it is read, the state is the same to a figure."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.session import Session
from rules.campaign import CampaignState
from rules.dice import SeededDice
from rules.joining import AddCombatants, Newcomers
from rules.kernel import CommandRefused
from tests.campaigns.toy import new_campaign
from tests.rules.creatures import DRAKE, GOBLIN, ILSE, MAGE, MIRA, OTTO, TOR, WIGHT
from tests.rules.moves import Move, moves

STEPS = st.one_of(moves(), moves(), moves(), st.sampled_from(["undo", "redo"]))


def open_real(folder: Path, *, writable: bool = True) -> Session:
    return Session.open(folder, who="Anna", writable=writable, dice=SeededDice(1))


def step(session: Session, action: Move | str) -> None:
    try:
        if action == "undo":
            session.undo()
        elif action == "redo":
            session.redo()
        elif isinstance(action, Move):
            session.submit(action.command, "command", forced=action.forced, dice=SeededDice(action.seed))
    except CommandRefused:
        return


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, min_size=5, max_size=25))
def test_a_fight_is_read_back_from_any_start(
    tmp_path_factory: pytest.TempPathFactory, actions: list[Move | str]
) -> None:
    folder = new_campaign(tmp_path_factory.mktemp("fight") / "toy")
    session = open_real(folder)
    blocks = (MIRA, TOR, OTTO, ILSE, GOBLIN, MAGE, DRAKE, WIGHT)
    session.submit(AddCombatants(newcomers=tuple(Newcomers(block=block) for block in blocks)), "add")
    befores: dict[int, CampaignState] = {}
    for action in actions:
        before, seq = session.state, session.seq
        step(session, action)
        if session.seq > seq:
            befores[session.seq] = before
    with open_real(folder, writable=False) as from_the_journal:
        assert from_the_journal.state == session.state
        assert from_the_journal.history == session.history
        for seq, before in befores.items():
            assert from_the_journal.state_before(seq) == before
    session.close()
    with open_real(folder) as from_the_snapshot:
        assert not from_the_snapshot.notices
        assert from_the_snapshot.state == session.state
        while from_the_snapshot.undoable:
            from_the_snapshot.undo()
        assert from_the_snapshot.state.encounter is None
