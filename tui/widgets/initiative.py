"""The initiative pane: who acts, how they fare, what waits for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..glyphs import Glyphs
from ..i18n import _
from ..scene import Scene
from ..views import CombatantRow
from .palette import Palette
from .pane import Pane, pane_titles, window
from .spans import Line, Span, clip, fit, fit_right, width

LEAD = 8
"""Cells before the name: letter, marker, count, state, and the blanks between them."""


FLAGS = 3
"""Cells behind the figures for what is due; death saves may need more."""


class Columns(Struct, frozen=True):
    """How wide each column of the order is, in cells; 0 for one that is left out."""

    name: int
    bar: int
    hp: int
    ac: int
    flags: int
    rest: int
    """What is left for conditions behind the flags."""


def hp_text(row: CombatantRow) -> str:
    """Return the hit points as a line shows them: `22/31`, `22+5/31` with temporary ones."""
    temporary = f"+{row.temp_hp}" if row.temp_hp else ""
    return f"{row.hp}{temporary}/{row.max_hp}"


def columns_for(rows: Sequence[CombatantRow], cells: int) -> Columns:
    """Return the columns that make the best of a width."""
    hp = max((len(hp_text(row)) for row in rows), default=5)
    longest = max((width(row.name) for row in rows), default=0)
    ac = 2 if cells < 60 else 5
    flags = max((flag_cells(row) for row in rows), default=FLAGS)
    bar = 10 if cells >= 44 else 8 if cells >= 40 else 5 if cells >= 34 else 0
    if cells >= 64:
        bar = 12
    # What more the death saves need is taken from the bar, which says least.
    bar = max(0, bar - (flags - FLAGS) - max(0, hp - 5))
    bar = 0 if bar < 3 else bar
    fixed = LEAD + hp + 1 + flags + (bar + 1 if bar else 0) + (ac + 1 if cells >= 40 else 0)
    if cells < 40:
        ac = 0
    room = max(4, cells - fixed - 2)
    name = min(room, max(12, min(longest, 20)))
    if room - name < 10:
        name = room
    return Columns(name=name, bar=bar, hp=hp, ac=ac, flags=flags, rest=max(0, room - name))


def bar(row: CombatantRow, cells: int, glyphs: Glyphs) -> Iterator[Span]:
    """Yield the bar of hit points: what is left of the maximum, and what is lost."""
    if not cells:
        return
    left = 0 if row.max_hp <= 0 else round(cells * max(0, row.hp) / row.max_hp)
    if row.hp > 0:
        left = max(1, min(left, cells if row.hp >= row.max_hp else cells - 1))
    tone = "bad" if row.hp * 4 <= row.max_hp else "warn" if row.hp * 2 <= row.max_hp else "good"
    yield glyphs.bar * left, tone
    yield glyphs.bar_lost * (cells - left), "muted"
    yield " ", ""


def flag_cells(row: CombatantRow) -> int:
    """Return how many cells hold what is due and how the death saves stand, at least those that are always there."""
    saves = row.failures + row.successes if row.status == "unconscious" else 0
    return max(FLAGS, saves + bool(row.obligations))


def flags(row: CombatantRow, cells: int, glyphs: Glyphs) -> Iterator[Span]:
    """Yield so many cells: what is due, and how the death saves stand."""
    sign = glyphs.due if row.obligations else ""
    yield sign, "warn"
    saves = glyphs.failure * row.failures + glyphs.success * row.successes if row.status == "unconscious" else ""
    yield fit(saves, cells - width(sign)), "bad" if row.failures else ""


def state_sign(row: CombatantRow, glyphs: Glyphs) -> Span:
    """Return the sign of what matters most about somebody."""
    if row.status == "dead":
        return glyphs.dead, "muted"
    if row.status == "out":
        return glyphs.out, "muted"
    if row.concentration:
        return glyphs.concentrating, "magic"
    if row.hidden:
        return glyphs.hidden, "muted"
    return " ", ""


class InitiativePane(Pane):
    """The order, one line for each, two when conditions need it."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="initiative")
        self.first = 0
        self.places: list[str] = []
        """Id on each line in view."""

    def heading(self) -> tuple[str, str]:
        """Return the title, and how many there are when not all are in view."""
        total = len(self.scene.rows)
        shown = len(set(self.places))
        return pane_titles()["initiative"], f"{total}" if shown < total else ""

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return the lines in view, those of the one that was chosen or became active last among them."""
        rows = self.scene.rows
        columns = columns_for(rows, width)
        sizes = [2 if self._overflows(row, columns) else 1 for row in rows]
        starts: dict[str, tuple[int, int]] = {}
        total = 0
        for row, size in zip(rows, sizes, strict=True):
            starts[row.id] = (total, total + size)
            total += size
        self.first = window(self.first, starts.get(self.scene.in_view, (self.first, self.first)), height, total)
        drawn: list[Line] = []
        self.places = []
        last = self.first + height
        for row in rows:
            start, end = starts[row.id]
            if end <= self.first or start >= last:
                continue
            lines = (self._line(row, columns), self._marks_line(row, width))[: end - start]
            for y, line in enumerate(lines, start):
                if self.first <= y < last:
                    drawn.append(line)
                    self.places.append(row.id)
        return drawn

    def _overflows(self, row: CombatantRow, columns: Columns) -> bool:
        return bool(row.marks or row.note) and width(self._marks(row)) > columns.rest - 1

    @staticmethod
    def _marks(row: CombatantRow) -> str:
        return ", ".join((*row.marks, row.note) if row.note else row.marks)

    def _line(self, row: CombatantRow, columns: Columns) -> Line:
        glyphs, desk = self.scene.glyphs, self.scene.desk
        down = row.status in ("dead", "out")
        chosen = "chosen " if row.id == desk.chosen else ""
        weight = "muted" if down else "strong" if row.is_active else ""
        name_tone = f"{chosen}{weight or ('party' if row.side != 'foe' and not chosen else '')}".strip()
        count = "" if row.initiative is None else str(row.initiative)
        sign, sign_tone = state_sign(row, glyphs)
        spans: list[Span] = [
            *self._lead(row),
            (f"{fit_right(count, 3)} ", f"{chosen}{weight}".strip()),
            (f"{sign} ", f"{chosen}{sign_tone}".strip()),
            (fit(row.name, columns.name), name_tone),
            (" ", ""),
            *bar(row, columns.bar, glyphs),
            (fit_right(hp_text(row), columns.hp), "muted" if down else ""),
        ]
        if columns.ac:
            armour = f"{_('AC')} {row.ac}" if columns.ac > 3 else str(row.ac)
            spans.append((f" {fit_right(armour, columns.ac)}", "muted"))
        spans += [(" ", ""), *flags(row, columns.flags, glyphs)]
        if (row.marks or row.note) and not self._overflows(row, columns):
            spans.append((f" {self._marks(row)}", "mark"))
        return tuple(spans)

    def _lead(self, row: CombatantRow) -> Iterator[Span]:
        """Yield two cells: the hint letters or the mark, and whose turn it is."""
        scene = self.scene
        prompt = scene.prompt
        hint = scene.hints.get(row.id, "")
        is_target = row.id in (prompt.targets if prompt else ())
        if hint:
            typed = prompt.letters if prompt else ""
            live = hint.startswith(typed)
            yield hint, "hint target" if is_target else "hint" if live else "muted"
            if len(hint) == 1:
                yield self._turn(row), "accent strong"
            return
        marked = row.id in scene.desk.marks
        sign = scene.glyphs.mark if marked or is_target else " "
        yield sign, "accent strong" if is_target else "accent"
        yield self._turn(row), "accent strong"

    def _turn(self, row: CombatantRow) -> str:
        return self.scene.glyphs.active if row.is_active else " "

    def _marks_line(self, row: CombatantRow, cells: int) -> Line:
        indent = LEAD if cells < 60 else LEAD + 2
        return ((" " * indent, ""), (clip(self._marks(row), cells - indent - 1), "mark"))

    def combatant_at(self, y: int) -> str:
        """Return the id on a line of the pane, or nothing."""
        return self.places[y - 1] if 0 < y <= len(self.places) else ""
