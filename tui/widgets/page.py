"""A page in the place of the panes: the list of keys, or what to do while no fight is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.geometry import Size

from ..action import GROUPS, Action
from ..action_list import ACTIONS
from ..actions import key_name
from ..i18n import _
from ..scene import Scene
from .palette import Palette
from .pane import Pane
from .spans import Line, Span, clip, fit, line_width, width, wrap


def key_text(action: Action) -> str:
    """Return the keys of an action as people read them."""
    return " ".join(_(key_name(key)) for key in action.keys)


def help_blocks(cells: int) -> Iterator[list[Line]]:
    """Yield the lines of each group of actions: its title, then each key with what it does."""
    for group, title in GROUPS.items():
        actions = [action for action in ACTIONS if action.group == group]
        keys = max(width(key_text(action)) for action in actions)
        lines: list[Line] = [((" ", ""), (_(title), "accent strong"))]
        for action in actions:
            pieces = wrap(_(action.description), max(10, cells - keys - 4))
            lines.append(((" ", ""), (fit(key_text(action), keys), "key"), ("  ", ""), (pieces[0], "")))
            lines += [((" " * (keys + 3), ""), (piece, "")) for piece in pieces[1:]]
        yield lines


def help_lines(cells: int) -> list[Line]:
    """Return the whole help, in two columns when there is room."""
    if cells < 100:
        return [line for block in help_blocks(cells) for line in (*block, ())][:-1]
    half = cells // 2 - 1
    columns: list[list[Line]] = [[], []]
    for block in help_blocks(half):
        shorter = columns[0] if len(columns[0]) <= len(columns[1]) else columns[1]
        shorter += [*block, ()]
    left, right = columns
    height = max(len(left), len(right))
    left += [()] * (height - len(left))
    right += [()] * (height - len(right))
    return [(*one, (" " * (half + 1 - line_width(one)), ""), *other) for one, other in zip(left, right, strict=True)]


class Page(Pane):
    """The page that stands in the place of the panes."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="page")
        self.length = 0

    def lines(self, size: Size) -> Sequence[Line]:
        """Return the page; nothing at all on a screen that is to be blank."""
        return () if self.scene.desk.page == "blank" else super().lines(size)

    @property
    def is_current(self) -> bool:
        """There is nothing beside it."""
        return True

    def heading(self) -> tuple[str, str]:
        """Return its title."""
        if self.scene.desk.page == "help":
            hidden = self.length > self.size.height - 1
            return _("Keys"), _("j and k scroll, q leaves") if hidden else _("q leaves")
        return _("No fight is open"), ""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return its lines."""
        lines = help_lines(width) if self.scene.desk.page == "help" else list(self._welcome(width))
        self.length = len(lines)
        first = self.scene.page_first = max(0, min(self.scene.page_first, self.length - height))
        return lines[first : first + height]

    def _welcome(self, cells: int) -> Iterator[Line]:
        scene = self.scene
        yield ()
        if scene.prepared:
            yield ((" ", ""), (_("Prepared fights"), "strong"))
            for number, (key, name) in enumerate(scene.prepared):
                here = number == scene.prepared_at
                sign = scene.glyphs.active if here else " "
                spans: list[Span] = [(f" {sign} ", "accent"), (clip(name, cells - 20), "chosen" if here else "")]
                yield (*spans, (f"  {key}", "muted"))
            yield ()
            yield (
                (" ", ""),
                (_("enter"), "key"),
                (f" {_('opens the chosen one, then')} ", ""),
                ("n", "key"),
                (f" {_('begins it.')}", ""),
            )
            yield ()
        from ..language.words import word_for

        yield ((" ", ""), (_("Or type a command:"), "strong"))
        add, load, start = (word_for(verb) for verb in ("add", "load", "start"))
        examples = [(f":{add} 4 {_('goblin')}", _("creatures of the library, under any part of their name"))]
        examples.append((f":{add} {word_for('pc')} …", _("a character of the campaign")))
        if scene.prepared:
            examples.append((f":{load} {scene.prepared[0][0]}", _("a prepared fight with the party")))
        examples.append((f":{start}", _("initiative is rolled, round 1 begins")))
        room = max(width(example) for example, _said in examples)
        for example, said in examples:
            first, *others = wrap(said, max(10, cells - room - 4))
            yield ((" ", ""), (fit(example, room), "key"), (f"  {first}", "muted"))
            for piece in others:
                yield ((" " * (room + 3), ""), (piece, "muted"))
