"""Sentences for the course of a fight: who joins and leaves, whose turn it is, what waits, and what the GM says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, Final

from rules.figures import FigureSet
from rules.initiative import InitiativeSet, RoundStarted, TurnEnded, TurnStarted
from rules.joining import BlockEntered, CombatantJoined, EncounterLoaded, EncounterOpened
from rules.kernel import Event
from rules.notes import DiceRolled, NoteWritten
from rules.obligation import Obligation
from rules.obligations import ObligationClosed, ObligationRaised
from rules.roster import CombatantLeft, CombatantRenamed, EncounterEnded, SettingsAdopted, VisibilityChanged
from rules.settling import RechargeRolled

from .. import terms
from ..i18n import N_, _, language, n_
from ..typography import grouped
from ..views import UNNAMED, fight_name, obligation_text
from .scene import Scene, called, number, ordinal, resource_name, roll_line, roll_text

FIGURES: Final[Mapping[str, str]] = {
    "hp": N_("hit points"),
    "max_hp": N_("maximum hit points"),
    "temp_hp": N_("temporary hit points"),
    "ac": N_("armour class"),
    "initiative": N_("initiative"),
    "successes": N_("death save successes"),
    "failures": N_("death save failures"),
    "status": N_("status"),
    "side": N_("side"),
    "note": N_("note"),
}


def settings_adopted(_event: SettingsAdopted, _scene: Scene) -> str:
    """House rules of the campaign's file."""
    return _("The campaign’s settings are in force.")


def encounter_opened(event: EncounterOpened, _scene: Scene) -> str:
    """A fight is open."""
    if event.name == UNNAMED:
        return _("A fight is open.")
    return _("Encounter: {name}.").format(name=event.name)


def encounter_loaded(event: EncounterLoaded, scene: Scene) -> str:
    """A prepared encounter; the one that opens a fight has been named already."""
    if isinstance(scene.preceding, EncounterOpened):
        return ""
    return _("Reinforcements: {name}.").format(name=event.name)


def nothing_to_say(_event: Event, _scene: Scene) -> str:
    """What goes without saying."""
    return ""


def combatant_joined(event: CombatantJoined, scene: Scene) -> str:
    """Somebody joins."""
    combatant = event.combatant
    words = {"who": scene.who(combatant.id), "hp": combatant.hp, "max": combatant.max_hp, "ac": combatant.ac}
    if combatant.hidden:
        return _("{who} joins, hidden: {hp}/{max} HP, AC {ac}.").format(**words)
    return _("{who} joins: {hp}/{max} HP, AC {ac}.").format(**words)


def combatant_left(event: CombatantLeft, scene: Scene) -> str:
    """Somebody leaves for good."""
    return _("{who} leaves the fight.").format(who=event.label.get(language()) or scene.who(event.who))


def visibility_changed(event: VisibilityChanged, scene: Scene) -> str:
    """Hidden or revealed."""
    sentence = _("{who} is hidden.") if event.hidden else _("{who} is revealed.")
    return sentence.format(who=scene.who(event.who))


def combatant_renamed(event: CombatantRenamed, scene: Scene) -> str:
    """Another name."""
    encounter = scene.before.encounter
    before = encounter.label(event.who, language()) if encounter else event.who
    return _("{before} is now called {name}.").format(before=before, name=scene.who(event.who))


def encounter_ended(event: EncounterEnded, _scene: Scene) -> str:
    """The end, and the experience."""
    rounds = n_("{n} round", "{n} rounds", event.rounds).format(n=event.rounds)
    defeated = n_("{n} foe defeated", "{n} foes defeated", event.defeated).format(n=event.defeated)
    words = {
        "name": fight_name(event.name),
        "rounds": rounds,
        "defeated": defeated,
        "xp": grouped(event.xp),
        "share": grouped(event.share),
    }
    if event.share:
        return _("{name} is over after {rounds}: {defeated}, {xp} XP, {share} each.").format(**words)
    return _("{name} is over after {rounds}: {defeated}, {xp} XP.").format(**words)


def initiative_set(event: InitiativeSet, scene: Scene) -> str:
    """A count, typed or rolled."""
    count = roll_text((event.face,), event.face, event.bonus, event.count) if event.face else number(event.count)
    who = scene.runs(event.who)
    if event.tie_faces:
        place = ordinal(event.tie_faces[0])
        return _("{who}: initiative {count}, tied; a die puts it {place} of {n}.").format(
            who=who, count=count, place=place, n=_tied(event, scene)
        )
    return _("{who}: initiative {count}.").format(who=who, count=count)


def _tied(event: InitiativeSet, scene: Scene) -> int:
    """Return among how many the die chose: those with the same count and bonus, monsters of a kind as one."""
    encounter = scene.before.encounter
    if encounter is None:
        return event.tie_faces[0]
    bonus = encounter.block(event.who[0]).initiative_bonus()
    equals = [
        each
        for each in encounter.order
        if each not in event.who
        and encounter.combatants[each].initiative == event.count
        and encounter.block(each).initiative_bonus() == bonus
    ]
    return 1 + len(list(groupby(equals, key=lambda each: encounter.combatants[each].block)))


def round_started(event: RoundStarted, _scene: Scene) -> str:
    """A round."""
    if event.round == 1:
        return _("The fight begins: round 1.")
    return _("Round {n}.").format(n=event.round)


def turn_started(event: TurnStarted, scene: Scene) -> str:
    """A turn."""
    return _("{who}’s turn.").format(who=scene.who(event.who))


def obligation_raised(event: ObligationRaised, scene: Scene) -> str:
    """Something to settle."""
    if scene.after.encounter is None:
        return ""
    obligation = event.obligation
    return _("To settle ({number}): {who}, {what}.").format(
        number=obligation.number,
        who=scene.who(obligation.who),
        what=obligation_text(scene.after.encounter, obligation),
    )


def obligation_closed(event: ObligationClosed, scene: Scene) -> str:
    """Something waived; what is settled has a roll to tell, what is pointless nothing."""
    encounter = scene.before.encounter
    obligation: Obligation | None = encounter.obligations.get(event.number) if encounter else None
    if event.how != "waived" or encounter is None or obligation is None:
        return ""
    return _("Waived ({number}): {who}, {what}.").format(
        number=event.number, who=scene.who(obligation.who), what=obligation_text(encounter, obligation)
    )


def recharge_rolled(event: RechargeRolled, scene: Scene) -> str:
    """A die for an action that may come back."""
    sentence = (
        _("{who}, {action}: {face} on the d6, recharged.")
        if event.success
        else _("{who}, {action}: {face} on the d6, not recharged (needs {needed}).")
    )
    return sentence.format(who=scene.who(event.who), action=called(event.name), face=event.face, needed=event.needed)


def figure_set(event: FigureSet, scene: Scene) -> str:
    """A figure set by hand."""
    label = FIGURES.get(event.figure)
    figure = resource_name(scene, event.who, event.key) if event.key else _(label) if label else event.figure
    table = {"status": terms.STATUSES, "side": terms.SIDES}.get(event.figure, {})
    before, after = terms.term(table, event.before), terms.term(table, event.after)
    return _("The GM sets {who}, {figure}: {before} → {after}.").format(
        who=scene.who(event.who), figure=figure, before=before or "–", after=after or "–"
    )


def note_written(event: NoteWritten, _scene: Scene) -> str:
    """A note; one line, whatever it has."""
    return _("Note: {text}").format(text=" / ".join(line.strip() for line in event.text.split("\n") if line.strip()))


def dice_rolled(event: DiceRolled, _scene: Scene) -> str:
    """Dice rolled for their own sake."""
    return roll_line(event.expression, event.rolled)


TELLERS: Final[Mapping[type[Event], Callable[[Any, Scene], str]]] = {
    SettingsAdopted: settings_adopted,
    EncounterOpened: encounter_opened,
    EncounterLoaded: encounter_loaded,
    BlockEntered: nothing_to_say,
    CombatantJoined: combatant_joined,
    CombatantLeft: combatant_left,
    VisibilityChanged: visibility_changed,
    CombatantRenamed: combatant_renamed,
    EncounterEnded: encounter_ended,
    InitiativeSet: initiative_set,
    RoundStarted: round_started,
    TurnStarted: turn_started,
    TurnEnded: nothing_to_say,
    ObligationRaised: obligation_raised,
    ObligationClosed: obligation_closed,
    RechargeRolled: recharge_rolled,
    FigureSet: figure_set,
    NoteWritten: note_written,
    DiceRolled: dice_rolled,
}
