"""Segments of a journal: one for each fight, one between two; what happens when an old one is gone or strange."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from tests.campaigns.toy import (
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
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


def segments(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "journal").iterdir())


def test_each_fight_has_a_segment_from_its_opening_to_its_end(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        open_fight(session, "gate")
        add(session)
        end_fight(session)
        open_fight(session, "gate")  # the same fight once more, at once
        end_fight(session)
        add(session)
        assert segments(campaign) == ["0001-between.toml", "0002-gate.toml", "0003-gate.toml", "0004-between.toml"]
        said = [[entry.command for entry in session.entries_of(number)] for number in session.segments]
    assert said == [["add 1"], ["open gate", "add 1", "end"], ["open gate", "end"], ["add 1"]]


def test_a_name_of_a_fight_cannot_leave_the_folder(campaign: Path) -> None:
    with open_toy(campaign) as session:
        open_fight(session, "../../Œil d'Or\x1b/.. ")
        assert segments(campaign) == ["0001-oeil-d-or.toml"]


def test_a_closed_segment_says_which_one_follows(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        open_fight(session, "gate")
    table = tomllib.loads((campaign / "journal" / "0001-between.toml").read_text())
    assert table["closed"] == {"next": 2}
    follower = tomllib.loads((campaign / "journal" / "0002-gate.toml").read_text())["segment"]
    assert (follower["number"], follower["after"], follower["key"]) == (2, 1, "gate")


def test_undo_and_redo_over_the_end_of_a_fight_begin_no_segment(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        open_fight(session, "gate")
        end_fight(session)
        for _ in range(3):
            for _ in range(3):
                session.undo()
            for _ in range(3):
                session.redo()
        assert segments(campaign) == ["0001-between.toml", "0002-gate.toml"]
        session.undo()
        add(session)  # in the fight that goes on
        assert segments(campaign) == ["0001-between.toml", "0002-gate.toml"]


def test_the_log_goes_on_after_the_end_of_a_fight(campaign: Path) -> None:
    with open_toy(campaign) as session:
        open_fight(session, "gate")
        say(session, "aha")
        end_fight(session)
        add(session)
    with open_toy(campaign) as session:
        assert [entry.command for entry in session.history] == ["open gate", "say", "end", "add 1"]


def test_a_missing_old_segment_stands_only_in_the_way_of_what_needs_it(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        open_fight(session, "gate")
    (campaign / "journal" / "0001-between.toml").unlink()
    with open_toy(campaign) as session:
        assert total(session) == 2
        session.undo()
        assert total(session) == 1
        assert refusal(session.undo) == "segment_missing"
        assert refusal(lambda: session.entries_of(1)) == "segment_missing"
        assert session.read_only is None
        add(session, 5)
        assert total(session) == 6


def test_an_old_segment_of_another_campaign_is_noticed(campaign: Path, tmp_path: Path) -> None:
    other = new_campaign(tmp_path / "other")
    for folder, amount in ((campaign, 1), (other, 2)):
        with open_toy(folder) as session:
            add(session, amount)
            open_fight(session, "gate")
    name = "journal/0001-between.toml"
    (campaign / name).write_bytes((other / name).read_bytes())
    with open_toy(campaign) as session:
        session.undo()
        assert refusal(session.undo) == "journal_damaged"


def test_two_segments_of_one_number_are_not_chosen_between(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
    (campaign / "journal" / "0001-copy.toml").write_bytes((campaign / "journal" / "0001-between.toml").read_bytes())
    with open_toy(campaign) as session:
        assert session.read_only == "journal_ambiguous"
        assert refusal(lambda: add(session)) == "read_only"


def test_a_segment_under_the_number_of_another_is_refused(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
    (campaign / "journal" / "0002-copy.toml").write_bytes((campaign / "journal" / "0001-between.toml").read_bytes())
    with open_toy(campaign) as session:
        assert (session.read_only, total(session)) == ("journal_damaged", 1)


def test_other_files_beside_the_journal_are_let_alone(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
    names = ["0001-between.toml~", "0002-x.toml.bak", "notes.txt", "0002-ÉCLAT.toml", ".0002-x.toml.swp"]
    for name in names:
        (campaign / "journal" / name).write_text("x")
    with open_toy(campaign) as session:
        assert session.read_only is None
        add(session)
    assert {*names} < {*segments(campaign)}


def test_a_base_of_an_older_kind_of_state_is_folded_from_the_events(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_toy(campaign) as session:
        add(session, 2)
        open_fight(session, "gate")
        session.undo()
        session.undo()
        session.redo()
        add(session, 3)
        open_fight(session, "crypt")
        expected = session.state
    state_of = Toy.state_of

    def fussy(self: Toy, data: dict[str, object]) -> ToyState:
        if data:
            raise msgspec.ValidationError("of an older version")
        return state_of(self, data)

    monkeypatch.setattr(Toy, "state_of", fussy)
    with open_toy(campaign) as session:
        assert session.state == expected
        session.undo()
        session.undo()
        assert total(session) == 2
