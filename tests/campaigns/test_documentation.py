"""The page about a campaign's files names every key that they may have."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from campaigns import sheets
from rules.campaign import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "campaign.md").read_text(encoding="utf-8")
SHEETS = [value for value in vars(sheets).values() if isinstance(value, type) and issubclass(value, sheets.Sheet)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.__name__)
def test_every_key_of_a_sheet_is_on_the_page(sheet: type[sheets.Sheet]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(sheet)]
    assert [key for key in keys if not re.search(rf"\b{key}\b", PAGE)] == []


def test_every_house_rule_is_on_the_page() -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(Settings)]
    assert [key for key in keys if f'"{key}"' not in PAGE] == []


def test_every_example_on_the_page_is_toml() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        tomllib.loads(block)
