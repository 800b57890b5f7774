"""The lines under the prompt: what the command being typed would do, what may come next, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rules.dice import Dice, FaceOutOfRange, LoadedDice, RollNeeded
from rules.encounter import Encounter
from rules.kernel import Command, CommandRefused, Event

from . import terms
from .completing import Completing
from .forecast import Forecast, Outcome, Outlook, forecast, hit_chance, save_chance
from .i18n import _, language, n_
from .language import LanguageError, Parsed
from .narrate import sentences
from .prompt import Prompt
from .scene import Scene
from .widgets.spans import Line, Span, fit, width

if TYPE_CHECKING:
    from .prompting import Voice

Decide = Callable[[Command, Dice, bool], tuple[Event, ...]]
"""Decides a command in the state as it is, overruled by the GM or not; nothing is written."""
LINES = 3
"""Most lines under the prompt."""


class Previewer:
    """Says what a command would do while it is typed."""

    def __init__(
        self,
        scene: Scene,
        read: Callable[[str], Parsed],
        decide: Decide,
        voice: Voice,
    ) -> None:
        self._scene = scene
        self._read = read
        self._decide = decide
        self._voice = voice
        self.can_force = False
        """Whether what was looked at last is refused, and the GM may have it all the same."""

    def lines(self, prompt: Prompt, completing: Completing) -> tuple[Line, ...]:
        """Return up to three lines."""
        self.can_force = False
        if completing.at >= 0:
            return (self._candidates(completing), *self._outcome(prompt)[: LINES - 1])
        return self._outcome(prompt, completing)

    def _outcome(self, prompt: Prompt, completing: Completing | None = None) -> tuple[Line, ...]:
        if prompt.hinting and prompt.action.shape == "actor_words" and not prompt.actor:
            return ()
        if prompt.lacks_targets:
            return (self._candidates(completing),) if completing is not None and completing.candidates else ()
        try:
            parsed = self._read(prompt.text())
        except LanguageError as error:
            return self._unread(prompt, error, completing)
        if parsed.command is None:
            return ()
        try:
            return tuple(self._told(parsed.command, parsed))
        except (CommandRefused, FaceOutOfRange) as error:
            self.can_force = not parsed.forced and self._voice.may_overrule(error)
            return (_indented((self._voice.refusal(error), "bad")),)
        except RollNeeded:
            return ()

    def _unread(self, prompt: Prompt, error: LanguageError, completing: Completing | None) -> tuple[Line, ...]:
        """Return what may come next; what is missing is no mistake yet."""
        if prompt.lacks_number and error.code == "missing_number":
            return (_indented((_("Type the number; without one, enter rolls it."), "muted")),)
        if completing is not None and completing.candidates:
            return (self._candidates(completing),)
        if prompt.is_empty and not prompt.verb:
            return ()
        is_unfinished = error.at >= len(prompt.text().rstrip())
        return (_indented((self._voice.refusal(error), "muted" if is_unfinished else "bad")),)

    def _candidates(self, completing: Completing) -> Line:
        spans: list[Span] = [("   ", "")]
        first = max(0, completing.at - 4)
        for number, one in enumerate(completing.candidates[first : first + 12], first):
            tone = "chosen" if number == completing.at else "key"
            spans.append((one.text, tone))
            label = one.label if one.label and one.label.casefold() != one.text.replace("-", " ") else ""
            spans.append((f" {label}  " if label else "  ", "muted"))
        return tuple(spans)

    def _told(self, command: Command, parsed: Parsed) -> Iterator[Line]:
        def decide(wanted: Command, dice: Dice) -> tuple[Event, ...]:
            return self._decide(wanted, LoadedDice(parsed.faces) if parsed.faces else dice, parsed.forced)

        seen = forecast(command, decide)
        encounter = self._scene.encounter
        if seen.outlooks and encounter is not None:
            yield from _outlook_lines(seen, encounter, self._scene)
        elif not seen.asked:
            for text in sentences(seen.events, self._scene.state)[:LINES]:
                yield _indented((text, ""))


def _indented(*spans: Span) -> Line:
    return (("   ", ""), *spans)


def _outlook_lines(seen: Forecast, encounter: Encounter, scene: Scene) -> Iterator[Line]:
    outlooks = seen.outlooks
    shown = outlooks if len(outlooks) <= LINES else outlooks[: LINES - 1]
    names = max(width(scene.name(one.who)) for one in shown)
    for one in shown:
        yield _indented(
            (fit(scene.name(one.who), min(names, 24)), "strong"), ("  ", ""), *_spans(one, seen, encounter, scene)
        )
    if rest := outlooks[len(shown) :]:
        down = sum(bool(one.failed.status) for one in rest)
        text = _("and {n} more").format(n=len(rest))
        yield _indented(
            (text, "muted"), (f", {n_('{n} may drop', '{n} may drop', down).format(n=down)}" if down else "", "muted")
        )


def _spans(one: Outlook, seen: Forecast, encounter: Encounter, scene: Scene) -> Iterator[Span]:
    parts = [text for text in (_chances(one), _amounts(one.failed, rough=seen.is_rough)) if text]
    yield "  ".join(parts), ""
    failed = _ending(one, one.failed, encounter)
    saved = _ending(one, one.saved, encounter) if one.save is not None and save_chance(one.save) > 0 else failed
    if failed:
        yield f"  {scene.glyphs.arrow} ", "muted"
        yield failed, "bad" if one.failed.status in ("dead", "unconscious") else ""
        if saved and saved != failed:
            yield f" ({_('or {outcome}').format(outcome=saved)})", "muted"


def _percent(value: float) -> str:
    return _("{n}%").format(n=round(value * 100))


def _weapons(one: Outlook) -> str:
    """Return the names of the actions it is attacked with, each once."""
    names = dict.fromkeys(attack.name.of(language()) for attack in one.attacks)
    return f"{', '.join(names)} "


def _chances(one: Outlook) -> str:
    said: list[str] = []
    if one.attacks:
        first = one.attacks[0]
        chances = ", ".join(dict.fromkeys(_percent(hit_chance(attack)) for attack in one.attacks))
        times = f"{len(one.attacks)} × " if len(one.attacks) > 1 else ""
        said.append(
            _weapons(one)
            + _("{times}{bonus} against AC {ac}: hits {chance}").format(
                times=times, bonus=_signed(first.bonus), ac=first.ac, chance=chances
            )
        )
    if one.save is not None:
        save = one.save
        said.append(
            _("{ability} {bonus} against DC {dc}: saves {chance}").format(
                ability=terms.ability(save.ability),
                bonus=_signed(save.bonus),
                dc=save.dc,
                chance=_percent(save_chance(save)),
            )
        )
    return "  ".join(said)


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


def _amounts(outcome: Outcome, *, rough: bool) -> str:
    """Return what is dealt or given: `~10 fire (resists)`."""
    by_kind: dict[tuple[str, tuple[str, ...]], int] = {}
    for amount, kind, steps in outcome.taken:
        by_kind[kind, steps] = by_kind.get((kind, steps), 0) + amount
    pieces = [
        " ".join(
            filter(None, (f"{'~' if rough else ''}{amount}", terms.damage_type(kind) if kind else "", _steps(steps)))
        )
        for (kind, steps), amount in by_kind.items()
    ]
    if outcome.gained:
        pieces.append(f"{'~' if rough else ''}+{outcome.gained}")
    return " + ".join(pieces)


def _steps(steps: tuple[str, ...]) -> str:
    words = {
        "immune": _("immune"),
        "reduction": _("reduced"),
        "resistant": _("resists"),
        "vulnerable": _("vulnerable"),
    }
    said = [words[step] for step in dict.fromkeys(steps) if step in words]
    return f"({', '.join(said)})" if said else ""


def _ending(one: Outlook, outcome: Outcome, encounter: Encounter) -> str:
    """Return how somebody is afterwards; nothing when nothing is known to change."""
    combatant = encounter.combatants.get(one.who)
    if combatant is None:
        return ""
    said: list[str] = []
    if outcome.status:
        said.append(terms.term(terms.STATUSES, outcome.status))
    elif outcome.hp is not None:
        said.append(_("{hp}/{max} HP").format(hp=outcome.hp, max=combatant.max_hp))
    elif one.failed.hp is not None:
        said.append(_("{hp}/{max} HP").format(hp=combatant.hp, max=combatant.max_hp))
    if outcome.temp_hp is not None:
        said.append(_("{hp} temporary HP").format(hp=outcome.temp_hp))
    said += map(terms.condition, outcome.conditions)
    return ", ".join(said)
