"""Who takes part in a fight: leaving, hiding, naming, and the fight's own end."""

from __future__ import annotations

from msgspec.structs import replace

from .campaign import CampaignState, Character, Settings
from .change import with_combatant, with_encounter
from .combatant import Status
from .effects import break_concentration, end_effect
from .encounter import Encounter
from .initiative import begin_when_ready, leave_turn
from .kernel import Command, CommandRefused, Event, Resolution
from .naming import LANGUAGES, kind_labels, labels_of
from .obligations import close_moot
from .text import fold


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
    begin_when_ready(resolution)


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
    xp = encounter.xp_removed + sum(encounter.block(each).xp for each in defeated)
    share = xp // len(present) if present else 0
    characters = {each.character: _carried(resolution, each.id, xp=share) for each in present}
    resolution.emit(
        EncounterEnded(
            id=encounter.id,
            name=encounter.name,
            characters=characters,
            xp=xp,
            share=share,
            defeated=encounter.defeated_removed + len(defeated),
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


def evolve_combatant_left(state: CampaignState, event: CombatantLeft) -> CampaignState:
    """Return the state with one combatant less."""
    encounter = state.encounter
    if encounter is None or event.who not in encounter.combatants:
        return state
    if event.character is not None:
        carried = {encounter.combatants[event.who].character: event.character}
        state = replace(state, characters={**state.characters, **carried})
    defeated = is_defeated(encounter, event.who)
    return with_encounter(
        state,
        xp_removed=encounter.xp_removed + (encounter.block(event.who).xp if defeated else 0),
        defeated_removed=encounter.defeated_removed + defeated,
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
