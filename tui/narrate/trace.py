"""The answer to "why": how the numbers of an event came about, step by step, with the ids of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rules.attacks import AttackRolled
from rules.damage import DamageRolled, DamageTaken
from rules.death import DeathSaveRolled, StatusChanged
from rules.dispelling import DispelTried
from rules.healing import Healed, TemporaryGranted
from rules.initiative import InitiativeSet
from rules.kernel import Event
from rules.obligations import ObligationRaised
from rules.saves import SaveRolled

from .. import terms
from ..i18n import _
from ..typography import colon
from .harm import step_words
from .scene import Scene, called, damage_words, listing, roll_text, signed


def _attack(event: AttackRolled, _scene: Scene) -> Iterator[str]:
    roll = roll_text(event.faces, event.kept, event.bonus, event.total, event.mode)
    yield _("{action}: d20 {bonus}, {roll}").format(action=called(event.name), bonus=signed(event.bonus), roll=roll)
    if event.reasons:
        reasons = [_("stated") if reason == "stated" else terms.condition(reason) for reason in event.reasons]
        yield _("advantage and disadvantage: {reasons} (A5E-29)").format(reasons=listing(reasons))
    if event.outcome == "critical" and event.kept != 20:
        yield _("a hit from within 1.5 m on somebody helpless is critical (A5E-29)")
    elif event.kept in (1, 20):
        yield _("the die shows {face}: the total does not matter (R003-05)").format(face=event.kept)
    else:
        yield _("{total} against AC {ac}").format(total=event.total, ac=event.ac)


def _rolled(event: DamageRolled, _scene: Scene) -> Iterator[str]:
    for part in event.parts:
        if part.dice:
            faces = ", ".join(map(str, part.faces))
            yield _("{dice}: {faces}, {amount} (R003-02)").format(
                dice=part.dice, faces=faces, amount=damage_words(part.amount, part.type)
            )
    if event.critical:
        yield _("critical: twice the dice, the same numbers (R003-05)")


def _taken(event: DamageTaken, scene: Scene) -> Iterator[str]:
    for part in event.parts:
        before, steps = part.rolled, [damage_words(part.rolled, part.type)]
        for step in part.steps:
            steps.append(f"{step_words(step, before)} ({step.rule})")
            before = step.after
        yield " → ".join(steps)
    was = scene.was(event.who)
    if event.absorbed:
        yield _("temporary hit points take {n} first (R003-21)").format(n=event.absorbed)
    if was is not None:
        yield _("{before} → {after} HP (R003-01)").format(before=was.hp, after=event.hp)
    if event.excess:
        yield _("{n} left over at 0 hit points, maximum {max} (R003-12)").format(
            n=event.excess, max=was.max_hp if was else "?"
        )


def _healed(event: Healed, _scene: Scene) -> Iterator[str]:
    yield f"{event.hp - event.gained} + {event.amount} → {event.hp}"
    if event.gained < event.amount:
        yield _("the maximum holds the rest back (R003-10)")


def _temporary(event: TemporaryGranted, scene: Scene) -> Iterator[str]:
    was = scene.was(event.who)
    had = was.temp_hp if was else 0
    yield _("{had} before, {amount} offered, {left} stay: they never add up (R003-23)").format(
        had=had, amount=event.amount, left=event.temp_hp
    )


def _save(event: SaveRolled, _scene: Scene) -> Iterator[str]:
    if not event.faces:
        yield _("a condition makes {ability} saves fail (A5E-29)").format(ability=terms.ability(event.ability))
        return
    roll = roll_text(event.faces, event.kept, event.bonus, event.total, event.mode)
    yield _("d20 {bonus} ({ability}), {roll}").format(
        bonus=signed(event.bonus), ability=terms.ability(event.ability), roll=roll
    )
    yield _("{total} against DC {dc} (R000-36)").format(total=event.total, dc=event.dc)


def _death_save(event: DeathSaveRolled, _scene: Scene) -> Iterator[str]:
    if event.face in (1, 20):
        yield _("the die shows {face} (R003-15)").format(face=event.face)
    else:
        yield _("{total} against 10 (R003-14)").format(total=event.face + event.bonus)


def _status(event: StatusChanged, _scene: Scene) -> Iterator[str]:
    rule = {
        "massive_damage": "R003-12",
        "death_saves": "R003-14",
        "knocked_out": "R003-20",
        "healed": "R003-13",
        "aid": "R003-17",
        "natural_20": "R003-15",
        "damage": "R003-19" if event.status == "dead" else "R003-13",
    }.get(event.reason)
    if rule:
        yield _("by rule {rule}").format(rule=rule)


def _obligation(event: ObligationRaised, _scene: Scene) -> Iterator[str]:
    obligation = event.obligation
    if obligation.kind == "concentration_save":
        yield _("half of {damage} is {half}; the DC is at least 10: {dc} (R000-24)").format(
            damage=obligation.damage, half=obligation.damage // 2, dc=obligation.dc
        )


def _initiative(event: InitiativeSet, _scene: Scene) -> Iterator[str]:
    if event.face:
        yield colon(f"d20 {signed(event.bonus)}", roll_text((event.face,), event.face, event.bonus, event.count))
    if event.tie_faces:
        yield _("same count and same bonus: a die gave place {place}, once and for all").format(
            place=event.tie_faces[0]
        )


def _dispel(event: DispelTried, _scene: Scene) -> Iterator[str]:
    if event.dc:
        yield _("spell of level {level}: check against 10 + {level} (R000-21)").format(level=event.spell_level)
    else:
        yield _("spell of level {level}, slot of level {slot}: no check (R000-21)").format(
            level=event.spell_level, slot=event.level
        )


TRACERS: Final[Mapping[type[Event], Callable[[Any, Scene], Iterator[str]]]] = {
    AttackRolled: _attack,
    DamageRolled: _rolled,
    DamageTaken: _taken,
    Healed: _healed,
    TemporaryGranted: _temporary,
    SaveRolled: _save,
    DeathSaveRolled: _death_save,
    StatusChanged: _status,
    ObligationRaised: _obligation,
    InitiativeSet: _initiative,
    DispelTried: _dispel,
}
"""Events whose numbers have a reason; the others are what they say."""
