"""What can be wrong with a command that was typed, as data: `tui.refusals` makes the sentence."""

from __future__ import annotations

from typing import Any

NAME_CODES = frozenset(
    {
        "no_encounter",
        "unknown_target",
        "ambiguous_target",
        "nobody_matches",
        "unknown_creature",
        "ambiguous_creature",
        "unknown_character",
        "unknown_spell",
        "ambiguous_spell",
        "unknown_action",
        "ambiguous_action",
        "unknown_effect",
        "ambiguous_effect",
        "unknown_encounter",
        "ambiguous_encounter",
        "negative_amount",
        "not_a_spell",
    }
)
"""Codes of commands that are well formed but ask for what is not there: refusals rather than bad usage."""


class LanguageError(Exception):
    """A command that cannot be understood.

    `code` is a stable snake_case word, `at` the index into the text where the trouble is, `details` the values that a
    sentence needs, `suggestions` what may have been meant, best first, as it would be typed.
    """

    def __init__(self, code: str, at: int = 0, *, suggestions: tuple[str, ...] = (), **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        self.details = details
        self.suggestions = suggestions
        self.verb = ""
        """Meaning of the verb whose command it is, once that is known."""

    @property
    def is_usage(self) -> bool:
        """Whether the command is badly formed, rather than well formed and impossible at this moment."""
        return self.code not in NAME_CODES

    def __str__(self) -> str:
        return f"{self.code} at {self.at} {self.details or ''} {self.suggestions or ''}".strip()
