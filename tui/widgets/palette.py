"""The tones that lines are drawn in, made of the colours of the theme.

A tone never stands alone for a meaning: a sign or a word goes with it, so that a terminal without colours says as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color, ColorParseError

_COLOURS: Final[Mapping[str, str]] = {
    "accent": "primary",
    "key": "primary",
    "target": "primary",
    "party": "primary",
    "magic": "secondary",
    "mark": "warning",
    "good": "success",
    "warn": "warning",
    "bad": "error",
}
"""Tones that are a colour of the theme."""

_ATTRIBUTES: Final[Mapping[str, Style]] = {
    "": Style(),
    "strong": Style(bold=True),
    "muted": Style(dim=True),
    "chosen": Style(reverse=True),
    "cursor": Style(reverse=True),
    "hint": Style(reverse=True, bold=True),
    "implied": Style(italic=True),
}
"""Tones that are an attribute: they serve on any background, and without colours."""


class Palette:
    """Styles by the names of their tones, for one theme."""

    def __init__(self, variables: Mapping[str, str], *, ansi: bool) -> None:
        """Take the colours out of the variables of a theme (`App.theme_variables`).

        With `ansi` the terminal's own foreground and background are left as they are.
        """
        self._variables = variables
        self._plain = Style() if ansi else self._coloured("foreground") + Style(bgcolor=self._colour("background"))
        self._styles: dict[str, Style] = {}

    def style(self, tone: str) -> Style:
        """Return the style of a tone, or of several separated by spaces, the later ones on top."""
        found = self._styles.get(tone)
        if found is None:
            found = self._plain
            for name in tone.split():
                found += self._coloured(_COLOURS[name]) if name in _COLOURS else _ATTRIBUTES[name]
            self._styles[tone] = found
        return found

    def _coloured(self, token: str) -> Style:
        return Style(color=self._colour(token))

    def _colour(self, token: str) -> RichColor | None:
        try:
            return Color.parse(self._variables.get(token, "")).rich_color
        except ColorParseError:
            return None
