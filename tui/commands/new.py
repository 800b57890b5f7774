"""`aethyr new`: a campaign to begin with."""

from __future__ import annotations

from pathlib import Path

from campaigns.folder import create
from rules.campaign import RULESETS

from ..cli import ExitStatus
from ..i18n import _, language
from . import streams
from .arguments import Arguments, UsageError


def run(arguments: Arguments) -> int:
    """Make a campaign folder and say what is in it."""
    folder = Path(arguments.positional[0])
    asked = arguments.get("--ruleset") or RULESETS[0]
    ruleset = next((known for known in RULESETS if known == asked), None)
    if ruleset is None:
        raise UsageError(
            _("“{word}” is no ruleset that there is: {known}.").format(word=asked, known=", ".join(RULESETS))
        )
    create(folder, ruleset=ruleset, name=arguments.get("--name") or folder.resolve().name, language=language())
    streams.tell(_("Made the campaign {path}.").format(path=folder))
    streams.tell(_("Characters go into party/, own monsters into bestiary/, prepared fights into encounters/."))
    streams.tell(_("`aethyr {path}` opens it.").format(path=folder))
    return ExitStatus.OK
