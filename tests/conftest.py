"""What every test stands on: the catalogues as the .po files say, no limit of time on examples, the options."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from hatch_build import compile_catalogues

# Examples take as long as they take: the machine may be slow or busy. In a gate they are the same at each run.
settings.register_profile("aethyr", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("aethyr")

compile_catalogues(Path(__file__).parent.parent)


def pytest_addoption(parser: pytest.Parser) -> None:
    # pytest reads options from this conftest only: those of the folders below are loaded after the command line.
    parser.addoption("--examples", metavar="FILE", help="run this table of worked examples instead of our own")
