"""The state of a campaign: what play changes, between fights and in one."""

from __future__ import annotations

from typing import Literal

from .combatant import NO_DEATH_SAVES, DeathSaves, Resource, Status
from .encounter import Encounter
from .kernel import Record

Ruleset = Literal["dnd5e", "powers40k", "vieux-monde"]
RULESETS: tuple[Ruleset, ...] = ("dnd5e", "powers40k", "vieux-monde")


class Settings(
    Record,
    frozen=True,
    kw_only=True,
    rename={
        "initiative_groups": "5e.initiative_groups",
        "conc_dc_counts_temp": "5e.conc_dc_counts_temp",
        "bonus_action_spell_rule": "5e.bonus_action_spell_rule",
        "magic_missile": "5e.magic_missile",
        "temp_hp_shields_dying": "5e.temp_hp_shields_dying",
        "ko_beats_massive": "5e.ko_beats_massive",
    },
):
    """House rules, as the campaign's `[settings]` states them. Each field's wire name is the setting's key."""

    initiative_groups: bool = True
    """Whether monsters of one kind that join together share one initiative roll."""
    conc_dc_counts_temp: bool = True
    """Whether damage absorbed by temporary hit points counts for the concentration DC (A5E-13)."""
    bonus_action_spell_rule: bool = True
    """Whether a bonus-action spell bars other spells that turn (A5E-08)."""
    magic_missile: Literal["per_dart", "once"] = "per_dart"
    """Whether each dart is a damage event of its own (A5E-15)."""
    temp_hp_shields_dying: bool = False
    """Whether damage wholly absorbed by temporary hit points is no death save failure (A5E-24)."""
    ko_beats_massive: bool = False
    """Whether a knock-out saves from massive damage (A5E-32)."""


class Character(Record, frozen=True, kw_only=True):
    """What play changes about a character, carried from one fight to the next."""

    hp: int
    max_hp: int
    temp_hp: int = 0
    status: Status = "alive"
    death_saves: DeathSaves = NO_DEATH_SAVES
    resources: dict[str, Resource] = {}
    materials: dict[str, int] | None = None
    """Priced materials that are left, when somebody keeps count."""
    xp: int = 0
    """Experience given by the fights of this campaign."""


class CampaignState(Record, frozen=True, kw_only=True):
    """All that the journal of a campaign adds up to."""

    settings: Settings = Settings()
    characters: dict[str, Character] = {}
    """By id, only those that have been in a fight."""
    encounter: Encounter | None = None
    encounters: int = 0
    """Fights opened so far: they number the journal's segments."""
