"""What stands behind a subcommand in the shell, read against what the subcommand takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..i18n import N_, _


class UsageError(Exception):
    """Arguments that do not fit. The message is a sentence in the reader's language."""


@dataclass(frozen=True)
class Option:
    """An option of a subcommand."""

    flag: str
    help: str
    """What it does; marked with `N_`."""
    metavar: str = ""
    """Name of its value, marked with `N_`; nothing for an option without one."""


@dataclass(frozen=True)
class Subcommand:
    """A subcommand: what it takes, and where it is."""

    name: str
    """What is typed; nothing for the screen, which needs no word of its own."""
    module: str
    """The module of `tui.commands` whose `run` does it; imported when it is called."""
    usage: str
    """Its arguments, as the help shows them; marked with `N_`."""
    help: str
    """What it does, in one sentence; marked with `N_`."""
    least: int = 0
    """Fewest arguments that are no options."""
    most: int | None = None
    """Most of them; nothing: any number."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Arguments:
    """What was given."""

    positional: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict[str, str])
    """By flag; the value of an option without one is empty."""

    def has(self, flag: str) -> bool:
        """Return whether an option was given."""
        return flag in self.options

    def get(self, flag: str) -> str | None:
        """Return the value of an option, or nothing when it was not given."""
        return self.options.get(flag)


COMMON = (
    Option("--lang", N_("language of what is shown: en or fr"), N_("LANG")),
    Option("--help", N_("show this help and leave")),
    Option("--version", N_("show the version and leave")),
)
"""Options of every subcommand."""


def read_arguments(given: Sequence[str], subcommand: Subcommand) -> Arguments:
    """Return the arguments of a subcommand. Everything behind `--` is no option.

    Raises:
        UsageError: for an unknown option, a missing or superfluous value, too few or too many arguments.
    """
    known = {option.flag: option for option in (*subcommand.options, *COMMON)}
    positional: list[str] = []
    options: dict[str, str] = {}
    rest = list(given)
    while rest:
        word = rest.pop(0)
        if word == "--":
            positional += rest
            break
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        flag, has_value, value = word.partition("=")
        flag = "--help" if flag == "-h" else flag
        option = known.get(flag)
        if option is None:
            raise UsageError(_unknown_option(flag, known))
        if option.metavar and not has_value:
            if not rest:
                raise UsageError(_("The option {flag} needs a value.").format(flag=flag))
            value = rest.pop(0)
        elif has_value and not option.metavar:
            raise UsageError(_("The option {flag} takes no value.").format(flag=flag))
        options[flag] = value
    if not options.keys() & {"--help", "--version"}:
        _check_count(positional, subcommand)
    return Arguments(tuple(positional), options)


def _unknown_option(flag: str, known: dict[str, Option]) -> str:
    from difflib import get_close_matches

    text = _("There is no option {flag}.").format(flag=flag)
    near = get_close_matches(flag, known, n=1)
    return f"{text} {_('Did you mean {list}?').format(list=near[0])}" if near else text


def _check_count(positional: list[str], subcommand: Subcommand) -> None:
    if len(positional) < subcommand.least:
        part = _(subcommand.usage).split()[len(positional)].rstrip("…")
        raise UsageError(_("{part} is missing.").format(part=part))
    if subcommand.most is not None and len(positional) > subcommand.most:
        raise UsageError(_("“{word}” is too much.").format(word=positional[subcommand.most]))


def number(text: str, flag: str) -> int:
    """Return the value of an option that is a whole number.

    Raises:
        UsageError: when it is not.
    """
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 18:
        raise UsageError(_("“{word}” is no whole number ({flag}).").format(word=text, flag=flag))
    return int(text)


def numbers(text: str, flag: str) -> tuple[int, ...]:
    """Return the value of an option that is whole numbers with commas or spaces between them.

    Raises:
        UsageError: when it is not.
    """
    return tuple(number(word, flag) for word in text.replace(",", " ").split())
