"""The registry of actions: what can be done on the screen, by which keys.

Keys, footer and help come from it. The ids are public: people may name them to choose other keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from .action import Action
from .action_list import ACTIONS
from .i18n import N_


def in_prompt(action: Action) -> bool:
    """Return whether an action belongs to the line being typed, rather than to the panes."""
    return action.group == "prompt"


@cache
def keymap(prompt: bool = False) -> Mapping[str, Action]:
    """Return the action of each key, on the panes or while typing."""
    return {key: action for action in ACTIONS if in_prompt(action) == prompt for key in action.keys}


@cache
def by_id() -> Mapping[str, Action]:
    """Return the actions by their ids."""
    return {action.id: action for action in ACTIONS}


_BETWEEN_FIGHTS: Final = ("obligation.settle", "prompt.open", "history.undo", "pane.log", "app.quit", "help.show")
FOOTER_KEPT: Final = 6
"""How many keys of the footer, and how to find the others, are kept at any width: what a turn is made of."""


def footer_actions(in_fight: bool = True) -> tuple[Action, ...]:
    """Return the actions that the footer names, the most important first: those of a fight, or those between fights."""
    if not in_fight:
        return tuple(by_id()[key] for key in _BETWEEN_FIGHTS)
    return tuple(sorted((action for action in ACTIONS if action.footer), key=lambda action: action.footer))


_KEY_NAMES: Final[Mapping[str, str]] = {
    "space": N_("space"),
    "enter": N_("enter"),
    "tab": N_("tab"),
    "shift+tab": N_("shift+tab"),
    "escape": N_("esc"),
    "backspace": N_("backspace"),
    "up": "↑",
    "down": "↓",
    "home": N_("home"),
    "end": N_("end"),
    "pageup": N_("page up"),
    "pagedown": N_("page down"),
}


def key_name(key: str) -> str:
    """Return what a key is called on the screen, in English for `_`: itself when it is a character."""
    return _KEY_NAMES.get(key, key)


def keys_shown(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the names of several keys, in English for `_`."""
    return tuple(key_name(key) for key in keys)
