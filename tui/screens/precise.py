"""Updates of the screen that write the changed cells and nothing else.

Textual writes each changed line from the left edge of its widget. One changed figure at the end of a
line then costs the whole line; over a slow link that is what a person waits for. Everything that leans on Textual's
compositor, which is no public interface, is in this file.
"""

from __future__ import annotations

from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor


class PreciseUpdate(ChopsUpdate):
    """A partial update that starts each span at its first changed cell."""

    def render_segments(self, console: Console) -> str:
        """Return what is sent to the terminal: for each span a cursor movement and its cells."""
        output: list[str] = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(x, first), min(end, last)
                if strip is None or start >= stop:
                    continue
                output.append(f"\x1b[{y + 1};{start + 1}H")
                output.append(strip.crop(start - x, stop - x).render(console))
        return "".join(output)


class PreciseCompositor(Compositor):
    """A compositor whose partial updates are precise."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return the update of what changed, or nothing."""
        update = super().render_partial_update()
        if update is None:
            return None
        return PreciseUpdate(update.chops, update.spans, update.chop_ends)
