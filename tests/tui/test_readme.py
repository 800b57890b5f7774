"""The commands that the README shows are commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.tabletop import fight, read
from tui.language import LanguageError

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
NAMED_ELSEWHERE = {"unknown_target", "unknown_effect", "unknown_encounter", "unknown_creature"}
"""Whoever the README names need not be at the tests' table: a name that is not there was read as a name."""


def commands() -> list[str]:
    """Return the commands of the README's page about the language, of both columns."""
    (block,) = re.findall(r"## The command language\n\n```\n(.*?)```", README, re.DOTALL)
    cells = [cell for line in block.splitlines() for cell in re.split(r"\s{3,}", line)]
    return [command.strip() for cell in cells for command in cell.split("·") if command.strip()]


def test_the_readme_shows_commands() -> None:
    assert len(commands()) >= 25


@pytest.mark.parametrize("text", commands())
def test_a_command_in_the_readme_is_understood(text: str) -> None:
    assert misunderstanding(text) in {None, *NAMED_ELSEWHERE}


def misunderstanding(text: str) -> str | None:
    """Return the code of what is wrong with a command, or nothing."""
    try:
        read(text, fight())
    except LanguageError as error:
        return error.code
    return None
