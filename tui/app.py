"""The application: opens a campaign on the screen, and leaves the terminal as it found it."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.events import Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.theme import BUILTIN_THEMES

from rules.text import visible

from . import glyphs
from .clerk import Clerk, Report
from .i18n import Language, _, set_language
from .lifeline import Lifeline, wake_on_signals
from .screens.encounter import EncounterScreen, Reported
from .widgets import filters
from .widgets.palette import Palette

if TYPE_CHECKING:
    from campaigns.session import Session
    from rules.campaign import Settings

    from .language import Library
    from .library import CampaignLibrary

THEME = replace(
    BUILTIN_THEMES["ansi-dark"], name="aethyr", primary="ansi_cyan", secondary="ansi_magenta", accent="ansi_blue"
)
"""The colours that the terminal's owner chose for it, on its own background."""
RESIZED = 0.2
"""Seconds after a change of the terminal's size after which it is looked at once more."""
CLOSING = 5.0
"""Seconds that a command being written has to come to its end when the program is left."""


class AethyrApp(App[int], inherit_bindings=False):
    """One campaign on the screen."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "aethyr"

    def __init__(
        self,
        session: Session,
        library: Library,
        *,
        title: str,
        settings: Callable[[], Settings],
        ascii_signs: bool = False,
    ) -> None:
        own_theme = "TEXTUAL_THEME" not in os.environ
        # Said at once, for it decides how colours are left out where NO_COLOR asks for that.
        super().__init__(ansi_color=True if own_theme else None)
        self.animation_level = "none"
        self.register_theme(THEME)
        if own_theme:
            self.theme = THEME.name
        self._own_filters: list[LineFilter] = [*([filters.ascii_only()] if ascii_signs else []), filters.safe()]
        self._glyphs = glyphs.choose("ascii" if ascii_signs else "unicode")
        self._title = title
        self._session = session
        self._library = library
        self.clerk = Clerk(session, self._report, settings=settings)
        self.defect: Exception | None = None
        """What ended the program, if it was a defect."""
        self._encounter: EncounterScreen | None = None
        self._own_loop: asyncio.AbstractEventLoop | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, and as the last one that which lets nothing hostile through."""
        return [*super().get_line_filters(), *self._own_filters]

    def get_default_screen(self) -> EncounterScreen:
        """Return the screen that the program begins with."""
        palette = Palette(self.theme_variables, ansi=self.current_theme.ansi)
        self._encounter = EncounterScreen(
            self._session, self._library, self.clerk, palette, title=self._title, glyphs=self._glyphs
        )
        return self._encounter

    def on_mount(self) -> None:
        """Be ready to be woken."""
        self._own_loop = asyncio.get_running_loop()
        if threading.current_thread() is threading.main_thread():
            wake_on_signals(self._own_loop)

    def on_resize(self) -> None:
        """Look again a little later: of several changes at once the last one may have been heard first."""
        if not self.is_headless:
            self.set_timer(RESIZED, self._see_size)

    def _see_size(self) -> None:
        try:
            actual = Size(*os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else 0))
        except OSError:
            return
        if actual != self.size:
            self.post_message(Resize(actual, actual))

    def leave(self, status: int) -> bool:
        """Ask for an orderly end with an exit status, from any thread; return whether the program runs yet."""
        if self._own_loop is None:
            return False
        self._own_loop.call_soon_threadsafe(self.exit, None, status)
        return True

    def _report(self, report: Report) -> None:
        if self._encounter is not None:
            self._encounter.post_message(Reported(report))

    def _handle_exception(self, error: Exception) -> None:
        """Keep a defect for the log file: Textual would print the texts of the campaign with its trace."""
        self.defect = self.defect or error
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


def run(
    folder: Path,
    *,
    who: str,
    language: Language,
    title: str,
    library: CampaignLibrary,
    writable: bool = True,
    mouse: bool | None = None,
    ascii_signs: bool = False,
) -> int:
    """Show a campaign until its user leaves, and return the exit status.

    `title` is the campaign's name. `mouse` is off over SSH unless it is asked for: a terminal then keeps its own way to
    select text.

    Raises:
        UserError: as `Session.open`.
    """
    from campaigns.session import Session

    set_language(language)
    with Session.open(folder, who=who, writable=writable) as session:
        catalog = library.catalog
        app = AethyrApp(session, library, title=title, settings=lambda: catalog.settings, ascii_signs=ascii_signs)
        with Lifeline(app.leave):
            app.run(mouse="SSH_CONNECTION" not in os.environ if mouse is None else mouse)
            app.clerk.stop(CLOSING)
    if app.defect is not None:
        _say_defect(app.defect)
    return app.return_code or 0


def _say_defect(error: Exception) -> None:
    """Write the trace of a defect to a file, without the values of any variable, and say where in one line."""
    from platformdirs import user_state_path

    trace = "".join(traceback.format_exception(error))
    folder = user_state_path("aethyr")
    path = folder / f"defect-{datetime.now():%Y-%m-%dT%H-%M-%S}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(trace, encoding="utf-8", errors="replace")
    except OSError:
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = _("aethyr stopped because of a defect: {error} in {place}. What was confirmed is saved.").format(
            error=type(error).__name__, place=f"{place.filename}:{place.lineno}"
        )
    else:
        said = _("aethyr stopped because of a defect, which {path} describes. What was confirmed is saved.").format(
            path=path
        )
    print(visible(said), file=sys.stderr)
