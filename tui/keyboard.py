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
from .scene import Scene

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
            "row.down": lambda: self._move(1),
            "row.up": lambda: self._move(-1),
            "row.page_down": lambda: self._move(self.scene.page_rows),
            "row.page_up": lambda: self._move(-self.scene.page_rows),
            "row.first": lambda: self._move(-1_000_000),
            "row.last": lambda: self._move(1_000_000),
            "row.active": self._choose_active,
            "row.mark": self._mark,
            "row.unmark": self._unmark,
            "log.why": self._why,
            "pane.log": self._log,
            "pane.next": lambda: self._desk.next_pane(1, self.panes),
            "pane.previous": lambda: self._desk.next_pane(-1, self.panes),
            "help.show": self._help,
            "screen.redraw": redraw,
            "app.quit": self._quit,
        }

    @property
    def _desk(self) -> Desk:
        return self.scene.desk

    # -- keys

    def press(self, key: str, character: str | None, now: float) -> None:
        """Take one key. `character` is what it types, if anything; `now` a time in seconds."""
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
            if key in ("escape", "ctrl+c"):
                self._put_away(key)
        elif action.id == "turn.next":
            self._next_turn(now)
        else:
            self.prompting.clear()
            self._do(action)

    def scroll(self, steps: int) -> None:
        """Move as the wheel of the mouse says."""
        if self.scene.prompt is None:
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
        elif self._desk.page == "help" and action.id in ("row.down", "row.up", "row.page_down", "row.page_up"):
            steps = {
                "row.down": 1,
                "row.up": -1,
                "row.page_down": self.scene.page_rows,
                "row.page_up": -self.scene.page_rows,
            }
            self.scene.page_first = max(0, self.scene.page_first + steps[action.id])
        else:
            self._doings[action.id]()

    def _put_away(self, key: str) -> None:
        """Leave what lies over the panes; on the panes themselves, say how to leave."""
        if self._desk.page == "help":
            self._help()
        elif self._desk.shows_why:
            self._desk.shows_why = False
        elif self.scene.message.text:
            self.prompting.clear()
        elif key == "ctrl+c":
            self.prompting.answer(_("q leaves; everything is saved"))

    # -- turns and history

    def _next_turn(self, now: float) -> None:
        if now - self._next_at < ONE_TURN:
            return
        self._next_at = now
        self.prompting.clear()
        encounter = self.scene.encounter
        self.prompting.enter_verb("start" if encounter is not None and not encounter.is_started else "next")

    def _settle(self) -> None:
        if self.scene.view is None:
            self._load_prepared()
        elif not self.scene.view.obligations:
            self.prompting.answer(_("Nothing waits to be settled"))
        elif self.scene.view.obligations[0].kind == "initiative":
            # Players roll their own: the number is typed, and nothing typed rolls it.
            oldest = self.scene.view.obligations[0]
            self.prompting.open(by_id()["fight.initiative"], f"{oldest.who} ")
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

    def _move(self, steps: int) -> None:
        scene, desk = self.scene, self._desk
        if scene.view is None:
            scene.prepared_at = max(0, min(scene.prepared_at + steps, len(scene.prepared) - 1))
        elif desk.pane == "log" or desk.shows_why:
            desk.log_seq = scene.log.step(desk.log_seq, steps)
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
        if desk.shows_why and "log" not in self.scene.visible:
            desk.pane = "log"

    def _log(self) -> None:
        desk = self._desk
        if desk.pane == "log":
            desk.pane, desk.log_seq, desk.shows_why = "initiative", 0, False
        else:
            desk.pane = "log"

    def _quit(self) -> None:
        self._leave()

    def _help(self) -> None:
        self._desk.page = "fight" if self._desk.page == "help" else "help"
        self.scene.page_first = 0
