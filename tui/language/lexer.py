"""A command's text cut into words, quoted names, commas and plus signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rules.text import fold

from .errors import LanguageError

TEXT_LIMIT = 70_000
"""Longest command, in characters: the longest note and a little more."""

_MINUS = "\N{MINUS SIGN}"
_QUOTES = {'"': '"', "“": "”", "«": "»"}
_SPACE = re.compile(r"\s*")
# A bracket holds faces read off the table or a tag; its commas and spaces belong to the word.
_WORD = re.compile(r"(?:\[[^\[\]\"]{0,2000}\]|[^\s\",+“«\[])+")
# Only around a whole name: an apostrophe is a letter in many.
_IN_APOSTROPHES = re.compile(r"'([^']*)'(?=[\s,+]|\Z)")
_IN_QUOTES = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\([\\\"])")


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a command."""

    kind: Literal["word", "quoted", "comma", "plus"]
    text: str
    """As it was typed, without its quotes, and with a plain hyphen for a typographic minus."""
    at: int
    """Index into the command's text."""
    end: int
    """Index behind its last character."""

    @property
    def folded(self) -> str:
        """The text for comparing: no accents, no case."""
        return fold(self.text)


def tokenize(text: str) -> list[Token]:
    """Return the pieces of a command, in order.

    Raises:
        LanguageError: `too_long`, `unclosed_quote`, `unclosed_bracket`.
    """
    if len(text) > TEXT_LIMIT:
        raise LanguageError("too_long", TEXT_LIMIT, most=TEXT_LIMIT)
    tokens: list[Token] = []
    at = _skip_space(text, 0)
    while at < len(text):
        token = _token(text, at)
        tokens.append(token)
        at = _skip_space(text, token.end)
    return tokens


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _token(text: str, at: int) -> Token:
    character = text[at]
    if character == ",":
        return Token("comma", ",", at, at + 1)
    if character == "+":
        return Token("plus", "+", at, at + 1)
    if character in _QUOTES:
        return _quoted(text, at)
    if (apostrophes := _IN_APOSTROPHES.match(text, at)) is not None:
        return Token("quoted", apostrophes[1].strip(), at, apostrophes.end())
    found = _WORD.match(text, at)
    if found is None:
        raise LanguageError("unclosed_bracket", at)
    return Token("word", found.group().replace(_MINUS, "-"), at, found.end())


def _quoted(text: str, at: int) -> Token:
    close = _QUOTES[text[at]]
    if close == '"':
        found = _IN_QUOTES.match(text, at)
        if found is None:
            raise LanguageError("unclosed_quote", at, quote=text[at])
        return Token("quoted", _ESCAPED.sub(r"\1", found[1]), at, found.end())
    end = text.find(close, at)
    if end < 0:
        raise LanguageError("unclosed_quote", at, quote=text[at])
    return Token("quoted", text[at + 1 : end].strip(), at, end + 1)


def quote(text: str) -> str:
    """Return text in quotes, as `tokenize` reads it back."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
