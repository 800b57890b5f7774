"""Text of people: cleaned, compared, turned into ids."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.text import NAME_LIMIT, NOTE_LIMIT, NotAName, clean_name, clean_note, fold, is_hostile, is_id, slug, visible


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Mira", "Mira"),
        ("  Mira   of  the Vale ", "Mira of the Vale"),
        ("E\u0301lise", "Élise"),  # composed
        ("Œil-d'Or", "Œil-d'Or"),
        ("[/]", "[/]"),
        ("[red]", "[red]"),
        ("Hugin & Munin", "Hugin & Munin"),
        ("<b>", "<b>"),
        ("龍" * 60, "龍" * 60),
        ("👩‍🚀", "👩‍🚀"),  # joiners hold signs together
        ("x" * NAME_LIMIT, "x" * NAME_LIMIT),
    ],
)
def test_a_name_is_kept_as_it_is_meant(text: str, kept: str) -> None:
    assert clean_name(text) == kept


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("x" * (NAME_LIMIT + 1), "name_too_long"),
        ("Mi\nra", "name_control"),
        ("Mi\tra", "name_control"),
        ("\x1b]0;title\x07", "name_control"),
        ("\x9b31m", "name_control"),
        ("a\u202eb", "name_control"),  # written backwards
        ("a\u2066b", "name_control"),
        ("a\u200bb", "name_control"),  # no width
        ("a\ufeffb", "name_control"),
        ("a\ue000b", "name_control"),  # private use
        ("a\u2028b", "name_control"),
        ("a\ud800", "name_not_text"),
    ],
)
def test_what_is_no_name_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotAName) as refused:
        clean_name(text)
    assert refused.value.code == code


def test_marks_do_not_pile_up() -> None:
    assert clean_name("q" + "\u0301" * 40) == "q" + "\u0301" * 4
    # What a language needs is kept.
    assert clean_name("ệ") == "ệ"


def test_a_note_keeps_its_lines() -> None:
    assert clean_note(" the bell\r\nrings\ttwice\r ") == "the bell\nrings\ttwice"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name_empty"),
        (" \n ", "name_empty"),
        ("x" * (NOTE_LIMIT + 1), "name_too_long"),
        ("\x1b[2J", "name_control"),
        ("\ud800", "name_not_text"),
    ],
)
def test_what_is_no_note_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotAName) as refused:
        clean_note(text)
    assert refused.value.code == code


@given(st.text(max_size=100))
def test_a_cleaned_name_is_clean_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except NotAName:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= NAME_LIMIT
    assert not any(map(is_hostile, name))
    assert unicodedata.is_normalized("NFC", name)


@given(st.text(max_size=100))
def test_a_cleaned_note_stays_as_it_is(text: str) -> None:
    try:
        note = clean_note(text)
    except NotAName:
        return
    assert clean_note(note) == note


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=50))
def test_what_is_shown_of_any_text_is_harmless_and_as_long(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert not any(map(is_hostile, shown))


def test_what_is_hostile_is_shown_as_a_replacement() -> None:
    assert visible("a\x1b[31mb") == "a�[31mb"
    assert visible("Œil-d'Or") == "Œil-d'Or"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élise", "elise"),
        ("ŒIL-D’OR", "oeil-d'or"),
        ("Straße", "STRASSE"),
        ("Łódź", "lodz"),
        ("naïve", "NAIVE"),
    ],
)
def test_names_are_compared_without_accents_and_case(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("Œil-d'Or", "oeil-d-or"),
        ("Giant Spider", "giant-spider"),
        ("  Élise  ", "elise"),
        ("[/]", "x"),
        ("龍", "x"),
        ("a" * 60, "a" * 48),
        ("a" * 47 + " b", "a" * 47),
    ],
)
def test_an_id_is_made_of_a_name(name: str, identifier: str) -> None:
    assert slug(name) == identifier


@given(st.text(max_size=100))
def test_what_is_made_of_a_name_is_an_id(text: str) -> None:
    assert is_id(slug(text))


@pytest.mark.parametrize("text", ["", "-a", "a-", "A", "a b", "é", "a/b", "..", "a" * 49, "a\n", "x\x00"])
def test_what_is_no_id(text: str) -> None:
    assert not is_id(text)
