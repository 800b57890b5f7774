"""A combatant: what a fight changes about one creature."""

from __future__ import annotations

from typing import Literal

from .kernel import Record
from .spell import Spell
from .statblock import Casting, Names, Side, StatBlock

Status = Literal["alive", "unconscious", "stable", "dead", "out"]
"""`unconscious` is dying at 0 hit points, `stable` no longer so; `out` has left the fight alive."""


class Resource(Record, frozen=True, kw_only=True):
    """Something that is spent and comes back: slots of one level, uses a day, a breath that recharges."""

    left: int
    max: int


class DeathSaves(Record, frozen=True, kw_only=True):
    """Death saving throws so far, 0..3 each."""

    successes: int = 0
    failures: int = 0


NO_DEATH_SAVES = DeathSaves()
"""None so far. A default is left out of what is written only when it is this very instance; so with those below."""


class Concentration(Record, frozen=True, kw_only=True):
    """The spell that a combatant holds."""

    spell: str
    name: Names
    casting: str
    """Id shared with the effects that it holds."""
    level: int = 0
    in_progress: bool = False
    """Whether the spell is still being cast, over several turns (R000-14)."""


class Cast(Record, frozen=True, kw_only=True):
    """A spell cast this turn: what the bonus-action rule looks at."""

    level: int
    time: str


class TurnUse(Record, frozen=True, kw_only=True):
    """What a combatant has used since the start of its turn."""

    action: bool = False
    bonus: bool = False
    reaction: bool = False
    casts: tuple[Cast, ...] = ()


NOTHING_USED = TurnUse()


class LongCasting(Record, frozen=True, kw_only=True):
    """A casting that takes more than one turn: the caster's action every turn, and concentration (R000-14)."""

    spell: Spell
    level: int
    pays: str = ""
    """Key of the resource that is spent when it is done; nothing when it costs none."""
    targets: tuple[str, ...] = ()
    damage_type: str = ""
    casting: Casting
    ritual: bool = False
    needed: int
    """Turns that it takes."""
    done: int = 1
    """Turns spent on it."""
    round: int
    """Round of the last turn spent on it."""

    @property
    def left(self) -> int:
        """Turns that it still takes."""
        return self.needed - self.done


class Bearing(Record, frozen=True, kw_only=True):
    """What a caster wears and holds, as far as casting asks for it; by default nothing stands in the way."""

    armour_mastered: bool = True
    """False when armour is worn without proficiency: no spell at all (R000-03)."""
    free_hands: int = 2
    has_focus: bool = True
    """A focus or a component pouch: replaces materials without a price (R000-19)."""
    focus_in_hand: bool = False
    """Whether the focus occupies a hand, which may then do S for spells with M only (A5E-12)."""
    can_speak: bool = True
    """False when gagged or in silence (R000-17)."""
    materials: dict[str, int] | None = None
    """Priced materials at hand, by name; nothing when nobody keeps count of them."""


NO_HINDRANCE = Bearing()


class Combatant(Record, frozen=True, kw_only=True):
    """One creature in a fight. Its stat block is `encounter.blocks[block]`."""

    id: str
    """`goblin-2` for monsters, `mira` for characters; never reused in a fight."""
    block: str
    """Key of its stat block in the encounter."""
    side: Side
    number: int = 0
    """Number among its kind, 0 for those without one."""
    alias: str = ""
    """Name given by the GM; nothing when the stat block's name serves."""
    character: str = ""
    """Id of the campaign's character it is, or nothing for monsters."""
    hidden: bool = False
    initiative: int | None = None
    """Its count; nothing until it is rolled or typed. 0 and negative counts are counts."""
    hp: int
    """Hit points left, 0..max_hp. Temporary hit points are not in it."""
    max_hp: int
    temp_hp: int = 0
    temp_effect: str = ""
    """Id of the effect that its temporary hit points end with, or nothing."""
    ac: int
    status: Status = "alive"
    death_saves: DeathSaves = NO_DEATH_SAVES
    dies_at_zero: bool = True
    resources: dict[str, Resource] = {}
    """By key: `slot.3`, `pact`, `spell.fly` (a day), `action.fire-breath`."""
    concentration: Concentration | None = None
    long_casting: LongCasting | None = None
    used: TurnUse = NOTHING_USED
    bearing: Bearing = NO_HINDRANCE
    note: str = ""

    @property
    def is_dead(self) -> bool:
        """Whether it is dead."""
        return self.status == "dead"

    @property
    def is_present(self) -> bool:
        """Whether it still takes part: neither dead nor out."""
        return self.status not in ("dead", "out")

    @property
    def is_bloodied(self) -> bool:
        """Whether it has lost half of its hit points or more."""
        return self.hp * 2 <= self.max_hp


def label(combatant: Combatant, block: StatBlock, language: str) -> str:
    """Return what people call it: its alias, or its stat block's name with its number ("Goblin 2", "Gobelin 2")."""
    if combatant.alias:
        return combatant.alias
    name = block.name.of(language)
    return f"{name} {combatant.number}" if combatant.number else name
