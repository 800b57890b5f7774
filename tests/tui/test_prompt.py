"""The prompt: half filled by a key, hint letters, names, and what becomes of it as a command."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.tui.stage import Speaking
from tui.actions import by_id
from tui.editor import LIMIT, Editor, History, as_one_line
from tui.hints import hinted, hints_for
from tui.prompt import Prompt

HINTS = {"goblin-1": "a", "goblin-2": "b", "mira": "c"}


def press(prompt: Prompt, keys: Sequence[str]) -> str:
    """What the last of some keys came to."""
    outcome = ""
    for key in keys:
        outcome = prompt.press(key, key if len(key) == 1 else None, HINTS)
    return outcome


@pytest.mark.parametrize(
    ("action", "keys", "command"),
    [
        ("combatant.damage", "7", "damage mira 7"),
        ("combatant.damage", "ab7 fire", "damage goblin-1,goblin-2 7 fire"),
        ("combatant.damage", "aba7", "damage goblin-2 7"),
        ("combatant.damage", "'gob* 7", "damage gob* 7"),
        ("combatant.damage", "a'hob 7", "damage goblin-1,hob 7"),
        ("combatant.damage", "*gob 7", "damage *gob 7"),
        ("combatant.damage", ["7", "backspace", "backspace", "a", "2"], "damage goblin-1 2"),
        ("combatant.damage", ["a", "b", "backspace", "3"], "damage goblin-1 3"),
        ("combatant.condition", " prone 2", "condition mira prone 2"),
        ("combatant.condition", "a prone", "condition goblin-1 prone"),
        ("combatant.save", "ab dex 13", "save goblin-1,goblin-2 dex 13"),
        ("combatant.damage", "zomb 7", "damage zomb 7"),
        ("combatant.damage", "azork", "damage goblin-1 zork"),
        ("fight.initiative", "mira 17 otto 12 tor 4", "init mira 17 otto 12 tor 4"),
        ("fight.initiative", "'mira 17 otto 12", "init mira 17 otto 12"),
        ("fight.roll", "4d6kh3", "roll 4d6kh3"),
        ("fight.note", 'the "bell"', 'note "the \\"bell\\""'),
        ("prompt.open", "add 4 gob", "add 4 gob"),
        ("prompt.open", "", ""),
    ],
)
def test_keys_become_a_command(action: str, keys: Sequence[str], command: str) -> None:
    prompt = Prompt.opened(by_id()[action], implied=("mira",))
    press(prompt, keys)
    assert prompt.text() == command


@pytest.mark.parametrize(
    ("action", "keys", "command"),
    [
        ("combatant.attack", "c", "attack otto mira"),
        ("combatant.attack", "c scim", "attack otto mira scim"),
        ("combatant.attack", ["backspace", "a", "c"], "attack goblin-1 mira"),
        ("combatant.attack", "'mi adv", "attack otto mi adv"),
        ("combatant.cast", "fireb", "cast otto fireb"),
        ("combatant.cast", "fire on bab*", "cast otto fire on bab*"),
        ("combatant.cast", "fire on ab,ca @4", "cast otto fire on ab,ca @4"),
        ("combatant.cast", ["backspace", "c", *"bless"], "cast mira bless"),
        ("combatant.dispel", "haste on a", "dispel otto haste on a"),
    ],
)
def test_the_one_who_acts_stands_first(action: str, keys: Sequence[str], command: str) -> None:
    prompt = Prompt.opened(by_id()[action], actor="otto")
    press(prompt, keys)
    assert prompt.text() == command


def test_marked_ones_are_whom_a_spell_is_for_unless_others_are_picked() -> None:
    prompt = Prompt.opened(by_id()["combatant.cast"], actor="mira", implied=("goblin-1", "goblin-2"))
    press(prompt, "fire")
    assert prompt.text() == "cast mira fire on goblin-1,goblin-2"
    press(prompt, " on b")
    assert prompt.text() == "cast mira fire on b"


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        ("ab@4", "cast otto fire @4 on goblin-1,goblin-2"),
        ("'gob*", "cast otto fire on gob*"),
        ("a'gob*", "cast otto fire on goblin-1,gob*"),
        ("zo", "cast otto fire on zo"),
    ],
)
def test_behind_a_spell_that_is_completed_letters_pick_targets(keys: str, command: str) -> None:
    prompt = Prompt.opened(by_id()["combatant.cast"], actor="otto")
    press(prompt, "fire")
    prompt.begin_targets()
    press(prompt, keys)
    assert prompt.text() == command


def test_darts_of_a_spell_are_counted() -> None:
    prompt = Prompt.opened(by_id()["combatant.cast"], actor="otto")
    press(prompt, "missile")
    prompt.begin_targets()
    prompt.repeats = True
    press(prompt, "aab")
    assert prompt.text() == "cast otto missile on goblin-1,goblin-1,goblin-2"
    press(prompt, ["backspace", "backspace"])
    assert prompt.text() == "cast otto missile on goblin-1"


def test_whoever_acts_is_meant_only_when_picked() -> None:
    prompt = Prompt.opened(by_id()["combatant.attack"], actor="mira")
    assert prompt.lacks_targets
    press(prompt, " adv")
    assert prompt.lacks_targets
    picked = Prompt.opened(by_id()["combatant.attack"], actor="mira")
    press(picked, "c")
    assert not picked.lacks_targets


@pytest.mark.parametrize(
    ("action", "keys", "command"),
    [
        ("combatant.damage", "7", "damage! mira 7"),
        ("prompt.open", "damage mira 7", "damage! mira 7"),
        ("prompt.open", "damage! mira 7", "damage! mira 7"),
    ],
)
def test_the_force_stands_behind_the_verb(action: str, keys: str, command: str) -> None:
    prompt = Prompt.opened(by_id()[action], implied=("mira",))
    press(prompt, keys)
    prompt.force()
    assert prompt.text() == command


def test_the_verb_is_a_word_of_the_reader() -> None:
    with Speaking("fr"):
        prompt = Prompt.opened(by_id()["combatant.damage"], implied=("mira",))
        press(prompt, "7")
        assert prompt.text() == "dégâts mira 7"
        spell = Prompt.opened(by_id()["combatant.cast"], actor="mira")
        press(spell, "boule sur a")
        assert spell.text() == "lancer mira boule sur a"


@pytest.mark.parametrize("action", ["combatant.damage", "prompt.open", "fight.initiative", "fight.roll"])
def test_backspace_on_an_empty_line_leaves_it(action: str) -> None:
    prompt = Prompt.opened(by_id()[action])
    assert press(prompt, ["backspace"]) == "leave"
    assert press(prompt, ["1", "backspace"]) == "changed"


def test_backspace_takes_back_step_by_step_and_then_leaves() -> None:
    prompt = Prompt.opened(by_id()["combatant.attack"], actor="otto")
    assert press(prompt, ["a", "backspace"]) == "changed"
    assert prompt.actor == "otto"
    assert press(prompt, ["backspace"]) == "changed"
    assert prompt.actor == ""
    assert press(prompt, ["backspace"]) == "leave"


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_two_keys_leave_at_once(key: str) -> None:
    assert press(Prompt.opened(by_id()["combatant.damage"]), ["a", "7", key]) == "leave"


def test_a_letter_that_is_beside_no_row_begins_a_name() -> None:
    prompt = Prompt.opened(by_id()["combatant.damage"], implied=("mira",))
    assert press(prompt, "z") == "changed"
    assert prompt.text() == "damage z"
    many = hints_for(f"goblin-{number}" for number in range(40))
    named = Prompt.opened(by_id()["combatant.damage"])
    for letter in "bz":
        named.press(letter, letter, many)
    assert named.text() == "damage bz"


def test_pasted_text_is_one_line_of_text() -> None:
    prompt = Prompt.opened(by_id()["combatant.damage"], implied=("mira",))
    prompt.paste("gob1 7\nnext\r\n\x1b[2J")
    assert prompt.text() == "damage gob1 7 next [2J"
    numbers = Prompt.opened(by_id()["combatant.damage"], implied=("mira",))
    numbers.paste("7 fire")
    assert numbers.text() == "damage mira 7 fire"


def test_hints_have_one_letter_or_two() -> None:
    assert hints_for(["x", "y"]) == {"x": "a", "y": "b"}
    many = hints_for(str(number) for number in range(30))
    assert (many["0"], many["1"], many["29"]) == ("aa", "ab", "bd")
    assert hinted(many, "a") == ("", True)
    assert hinted(many, "ab") == ("1", False)
    assert len(hints_for(str(number) for number in range(1000))) == 676


def test_two_letters_name_one_row() -> None:
    hints = hints_for(f"goblin-{number}" for number in range(40))
    prompt = Prompt.opened(by_id()["combatant.damage"])
    for letter in "ab":
        prompt.press(letter, letter, hints)
    assert prompt.picked == ("goblin-1",)
    prompt.press("b", "b", hints)
    assert prompt.letters == "b"
    assert prompt.press("backspace", None, hints) == "changed"
    assert (prompt.letters, prompt.picked) == ("", ("goblin-1",))


@pytest.mark.parametrize(
    ("text", "keys", "left"),
    [
        ("damage gob 7", ["ctrl+w"], "damage gob |"),
        ("damage gob 7", ["left", "left", "ctrl+u"], "| 7"),
        ("damage", ["home", "delete"], "|amage"),
        ("damage", ["home", "right", "backspace"], "|amage"),
        ("damage gob", ["ctrl+left", "x"], "damage x|gob"),
        ("damage gob", ["home", "ctrl+right", "ctrl+k"], "damage|"),
        ("", ["backspace", "delete", "left", "right", "ctrl+w"], "|"),
    ],
)
def test_editing_keys(text: str, keys: Sequence[str], left: str) -> None:
    editor = Editor()
    editor.set(text)
    for key in keys:
        if not editor.press(key):
            editor.insert(key)
    assert editor.text[: editor.at] + "|" + editor.text[editor.at :] == left


def test_a_line_has_an_end() -> None:
    editor = Editor()
    editor.insert("x" * (LIMIT + 5))
    assert len(editor.text) == LIMIT
    assert as_one_line("a\n\r\tb\u202e\x07") == "a b"


def test_earlier_lines_come_back_and_the_one_being_typed_as_well() -> None:
    history = History()
    history.extend(["one", "two", "two", ""])
    assert history.older("typing") == "two"
    assert history.older("two") == "one"
    assert history.older("one") is None
    assert history.newer() == "two"
    assert history.newer() == "typing"
    assert history.newer() is None
