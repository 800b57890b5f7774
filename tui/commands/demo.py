"""`aethyr demo`: a fight to try things out, in a campaign of the user's own."""

from __future__ import annotations

from campaigns.folder import demo
from campaigns.system_dice import SystemDice

from ..i18n import _, language
from ..language import parse
from ..perform import perform
from ..table import open_table
from . import streams
from .arguments import Arguments
from .screen import open_screen


def run(arguments: Arguments) -> int:
    """Copy the example campaign unless it is there, begin its fight unless there was one, and open the screen."""
    folder = str(demo(fresh=arguments.has("--fresh"), language=language()))
    streams.tell(_("The demo is in {path}.").format(path=folder))
    _begin(folder, arguments)
    return open_screen(folder, arguments)


def _begin(folder: str, arguments: Arguments) -> None:
    """Let the first prepared fight begin, the party's initiative rolled, in a campaign that has seen none."""
    with open_table(folder, arguments, writable=True) as table:
        session = table.session
        if session.read_only or session.state.encounters:
            return
        first = table.library.encounters()[0]
        for text in (f"load {first.id}", "init party roll", "start"):
            perform(session, parse(text, state=session.state, library=table.library), dice=SystemDice())
