"""`aethyr log`: the journal, every command with what it did, or as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from campaigns.journal import Entry

from .. import narrate
from ..exit_status import ExitStatus
from ..i18n import _
from ..language import displayed
from ..table import Table, open_table
from . import streams
from .arguments import Arguments


def run(arguments: Arguments) -> int:
    """Print the journal from its beginning."""
    with open_table(arguments.positional[0], arguments, writable=False) as table:
        for number in sorted(table.session.segments):
            for entry in table.session.entries_of(number):
                for line in [_as_json(entry)] if arguments.has("--json") else _as_text(table, entry):
                    streams.put(line)
    return ExitStatus.OK


def _as_json(entry: Entry) -> str:
    data = {
        "seq": entry.seq,
        "time": entry.time.isoformat(),
        "who": entry.who,
        "command": entry.command,
        "forced": entry.forced,
        "undo": entry.undo or None,
        "redo": entry.redo or None,
        "undone": entry.undone,
        "events": [msgspec.to_builtins(event, str_keys=True) for event in entry.events],
    }
    return json.dumps(data, ensure_ascii=False)


def _as_text(table: Table, entry: Entry) -> Iterator[str]:
    command = displayed(entry.command)
    if entry.undone:
        command = _("{command} (taken back)").format(command=command)
    yield f"{entry.seq:>5}  {entry.time:%Y-%m-%d %H:%MZ}  {entry.who}  {command}".rstrip()
    if not (entry.undo or entry.redo):
        for sentence in narrate.sentences(entry.events, table.session.state_before(entry.seq)):
            yield f"       {sentence}"
