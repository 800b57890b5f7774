"""The prompt: the command being typed, and under it what it would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import split_graphemes
from textual.geometry import Size

from ..i18n import _
from ..scene import Scene
from ..typography import colon
from .detail import brief_lines
from .lines import LineWidget
from .palette import Palette
from .spans import Line, Span, clip, cut, fit_line, line_width, names_line, width, wrap, wrap_line

if TYPE_CHECKING:
    from ..editor import Editor
    from ..prompt import Prompt


NAME: Final = "strong"
"""Tone of a name with which a line of the preview begins."""
_REASONS: Final = 3
"""Which span of such a line says what leads to its outcome."""
_LEAST: Final = 6
"""Fewest cells of such a name."""


def edited_spans(editor: Editor, cells: int) -> Line:
    """Return typed text with its cursor, moved along so that the cursor is in view."""
    before, after = editor.text[: editor.at], editor.text[editor.at :]
    graphemes = split_graphemes(after)[0] if after else []
    size = next((end for _start, end, _cells in graphemes), 0)
    under, behind = after[:size] or " ", after[size:]
    while width(before) > cells - max(1, width(under)) and before:
        # Halving keeps a long line from being measured over and over.
        before = before[max(1, (width(before) - cells) // 2) :]
    return cut(((before, ""), (under, "cursor"), (behind, "")), cells)


def shortened(line: Line, cells: int) -> Line:
    """Return a line of the preview with the name in it made shorter where the line is too long."""
    over = line_width(line) - cells
    if over <= 0 or len(line) < 2 or line[1][1] != NAME:
        return line
    name = line[1][0].rstrip()
    over -= width(line[1][0]) - width(name)
    return (line[0], (clip(name, max(_LEAST, width(name) - max(0, over))), NAME), *line[2:])


def without_reasons(line: Line, cells: int) -> Line:
    """Return a line of the preview with what leads to its outcome cut, so that the outcome fits."""
    over = line_width(line) - cells
    if len(line) <= _REASONS or line[1][1] != NAME:
        return line
    text, tone = line[_REASONS]
    return (*line[:_REASONS], (clip(text, max(1, width(text) - over)), tone), *line[_REASONS + 1 :])


class PromptLine(LineWidget):
    """The line that commands are typed on, and the lines under it."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, id="prompt")
        self.scene = scene

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the prompt and what stands under it: preview, refusal, or what was done."""
        below = self._below(size.width, size.height - 1)
        return (self._prompt(size.width), *below[: size.height - 1])

    def _prompt(self, cells: int) -> Line:
        prompt = self.scene.prompt
        glyphs = self.scene.glyphs
        if prompt is None:
            return ((f" {glyphs.prompt} ", "muted"),)
        spans: list[Span] = [(" ", ""), (_spaced(prompt.verb), "strong"), (f"{glyphs.prompt} ", "accent")]
        spans += self._whom(prompt, cells // 2)
        room = cells - line_width(spans)
        tail = self._behind(prompt, cells // 3)
        typed = edited_spans(prompt.edited, max(4, room - line_width(tail) - 1))
        return fit_line((*spans, *typed, *tail), cells)

    def _whom(self, prompt: Prompt, cells: int) -> list[Span]:
        """Return who acts and whom it concerns, as far as it stands before what is typed."""
        name, glyphs = self.scene.name, self.scene.glyphs
        spans: list[Span] = []
        if prompt.action.shape in ("actor_targets", "actor_words"):
            if not prompt.actor:
                return [] if prompt.named else [(_("who?"), "muted"), (" ", "")]
            spans.append((clip(name(prompt.actor), cells // 2, glyphs.more), "party"))
            spans.append((f" {glyphs.arrow} " if prompt.action.shape == "actor_targets" else colon("", ""), "muted"))
        if prompt.action.shape in ("targets", "actor_targets") and not prompt.named:
            spans += self._targets(prompt, cells)
        elif prompt.edited is not prompt.head and prompt.action.shape == "actor_words" and not prompt.named:
            spans += [(prompt.head_name, ""), (f" {glyphs.arrow} ", "muted"), *self._targets(prompt, cells)]
        return spans

    def _behind(self, prompt: Prompt, cells: int) -> list[Span]:
        """Return whom it concerns when that stands behind what is typed."""
        if (
            prompt.action.shape == "actor_words"
            and prompt.edited is prompt.head
            and prompt.targets
            and not prompt.named
        ):
            return [(f" {self.scene.glyphs.arrow} ", "muted"), *self._targets(prompt, cells)]
        return []

    def _targets(self, prompt: Prompt, cells: int) -> list[Span]:
        if not prompt.targets:
            return [(_("whom?"), "muted"), (" ", "")] if (prompt.hinting and prompt.actor) or not prompt.actor else []
        counted = Counter(prompt.targets)
        said = [
            f"{self.scene.name(key)} ×{count}" if count > 1 else self.scene.name(key) for key, count in counted.items()
        ]
        names = names_line(said, cells, self.scene.glyphs.more)
        return [(names, "target" if prompt.picked else "implied"), (" ", "")]

    def _below(self, cells: int, rows: int) -> list[Line]:
        scene = self.scene
        if scene.message.text:
            return self._message(cells, rows)
        if scene.prompt is not None:
            return self._preview(cells, rows)
        encounter = scene.encounter
        combatant = encounter.combatants.get(scene.desk.chosen) if encounter else None
        if encounter is None or combatant is None or "detail" in scene.visible:
            return []
        return list(brief_lines(encounter, combatant, cells))[:rows]

    def _preview(self, cells: int, rows: int) -> list[Line]:
        """Return the preview: names are made shorter first, then lines go on below as long as there is room."""
        lines = [shortened(line, cells - 1) for line in self.scene.preview[:rows]]
        drawn: list[Line] = []
        spare = rows - len(lines)
        for line in lines:
            broken = wrap_line(line, cells - 1, 5)
            if len(broken) - 1 > spare:
                broken = [without_reasons(line, cells - 1)] if spare == 0 else broken[: 1 + spare]
            spare -= len(broken) - 1
            drawn += broken
        return drawn

    def _message(self, cells: int, rows: int) -> list[Line]:
        message = self.scene.message
        wrapped = wrap(message.text, cells - 6)
        if len(wrapped) > rows:
            wrapped = [*wrapped[: rows - 1], clip(" ".join(wrapped[rows - 1 :]), cells - 6, self.scene.glyphs.more)]
        lines: list[Line] = [(("   ", ""), (text, message.tone)) for text in wrapped]
        if message.can_force and len(lines) < rows:
            lines.append((("   ", ""), ("!", "key"), (f" {_('overrule')}", "muted")))
        return lines


def _spaced(text: str) -> str:
    return f"{text} " if text else ""
