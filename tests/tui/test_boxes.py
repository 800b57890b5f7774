"""Where each part of the screen stands, at every size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.desk import PANES, Pane
from tui.widgets.boxes import Box, boxes, edges


def named(width: int, height: int, pane: Pane = "initiative", casters: int = 6) -> dict[str, Box]:
    return boxes(width, height, pane=pane, casters=casters)


def test_eighty_by_twenty_four_has_two_columns() -> None:
    found = named(80, 24)
    assert set(found) == {"header", "initiative", "casters", "log", "strip", "prompt", "footer"}
    assert found["initiative"] == Box(0, 1, 46, 17)
    assert found["casters"] == Box(46, 1, 34, 7)
    assert found["log"] == Box(46, 8, 34, 10)
    assert (found["strip"].y, found["prompt"].y, found["prompt"].height, found["footer"].y) == (18, 19, 4, 23)


def test_a_wide_screen_has_details_below_the_order() -> None:
    found = named(120, 40)
    assert found["detail"].y == found["initiative"].y + found["initiative"].height
    assert found["initiative"].width == found["detail"].width == 69


def test_between_them_the_details_take_the_right_column_when_they_are_gone_to() -> None:
    assert set(named(80, 24, "detail")) & set(PANES) == {"initiative", "detail"}


@pytest.mark.parametrize("pane", PANES)
def test_a_narrow_screen_has_one_pane(pane: Pane) -> None:
    assert set(named(50, 20, pane)) & set(PANES) == {pane}


@given(
    st.integers(1, 250), st.integers(1, 80), st.sampled_from(PANES), st.integers(0, 60), st.booleans(), st.booleans()
)
def test_every_cell_belongs_to_one_part(
    width: int, height: int, pane: Pane, casters: int, page: bool, reads: bool
) -> None:
    found = boxes(width, height, pane=pane, casters=casters, page=page, reads=reads)
    cells = [
        (x, y)
        for box in found.values()
        for x in range(box.x, box.x + box.width)
        for y in range(box.y, box.y + box.height)
    ]
    assert len(cells) == len(set(cells))
    assert set(cells) == {(x, y) for x in range(width) for y in range(height)}


def test_a_log_that_is_read_has_its_column_on_a_low_screen() -> None:
    assert "casters" not in boxes(80, 24, pane="log", casters=6, reads=True)
    assert "casters" in boxes(120, 40, pane="log", casters=6, reads=True)


def test_nothing_is_to_be_seen_of_a_fight_on_a_blank_screen() -> None:
    assert boxes(80, 24, pane="log", casters=6, blank=True) == {"page": Box(0, 0, 80, 24)}


def test_an_edge_knows_where_the_panes_beside_it_begin() -> None:
    assert edges(named(80, 24)) == {"initiative": (0, 7)}
    wide = edges(named(120, 40))
    assert set(wide) == {"initiative", "detail"}
    assert edges(named(50, 20)) == {}
