"""Initiative and turns: counts, order, rounds, and whose turn it is.

Higher counts act first; equal counts by the higher initiative bonus; where that is equal as well a die decides once,
and the order is stored. The active combatant is known by its id, so no change of order gives the turn away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_combatant, with_encounter
from .combatant import NOTHING_USED
from .dice import RollRequest
from .effects import break_concentration, expire_effects
from .encounter import Encounter
from .kernel import Command, CommandRefused, Event, Record, Resolution
from .obligation import Obligation
from .obligations import close_moot, raise_obligation

COUNT_LIMIT = 1000
"""Largest count that is taken, up or down."""


class InitiativeEntry(Record, frozen=True, kw_only=True):
    """The count of some combatants: a number that was rolled at the table, or nothing to roll it."""

    targets: tuple[str, ...]
    count: int | None = None


class SetInitiative(Command, frozen=True, kw_only=True):
    """Give or roll the initiative of several combatants at once."""

    entries: tuple[InitiativeEntry, ...]


class StartEncounter(Command, frozen=True, kw_only=True):
    """Roll what monsters lack and begin round 1; characters without a count leave obligations."""


class NextTurn(Command, frozen=True, kw_only=True):
    """End the active combatant's turn and begin the next one's."""

    expect_round: int = 0
    """Round that the GM saw, or 0 when nothing is expected: a second "next turn" is then refused."""
    expect_active: str = ""


class JumpTo(Command, frozen=True, kw_only=True):
    """Give the turn to a combatant, in the same round."""

    target: str


class InitiativeSet(Event, frozen=True, kw_only=True):
    """Combatants that were rolled together have a count and a place in the order."""

    who: tuple[str, ...]
    count: int
    at: int
    """Place of the first of them in the order, from 0, once they have been taken out of it; the others follow."""
    face: int = 0
    """Face of the d20, 0 when the count was typed."""
    bonus: int = 0
    tie_faces: tuple[int, ...] = ()
    """The die that placed it among equals, when one was needed."""


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins; round 1 starts the fight."""

    round: int


class TurnStarted(Event, frozen=True, kw_only=True):
    """A combatant's turn begins: its actions and its reaction are available again."""

    who: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    who: str


def _rank(encounter: Encounter, who: str) -> tuple[int, int]:
    """Return what orders a combatant: its count, then its bonus."""
    return (encounter.combatants[who].initiative or 0, encounter.block(who).initiative_bonus())


def place(resolution: Resolution, who: Sequence[str], count: int, *, face: int = 0, bonus: int = 0) -> None:
    """Give combatants, each named once, a count and a place in the order, together behind those that act before."""
    encounter = resolution.encounter
    order = [each for each in encounter.order if each not in who]
    rank = (count, encounter.block(who[0]).initiative_bonus())
    at = next((index for index, each in enumerate(order) if _rank(encounter, each) < rank), len(order))
    equals_from = next((index for index, each in enumerate(order[:at]) if _rank(encounter, each) == rank), at)
    tie_faces: tuple[int, ...] = ()
    equals = order[equals_from:at]
    if equals:
        # Creatures of one kind that share a count act as one, so the die chooses among the gaps between kinds.
        kinds = [list(group) for _key, group in groupby(equals, key=lambda each: encounter.combatants[each].block)]
        request = RollRequest(count=1, sides=len(kinds) + 1, purpose="initiative_tie", who=who[0])
        tie_faces = resolution.dice.roll(request)
        at = equals_from + sum(len(kind) for kind in kinds[: tie_faces[0] - 1])
    resolution.emit(InitiativeSet(who=tuple(who), count=count, at=at, face=face, bonus=bonus, tie_faces=tie_faces))
    close_moot(resolution, lambda obligation: obligation.kind == "initiative" and obligation.who in who)


def _groups(encounter: Encounter, who: Iterable[str], *, by_kind: bool) -> list[list[str]]:
    """Return combatants, each once, in groups that act together: monsters of a kind, or each for itself."""
    groups: dict[str, list[str]] = {}
    for each in dict.fromkeys(who):
        combatant = encounter.combatants[each]
        key = f"kind {combatant.block}" if by_kind and not combatant.character else f"one {each}"
        groups.setdefault(key, []).append(each)
    return list(groups.values())


def roll_initiative(resolution: Resolution, who: Iterable[str]) -> None:
    """Roll d20 + bonus: once for each kind when monsters roll in groups, else for each combatant."""
    encounter = resolution.encounter
    for members in _groups(encounter, who, by_kind=resolution.state.settings.initiative_groups):
        bonus = encounter.block(members[0]).initiative_bonus()
        (face,) = resolution.dice.roll(RollRequest(count=1, sides=20, purpose="initiative", who=members[0]))
        place(resolution, members, face + bonus, face=face, bonus=bonus)


def decide_set_initiative(resolution: Resolution, command: SetInitiative) -> None:
    """Place each combatant by the count given, or by a roll; monsters of a kind that are given one count stay together.

    Raises:
        CommandRefused: `no_encounter`, `no_target`, `unknown_target`, `count_range`.
    """
    if not command.entries or not all(entry.targets for entry in command.entries):
        raise CommandRefused("no_target")
    for entry in command.entries:
        for target in entry.targets:
            resolution.combatant(target)
        if entry.count is None:
            roll_initiative(resolution, entry.targets)
        elif abs(entry.count) > COUNT_LIMIT:
            raise CommandRefused("count_range", count=entry.count, most=COUNT_LIMIT)
        else:
            for members in _groups(resolution.encounter, entry.targets, by_kind=True):
                place(resolution, members, entry.count)
    begin_when_ready(resolution)


def decide_start_encounter(resolution: Resolution, _command: StartEncounter) -> None:
    """Roll for the monsters and ask for the characters' counts; the first turn begins when none is missing.

    Raises:
        CommandRefused: `no_encounter`, `already_started`, `nobody`, `no_initiative` when nobody could have a count.
    """
    encounter = resolution.encounter
    if encounter.is_started:
        raise CommandRefused("already_started", round=encounter.round)
    if not encounter.combatants:
        raise CommandRefused("nobody")
    missing = [each for each in encounter.combatants.values() if each.initiative is None and each.is_present]
    roll_initiative(resolution, (each.id for each in missing if not each.character))
    if not any(each.is_present for each in encounter.combatants.values()):
        raise CommandRefused("no_initiative")
    for each in missing:
        if each.character:
            ask_initiative(resolution, each.id)
    resolution.emit(RoundStarted(round=1))
    begin_when_ready(resolution)


def begin_when_ready(resolution: Resolution) -> None:
    """Begin the first turn once nobody's count is missing: whoever rolled high acts in round 1."""
    encounter = resolution.encounter
    waiting = any(each.kind == "initiative" for each in encounter.obligations.values())
    present = any(encounter.combatants[each].is_present for each in encounter.order)
    if encounter.is_started and not encounter.active and not waiting and present:
        _begin_next(resolution, after="")


def ask_initiative(resolution: Resolution, who: str) -> None:
    """Ask for the count of a character whose player rolls."""
    bonus = resolution.encounter.block(who).initiative_bonus()
    raise_obligation(resolution, Obligation(number=0, kind="initiative", who=who, bonus=bonus))


def _require_turns(resolution: Resolution) -> Encounter:
    encounter = resolution.encounter
    if not encounter.is_started:
        raise CommandRefused("not_started")
    return encounter


def decide_next_turn(resolution: Resolution, command: NextTurn) -> None:
    """End the turn, let what ends with it end, and begin the next turn of somebody present.

    Raises:
        CommandRefused: `no_encounter`, `not_started`, `turn_moved_on` when somebody else has already done it,
            `nobody_left`.
    """
    encounter = _require_turns(resolution)
    if command.expect_round and (command.expect_round, command.expect_active) != (encounter.round, encounter.active):
        raise CommandRefused("turn_moved_on", round=encounter.round, active=encounter.active)
    if not any(encounter.combatants[each].is_present for each in encounter.order):
        raise CommandRefused("nobody_left")
    active = encounter.active
    if active:
        _end_turn(resolution, active)
    _begin_next(resolution, after=active)


def _end_turn(resolution: Resolution, who: str) -> None:
    """End a turn: effects that last until then, saves that would end others, damage that is due."""
    combatant = resolution.combatant(who)
    if combatant.long_casting is not None and combatant.long_casting.round < resolution.encounter.round:
        break_concentration(resolution, who, "dropped")  # the action went elsewhere this turn (A5E-09)
    resolution.emit(TurnEnded(who=who))
    if resolution.encounter.combatants[who].is_present:
        for effect in resolution.encounter.effects_on(who):
            if effect.save is not None:
                raise_obligation(
                    resolution,
                    Obligation(
                        number=0,
                        kind="save_ends",
                        who=who,
                        ability=effect.save.ability,
                        dc=effect.save.dc,
                        effect=effect.id,
                    ),
                )
        _ask_ongoing(resolution, who, "end")
    expire_effects(resolution, "end", who)


def _begin_next(resolution: Resolution, *, after: str) -> None:
    """Begin the turn of the next combatant that is present; those passed over only let their effects expire."""
    order = resolution.encounter.order
    at = order.index(after) if after in order else -1
    for step in range(1, len(order) + 1):
        index = at + step
        if index and index % len(order) == 0:
            resolution.emit(RoundStarted(round=resolution.encounter.round + 1))
        who = order[index % len(order)]
        if resolution.encounter.combatants[who].is_present:
            begin_turn(resolution, who)
            return
        expire_effects(resolution, "start", who)
        expire_effects(resolution, "end", who)


def begin_turn(resolution: Resolution, who: str) -> None:
    """Begin a turn: what expires, what is due, a death save, actions that may recharge."""
    resolution.emit(TurnStarted(who=who))
    expire_effects(resolution, "start", who)
    _ask_ongoing(resolution, who, "start")
    combatant = resolution.combatant(who)
    if combatant.status == "unconscious":
        raise_obligation(resolution, Obligation(number=0, kind="death_save", who=who, dc=10))
    if combatant.long_casting is not None:
        raise_obligation(resolution, Obligation(number=0, kind="long_casting", who=who))
    for action in resolution.encounter.block(who).actions:
        resource = combatant.resources.get(f"action.{action.id}")
        if action.recharge is not None and resource is not None and resource.left == 0:
            raise_obligation(
                resolution, Obligation(number=0, kind="recharge", who=who, dc=action.recharge, action=action.id)
            )


def _ask_ongoing(resolution: Resolution, who: str, when: str) -> None:
    for effect in resolution.encounter.effects_on(who):
        if effect.ongoing is not None and effect.ongoing.when == when:
            raise_obligation(
                resolution,
                Obligation(number=0, kind="ongoing_damage", who=who, effect=effect.id, source=effect.source),
            )


def decide_jump_to(resolution: Resolution, command: JumpTo) -> None:
    """Give the turn to a combatant in the same round; the turn that is left ends.

    Raises:
        CommandRefused: `no_encounter`, `not_started`, `unknown_target`, `dead`, `out`, `no_initiative`,
            `already_active`.
    """
    encounter = _require_turns(resolution)
    target = resolution.combatant(command.target)
    if not target.is_present:
        raise CommandRefused("dead" if target.is_dead else "out", target=target.id)
    if target.id not in encounter.order:
        raise CommandRefused("no_initiative", target=target.id)
    if target.id == encounter.active:
        raise CommandRefused("already_active", target=target.id)
    if encounter.active:
        _end_turn(resolution, encounter.active)
    begin_turn(resolution, target.id)


def leave_turn(resolution: Resolution, who: str) -> None:
    """Give the turn on when the active combatant is about to leave; nobody has it when nobody else is there."""
    encounter = resolution.encounter
    if encounter.active != who:
        return
    resolution.emit(TurnEnded(who=who))
    if any(encounter.combatants[each].is_present for each in encounter.order if each != who):
        _begin_next(resolution, after=who)


def evolve_initiative_set(state: CampaignState, event: InitiativeSet) -> CampaignState:
    """Return the state with counts and order."""
    if (encounter := state.encounter) is None:
        return state
    placed = tuple(who for who in event.who if who in encounter.combatants)
    counted = {who: replace(encounter.combatants[who], initiative=event.count) for who in placed}
    others = [who for who in encounter.order if who not in counted]
    order = (*others[: event.at], *placed, *others[event.at :])
    return with_encounter(state, combatants={**encounter.combatants, **counted}, order=order)


def evolve_round_started(state: CampaignState, event: RoundStarted) -> CampaignState:
    """Return the state in another round."""
    return with_encounter(state, round=event.round)


def evolve_turn_started(state: CampaignState, event: TurnStarted) -> CampaignState:
    """Return the state in which it is a combatant's turn, with everything to use (A5E-42)."""
    if state.encounter is None or event.who not in state.encounter.combatants:
        return state
    return with_combatant(with_encounter(state, active=event.who), event.who, used=NOTHING_USED)


def evolve_turn_ended(state: CampaignState, event: TurnEnded) -> CampaignState:
    """Return the state in which it is nobody's turn.

    What was used stays used until the next turn: a reaction comes back at its start.
    """
    if state.encounter is None or event.who not in state.encounter.combatants:
        return with_encounter(state, active="")
    used = state.encounter.combatants[event.who].used
    if used.casts:
        used = replace(used, casts=())
    return with_combatant(with_encounter(state, active=""), event.who, used=used)
