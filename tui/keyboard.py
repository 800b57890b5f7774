"""What keys come to: a change of what is shown, or a command for the clerk. Nothing here knows Textual."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, Protocol

from rules.campaign import CampaignState

from . import desk as hands
from .action import Action
from .actions import by_id, keymap
from .completing import Completing
from .desk import PANES, Desk, Pane
from .editor import History
from .hints import hints_for
from .i18n import _, language
from .language import LanguageError, Library, Parsed, Selection, parse
from .language.words import word_for
from .previewing import Decide, Previewer
from .prompt import Prompt
from .scene import Message, Scene

ONE_TURN: Final = 0.25
"""Seconds within which a second "next turn" is taken for a slip of the finger."""


class Voice(Protocol):
    """Says things in the reader's language."""

    def refusal(self, error: Exception) -> str:
        """Return the sentence for something that was refused."""
        ...

    def may_overrule(self, error: Exception) -> bool:
        """Return whether the GM may have it all the same."""
        ...


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
        self.history = History()
        self.panes: tuple[Pane, ...] = PANES
        """The panes there are to go to, in the order in which tab goes."""
        self._library = library
        self._voice = voice
        self._preview = Previewer(scene, self.read, decide, voice)
        self._submit = submit
        self._leave = leave
        self._completing = Completing(library)
        self._refused: tuple[str, Parsed] | None = None
        """What `!` would enter again, overruling the rules."""
        self._next_at = float("-inf")
        self._chosen_before = ""
        self._doings: Mapping[str, Callable[[], None]] = {
            "turn.back": lambda: self._enter_verb("back"),
            "obligation.settle": self._settle,
            "obligation.waive": self._waive,
            "history.undo": lambda: self._enter_verb("undo"),
            "history.redo": lambda: self._enter_verb("redo"),
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

    @property
    def _state(self) -> CampaignState:
        return self.scene.state

    # -- keys

    def press(self, key: str, character: str | None, now: float) -> None:
        """Take one key. `character` is what it types, if anything; `now` a time in seconds."""
        action = keymap().get(key)
        if action is None or action.id != "turn.next" or self.scene.prompt is not None:
            # With something done in between, the next "next turn" is meant.
            self._next_at = float("-inf")
        if self.scene.prompt is not None:
            self._press_in_prompt(self.scene.prompt, key, character)
            return
        if self._refused and key == "!":
            self._overrule()
        elif action is None:
            if key in ("escape", "ctrl+c"):
                self._put_away(key)
        elif action.id == "turn.next":
            self._next_turn(now)
        else:
            self._clear_message()
            self._do(action)

    def scroll(self, steps: int) -> None:
        """Move as the wheel of the mouse says."""
        if self.scene.prompt is None:
            self._do(by_id()["row.down" if steps > 0 else "row.up"])

    def paste(self, text: str) -> None:
        """Take pasted text: it is typed into the prompt, and enters nothing."""
        if self.scene.prompt is None:
            self._open(by_id()["prompt.open"])
        if self.scene.prompt is not None:
            self.scene.prompt.paste(text)
            self._typed()

    def _do(self, action: Action) -> None:
        if action.opens_prompt:
            self._open(action)
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
            self._clear_message()
        elif key == "ctrl+c":
            self._say(_("q leaves; everything is saved"))

    # -- turns and history

    def _next_turn(self, now: float) -> None:
        if now - self._next_at < ONE_TURN:
            return
        self._next_at = now
        self._clear_message()
        encounter = self.scene.encounter
        self._enter_verb("start" if encounter is not None and not encounter.is_started else "next")

    def _settle(self) -> None:
        if self.scene.view is None:
            self._load_prepared()
        elif not self.scene.view.obligations:
            self._say(_("Nothing waits to be settled"))
        elif self.scene.view.obligations[0].kind == "initiative":
            # Players roll their own: the number is typed, and nothing typed rolls it.
            oldest = self.scene.view.obligations[0]
            self._open(by_id()["fight.initiative"])
            if self.scene.prompt is not None:
                self.scene.prompt.tail.set(f"{oldest.who} ")
                self.scene.prompt.hinting = False
                self._typed()
        else:
            self._enter_verb("settle")

    def _waive(self) -> None:
        if self.scene.view is not None and self.scene.view.obligations:
            self._enter_verb("waive")
        else:
            self._say(_("Nothing waits to be settled"))

    def _load_prepared(self) -> None:
        if self.scene.prepared:
            self._enter(f"{word_for('load')} {self.scene.prepared[self.scene.prepared_at][0]}")
        else:
            self._open(by_id()["prompt.open"])

    def _hide(self) -> None:
        targets = self._desk.implied()
        if not targets:
            self._say(_("Nobody is chosen"))
            return
        rows = [row for row in self.scene.rows if row.id in targets]
        verb = "reveal" if all(row.hidden for row in rows) else "hide"
        self._enter(f"{word_for(verb)} {','.join(targets)}")

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

    # -- the prompt

    def _open(self, action: Action) -> None:
        scene, desk = self.scene, self._desk
        desk.page = "fight"
        encounter = scene.encounter
        if encounter is None:
            if action.shape not in ("text", "quoted"):
                self._say(_("No fight is open"))
                return
            scene.prompt = Prompt.opened(action)
        else:
            casts = action.verb == "cast"
            acts = action.shape in ("actor_targets", "actor_words")
            actor = hands.actor_of(encounter, desk.chosen, casts=casts) if acts else ""
            implied = desk.marks if action.shape == "actor_words" else desk.implied(actor)
            if action.verb == "dispel":
                implied = ()
            scene.prompt = Prompt.opened(action, actor=actor, implied=implied)
        self._chosen_before = desk.chosen
        self._clear_message()
        self._typed()

    def _press_in_prompt(self, prompt: Prompt, key: str, character: str | None) -> None:
        scene = self.scene
        if key == "!" and self._refused is not None and scene.message.can_force:
            self._overrule()
            return
        outcome = prompt.press(key, character, scene.hints)
        if outcome in ("changed", "ignored"):
            if outcome == "changed":
                self._clear_message()
                self._typed()
            return
        if outcome == "complete":
            self._complete(prompt)
        elif outcome == "leave":
            self._close()
            if prompt.action.shape == "find":
                self._desk.chosen = self._chosen_before
        elif outcome == "enter":
            self._enter_prompt(prompt)
        elif prompt.action.shape != "find":
            self._recall(prompt, older=outcome == "older")

    def _typed(self) -> None:
        """Bring hints and preview up to what is typed."""
        scene, prompt = self.scene, self.scene.prompt
        self._completing.forget()
        scene.hints = {}
        if prompt is None:
            scene.preview = ()
            return
        if prompt.hinting:
            scene.hints = hints_for(self._may_be_picked(prompt))
            if "initiative" not in self.scene.visible:
                self._desk.pane = "initiative"
        if prompt.action.shape == "find" and scene.encounter is not None:
            found = hands.found(scene.encounter, prompt.tail.text, language())
            self._desk.chosen = scene.in_view = found or self._chosen_before
            return
        self._look(prompt)

    def _may_be_picked(self, prompt: Prompt) -> Iterator[str]:
        """Yield the ids that letters may pick: those who can cast while a caster is asked for, else everybody."""
        encounter = self.scene.encounter
        asks_caster = prompt.action.shape == "actor_words" and not prompt.actor
        for row in self.scene.rows:
            if not asks_caster or encounter is None or hands.can_cast(encounter, row.id):
                yield row.id

    def _look(self, prompt: Prompt) -> None:
        """Show what the command would do."""
        self._completing.look(prompt, self._state, self._selection())
        self.scene.preview = self._preview.lines(prompt, self._completing)

    def _complete(self, prompt: Prompt) -> None:
        if prompt.action.shape == "find":
            return
        self._clear_message()
        if self._completing.press(prompt, self._state, self._selection()):
            self._typed()
        else:
            self.scene.hints = {}
            self._look(prompt)

    def _recall(self, prompt: Prompt, *, older: bool) -> None:
        text = self.history.older(prompt.text()) if older else self.history.newer()
        if text is not None:
            prompt.recall(text, by_id()["prompt.open"])
            self._clear_message()
            self._typed()

    def _enter_prompt(self, prompt: Prompt) -> None:
        if prompt.action.shape == "find":
            self._close()
        elif prompt.action.id == "prompt.open" and not prompt.tail.text.strip():
            self._close()
            self._settle()
        else:
            self._enter(prompt.text())

    def _close(self) -> None:
        self.scene.prompt = None
        self._clear_message()
        self._typed()
        self.history.leave()

    # -- commands

    def _selection(self) -> Selection:
        return Selection(marked=self._desk.marks, chosen=self._desk.chosen)

    def read(self, text: str) -> Parsed:
        """Return the command that a text writes, against what is shown.

        Raises:
            LanguageError: as `language.parse`.
        """
        return parse(text, state=self._state, library=self._library, selection=self._selection())

    def _enter_verb(self, verb: str) -> None:
        self._enter(word_for(verb))

    def _enter(self, text: str) -> None:
        """Give a command to the clerk, or say why it cannot be read and leave it to be mended."""
        try:
            parsed = self.read(text)
        except LanguageError as error:
            if self.scene.prompt is None:
                self._reopen(text)
            self._say(self._voice.refusal(error), "bad")
            return
        self.history.add(text)
        self._close()
        self._refused = None
        self._submit(text, parsed)

    def _overrule(self) -> None:
        if self._refused is None:
            return
        text, parsed = self._refused
        verb, space, rest = text.partition(" ")
        forced = replace(parsed, forced=True)
        # What was refused is what is overruled, whatever the same words would mean by now.
        self._refused = None
        self._close()
        self._submit(f"{verb}!{space}{rest}", forced)

    def refused(self, typed: str, parsed: Parsed, error: Exception) -> None:
        """Take back a command that the clerk could not do: it may be mended, unless another one is being typed."""
        sentence = self._voice.refusal(error)
        can_force = self._voice.may_overrule(error) and not parsed.forced
        self._refused = (typed, parsed) if can_force else None
        if self.scene.prompt is None and " " in typed.strip():
            self._reopen(typed)
        self.scene.message = Message(sentence, "bad", can_force)
        self.scene.log.remark(sentence)

    def say(self, text: str, tone: str = "") -> None:
        """Answer something under the prompt, unless a command is being typed there."""
        if self.scene.prompt is None:
            self._say(text, tone)

    def _reopen(self, text: str) -> None:
        prompt = Prompt.opened(by_id()["prompt.open"])
        prompt.tail.set(text)
        self.scene.prompt = prompt
        self._typed()

    def _say(self, text: str, tone: str = "") -> None:
        self.scene.message = Message(text, tone)

    def _clear_message(self) -> None:
        self.scene.message = Message()
        if self._refused is not None:
            self._refused = None
