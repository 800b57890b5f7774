"""`aethyr do`: what it accepts and refuses, as a process of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.system.campaigns_on_disk import Campaign, aethyr, aethyr_held_back, make_campaign


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return Campaign(make_campaign(tmp_path / "crypt"))


@pytest.fixture(scope="module")
def running_fight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_campaign(tmp_path_factory.mktemp("running") / "crypt")
    Campaign(folder).do("load gate", "init mira 21 otto 17 aude 9 tor 4", "start", "--seed", "1")
    return folder


@pytest.fixture
def fight(running_fight: Path, tmp_path: Path) -> Campaign:
    return Campaign(Path(shutil.copytree(running_fight, tmp_path / "crypt")))


def test_what_happened_is_said_one_line_an_event(campaign: Campaign) -> None:
    ended = campaign.do("add 2 goblin init 12", "damage gob1 3 fire")
    assert ended.lines == [
        "A fight is open.",
        "Goblin 1 joins: 7/7 HP, AC 15.",
        "Goblin 2 joins: 7/7 HP, AC 15.",
        "Goblin 1 and Goblin 2: initiative 12.",
        "Goblin 1 takes 3 damage (fire): 7 → 4 HP.",
    ]
    assert ended.err == ""


def test_each_command_is_an_entry_with_its_time_its_name_and_its_text(campaign: Campaign) -> None:
    campaign.do("add 2 goblin", "damage gob1 3", "--name", "Léa")
    entries = campaign.entries()
    assert [(entry["seq"], entry["who"], entry["command"]) for entry in entries] == [
        (1, "Léa", "add 2 goblin"),
        (2, "Léa", "damage goblin-1 3 by nobody"),
    ]
    assert entries[1]["events"][0]["event"] == "damage_taken"


@pytest.mark.parametrize("name", ["a\x1b]0;x\x07", "", "x" * 81])
def test_a_name_that_cannot_be_one_is_bad_usage(campaign: Campaign, name: str) -> None:
    ended = campaign.attempt("note x", "--name", name)
    assert (ended.status, ended.out) == (2, "")
    assert "\x1b" not in ended.err
    assert campaign.journal() == {}


def test_events_are_printed_as_json_lines(campaign: Campaign) -> None:
    events = [json.loads(line) for line in campaign.do("add goblin", "damage gob1 3", "undo", "--json").lines]
    assert [(event["seq"], event["event"]) for event in events] == [
        (1, "encounter_opened"),
        (1, "block_entered"),
        (1, "combatant_joined"),
        (2, "damage_taken"),
        (3, "undone"),
    ]


def test_a_command_is_refused_with_its_reason_and_nothing_is_written(fight: Campaign) -> None:
    before = fight.journal()
    ended = fight.attempt("drop tor")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "aethyr: Tor concentrates on nothing.\n"
    assert fight.journal() == before


def test_a_series_stops_at_the_first_refusal_and_what_came_before_stays(fight: Campaign) -> None:
    count = len(fight.entries())
    ended = fight.attempt("damage gob1 1", "drop tor", "damage gob2 1")
    assert ended.status == 1
    assert ended.err == "aethyr: drop tor: Tor concentrates on nothing.\n"
    assert len(fight.entries()) == count + 1
    assert (fight.combatant("goblin-1")["hp"], fight.combatant("goblin-2")["hp"]) == (6, 7)


REFUSED = [
    ("heal otot 3", "Nobody here is called “otot”. Did you mean Otto?"),
    ("damage gob 3", "“gob” may be several combatants. Candidates: Goblin 1, Goblin 2."),
    ("damage gob1 -5", "-5 is negative; nothing was changed."),
    ("add 2 goblun", "No creature is called “goblun”. Did you mean Goblin, Hobgoblin?"),
    (
        "cast mira fireball @9 on gob1",
        "Mira has no slot of level 9 left. The GM may overrule this: `!` behind the verb.",
    ),
    ("start", "The fight is in round 1 already."),
]
BAD_USAGE = [
    ("damge gob1 3", "There is no command “damge”. Did you mean damage?"),
    ("damage gob1 2d", "“2d” is no roll such as `2d6+3`."),
    ("damage gob1 100000d6", "“100000d6” throws too many dice: 500 at most."),
    ("damage gob1 seven", "“seven” is neither a number nor dice."),
    ("damage gob1 3 slashng", "“slashng” does not fit here. Did you mean slashing?"),
    ("add 2 dire wol", 'Put it in quotes: add 2 "dire wol"'),
    ('rename gob1 "Le borgne', 'A quote " is opened and never closed.'),
    ('add goblin as "a\x1b[31mb"', "The name or the text has a control character or an invisible sign in it."),
    ("", "There is no command."),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[case[0] for case in REFUSED])
def test_what_is_not_possible_now_is_refused(fight: Campaign, text: str, reason: str) -> None:
    ended = fight.attempt(text)
    assert (ended.status, ended.out, ended.err) == (1, "", f"aethyr: {reason}\n")


@pytest.mark.parametrize(("text", "reason"), BAD_USAGE, ids=[repr(case[0]) for case in BAD_USAGE])
def test_what_is_no_command_is_bad_usage_and_nothing_is_written(fight: Campaign, text: str, reason: str) -> None:
    before = fight.journal()
    ended = fight.attempt("damage gob2 1", text)
    assert (ended.status, ended.out) == (2, "")
    assert reason in ended.err
    assert len(ended.err.splitlines()) == 1
    assert fight.journal() == before


# -- dice


def test_dice_are_given_in_the_order_in_which_they_are_asked_for(fight: Campaign) -> None:
    ended = fight.do("attack gob1 otto scimitar", "save tor dex 13", "--dice", "17,3,9")
    assert ended.lines == [
        "Goblin 1 attacks Otto (Scimitar): 17 + 4 = 21 against AC 18, hit.",
        "Damage: 1d6+2 (3) = 5 slashing.",
        "Otto takes 5 damage (slashing): 38 → 33 HP.",
        "Tor, DEX save: 9 + 4 = 13 against DC 13, success.",
    ]


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        ("17", "attack gob1 otto scimitar: Not enough dice were given: 1d6, damage by Goblin 1 is missing."),
        ("17,3,9,1", "Dice are left over after “save tor dex 13”: 1. Nothing was written."),
        ("17,7,9", "attack gob1 otto scimitar: There is no 7 on the die: 1d6, damage by Goblin 1."),
        ("17;3", "“17;3” is no whole number (--dice)."),
    ],
)
def test_dice_that_do_not_come_out_even_are_bad_usage_and_nothing_is_written(
    fight: Campaign, faces: str, reason: str
) -> None:
    before = fight.journal()
    ended = fight.attempt("attack gob1 otto scimitar", "save tor dex 13", "--dice", faces)
    assert ended.status == 2
    assert ended.err.splitlines()[0] == f"aethyr: {reason}"
    assert fight.journal() == before


def test_a_seed_makes_the_same_dice_fall(tmp_path: Path) -> None:
    said = []
    for name in ("one", "two"):
        campaign = Campaign(make_campaign(tmp_path / name))
        said.append(campaign.do("load gate", "init party roll", "start", "attack gob1 otto", "--seed", "7").out)
    assert said[0] == said[1]


def test_an_obligation_is_settled_with_the_faces_behind_its_number(fight: Campaign) -> None:
    fight.do("cast mira haste on otto", "damage mira 9")
    (waiting,) = fight.show()["obligations"]
    assert (waiting["kind"], waiting["who"]) == ("concentration_save", "mira")
    assert waiting["what"] == "concentration on Haste, CON DC 10 (9 damage)"
    number = waiting["number"]
    too_many = fight.attempt(f"settle {number} 14 3")
    assert (too_many.status, len(fight.show()["obligations"])) == (2, 1)
    assert fight.do(f"settle {number} 14").lines == ["Mira, CON save: 14 + 2 = 16 against DC 10, success."]
    assert fight.combatant("mira")["concentration"] == "haste"


# -- force, the history, settings


def test_the_gm_overrules_the_rules_and_the_entry_is_marked(fight: Campaign) -> None:
    assert fight.attempt("cast otto fireball on gob1").status == 1
    fight.do("cast! otto fireball on gob1", "--seed", "1")
    assert (fight.entries()[-1]["forced"], fight.entries()[-1]["command"]) == (
        True,
        "cast! otto fireball on goblin-1",
    )
    fight.do("cast otto fireball on gob2", "--seed", "1", "--force")
    assert fight.entries()[-1]["command"] == "cast! otto fireball on goblin-2"


def test_everything_is_undone_and_redone_exactly(campaign: Campaign) -> None:
    states = [campaign.show()]
    for texts in (["load gate", "init party roll", "start"], ["attack gob1 otto", "damage mira 40"], ["next", "end"]):
        campaign.do(*texts, "--seed", "5")
        states.append(campaign.show())
    for steps, state in zip(("undo 2", "undo 2", "undo 3"), reversed(states[:-1]), strict=True):
        assert campaign.do(steps).out.startswith("Taken back: ")
        assert campaign.show() == state
    assert campaign.attempt("undo").err == "aethyr: There is nothing to take back.\n"
    for steps, state in zip(("redo 3", "redo 2", "redo 2"), states[1:], strict=True):
        assert campaign.do(steps).out.startswith("Brought back: ")
        assert campaign.show() == state
    refused = campaign.attempt("redo")
    assert (refused.status, refused.err) == (1, "aethyr: There is nothing to bring back.\n")


def test_a_series_goes_on_from_what_was_taken_back_in_it(fight: Campaign) -> None:
    ended = fight.do("damage gob1 3", "undo", "damage gob1 2d6", "undo 2", "redo", "--dice", "1,1")
    assert ended.lines == [
        "Goblin 1 takes 3 damage: 7 → 4 HP.",
        "Taken back: damage goblin-1 3 by mira",
        "Damage: 2d6 (1, 1) = 2.",
        "Goblin 1 takes 2 damage: 7 → 5 HP.",
        "Taken back: damage goblin-1 2d6 by mira",
        "Taken back: start",
        "Brought back: start",
    ]
    left_over = fight.attempt("undo", "redo", "--dice", "4")
    assert (left_over.status, left_over.err) == (
        2,
        "aethyr: Dice are left over after “redo”: 4. Nothing was written.\n",
    )


def test_back_takes_the_turn_before_up_again(fight: Campaign) -> None:
    before = fight.show()
    assert before["active"] == "mira"
    fight.do("next", "damage gob1 1", "damage gob2 1")
    assert fight.show()["active"] != "mira"
    fight.do("back")
    assert fight.show() == before


def test_settings_come_into_force_with_the_next_fight(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.toml"
    own = '\n[settings]\n"5e.magic_missile" = "once"\n'
    path.write_text(path.read_text(encoding="utf-8") + own, encoding="utf-8")
    assert campaign.attempt("add nobody-here").status == 1
    assert campaign.entries() == []
    campaign.do("add goblin")
    assert campaign.show()["settings"]["5e.magic_missile"] == "once"
    assert [entry["command"] for entry in campaign.entries()] == ["settings", "add 1 goblin"]


# -- both languages


def test_words_of_both_languages_are_understood_and_answered_in_the_language_asked_for(campaign: Campaign) -> None:
    campaign.do("ajouter 2 gobelin init 12")
    ended = campaign.do("dégâts gob1 3 feu", "--lang", "fr")
    assert ended.lines == ["Gobelin 1 subit 3 dégâts (feu)\u00a0: 7 → 4 PV."]
    refused = campaign.attempt("soins gobb1 3", LC_ALL="fr_FR.UTF-8")
    assert (refused.status, refused.err.startswith("aethyr: Personne ici ne s’appelle")) == (1, True)


def test_the_language_of_the_campaign_comes_before_that_of_the_locale(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.toml"
    path.write_text(path.read_text(encoding="utf-8") + 'language = "fr"\n', encoding="utf-8")
    assert campaign.do("note x").lines == ["Note\u00a0: x"]
    assert campaign.do("note x", "--lang", "en").lines == ["Note: x"]


# -- folders and files that are not as they should be


def test_a_folder_that_is_no_campaign(tmp_path: Path) -> None:
    ended = aethyr("do", tmp_path, "note x")
    assert (ended.status, ended.out) == (2, "")
    said = "This folder is no campaign: it has no campaign.toml. `aethyr new PATH` makes one."
    assert ended.err == f"aethyr: {tmp_path}: {said}\n"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    ended = aethyr("do", tmp_path / "nowhere", "note x")
    assert (ended.status, ended.err) == (2, f"aethyr: {tmp_path / 'nowhere'}: There is no such file or folder.\n")


@pytest.mark.parametrize(
    ("file", "text", "command", "where"),
    [
        ("campaign.toml", "format = 1\nname = ", "note x", "campaign.toml:2"),
        ("campaign.toml", "name = 3\nformat = 1\nruleset = 'dnd5e'", "note x", "campaign.toml:1"),
        ("party/mira.toml", 'name = "Mira"\nac = 16\nhp = "many"\n', "add pc mira", "party/mira.toml:3"),
        ("party/mira.toml", 'name = "Mira"\nac = 16\nhp = 3', "add pc mira", ""),
        ("encounters/gate.toml", 'name = "x"\n[[combatant]]\ncreature = "golbin"\n', "load gate",
         "encounters/gate.toml:3"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_its_line(
    campaign: Campaign, file: str, text: str, command: str, where: str
) -> None:
    (campaign.folder / file).write_text(text, encoding="utf-8")
    ended = campaign.attempt(command)
    if not where:
        assert ended.status == 0, ended.err
        return
    assert (ended.status, ended.out) == (2, "")
    assert where in ended.err
    assert "Traceback" not in ended.err
    assert not list((campaign.folder / "journal").glob("*")) if (campaign.folder / "journal").exists() else True


def test_a_folder_that_may_not_be_written_to(fight: Campaign) -> None:
    fight.folder.chmod(0o500)
    try:
        ended = aethyr_held_back("do", fight.folder, "damage gob1 3")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err == f"aethyr: {fight.folder}: The campaign can only be read: you may not write to its folder.\n"
        assert fight.combatant("goblin-1")["hp"] == 7
    finally:
        fight.folder.chmod(0o700)


def test_text_of_people_reaches_the_terminal_as_text(campaign: Campaign) -> None:
    campaign.do('add goblin as "[red]Hugin & Munin[/]"', "damage goblin-1 1")
    assert "[red]Hugin & Munin[/]" in aethyr("show", campaign.folder).out


def test_a_hostile_file_never_reaches_the_terminal_as_it_is(campaign: Campaign) -> None:
    name = "evil\\u001b]52;c;eA\\u0007"
    (campaign.folder / "party" / "mira.toml").write_text(f'name = "{name}"\nac = 1\nhp = 1\n', encoding="utf-8")
    ended = campaign.attempt("add pc mira")
    assert ended.status == 2
    assert "\x1b" not in ended.err
    checked = aethyr("check", campaign.folder)
    assert "\x1b" not in checked.out + checked.err
