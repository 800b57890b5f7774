"""The exit statuses of the program."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """What the process says when it ends."""

    OK = 0
    REFUSED = 1
    """The rules refused a command; nothing of it was written."""
    USAGE = 2
    """Bad usage or a bad file; nothing was written."""
    NOT_PRINTED = 74
    """What was asked for was done, but standard output did not take what there was to print."""
    INTERRUPTED = 130
    CLOSED_PIPE = 141
