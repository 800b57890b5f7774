"""A small table to play at: a library of a few creatures and spells, and fights that are under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.campaign import CampaignState
from rules.decide import decide
from rules.dice import SeededDice
from rules.evolve import replay
from rules.joining import Newcomers
from rules.kernel import Command, Event
from rules.spell import Spell, SpellSave
from rules.statblock import Action, Casting, Damage, Multiattack, Names, Save, StatBlock
from rules.text import fold
from tui.language import Parsed, Selection, parse
from tui.language.matching import best_matches, close_names

SCIMITAR = Action(
    id="scimitar",
    name=Names(en="Scimitar", fr="Cimeterre"),
    kind="melee",
    hit=4,
    reach_m=1.5,
    damage=(Damage(dice="1d6+2", type="slashing"),),
)
SHORTBOW = Action(
    id="shortbow",
    name=Names(en="Shortbow", fr="Arc court"),
    kind="ranged",
    hit=4,
    range_m=(24, 96),
    damage=(Damage(dice="1d6+2", type="piercing"),),
)
BREATH = Action(
    id="fire-breath",
    name=Names(en="Fire Breath", fr="Souffle de feu"),
    kind="save",
    save=Save(ability="dex", dc=13, on_success="half", damage=(Damage(dice="4d6", type="fire"),)),
    recharge=5,
)
GOBLIN = StatBlock(
    id="goblin",
    name=Names(en="Goblin", fr="Gobelin"),
    source="srd",
    ac=15,
    hp=7,
    hp_dice="2d6",
    abilities=(8, 14, 10, 10, 8, 8),
    cr="1/4",
    xp=50,
    actions=(SCIMITAR, SHORTBOW),
)
HOBGOBLIN = StatBlock(
    id="hobgoblin",
    name=Names(en="Hobgoblin", fr="Hobgobelin"),
    source="srd",
    ac=18,
    hp=11,
    hp_dice="2d8+2",
    xp=100,
    actions=(SCIMITAR,),
    multiattack=(Multiattack(actions=("scimitar", "scimitar")),),
)
DIRE_WOLF = StatBlock(
    id="dire-wolf", name=Names(en="Dire Wolf", fr="Loup sanguinaire"), source="srd", hp=37, hp_dice="5d10+10", xp=200
)
WYRMLING = StatBlock(
    id="red-dragon-wyrmling",
    name=Names(en="Red Dragon Wyrmling", fr="Dragonnet rouge"),
    source="srd",
    hp=75,
    hp_dice="10d8+30",
    xp=1100,
    actions=(BREATH,),
)
ACOLYTE = StatBlock(
    id="acolyte",
    name=Names(en="Acolyte", fr="Acolyte"),
    source="srd",
    hp=9,
    hp_dice="2d8",
    xp=50,
    casting=(
        Casting(
            kind="slots",
            ability="wis",
            dc=12,
            attack=4,
            level=1,
            class_name="cleric",
            slots=(3,),
            at_will=("sacred-flame",),
            spells=("bless", "cure-wounds"),
        ),
    ),
)
MIRA = StatBlock(
    id="mira",
    name=Names(en="Mira", fr="Mira"),
    source="character",
    ac=16,
    hp=31,
    level=5,
    classes={"wizard": 5},
    abilities=(8, 14, 14, 18, 12, 10),
    dies_at_zero=False,
    casting=(
        Casting(
            kind="slots",
            ability="int",
            dc=15,
            attack=7,
            modifier=4,
            level=5,
            class_name="wizard",
            slots=(4, 3, 2),
            at_will=("fire-bolt",),
            spells=("magic-missile", "fireball", "haste", "dispel-magic"),
            spellbook=("alarm",),
            rituals=True,
        ),
    ),
)
OTTO = StatBlock(
    id="otto",
    name=Names(en="Otto", fr="Otto"),
    source="character",
    ac=18,
    hp=38,
    level=4,
    classes={"paladin": 4},
    dies_at_zero=False,
    actions=(
        Action(
            id="longsword",
            name=Names(en="Longsword", fr="Épée longue"),
            kind="melee",
            hit=5,
            damage=(Damage(dice="1d8+3", type="slashing"),),
        ),
    ),
)
TOR = StatBlock(id="tor", name=Names(en="Tor", fr="Tor"), source="character", ac=17, hp=27, level=4, dies_at_zero=False)


def _spell(spell_id: str, english: str, french: str, level: int, **figures: object) -> Spell:
    return Spell(id=spell_id, name=Names(en=english, fr=french), level=level, **figures)  # type: ignore[arg-type]


SPELLS = (
    _spell("fire-bolt", "Fire Bolt", "Trait de feu", 0, attack="ranged", damage=(Damage(dice="1d10", type="fire"),)),
    _spell(
        "magic-missile",
        "Magic Missile",
        "Projectile magique",
        1,
        damage=(Damage(dice="1d4+1", type="force", magical=True),),
        projectiles=3,
        projectiles_per_slot=1,
    ),
    _spell(
        "fireball",
        "Fireball",
        "Boule de feu",
        3,
        save=SpellSave(ability="dex", on_success="half"),
        damage=(Damage(dice="8d6", type="fire", magical=True),),
        area="sphere",
        area_m=6,
    ),
    _spell("haste", "Haste", "Hâte", 3, duration="1 minute", concentration=True),
    _spell("dispel-magic", "Dispel Magic", "Dissipation de la magie", 3),
    _spell("alarm", "Alarm", "Alarme", 1, time="1 minute", duration="8 hours", ritual=True),
    _spell("bless", "Bless", "Bénédiction", 1, duration="1 minute", concentration=True),
    _spell("cure-wounds", "Cure Wounds", "Soins", 1, heal="1d8", heal_adds_modifier=True),
    _spell("sacred-flame", "Sacred Flame", "Flamme sacrée", 0, save=SpellSave(ability="dex")),
    _spell("wall-of-fire", "Wall of Fire", "Mur de feu", 4, duration="1 minute", concentration=True),
)


@dataclass(frozen=True)
class Line:
    """A line of an index, or a prepared encounter."""

    id: str
    name: Names
    newcomers: tuple[Newcomers, ...] = ()


GATE = Line(
    "gate",
    Names(en="The Gate"),
    (Newcomers(block=MIRA, side="party"), Newcomers(block=OTTO, side="party"), Newcomers(block=GOBLIN, count="2")),
)


def _having(found: Iterable[StatBlock | Spell], text: str) -> list[Line]:
    typed = fold(text)
    return [
        Line(one.id, one.name)
        for one in found
        if any(typed in fold(name) for name in (one.id, one.name.en, one.name.fr))
    ]


def _names(found: Iterable[StatBlock | Spell]) -> dict[str, tuple[str, ...]]:
    return {one.id: (one.id, one.name.en, one.name.fr) for one in found}


def _best(found: Iterable[StatBlock | Spell], text: str) -> list[Line]:
    every = {one.id: one for one in found}
    return [Line(key, every[key].name) for key in best_matches(text, _names(every.values()))]


class Shelf:
    """The library of these tests."""

    def __init__(self, *more: StatBlock) -> None:
        self._creatures = {one.id: one for one in (GOBLIN, HOBGOBLIN, DIRE_WOLF, WYRMLING, ACOLYTE, *more)}
        self._spells = {one.id: one for one in SPELLS}
        self._characters = {one.id: one for one in (MIRA, OTTO, TOR)}
        self._encounters: Mapping[str, Line] = {GATE.id: GATE}

    def creatures(self) -> Iterable[Line]:
        return _having(self._creatures.values(), "")

    def find_creatures(self, text: str) -> Sequence[Line]:
        return _having(self._creatures.values(), text)

    def resolve_creature(self, text: str) -> Sequence[Line]:
        return _best(self._creatures.values(), text)

    def near_creatures(self, text: str) -> tuple[str, ...]:
        return tuple(close_names(text, _names(self._creatures.values())))

    def creature(self, creature_id: str) -> StatBlock:
        return self._creatures[creature_id]

    def spells(self) -> Iterable[Line]:
        return _having(self._spells.values(), "")

    def find_spells(self, text: str) -> Sequence[Line]:
        return _having(self._spells.values(), text)

    def resolve_spell(self, text: str) -> Sequence[Line]:
        return _best(self._spells.values(), text)

    def near_spells(self, text: str) -> tuple[str, ...]:
        return tuple(close_names(text, _names(self._spells.values())))

    def spell_names(self, spell_id: str) -> Names | None:
        return self._spells[spell_id].name if spell_id in self._spells else None

    def spell(self, spell_id: str) -> Spell:
        return self._spells[spell_id]

    def characters(self) -> Sequence[Line]:
        return _having(self._characters.values(), "")

    def present(self) -> tuple[str, ...]:
        return tuple(self._characters)

    def character(self, character_id: str) -> StatBlock:
        return self._characters[character_id]

    def encounters(self) -> Sequence[Line]:
        return list(self._encounters.values())

    def encounter(self, encounter_id: str) -> Line:
        return self._encounters[encounter_id]


SHELF = Shelf()
EMPTY = CampaignState()


def read(text: str, state: CampaignState = EMPTY, selection: Selection | None = None, shelf: Shelf = SHELF) -> Parsed:
    """The command that a text writes."""
    return parse(text, state=state, library=shelf, selection=selection)


def command(text: str, state: CampaignState = EMPTY) -> Command:
    """The command that a text writes, when it is one for the rules."""
    found = read(text, state).command
    assert found is not None
    return found


def play(*texts: str, state: CampaignState = EMPTY, seed: int = 1) -> tuple[CampaignState, tuple[Event, ...]]:
    """The state after some commands, and the events of the last one."""
    dice = SeededDice(seed)
    events: tuple[Event, ...] = ()
    for text in texts:
        parsed = read(text, state)
        assert parsed.command is not None
        events = decide(state, parsed.command, dice, forced=parsed.forced)
        state = replay(events, state)
    return state, events


def fight(*more: str) -> CampaignState:
    """A fight in its first round: Mira is active, then Otto, Tor, an acolyte, two hobgoblins and four goblins."""
    state, _events = play(
        "add pc mira,otto,tor",
        "add 4 goblin init 12",
        "add 2 hobgoblin init 11",
        "add acolyte init 9",
        "init mira 21 otto 17 tor 4",
        "start",
        *more,
    )
    return state
