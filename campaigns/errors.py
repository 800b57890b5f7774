"""What can be wrong with files and arguments, as data: the sentence is made in the reader's language by `tui`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where."""

    code: str
    """A stable snake_case word: `not_toml`, `unknown_key`, `wrong_type` …"""
    path: str = ""
    """The file or folder, as the user named it or relative to the campaign."""
    key: str = ""
    """Dotted path of the key in the file, such as `attacks.0.hit`."""
    line: int = 0
    """Line in the file, from 1; 0 when unknown."""
    details: tuple[tuple[str, Any], ...] = ()
    """Values that a sentence needs, by name."""

    def detail(self, name: str, default: Any = "") -> Any:
        """Return one of the details."""
        return dict(self.details).get(name, default)


class UserError(Exception):
    """Something in the files, the folder or the arguments that the user can mend. Printed plainly, never as a trace."""

    def __init__(self, code: str, *, path: str = "", key: str = "", line: int = 0, **details: Any) -> None:
        super().__init__(code)
        self.problems: tuple[Problem, ...] = (Problem(code, path, key, line, tuple(details.items())),)

    @classmethod
    def of(cls, problems: tuple[Problem, ...]) -> UserError:
        """Return one error for several problems; there is at least one."""
        error = cls(problems[0].code)
        error.problems = problems
        return error

    @property
    def code(self) -> str:
        """The code of the first problem."""
        return self.problems[0].code

    def __str__(self) -> str:
        return "; ".join(
            f"{p.code} {p.path}{':' + str(p.line) if p.line else ''} {p.key} {dict(p.details) or ''}".strip()
            for p in self.problems
        )
