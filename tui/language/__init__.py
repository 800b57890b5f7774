"""The command language: the same words on the prompt line and in the shell, in English and in French.

`parse` turns text into a command, `complete` says what may come at a cursor, `format_command` writes a command down.
"""

from .canonical import format_command, format_parsed
from .complete import Completion, complete
from .context import Context, Library, Named, Prepared, Selection
from .display import displayed
from .errors import LanguageError
from .forms import help_lines
from .parse import Parsed, parse
from .requests import BackRequest, HelpRequest, RedoRequest, Request, UndoRequest

__all__ = [
    "BackRequest",
    "Completion",
    "Context",
    "HelpRequest",
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
    "displayed",
    "format_command",
    "format_parsed",
    "help_lines",
    "parse",
]
