"""Several processes that write to one campaign at the same time, each as fast as it can."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.campaigns.toy import new_campaign, open_toy, total

ROOT = Path(__file__).parent.parent.parent


def writer(folder: Path, who: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.campaigns.toy", str(folder), who, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("writers", "count"), [(2, 500), (4, 60)])
def test_each_command_of_each_process_counts_once(tmp_path: Path, writers: int, count: int) -> None:
    folder = new_campaign(tmp_path / "toy")
    viewer = open_toy(folder, writable=False)
    processes = [writer(folder, f"GM {number}", count) for number in range(writers)]
    seen: list[int] = []
    while any(process.poll() is None for process in processes):
        seen += [entry.seq for entry in viewer.refresh()]
    confirmed: list[list[int]] = []
    for process in processes:
        said, complaint = process.communicate()
        assert (process.returncode, complaint) == (0, "")
        confirmed.append([int(line) for line in said.split()])
    everything = list(range(1, writers * count + 1))
    assert sorted(seq for told in confirmed for seq in told) == everything
    assert all(told == sorted(told) for told in confirmed)
    seen += [entry.seq for entry in viewer.refresh()]
    assert seen == everything
    again = open_toy(folder, writable=False)
    assert (viewer.seq, total(viewer)) == (writers * count, writers * count)
    assert (again.seq, again.state, again.history) == (viewer.seq, viewer.state, viewer.history)
    viewer.close()
    again.close()
    who = {entry.seq: entry.who for entry in viewer.history}
    assert all(who[seq] == f"GM {number}" for number, told in enumerate(confirmed) for seq in told)
    (segment,) = (folder / "journal").iterdir()
    assert len(tomllib.loads(segment.read_text())["entry"]) == writers * count
