"""A command being typed: half filled by a key, completed by hint letters and by text.

The prompt knows no rule and no state: hints are given to it, and what it holds becomes the text of a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from .action import Action, Shape
from .editor import Editor
from .hints import hinted, toggled
from .language.lexer import quote
from .language.words import meaning_of, word_for

Outcome = Literal["changed", "ignored", "leave", "enter", "complete", "older", "newer"]
"""What a key came to. All but the first two are for the screen to do."""

_HINTING: Final[frozenset[Shape]] = frozenset({"targets", "actor_targets"})
"""Shapes that ask for targets first."""
_ACTING: Final[frozenset[Shape]] = frozenset({"actor_targets", "actor_words"})
"""Shapes that begin with the one who acts."""


@dataclass
class Prompt:
    """The line being typed."""

    action: Action
    lead: str = ""
    """A word that stands behind the verb and is not edited."""
    forced: bool = False
    """Whether the GM overrules what the rules say."""
    actor: str = ""
    """Id of the one who acts, for the shapes that have one."""
    actor_letters: str = ""
    """The letters that picked the one who acts, as long as they may yet begin a word."""
    implied: tuple[str, ...] = ()
    """Ids of whom it concerns when nobody is picked."""
    picked: tuple[str, ...] = ()
    """Ids picked by hint letters, in order."""
    repeats: bool = False
    """Whether a letter pressed again counts its target once more, as for the darts of a spell."""
    head: Editor = field(default_factory=Editor)
    """What stands between the actor and the targets: the spell, or the effect."""
    tail: Editor = field(default_factory=Editor)
    """What stands behind the targets, or everything behind the verb."""
    hinting: bool = False
    """Whether letters are hints."""
    named: bool = False
    """Whether the targets are written out in the tail."""
    in_tail: bool = False
    """Whether a spell or an effect is said, so that targets and the tail come next."""
    letters: str = ""
    """The first letter of a hint of two."""
    completed: tuple[str, str] = ("", "")
    """The text of the head that was completed, and what people call it."""

    @classmethod
    def opened(cls, action: Action, *, actor: str = "", implied: tuple[str, ...] = ()) -> Prompt:
        """Return the prompt as an action's key opens it."""
        needs_actor = action.shape in _ACTING and not actor
        return cls(action, actor=actor, implied=implied, hinting=action.shape in _HINTING or needs_actor)

    # -- what it says

    @property
    def verb(self) -> str:
        """What it begins with, in the reader's language; nothing on a plain command line."""
        if not self.action.verb:
            return ""
        return f"{word_for(self.action.verb)}{'!' if self.forced else ''} {self.lead}".rstrip()

    @property
    def targets(self) -> tuple[str, ...]:
        """Ids of whom the command concerns, unless they are written out."""
        return () if self.named else self.picked or self.implied

    @property
    def edited(self) -> Editor:
        """The field that is being typed in."""
        in_head = self.action.shape == "actor_words" and not self.in_tail and not self.named
        return self.head if in_head else self.tail

    @property
    def head_name(self) -> str:
        """What people call the spell or the effect in the head; the head as it was typed when nobody has said."""
        text, name = self.completed
        return name if name and text == self.head.text.strip() else self.head.text.strip()

    @property
    def lacks_number(self) -> bool:
        """Whether somebody is named whose number is neither typed nor to be rolled."""
        words = self.tail.text.split()
        return self.action.shape == "pairs" and bool(words) and not _ends_pair(words[-1])

    @property
    def lacks_targets(self) -> bool:
        """Whether somebody acts on others and nobody is meant yet: whoever acts is never meant without a word."""
        return self.action.shape == "actor_targets" and not (self.named or self.targets)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all has been typed or picked."""
        return not (self.picked or self.named or self.head.text or self.tail.text)

    def text(self) -> str:
        """Return the command as the language reads it; nothing when nothing is there."""
        before, after = self.around()
        typed = self._written(self.edited.text.strip())
        return f"{before}{typed}{after}".strip() if typed else f"{before.rstrip()}{after}"

    def around(self) -> tuple[str, str]:
        """Return the command's text before and behind the field that is edited."""
        match self.action.shape:
            case "text" | "pairs" | "quoted" | "find" | "none":
                return _spaced(self.verb), ""
            case "targets":
                return _spaced(self.verb) + _spaced(",".join(self.targets)), ""
            case "actor_targets":
                return _spaced(self.verb) + _spaced(self.actor) + _spaced(",".join(self.targets)), ""
            case "actor_words":
                start = _spaced(self.verb) + _spaced(self.actor)
                if self.named:
                    return start, ""
                if self.edited is self.head:
                    return start, self._on()
                return start + _spaced(self.head.text.strip()), self._on()

    def _on(self) -> str:
        if not self.targets or self.says_whom:
            return ""
        return f" {word_for('on')} {','.join(self.targets)}"

    @property
    def says_whom(self) -> bool:
        """Whether whom a spell or an effect is for stands in the text itself."""
        text = self.head.text.strip()
        rest = text.removeprefix(self.completed[0]) if self.completed[0] else text
        return any(meaning_of(word) == "on" for word in rest.split())

    def _written(self, typed: str) -> str:
        return quote(typed) if self.action.shape == "quoted" and typed.strip() else typed

    # -- what keys do

    def press(self, key: str, character: str | None, hints: Mapping[str, str]) -> Outcome:
        """Take one key; `hints` has the letters beside each id. Escape, ctrl+c and backspace on nothing leave."""
        match key:
            case "escape" | "ctrl+c":
                return "leave"
            case "enter":
                return "enter"
            case "tab":
                return "complete"
            case "up":
                return "older"
            case "down":
                return "newer"
            case "backspace" if self._take_back():
                return "changed"
            case "backspace" if self.is_empty and not self.actor_given and not self.lead:
                return "leave"
            case _:
                pass
        if character is not None and character.isprintable():
            return self._type(character, hints)
        return "changed" if self.edited.press(key) else "ignored"

    @property
    def actor_given(self) -> bool:
        """Whether somebody acts who can still be taken back."""
        return bool(self.actor) and self.action.shape in _ACTING

    def paste(self, text: str) -> None:
        """Put pasted text where the cursor is; line ends become blanks, so that it enters nothing."""
        if self.hinting and text.strip():
            self._begin_text(named=not text.strip()[0].isdigit())
        self.edited.insert(text)

    def recall(self, text: str, action: Action) -> None:
        """Show a whole command in place of what was typed; `action` is that of the plain command line."""
        self.action, self.actor, self.implied, self.picked = action, "", (), ()
        self.hinting, self.named, self.in_tail, self.letters = False, False, False, ""
        self.lead, self.forced, self.actor_letters = "", False, ""
        self.head.set("")
        self.tail.set(text)

    def force(self) -> None:
        """Overrule the rules: put the sign for it behind the verb."""
        if self.action.verb:
            self.forced = True
            return
        verb, space, rest = self.tail.text.partition(" ")
        if verb and not verb.endswith("!"):
            at = self.tail.at + (self.tail.at >= len(verb))
            self.tail.set(f"{verb}!{space}{rest}")
            self.tail.at = at

    def take_actor(self, actor: str, text: str) -> None:
        """Let somebody act, or nobody yet, and take some text for that of the spell or the effect."""
        self.actor, self.actor_letters, self.named, self.hinting = actor, "", not actor, False
        field, other = (self.head, self.tail) if actor else (self.tail, self.head)
        field.set(text)
        other.set("")

    def begin_targets(self) -> None:
        """Let letters pick whom a spell or an effect is for."""
        self.head.set(self.head.text.strip())
        self.in_tail = self.hinting = True

    def _type(self, character: str, hints: Mapping[str, str]) -> Outcome:
        if self.hinting:
            if character.isascii() and character.isalpha() and self._hint(character.lower(), hints):
                return "changed"
            if character == ",":
                return "ignored"
            # Letters that are beside no row begin a name; behind targets that are picked, the rest of the command.
            begun = self.letters
            self._begin_text(named=character in "'*\"" or (character.isalpha() and not self.targets_said))
            if character not in "' " or begun:
                self.edited.insert(begun + character)
            return "changed"
        if character == "'" and self.action.shape == "pairs" and not self.edited.text[: self.edited.at].strip():
            # Names are typed here in any case.
            return "changed"
        self.edited.insert(character)
        return "changed"

    @property
    def targets_said(self) -> bool:
        """Whether targets were picked, and no actor is asked for."""
        return bool(self.picked) and (bool(self.actor) or self.action.shape not in _ACTING)

    def _begin_text(self, *, named: bool) -> None:
        """Stop taking letters for hints; when targets are `named`, those picked so far are written out."""
        self.hinting, self.letters = False, ""
        if not named:
            return
        written = "".join(f"{key}," for key in self.picked)
        self.picked = ()
        if self.in_tail:
            self.head.set(f"{self.head.text} {word_for('on')} {written}{self.tail.text}")
            self.tail.set("")
            self.in_tail = False
        else:
            self.tail.set(written)
            self.named = True

    def _hint(self, letter: str, hints: Mapping[str, str]) -> bool:
        """Take a letter for a hint; return whether it is one, or begins one."""
        letters = self.letters + letter
        key, goes_on = hinted(hints, letters)
        if not key:
            self.letters = letters if goes_on else self.letters
            return goes_on
        self.letters = ""
        if not self.actor and self.action.shape in _ACTING:
            self.actor, self.actor_letters = key, letters
            self.hinting = self.action.shape == "actor_targets"
        else:
            self.picked = (*self.picked, key) if self.repeats else toggled(self.picked, key)
        return True

    def _take_back(self) -> bool:
        """Undo the last step that was no text (a letter, a pick, the way into the text); say whether there was one."""
        if self.letters:
            self.letters = ""
        elif self.edited.text:
            return False
        elif self.named:
            self.named, self.hinting = False, True
        elif self.picked:
            self.picked, self.hinting = self.picked[:-1], True
        elif self.in_tail:
            self.in_tail, self.hinting = False, False
        elif not self.hinting and self.action.shape in _HINTING:
            self.hinting = True
        elif self.actor_given:
            self.actor, self.actor_letters, self.hinting = "", "", True
        elif self.forced:
            self.forced = False
        else:
            return False
        return True


def _spaced(text: str) -> str:
    return f"{text} " if text else ""


def _ends_pair(word: str) -> bool:
    """Return whether a word gives the initiative of the one before it, so that another one may be named."""
    return word.lstrip("-\u2212").isdecimal() or meaning_of(word) == "roll"
