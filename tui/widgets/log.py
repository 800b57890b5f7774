"""The log pane: what happened, newest last; and why, for one entry."""

from __future__ import annotations

from collections.abc import Sequence

from ..i18n import _
from ..reading import log_lines, why_lines
from ..scene import Scene
from .palette import Palette
from .pane import Pane, pane_titles
from .spans import Line


class LogPane(Pane):
    """The newest entries that fit, or those around the chosen one; or the trace of one."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="log")

    def heading(self) -> tuple[str, str]:
        """Return the title, and that what is shown is not the end."""
        desk = self.scene.desk
        if desk.shows_why:
            return _("Why"), ""
        return pane_titles()["log"], _("earlier") if desk.log_seq or desk.log_below else ""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return the lines in view."""
        scene = self.scene
        scene.log_size = (width, height)
        if not scene.desk.shows_why:
            return log_lines(scene, width, height, is_current=self.is_current)
        lines = why_lines(scene, width)
        first = scene.desk.why_first = max(0, min(scene.desk.why_first, len(lines) - height))
        return lines[first : first + height]
