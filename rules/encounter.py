"""A fight: who takes part, in what order, and what runs."""

from __future__ import annotations

from collections.abc import Iterator

from .combatant import Combatant, label
from .effect import Effect
from .kernel import Record
from .obligation import Obligation
from .statblock import StatBlock


class Encounter(Record, frozen=True, kw_only=True):
    """The fight that is open. Dictionaries are never changed in place: a change makes a new one."""

    id: str
    """Slug that names its journal segment."""
    name: str
    round: int = 0
    """0 while it is prepared, then 1 and up."""
    active: str = ""
    """Id of the combatant whose turn it is, or nothing."""
    blocks: dict[str, StatBlock] = {}
    """Stat blocks by key, as they were when they entered."""
    loaded: tuple[str, ...] = ()
    """Ids of the prepared encounters that have been loaded into it."""
    combatants: dict[str, Combatant] = {}
    """In the order in which they joined."""
    order: tuple[str, ...] = ()
    """Ids of those with a count, in the order in which they act."""
    effects: dict[str, Effect] = {}
    obligations: dict[int, Obligation] = {}
    numbers: dict[str, int] = {}
    """Highest number given so far, by stem of the id: numbers are never reused."""
    xp_removed: int = 0
    """Experience for defeated foes that have been taken out of the fight since."""
    defeated_removed: int = 0
    """How many these were."""
    next_effect: int = 1
    next_obligation: int = 1
    next_casting: int = 1

    def block(self, combatant_id: str) -> StatBlock:
        """Return the stat block of a combatant."""
        return self.blocks[self.combatants[combatant_id].block]

    def label(self, combatant_id: str, language: str) -> str:
        """Return what people call a combatant; its id when it has left the fight."""
        combatant = self.combatants.get(combatant_id)
        return label(combatant, self.blocks[combatant.block], language) if combatant else combatant_id

    def effects_on(self, combatant_id: str) -> Iterator[Effect]:
        """Yield the effects that run on a combatant, oldest first."""
        return (effect for effect in self.effects.values() if effect.target == combatant_id)

    def conditions(self, combatant_id: str) -> tuple[str, ...]:
        """Return the conditions a combatant has, each once, in the order in which it got them."""
        found: dict[str, None] = {}
        for effect in self.effects_on(combatant_id):
            found.update(dict.fromkeys(effect.conditions))
        return tuple(found)

    def has_condition(self, combatant_id: str, *conditions: str) -> bool:
        """Return whether a combatant has one of `conditions`."""
        return any(not set(conditions).isdisjoint(effect.conditions) for effect in self.effects_on(combatant_id))

    def held_by(self, casting: str) -> tuple[Effect, ...]:
        """Return the effects of one casting."""
        return tuple(effect for effect in self.effects.values() if casting and effect.casting == casting)

    @property
    def is_started(self) -> bool:
        """Whether turns are being taken."""
        return self.round > 0

    @property
    def display_order(self) -> tuple[str, ...]:
        """Ids of all combatants: those with a count in order, then the others as they joined."""
        placed = set(self.order)
        return self.order + tuple(key for key in self.combatants if key not in placed)
