"""Where each part of the screen stands, for every size of terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ..desk import Pane

NARROW: Final = 72
"""Below this many columns one pane is shown at a time."""
LOW: Final = 24
"""Below this many rows of panes a log that is read has the whole of its column."""
WIDE: Final = 100
"""From this many columns the chosen combatant's details have a pane of their own."""


class Box(NamedTuple):
    """A part of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


def boxes(
    width: int,
    height: int,
    *,
    pane: Pane,
    casters: int,
    page: bool = False,
    reads: bool = False,
    only_log: bool = False,
    blank: bool = False,
) -> dict[str, Box]:
    """Return the box of each part that is shown.

    `pane` is the current one, `casters` the number of lines that the casters would like, `page` whether one page (the
    help, or what to do without a fight) stands in the place of the panes, `reads` whether the log is read, `only_log`
    whether there is nothing beside it, `blank` whether nothing at all is to be seen.
    """
    if blank:
        return {"page": Box(0, 0, width, height)}
    below = _below(height)
    top = 1 if height > 3 else 0
    body = Box(0, top, width, max(0, height - top - sum(below.values())))
    found = {"header": Box(0, 0, width, 1)} if top else {}
    if page:
        found["page"] = body
    elif only_log:
        found["log"] = body
    else:
        found |= _panes(body, "log" if reads else pane, casters, reads=reads)
    y = body.y + body.height
    for name, rows in below.items():
        if rows:
            found[name] = Box(0, y, width, rows)
            y += rows
    return {name: box for name, box in found.items() if box.width > 0 and box.height > 0}


def _below(height: int) -> dict[str, int]:
    """Return the rows of what stands under the panes: obligations, the prompt with its preview, the footer."""
    preview = 3 if height >= 20 else 2 if height >= 15 else 1 if height >= 10 else 0
    return {
        "strip": 1 if height >= 8 else 0,
        "prompt": 1 + preview if height >= 2 else height,
        "footer": 1 if height >= 6 else 0,
    }


def _panes(body: Box, pane: Pane, casters: int, *, reads: bool) -> dict[str, Box]:
    if body.width < NARROW:
        return {pane: body}
    left_width = body.width * 23 // 40
    left = body._replace(width=left_width)
    right = body._replace(x=left_width, width=body.width - left_width)
    found: dict[str, Box] = {}
    if body.width >= WIDE and body.height >= 20:
        details = max(10, body.height * 2 // 5)
        found["initiative"] = left._replace(height=body.height - details)
        found["detail"] = left._replace(y=body.y + body.height - details, height=details)
    else:
        found["initiative"] = left
        if pane == "detail":
            return found | {"detail": right}
    upper = max(2, min(casters + 1, body.height * 11 // 20))
    if body.height < 5 or (reads and body.height < LOW):
        return found | {pane if pane != "initiative" else "log": right}
    found["casters"] = right._replace(height=upper)
    found["log"] = right._replace(y=right.y + upper, height=right.height - upper)
    return found


def edges(shown: Mapping[str, Box]) -> dict[str, tuple[int, ...]]:
    """Return, for each pane that has one to its right, its own rows at which a title begins over there."""
    found: dict[str, tuple[int, ...]] = {}
    for name, box in shown.items():
        others = [other for other in shown.values() if other.x == box.x + box.width]
        if others and name in ("initiative", "detail"):
            found[name] = tuple(other.y - box.y for other in others if box.y <= other.y < box.y + box.height)
    return found
