"""`aethyr CAMPAIGN`: the screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..exit_status import ExitStatus
from ..i18n import _, language
from ..library import CampaignLibrary
from ..table import campaign_name, open_catalog, own_name
from . import streams
from .arguments import Arguments


def run(arguments: Arguments) -> int:
    """Open a campaign on the screen until its user leaves."""
    return open_screen(arguments.positional[0], arguments)


def open_screen(folder: str, arguments: Arguments) -> int:
    """Open the campaign in a folder on the screen, and return the exit status."""
    catalog = open_catalog(folder, arguments)
    if problem := why_no_screen():
        streams.tell(f"aethyr: {problem}")
        return ExitStatus.USAGE
    from ..app import run as run_app

    mouse = True if arguments.has("--mouse") else False if arguments.has("--no-mouse") else None
    return run_app(
        Path(folder),
        who=own_name(arguments),
        language=language(),
        title=campaign_name(catalog),
        library=CampaignLibrary(catalog),
        writable=not arguments.has("--read-only"),
        mouse=mouse,
        ascii_signs=arguments.has("--ascii") or not streams.speaks_utf8(),
    )


def why_no_screen() -> str:
    """Return why there can be no screen here, or nothing."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _("The screen needs a terminal; over SSH, `ssh -t` gives one. `aethyr do` and `aethyr show` need none.")
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return _("This terminal (TERM=dumb) cannot show the screen. `aethyr do` and `aethyr show` work in it.")
    return ""
