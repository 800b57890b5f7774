"""A session: what it confirms and what it refuses, who only reads, and what it does with a clock."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from campaigns.errors import UserError
from campaigns.fs import RealFs
from campaigns.session import Session
from rules.dice import LoadedDice, RollNeeded
from tests.campaigns.toy import (
    TOY,
    Add,
    Added,
    Said,
    Say,
    Throw,
    add,
    contents,
    new_campaign,
    open_fight,
    open_toy,
    refusal,
    say,
    total,
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


def test_what_was_confirmed_is_there_after_a_kill(campaign: Path) -> None:
    session = open_toy(campaign)
    say(session, "one")
    open_fight(session, "gate")
    add(session, 41)
    # Never closed: this is all a kill leaves.
    with open_toy(campaign) as again:
        assert again.state == session.state
        assert again.history == session.history


def test_an_entry_says_who_when_what_and_with_what_result(campaign: Path) -> None:
    with open_toy(campaign, who="Otto d’Or") as session:
        before = datetime.now(UTC).replace(microsecond=0)
        entry = session.submit(Add(amount=-3), "add -3", forced=True)
        assert (entry.seq, entry.who, entry.command, entry.forced) == (1, "Otto d’Or", "add -3", True)
        assert entry.events == (Added(amount=-3),)
        assert before <= entry.time <= datetime.now(UTC)
    with open_toy(campaign) as session:
        assert session.history == (entry,)


def test_a_refused_command_has_written_nothing(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session, 2)
        before = contents(campaign)
        assert refusal(lambda: add(session, -3)) == "below_zero"
        assert (contents(campaign), total(session), session.seq) == (before, 2, 1)
        add(session, 3)
        assert session.seq == 2


def test_a_first_command_that_is_refused_makes_no_journal(campaign: Path) -> None:
    with open_toy(campaign) as session:
        assert refusal(lambda: add(session, -1)) == "below_zero"
        assert refusal(session.undo) == "nothing_to_undo"
    assert contents(campaign).keys() == {"campaign.toml"}


def test_dice_that_do_not_suffice_have_written_nothing(campaign: Path) -> None:
    with open_toy(campaign) as session:
        before = contents(campaign)
        with pytest.raises(RollNeeded):
            session.submit(Throw(sides=6), "throw", dice=LoadedDice((3,)))
        assert contents(campaign) == before
        assert session.submit(Throw(sides=6), "throw", dice=LoadedDice((3, 4))).seq == 1
        assert total(session) == 7


def test_the_dice_of_play_are_there_without_asking(campaign: Path) -> None:
    with Session.open(campaign, who="Anna", engine=TOY) as session:
        session.submit(Throw(sides=6), "throw")
        assert 2 <= total(session) <= 12


def test_a_preview_writes_nothing(campaign: Path) -> None:
    with open_toy(campaign) as session:
        assert session.preview(Throw(sides=6), LoadedDice((1, 2))) == (Added(amount=1), Added(amount=2))
        assert refusal(lambda: session.preview(Add(amount=-1), LoadedDice(()))) == "below_zero"
        assert session.preview(Add(amount=-1), LoadedDice(()), forced=True)
        assert (total(session), session.seq) == (0, 0)
    assert contents(campaign).keys() == {"campaign.toml"}


def test_an_event_that_could_not_be_read_back_is_not_written(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        before = contents(campaign)
        with pytest.raises(msgspec.ValidationError):
            session.submit(Add(amount=0.5), "add half")  # type: ignore[arg-type]
        with pytest.raises(UserError):
            say(session, "\ud800")
        assert refusal(lambda: say(session, "x" * (1 << 20))) == "entry_too_large"
        assert contents(campaign) == before
        assert add(session) == 2


def test_the_events_of_an_entry_are_those_a_replay_sees(campaign: Path) -> None:
    with open_toy(campaign) as session:
        entry = session.submit(Say(text="a"), "say a")
        assert entry.events == (Said(text="a", notes={"a": "a"}, numbers={1: 1 / 3}),)
    with open_toy(campaign) as session:
        assert session.history[0] == entry


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        (-1e12, "1970-01-01T00:00:00Z"),
        (2**31 + 5.0, "2038-01-19T03:14:13Z"),
        (1e15, "9999-12-31T23:59:59Z"),
    ],
)
def test_a_clock_that_jumps_changes_no_order(campaign: Path, clock: float, shown: str) -> None:
    times = iter([1.7e9, clock, 1.7e9, 0.0])
    session = Session(RealFs(str(campaign)), threading.Lock(), who="Anna", engine=TOY, clock=lambda: next(times))  # type: ignore[arg-type]
    for _ in range(4):
        add(session)
    session.close()
    with open_toy(campaign) as session:
        assert [entry.seq for entry in session.history] == [1, 2, 3, 4]
        assert session.history[1].time.strftime("%Y-%m-%dT%H:%M:%SZ") == shown


def test_a_session_that_only_reads_never_writes(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
    (campaign / ".lock").unlink()
    before = contents(campaign)
    stamps = {path: path.stat().st_mtime_ns for path in campaign.rglob("*")}
    with open_toy(campaign, writable=False) as viewer:
        assert viewer.history
        viewer.refresh()
        assert viewer.read_only == "view"
        with pytest.raises(UserError) as refused:
            add(viewer)
        assert (refused.value.code, refused.value.problems[0].detail("why")) == ("read_only", "view")
    assert contents(campaign) == before
    assert {path: path.stat().st_mtime_ns for path in campaign.rglob("*")} == stamps


def test_a_session_that_could_write_and_does_not_leaves_no_trace(campaign: Path) -> None:
    with open_toy(campaign) as session:
        session.refresh()
        assert session.history == ()
    assert [path.name for path in campaign.iterdir()] == ["campaign.toml"]
