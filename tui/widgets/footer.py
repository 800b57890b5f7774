"""The last line: the keys that matter where one is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from ..actions import FOOTER_KEPT, footer_actions, key_name
from ..i18n import _
from ..scene import Scene
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, clip, line_width, width

_AMOUNTS: Final = frozenset({"damage", "heal", "temp", "init"})
"""Verbs that go on with a number."""
_LONGEST: Final = 12
"""Longest word beside a key where room is short."""


def key_line(pairs: Sequence[tuple[str, str]], cells: int, kept: int = 0) -> Line:
    """Return as many keys with their words as fit, in their order; the last one, how to find the others, always.

    The first `kept` ones are there at any width: where they do not fit, words are cut, as little as can be.
    """
    *others, last = pairs
    shortest = [*others[:kept], last]
    if sum(_size(pair, 2) for pair in shortest) > cells + 1:
        return _cut_line(shortest, cells)
    room = cells + 1 - _size(last, 2)
    spans: list[Span] = [(" ", "")]
    for pair in others:
        if (room := room - _size(pair, 2)) < 0:
            break
        spans += _key(*pair, 2)
    return (*spans, *_key(*last, 2))


def _cut_line(pairs: Sequence[tuple[str, str]], cells: int) -> Line:
    """Return all of these keys, with words cut to the length at which they fit."""
    shown: list[Span] = []
    for most, gap in ((most, gap) for most in range(_LONGEST, 1, -1) for gap in (2, 1)):
        shown = [span for key, label in pairs for span in _key(key, clip(label, most, "."), gap)]
        if line_width(shown) <= cells:
            break
    return ((" ", ""), *shown)


def _size(pair: tuple[str, str], gap: int) -> int:
    return width(pair[0]) + width(pair[1]) + 1 + gap


def _key(key: str, label: str, gap: int) -> tuple[Span, Span]:
    return (key, "key"), (f" {label}{' ' * gap}", "muted")


class Footer(LineWidget):
    """The footer."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, id="footer")
        self.scene = scene

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the line."""
        kept = FOOTER_KEPT if self.scene.prompt is None and self.scene.view is not None else 0
        return (key_line(self._pairs(), size.width, kept),)

    def _pairs(self) -> list[tuple[str, str]]:
        scene = self.scene
        prompt = scene.prompt
        if prompt is None:
            pairs = [
                (_(key_name(action.keys[0])), _(action.label)) for action in footer_actions(scene.view is not None)
            ]
            return (
                pairs
                if scene.view is not None
                else [(_("enter"), _("back") if scene.desk.reads else _("open")), *pairs[1:]]
            )
        leave = (_("esc"), _("cancel"))
        pairs = [(_("enter"), _("apply"))]
        if prompt.hinting and scene.hints:
            pairs.append(("a-z", _("whom")))
            if prompt.action.verb in _AMOUNTS:
                pairs.append(("0-9", _("how much")))
            pairs.append(("'", _("by name")))
        else:
            pairs += [(_("tab"), _("complete")), ("↑", _("earlier"))]
        if scene.message.can_force or scene.can_force:
            pairs.insert(1, ("!", _("overrule")))
        return [*pairs, leave]
