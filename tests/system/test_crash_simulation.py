"""Power cuts and kills before every call that changes the disk, with what was not synced lost, torn or reordered.

Whatever is left of the disk, the next start shows the last confirmed entry or the one that was being written, and
nothing that was torn off is lost. To know that this would be noticed, each sync is left out in turn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field

import pytest

from campaigns.segment import Archive
from campaigns.session import Session
from tests.campaigns.toy import DICE, TOY, ToyState, add, end_fight, open_fight, say, toy_state
from tests.system.sim_fs import Killed, SimFile, SimFolder, SimFs, power_cuts

TORN = b"[[entry]]\nseq = 99\nwho = "


class Violation(AssertionError):
    """A promise that was broken."""


@dataclass
class Told:
    """What the user was told, by number of the entry."""

    states: dict[int, ToyState] = field(default_factory=lambda: {0: ToyState()})
    confirmed: int = 0

    def tell(self, session: Session) -> None:
        self.confirmed = session.seq
        self.states[session.seq] = toy_state(session)


def open_sim(fs: SimFs) -> Session:
    return Session(fs, nullcontext(), who="Anna", engine=TOY, dice=DICE, clock=lambda: 1.7e9)


def play(fs: SimFs, told: Told) -> None:
    """Create, commit, rotate, undo, redo, leave a snapshot, start again."""
    for _ in range(2):
        session = open_sim(fs)
        for act in (
            lambda s: add(s, 2),
            lambda s: open_fight(s, "gate"),
            lambda s: say(s, "x"),
            Session.undo,
            Session.redo,
            end_fight,
            lambda s: say(s, "y"),
        ):
            act(session)
            told.tell(session)
        session.close()
    session = open_sim(fs)
    for _ in range(3):
        session.undo()
        told.tell(session)
    session.close()


def recover(fs: SimFs, told: Told) -> None:
    """Start on a journal with a torn tail, and go on."""
    session = open_sim(fs)
    if session.read_only is not None:
        raise Violation(session.read_only)
    say(session, "z")
    told.tell(session)
    session.close()


def fresh() -> SimFs:
    """A campaign folder without a journal."""
    file = SimFile(b'name = "Toy"\n', b'name = "Toy"\n')
    return SimFs(SimFolder({"campaign.toml": file}, {"campaign.toml": file}))


def torn() -> SimFs:
    """A campaign whose journal has a torn tail, and the litter of a process that was killed."""
    fs = fresh()
    session = open_sim(fs)
    add(session, 2)
    open_fight(session, "gate")
    journal = fs.root.names["journal"]
    assert isinstance(journal, SimFolder)
    segment = journal.names["0002-gate.toml"]
    assert isinstance(segment, SimFile)
    segment.data += TORN
    journal.names[".0003-x.toml.0123456789abcdef.tmp"] = SimFile(b"half")
    fs.settle()
    return fs


SCENES: dict[str, tuple[Callable[[], SimFs], Callable[[SimFs, Told], None]]] = {
    "play": (fresh, play),
    "recover": (torn, recover),
}


def everything(folder: SimFolder) -> Iterator[tuple[str, bytes]]:
    for name, node in folder.names.items():
        if isinstance(node, SimFile):
            yield name, node.data
        else:
            yield from everything(node)


def check(fs: SimFs, states: dict[int, ToyState], allowed: set[int], keep_torn: bool) -> None:
    """Start on what a crash has left, and hold the program to its promises."""
    if keep_torn and not any(TORN in data for _, data in everything(fs.root)):
        raise Violation("what was torn off is gone")
    session = open_sim(fs)
    if session.read_only is not None or session.seq not in allowed:
        raise Violation(f"{session.read_only}: entry {session.seq}, not one of {allowed}")
    if toy_state(session) != states[session.seq]:
        raise Violation(f"another state after entry {session.seq}")
    odd = {notice.code for notice in session.notices} - {"torn_tail"}
    if odd:
        raise Violation(f"the user is told of {odd}")
    archive = Archive(fs)
    for number in list(session.segments)[:-1]:
        if not archive.segment(number).closed:
            raise Violation(f"segment {number} was left open")
    before = session.seq
    add(session, 1)
    session.close()
    again = open_sim(fs)
    if (again.seq, again.state, again.notices) != (before + 1, session.state, ()):
        raise Violation("the next entry was not kept")
    again.undo()
    if toy_state(again) != states[before]:
        raise Violation("undo is not exact")
    for name, data in everything(fs.root):
        if name.endswith(".toml"):
            tomllib.loads(data.decode())


def run(scene: str, *, kill_at: int = 0, drop: str = "") -> tuple[SimFs, Told]:
    make, act = SCENES[scene]
    fs, told = make(), Told()
    if scene == "recover":
        told.states, told.confirmed = {2: ToyState(total=3, fight="gate")}, 2
    fs.kill_at = kill_at
    fs.drop = drop
    with suppress(Killed):
        act(fs, told)
    fs.kill_at = 0
    return fs, told


@dataclass
class Seen:
    """What a series of crashes has covered."""

    disks: int = 0
    purposes: set[str] = field(default_factory=set)


def crashes(scene: str, drop: str, limit: int) -> Seen:
    """Cut the power before each call and after the last, and look at the disks that may be left.

    Raises:
        Violation: at the first promise that is broken.
    """
    whole, expected = run(scene)
    seen = Seen()
    for kill_at in range(1, whole.calls + 2):
        fs, told = run(scene, kill_at=kill_at, drop=drop)
        for left in power_cuts(fs, limit, kill_at):
            check(left, expected.states, {told.confirmed, told.confirmed + 1}, scene == "recover")
            seen.disks += 1
        # Only the process is killed: the next one goes on with what it finds, and then the power is cut.
        session = open_sim(fs)
        if session.seq not in (told.confirmed, told.confirmed + 1):
            raise Violation(f"entry {session.seq} after a kill, {told.confirmed} was confirmed")
        add(session, 5)
        states = expected.states | {session.seq: toy_state(session)}
        for left in power_cuts(fs, max(2, limit // 3), kill_at):
            check(left, states, {session.seq}, scene == "recover")
            seen.disks += 1
        seen.purposes |= set(fs.purposes)
    return seen


@pytest.mark.parametrize("scene", SCENES)
def test_no_crash_loses_what_was_confirmed(scene: str) -> None:
    assert crashes(scene, "", 40).disks > 100


def is_noticed(scene: str, purpose: str) -> bool:
    """Whether a promise is broken when the syncs of one purpose are left out."""
    try:
        crashes(scene, purpose, 60)
    except Violation:
        return True
    return False


def test_no_sync_can_be_left_out() -> None:
    purposes = {scene: crashes(scene, "", 2).purposes for scene in SCENES}
    every = set().union(*purposes.values())
    assert len(every) >= 10
    needless = [
        purpose
        for purpose in sorted(every)
        if not any(is_noticed(scene, purpose) for scene in SCENES if purpose in purposes[scene])
    ]
    assert needless == []
