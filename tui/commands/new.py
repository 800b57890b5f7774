"""`aethyr new`: a campaign to begin with."""

from __future__ import annotations

from pathlib import Path

from campaigns.folder import create
from rules.campaign import RULESETS

from ..exit_status import ExitStatus
from ..i18n import _, language
from . import streams
from .arguments import Arguments


def run(arguments: Arguments) -> int:
    """Make a campaign folder and say what is in it."""
    folder = Path(arguments.positional[0])
    asked = arguments.get("--ruleset")
    create(folder, ruleset=asked or RULESETS[0], name=arguments.get("--name") or "", language=language())
    streams.tell(_("Made the campaign {path}.").format(path=folder))
    streams.tell(_("Characters go into party/, own monsters into bestiary/, prepared fights into encounters/."))
    streams.tell(_("`aethyr {path}` opens it.").format(path=folder))
    return ExitStatus.OK
