"""`aethyr check`: every problem in the files of campaigns, with file, key and line."""

from __future__ import annotations

import os
from pathlib import Path

from campaigns.checking import check_campaign
from campaigns.errors import UserError

from .. import refusals
from ..exit_status import ExitStatus
from ..i18n import _, choose_language, n_, set_language
from ..table import open_catalog
from . import streams
from .arguments import Arguments


def run(arguments: Arguments) -> int:
    """Print each problem on a line; the status is 2 when there is one."""
    total = 0
    for folder in arguments.positional:
        _speak(folder, arguments)
        for found in check_campaign(Path(folder)):
            line = refusals.problem(found)
            streams.put(line if len(arguments.positional) == 1 else f"{folder}: {line}")
            total += 1
    if total:
        streams.tell(n_("{n} problem.", "{n} problems.", total).format(n=total))
        return ExitStatus.USAGE
    streams.tell(_("No problem was found."))
    return ExitStatus.OK


def _speak(folder: str, arguments: Arguments) -> None:
    """Go on in the campaign's language, unless another one was asked for; what cannot be read says none."""
    try:
        open_catalog(folder, arguments)
    except UserError:
        set_language(choose_language(arguments.get("--lang"), None, os.environ))
