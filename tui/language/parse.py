"""From what somebody typed to a command."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign import CampaignState
from rules.kernel import Command

from .context import Context, Library, Selection
from .errors import LanguageError
from .lexer import Token, tokenize
from .matching import close_words
from .reader import Reader
from .requests import Request
from .verbs import READERS
from .words import meaning_of


@dataclass(frozen=True)
class Parsed:
    """A command that was understood."""

    request: Command | Request
    """What is to be decided, or asked of the session."""
    text: str
    """The same in English words and ids, as the journal keeps it; it reads back as the same command."""
    forced: bool = False
    """Whether the GM overrules the rules."""
    faces: tuple[int, ...] | None = None
    """Faces that were typed with the command (`settle 3 14`), or nothing."""

    @property
    def command(self) -> Command | None:
        """The command for the rules, or nothing when it is a request to the session."""
        return self.request if isinstance(self.request, Command) else None


def parse(text: str, *, state: CampaignState, library: Library, selection: Selection | None = None) -> Parsed:
    """Return the command that `text` writes. Words of both languages are understood, whatever the reader's is.

    Raises:
        LanguageError: with a code, the place in `text`, and what may have been meant.
    """
    from .canonical import format_parsed

    reader, verb, forced = open_reader(text, Context(state, library, selection or Selection()))
    try:
        request = READERS[verb](reader)
        reader.finish()
    except LanguageError as error:
        error.verb = verb
        raise
    return Parsed(request, format_parsed(request, forced=forced, faces=reader.faces), forced, reader.faces)


def open_reader(text: str, context: Context) -> tuple[Reader, str, bool]:
    """Return a reader behind the verb, the verb, and whether it is forced.

    Raises:
        LanguageError: `empty`, `unknown_verb`, and the errors of `tokenize`.
    """
    tokens = tokenize(text)
    if not tokens:
        raise LanguageError("empty", 0)
    verb, forced = verb_in(tokens[0])
    return Reader(tokens[1:], context, text), verb, forced


def verb_in(token: Token) -> tuple[str, bool]:
    """Return the meaning of a verb and whether `!` stands behind it.

    Raises:
        LanguageError: `unknown_verb` with the nearest ones.
    """
    word = token.text.removesuffix("!")
    meaning = meaning_of(word) if token.kind == "word" else None
    if meaning is None or meaning not in READERS:
        raise LanguageError("unknown_verb", token.at, word=word, suggestions=close_words(word, READERS))
    return meaning, word != token.text
