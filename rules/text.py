"""Text of people: cleaned where it enters, compared without accents and case, turned into ids.

Everything here is pure. What a terminal must never receive (control characters, C1, bidirectional overrides,
zero-width signs but the joiners that emoji and scripts need) is found by `hostile_characters`.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LIMIT = 80
"""Longest name, in characters."""
NOTE_LIMIT = 65_536
"""Longest note, in characters."""
_JOINERS = "\u200d\ufe0f"
_MARKS_PER_BASE = 4
_ID = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,46}[a-z0-9])?", re.ASCII)


class NotAName(ValueError):
    """A name that cannot be taken. `code` is `name_empty`, `name_too_long`, `name_control` or `name_not_text`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def is_hostile(character: str) -> bool:
    """Return whether a character must never reach a terminal: control, format, surrogate, private or unassigned."""
    return character not in _JOINERS and (
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co") or character in "\u2028\u2029"
    )


def visible(text: str) -> str:
    """Return `text` with each hostile character replaced by U+FFFD, for showing what a file holds."""
    return text if text.isascii() and text.isprintable() else "".join("�" if is_hostile(c) else c for c in text)


def _limit_marks(text: str) -> str:
    """Return `text` with at most four combining marks on each base character."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MARKS_PER_BASE:
            kept.append(character)
    return "".join(kept)


def clean_name(text: str) -> str:
    """Return a name as it is kept: NFC, inner white space single, 1 to `NAME_LIMIT` characters.

    Raises:
        NotAName: `name_not_text` (lone surrogates), `name_control`, `name_empty`, `name_too_long`.
    """
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise NotAName("name_not_text")
    text = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    text = re.sub(r" {2,}", " ", text)
    if any(is_hostile(c) for c in text):
        raise NotAName("name_control")
    text = _limit_marks(text)
    if not text:
        raise NotAName("name_empty")
    if len(text) > NAME_LIMIT:
        raise NotAName("name_too_long")
    return text


def clean_note(text: str) -> str:
    """Return a note as it is kept: NFC, line ends as `\\n`, tabs allowed.

    Raises:
        NotAName: as `clean_name`, with `NOTE_LIMIT` as the limit.
    """
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise NotAName("name_not_text")
    text = _limit_marks(unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))).strip()
    if any(is_hostile(c) for c in text if c not in "\n\t"):
        raise NotAName("name_control")
    if not text:
        raise NotAName("name_empty")
    if len(text) > NOTE_LIMIT:
        raise NotAName("name_too_long")
    return text


_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "’": "'", "\u2018": "'"})


def fold(text: str) -> str:
    """Return `text` for comparing: lower case, no accents, ligatures opened, curly quotes straight."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def slug(text: str) -> str:
    """Return an id made of a name: `Œil-d'Or` becomes `oeil-d-or`. At most 48 characters, never empty (`x`)."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")[:48].strip("-") or "x"


def is_id(text: str) -> bool:
    """Return whether `text` may serve as an id of a campaign, a file or a creature."""
    return _ID.fullmatch(text) is not None
