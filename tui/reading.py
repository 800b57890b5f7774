"""Reading the log: entry by entry, and line by line within an entry that is longer than the pane."""

from __future__ import annotations

from typing import Literal

from .desk import Desk
from .logbook import Sentence
from .scene import Scene
from .widgets.spans import Line, Span, wrap

Step = Literal["down", "up", "page_down", "page_up", "first", "last"]


def sentence_lines(sentence: Sentence, cells: int, tone: str = "") -> list[Line]:
    """Return a sentence broken into lines, in its own tone or another one."""
    lead: Span = (" " * (1 + sentence.indent), "")
    broken = wrap(sentence.text, cells - 2 - sentence.indent, 2)
    return [(lead, (text, tone or sentence.tone)) for text in broken]


def entry_lines(scene: Scene, at: int, cells: int, *, is_chosen: bool = False) -> list[Line]:
    """Return what one of the items of the log says, in lines."""
    lines: list[Line] = []
    for number, sentence in enumerate(scene.log.told(at)):
        lines += sentence_lines(sentence, cells, "chosen" if is_chosen and number == 0 else "")
    return lines


def why_lines(scene: Scene, cells: int) -> list[Line]:
    """Return every step of the chosen entry, in lines."""
    return [line for sentence in scene.log.why(scene.desk.log_seq) for line in sentence_lines(sentence, cells)]


def log_lines(scene: Scene, cells: int, height: int, *, is_current: bool) -> list[Line]:
    """Return the lines in view: the chosen entry as far as it was gone through, and what was before it.

    Where that is less than the pane holds, what came after it.
    """
    desk, items = scene.desk, scene.log.items
    if not items or height <= 0:
        return []
    at = _chosen(scene)
    chosen = items[at].seq if is_current else 0
    lines = entry_lines(scene, at, cells, is_chosen=bool(chosen))
    below = max(0, min(desk.log_below, len(lines) - height))
    lines = lines[: len(lines) - below]
    before, after = at - 1, at + 1
    while before >= 0 and len(lines) < height:
        lines[:0] = entry_lines(scene, before, cells, is_chosen=items[before].seq == chosen)
        before -= 1
    while not below and after < len(items) and len(lines) < height:
        lines += entry_lines(scene, after, cells, is_chosen=items[after].seq == chosen)[: height - len(lines)]
        after += 1
    return lines[-height:]


def _chosen(scene: Scene) -> int:
    """Return which item of the log is the chosen one."""
    log, desk = scene.log, scene.desk
    return max(0, log.index_of(desk.log_seq)) if desk.log_seq else len(log.items) - 1


def through_log(desk: Desk, scene: Scene, step: Step) -> None:
    """Go through the log: a line while the chosen entry is longer than the pane, else an entry."""
    cells, height = scene.log_size
    if step in ("first", "last"):
        desk.log_seq = scene.log.step(0, -len(scene.log.items)) if step == "first" else 0
        desk.log_below = _hidden(scene, cells, height) if step == "first" else 0
        return
    upwards = step in ("up", "page_up")
    for _line in range(1 if step in ("up", "down") else max(1, height - 1)):
        _go(desk, scene, cells, height, upwards=upwards)


def _go(desk: Desk, scene: Scene, cells: int, height: int, *, upwards: bool) -> None:
    hidden = _hidden(scene, cells, height)
    if upwards and desk.log_below < hidden:
        desk.log_below += 1
    elif not upwards and desk.log_below > 0:
        desk.log_below = min(desk.log_below, hidden) - 1
    elif upwards or desk.log_seq:
        was = desk.log_seq
        desk.log_seq = scene.log.step(desk.log_seq, -1 if upwards else 1)
        desk.log_below = 0
        if not upwards or desk.log_seq == was:
            # Going down one comes to the beginning of an entry first; at the oldest one its beginning stays in view.
            desk.log_below = _hidden(scene, cells, height)


def _hidden(scene: Scene, cells: int, height: int) -> int:
    """Return how many lines of the chosen entry the pane cannot show at once."""
    if not scene.log.items:
        return 0
    return max(0, len(entry_lines(scene, _chosen(scene), cells)) - height)


def through_page(desk: Desk, scene: Scene, steps: int) -> None:
    """Go through a trace by lines; where all of it is in view, to that of another entry."""
    cells, height = scene.log_size
    last = max(0, len(why_lines(scene, cells)) - height)
    if last:
        desk.why_first = max(0, min(desk.why_first + steps, last))
    else:
        desk.log_seq, desk.log_below, desk.why_first = scene.log.step(desk.log_seq, steps), 0, 0
