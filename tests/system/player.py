"""A process that plays: each line it prints is an entry's number, once that entry was confirmed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from campaigns.session import Session
from tests.campaigns.toy import ToyState, add, end_fight, open_fight, open_toy, say, toy_state

PLAY: list[Callable[[Session], object]] = [
    lambda s: add(s, 2),
    lambda s: open_fight(s, "gate"),
    lambda s: say(s, "x"),
    Session.undo,
    Session.redo,
    end_fight,
    lambda s: add(s, 3),
]
SNAPSHOT_AFTER = 3
"""The session is closed, and another one opened, after this many actions."""


def play(folder: Path, tell: Callable[[Session], None]) -> None:
    """Do all there is to do to a campaign, and tell of each entry."""
    session = open_toy(folder)
    for number, act in enumerate(PLAY):
        if number == SNAPSHOT_AFTER:
            session.close()
            session = open_toy(folder)
        act(session)
        tell(session)
    session.close()


def states(folder: Path) -> list[ToyState]:
    """Play in a folder, and return the states from the first to the last."""
    found = [ToyState()]
    play(folder, lambda session: found.append(toy_state(session)))
    return found


if __name__ == "__main__":
    play(Path(sys.argv[1]), lambda session: print(session.seq, flush=True))
