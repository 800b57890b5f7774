"""The base of every widget of ours: whole lines of spans, repainted cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import NULL_SIZE, Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from .palette import Palette
from .spans import Line, changed_runs, fit_line


class LineWidget(Widget):
    """A widget that shows lines and knows which of their cells changed.

    A subclass says in `lines` what it shows; whoever changes what that depends on calls `repaint`.
    """

    ALLOW_SELECT = False
    ALLOW_MAXIMIZE = False
    virtual_size = Reactive(NULL_SIZE, layout=False, repaint=False)
    """Nothing of ours scrolls by itself: another size of the contents needs no second layout and no second painting."""

    def __init__(self, palette: Palette, *, id: str) -> None:
        super().__init__(id=id)
        self._palette = palette
        self._shown: list[Line] = []
        self._strips: list[Strip] = []

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the lines to show in so many cells; what is too long is cut, what is short filled up."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Bring the screen up to date: only cells that differ from what is shown are written."""
        width, height = self.size
        if not width or not height:
            # Out of view: what is remembered of it, here and by Textual, will not be true when it comes back.
            if self._shown:
                self.repaint_all()
            return
        if len(self._shown) != height or not self._fits(width):
            self.repaint_all()
            return
        for y, line in enumerate(self._composed(self.size)):
            runs = changed_runs(self._shown[y], line)
            if runs:
                self._shown[y] = line
                self._strips[y] = self._strip(line, width)
                self.refresh(*(Region(x, y, size, 1) for x, size in runs))

    def repaint_all(self, palette: Palette | None = None) -> None:
        """Draw everything anew, in other tones if there are."""
        self._palette = palette or self._palette
        self._shown, self._strips = [], []
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line for Textual."""
        width, height = self.size
        if len(self._shown) != height or not self._fits(width):
            self._shown = self._composed(self.size)
            self._strips = [self._strip(line, width) for line in self._shown]
        return self._strips[y] if y < height else Strip.blank(width)

    def shown(self) -> list[Line]:
        """Return the lines as they are shown now."""
        return list(self._shown)

    def _fits(self, width: int) -> bool:
        return not self._strips or self._strips[0].cell_length == width

    def _composed(self, size: Size) -> list[Line]:
        """Return exactly as many lines, each of exactly as many cells, as the size says."""
        width, height = size
        lines = [fit_line(line, width) for line in self.lines(size)[:height]]
        return lines + [fit_line((), width)] * (height - len(lines))

    def _strip(self, line: Line, width: int) -> Strip:
        return Strip([Segment(text, self._palette.style(tone)) for text, tone in line], width)
