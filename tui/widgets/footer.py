"""The last line: the keys that matter where one is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from ..actions import footer_actions, key_name
from ..i18n import _
from ..scene import Scene
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, width

_AMOUNTS: Final = frozenset({"damage", "heal", "temp", "init"})
"""Verbs that go on with a number."""


def key_line(pairs: Sequence[tuple[str, str]], cells: int) -> Line:
    """Return as many keys with their words as fit, in their order; the last one, how to find the others, always."""
    spans: list[Span] = [(" ", "")]
    *others, last = pairs
    room = cells - 1 - _size(last)
    for pair in others:
        if (room := room - _size(pair)) < 0:
            break
        spans += _key(*pair)
    return (*spans, *_key(*last))


def _size(pair: tuple[str, str]) -> int:
    return width(pair[0]) + width(pair[1]) + 3


def _key(key: str, label: str) -> tuple[Span, Span]:
    return (key, "key"), (f" {label}  ", "muted")


class Footer(LineWidget):
    """The footer."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, id="footer")
        self.scene = scene

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the line."""
        return (key_line(self._pairs(), size.width),)

    def _pairs(self) -> list[tuple[str, str]]:
        scene = self.scene
        prompt = scene.prompt
        if prompt is None:
            return [(_(key_name(action.keys[0])), _(action.label)) for action in footer_actions(scene.view is not None)]
        leave = (_("ctrl+c"), _("leave"))
        pairs = [(_("enter"), _("apply"))]
        if prompt.hinting and scene.hints:
            pairs.append(("a-z", _("whom")))
            if prompt.action.verb in _AMOUNTS:
                pairs.append(("0-9", _("how much")))
            pairs.append(("'", _("by name")))
        else:
            pairs += [(_("tab"), _("complete")), ("↑", _("earlier"))]
        if scene.message.can_force:
            pairs.insert(1, ("!", _("overrule")))
        return [*pairs, leave]
