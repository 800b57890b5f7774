"""The strip between the panes and the prompt: what the rules ask for, oldest first."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size

from ..i18n import _
from ..scene import Scene
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, clip, fit_line, width


class Strip(LineWidget):
    """One line: the oldest obligation in a rule; the rule alone when nothing waits."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, id="strip")
        self.scene = scene
        self.joint: int | None = None
        """Column at which the edge between two panes comes down, or nothing."""

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the line."""
        view = self.scene.view
        if view is None or not view.obligations:
            return (self._rule(size.width),)
        return (obligation_line(self.scene, size.width),)

    def _rule(self, cells: int) -> Line:
        glyphs = self.scene.glyphs
        rule = glyphs.rule * cells
        if self.joint is not None and self.joint < cells:
            rule = rule[: self.joint] + glyphs.tee_up + rule[self.joint + 1 :]
        return ((rule, "muted"),)


def obligation_line(scene: Scene, cells: int) -> Line:
    """Return the oldest obligation, what keys do about it, and how many there are."""
    assert scene.view is not None
    glyphs = scene.glyphs
    waiting = scene.view.obligations
    oldest = waiting[0]
    keys: list[Span] = []
    if cells >= 60:
        keys = [
            (f"  {_('enter')} ", "key"),
            (_("settle"), "muted"),
            ("  w ", "key"),
            (_("waive"), "muted"),
        ]
    if len(waiting) > 1:
        keys.append((f"  1/{len(waiting)}", "muted"))
    keys.append((" ", ""))
    room = cells - sum(width(text) for text, _tone in keys) - 3
    what = clip(_("{who}: {what}").format(who=oldest.who_name, what=oldest.what), max(4, room), glyphs.more)
    left = fit_line(((f" {glyphs.due} ", "warn strong"), (what, "warn")), room + 3)
    return (*left, *keys)
