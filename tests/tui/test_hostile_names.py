"""Names that try to be something else than names: markup, escape codes, signs of odd width. They are shown as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.statblock import Names, StatBlock
from rules.text import is_hostile
from tests.tui.stage import Stage, acted, campaign, stage
from tests.tui.tabletop import Shelf
from tui.widgets.spans import tidy, width

HOSTILE = {
    "tag": "[/]",
    "open": "[/",
    "action": "[@click=app.quit]x[/]",
    "link": "[link=http://x]z[/link]",
    "colour": "[$primary]a [red]b",
    "title": "a\x1b]0;owned\x07b",
    "clipboard": "\x1b]52;c;aGk=\x07",
    "clear": "\x1b[2Jb",
    "c1": "a\x9b31mb",
    "nul": "a\x00b\x7f",
    "bidi": "a\u202ec\u2066b",
    "invisible": "a\u200bb\ufeffc",
    "wide": "龍の王子さま",
    "family": "👩‍👩‍👧 mère",
    "flag": "🏴‍☠️ Tib",
    "zalgo": "Z\u0301\u0302\u0303\u0304o",
    "joiner": "\u200da",
    "braces": "{name} %s \\[x] :skull:",
    "long": "x" * 80,
}


async def looked_at(shown: Stage) -> None:
    """Every part of the screen, with and without a prompt, is whole and has nothing in it that a terminal obeys."""
    for keys in ((), ("d", "a"), ("7",), ("ctrl+c", "tab"), ("tab",), ("tab",), ("y",), ("y", "?"), ("?", "f", "x")):
        if keys:
            await shown.press(*keys)
        columns = shown.app.size.width
        for line in shown.lines():
            assert width(line) == columns, repr(line)
            assert not any(map(is_hostile, line)), repr(line)
    await shown.press("ctrl+c")


SIZES = {"two columns": (80, 24), "wide": (120, 40), "narrow": (50, 20)}
CASES = [(name, "two columns") for name in HOSTILE] + [
    (name, size) for name in ("open", "title", "family", "zalgo", "long") for size in ("wide", "narrow")
]


@pytest.mark.parametrize(("kind", "size"), CASES)
@acted
async def test_a_name_is_shown_as_text(kind: str, size: str, tmp_path: Path) -> None:
    name = HOSTILE[kind]
    shelf = Shelf(StatBlock(id="x", name=Names(en=name, fr=name), hp=31))
    folder = campaign(tmp_path / "crypt", "add 2 x", "add pc mira,otto", "init all 10", "start", shelf=shelf)
    async with stage(folder, SIZES[size], shelf=shelf) as shown:
        assert tidy(name)[:4].strip() in shown.frame()
        await looked_at(shown)
        await shown.press("d", "a", "3", "enter")
        assert "28/31" in shown.frame()


@pytest.mark.parametrize("name", ["[/", "[@click=app.quit]x[/]", "👩‍👩‍👧 mère", "{who}"])
@acted
async def test_a_note_and_a_typed_line_are_text(name: str, tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt", "add pc mira", "init mira 3", "start")) as shown:
        shown.screen.keyboard.press("o", "o", 0.0)
        shown.screen.keyboard.paste(name)
        await shown.press("enter")
        await looked_at(shown)
        assert name[:3] in shown.frame()
        assert shown.session.history[-1].command.startswith("note ")
