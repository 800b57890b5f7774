"""One line of text being typed: the text, the cursor, and what keys do to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.text import is_hostile

LIMIT = 2_000
"""Longest line that can be typed, in characters; longer pasted text is cut."""


def as_one_line(text: str) -> str:
    """Return pasted text as it may stand in the line: line ends and tabs as blanks, hostile characters left out."""
    return "".join(c for c in re.sub(r"[\r\n\t\u2028\u2029]+", " ", text) if not is_hostile(c))


@dataclass
class Editor:
    """The text of one line and where the cursor stands in it."""

    text: str = ""
    at: int = 0
    """Index of the character that the cursor stands on, 0..len(text)."""

    def set(self, text: str) -> None:
        """Replace everything; the cursor goes to the end."""
        self.text = text[:LIMIT]
        self.at = len(self.text)

    def insert(self, text: str) -> None:
        """Put text where the cursor is."""
        text = as_one_line(text)[: LIMIT - len(self.text)]
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)

    def replace(self, start: int, end: int, text: str) -> None:
        """Put text in the place of `text[start:end]`; the cursor goes behind it."""
        self.text = (self.text[:start] + text + self.text[end:])[:LIMIT]
        self.at = min(start + len(text), LIMIT)

    def press(self, key: str) -> bool:
        """Do what an editing key does; return whether it is one. A key that has nothing to do counts as well."""
        match key:
            case "left" | "ctrl+b":
                self.at = max(0, self.at - 1)
            case "right":
                self.at = min(len(self.text), self.at + 1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "ctrl+left":
                self.at = self._word_start()
            case "ctrl+right":
                found = re.compile(r"\s*\S*").match(self.text, self.at)
                self.at = found.end() if found else self.at
            case "backspace" | "ctrl+h":
                if self.at:
                    self.replace(self.at - 1, self.at, "")
            case "delete" | "ctrl+d":
                self.replace(self.at, self.at + 1, "")
            case "ctrl+w" | "ctrl+backspace":
                self.replace(self._word_start(), self.at, "")
            case "ctrl+u":
                self.replace(0, self.at, "")
            case "ctrl+k":
                self.text = self.text[: self.at]
            case _:
                return False
        return True

    def _word_start(self) -> int:
        head = self.text[: self.at].rstrip()
        return len(head) - len(re.split(r"\s", head)[-1])


@dataclass
class History:
    """What was entered before, walked through with up and down."""

    entries: list[str] = field(default_factory=list)
    most: int = 200
    _back: int = 0
    """How many entries back from the line being typed; 0 is that line."""
    _typed: str = ""

    def add(self, text: str) -> None:
        """Remember a line; an empty one or the last one again is not."""
        self.leave()
        if text and (not self.entries or self.entries[-1] != text):
            self.entries.append(text)
            del self.entries[: -self.most]

    def extend(self, texts: Iterable[str]) -> None:
        """Remember several lines, oldest first."""
        for text in texts:
            self.add(text)

    def older(self, typed: str) -> str | None:
        """Return the entry before the one shown, or nothing at the oldest. `typed` is the line as it is now."""
        if self._back >= len(self.entries):
            return None
        if self._back == 0:
            self._typed = typed
        self._back += 1
        return self.entries[-self._back]

    def newer(self) -> str | None:
        """Return the entry after the one shown, at last the line that was being typed; nothing behind that."""
        if self._back == 0:
            return None
        self._back -= 1
        return self.entries[-self._back] if self._back else self._typed

    def leave(self) -> None:
        """Start again from the newest entry."""
        self._back = 0
        self._typed = ""
