"""The one way TOML is written for machine files: single-line strings, nothing in them that a terminal would obey.

`str.isprintable` decides what stands as itself: controls, C1, bidirectional and zero-width signs, odd spaces, private
and unassigned characters are all written as escapes, so that a journal can be shown with `cat` and no text can
imitate a line of the file's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

from .errors import UserError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escape(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise UserError("not_text")
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def quoted(text: str) -> str:
    """Return `text` as a TOML basic string on one line.

    Raises:
        UserError: `not_text`, for a lone surrogate (bytes of the command line that were no UTF-8).
    """
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_escape, text)) + '"'


def timestamp(moment: datetime) -> str:
    """Return an aware UTC moment as RFC 3339 with `Z`, to the second."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def inline(value: Any) -> str:
    """Return plain data as one TOML value on one line; tables become inline tables.

    Raises:
        TypeError: what TOML has no form for, `None` included.
        UserError: `not_text`.
    """
    match value:
        case str():
            return quoted(value)
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(value)  # `inf`, `nan` and exponents are spelled alike in both languages
        case list() | tuple():
            items = cast("Iterable[Any]", value)
            return "[" + ", ".join(map(inline, items)) + "]"
        case dict():
            table = cast("dict[str, Any]", value)
            return "{" + ", ".join(f"{_key(key)} = {inline(item)}" for key, item in table.items()) + "}"
        case datetime():
            return timestamp(value)
        case _:
            raise TypeError(f"no TOML for {type(value).__name__}")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else quoted(key)


def document(tables: Mapping[str, Any]) -> str:
    """Return plain data as TOML laid out for reading, one key a line.

    Raises:
        TypeError: what TOML has no form for.
        UserError: `not_text`.
    """
    import tomli_w  # most commands write no tables

    text = tomli_w.dumps(tables)
    if text.replace("\n", "").isprintable():
        return text
    # What is not printable can only stand inside a basic string, where an escape means the same. Quotes and
    # backslashes are escaped already.
    return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text)
