"""The one way TOML written by people is read: bounded in size, depth and time, every failure with its file and line."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UserError
from .fs import reason

SIZE_LIMIT = 4 * 1024 * 1024
"""Largest file, in bytes."""
KEY_PARTS_LIMIT = 64
"""Most dotted parts of one key: the standard library takes time that grows with their square."""
DEPTH_LIMIT = 64
"""Most brackets open at once."""

_OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_REASONS = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.ELOOP: "is_symlink",
    errno.EMLINK: "is_symlink",
    errno.ENXIO: "not_a_file",
    errno.EACCES: "not_readable",
    errno.EPERM: "not_readable",
    errno.ENAMETOOLONG: "bad_path",
}
# Each piece is taken whole, a text that is never closed and a run of blanks too: to look at them again from each of
# their characters would take quadratic time. No possessive repeats: CPython before 3.11.5 gets them wrong.
_TOKEN = re.compile(
    r"""
    (?P<text> "{3} [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* (?: "{3,5} )?
            | '{3} [^']* (?: '(?!'') [^']* )* (?: '{3,5} )? )
    | (?P<part> " [^"\\\n]* (?: \\[^\n] [^"\\\n]* )* "? | '[^'\n]*'? | [A-Za-z0-9_-]+ )
    | (?P<dot> [ \t]* \. [ \t]* )
    | (?P<open> [\[{] ) | (?P<close> [\]}] )
    | \#[^\n]* | [ \t]+
    """,
    re.VERBOSE | re.DOTALL,
)
_POSITION = re.compile(
    r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)
_DUPLICATE = ("Cannot overwrite", "Cannot declare", "Cannot redefine", "Cannot mutate", "Duplicate inline")
_LONG_NUMBER = re.compile(r"[\d_]{4000,}")


@dataclass(frozen=True)
class Document:
    """A TOML file that was read."""

    path: str
    """The file as messages name it."""
    text: str
    data: dict[str, Any]


def read_bytes(path: Path, shown: str = "") -> bytes:
    """Return the bytes of a regular file of at most `SIZE_LIMIT`, never waiting for a pipe or a device.

    Raises:
        UserError: `missing`, `is_symlink`, `not_a_file`, `not_readable`, `bad_path`, `too_large`.
    """
    shown = shown or str(path)
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except ValueError:  # a NUL in the path
        raise UserError("bad_path", path=shown) from None
    except OSError as error:
        code = _REASONS.get(error.errno or 0, "not_readable")
        raise UserError(code, path=shown, why=reason(error)) from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UserError("not_a_file", path=shown)
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise UserError("not_readable", path=shown, why=reason(error)) from error
    finally:
        os.close(descriptor)
    if len(content) > SIZE_LIMIT:
        raise UserError("too_large", path=shown, limit=SIZE_LIMIT)
    return content


def decode(content: bytes, shown: str) -> str:
    """Return the text of UTF-8 bytes, without a byte order mark.

    Raises:
        UserError: `not_utf8`, with the byte at which it stops being so.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError("not_utf8", path=shown, line=line, byte=error.start) from None


def parse(text: str, shown: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        UserError: `not_toml` (with `reason`, `column` and the `text` of the line), `duplicate_key`, `key_too_long`,
            `nested_too_deep`, `number_too_long`.
    """
    _refuse_costly(text, shown)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _explain(text, shown, str(error)) from None
    except RecursionError:
        raise UserError("nested_too_deep", path=shown, limit=DEPTH_LIMIT) from None
    except ValueError:  # an integer of thousands of digits
        found = _LONG_NUMBER.search(text)
        raise UserError("number_too_long", path=shown, line=_line_at(text, found.start() if found else 0)) from None


def load(path: Path, shown: str = "") -> Document:
    """Read a TOML file. `shown` is what messages call it, by default the path itself.

    Raises:
        UserError: as `read_bytes`, `decode` and `parse`.
    """
    shown = shown or str(path)
    text = decode(read_bytes(path, shown), shown)
    return Document(shown, text, parse(text, shown))


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _refuse_costly(text: str, shown: str) -> None:
    """Refuse what would cost the parser quadratic time or the stack, before it sees it."""
    depth = parts = 0
    end = -1
    for token in _TOKEN.finditer(text):
        adjacent, end = token.start() == end, token.end()
        match token.lastgroup:
            case "part":
                parts = parts if adjacent and parts else 1
            case "dot":
                parts = parts + 1 if adjacent and parts else 0
                if parts > KEY_PARTS_LIMIT:
                    line = _line_at(text, token.start())
                    raise UserError("key_too_long", path=shown, line=line, limit=KEY_PARTS_LIMIT)
            case "open":
                parts, depth = 0, depth + 1
                if depth > DEPTH_LIMIT:
                    raise UserError(
                        "nested_too_deep", path=shown, line=_line_at(text, token.start()), limit=DEPTH_LIMIT
                    )
            case "close":
                parts, depth = 0, max(0, depth - 1)
            case _:
                parts = 0


def _explain(text: str, shown: str, message: str) -> UserError:
    """Return what the parser said as an error with a line; where a key is given twice it does not say, so look."""
    from .toml_lines import first_duplicate  # only files that are wrong pay for it

    found = _POSITION.fullmatch(message)
    reason = found["reason"] if found else message
    if reason.startswith(_DUPLICATE) and (duplicate := first_duplicate(text)):
        key, line, before = duplicate
        return UserError("duplicate_key", path=shown, key=".".join(key), line=line, first_line=before)
    lines = text.split("\n")
    line = int(found["line"]) if found and found["line"] else max(1, len(text.rstrip().split("\n")))
    column = int(found["column"]) if found and found["column"] else 0
    return UserError("not_toml", path=shown, line=line, reason=reason, column=column, text=lines[line - 1].strip()[:80])
