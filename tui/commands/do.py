"""`aethyr do`: commands of the command language, carried out one after the other.

The whole series is decided in thought before any of it is written, so that dice that do not come out even, or a command
that cannot be understood, leave nothing behind. What is refused by the rules stops the series; what came before stays.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from campaigns.errors import UserError
from campaigns.journal import Entry
from rules.campaign import CampaignState
from rules.dice import Dice, FaceOutOfRange, LoadedDice, RollNeeded
from rules.kernel import CommandRefused

from .. import narrate, refusals
from ..exit_status import ExitStatus
from ..house_rules import adoption
from ..i18n import _
from ..language import HelpRequest, LanguageError, Parsed, format_parsed, help_lines, parse
from ..perform import perform
from ..table import Table, open_table
from ..timeline import Recorder, Timeline
from . import streams
from .arguments import Arguments
from .dice_options import chosen_dice


@dataclass(frozen=True)
class Planned:
    """A command that was decided in thought, with the faces that fell."""

    parsed: Parsed
    faces: tuple[int, ...]


@dataclass
class Plan:
    """A series of commands, decided in thought."""

    steps: list[Planned]
    refusal: str = ""
    """Why the series stops before its end, or nothing."""


class _BadSeries(Exception):
    """Nothing of the series may be written. The message is a sentence."""


def run(arguments: Arguments) -> int:
    """Carry the commands out."""
    folder, *texts = arguments.positional
    dice = chosen_dice(arguments)
    output = _Output(as_json=arguments.has("--json"))
    with open_table(folder, arguments, writable=True) as table:
        if (refusal := table.session.refusal) is not None:
            raise UserError.of((replace(refusal, path=refusal.path or folder),))
        try:
            plan = _plan(table, texts, dice, force=arguments.has("--force"))
        except _BadSeries as error:
            streams.tell(f"aethyr: {error}")
            return ExitStatus.USAGE
        try:
            for planned in plan.steps:
                _carry_out(table, planned, output)
        except CommandRefused as error:
            plan.refusal = refusals.refusal(error, table.session.state)
        except (RollNeeded, FaceOutOfRange):
            plan.refusal = refusals.refusal(CommandRefused("changed_meanwhile"), table.session.state)
        if plan.refusal:
            streams.tell(f"aethyr: {plan.refusal}")
    status = output.report()
    return ExitStatus.REFUSED if plan.refusal else status


class _Output:
    """Where it is said what happened. A series is carried out to its end even when nobody takes what is printed."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._failure: BrokenPipeError | streams.NotPrinted | None = None

    def say(self, table: Table, entry: Entry, before: CampaignState) -> None:
        """Print what an entry has done, at once: it should be seen even if the next command never ends."""
        self.put(_as_json(entry) if self._as_json else _as_text(table, entry, before))

    def put(self, lines: Iterable[str]) -> None:
        """Print lines, unless nobody takes them any longer."""
        if self._failure is not None:
            return
        try:
            for line in lines:
                streams.put(line)
            streams.flush()
        except (BrokenPipeError, streams.NotPrinted) as failure:
            streams.abandon(sys.stdout)
            self._failure = failure

    def report(self) -> ExitStatus:
        """Say what kept the output from being printed, and return the status that this comes to."""
        match self._failure:
            case None:
                return ExitStatus.OK
            case BrokenPipeError():
                return ExitStatus.CLOSED_PIPE
            case streams.NotPrinted(error=error):
                said = _("What was carried out is saved; only the output could not be written ({why}).")
                streams.tell(f"aethyr: {said.format(why=refusals.system_error(error))}")
                return ExitStatus.NOT_PRINTED


def _plan(table: Table, texts: Sequence[str], dice: Dice, *, force: bool) -> Plan:
    """Decide a series of commands in thought, until one is refused.

    Raises:
        _BadSeries: for a command that cannot be understood, and for dice too few or left over.
    """
    timeline = Timeline(table.session)
    plan = Plan([])
    for text in texts:
        try:
            parsed = parse(text, state=timeline.state, library=table.library)
            plan.steps += _decide(table, timeline, _forced(parsed) if force else parsed, dice)
        except LanguageError as error:
            said = _about(text, refusals.language_error(error, timeline.state), texts)
            if error.is_usage:
                raise _BadSeries(said) from None
            plan.refusal = said
        except CommandRefused as error:
            plan.refusal = _about(text, refusals.refusal(error, timeline.state), texts)
        except RollNeeded as error:
            raise _BadSeries(_about(text, refusals.roll_needed(error, timeline.state), texts)) from None
        except FaceOutOfRange as error:
            raise _BadSeries(_about(text, refusals.face_out_of_range(error, timeline.state), texts)) from None
        if plan.refusal:
            return plan
    if isinstance(dice, LoadedDice) and dice.left:
        raise _BadSeries(_left_over(dice.left, texts[-1]))
    return plan


def _decide(table: Table, timeline: Timeline, parsed: Parsed, dice: Dice) -> Iterator[Planned]:
    """Yield a command as it was decided, and before it the settings that it puts into force."""
    before = adoption(timeline.state, parsed.command, table.settings)
    own = LoadedDice(parsed.faces) if parsed.faces else None
    recorder = Recorder(own or dice)
    # Settings first, for the command is decided by them; written only if it is accepted.
    if before is not None:
        timeline.do(before, recorder)
    timeline.do(parsed, recorder)
    if own is not None and own.left:
        raise _BadSeries(_left_over(own.left, parsed.text))
    if before is not None:
        yield Planned(before, ())
    yield Planned(parsed, tuple(recorder.faces))


def _forced(parsed: Parsed) -> Parsed:
    text = format_parsed(parsed.request, forced=True, faces=parsed.faces)
    return Parsed(parsed.request, text, forced=True, faces=parsed.faces)


def _about(text: str, said: str, texts: Sequence[str]) -> str:
    """Name the command that a message is about, when there are several."""
    return said if len(texts) == 1 else _("{command}: {message}").format(command=refusals.shortened(text), message=said)


def _left_over(faces: Sequence[int], text: str) -> str:
    return _("Dice are left over after “{command}”: {faces}. Nothing was written.").format(
        command=refusals.shortened(text), faces=", ".join(map(str, faces))
    )


def _carry_out(table: Table, planned: Planned, output: _Output) -> None:
    if isinstance(planned.parsed.request, HelpRequest):
        output.put(help_lines(planned.parsed.request.verb))
        return
    before = table.session.state
    for entry in perform(table.session, planned.parsed, dice=LoadedDice(planned.faces)):
        output.say(table, entry, before)
        before = table.session.state


def _as_json(entry: Entry) -> Iterator[str]:
    """Yield one line an event; a step in the history is one of its own."""
    for event in entry.events:
        yield json.dumps({"seq": entry.seq, **msgspec.to_builtins(event, str_keys=True)}, ensure_ascii=False)
    if entry.undo:
        yield json.dumps({"seq": entry.seq, "event": "undone", "entry": entry.undo})
    if entry.redo:
        yield json.dumps({"seq": entry.seq, "event": "redone", "entry": entry.redo})


def _as_text(table: Table, entry: Entry, before: CampaignState) -> Iterator[str]:
    if entry.undo:
        yield narrate.undo_sentence(table.session.entry(entry.undo).command)
    elif entry.redo:
        yield narrate.redo_sentence(table.session.entry(entry.redo).command)
    else:
        yield from narrate.sentences(entry.events, before)
