"""Undo and redo: exact, without limit, over snapshots, fights and starts of the program."""

import tomllib
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.session import Session
from rules.kernel import CommandRefused
from tests.campaigns.toy import (
    Add,
    EndFight,
    OpenFight,
    Say,
    Toy,
    ToyState,
    add,
    end_fight,
    new_campaign,
    open_fight,
    open_toy,
    refusal,
    say,
    total,
    toy_state,
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


def test_undo_and_redo_are_exact(campaign: Path) -> None:
    with open_toy(campaign) as session:
        states = [session.state]
        for amount in range(5):
            add(session, amount)
            states.append(session.state)
        for seq in range(5, 0, -1):
            assert session.undoable == seq
            assert session.undo().undo == seq
            assert session.state == states[seq - 1]
        assert refusal(session.undo) == "nothing_to_undo"
        for seq in range(1, 6):
            assert session.redoable == seq
            assert session.redo().redo == seq
            assert session.state == states[seq]
        assert refusal(session.redo) == "nothing_to_redo"


def test_a_command_after_an_undo_leaves_the_branch_in_the_journal(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session, 1)
        add(session, 2)
        session.undo()
        add(session, 5)
        assert refusal(session.redo) == "nothing_to_redo"
        assert total(session) == 6
        assert [(entry.seq, entry.undone) for entry in session.history] == [
            (1, False),
            (2, True),
            (3, False),
            (4, False),
        ]
        session.undo()
        session.undo()
        assert total(session) == 0
        session.redo()
        session.redo()
        assert total(session) == 6


def test_undo_takes_back_the_last_entry_whoever_made_it(campaign: Path) -> None:
    with open_toy(campaign, who="Anna") as anna, open_toy(campaign, who="Otto") as otto:
        add(anna, 1)
        add(otto, 2)
        taken = anna.undo()
        assert anna.entry(taken.undo).who == "Otto"
        assert anna.entry(taken.undo).undone
        assert total(anna) == 1


def test_undo_of_what_one_saw_does_not_take_back_what_came_since(campaign: Path) -> None:
    with open_toy(campaign) as anna, open_toy(campaign) as otto:
        seen = add(anna, 1)
        add(otto, 2)
        with pytest.raises(CommandRefused) as refused:
            anna.undo(expect_seq=seen)
        assert (refused.value.code, refused.value.details) == ("changed_meanwhile", {"found": 2, "expected": 1})
        assert total(anna) == 3
        otto.undo(expect_seq=2)
        assert refusal(lambda: anna.redo(expect_seq=1)) == "changed_meanwhile"
        anna.redo(expect_seq=2)


def test_undo_reaches_past_a_snapshot_past_fights_and_to_the_beginning(campaign: Path) -> None:
    states: list[object] = []
    with open_toy(campaign) as session:
        for name in ("gate", "crypt"):
            add(session)
            states.append(session.state)
            open_fight(session, name)
            states.append(session.state)
            say(session, name)
            states.append(session.state)
            end_fight(session)
            states.append(session.state)
        assert sorted(session.segments) == [1, 2, 3, 4]
    for expected in [*reversed(states[:-1]), ToyState()]:
        with open_toy(campaign) as session:  # each from a fresh start
            session.undo()
            assert toy_state(session) == expected
    for expected in states:
        with open_toy(campaign) as session:
            session.redo()
            assert toy_state(session) == expected


def test_each_start_shows_what_the_one_before_left(campaign: Path) -> None:
    with open_toy(campaign) as session:
        for _ in range(3):
            add(session)
    with open_toy(campaign) as session:
        session.undo()
    with open_toy(campaign) as session:
        session.undo()
        assert (total(session), session.undoable, session.redoable) == (1, 1, 2)
    with open_toy(campaign) as session:
        session.redo()
        assert (total(session), session.undoable, session.redoable) == (2, 2, 3)


ACTIONS = st.one_of(
    st.builds(lambda amount: Add(amount=amount), st.integers(0, 9)),
    st.builds(lambda text: Say(text=text), st.text(st.characters(codec="utf-8"), max_size=5)),
    st.builds(lambda name: OpenFight(name=name), st.sampled_from(["gate", "crypt", "Œil d'Or", ""])),
    st.builds(EndFight),
    st.sampled_from(["undo", "undo", "undo", "redo", "redo", "reopen", "forget", "other"]),
)


def apply(session: Session, action: object) -> None:
    try:
        if action == "undo":
            session.undo()
        elif action == "redo":
            session.redo()
        elif isinstance(action, Add | Say | OpenFight | EndFight):
            session.submit(action, "command")
    except CommandRefused:
        return


class Model:
    """Undo and redo as everybody imagines them: a list of states and a place in it."""

    def __init__(self) -> None:
        self.states = [ToyState()]
        self.at = 0

    def apply(self, action: object) -> None:
        if action == "undo":
            self.at = max(0, self.at - 1)
        elif action == "redo":
            self.at = min(len(self.states) - 1, self.at + 1)
        elif isinstance(action, Add | Say | OpenFight | EndFight):
            try:
                events = Toy().decide(self.states[self.at], action, None, forced=False)
            except CommandRefused:
                return
            self.states[self.at + 1 :] = [reduce(Toy().evolve, events, self.states[self.at])]
            self.at += 1


@given(st.lists(ACTIONS, max_size=30))
def test_any_play_is_what_its_journal_says(tmp_path_factory: pytest.TempPathFactory, actions: list[object]) -> None:
    folder = new_campaign(tmp_path_factory.mktemp("play", numbered=True) / "toy")
    model = Model()
    session = open_toy(folder)
    for action in actions:
        if action in ("reopen", "forget"):
            session.close()
            if action == "forget":
                (folder / "state.toml").unlink(missing_ok=True)
            session = open_toy(folder)
        elif action == "other":
            with open_toy(folder) as other:
                add(other, 7)
            model.apply(Add(amount=7))
            session.refresh()
        else:
            apply(session, action)
            model.apply(action)
        assert toy_state(session) == model.states[model.at]
    history, entries = session.history, [e for number in session.segments for e in session.entries_of(number)]
    assert history == tuple(entries)[len(entries) - len(history) :]
    assert [entry.seq for entry in entries] == list(range(1, session.seq + 1))
    assert sum(not (entry.undone or entry.undo or entry.redo) for entry in entries) == model.at
    for entry in entries:
        if not (entry.undo or entry.redo or entry.undone):
            assert entry == session.entry(entry.seq)
    for path in session.segments.values():
        tomllib.loads((folder / path).read_text())
    session.close()
