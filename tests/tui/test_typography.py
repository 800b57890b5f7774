"""Signs between words, as each language sets them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tui.i18n import set_language
from tui.typography import colon, grouped, semicolons, whose


@pytest.fixture
def in_french() -> Iterator[None]:
    set_language("fr")
    yield
    set_language("en")


def test_english_joins_plainly() -> None:
    assert (colon("a", "b"), semicolons(["a", "b"]), grouped(2100), whose("Otto")) == ("a: b", "a; b", "2100", "Otto’s")


@pytest.mark.usefixtures("in_french")
def test_french_keeps_its_spaces_from_breaking() -> None:
    assert colon("a", "b") == "a\u00a0: b"
    assert semicolons(["a", "b"]) == "a\u202f; b"
    assert (grouped(999), grouped(2100), grouped(1_234_567)) == ("999", "2\u202f100", "1\u202f234\u202f567")


@pytest.mark.usefixtures("in_french")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mira", "de Mira"),
        ("Otto", "d’Otto"),
        ("Élise", "d’Élise"),
        ("Œil-d’Or", "d’Œil-d’Or"),
        ("Hydre", "d’Hydre"),
        ("Hobgobelin 2", "de Hobgobelin 2"),
    ],
)
def test_french_elides_before_a_vowel_and_a_silent_h(name: str, said: str) -> None:
    assert whose(name) == said
