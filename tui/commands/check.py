"""`aethyr check`: every problem in the files of campaigns, with file, key and line."""

from __future__ import annotations

from pathlib import Path

from campaigns.checking import check_campaign

from .. import refusals
from ..exit_status import ExitStatus
from ..i18n import _, n_
from . import streams
from .arguments import Arguments


def run(arguments: Arguments) -> int:
    """Print each problem on a line; the status is 2 when there is one."""
    total = 0
    for folder in arguments.positional:
        for found in check_campaign(Path(folder)):
            line = refusals.problem(found)
            streams.put(line if len(arguments.positional) == 1 else f"{folder}: {line}")
            total += 1
    if total:
        streams.tell(n_("{n} problem.", "{n} problems.", total).format(n=total))
        return ExitStatus.USAGE
    streams.tell(_("No problem was found."))
    return ExitStatus.OK
