"""What no file of the project may say: promises for later, and the places where somebody happened to write it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

# In pieces, so that this file may be looked at as well.
FORBIDDEN = re.compile(
    "|".join(
        (
            r"\.\./" + "shared",
            r"/(?:work|farm)" + "/",
            r"/tmp/" + r"(?:tv|brief)\b",
            r"/\.lib" + "rary",
            r"python" + r"hosted\.org",
            r"pypi" + r"\.org",
            r"npm" + r"js\.(?:org|com)",
            r"deb" + r"\.debian\.org",
            r"\bTO" + r"DO\b",
            r"\bFIX" + r"ME\b",
            r"\bX" + r"XX\b",
        )
    )
)
SKIPPED = {"__pycache__", ".git", "build", "dist", ".hypothesis"}


def files() -> Iterator[Path]:
    """Every file of the project that people write, relative to its root."""
    for folder, names, found in os.walk(ROOT):
        if "pyvenv.cfg" in found:
            names.clear()
            continue
        names[:] = sorted(name for name in names if name not in SKIPPED and not name.endswith(("_cache", ".egg-info")))
        yield from (Path(folder, name).relative_to(ROOT) for name in sorted(found) if not name.endswith(".mo"))


def forbidden_words(text: str) -> list[str]:
    return [found.group() for found in FORBIDDEN.finditer(text)]


def test_no_file_says_what_it_must_not() -> None:
    found = {}
    for path in files():
        words = forbidden_words((ROOT / path).read_bytes().decode("utf-8", errors="replace"))
        if words:
            found[str(path)] = words
    assert found == {}


def test_the_files_of_the_project_are_looked_at() -> None:
    seen = {str(path) for path in files()}
    assert {"README.md", ".ci/run", "pyproject.toml", "rules/kernel.py", "tests/architecture/test_words.py"} <= seen


@pytest.mark.parametrize(
    "text", ["# TO" + "DO: later", "see ../" + "shared/x", "https://pypi" + ".org/simple", "FIX" + "ME"]
)
def test_a_forbidden_word_is_found(text: str) -> None:
    assert len(forbidden_words(text)) == 1
