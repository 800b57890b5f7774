"""The registry of actions: every key belongs to one action, every action has words, and none is out of reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.stage import FIGHT, Speaking, acted, campaign, stage
from tui.action import GROUPS
from tui.action_list import ACTIONS
from tui.actions import by_id, footer_actions, in_prompt, key_name, keymap
from tui.i18n import _
from tui.keyboard import Keyboard
from tui.language.verbs import READERS
from tui.widgets.page import help_lines
from tui.widgets.spans import line_text, line_width

REQUIRED = {
    "n": "turn.next",
    "p": "turn.back",
    "a": "combatant.attack",
    "d": "combatant.damage",
    "h": "combatant.heal",
    "t": "combatant.temporary",
    "c": "combatant.cast",
    "x": "combatant.dispel",
    "e": "combatant.condition",
    "s": "combatant.save",
    "i": "fight.initiative",
    "r": "fight.roll",
    "o": "fight.note",
    "u": "history.undo",
    "U": "history.redo",
    "ctrl+y": "history.redo",
    "space": "row.mark",
    "j": "row.down",
    "down": "row.down",
    "k": "row.up",
    "up": "row.up",
    "f": "row.find",
    "/": "row.find",
    "enter": "obligation.settle",
    "w": "obligation.waive",
    "y": "log.why",
    "l": "pane.log",
    "tab": "pane.next",
    "v": "combatant.hide",
    ":": "prompt.open",
    "f2": "prompt.open",
    "?": "help.show",
    "f1": "help.show",
    "q": "app.quit",
}


def test_every_key_of_the_manual_does_what_it_says() -> None:
    assert {key: keymap()[key].id for key in REQUIRED} == REQUIRED


@pytest.mark.parametrize("prompt", [False, True])
def test_a_key_belongs_to_one_action(prompt: bool) -> None:
    keys = [key for action in ACTIONS if in_prompt(action) == prompt for key in action.keys]
    assert len(keys) == len(set(keys))


def test_ids_are_area_and_verb_and_each_is_there_once() -> None:
    assert len(by_id()) == len(ACTIONS)
    assert all(action.id.count(".") == 1 and action.id.islower() for action in ACTIONS)


def test_no_action_hides_behind_a_sign_that_some_keyboards_do_not_have() -> None:
    # Nor behind what an arrow key falls apart into when a slow link splits it: escape, then [ or O, then a letter.
    for action in ACTIONS:
        assert any(len(key) > 1 or key.isalpha() or key in ":?!" for key in action.keys), action.id
        assert not set(action.keys) & set("[]{}@#~;<OABCDFHPQRSM0123456789"), action.id
        assert not set(action.keys) & {"ctrl+z", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m"}, action.id


def test_every_verb_is_one_of_the_language() -> None:
    assert {action.verb for action in ACTIONS if action.verb} <= set(READERS)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_words_in_both_languages(action: object) -> None:
    assert any(action is known for known in ACTIONS)
    found = next(known for known in ACTIONS if known is action)
    assert found.label
    assert found.description[0].isupper()
    assert not found.description.endswith(".")
    assert found.group in GROUPS
    with Speaking("fr"):
        assert _(found.description) != found.description, found.description


def test_the_footer_names_a_dozen_at_most_and_help_last() -> None:
    assert len(footer_actions()) <= 12
    assert footer_actions()[-1].id == "help.show"
    assert all(action in ACTIONS for action in footer_actions(False))


@pytest.mark.parametrize("cells", [48, 80, 120, 200])
def test_the_help_has_every_key_and_fits(cells: int) -> None:
    lines = help_lines(cells)
    text = "\n".join(map(line_text, lines))
    for action in ACTIONS:
        for key in action.keys:
            assert key_name(key) in text
    assert max(map(line_width, lines)) <= cells


@acted
async def test_every_key_of_every_action_does_something_without_harm(tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt", *FIGHT)) as shown:
        keyboard: Keyboard = shown.screen.keyboard
        for action in ACTIONS:
            if in_prompt(action) or action.id == "app.quit":
                continue
            for key in action.keys:
                keyboard.press(key, key if len(key) == 1 else None, 0.0)
                shown.screen.show()
                if shown.screen.scene.prompt is not None:
                    assert action.opens_prompt
                    keyboard.press("ctrl+c", None, 0.0)
                await shown.settle()
        assert shown.session.state.encounter is not None
