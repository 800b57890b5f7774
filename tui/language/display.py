"""Commands as people read them: the English of the journal with the words of the reader's language."""

from __future__ import annotations

from ..i18n import language
from .errors import LanguageError
from .lexer import Token, tokenize
from .words import meaning_of, word_for


def displayed(text: str) -> str:
    """Return a command of the journal with its words in the reader's language; names and ids stay as they are."""
    if language() == "en":
        return text
    try:
        tokens = tokenize(text)
    except LanguageError:
        return text
    pieces: list[str] = []
    end = 0
    for token in tokens:
        pieces += (text[end : token.at], _word(token, text))
        end = token.end
    return "".join((*pieces, text[end:]))


def _word(token: Token, text: str) -> str:
    if token.kind != "word":
        return text[token.at : token.end]
    sign = "-" if token.text.startswith("-") else ""
    force = "!" if token.text.endswith("!") else ""
    meaning = meaning_of(token.text.removeprefix(sign).removesuffix(force))
    return f"{sign}{word_for(meaning)}{force}" if meaning else text[token.at : token.end]
