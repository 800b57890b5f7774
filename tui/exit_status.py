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
    INTERRUPTED = 130
    CLOSED_PIPE = 141
