"""The project's own source, read and not run."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Module:
    """One file of Python."""

    name: str
    """Its dotted name, such as `rules.dice`."""
    path: Path
    """Relative to the root of the project."""
    tree: ast.Module

    def place(self, node: ast.AST) -> str:
        """Where a piece of it stands, as `rules/dice.py:12`."""
        return f"{self.path}:{getattr(node, 'lineno', 0)}"


def modules(package: str) -> Iterator[Module]:
    """Every module of a top-level package, in the order of their paths."""
    for path in sorted((ROOT / package).rglob("*.py")):
        relative = path.relative_to(ROOT)
        name = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
        yield Module(name, relative, ast.parse(path.read_text(encoding="utf-8"), filename=str(relative)))


def module_of(text: str, name: str = "tui.example") -> Module:
    """A module that only a test has."""
    return Module(name, Path(*name.split(".")).with_suffix(".py"), ast.parse(text))


def called_name(call: ast.Call) -> str:
    """The last word of what is called: `update` for `self.label.update(…)`; empty when that has no name."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
