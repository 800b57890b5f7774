"""Where each key of a TOML text stands. Used only when a file has to be explained: it never decides what is valid."""

from __future__ import annotations

import re

Key = tuple[str, ...]

_SPACE = re.compile(r"[ \t\r\n]*(?:#[^\n]*[ \t\r\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_PART = re.compile(r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_STRING = re.compile(
    r"""
    "{3} [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* "{3,5} | '{3} [^']* (?: '(?!'') [^']* )* '{3,5}
    | " [^"\\\n]* (?: \\[^\n] [^"\\\n]* )* " | '[^'\n]*'
    """,
    re.VERBOSE | re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")
_REST = re.compile(r"[^\n]*\n?")


class _Unreadable(Exception):
    """The text is no TOML from here on."""


class _Scanner:
    """Walks over a text and notes the line of each key, table and element."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted = (0, 1)
        self.lines: dict[Key, int] = {}
        self.duplicate: tuple[Key, int, int] | None = None
        self.elements: dict[Key, int] = {}
        """How many tables each array of tables has so far."""
        self.values: set[Key] = set()
        """Keys that have a value, so that nothing may be put below them."""

    def line(self) -> int:
        position, line = self.counted
        line += self.text.count("\n", position, self.at)
        self.counted = (self.at, line)
        return line

    def run(self) -> None:
        """Note everything up to the end, or up to where the text is no TOML."""
        table: Key = ()
        try:
            while True:
                self.skip(_SPACE)
                if self.at >= len(self.text):
                    return
                if self.text.startswith("[", self.at):
                    table = self.header()
                else:
                    self.pair(table)
                self.skip(_REST)
        except (_Unreadable, RecursionError):
            return

    def skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _Unreadable
        self.at = found.end()
        return found[0]

    def expect(self, sign: str) -> None:
        if not self.text.startswith(sign, self.at):
            raise _Unreadable
        self.at += len(sign)

    def header(self) -> Key:
        line = self.line()
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        key = self.resolved(self.key())
        number = self.elements.get(key, 0)
        if key in self.lines and not (array and number):
            self.note_duplicate(key, line)
        self.lines.setdefault(key, line)
        if array:
            self.elements[key] = number + 1
            key = (*key, str(number))
            self.lines[key] = line
        return key

    def resolved(self, key: Key) -> Key:
        """Return a header's key with the number of the last element after each array of tables in it."""
        found: Key = ()
        for part in key[:-1]:
            found = (*found, part)
            if count := self.elements.get(found):
                found = (*found, str(count - 1))
        return (*found, key[-1])

    def key(self) -> Key:
        parts: list[str] = []
        while True:
            self.skip(_BLANK)
            part = self.skip(_PART)
            parts.append(part[1:-1] if part[0] in "\"'" else part)
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return tuple(parts)
            self.at += 1

    def pair(self, table: Key) -> None:
        line = self.line()
        key = (*table, *self.key())
        self.expect("=")
        taken = next((key[:n] for n in range(len(table) + 1, len(key)) if key[:n] in self.values), key)
        if taken in self.lines:
            self.note_duplicate(taken, line)
        for length in range(len(table) + 1, len(key) + 1):
            self.lines.setdefault(key[:length], line)
        self.values.add(key)
        self.value(key)

    def value(self, key: Key) -> None:
        self.skip(_SPACE)
        sign = self.text[self.at : self.at + 1]
        if sign == "[":
            self.array(key)
        elif sign == "{":
            self.inline_table(key)
        elif sign in "\"'" and sign:
            self.skip(_STRING)
        else:
            self.skip(_SCALAR)

    def array(self, key: Key) -> None:
        self.at += 1
        number = 0
        while True:
            self.skip(_SPACE)
            if self.text.startswith("]", self.at):
                self.at += 1
                return
            element = (*key, str(number))
            self.lines.setdefault(element, self.line())
            self.value(element)
            number += 1
            self.skip(_SPACE)
            if self.text.startswith(",", self.at):
                self.at += 1

    def inline_table(self, key: Key) -> None:
        self.at += 1
        while True:
            self.skip(_SPACE)
            if self.text.startswith("}", self.at):
                self.at += 1
                return
            self.pair(key)
            self.skip(_SPACE)
            if self.text.startswith(",", self.at):
                self.at += 1

    def note_duplicate(self, key: Key, line: int) -> None:
        if self.duplicate is None:
            self.duplicate = (key, line, self.lines.get(key, line))


def key_lines(text: str) -> dict[Key, int]:
    """Return the line, from 1, of every key of a TOML text; elements of arrays are numbered from "0"."""
    scanner = _Scanner(text)
    scanner.run()
    return scanner.lines


def line_of(lines: dict[Key, int], key: Key) -> int:
    """Return the line of a key, or of the nearest table or array around it; 0 when nothing of it is in the text."""
    return next((lines[key[:length]] for length in range(len(key), 0, -1) if key[:length] in lines), 0)


def first_duplicate(text: str) -> tuple[Key, int, int] | None:
    """Return the first key or table that is given twice, its line, and the line where it was given first."""
    scanner = _Scanner(text)
    scanner.run()
    return scanner.duplicate
