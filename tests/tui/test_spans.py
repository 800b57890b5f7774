"""Lines measured, cut, wrapped and compared in cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.widgets.spans import (
    Line,
    cells_of,
    changed_runs,
    clip,
    fit,
    fit_line,
    fit_right,
    justified,
    line_text,
    line_width,
    names_line,
    width,
    wrap,
)

WIDE = "龍"
TEXTS = st.text(st.sampled_from("ab é龍👩‍🚀e\u0301\u202e\x1b[/"), max_size=30)


def test_a_text_is_cut_with_a_sign() -> None:
    assert clip("Hobgoblin 12", 8) == "Hobgobl…"
    assert clip("Goblin", 6) == "Goblin"
    assert clip("Goblin", 0) == ""


def test_names_that_do_not_fit_are_counted() -> None:
    names = ("Mira", "Otto", "Tor")
    assert names_line(names, 20) == "Mira, Otto, Tor"
    assert names_line(names, 13) == "Mira, Otto +1"
    assert names_line(names, 8) == "Mira +2"
    assert names_line(names, 5) == "Mira…"
    assert names_line((), 5) == ""


def test_flush_left_and_right() -> None:
    assert fit("Tor", 5) == "Tor  "
    assert fit_right("17", 4) == "  17"


def test_hostile_characters_are_shown_as_replaced_and_measured_so() -> None:
    assert fit("a\x1bb\u202ec", 6) == "a�b�c "


@given(TEXTS, st.integers(0, 20))
def test_a_fitted_text_has_exactly_its_width(text: str, cells: int) -> None:
    assert width(fit(text, cells)) == cells
    assert width(fit_right(text, cells)) == cells


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "strong"])), max_size=4), st.integers(0, 30))
def test_a_fitted_line_has_exactly_its_width(line: list[tuple[str, str]], cells: int) -> None:
    fitted = fit_line(((fit(text, width(clip(text, 99))), tone) for text, tone in line), cells)
    assert line_width(fitted) == cells


@given(TEXTS, st.integers(1, 20), st.integers(0, 4))
def test_wrapped_text_stays_within_its_width(text: str, cells: int, indent: int) -> None:
    lines = wrap(text, max(2, cells), indent)
    assert lines
    assert all(width(line) <= max(2, cells) for line in lines)


def test_text_is_broken_at_blanks_and_no_break_spaces_hold() -> None:
    assert wrap("Mira takes 7\u00a0fire damage", 12, 2) == ["Mira takes", "  7\u00a0fire", "  damage"]
    assert wrap("abcdefghij", 4, 1) == ["abcd", " efg", " hij"]
    assert wrap("", 10) == [""]


def test_two_ends_of_a_line() -> None:
    line = justified([("a long beginning", "")], [("end", "muted")], 12)
    assert line_text(line) == "a long b end"
    assert line_text(justified([("a", "")], [("b", "")], 5)) == "a   b"


def line(text: str, tone: str = "") -> Line:
    return ((text, tone),)


@pytest.mark.parametrize(
    ("before", "after", "runs"),
    [
        ("Mira 22/31 ", "Mira 22/31 ", []),
        ("Mira 22/31 ", "Mira 15/31 ", [(5, 2)]),
        ("a         b", "x         y", [(0, 1), (10, 1)]),
        ("a    b", "x    y", [(0, 6)]),
        (f"{WIDE}b", "abc", [(0, 3)]),
        (f"a{WIDE}", f"a{WIDE}", []),
        ("abc", f"{WIDE}c", [(0, 2)]),
    ],
)
def test_only_cells_that_differ_are_painted(before: str, after: str, runs: list[tuple[int, int]]) -> None:
    assert changed_runs(line(before), line(after)) == runs


def test_another_tone_is_a_difference_and_no_line_before_is_one_everywhere() -> None:
    assert changed_runs((("ab", ""), ("cd", "")), (("ab", ""), ("cd", "bad"))) == [(2, 2)]
    assert changed_runs(None, line("abc")) == [(0, 3)]
    assert changed_runs(line("ab"), line("abc")) == [(0, 3)]


@given(TEXTS, TEXTS)
def test_painting_the_runs_turns_one_line_into_the_other(before: str, after: str) -> None:
    cells = 24
    old, new = line(fit(before, cells)), line(fit(after, cells))
    painted = cells_of(old)
    wanted = cells_of(new)
    assert len(painted) == len(wanted) == cells
    for start, size in changed_runs(old, new):
        painted[start : start + size] = wanted[start : start + size]
        assert wanted[start][0] != ""
    assert painted == wanted
