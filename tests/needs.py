"""What a test needs of the machine: skipped with a reason where that is missing, failed in a gate."""

import os
import shutil

import pytest


def need(met: bool, reason: str) -> None:
    """Skip the calling test unless what it needs is there; under CI=true the gate has to provide it, so fail."""
    if met:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def need_tool(command: str) -> str:
    """The path of a program of the machine (`strace`, `tmux`), for a test that cannot do without."""
    path = shutil.which(command)
    need(path is not None, f"needs the program {command}")
    assert path is not None
    return path
