"""The translations: taken from the code into .po files, and compiled from these into the .mo that the program reads.

Hatchling runs `CatalogueHook` when it builds a wheel, an sdist or an editable install. By hand:

    python hatch_build.py update    after a change of strings: brings every .po up to date with the code
    python hatch_build.py compile   after a change of a .po, to see it in a checkout
"""

import ast
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DOMAIN = "aethyr"
PACKAGE = "tui"
KEYWORDS = {"_": 1, "N_": 1, "n_": 2}
"""The functions of tui.i18n, and how many of their arguments, from the first, are texts."""


def catalogue_paths(root: Path) -> Iterator[tuple[str, Path]]:
    """Each language translated to and its .po file, in the order of their codes."""
    for path in sorted((root / PACKAGE / "locales").glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        yield path.parent.parent.name, path


def read_catalogue(path: Path, language: str) -> Catalog:
    """The translations of one .po file.

    Raises:
        babel.messages.pofile.PoFileError: The file is not a well-formed .po.
    """
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def marked_texts(tree: ast.Module) -> Iterator[tuple[int, str | tuple[str, ...]]]:
    """The texts that a module marks, in the order of its lines: (line, the text or its two forms).

    Read from the syntax tree: before Python 3.12 babel's extractor misses what stands inside an f-string.
    """
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        forms = KEYWORDS.get(call.func.id if isinstance(call.func, ast.Name) else "", 0)
        given = call.args[:forms]
        texts = tuple(one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))
        # What is no literal is somebody else's literal, marked where it stands.
        if forms and len(texts) == forms:
            yield call.lineno, texts if forms > 1 else texts[0]


def extract_messages(root: Path) -> Catalog:
    """Every text that the code marks for translation, each with the files it stands in."""
    found = Catalog(project=DOMAIN)
    for path in sorted((root / PACKAGE).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        for line, message in marked_texts(ast.parse(path.read_text(encoding="utf-8"), filename=name)):
            if message:
                found.add(message, locations=[(name, line)])
    return found


def update_catalogues(root: Path) -> None:
    """Bring each .po up to date: new texts untranslated, texts that left the code dropped, nothing guessed."""
    template = extract_messages(root)
    for language, path in catalogue_paths(root):
        # Kept as it is: babel's has the date and its own version in it, which would change at each update.
        header = path.read_bytes().split(b"\n\n")[0]
        catalogue = read_catalogue(path, language)
        catalogue.update(template, no_fuzzy_matching=True)
        body = io.BytesIO()
        write_po(
            body,
            catalogue,
            width=0,
            omit_header=True,
            sort_by_file=True,
            ignore_obsolete=True,
            include_lineno=False,
        )
        path.write_bytes(b"\n\n".join(filter(None, (header.strip(), body.getvalue().strip()))) + b"\n")


def compile_catalogues(root: Path) -> list[Path]:
    """Write the .mo beside each .po where it is missing or older; returns every .mo there is now."""
    compiled = []
    for language, path in catalogue_paths(root):
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns <= path.stat().st_mtime_ns:
            # Replaced whole: test workers and a running program may read it at this moment.
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
                write_mo(file, read_catalogue(path, language))
            os.chmod(file.name, 0o644)
            os.replace(file.name, target)
        compiled.append(target)
    return compiled


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles the catalogues before hatchling gathers the files of a build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues(Path(self.root))


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent
    match arguments:
        case ["update"]:
            update_catalogues(root)
        case ["compile"]:
            pass
        case _:
            print("usage: python hatch_build.py update | compile", file=sys.stderr)
            return 2
    for path in compile_catalogues(root):
        print(path.relative_to(root))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
