"""Commands being typed, entered, refused and overruled: what keys come to while the prompt is open."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Protocol

from campaigns.errors import UserError

from . import desk as hands
from .action import Action
from .actions import by_id
from .completing import Completing
from .editor import History
from .hints import hints_for
from .i18n import _, language
from .language import HelpRequest, LanguageError, Library, Parsed, Selection, format_parsed, help_lines, parse
from .language.words import word_for
from .previewing import Decide, Previewer
from .prompt import Prompt
from .scene import Message, Scene

_WITHOUT_THE_DEAD: Final = frozenset({"attack", "damage", "cast", "condition", "save", "temp"})
"""Verbs that make no sense for the dead and those who have left."""
_SENT: Final = 8
"""How many prompts are remembered in case what they entered is refused."""


class Voice(Protocol):
    """Says things in the reader's language."""

    def refusal(self, error: Exception) -> str:
        """Return the sentence for something that was refused."""
        ...

    def may_overrule(self, error: Exception) -> bool:
        """Return whether the GM may have it all the same."""
        ...


class Prompting:
    """The prompt of one screen, and the way of its commands to the clerk."""

    def __init__(
        self,
        scene: Scene,
        library: Library,
        voice: Voice,
        decide: Decide,
        submit: Callable[[str, Parsed], object],
        entered_nothing: Callable[[], object],
    ) -> None:
        """`submit` gives a command to the clerk; `entered_nothing` is for a plain command line entered empty."""
        self.scene = scene
        self.history = History()
        self._library = library
        self._voice = voice
        self._submit = submit
        self._entered_nothing = entered_nothing
        self._preview = Previewer(scene, self.read, decide, voice)
        self._completing = Completing(library)
        self._refused: tuple[str, Parsed] | None = None
        """What `!` would enter again, overruling the rules."""
        self._sent: deque[tuple[str, Prompt]] = deque(maxlen=_SENT)
        """What was entered last, and the prompt that it came from."""
        self._chosen_before = ""

    # -- opening and typing

    def open(self, action: Action, text: str = "", lead: str = "") -> None:
        """Open the prompt as an action's key does, with a word behind the verb and some text typed already."""
        scene, desk = self.scene, self.scene.desk
        encounter = scene.encounter
        desk.page = "fight"
        if encounter is None:
            if action.shape not in ("text", "quoted"):
                self.answer(_("No fight is open"))
                return
            prompt = Prompt.opened(action)
        else:
            acts = action.shape in ("actor_targets", "actor_words")
            actor = hands.actor_of(encounter, desk.chosen, casts=action.verb == "cast") if acts else ""
            if action.verb == "cast" and not actor:
                actor = hands.only_caster(encounter)
            implied = desk.marks if action.verb == "cast" else () if action.verb == "dispel" else desk.implied(actor)
            prompt = Prompt.opened(action, actor=actor, implied=implied)
        prompt.lead = lead
        if text:
            prompt.tail.set(text)
            prompt.hinting = False
        self._chosen_before = desk.chosen
        self._show(prompt)

    def _show(self, prompt: Prompt) -> None:
        self.scene.prompt = prompt
        self.clear()
        self._typed()

    def paste(self, text: str) -> None:
        """Take pasted text: it is typed, and enters nothing."""
        if self.scene.prompt is None:
            self.open(by_id()["prompt.open"])
        if self.scene.prompt is not None:
            self.scene.prompt.paste(text)
            self._typed()

    def press(self, prompt: Prompt, key: str, character: str | None) -> None:
        """Take one key while the prompt is open."""
        scene = self.scene
        if key == "!" and self._force(prompt):
            return
        outcome = prompt.press(key, character, scene.hints)
        match outcome:
            case "changed":
                self.clear()
                self._typed()
            case "complete":
                self._complete(prompt)
            case "leave":
                self._close()
                if prompt.action.shape == "find":
                    scene.desk.chosen = self._chosen_before
            case "enter":
                self._enter_prompt(prompt)
            case "older" | "newer":
                self._recall(prompt, older=outcome == "older")
            case "ignored":
                pass

    def _force(self, prompt: Prompt) -> bool:
        """Overrule what was refused, or would be; return whether there is something to overrule."""
        if self.scene.message.can_force:
            return self.overrule()
        if not self.scene.can_force:
            return False
        prompt.force()
        self._typed()
        return True

    def _typed(self) -> None:
        """Bring hints and preview up to what is typed."""
        scene, prompt = self.scene, self.scene.prompt
        self._completing.forget()
        scene.can_force = False
        scene.hints = {}
        if prompt is None:
            scene.preview = ()
            return
        self._find_caster(prompt)
        if prompt.hinting:
            prompt.repeats = prompt.in_tail and self._completing.has_projectiles(prompt)
            scene.hints = hints_for(self._may_be_picked(prompt))
            if "initiative" not in scene.visible:
                scene.desk.pane = "initiative"
        if prompt.action.shape == "find" and scene.encounter is not None:
            found = hands.found(scene.encounter, prompt.tail.text, language())
            scene.desk.chosen = scene.in_view = found or self._chosen_before
            return
        self._look(prompt)

    def _may_be_picked(self, prompt: Prompt) -> Iterator[str]:
        """Yield the ids that letters may pick: those who can cast, or act, while they are asked for; then who is meant.

        The dead and those who have left have no letters where they make no sense.
        """
        encounter = self.scene.encounter
        asks_caster = prompt.action.shape == "actor_words" and not prompt.actor
        for row in self.scene.rows:
            if prompt.action.verb in _WITHOUT_THE_DEAD and row.status in ("dead", "out"):
                continue
            if not asks_caster or encounter is None or hands.can_cast(encounter, row.id):
                yield row.id

    def _find_caster(self, prompt: Prompt) -> None:
        """Where letters that picked a caster, or nobody, go on as a spell's name, take them for that."""
        encounter = self.scene.encounter
        if encounter is None or prompt.action.verb != "cast" or prompt.hinting or prompt.in_tail:
            return
        if prompt.actor_letters and prompt.head.text:
            typed = prompt.actor_letters + prompt.head.text
            if self._completing.casters(typed, encounter) and not self._completing.casters(
                prompt.head.text, encounter, prompt.actor
            ):
                prompt.take_actor("", typed)
        if prompt.named and not prompt.actor and prompt.tail.text.strip():
            casters = self._completing.casters(prompt.tail.text, encounter)
            if len(casters) == 1 and not hands.begins_name(encounter, prompt.tail.text):
                prompt.take_actor(casters[0], prompt.tail.text)

    def _look(self, prompt: Prompt) -> None:
        """Show what the command would do."""
        self._completing.look(prompt, self.scene.state, self._selection())
        self.scene.preview = self._preview.lines(prompt, self._completing)
        self.scene.can_force = self._preview.can_force

    def _complete(self, prompt: Prompt) -> None:
        if prompt.action.shape == "find":
            return
        self.clear()
        if self._completing.press(prompt, self.scene.state, self._selection()):
            self._typed()
        else:
            self.scene.hints = {}
            self._look(prompt)

    def _recall(self, prompt: Prompt, *, older: bool) -> None:
        if prompt.action.shape == "find":
            return
        text = self.history.older(prompt.text()) if older else self.history.newer()
        if text is not None:
            prompt.recall(text, by_id()["prompt.open"])
            self.clear()
            self._typed()

    def _enter_prompt(self, prompt: Prompt) -> None:
        if prompt.action.shape == "find":
            self._close()
        elif prompt.action.id == "prompt.open" and not prompt.tail.text.strip():
            self._close()
            self._entered_nothing()
        elif prompt.lacks_targets:
            self.answer(_("Whom? A letter picks a row, a name is typed."), "bad")
        else:
            text = f"{prompt.text()} {word_for('roll')}" if prompt.lacks_number else prompt.text()
            self._sent.append((text, prompt))
            self.enter(text)

    def _close(self) -> None:
        self.scene.prompt = None
        self.clear()
        self._typed()
        self.history.leave()

    # -- commands

    def _selection(self) -> Selection:
        return Selection(marked=self.scene.desk.marks, chosen=self.scene.desk.chosen)

    def read(self, text: str) -> Parsed:
        """Return the command that a text writes, against what is shown.

        Raises:
            LanguageError: as `language.parse`.
        """
        return parse(text, state=self.scene.state, library=self._library, selection=self._selection())

    def enter_verb(self, verb: str) -> None:
        """Enter a verb that needs nothing behind it."""
        self.enter(word_for(verb))

    def enter(self, text: str) -> None:
        """Give a command to the clerk, or say why it cannot be read and leave it to be mended."""
        try:
            parsed = self.read(text)
        except LanguageError as error:
            if self.scene.prompt is None and " " in text:
                self.open(by_id()["prompt.open"], text)
            self.answer(self._voice.refusal(error), "bad")
            return
        self.history.add(text)
        self._close()
        if isinstance(parsed.request, HelpRequest):
            self.answer(" ".join(line.strip() for line in help_lines(parsed.request.verb or "help")))
            return
        self._submit(text, parsed)

    def overrule(self) -> bool:
        """Enter once more what was refused, forced; return whether there was something to overrule."""
        if self._refused is None:
            return False
        # What was refused is what is overruled, whatever the same words would mean by now.
        text, parsed = self._refused
        verb, space, rest = text.partition(" ")
        written = format_parsed(parsed.request, forced=True, faces=parsed.faces)
        self._close()
        self._submit(f"{verb}!{space}{rest}", replace(parsed, forced=True, text=written))
        return True

    def refused(self, typed: str, parsed: Parsed, error: Exception) -> None:
        """Take back a command that the clerk could not do: it may be mended, unless another one is being typed."""
        sentence = self._voice.refusal(error)
        can_force = self._voice.may_overrule(error) and not parsed.forced
        if self.scene.prompt is None and " " in typed.strip():
            prompt = next((prompt for text, prompt in reversed(self._sent) if text == typed), None)
            if prompt is not None and self.scene.encounter is not None:
                self._show(prompt)
            else:
                self.open(by_id()["prompt.open"], typed)
        self._refused = (typed, parsed) if can_force else None
        self.scene.message = Message(sentence, "bad", can_force)
        if isinstance(error, UserError):
            self.scene.log.remark(sentence)

    # -- what is said

    def answer(self, text: str, tone: str = "") -> None:
        """Say something under the prompt."""
        self.scene.message = Message(text, tone)

    def clear(self) -> None:
        """Say nothing more; what was refused can no longer be overruled."""
        self.scene.message = Message()
        self._refused = None
