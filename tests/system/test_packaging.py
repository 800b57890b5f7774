"""What is built holds all that the program needs, and nothing that only its authors do."""

import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath

import pytest

from tests.architecture.source import ROOT

PACKAGES = ("rules", "campaigns", "tui")
NEEDED = {".py", ".toml", ".tcss", ".mo", ".md", ".txt", ".json"}
"""The kinds of files in a package that the program, or a licence, needs where it is installed."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist made of the checkout and a wheel made of that sdist, without a network."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_the_wheel_has_every_file_that_the_program_needs(wheel: zipfile.ZipFile) -> None:
    needed = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in NEEDED
    }
    assert "tui/locales/fr/LC_MESSAGES/aethyr.mo" in needed
    assert needed <= set(wheel.namelist())


def test_the_wheel_has_the_three_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {PurePosixPath(name).parts[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert not [name for name in wheel.namelist() if name.endswith((".po", ".pyc"))]


def test_the_licences_are_in_the_wheel(wheel: zipfile.ZipFile, metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT AND CC-BY-4.0"
    licences = metadata.get_all("License-File", [])
    assert "LICENSE" in licences
    assert [name for name in licences if name != "LICENSE"], "the notice of the SRD data is missing"


def test_textual_is_the_one_version_that_the_screen_was_tested_with(metadata: Message) -> None:
    requirements = metadata.get_all("Requires-Dist", [])
    assert [needed for needed in requirements if needed.startswith("textual")] == ["textual==8.2.8"]


def test_the_sdist_has_what_it_takes_to_build_and_test(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "tests/conftest.py", "tui/i18n.py"} <= names
    assert "tui/locales/fr/LC_MESSAGES/aethyr.po" in names
