"""Real processes killed with SIGKILL: before each call that changes the disk, and at any moment, many at a time."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.campaigns.toy import add, new_campaign, open_toy, total, toy_state
from tests.needs import need_tool
from tests.system.player import PLAY, states

ROOT = Path(__file__).parent.parent.parent
CALLS = "pwrite64,fsync,ftruncate,renameat,mkdirat,fchmod,fchmodat,unlinkat,flock"
TORN = b"[[entry]]\nseq = 1\nwho"


def prepare(folder: Path) -> Path:
    """A campaign that has litter to sweep up and a torn tail to cut, so that killing can hit that as well."""
    new_campaign(folder)
    with open_toy(folder) as session:
        add(session)
        session.undo()
    (folder / "state.toml").rename(folder / ".state.toml.0123456789abcdef.tmp")
    with (folder / "journal" / "0001-between.toml").open("ab") as file:
        file.write(TORN)
    return folder


def traced(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Play under strace."""
    command = ["strace", "-f", "-qq", "-e", f"trace={CALLS}", *options, sys.executable, "-m", "tests.system.player"]
    return subprocess.run([*command, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)


def check(folder: Path, confirmed: int, expected: list[object]) -> None:
    """Start after a kill: the last confirmed entry or the one that was being written, and play goes on."""
    with open_toy(folder) as session:
        assert session.read_only is None
        assert session.seq - 2 in (confirmed, confirmed + 1)
        assert toy_state(session) == expected[session.seq - 2]
        before = total(session)
        add(session)
        assert total(session) == before + 1
    with open_toy(folder) as session:
        assert (total(session), session.notices) == (before + 1, ())
        session.undo()
        assert toy_state(session) == expected[session.seq - 4]
    assert any(TORN in path.read_bytes() for path in (*folder.glob("torn/*"), *folder.glob("journal/*")))
    assert not list(folder.rglob("*.tmp"))
    assert (folder / ".lock").stat().st_mode & 0o777 == 0o600


def test_a_kill_before_any_call_that_changes_the_disk_loses_nothing(tmp_path: Path) -> None:
    need_tool("strace")
    expected: list[object] = [*states(new_campaign(tmp_path / "expected"))]
    log = tmp_path / "log"
    assert traced(prepare(tmp_path / "whole"), "-o", str(log)).returncode == 0
    calls = Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.MULTILINE))
    points = [(call, number) for call, count in calls.items() for number in range(1, count + 1)]
    assert len(points) > 50

    def kill(point: tuple[str, int]) -> None:
        call, number = point
        folder = prepare(tmp_path / f"{call}-{number}")
        done = traced(folder, "-o", os.devnull, "-e", f"inject={call}:signal=KILL:when={number}")
        assert done.returncode != 0, point
        told = [int(line) for line in done.stdout.split()]
        check(folder, len(told), expected)
        shutil.rmtree(folder)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(kill, points):
            continue
    assert len(expected) == len(PLAY) + 1


def test_writers_killed_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    folder = new_campaign(tmp_path / "toy")
    chosen = random.Random(1)
    confirmed: set[int] = set()
    for _ in range(8):
        logs = [tmp_path / f"log{number}" for number in range(3)]
        writers: list[subprocess.Popen[bytes]] = []
        for number, log in enumerate(logs):
            command = [sys.executable, "-m", "tests.campaigns.toy", str(folder), f"GM {number}", "100000"]
            with log.open("wb") as file:
                writers.append(subprocess.Popen(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT))
        while not all(log.stat().st_size for log in logs):
            time.sleep(0.01)
        for writer in chosen.sample(writers, k=3):
            time.sleep(chosen.uniform(0, 0.1))
            writer.send_signal(signal.SIGKILL)
        for writer in writers:
            writer.wait()
        for log in logs:
            # The last line may be half written: it was not said.
            told = [int(line) for line in log.read_text().split("\n")[:-1]]
            assert not confirmed & set(told)
            confirmed |= set(told)
        with open_toy(folder) as session:
            assert session.read_only is None
            assert session.seq == total(session)
            assert confirmed <= set(range(1, session.seq + 1))
            # At most one entry of each writer was on the disk and not yet said.
            assert session.seq - max(confirmed) <= 3
    assert len(confirmed) > 100
