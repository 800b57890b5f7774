"""The command language: the same words on the prompt line and in the shell, in English and in French.

`parse` turns text into a command, `complete` says what may come at a cursor, `format_command` writes a command down.
"""

from .canonical import format_command, format_parsed
from .complete import Completion, complete
from .context import Context, Library, Named, Prepared, Selection
from .errors import LanguageError
from .parse import Parsed, parse
from .requests import BackRequest, RedoRequest, Request, UndoRequest

__all__ = [
    "BackRequest",
    "Completion",
    "Context",
    "LanguageError",
    "Library",
    "Named",
    "Parsed",
    "Prepared",
    "RedoRequest",
    "Request",
    "Selection",
    "UndoRequest",
    "complete",
    "format_command",
    "format_parsed",
    "parse",
]
