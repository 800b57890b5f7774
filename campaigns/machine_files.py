"""What is wrong with the files that the program writes: looked at from beginning to end, and never written to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from .engine import RULES, Engine
from .errors import Problem, UserError
from .fs import Fs, RealFs, read_file, reason
from .history import History
from .journal import Damage
from .lock import NAME as LOCK
from .reader import Reader, as_problem
from .segment import FOLDER, Archive, number_of
from .snapshot import PATH as SNAPSHOT
from .store import TORN


def machine_problems(folder: Path, engine: Engine = RULES) -> tuple[Problem, ...]:
    """Return what is wrong with a campaign's journal, snapshot and lock; every entry is read and applied.

    Those of the journal have the `byte` and the line where the trouble begins and, as `seq`, the last good entry.
    """
    try:
        fs = RealFs(str(folder))
    except UserError as error:
        return error.problems
    try:
        out_of_place = tuple(_out_of_place(fs))
        found = out_of_place or (*_of_reading(fs, engine), *_of_replaying(fs, engine))
        return tuple(_once(_with_line(fs, problem) for problem in found))
    except OSError as error:
        return (Problem("not_readable", FOLDER, details=(("why", reason(error)),)),)
    finally:
        fs.release()


def _out_of_place(fs: Fs) -> Iterator[Problem]:
    """Yield what is no file or no folder where one belongs."""
    journal = fs.stat(FOLDER)
    segments = (
        [f"{FOLDER}/{name}" for name in fs.names(FOLDER) if number_of(name)] if journal and journal.is_folder else []
    )
    for path in (LOCK, SNAPSHOT, FOLDER, TORN, *segments):
        found = fs.stat(path)
        is_right = found is None or (found.is_folder if path in (FOLDER, TORN) else found.is_file)
        if found is not None and not is_right:
            wrong = "not_a_folder" if path in (FOLDER, TORN) else "not_a_file"
            yield Problem("is_symlink" if found.is_link else wrong, path)


def _of_reading(fs: Fs, engine: Engine) -> Iterator[Problem]:
    """Yield what a session would say."""
    reader = Reader(fs, engine)
    found: list[Problem] = []

    def load() -> None:
        if (damage := reader.load()) is not None:
            raise damage

    found += _attempt(load)
    yield from reader.notices
    yield from found
    segment = reader.store.current
    if segment is not None and segment.tail == "torn" and not found:
        yield segment.unfinished_tail()


def _of_replaying(fs: Fs, engine: Engine) -> Iterator[Problem]:
    """Yield what keeps the entries from being applied, one after the other, in each segment."""
    archive = Archive(fs)
    try:
        newest = max(archive.paths(), default=0)
    except Damage:
        return  # two files with one number: said by the reading
    history = History(engine, archive)
    for number in range(newest, 0, -1):  # each is held against the one after it

        def replay(number: int = number) -> None:
            try:
                segment = archive.segment(number)
            except Damage as damage:
                # A segment whose beginning is gone does not say what came before it.
                with suppress(Damage, UserError, OSError):
                    damage.seq = damage.seq or archive.segment(number - 1).last.seq
                raise
            if segment.tail == "damaged" or (number < newest and not segment.closed):
                raise Damage("journal_damaged", path=segment.path, byte=segment.end, seq=segment.last.seq)
            history.fold(segment)

        yield from _attempt(replay)


def _attempt(look: Callable[[], None]) -> tuple[Problem, ...]:
    try:
        look()
    except Damage as damage:
        return (as_problem(damage),)
    except UserError as error:
        return error.problems
    return ()


def _once(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield each trouble once, as it was told first."""
    told: set[tuple[str, int]] = set()
    for problem in problems:
        place = (problem.path, problem.line)
        if problem.line and place in told:
            continue
        told.add(place)
        yield problem


def _with_line(fs: Fs, problem: Problem) -> Problem:
    """Return a problem of a segment with the line at which its byte stands."""
    byte = problem.detail("byte", None)
    if byte is None or not number_of(problem.path):
        return problem
    try:
        data, _ = read_file(fs, problem.path)
    except (OSError, UserError):
        return problem
    return replace(problem, line=data.count(b"\n", 0, byte) + 1)
