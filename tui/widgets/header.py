"""The first line: which campaign, which round, whose turn, what waits, and whether all is on the disk."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size

from ..i18n import _
from ..scene import Scene
from ..typography import colon
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, clip, justified, line_width, width


class Header(LineWidget):
    """The header."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, id="header")
        self.scene = scene

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the line: what is left out first is the campaign's name, never what is not saved."""
        right = self._right(size.width)
        room = size.width - line_width(right)
        return (justified(self._left(room), right, size.width),)

    def _left(self, cells: int) -> list[Span]:
        scene = self.scene
        dot = f" {scene.glyphs.dot} "
        view = scene.view
        if view is None:
            return [(" ", ""), (clip(scene.title, cells - 2, scene.glyphs.more), "strong")]
        place = _("Round {round}").format(round=view.round) if view.round else _("not begun")
        rest = width(place) + (width(view.active_name) + 3 if view.active_name else 0)
        spans: list[Span] = [(" ", "")]
        room = cells - rest - 5
        for name, tone, least in ((scene.title, "strong", 6), (view.name, "", 40)):
            if name and room >= min(width(name) + 3, least) and (not least or room >= least) and name != spans[0][0]:
                name = clip(name, room - 3, scene.glyphs.more)
                spans += [(name, tone), (dot, "muted")]
                room -= width(name) + 3
        spans.append((place, ""))
        if view.active_name:
            spans += [(dot, "muted"), (view.active_name, "accent strong")]
        return spans

    def _right(self, cells: int) -> list[Span]:
        scene = self.scene
        spans: list[Span] = []
        waiting = len(scene.view.obligations) if scene.view else 0
        if waiting and cells >= 40:
            spans += [(_("{n} to settle").format(n=waiting), "warn"), ("  ", "")]
        match scene.save:
            case "saved":
                word = f"{_('saved')} " if cells >= 60 else ""
                spans.append((f"{word}{scene.glyphs.success} ", "muted"))
            case "saving":
                spans.append((f"{_('saving…')} ", "warn"))
            case "failed":
                reason = clip(scene.save_problem, cells // 2, scene.glyphs.more)
                spans.append((f" {colon(_('NOT SAVED'), reason)} ", "bad chosen strong"))
            case "read_only":
                spans.append((f" {_('read only')} ", "warn strong"))
        return spans
