"""What an action is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from .i18n import N_

Shape = Literal["none", "targets", "actor_targets", "actor_words", "pairs", "text", "quoted", "find"]
"""What a half-filled prompt asks for behind its verb.

`none`: the action opens no prompt. `targets`: whom it concerns, then the rest. `actor_targets`: the one who acts, then
whom, then the rest. `actor_words`: the one who acts, a spell or an effect, then whom. `pairs`: each whom with its
number. `text`: any text. `quoted`: any text, without quotes. `find`: a name to go to.
"""

Group = Literal["turn", "fight", "look", "prompt"]
GROUPS: Final[Mapping[Group, str]] = {
    "turn": N_("Turns and history"),
    "fight": N_("In the fight"),
    "look": N_("Looking"),
    "prompt": N_("While typing"),
}
"""Titles of the groups, in the order of the help."""


class Action(Struct, frozen=True, kw_only=True):
    """Something that a key does."""

    id: str
    """`area.verb`, such as `turn.next`."""
    keys: tuple[str, ...]
    """Characters, or Textual's names for keys that have none. The first is the one that is shown."""
    label: str
    """A word or two for the footer, in English."""
    description: str
    """What it does, a sentence in English."""
    group: Group
    verb: str = ""
    """Meaning of the verb (`language.words.VERBS`) that the prompt begins with, or that is entered at once."""
    shape: Shape = "none"
    footer: int = 0
    """Its place in the footer, from 1; 0 when the footer does not have it."""

    @property
    def opens_prompt(self) -> bool:
        """Whether the key opens the prompt half filled."""
        return self.shape != "none"
