"""What is loaded when: a command that opens no screen pays neither for Textual nor for pydantic."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, modules

SCREEN = {"textual", "rich"}
VALIDATION = {"pydantic", "pydantic_core"}
EXAMPLES = ROOT / "campaigns" / "examples"

RUN = "from tui.cli import main; status = main() or 0"
AND_LIST_MODULES = """
import json, sys
report, *sys.argv[1:] = sys.argv[1:]
status = 0
try:
    {body}
except SystemExit as stop:
    status = stop.code or 0
with open(report, "w") as file:
    json.dump({{"status": status, "modules": sorted({{name.split(".")[0] for name in sys.modules}})}}, file)
"""


def loaded_by(body: str, report: Path, *arguments: str) -> set[str]:
    """The top-level modules there are in a fresh Python once `body` has run, to its end and without complaint."""
    done = subprocess.run(
        [sys.executable, "-c", AND_LIST_MODULES.format(body=body), str(report), *arguments],
        cwd=ROOT,
        env={**os.environ, "HOME": str(report.parent), "XDG_DATA_HOME": str(report.parent / "data")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(report.read_text())
    assert seen["status"] == 0, done.stdout + done.stderr
    return set(seen["modules"])


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A copy of an example campaign, in no fight yet."""
    example = next(path.parent for path in sorted(EXAMPLES.glob("*/campaign.toml")))
    return Path(shutil.copytree(example, tmp_path / "campaign"))


@pytest.mark.parametrize("module", ["rules.decide", "rules.evolve"])
def test_the_rules_load_nothing_but_msgspec(module: str, tmp_path: Path) -> None:
    loaded = loaded_by(f"import {module}", tmp_path / "report.json")
    assert not loaded & (SCREEN | VALIDATION | {"campaigns", "tui", "tomllib", "tomlkit", "tomli_w", "platformdirs"})


def test_the_library_and_the_files_load_no_screen(tmp_path: Path) -> None:
    body = "import " + ", ".join(module.name for module in modules("campaigns"))
    assert not loaded_by(body, tmp_path / "report.json") & (SCREEN | {"tui"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["do", "CAMPAIGN", 'note "x"'],
        ["do", "CAMPAIGN", 'note "x"', "--json"],
        ["show", "CAMPAIGN"],
        ["show", "CAMPAIGN", "--json"],
        ["log", "CAMPAIGN"],
        ["roll", "2d6+3"],
        ["--version"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_a_command_without_a_screen_loads_neither_textual_nor_pydantic(
    arguments: list[str], campaign: Path, tmp_path: Path
) -> None:
    given = [str(campaign) if word == "CAMPAIGN" else word for word in arguments]
    loaded = loaded_by(RUN, tmp_path / "report.json", *given)
    assert not loaded & (SCREEN | VALIDATION)


def test_a_check_of_the_files_loads_no_screen(campaign: Path, tmp_path: Path) -> None:
    loaded = loaded_by(
        "from tui.cli import main; status = main() or 0", tmp_path / "report.json", "check", str(campaign)
    )
    assert not loaded & SCREEN
