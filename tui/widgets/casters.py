"""The casters pane: what each can still pay, what it holds and whom that holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..glyphs import Glyphs
from ..i18n import _
from ..scene import Scene
from ..views import CasterRow, CastingRow, HeldRow
from .palette import Palette
from .pane import Pane, pane_titles
from .spans import Line, Span, justified, line_width, names_line, width


def signed(number: int) -> str:
    """Return a bonus with its sign: `+7`, or with a minus sign."""
    return f"+{number}" if number >= 0 else f"\u2212{-number}"


def pips(left: int, most: int, glyphs: Glyphs) -> Iterator[Span]:
    """Yield one sign for each use: those left, then those spent; a fraction when there are many."""
    if most > 6:
        yield f"{left}/{most}", "" if left else "muted"
        return
    yield glyphs.pip * left, "magic"
    yield glyphs.pip_spent * max(0, most - left), "muted"


def caster_lines(caster: CasterRow, cells: int, glyphs: Glyphs, *, is_chosen: bool) -> list[Line]:
    """Return the lines of one caster: who, slots, uses, and the spell it concentrates on."""
    name_tone = "chosen" if is_chosen else "strong" if caster.is_present else "muted"
    first = caster.castings[0] if caster.castings else None
    right: list[Span] = []
    if first is not None:
        right = [(f"{_('DC')} {first.dc}  {signed(first.attack)} ", "muted")]
    left: list[Span] = [(" ", ""), (caster.name, name_tone)]
    if caster.title:
        left.append((f"  {caster.title}", "muted"))
    lines = [justified(left, right, cells)]
    for casting in caster.castings:
        lines += _wrapped(_slots(casting, glyphs), cells)
        lines += _wrapped(_uses(casting, glyphs), cells)
    if caster.concentration is not None:
        lines.append(_held(caster.concentration, cells, glyphs))
    return lines


def _slots(casting: CastingRow, glyphs: Glyphs) -> Iterator[tuple[Span, ...]]:
    for slot in casting.slots:
        yield (f"{slot.level} ", "" if slot.left else "muted"), *pips(slot.left, slot.max, glyphs)


def _uses(casting: CastingRow, glyphs: Glyphs) -> Iterator[tuple[Span, ...]]:
    for use in casting.uses:
        yield (f"{use.name} ", "" if use.left else "muted"), *pips(use.left, use.max, glyphs)


def _wrapped(pieces: Iterator[tuple[Span, ...]], cells: int) -> Iterator[Line]:
    """Yield pieces side by side, on as many lines as they need."""
    line: list[Span] = []
    used = 0
    for piece in pieces:
        size = sum(width(text) for text, _tone in piece)
        if line and used + 2 + size > cells - 1:
            yield tuple(line)
            line, used = [], 0
        line.append(("  ", ""))
        line += piece
        used += 2 + size
    if line:
        yield tuple(line)


def _held(held: HeldRow, cells: int, glyphs: Glyphs) -> Line:
    right: tuple[Span, ...] = ((f" {held.remaining} ", "muted"),) if held.remaining else ()
    left: list[Span] = [("  ", ""), (f"{glyphs.concentrating} ", "magic"), held_name(held)]
    room = cells - line_width(left) - line_width(right) - 3
    if held.targets and room > 0:
        left.append((f" {glyphs.arrow} {names_line(held.targets, room, glyphs.more)}", ""))
    return justified(left, right, cells)


def held_name(held: HeldRow) -> Span:
    """Return a spell that is held, with the level at which it was cast."""
    return held.name, "magic"


class CastersPane(Pane):
    """One caster after the other, those who act first on top."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="casters")
        self.hidden = 0
        """How many casters are not in view."""

    def heading(self) -> tuple[str, str]:
        """Return the title, and how many are not in view."""
        return pane_titles()["casters"], f"+{self.hidden}" if self.hidden else ""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return the casters in view, each whole; those who hold nothing fall out first."""
        scene = self.scene
        view = scene.view
        casters = view.casters if view else ()
        drawn = [
            caster_lines(one, width, scene.glyphs, is_chosen=one.id == scene.desk.chosen and self.is_current)
            for one in casters
        ]
        kept = set(self._kept(casters, [len(lines) for lines in drawn], height))
        self.hidden = len(casters) - len(kept)
        return [line for at, lines in enumerate(drawn) if at in kept for line in lines][:height]

    def _kept(self, casters: Sequence[CasterRow], sizes: Sequence[int], height: int) -> Iterator[int]:
        """Yield which casters fit: the one to be in view, those near it while one goes through them, those who hold."""
        focus = next((at for at, one in enumerate(casters) if one.id == self.scene.in_view), 0)

        def rank(at: int) -> tuple[bool, int, int]:
            held = casters[at].concentration is not None or self.is_current
            return at != focus, 0 if held else 1 if casters[at].is_present else 2, abs(at - focus)

        room = height
        for number, at in enumerate(sorted(range(len(casters)), key=rank)):
            if sizes[at] <= room or number == 0:
                room -= sizes[at]
                yield at
            elif self.is_current:
                return

    def wanted(self) -> int:
        """Return how many lines the casters would like to have: room for a spell held by each counts."""
        view = self.scene.view
        if view is None:
            return 0
        return sum(2 + bool(caster.castings) for caster in view.casters)
