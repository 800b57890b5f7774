"""The rules decide and apply; they read no file, no clock and no environment, and throw no dice of their own."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import Module, module_of, modules

STANDARD_LIBRARY = {
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq",
    "itertools", "math", "operator", "random", "re", "string", "types", "typing", "unicodedata",
}  # fmt: skip
OF_THE_TABLES = {"importlib.resources", "tomllib"}
"""What the loader of the rules' own tables may import besides: they lie in the package and never change."""
BUILTINS = {
    "breakpoint", "compile", "eval", "exec", "input", "open", "print", "__import__",
    # These differ from one process to the next, and the same command has to give the same events.
    "hash", "id",
}  # fmt: skip


def imports(module: Module) -> Iterator[tuple[ast.stmt, str]]:
    """Each import and the dotted name it asks for; relative ones with their own package in front."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield node, "rules"
            elif node.module == "importlib":
                yield from ((node, f"importlib.{alias.name}") for alias in node.names)
            else:
                yield node, node.module or ""


def may_import(module: Module, wanted: str) -> bool:
    if module.name.startswith("rules.tables") and wanted in OF_THE_TABLES:
        return True
    return wanted.split(".")[0] in STANDARD_LIBRARY | {"rules", "msgspec"}


def impurities(module: Module) -> Iterator[str]:
    """Whatever a module does that is not deciding, each with its place."""
    for statement, wanted in imports(module):
        if not may_import(module, wanted):
            yield f"{module.place(statement)}: imports {wanted}"
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in BUILTINS:
                yield f"{module.place(node)}: calls {name}()"
            case ast.Global():
                yield f"{module.place(node)}: changes a global"
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random":
                yield f"{module.place(node)}: uses random.{name}, which everybody shares or nobody can repeat"
            case ast.ImportFrom(module="random", names=names) if any(alias.name != "Random" for alias in names):
                yield f"{module.place(node)}: takes more than Random from random"
            case ast.Call(args=[], keywords=[]) if ast.unparse(node.func) in ("Random", "random.Random"):
                yield f"{module.place(node)}: makes a Random without a seed"
            case _:
                pass


def test_the_rules_do_nothing_but_decide() -> None:
    assert [found for module in modules("rules") for found in impurities(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "import pathlib",
        "def f():\n    from pathlib import Path",
        "from datetime import datetime",
        "import time",
        "import socket",
        "import subprocess",
        "import tomllib",
        "from importlib import resources",
        "import importlib.resources",
        "import pydantic",
        "from campaigns import errors",
        "from tui.i18n import _",
        "print(1)",
        "open('x')",
        "hash('x')",
        "import random\nrandom.randint(1, 6)",
        "import random\nrandom.SystemRandom()",
        "import random\nrandom.Random()",
        "from random import choice",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_a_module_that_does_more_is_found(text: str) -> None:
    assert len(list(impurities(module_of(text, "rules.example")))) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.dice", "import random\nrandom.Random(3).randint(1, 6)"),
        ("rules.example", "from collections.abc import Iterator\nfrom .kernel import Event\nimport msgspec"),
        ("rules.tables.loader", "import tomllib\nfrom importlib import resources"),
    ],
)
def test_a_module_that_only_decides_is_left_alone(name: str, text: str) -> None:
    assert list(impurities(module_of(text, name))) == []
