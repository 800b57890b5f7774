"""The verbs of the command language: for each, the function that reads what stands behind it.

One module for each family of verbs; together they cover `words.VERBS`, which a test holds them to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.kernel import Command

from ..reader import Reader
from ..requests import Request
from . import effects, harm, magic, roster, session, turns

VerbReader = Callable[[Reader], Command | Request]

READERS: Final[Mapping[str, VerbReader]] = {
    **roster.READERS,
    **turns.READERS,
    **harm.READERS,
    **magic.READERS,
    **effects.READERS,
    **session.READERS,
}
"""By the meaning of the verb."""
