"""What keys come to: a change of what is shown, or a command for the clerk. Nothing here knows Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .action import Action
from .actions import by_id, keymap
from .desk import PANES, Desk, Pane
from .i18n import _
from .language import Library, Parsed
from .language.words import word_for
from .previewing import Decide
from .prompting import Prompting, Voice
from .reading import Step, through_log, through_page
from .scene import Scene

_STEPS: Final[Mapping[str, Step]] = {
    "row.down": "down",
    "row.up": "up",
    "row.page_down": "page_down",
    "row.page_up": "page_up",
    "row.first": "first",
    "row.last": "last",
}
_FAR: Final = 1_000_000
"""More rows than there are."""
ONE_TURN: Final = 0.25
"""Seconds within which a second "next turn" is taken for a slip of the finger."""


class Keyboard:
    """Turns keys into changes of the scene and into commands."""

    def __init__(
        self,
        scene: Scene,
        library: Library,
        voice: Voice,
        decide: Decide,
        submit: Callable[[str, Parsed], object],
        leave: Callable[[], object],
        redraw: Callable[[], None],
    ) -> None:
        self.scene = scene
        self.prompting = Prompting(scene, library, voice, decide, submit, self._settle)
        self.panes: tuple[Pane, ...] = PANES
        """The panes there are to go to, in the order in which tab goes."""
        self._leave = leave
        self._next_at = float("-inf")
        self._doings: Mapping[str, Callable[[], None]] = {
            "turn.back": lambda: self.prompting.enter_verb("back"),
            "obligation.settle": self._settle,
            "obligation.waive": self._waive,
            "history.undo": lambda: self.prompting.enter_verb("undo"),
            "history.redo": lambda: self.prompting.enter_verb("redo"),
            "combatant.hide": self._hide,
            "row.active": self._choose_active,
            "row.mark": self._mark,
            "row.unmark": self._unmark,
            "log.why": self._why,
            "pane.log": self._log,
            "pane.next": lambda: self._desk.next_pane(1, self.panes),
            "pane.previous": lambda: self._desk.next_pane(-1, self.panes),
            "help.show": self._help,
            "screen.redraw": redraw,
            "screen.blank": self._blank,
            "app.quit": self._quit,
        }

    @property
    def _desk(self) -> Desk:
        return self.scene.desk

    # -- keys

    def press(self, key: str, character: str | None, now: float) -> None:
        """Take one key. `character` is what it types, if anything; `now` a time in seconds."""
        if self._desk.page == "blank":
            self._desk.page = "fight"
            return
        action = keymap().get(key)
        if action is None or action.id != "turn.next" or self.scene.prompt is not None:
            # With something done in between, the next "next turn" is meant.
            self._next_at = float("-inf")
        if self.scene.prompt is not None:
            self.prompting.press(self.scene.prompt, key, character)
            return
        if key == "!" and self.prompting.overrule():
            return
        if action is None:
            if key.isascii() and key.isdecimal() and self.scene.view is not None and self.scene.view.obligations:
                self._settle(key)
            elif key in ("escape", "ctrl+c"):
                self._put_away(key)
        elif action.id == "turn.next":
            self._next_turn(now)
        else:
            self.prompting.clear()
            self._do(action)

    def scroll(self, steps: int) -> None:
        """Move as the wheel of the mouse says."""
        if self.scene.prompt is None and self._desk.page != "blank":
            self._do(by_id()["row.down" if steps > 0 else "row.up"])

    def paste(self, text: str) -> None:
        """Take pasted text."""
        self.prompting.paste(text)

    def say(self, text: str, tone: str = "") -> None:
        """Answer something under the prompt, unless a command is being typed there."""
        if self.scene.prompt is None:
            self.prompting.answer(text, tone)

    def _do(self, action: Action) -> None:
        if action.opens_prompt:
            self.prompting.open(action)
        elif action.id in _STEPS:
            self._move(_STEPS[action.id])
        else:
            self._doings[action.id]()

    def _put_away(self, key: str) -> None:
        """Leave what lies over the panes; on the panes themselves, say how to leave."""
        if self._leave_reading():
            return
        if self.scene.message.text:
            self.prompting.clear()
        elif key == "ctrl+c":
            self.prompting.answer(_("q leaves; everything is saved"))

    def _leave_reading(self) -> bool:
        """Leave the help, the trace or the log; return whether one of them was there."""
        desk = self._desk
        if desk.page == "help":
            self._help()
        elif desk.shows_why:
            desk.shows_why = False
        elif desk.pane == "log":
            self._log()
        else:
            return False
        return True

    # -- turns and history

    def _next_turn(self, now: float) -> None:
        if now - self._next_at < ONE_TURN:
            return
        self._next_at = now
        self.prompting.clear()
        encounter = self.scene.encounter
        self.prompting.enter_verb("start" if encounter is not None and not encounter.is_started else "next")

    def _settle(self, digit: str = "") -> None:
        """Settle the oldest thing that waits, or let its number be typed, of which `digit` is the first."""
        if self.scene.view is None:
            if not self._leave_reading():
                self._load_prepared()
        elif not self.scene.view.obligations:
            self.prompting.answer(_("Nothing waits to be settled"))
        elif self.scene.view.obligations[0].kind == "initiative":
            # Players roll their own: the number is typed, and nothing typed rolls it.
            oldest = self.scene.view.obligations[0]
            self.prompting.open(by_id()["fight.initiative"], f"{oldest.who} {digit}")
        elif digit:
            self.prompting.open(by_id()["obligation.settle"], digit, str(self.scene.view.obligations[0].number))
        else:
            self.prompting.enter_verb("settle")

    def _waive(self) -> None:
        if self.scene.view is not None and self.scene.view.obligations:
            self.prompting.enter_verb("waive")
        else:
            self.prompting.answer(_("Nothing waits to be settled"))

    def _load_prepared(self) -> None:
        if self.scene.prepared:
            self.prompting.enter(f"{word_for('load')} {self.scene.prepared[self.scene.prepared_at][0]}")
        else:
            self.prompting.open(by_id()["prompt.open"])

    def _hide(self) -> None:
        targets = self._desk.implied()
        if not targets:
            self.prompting.answer(_("Nobody is chosen"))
            return
        rows = [row for row in self.scene.rows if row.id in targets]
        verb = "reveal" if all(row.hidden for row in rows) else "hide"
        self.prompting.enter(f"{word_for(verb)} {','.join(targets)}")

    # -- looking

    def _move(self, step: Step) -> None:
        scene, desk = self.scene, self._desk
        page = scene.page_rows
        steps = {"down": 1, "up": -1, "page_down": page, "page_up": -page, "first": -_FAR, "last": _FAR}[step]
        if desk.page == "help":
            scene.page_first = max(0, scene.page_first + steps)
        elif desk.shows_why:
            through_page(desk, scene, steps)
        elif desk.pane == "log":
            through_log(desk, scene, step)
        elif scene.view is None:
            scene.prepared_at = max(0, min(scene.prepared_at + steps, len(scene.prepared) - 1))
        elif desk.pane == "casters":
            desk.move(steps, [caster.id for caster in scene.view.casters])
        else:
            desk.move(steps, [row.id for row in scene.rows])
        scene.in_view = desk.chosen

    def _choose_active(self) -> None:
        if self.scene.view is not None and self.scene.view.active:
            self._desk.chosen = self.scene.in_view = self.scene.view.active

    def _mark(self) -> None:
        self._desk.toggle_mark()

    def _unmark(self) -> None:
        self._desk.marks = ()

    def _why(self) -> None:
        desk = self._desk
        desk.shows_why = not desk.shows_why
        desk.why_first = 0
        if desk.shows_why and "log" not in self.scene.visible:
            desk.pane = "log"

    def _log(self) -> None:
        desk = self._desk
        if desk.pane == "log":
            desk.pane, desk.log_seq, desk.log_below, desk.shows_why = "initiative", 0, 0, False
        else:
            desk.pane = "log"

    def _quit(self) -> None:
        """Leave what is read, or the program."""
        if not self._leave_reading():
            self._leave()

    def _blank(self) -> None:
        self._desk.page = "blank"

    def _help(self) -> None:
        self._desk.page = "fight" if self._desk.page == "help" else "help"
        self.scene.page_first = 0
