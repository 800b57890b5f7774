"""Events told as sentences that a person reads aloud, in the reader's language (`tui.i18n`).

An event tells itself from the fight as it was when it happened, so that those who left since still have their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.campaign import CampaignState
from rules.evolve import evolve
from rules.kernel import Event

from ..i18n import _
from . import course, harm, magic
from .scene import Scene
from .trace import TRACERS

TELLERS: Final = {**harm.TELLERS, **magic.TELLERS, **course.TELLERS}
"""For each type of event, what tells it; a test holds it to `rules.evolve.EVENTS`."""


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence and the event it tells."""

    text: str
    event: Event
    why: tuple[str, ...]
    """How its numbers came about, step by step; nothing for events that have no reason to give."""
    actor: str = ""
    """Id of the combatant whose turn it was, or nothing."""
    round: int = 0
    """Round in which it happened; 0 before the first."""


def tell(events: Sequence[Event], before: CampaignState) -> Iterator[Told]:
    """Yield a sentence for each event that has something to say, in order. `before` is the state before them."""
    for index, event in enumerate(events):
        after = evolve(before, event)
        scene = Scene(
            before,
            after,
            following=events[index + 1] if index + 1 < len(events) else None,
            preceding=events[index - 1] if index else None,
        )
        if text := TELLERS[type(event)](event, scene):
            encounter = scene.encounter
            yield Told(
                text=text,
                event=event,
                why=tuple(_why(event, scene)),
                actor=encounter.active if encounter else "",
                round=encounter.round if encounter else 0,
            )
        before = after


def sentences(events: Sequence[Event], before: CampaignState) -> list[str]:
    """Return one line for each event that has something to say."""
    return [told.text for told in tell(events, before)]


def explain(events: Sequence[Event], before: CampaignState) -> list[str]:
    """Return how the numbers of an entry came about: each sentence that has a reason, then its steps, indented."""
    lines: list[str] = []
    for told in tell(events, before):
        if told.why:
            lines += [told.text, *(f"  {step}" for step in told.why)]
    return lines


def _why(event: Event, scene: Scene) -> Iterator[str]:
    tracer = TRACERS.get(type(event))
    return tracer(event, scene) if tracer else iter(())


def undo_sentence(command: str) -> str:
    """Return what an undo says about the command that it took back."""
    from ..language import displayed

    return _("Taken back: {command}").format(command=displayed(command))


def redo_sentence(command: str) -> str:
    """Return what a redo says about the command that it brought back."""
    from ..language import displayed

    return _("Brought back: {command}").format(command=displayed(command))
