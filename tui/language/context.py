"""What a command is read against: the fight, the library, and what is marked on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rules.campaign import CampaignState
from rules.encounter import Encounter
from rules.joining import Newcomers
from rules.spell import Spell
from rules.statblock import Names, StatBlock

from .errors import LanguageError


class Named(Protocol):
    """Something with an id and names: a line of an index."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> Names: ...


class Prepared(Named, Protocol):
    """A prepared encounter."""

    @property
    def newcomers(self) -> tuple[Newcomers, ...]: ...


class Library(Protocol):
    """Where creatures, spells, characters and prepared encounters are looked up.

    What is found in a file that somebody broke raises `campaigns.errors.UserError`.
    """

    def creatures(self) -> Iterable[Named]:
        """Return every creature that can join, the campaign's own first."""
        ...

    def find_creatures(self, text: str) -> Sequence[Named]:
        """Return the creatures that a text may mean, best first."""
        ...

    def resolve_creature(self, text: str) -> Sequence[Named]:
        """Return what a text means: one creature, several when it is ambiguous, or none."""
        ...

    def near_creatures(self, text: str) -> tuple[str, ...]:
        """Return ids of creatures whose names look like a text that means none."""
        ...

    def creature(self, creature_id: str) -> StatBlock: ...

    def spells(self) -> Iterable[Named]:
        """Return every spell there is, the campaign's own first."""
        ...

    def find_spells(self, text: str) -> Sequence[Named]:
        """Return the spells that a text may mean, best first."""
        ...

    def resolve_spell(self, text: str) -> Sequence[Named]:
        """Return what a text means: one spell, several when it is ambiguous, or none."""
        ...

    def near_spells(self, text: str) -> tuple[str, ...]:
        """Return ids of spells whose names look like a text that means none."""
        ...

    def spell(self, spell_id: str) -> Spell: ...

    def spell_names(self, spell_id: str) -> Names | None:
        """Return what a spell is called, or nothing when there is none with this id."""
        ...

    def characters(self) -> Sequence[Named]: ...

    def present(self) -> tuple[str, ...]:
        """Return the ids of the characters that are with the party."""
        ...

    def character(self, character_id: str) -> StatBlock: ...

    def encounters(self) -> Sequence[Named]: ...

    def encounter(self, encounter_id: str) -> Prepared: ...


@dataclass(frozen=True)
class Selection:
    """What is marked on the screen; nothing in the shell."""

    marked: tuple[str, ...] = ()
    chosen: str = ""
    """Id of the chosen row, or nothing."""

    @property
    def implied(self) -> tuple[str, ...]:
        """Whom a command without targets means: the marked ones, else the chosen one."""
        return self.marked or ((self.chosen,) if self.chosen else ())


@dataclass(frozen=True)
class Context:
    """What a command is read against."""

    state: CampaignState
    library: Library
    selection: Selection = field(default_factory=Selection)

    def encounter(self, at: int = 0) -> Encounter:
        """Return the open fight.

        Raises:
            LanguageError: `no_encounter`.
        """
        if self.state.encounter is None:
            raise LanguageError("no_encounter", at)
        return self.state.encounter
