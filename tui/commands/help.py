"""The help, made from the registry of subcommands."""

from __future__ import annotations

from collections.abc import Iterator

from ..i18n import _
from . import SCREEN, SUBCOMMANDS
from .arguments import COMMON, Option, Subcommand
from .streams import pad


def usage(subcommand: Subcommand) -> str:
    """Return one line that says how a subcommand is called."""
    name = " ".join(filter(None, ("aethyr", subcommand.name, _(subcommand.usage))))
    return _("usage: {call} [OPTION…]").format(call=name)


def overview() -> Iterator[str]:
    """Yield the lines of `aethyr --help`."""
    yield _("aethyr runs the fights of a tabletop campaign in the terminal.")
    yield ""
    rows = [
        (" ".join(filter(None, ("aethyr", one.name, _(one.usage)))), _(one.help))
        for one in (SCREEN, *SUBCOMMANDS.values())
    ]
    width = max(len(call) for call, _text in rows)
    for call, text in rows:
        yield f"  {pad(call, width)}  {text}"
    yield ""
    yield from _options(COMMON)
    yield ""
    yield _("`aethyr SUBCOMMAND --help` says more.")
    yield _("Exit status: 0 done, 1 refused by the rules, 2 bad usage or bad file.")


def details(subcommand: Subcommand) -> Iterator[str]:
    """Yield the lines of a subcommand's help."""
    yield usage(subcommand)
    yield ""
    yield _(subcommand.help)
    yield ""
    yield from _options((*subcommand.options, *COMMON))
    if subcommand.name == "do":
        yield ""
        yield from _language()


def _language() -> Iterator[str]:
    """Yield the commands of the command language."""
    from ..language.forms import forms

    yield _("COMMAND is one of these; words of both languages are understood, accents and case do not matter:")
    for form, meaning in forms():
        yield f"  {form}"
        yield f"      {meaning}"
    yield ""
    yield _("TARGETS are ids, names, beginnings (gob2), patterns (gob*) or groups: all, foes, party, allies, active.")
    yield _("`!` behind the verb overrules the rules. A name that you give takes quotes when it has several words.")


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    calls = [" ".join(filter(None, (option.flag, _(option.metavar)))) for option in options]
    width = max(map(len, calls))
    for call, option in zip(calls, options, strict=True):
        yield f"  {pad(call, width)}  {_(option.help)}"
