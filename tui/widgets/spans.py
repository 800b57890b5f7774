"""Lines of styled text as plain values: measured in cells, cut, padded, wrapped, and compared.

A *span* is some text with the name of its tone (`widgets.palette`); a *line* is a tuple of spans. Nothing here knows
Textual, so that what a pane shows is tested as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, split_graphemes, split_text

from rules.text import visible

Span = tuple[str, str]
"""Text, and the name of its tone; nothing for plain text. Several tones are separated by spaces."""
Line = tuple[Span, ...]

_JOINER = "\N{ZERO WIDTH JOINER}"


def width(text: str) -> int:
    """Return how many cells a text takes."""
    return cell_len(text)


def line_width(line: Iterable[Span]) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(text) for text, _tone in line)


def line_text(line: Iterable[Span]) -> str:
    """Return the text of a line without its tones."""
    return "".join(text for text, _tone in line)


def tidy(text: str) -> str:
    """Return a text as it may stand beside others: no hostile characters, nothing at its ends that joins neighbours."""
    if text.isascii() and text.isprintable():
        return text
    text = visible(text).rstrip(_JOINER)
    return f"\N{REPLACEMENT CHARACTER}{text[1:]}" if text and not cell_len(text[0]) else text


def clip(text: str, cells: int, more: str = "…") -> str:
    """Return a text cut to at most `cells` cells, with the sign `more` where something is missing."""
    text = tidy(text)
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    return split_text(text, cells - 1)[0].rstrip() + more


def names_line(names: Sequence[str], cells: int, more: str = "…") -> str:
    """Return several names in one piece of text; those that do not fit are counted: `Mira, Otto +4`."""
    text = ", ".join(names)
    if width(text) <= cells or len(names) < 2:
        return clip(text, cells, more)
    for kept in range(len(names) - 1, 0, -1):
        text = f"{', '.join(names[:kept])} +{len(names) - kept}"
        if width(text) <= cells:
            return text
    return clip(text, cells, more)


def fit(text: str, cells: int, more: str = "…") -> str:
    """Return a text cut or filled up to exactly `cells` cells, flush left."""
    text = clip(text, cells, more)
    return text + " " * (cells - cell_len(text))


def fit_right(text: str, cells: int, more: str = "…") -> str:
    """Return a text cut or filled up to exactly `cells` cells, flush right."""
    text = clip(text, cells, more)
    return " " * (cells - cell_len(text)) + text


def cut(line: Iterable[Span], cells: int) -> Line:
    """Return the part of a line within its first `cells` cells."""
    kept: list[Span] = []
    for text, tone in line:
        if cells <= 0:
            break
        size = cell_len(text)
        kept.append((text if size <= cells else split_text(text, cells)[0], tone))
        cells -= size
    return tuple(kept)


def fit_line(line: Iterable[Span], cells: int, tone: str = "") -> Line:
    """Return a line cut or filled up with blanks of a tone to exactly `cells` cells; equal tones joined."""
    kept = list(cut(((tidy(text), tone) for text, tone in line), cells))
    if missing := cells - line_width(kept):
        kept.append((" " * missing, tone))
    return tuple(joined(kept))


def justified(left: Iterable[Span], right: Iterable[Span], cells: int) -> Line:
    """Return one line with a part at each end; the left part is cut when both do not fit."""
    end = cut(right, cells)
    room = cells - line_width(end)
    start = list(left)
    if line_width(start) > room:
        start = list(cut(start, max(0, room - 1)))
    return (*fit_line(start, room), *end)


def joined(line: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans of a line, neighbours of one tone as one."""
    held, held_tone = "", ""
    for text, tone in line:
        if tone == held_tone:
            held += text
        else:
            if held:
                yield held, held_tone
            held, held_tone = text, tone
    if held:
        yield held, held_tone


def wrap(text: str, cells: int, indent: int = 0) -> list[str]:
    """Return a text broken into lines of at most `cells` cells at its blanks; lines after the first are indented.

    No-break spaces hold. A word longer than a line is broken.
    """
    cells = max(cells, 1)
    indent = min(indent, cells // 2)
    lines: list[str] = []
    current, room = "", cells
    for word in re.split(r"[ \n\t]+", tidy(text.replace("\n", " ").replace("\t", " "))):
        needed = cell_len(word) + (1 if current.strip() else 0)
        if needed <= room - cell_len(current):
            current += (" " if current.strip() else "") + word
            continue
        if current.strip():
            lines.append(current)
        current = " " * indent if lines else ""
        while cell_len(current) + cell_len(word) > cells:
            head, word = split_text(word, cells - cell_len(current))
            lines.append(current + head)
            current = " " * indent
        current += word
    return [*lines, current] if current.strip() or not lines else lines


def wrap_line(line: Iterable[Span], cells: int, indent: int = 0) -> list[Line]:
    """Return a line broken at its blanks into lines of at most `cells` cells, tones kept; later ones are indented."""
    lines: list[list[Span]] = [[]]
    used = 0
    for text, tone in line:
        for piece in re.findall(r"[ ]*[^ ]+|[ ]+$", tidy(text)):
            size = cell_len(piece)
            if used + size > cells and piece.strip() and used > indent:
                piece = " " * indent + piece.lstrip(" ")
                lines.append([])
                used, size = 0, cell_len(piece)
            lines[-1].append((piece, tone))
            used += size
    return [tuple(joined(spans)) for spans in lines]


def cells_of(line: Iterable[Span]) -> list[Span]:
    """Return a line cell by cell: each with its tone; a sign of two cells is followed by an empty one."""
    cells: list[Span] = []
    for text, tone in line:
        if text.isascii():
            cells.extend((character, tone) for character in text)
            continue
        for start, end, size in split_graphemes(text)[0]:
            if size == 0 and cells:
                cells[-1] = (cells[-1][0] + text[start:end], cells[-1][1])
            else:
                cells.append((text[start:end], tone))
                cells.extend([("", tone)] * (size - 1))
    return cells


def changed_runs(before: Line | None, after: Line, gap: int = 8) -> list[tuple[int, int]]:
    """Return where two lines differ, as (first cell, number of cells), left to right.

    Runs closer to each other than `gap` cells are one: moving the cursor costs about as many bytes. Everything
    differs when there was no line before or one of another width.
    """
    if before == after:
        return []
    new = cells_of(after)
    old = cells_of(before) if before is not None else []
    if len(old) != len(new):
        return [(0, len(new))] if new else []
    runs: list[tuple[int, int]] = []
    for x, (one, other) in enumerate(zip(old, new, strict=True)):
        if one == other:
            continue
        if runs and x - sum(runs[-1]) < gap:
            runs[-1] = (runs[-1][0], x + 1 - runs[-1][0])
        else:
            runs.append((x, 1))
    return [_whole_signs(run, old, new) for run in runs]


def _whole_signs(run: tuple[int, int], old: list[Span], new: list[Span]) -> tuple[int, int]:
    """Return a run grown so that it starts and ends between signs, in the old line as in the new one."""
    start, end = run[0], sum(run)
    while start > 0 and "" in (old[start][0], new[start][0]):
        start -= 1
    while end < len(new) and "" in (old[end][0], new[end][0]):
        end += 1
    return start, end - start
