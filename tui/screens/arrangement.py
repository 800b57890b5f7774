"""The layout of the encounter screen: each widget goes into the box of its id."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from ..widgets.boxes import Box


class Arrangement(Layout):
    """Places widgets where a function of the size says; those without a box are not shown."""

    name = "arrangement"

    def __init__(self, boxes: Callable[[Size], Mapping[str, Box]]) -> None:
        super().__init__()
        self._boxes = boxes

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:  # noqa: ARG002
        """Return where each child stands."""
        boxes = self._boxes(size)
        return [
            WidgetPlacement(Region(*box), Offset(), Spacing(), child)
            for child in children
            if child.id and (box := boxes.get(child.id))
        ]
