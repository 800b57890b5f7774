"""Lengths of time as they are written: in seconds and in rounds (R000-20, A5E-38)."""

from __future__ import annotations

import re

ROUND_SECONDS = 6
MOST_ROUNDS = 1_000_000
"""Longest duration that is taken, in rounds."""
_UNIT_SECONDS = {"second": 1, "round": 6, "minute": 60, "hour": 3600, "day": 86_400, "year": 31_536_000}
_LENGTH = re.compile(r"(\d{1,6}) ([a-z]+?)s?", re.ASCII)


def seconds_of(length: str) -> int | None:
    """Return a length such as `1 minute` in seconds; nothing for what has none (`instant`, `until-dispelled` …)."""
    match = _LENGTH.fullmatch(length)
    if match is None or match[2] not in _UNIT_SECONDS:
        return None
    return int(match[1]) * _UNIT_SECONDS[match[2]]


def rounds_of(length: str) -> int | None:
    """Return a length in rounds of six seconds, at least 1; nothing for what has none."""
    seconds = seconds_of(length)
    return None if seconds is None else max(1, seconds // ROUND_SECONDS)
