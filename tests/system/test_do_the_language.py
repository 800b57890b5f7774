"""What the command language tells of itself and of the history, as a process of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.system.campaigns_on_disk import Campaign, aethyr, make_campaign


@pytest.fixture(scope="module")
def running_fight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_campaign(tmp_path_factory.mktemp("running") / "crypt")
    Campaign(folder).do("load gate", "init mira 21 otto 17 aude 9 tor 4", "start", "--seed", "1")
    return folder


@pytest.fixture
def fight(running_fight: Path, tmp_path: Path) -> Campaign:
    return Campaign(Path(shutil.copytree(running_fight, tmp_path / "crypt")))


def test_back_stops_at_the_first_turn(fight: Campaign) -> None:
    for commands in (("back",), ("damage mira 3", "back")):
        before = fight.entries()
        ended = fight.attempt(*commands)
        assert (ended.status, ended.err.count("This is the first turn; `undo` goes further back.")) == (1, 1)
        assert len(fight.entries()) == len(before) + len(commands) - 1


def test_back_does_not_open_a_fight_that_has_ended(fight: Campaign) -> None:
    fight.do("end")
    ended = fight.attempt("back")
    assert (ended.status, "nobody’s turn" in ended.err) == (1, True)
    assert fight.show()["active"] is None


def test_back_goes_to_the_turn_before_and_takes_back_nothing_more(fight: Campaign) -> None:
    first = fight.show()["active"]
    fight.do("damage mira 3", "next", "damage otto 2")
    fight.do("back")
    state = fight.show()
    assert (state["active"], state["round"]) == (first, 1)
    assert [one["hp"] for one in state["combatants"] if one["id"] == "mira"] == [28]
    fight.attempt("next", "back", "back")
    assert fight.show()["active"] == first


def test_help_says_how_a_verb_is_used_and_writes_nothing(fight: Campaign) -> None:
    before = fight.entries()
    assert fight.do("help attack").lines[0].startswith("attack [ATTACKER] TARGETS")
    assert any("a die decides once" in line for line in fight.do("help init").lines)
    assert fight.do("aide", "--lang", "fr").lines[0].startswith("charger ")
    assert fight.entries() == before


def test_the_log_and_the_undo_show_commands_in_the_reader_s_language(fight: Campaign) -> None:
    fight.do("damage mira 3 fire by nobody")
    assert "dégâts mira 3 feu par personne" in aethyr("log", fight.folder, "--lang", "fr").out
    assert "dégâts mira 3 feu" in fight.do("annuler", "--lang", "fr").out
    assert fight.entries()[-2]["command"] == "damage mira 3 fire by nobody"


def test_check_answers_in_the_campaign_s_language(fight: Campaign) -> None:
    file = fight.folder / "campaign.toml"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("language")]
    file.write_text("\n".join(['language = "fr"', *lines]) + "\n", encoding="utf-8")
    assert "Aucun problème" in aethyr("check", fight.folder).err
    assert "No problem" in aethyr("check", fight.folder, "--lang", "en").err


def test_what_is_missing_in_the_shell_is_named(tmp_path: Path) -> None:
    ended = aethyr("do", tmp_path)
    assert (ended.status, "COMMAND is missing." in ended.err) == (2, True)


def test_ongoing_damage_is_shown(fight: Campaign) -> None:
    fight.do('effect mira "burning" 1d4 fire at start')
    assert "burning, 1d4 fire at start" in aethyr("show", fight.folder).out
