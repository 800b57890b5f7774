"""How a fight opens and who joins it: creatures by number, characters as the last fight left them."""

from __future__ import annotations

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_encounter
from .combatant import NO_HINDRANCE, Bearing, Combatant
from .dice import HighestDice
from .effect import Effect
from .effects import start_effect
from .encounter import Encounter
from .initiative import COUNT_LIMIT, ask_initiative, place, roll_initiative
from .kernel import Command, CommandRefused, Event, Record, Resolution
from .naming import free_alias, free_number, kind_labels, labels_of
from .resources import resources_of
from .rolls import DiceSyntaxError, average, throw
from .statblock import Side, StatBlock
from .text import fold, slug

MOST_AT_ONCE = 100
MOST_COMBATANTS = 500
MOST_HIT_POINTS = 1_000_000


class Newcomers(Record, frozen=True, kw_only=True):
    """Creatures of one kind, or one character, about to join."""

    block: StatBlock
    count: str = "1"
    """A number or dice (`2d4`), 1..100; ignored for characters."""
    side: Side = "foe"
    alias: str = ""
    hidden: bool = False
    hp: str = "average"
    """`average`, `max`, `roll`, or a number."""
    initiative: int | None = None
    note: str = ""


class AddCombatants(Command, frozen=True, kw_only=True):
    """Let creatures join the fight; opens one when none is open."""

    newcomers: tuple[Newcomers, ...]


class LoadEncounter(Command, frozen=True, kw_only=True):
    """Bring a prepared encounter in: a fight of its own, or reinforcements for the one that is open."""

    id: str
    name: str
    newcomers: tuple[Newcomers, ...]


class EncounterOpened(Event, frozen=True, kw_only=True):
    """A fight is open; nobody takes part yet."""

    id: str
    name: str


class EncounterLoaded(Event, frozen=True, kw_only=True):
    """A prepared encounter has been brought into the fight."""

    id: str
    name: str


class BlockEntered(Event, frozen=True, kw_only=True):
    """A stat block is frozen into the fight under a key."""

    key: str
    block: StatBlock


class CombatantJoined(Event, frozen=True, kw_only=True):
    """A combatant takes part."""

    combatant: Combatant
    hp_faces: tuple[int, ...] = ()
    """The dice its hit points were rolled with."""


def _open(resolution: Resolution, name: str) -> None:
    """Open a fight when none is."""
    if resolution.state.encounter is None:
        resolution.emit(EncounterOpened(id=slug(name), name=name))


def _block_key(resolution: Resolution, block: StatBlock) -> str:
    """Return the key under which a stat block is in the fight; it enters now when it is new (or has changed since)."""
    blocks = resolution.encounter.blocks
    key, version = block.id, 1
    while key in blocks and blocks[key] != block:
        version += 1
        key = f"{block.id}~{version}"
    if key not in blocks:
        resolution.emit(BlockEntered(key=key, block=block))
    return key


def _within(hit_points: int) -> int:
    return max(1, min(MOST_HIT_POINTS, hit_points))


def _hit_points(resolution: Resolution, newcomers: Newcomers, who: str) -> tuple[int, tuple[int, ...]]:
    """Return (maximum, 1..MOST_HIT_POINTS; faces rolled).

    Raises:
        CommandRefused: `bad_hp`.
    """
    block, hp = newcomers.block, newcomers.hp
    dice = block.hp_dice
    try:
        if hp == "roll" and dice:
            rolled = throw(dice, resolution.dice, purpose="hit_points", who=who)
            return _within(rolled.total), rolled.faces
        if hp == "max" and dice:
            return _within(throw(dice, HighestDice(), purpose="hit_points").total), ()
        if hp in ("average", "roll", "max"):
            return _within(block.hp or (average(dice) if dice else 1)), ()
    except DiceSyntaxError:
        raise CommandRefused("bad_hp", hp=dice) from None
    if not hp.isascii() or not hp.isdecimal() or len(hp) > 7 or not 1 <= int(hp) <= MOST_HIT_POINTS:
        raise CommandRefused("bad_hp", hp=hp)
    return int(hp), ()


def _count(resolution: Resolution, newcomers: Newcomers) -> int:
    """Return how many join.

    Raises:
        CommandRefused: `bad_dice`, `count_range`.
    """
    try:
        number = throw(newcomers.count, resolution.dice, purpose="count").total
    except DiceSyntaxError as error:
        raise CommandRefused("bad_dice", why=error.code, expression=newcomers.count, at=error.at) from None
    if not 1 <= number <= MOST_AT_ONCE:
        raise CommandRefused("count_range", count=number, most=MOST_AT_ONCE)
    return number


def _join_monsters(resolution: Resolution, newcomers: Newcomers) -> list[str]:
    block = newcomers.block
    number_of = _count(resolution, newcomers)
    if len(resolution.encounter.combatants) + number_of > MOST_COMBATANTS:
        raise CommandRefused("too_many_combatants", most=MOST_COMBATANTS)
    key = _block_key(resolution, block)
    joined: list[str] = []
    taken = labels_of(resolution.encounter)
    for _ in range(number_of):
        number = free_number(resolution.encounter, block, taken)
        who = f"{block.id}-{number}"
        max_hp, faces = _hit_points(resolution, newcomers, who)
        alias = free_alias(newcomers.alias, taken, first=int(number_of > 1)) if newcomers.alias else ""
        taken |= {fold(alias)} if alias else kind_labels(block, number)
        resolution.emit(
            CombatantJoined(
                combatant=Combatant(
                    id=who,
                    block=key,
                    side=newcomers.side,
                    number=number,
                    alias=alias,
                    hidden=newcomers.hidden,
                    hp=max_hp,
                    max_hp=max_hp,
                    ac=block.ac,
                    dies_at_zero=block.dies_at_zero,
                    resources=resources_of(block),
                    bearing=_bearing(block),
                    note=newcomers.note,
                ),
                hp_faces=faces,
            )
        )
        joined.append(who)
    return joined


def _bearing(block: StatBlock) -> Bearing:
    bearing = Bearing(armour_mastered=block.armour_mastered, has_focus=block.has_focus, materials=block.materials)
    return NO_HINDRANCE if bearing == NO_HINDRANCE else bearing


def _join_character(resolution: Resolution, newcomers: Newcomers) -> list[str]:
    """Let a character join as the last fight left it."""
    block = newcomers.block
    if block.id in resolution.encounter.combatants:
        raise CommandRefused("already_here", target=block.id)
    taken = labels_of(resolution.encounter)
    alias = newcomers.alias
    if alias or not taken.isdisjoint(kind_labels(block, 0)):
        alias = free_alias(alias or block.name.en, taken)
    key = _block_key(resolution, block)
    kept = resolution.state.characters.get(block.id)
    resources = resources_of(block)
    combatant = Combatant(
        id=block.id,
        block=key,
        side="party" if newcomers.side == "foe" else newcomers.side,
        alias=alias,
        character=block.id,
        hidden=newcomers.hidden,
        hp=_within(block.hp),
        max_hp=_within(block.hp),
        ac=block.ac,
        dies_at_zero=block.dies_at_zero,
        resources=resources,
        bearing=_bearing(block),
        note=newcomers.note,
    )
    if kept is not None:
        left = {
            name: replace(resource, left=min(resource.max, kept.resources[name].left))
            for name, resource in resources.items()
            if name in kept.resources
        }
        combatant = replace(
            combatant,
            hp=min(kept.hp, combatant.max_hp),
            temp_hp=kept.temp_hp,
            status=kept.status,
            death_saves=kept.death_saves,
            resources={**resources, **left},
        )
        if kept.materials is not None:
            combatant = replace(combatant, bearing=replace(combatant.bearing, materials=kept.materials))
    resolution.emit(CombatantJoined(combatant=combatant))
    if combatant.status in ("unconscious", "stable"):
        start_effect(resolution, Effect(id="", target=combatant.id, conditions=("unconscious",), from_zero_hp=True))
    return [block.id]


def _join(resolution: Resolution, newcomers: Newcomers) -> None:
    """Let newcomers join; in a running fight they roll at once, and characters are asked."""
    if newcomers.initiative is not None and abs(newcomers.initiative) > COUNT_LIMIT:
        raise CommandRefused("count_range", count=newcomers.initiative, most=COUNT_LIMIT)
    is_character = newcomers.block.source == "character"
    joined = (_join_character if is_character else _join_monsters)(resolution, newcomers)
    if newcomers.initiative is not None:
        place(resolution, joined, newcomers.initiative)
    elif resolution.encounter.is_started and resolution.combatant(joined[0]).is_present:
        if is_character:
            ask_initiative(resolution, joined[0])
        else:
            roll_initiative(resolution, joined)


def decide_add_combatants(resolution: Resolution, command: AddCombatants) -> None:
    """Let creatures join, one after the other.

    Raises:
        CommandRefused: `nobody`, `bad_dice`, `count_range`, `too_many_combatants`, `bad_hp`, `already_here`.
    """
    if not command.newcomers:
        raise CommandRefused("nobody")
    _open(resolution, "encounter")
    for newcomers in command.newcomers:
        _join(resolution, newcomers)


def decide_load_encounter(resolution: Resolution, command: LoadEncounter) -> None:
    """Bring a prepared encounter in; characters who are already there stay as they are.

    Raises:
        CommandRefused: what `decide_add_combatants` refuses; `already_loaded` unless forced.
    """
    encounter = resolution.state.encounter
    if encounter is not None and command.id in encounter.loaded:
        resolution.refuse_unless_forced("already_loaded", encounter=command.name)
    _open(resolution, command.name)
    resolution.emit(EncounterLoaded(id=command.id, name=command.name))
    for newcomers in command.newcomers:
        if newcomers.block.source == "character" and newcomers.block.id in resolution.encounter.combatants:
            continue
        _join(resolution, newcomers)


def evolve_encounter_opened(state: CampaignState, event: EncounterOpened) -> CampaignState:
    """Return the state with an empty fight."""
    return replace(state, encounter=Encounter(id=event.id, name=event.name), encounters=state.encounters + 1)


def evolve_encounter_loaded(state: CampaignState, event: EncounterLoaded) -> CampaignState:
    """Return the state that remembers what was loaded."""
    if state.encounter is None:
        return state
    return with_encounter(state, loaded=(*state.encounter.loaded, event.id))


def evolve_block_entered(state: CampaignState, event: BlockEntered) -> CampaignState:
    """Return the state with a stat block."""
    if state.encounter is None:
        return state
    return with_encounter(state, blocks={**state.encounter.blocks, event.key: event.block})


def evolve_combatant_joined(state: CampaignState, event: CombatantJoined) -> CampaignState:
    """Return the state with one combatant more."""
    encounter, combatant = state.encounter, event.combatant
    if encounter is None:
        return state
    stem = combatant.id.removesuffix(f"-{combatant.number}")
    numbers = encounter.numbers
    if combatant.number:
        numbers = {**numbers, stem: max(numbers.get(stem, 0), combatant.number)}
    return with_encounter(state, combatants={**encounter.combatants, combatant.id: combatant}, numbers=numbers)
