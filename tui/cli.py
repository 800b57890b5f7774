"""The command line: `aethyr CAMPAIGN` opens the screen, the subcommands do without one.

Standard output is data, standard error is narration. Nothing that a user can mend ends in a trace.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from campaigns.errors import UserError

from .commands import SCREEN, SUBCOMMANDS, help, streams
from .commands.arguments import Arguments, Subcommand, UsageError, read_arguments
from .exit_status import ExitStatus
from .i18n import LANGUAGES, _, choose_language, known_language, set_language


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments, by default those of the process, and return its exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    streams.prepare()
    try:
        status = _run(given)
        streams.flush()
    except BrokenPipeError:
        streams.abandon(sys.stdout)
        return ExitStatus.CLOSED_PIPE
    except streams.NotPrinted as error:
        return _say_not_printed(error)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    return status


def _run(given: list[str]) -> int:
    set_language(choose_language(_language_in(given), None, os.environ))
    at = _first_argument(given)
    subcommand = SUBCOMMANDS.get(given[at]) if at < len(given) else None
    try:
        if subcommand is not None:
            del given[at]
        elif at < len(given):
            _refuse_misspelt(given[at])
        arguments = read_arguments(given, subcommand or SCREEN) if given or subcommand else Arguments()
        _check_language(arguments)
        if arguments.has("--version"):
            streams.put(f"aethyr {_version()}")
            return ExitStatus.OK
        if arguments.has("--help"):
            for line in help.details(subcommand) if subcommand else help.overview():
                streams.put(line)
            return ExitStatus.OK
        if not given and subcommand is None:
            for line in help.overview():
                streams.tell(line)
            return ExitStatus.USAGE
        return _call(subcommand or SCREEN, arguments)
    except UsageError as error:
        streams.tell(f"aethyr: {error}")
        streams.tell(help.usage(subcommand or SCREEN))
        return ExitStatus.USAGE


def _call(subcommand: Subcommand, arguments: Arguments) -> int:
    from . import refusals

    streams.say_encoding()
    try:
        return int(import_module(f"tui.commands.{subcommand.module}").run(arguments))
    except UserError as error:
        for line in refusals.user_error(error):
            streams.tell(f"aethyr: {line}")
        return ExitStatus.USAGE


def _say_not_printed(failure: streams.NotPrinted) -> int:
    from . import refusals

    streams.abandon(sys.stdout)
    why = refusals.system_error(failure.error)
    streams.tell(f"aethyr: {_('What there was to print could not be written ({why}).').format(why=why)}")
    return ExitStatus.NOT_PRINTED


def _language_in(given: Sequence[str]) -> str | None:
    """Return the language asked for, before the rest is read: what is wrong with the rest is said in it."""
    for at, word in enumerate(given):
        if word == "--":
            break
        if word == "--lang":
            return "".join(given[at + 1 : at + 2])
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _first_argument(given: Sequence[str]) -> int:
    """Return where the first word stands that is neither an option nor the language."""
    at = 0
    while at < len(given) and given[at].startswith("-") and given[at] != "--":
        at += 2 if given[at] == "--lang" else 1
    return at


def _refuse_misspelt(word: str) -> None:
    """Refuse a word that is no campaign and looks like a subcommand."""
    if os.path.lexists(word):
        return
    from difflib import get_close_matches

    near = get_close_matches(word, SUBCOMMANDS, n=1)
    if near:
        raise UsageError(
            _("There is no campaign “{word}”. Did you mean the subcommand {name}?").format(word=word, name=near[0])
        )


def _check_language(arguments: Arguments) -> None:
    asked = arguments.get("--lang")
    if asked is not None and known_language(asked) is None:
        raise UsageError(
            _("“{word}” is no language that there is: {known}.").format(word=asked, known=", ".join(LANGUAGES))
        )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("aethyr")
    except PackageNotFoundError:
        return "0"


if __name__ == "__main__":
    sys.exit(main())
