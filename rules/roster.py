"""Who takes part in a fight: joining, leaving, hiding, naming, and the fight's own beginning and end."""

from __future__ import annotations

from typing import Literal

from .campaign import Character, Settings
from .combatant import Combatant
from .kernel import Command, Event, Record
from .statblock import Side, StatBlock


class Newcomers(Record, frozen=True, kw_only=True):
    """Creatures of one kind, or one character, about to join."""

    block: StatBlock
    count: str = "1"
    """A number or dice (`2d4`); ignored for characters."""
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
    """Open a prepared fight with the creatures and characters that take part."""

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


class BlockEntered(Event, frozen=True, kw_only=True):
    """A stat block is frozen into the fight under a key."""

    key: str
    block: StatBlock


class CombatantJoined(Event, frozen=True, kw_only=True):
    """A combatant takes part."""

    combatant: Combatant


class CombatantLeft(Event, frozen=True, kw_only=True):
    """A combatant has been taken out of the fight."""

    who: str


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

    outcome: Literal["ended"] = "ended"
    characters: dict[str, Character] = {}
    """What each character that took part carries on."""
    xp: int = 0
    """Experience for the foes that were defeated."""
    share: int = 0
    """What each character gets of it."""
    rounds: int = 0
