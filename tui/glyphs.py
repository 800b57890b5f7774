"""The signs of the screen, each one cell wide, and their twins for terminals and fonts that have ASCII only."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Glyphs(Struct, frozen=True, kw_only=True):
    """One set of signs. A sign is one cell wide and never the only thing that tells two states apart from colour."""

    active: str
    """Before the one whose turn it is."""
    mark: str
    """Before a marked one."""
    concentrating: str
    dead: str
    out: str
    """One that has left the fight alive."""
    hidden: str
    """One that the players do not see."""
    due: str
    """Something waits to be settled."""
    success: str
    failure: str
    """Death saving throws."""
    prompt: str
    """Between the verb of the prompt and what is typed."""
    pip: str
    pip_spent: str
    bar: str
    bar_lost: str
    arrow: str
    """From a spell to whom it holds, from a figure to the next."""
    more: str
    """Where text is cut."""
    above: str
    below: str
    """More rows above or below those shown."""
    rule: str
    wall: str
    tee_down: str
    tee_up: str
    tee_left: str
    tee_right: str
    cross: str
    dot: str
    """Between things in one line."""


UNICODE: Final = Glyphs(
    active="▶",
    mark="•",
    concentrating="◆",
    dead="†",
    out="○",
    hidden="◌",
    due="⚑",
    success="✓",
    failure="✗",
    prompt="▸",
    pip="●",
    pip_spent="○",
    bar="━",
    bar_lost="─",
    arrow="→",
    more="…",
    above="▲",
    below="▼",
    rule="─",
    wall="│",
    tee_down="┬",
    tee_up="┴",
    tee_left="┤",
    tee_right="├",
    cross="┼",
    dot="·",
)
ASCII: Final = Glyphs(
    active=">",
    mark="*",
    concentrating="@",
    dead="x",
    out="o",
    hidden="?",
    due="!",
    success="+",
    failure="-",
    prompt=">",
    pip="#",
    pip_spent=".",
    bar="#",
    bar_lost=".",
    arrow=">",
    more="~",
    above="^",
    below="v",
    rule="-",
    wall="|",
    tee_down="+",
    tee_up="+",
    tee_left="+",
    tee_right="+",
    cross="+",
    dot="|",
)

_TWINS: Final[Mapping[str, str]] = {
    **{getattr(UNICODE, name): getattr(ASCII, name) for name in Glyphs.__struct_fields__},
    "’": "'",
    "\u2018": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "‑": "-",
    "\u2212": "-",
    "×": "x",
    "œ": "o",
    "Œ": "O",
    "æ": "a",
    "Æ": "A",
    "ß": "s",
    "\u00a0": " ",
    "\u202f": " ",
}


def choose(name: str) -> Glyphs:
    """Return the set called `unicode` or `ascii`; the first for any other name."""
    return ASCII if name == "ascii" else UNICODE


def ascii_twin(character: str) -> str:
    """Return one ASCII character that stands for another: without its accent, or `?` when nothing is like it."""
    if character.isascii():
        return character
    if twin := _TWINS.get(character):
        return twin
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base.isascii() else "?"
