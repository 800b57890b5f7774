"""Completion on the prompt: what may stand at the cursor, taken one after the other with the same key."""

from __future__ import annotations

from rules.campaign import CampaignState

from .editor import Editor
from .language import Completion, Library, Selection, complete
from .prompt import Prompt


class Completing:
    """The candidates at the cursor, and which of them stands there."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.candidates: tuple[Completion, ...] = ()
        """What may stand at the cursor, best first."""
        self.at = -1
        """Which candidate was taken; -1 while what was typed stands there."""
        self._start = 0
        """Where the word begins in the field that is edited."""

    def forget(self) -> None:
        """Begin anew: something else was typed."""
        self.candidates, self.at = (), -1

    def look(self, prompt: Prompt, state: CampaignState, selection: Selection) -> tuple[Completion, ...]:
        """Find what may stand at the cursor, unless candidates are being gone through; return it."""
        if self.at >= 0 or prompt.action.shape in ("quoted", "find") or prompt.hinting:
            return self.candidates
        before, _after = prompt.around()
        cursor = len(before) + prompt.edited.at
        found = complete(before + prompt.edited.text, cursor, state=state, library=self._library, selection=selection)
        self.candidates = tuple(one for one in found if one.start >= len(before) and one.end == cursor)
        self._start = self.candidates[0].start - len(before) if self.candidates else 0
        return self.candidates

    def press(self, prompt: Prompt, state: CampaignState, selection: Selection) -> bool:
        """Take the next candidate; return whether that ends the word, because there was but one."""
        if not self.look(prompt, state, selection):
            return self._go_on(prompt)
        self.at = (self.at + 1) % len(self.candidates)
        taken = self.candidates[self.at]
        editor = prompt.edited
        editor.replace(self._start, editor.at, taken.text)
        if editor is prompt.head:
            prompt.completed = (taken.text, taken.label)
        if len(self.candidates) > 1:
            return False
        self._space(editor)
        if taken.kind in ("spell", "effect"):
            self._go_on(prompt)
        return True

    def _go_on(self, prompt: Prompt) -> bool:
        """When a spell or an effect stands there, let its targets be picked next."""
        if prompt.action.shape != "actor_words" or not prompt.head.text.strip() or prompt.in_tail or prompt.named:
            return False
        prompt.begin_targets()
        return True

    @staticmethod
    def _space(editor: Editor) -> None:
        if editor.at == len(editor.text):
            editor.insert(" ")
