"""The log pane: what happened, newest last; and why, for one entry."""

from __future__ import annotations

from collections.abc import Sequence

from ..i18n import _
from ..scene import Scene
from .palette import Palette
from .pane import Pane, pane_titles
from .spans import Line, Span, wrap


class LogPane(Pane):
    """The newest entries that fit, or those around the chosen one; or the trace of one."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="log")

    def heading(self) -> tuple[str, str]:
        """Return the title, and that what is shown is not the end."""
        desk = self.scene.desk
        if desk.shows_why:
            return _("Why"), ""
        return pane_titles()["log"], _("earlier") if desk.log_seq else ""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return the lines in view."""
        scene = self.scene
        if scene.desk.shows_why:
            return self._why(width)
        return self._entries(width, height)

    def _entries(self, cells: int, height: int) -> Sequence[Line]:
        scene = self.scene
        items = scene.log.items
        at = scene.log.index_of(scene.desk.log_seq) if scene.desk.log_seq else len(items) - 1
        lines: list[Line] = []
        chosen = scene.log.items[at].seq if self.is_current and items else 0
        while at >= 0 and len(lines) < height:
            lines[:0] = self._item(at, cells, is_chosen=items[at].seq == chosen)
            at -= 1
        return lines[-height:]

    def _item(self, at: int, cells: int, *, is_chosen: bool) -> list[Line]:
        item = self.scene.log.told(at)
        drawn: list[Line] = []
        for number, sentence in enumerate(item):
            tone = "chosen" if is_chosen and number == 0 else sentence.tone
            lead: Span = (" " * (1 + sentence.indent), "")
            broken = wrap(sentence.text, cells - 2 - sentence.indent, 2)
            drawn += [(lead, (text, tone)) for text in broken]
        return drawn

    def _why(self, cells: int) -> list[Line]:
        lines: list[Line] = []
        for sentence in self.scene.log.why(self.scene.desk.log_seq):
            for text in wrap(sentence.text, cells - 2 - sentence.indent, 2):
                lines.append(((" " * (1 + sentence.indent), ""), (text, sentence.tone)))
        return lines
