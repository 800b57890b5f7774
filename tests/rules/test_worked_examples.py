"""The worked examples as a table: one test for each record, through one thin adapter for each system.

`--examples FILE` runs another table of the same form. Records whose operation no adapter knows yet are listed by name.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from tests.rules.examples import OPERATIONS

TABLE = Path(__file__).parents[1] / "worked_examples.toml"

Record = dict[str, Any]


def load(path: Path) -> list[Record]:
    """Return the records of a table."""
    with path.open("rb") as file:
        records: list[Record] = tomllib.load(file)["example"]
    return records


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of each record."""
    if "record" in metafunc.fixturenames:
        records = load(Path(metafunc.config.getoption("--examples") or TABLE))
        metafunc.parametrize("record", [_marked(each, records) for each in records])


def _kind(record: Record) -> tuple[str, str]:
    return record["seed"], record["action"]["do"]


def _marked(record: Record, records: list[Record]) -> ParameterSet:
    """Return a test's parameter; one that no adapter covers is skipped, with all those of its kind by name."""
    seed, do = _kind(record)
    if do in OPERATIONS.get(seed, {}):
        return pytest.param(record, id=record["id"])
    alike = ", ".join(each["id"] for each in records if _kind(each) == (seed, do))
    reason = f"not yet covered: document {seed}, {do} ({alike})"
    return pytest.param(record, id=record["id"], marks=pytest.mark.skip(reason=reason))


def test_a_worked_example_comes_out_as_written(record: Record) -> None:
    seed, do = _kind(record)
    outcome = OPERATIONS[seed][do](record.get("given", {}), record["action"])
    expected = record["expect"]
    assert {key: outcome[key] for key in expected} == expected, f"{record['rule']} ({record['basis']})"


def test_every_example_is_named_once() -> None:
    ids = [record["id"] for record in load(TABLE)]
    assert len(ids) == len(set(ids)) >= 416
