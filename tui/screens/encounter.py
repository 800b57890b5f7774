"""The encounter screen: three panes, what waits, the prompt, the keys."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import NULL_SIZE, Size
from textual.layout import Layout
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import Screen
from textual.timer import Timer

from campaigns.errors import UserError
from rules.statblock import Names

from ..clerk import Broken, Clerk, Done, Failed, News, Ready, Report
from ..glyphs import Glyphs
from ..i18n import language
from ..logbook import Logbook
from ..scene import Scene
from ..views import fight_view
from ..widgets.boxes import Box, boxes, edges
from ..widgets.casters import CastersPane
from ..widgets.detail import DetailPane
from ..widgets.footer import Footer
from ..widgets.header import Header
from ..widgets.initiative import InitiativePane
from ..widgets.lines import LineWidget
from ..widgets.log import LogPane
from ..widgets.page import Page
from ..widgets.palette import Palette
from ..widgets.pane import Pane as PaneWidget
from ..widgets.prompt import PromptLine
from ..widgets.strip import Strip
from .arrangement import Arrangement
from .precise import PreciseCompositor

if TYPE_CHECKING:
    from campaigns.journal import Entry
    from campaigns.session import Session
    from rules.dice import Dice
    from rules.kernel import Command, Event

    from ..keyboard import Keyboard
    from ..language import Library, Parsed
    from ..voice import SessionVoice

SAVING = 0.15
"""Seconds after which a command that is not on the disk yet is said to be on its way."""


class Reported(Message):
    """The clerk has something to report."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


class EncounterScreen(Screen[None], inherit_bindings=False):
    """The screen on which a fight is run."""

    AUTO_FOCUS = None
    DEFAULT_CSS = "EncounterScreen { overflow: hidden; }"
    virtual_size = Reactive(NULL_SIZE, layout=False, repaint=False)
    """As for the widgets: see `LineWidget.virtual_size`."""

    def __init__(
        self, session: Session, library: Library, clerk: Clerk, palette: Palette, *, title: str, glyphs: Glyphs
    ) -> None:
        super().__init__()
        self._compositor = PreciseCompositor()
        self._session = session
        self._clerk = clerk
        self._library = library
        log = Logbook(lambda: self.voice)
        self.scene = Scene(title=title, glyphs=glyphs, log=log)
        self._arrangement = Arrangement(self._boxes)
        self._arranged: dict[str, Box] = {}
        self._saving: Timer | None = None
        self._given = 0
        self._said_read_only = False
        self._told = 0
        """How many notices of the session have been said."""
        self._is_painted = False
        self.is_ready = False
        """Whether everything is loaded and the log is shown."""
        self.initiative = InitiativePane(palette, self.scene)
        self.casters = CastersPane(palette, self.scene)
        self.strip = Strip(palette, self.scene)
        self._widgets: tuple[LineWidget, ...] = (
            Header(palette, self.scene),
            self.initiative,
            self.casters,
            DetailPane(palette, self.scene),
            LogPane(palette, self.scene),
            Page(palette, self.scene),
            self.strip,
            PromptLine(palette, self.scene),
            Footer(palette, self.scene),
        )

    @property
    def layout(self) -> Layout:
        """The layout: boxes by the size of the terminal."""
        return self._arrangement

    @cached_property
    def voice(self) -> SessionVoice:
        """What speaks for the campaign."""
        from ..voice import SessionVoice

        return SessionVoice(self._session)

    @cached_property
    def keyboard(self) -> Keyboard:
        """What keys go to."""
        from ..keyboard import Keyboard

        return Keyboard(self.scene, self._library, self.voice, self._decide, self._give, self._leave, self._redraw)

    @property
    def is_waiting(self) -> bool:
        """Whether commands were given that are neither confirmed nor refused yet."""
        return self._given > 0

    def compose(self) -> ComposeResult:
        """Give Textual the widgets."""
        self._take_state()
        yield from self._widgets

    def on_mount(self) -> None:
        """Load the rest, and look at the log, once the fight itself can be seen."""
        self.call_after_refresh(self._begin)
        self.app.app_resume_signal.subscribe(self, self._on_resumed)

    def _begin(self) -> None:
        self._is_painted = True
        self._clerk.start()

    def _on_resumed(self, _app: App[object]) -> None:
        """Other programs have had the terminal."""
        self._redraw()

    def _redraw(self) -> None:
        """Paint everything anew."""
        self.refresh()

    # -- what comes in

    def on_key(self, event: events.Key) -> None:
        """Hand a key to the keyboard."""
        event.stop()
        event.prevent_default()
        now = time.monotonic()
        key, character = event.key, event.character
        if key.startswith("alt+"):
            # Escape and a key that follows it at once, or over a slow link, look like one key with alt.
            self.keyboard.press("escape", None, now)
            key = key.removeprefix("alt+")
            key = key.removeprefix("shift+").upper() if len(key) == len("shift+x") else key
            character = key if len(key) == 1 else character
        printable = character is not None and character.isprintable()
        if printable and character and character != " ":
            key = character
        self.keyboard.press(key, character if printable else None, now)
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        """Hand pasted text to the keyboard."""
        event.stop()
        self.keyboard.paste(event.text)
        self.show()

    def on_resize(self) -> None:
        """Paint everything anew: a terminal made smaller and larger again at once has lost what it showed."""
        if self._is_painted:
            self._redraw()

    def on_click(self, event: events.Click) -> None:
        """Choose the row that was clicked."""
        event.stop()
        if event.widget is self.initiative and (found := self.initiative.combatant_at(event.y)):
            self.scene.desk.chosen = self.scene.in_view = found
            self.show()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down."""
        event.stop()
        self.keyboard.scroll(1)
        self.show()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up."""
        event.stop()
        self.keyboard.scroll(-1)
        self.show()

    def on_reported(self, message: Reported) -> None:
        """Show what the clerk did."""
        report = message.report
        from ..language import BackRequest

        match report:
            case Ready(entries=entries, error=error):
                self.scene.log.take(entries)
                self.keyboard.prompting.history.extend(entry.command for entry in entries[-50:] if not entry.undo)
                self._take_notices()
                if error is not None:
                    self.scene.log.remark(self.voice.refusal(error), "warn")
                self.is_ready = True
            case Done(parsed=parsed, entries=entries):
                self._saved()
                self._take_entries(entries)
                if isinstance(parsed.request, BackRequest) and self.scene.view is not None:
                    self.keyboard.say(self.voice.stepped_back(self.scene.view.active_name, len(entries)))
            case Failed():
                self._saved()
                self._take_failure(report)
            case News(entries=entries):
                self._take_entries(entries)
                self._take_notices()
            case Broken(error=error):
                raise error
        self._say_read_only()
        self.show()

    # -- commands

    def _give(self, typed: str, parsed: Parsed) -> None:
        self._given += 1
        if self._saving is None:
            self._saving = self.set_timer(SAVING, self._say_saving)
        self._clerk.submit(typed, parsed)

    def _decide(self, command: Command, dice: Dice, forced: bool) -> tuple[Event, ...]:
        return self._session.preview(command, dice, forced=forced)

    def _say_saving(self) -> None:
        self.scene.save = "saving"
        self.show()

    def _saved(self) -> None:
        self._given -= 1
        if self._given == 0 and self._saving is not None:
            self._saving.stop()
            self._saving = None
        if self.scene.save in ("saving", "failed"):
            self.scene.save = "saved"

    def _take_failure(self, report: Failed) -> None:
        if isinstance(report.error, UserError) and report.error.code in ("not_saved", "lock_busy"):
            self.scene.save = "failed"
            self.scene.save_problem = self.voice.refusal(report.error)
        self._take_state()
        self.keyboard.prompting.refused(report.typed, report.parsed, report.error)

    def _leave(self) -> None:
        self.app.exit(return_code=0)

    # -- what is shown

    def _take_entries(self, entries: Iterable[Entry]) -> None:
        """Show a changed state, and what made it so."""
        was = self.scene.encounter
        self._take_state()
        now = self.scene.encounter
        if now is not None and (was is None or was.active != now.active):
            self._follow_turn(was.active if was is not None else "", now.active)
        for entry in entries:
            if entry.undo or entry.redo:
                self._take_history()
                self.keyboard.say(self.voice.stepped(entry))
            else:
                self.scene.log.add(entry)
                if was is not None and now is None:
                    self.keyboard.say(" ".join(sentence.text for sentence in self.voice.tell(entry)))

    def _follow_turn(self, was: str, now: str) -> None:
        """Bring whose turn began into view; the chosen row goes with the turn when it stood on it."""
        scene = self.scene
        scene.in_view = now
        if now and scene.desk.chosen == was and scene.prompt is None:
            scene.desk.chosen = now

    def _say_read_only(self) -> None:
        """Say once why nothing can be written."""
        if self.scene.save == "read_only" and self.is_ready and not self._said_read_only:
            self._said_read_only = True
            self.scene.log.remark(self.scene.save_problem, "warn")
            self.keyboard.say(self.scene.save_problem, "warn")

    def _take_history(self) -> None:
        """Show the entries that count by now."""
        try:
            self.scene.log.take(self._session.history)
        except UserError as error:
            self.scene.log.remark(self.voice.refusal(error), "warn")

    def _take_notices(self) -> None:
        """Say what the session wants to be told and has not been said yet."""
        new = self._session.notices[self._told :]
        self._told += len(new)
        for notice in new:
            self.scene.log.remark(self.voice.notice(notice), "warn")
        if new:
            self.keyboard.say(self.voice.notice(new[-1]), "warn")

    def _take_state(self) -> None:
        scene = self.scene
        state = self._session.state
        if state is not scene.state or scene.view is None:
            scene.state = state
            scene.view = fight_view(state, self._spell_names)
            scene.desk.follow(state.encounter)
            scene.in_view = scene.in_view or scene.desk.chosen
            if scene.view is None:
                scene.prepared = tuple((one.id, one.name.of(language())) for one in self._library.encounters())
        if self._session.read_only:
            scene.save = "read_only"
            scene.save_problem = self.voice.read_only(self._session.read_only)

    def _spell_names(self, spell_id: str) -> Names | None:
        try:
            return self._library.spell(spell_id).name
        except (UserError, KeyError):
            return None

    def show(self) -> None:
        """Bring every widget up to date; only cells that changed are written."""
        if self._wanted(self.size) != self._arranged:
            self._boxes(self.size)
            # Asked of a child, this lays out the whole screen.
            self._widgets[0].refresh(layout=True)
        for widget in self._widgets:
            widget.repaint()

    def _wanted(self, size: Size) -> dict[str, Box]:
        """Return the boxes for what is to be seen."""
        scene = self.scene
        return boxes(
            size.width,
            size.height,
            pane=scene.desk.pane,
            casters=self.casters.wanted(),
            page=scene.desk.page == "help" or (scene.view is None and not scene.desk.reads),
            reads=scene.desk.reads,
            only_log=scene.view is None,
            blank=scene.desk.page == "blank",
        )

    def _boxes(self, size: Size) -> dict[str, Box]:
        """Lay the screen out, and tell the widgets about their neighbours."""
        found = self._arranged = self._wanted(size)
        sides = edges(found)
        for widget in self._widgets:
            if isinstance(widget, PaneWidget):
                widget.edge = sides.get(widget.id or "")
        initiative = found.get("initiative")
        self.strip.joint = initiative.width - 1 if initiative and sides else None
        self.scene.visible = frozenset(found)
        self.scene.page_rows = max(1, found["initiative"].height - 2) if initiative else max(1, size.height - 8)
        return found
