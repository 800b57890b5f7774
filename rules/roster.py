"""Who takes part in a fight: joining, leaving, hiding, naming, and the fight's own beginning and end."""

from __future__ import annotations

from msgspec.structs import replace

from .campaign import CampaignState, Character, Settings
from .change import with_combatant, with_encounter
from .combatant import NO_HINDRANCE, Bearing, Combatant, Status
from .dice import DiceSyntaxError, HighestDice, average, throw
from .effect import Effect
from .effects import break_concentration, end_effect, start_effect
from .encounter import Encounter
from .initiative import COUNT_LIMIT, ask_initiative, leave_turn, place, roll_initiative
from .kernel import Command, CommandRefused, Event, Record, Resolution
from .naming import LANGUAGES, free_alias, free_number, kind_labels, labels_of
from .obligations import close_moot
from .resources import resources_of
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


class RemoveCombatants(Command, frozen=True, kw_only=True):
    """Take combatants out of the fight for good."""

    targets: tuple[str, ...]


class SetVisibility(Command, frozen=True, kw_only=True):
    """Hide combatants from the players or reveal them."""

    targets: tuple[str, ...]
    hidden: bool


class RenameCombatant(Command, frozen=True, kw_only=True):
    """Give a combatant a name of its own; an empty one takes it back."""

    target: str
    name: str


class EndEncounter(Command, frozen=True, kw_only=True):
    """End the fight: characters keep what they have left, experience is counted."""


class AdoptSettings(Command, frozen=True, kw_only=True):
    """Take over the house rules that the campaign's file states."""

    settings: Settings


class SettingsAdopted(Event, frozen=True, kw_only=True):
    """The campaign plays by these house rules from now on."""

    settings: Settings


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


class CombatantLeft(Event, frozen=True, kw_only=True):
    """A combatant has been taken out of the fight."""

    who: str
    label: dict[str, str] = {}
    """What it was called, by language."""
    character: Character | None = None
    """What a character carries on."""


class VisibilityChanged(Event, frozen=True, kw_only=True):
    """A combatant is hidden from the players, or no longer."""

    who: str
    hidden: bool


class CombatantRenamed(Event, frozen=True, kw_only=True):
    """A combatant has another name, or its own again when `alias` is empty."""

    who: str
    alias: str


class EncounterEnded(Event, frozen=True, kw_only=True):
    """The fight is over."""

    id: str
    name: str
    characters: dict[str, Character] = {}
    """What each character that took part carries on."""
    xp: int = 0
    """Experience for the foes that were defeated."""
    share: int = 0
    """What each character gets of it."""
    defeated: int = 0
    """Number of foes that were defeated."""
    rounds: int = 0


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


def decide_remove_combatants(resolution: Resolution, command: RemoveCombatants) -> None:
    """Take combatants out: what they hold ends, what waits for them is pointless, the turn goes on.

    Raises:
        CommandRefused: `no_encounter`, `no_target`, `unknown_target`.
    """
    if not command.targets:
        raise CommandRefused("no_target")
    for target in command.targets:
        resolution.combatant(target)
    active = resolution.encounter.active
    # The active one goes last, so that its turn goes to somebody who stays.
    for target in sorted(dict.fromkeys(command.targets), key=lambda who: who == active):
        break_concentration(resolution, target, "left")
        for effect in tuple(resolution.encounter.effects.values()):
            if effect.target == target or (effect.until is not None and effect.until.of == target):
                end_effect(resolution, effect, "left")
        close_moot(resolution, lambda obligation, who=target: obligation.who == who)  # type: ignore[misc]
        leave_turn(resolution, target)
        encounter = resolution.encounter
        names = {language: encounter.label(target, language) for language in LANGUAGES}
        character = _carried(resolution, target) if encounter.combatants[target].character else None
        resolution.emit(CombatantLeft(who=target, label=names, character=character))


def decide_set_visibility(resolution: Resolution, command: SetVisibility) -> None:
    """Hide or reveal; those who already are so are passed over.

    Raises:
        CommandRefused: `no_encounter`, `no_target`, `unknown_target`, `already_hidden`, `already_visible`.
    """
    if not command.targets:
        raise CommandRefused("no_target")
    changed = [who for who in dict.fromkeys(command.targets) if resolution.combatant(who).hidden != command.hidden]
    if not changed:
        raise CommandRefused("already_hidden" if command.hidden else "already_visible", target=command.targets[0])
    for who in changed:
        resolution.emit(VisibilityChanged(who=who, hidden=command.hidden))


def decide_rename_combatant(resolution: Resolution, command: RenameCombatant) -> None:
    """Give a combatant another name, or its own again.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `name_taken`.
    """
    target = resolution.combatant(command.target)
    encounter = resolution.encounter
    wanted = {fold(command.name)} if command.name else kind_labels(encounter.block(target.id), target.number)
    if not wanted.isdisjoint(labels_of(encounter, but=target.id)):
        raise CommandRefused("name_taken", name=command.name or encounter.block(target.id).name)
    resolution.emit(CombatantRenamed(who=target.id, alias=command.name))


def is_defeated(encounter: Encounter, who: str) -> bool:
    """Return whether a foe counts as defeated: dead, or down at 0 hit points."""
    combatant = encounter.combatants[who]
    return combatant.side == "foe" and combatant.status in ("dead", "unconscious", "stable")


def _carried(resolution: Resolution, who: str, *, xp: int = 0) -> Character:
    """Return what a character takes along when it leaves a fight; one that had fled is in play again."""
    combatant = resolution.combatant(who)
    before = resolution.state.characters.get(combatant.character)
    status: Status = combatant.status
    if status == "out":
        status = "alive" if combatant.hp else "unconscious"
    return Character(
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        temp_hp=combatant.temp_hp,
        status=status,
        death_saves=combatant.death_saves,
        resources=combatant.resources,
        materials=combatant.bearing.materials,
        xp=(before.xp if before else 0) + xp,
    )


def decide_end_encounter(resolution: Resolution, _command: EndEncounter) -> None:
    """End the fight. Running effects end with it, raised maxima included.

    Raises:
        CommandRefused: `no_encounter`.
    """
    for effect in tuple(resolution.encounter.effects.values()):
        if effect.from_zero_hp or effect.id not in resolution.encounter.effects:
            continue
        end_effect(resolution, effect, "encounter")
    encounter = resolution.encounter
    present = [each for each in encounter.combatants.values() if each.character]
    defeated = [each for each in encounter.combatants if is_defeated(encounter, each)]
    xp = sum(encounter.block(each).xp for each in defeated)
    share = xp // len(present) if present else 0
    characters = {each.character: _carried(resolution, each.id, xp=share) for each in present}
    resolution.emit(
        EncounterEnded(
            id=encounter.id,
            name=encounter.name,
            characters=characters,
            xp=xp,
            share=share,
            defeated=len(defeated),
            rounds=encounter.round,
        )
    )


def decide_adopt_settings(resolution: Resolution, command: AdoptSettings) -> None:
    """Play by these house rules from now on; nothing happens when they are those in force."""
    if command.settings != resolution.state.settings:
        resolution.emit(SettingsAdopted(settings=command.settings))


def evolve_settings_adopted(state: CampaignState, event: SettingsAdopted) -> CampaignState:
    """Return the state with other house rules."""
    return replace(state, settings=event.settings)


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


def evolve_combatant_left(state: CampaignState, event: CombatantLeft) -> CampaignState:
    """Return the state with one combatant less."""
    encounter = state.encounter
    if encounter is None or event.who not in encounter.combatants:
        return state
    if event.character is not None:
        carried = {encounter.combatants[event.who].character: event.character}
        state = replace(state, characters={**state.characters, **carried})
    return with_encounter(
        state,
        combatants={key: value for key, value in encounter.combatants.items() if key != event.who},
        order=tuple(each for each in encounter.order if each != event.who),
        active="" if encounter.active == event.who else encounter.active,
    )


def evolve_visibility_changed(state: CampaignState, event: VisibilityChanged) -> CampaignState:
    """Return the state in which a combatant is hidden, or no longer."""
    return with_combatant(state, event.who, hidden=event.hidden)


def evolve_combatant_renamed(state: CampaignState, event: CombatantRenamed) -> CampaignState:
    """Return the state in which a combatant has another name."""
    return with_combatant(state, event.who, alias=event.alias)


def evolve_encounter_ended(state: CampaignState, event: EncounterEnded) -> CampaignState:
    """Return the state without a fight; characters carry on what they have left."""
    return replace(state, encounter=None, characters={**state.characters, **event.characters})
