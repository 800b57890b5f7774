"""What every pane has: a title in a rule, an edge, and rows of which some are in view."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size

from ..desk import PANES
from ..desk import Pane as PaneName
from ..glyphs import Glyphs
from ..i18n import _
from ..scene import Scene
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, clip, fit_line, width


def tabs_line(titles: Sequence[tuple[str, bool]], cells: int, glyphs: Glyphs) -> Line:
    """Return the rule above the only pane in view: the titles of all panes, which one it is marked."""
    spans: list[Span] = []
    for title, is_current in titles:
        spans += [(glyphs.rule, "muted"), (f" {title} ", "accent strong" if is_current else "muted")]
    return fit_line((*spans, (glyphs.rule * cells, "muted")), cells)


def title_line(title: str, aside: str, cells: int, glyphs: Glyphs, *, is_current: bool) -> Line:
    """Return the rule above a pane: its title, and at its end what else there is to say."""
    tone = "accent strong" if is_current else "strong"
    title = clip(title, max(0, cells - 3))
    aside = clip(aside, max(0, cells - width(title) - 6)) if aside else ""
    start = ((glyphs.rule, "muted"), (f" {title} ", tone))
    end = ((f" {aside} ", "muted"), (glyphs.rule, "muted")) if aside else ()
    middle = cells - width(title) - 3 - (width(aside) + 3 if aside else 0)
    return fit_line((*start, (glyphs.rule * max(0, middle), "muted"), *end), cells, "muted")


def pane_titles() -> dict[PaneName, str]:
    """Return what the panes are called, in the reader's language."""
    return {"initiative": _("Initiative"), "casters": _("Casters"), "log": _("Log"), "detail": _("Details")}


def window(first: int, focus: tuple[int, int], height: int, total: int) -> int:
    """Return the first line to show so that lines `focus` (from, to) are in view, moving as little as can be."""
    start, end = focus
    if end > first + height:
        first = end - height
    first = min(first, start)
    return max(0, min(first, total - height))


class Pane(LineWidget):
    """A pane of the screen."""

    def __init__(self, palette: Palette, scene: Scene, *, id: str) -> None:
        super().__init__(palette, id=id)
        self.scene = scene
        self.edge: tuple[int, ...] | None = None
        """Rows at which a pane begins to the right of this one; nothing when this one has no right neighbour."""

    @property
    def is_current(self) -> bool:
        """Whether keys that move go to this pane."""
        return self.scene.desk.pane == self.id

    def heading(self) -> tuple[str, str]:
        """Return the title and what stands at the end of its rule."""
        raise NotImplementedError

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return what stands under the title."""
        raise NotImplementedError

    def lines(self, size: Size) -> Sequence[Line]:
        """Return title, rows and edge."""
        width, height = size
        inner = width - 1 if self.edge is not None else width
        rows = list(self.rows(inner, height - 1)) if height > 1 else []
        drawn = [self._top(inner), *rows]
        if self.edge is None:
            return drawn
        drawn += [()] * (height - len(drawn))
        return [(*fit_line(line, inner), (self._edge_sign(y), "muted")) for y, line in enumerate(drawn)]

    def _top(self, cells: int) -> Line:
        shown = self.scene.visible
        if (
            self.scene.view is not None
            and self.id in PANES
            and not shown.isdisjoint(PANES)
            and len(shown & set(PANES)) == 1
        ):
            titles = pane_titles()
            return tabs_line([(titles[pane], pane == self.id) for pane in PANES], cells, self.scene.glyphs)
        title, aside = self.heading()
        return title_line(title, aside, cells, self.scene.glyphs, is_current=self.is_current)

    def _edge_sign(self, y: int) -> str:
        glyphs = self.scene.glyphs
        other_begins = y in (self.edge or ())
        if y:
            return glyphs.tee_right if other_begins else glyphs.wall
        if self.region.y > 1:
            return glyphs.cross if other_begins else glyphs.tee_left
        return glyphs.tee_down
