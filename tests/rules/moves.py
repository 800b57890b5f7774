"""Commands as people send them, sensible ones and others: what the properties are tried on."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from hypothesis import strategies as st

from rules.attacks import Attack, CheckHit
from rules.campaign import Settings
from rules.casting import CastSpell, Via
from rules.concentration import DropConcentration
from rules.condition import CONDITIONS
from rules.conditions import AddEffect, ApplyCondition, EndEffect, RemoveCondition
from rules.damage import DealDamage, SaveFor
from rules.damage_type import DAMAGE_TYPES
from rules.death import Revive, Stabilise
from rules.dispelling import Dispel
from rules.effect import EndingSave, Ongoing, Until
from rules.figures import FIGURES, SetFigure
from rules.healing import GrantTemporary, Heal
from rules.initiative import InitiativeEntry, JumpTo, NextTurn, SetInitiative, StartEncounter
from rules.joining import AddCombatants, LoadEncounter, Newcomers
from rules.kernel import Command
from rules.notes import RollDice, WriteNote
from rules.roster import AdoptSettings, EndEncounter, RemoveCombatants, RenameCombatant, SetVisibility
from rules.saves import RollSaves
from rules.settling import Settle, Waive
from rules.spell import Spell
from rules.statblock import ABILITIES, Damage, StatBlock
from tests.rules.creatures import DRAKE, GOBLIN, ILSE, MAGE, MIRA, OGRE, OTTO, SPIDER, TOR, VILLAIN, WIGHT
from tests.rules.spellbook import SPELLS

T = TypeVar("T")

BLOCKS = {each.id: each for each in (GOBLIN, OGRE, SPIDER, DRAKE, WIGHT, MAGE, VILLAIN, MIRA, TOR, OTTO, ILSE)}
SPELL_BLOCKS = {each.id: each for each in SPELLS}


def _block(name: str) -> StatBlock:
    return BLOCKS[name]


def _spell(name: str) -> Spell:
    return SPELL_BLOCKS[name]


@st.composite
def mostly(draw: st.DrawFn, sensible: st.SearchStrategy[T], odd: st.SearchStrategy[T]) -> T:
    """A sensible value, and an odd one now and then: moves that are all refused would try nothing."""
    return draw(odd if draw(st.integers(0, 24)) == 24 else sensible)


# Ids that are there from the start, that may be there later, and one that never is.
PARTY = ("mira", "tor", "otto", "ilse")
FOES = ("goblin-1", "mage-1", "drake-1", "wight-1")
PRESENT = (*PARTY, *FOES)
WHO = mostly(st.sampled_from(PRESENT), st.sampled_from(("goblin-2", "ogre-1", "captain-1", "nobody")))
SOME = mostly(
    st.lists(st.sampled_from(PRESENT), min_size=1, max_size=3).map(tuple),
    st.lists(WHO, max_size=3).map(tuple) | st.sampled_from((PRESENT, PARTY, FOES)),
)
BY = mostly(st.just(""), WHO)
AMOUNTS = mostly(
    st.integers(0, 12).map(str) | st.sampled_from(("2d6", "1d4+1", "4d6kh3", "1d6-3", "2d6=[3,5]+3")),
    st.integers(-3, 100).map(str) | st.sampled_from(("12d10", "1d1e1", "7/0", "nonsense", "600d6", "")),
)
TYPES = mostly(st.sampled_from(("", *DAMAGE_TYPES)), st.just("sound"))
PARTS = st.builds(Damage, dice=AMOUNTS, type=TYPES, magical=st.booleans())
ROUNDS = mostly(st.integers(0, 3), st.sampled_from((-1, 600, 10**9)))
MODES = st.sampled_from(("normal", "advantage", "disadvantage"))
MOMENTS = st.none() | st.builds(Until, when=st.sampled_from(("start", "end")), of=WHO, round=st.integers(0, 2))
DCS = mostly(st.integers(5, 20), st.sampled_from((-1, 0, 30, 10**9)))
ENDINGS = st.none() | st.builds(EndingSave, ability=st.sampled_from(ABILITIES), dc=DCS)
NEWCOMERS = st.builds(
    Newcomers,
    block=st.sampled_from(sorted(BLOCKS)).map(_block),
    count=mostly(st.sampled_from(("1", "2", "1d2")), st.sampled_from(("0", "900", "many"))),
    side=st.sampled_from(("foe", "ally", "party")),
    alias=mostly(st.just(""), st.sampled_from(("Chief", "Goblin 2", "Mira"))),
    hidden=st.booleans(),
    hp=mostly(st.sampled_from(("average", "max", "roll", "5")), st.sampled_from(("0", "lots", "9" * 5000))),
    initiative=st.none() | mostly(st.integers(-5, 25), st.just(2000)),
)
EFFECTS = st.integers(1, 12).map("effect-{}".format)
NUMBERS = st.none() | mostly(st.integers(1, 8), st.just(99))
CASTERS = {
    "mira": (
        *("fire-bolt", "magic-missile", "shield", "mage-armor", "sleep", "scorching-ray", "web", "hold-person"),
        *("fireball", "vampiric-touch", "find-familiar", "false-life", "identify"),
    ),
    "tor": (
        *("bless", "sacred-flame", "cure-wounds", "healing-word", "aid", "hold-person", "revivify"),
        *("spirit-guardians", "fireball"),
    ),
    "ilse": ("eldritch-blast", "hex", "hold-person"),
    "mage-1": ("fire-bolt", "magic-missile", "shield", "fireball", "web", "hold-person", "sleep"),
}

VIAS: tuple[Via, ...] = ("", "", "", "", "", "", "", "", "slot", "innate", "item")


@st.composite
def castings(draw: st.DrawFn) -> CastSpell:
    """Somebody casts a spell, mostly one of its own."""
    caster = draw(mostly(st.sampled_from(sorted(CASTERS)), WHO))
    own = st.sampled_from(CASTERS.get(caster, ("bless",)))
    return CastSpell(
        caster=caster,
        spell=_spell(draw(mostly(own, st.sampled_from(sorted(SPELL_BLOCKS))))),
        level=draw(mostly(st.none(), st.integers(0, 10))),
        targets=draw(SOME),
        damage_type=draw(mostly(st.just(""), st.sampled_from(("necrotic", "sound")))),
        ritual=draw(mostly(st.just(False), st.just(True))),
        via=draw(st.sampled_from(VIAS)),
    )


VALUES = {
    "status": ("alive", "unconscious", "stable", "dead", "out", "asleep"),
    "side": ("party", "ally", "foe", "none"),
    "note": ("poisoned the well", ""),
}
NUMERALS = mostly(st.integers(0, 30).map(str), st.sampled_from(("-2", "9" * 12, "much", "")))


@st.composite
def figures(draw: st.DrawFn) -> SetFigure:
    """Somebody sets a figure by hand."""
    figure = draw(mostly(st.sampled_from(FIGURES), st.just("luck")))
    return SetFigure(
        target=draw(WHO),
        figure=figure,
        value=draw(st.sampled_from(VALUES[figure]) if figure in VALUES else NUMERALS),
        key=draw(st.sampled_from(("1", "3", "sleep", "fire-breath", ""))),
    )


# Several strategies for one kind of command make it that much more frequent.
MOVES_BY_KIND: dict[type[Command], tuple[int, st.SearchStrategy[Command]]] = {
    RemoveCombatants: (1, st.builds(RemoveCombatants, targets=SOME)),
    SetVisibility: (1, st.builds(SetVisibility, targets=SOME, hidden=st.booleans())),
    RenameCombatant: (
        1,
        st.builds(RenameCombatant, target=WHO, name=st.sampled_from(("", "Chief", "Goblin 1", "[/]"))),
    ),
    AdoptSettings: (
        1,
        st.builds(
            AdoptSettings,
            settings=st.builds(
                Settings,
                initiative_groups=st.booleans(),
                conc_dc_counts_temp=st.booleans(),
                bonus_action_spell_rule=st.booleans(),
                magic_missile=st.sampled_from(("per_dart", "once")),
                temp_hp_shields_dying=st.booleans(),
                ko_beats_massive=st.booleans(),
            ),
        ),
    ),
    SetInitiative: (
        2,
        st.builds(
            SetInitiative,
            entries=st.lists(
                st.builds(
                    InitiativeEntry,
                    targets=SOME,
                    count=st.none() | mostly(st.integers(-3, 20), st.sampled_from((-1001, 1001))),
                ),
                max_size=3,
            ).map(tuple),
        ),
    ),
    StartEncounter: (1, st.just(StartEncounter())),
    NextTurn: (
        8,
        mostly(st.just(NextTurn()), st.builds(NextTurn, expect_round=st.integers(0, 2), expect_active=WHO)),
    ),
    JumpTo: (1, st.builds(JumpTo, target=WHO)),
    DealDamage: (
        8,
        st.builds(
            DealDamage,
            targets=SOME,
            parts=st.lists(PARTS, min_size=1, max_size=3).map(tuple),
            save=st.none()
            | st.builds(
                SaveFor, ability=st.sampled_from(ABILITIES), dc=DCS, on_success=st.sampled_from(("half", "none"))
            ),
            critical=st.booleans(),
            melee=st.booleans(),
            nonlethal=mostly(st.just(False), st.just(True)),
            by=BY,
        ),
    ),
    Heal: (4, st.builds(Heal, targets=SOME, amount=AMOUNTS, by=BY)),
    GrantTemporary: (
        2,
        st.builds(GrantTemporary, targets=SOME, amount=AMOUNTS, keep=st.sampled_from(("larger", "new", "old"))),
    ),
    Stabilise: (2, st.builds(Stabilise, target=WHO, by=st.just("") | WHO)),
    Revive: (2, st.builds(Revive, target=WHO, hp=mostly(st.integers(1, 50), st.integers(-2, 0)))),
    ApplyCondition: (
        5,
        st.builds(
            ApplyCondition,
            targets=SOME,
            condition=mostly(st.sampled_from(CONDITIONS), st.just("tired")),
            until=MOMENTS,
            rounds=ROUNDS,
            save=ENDINGS,
            level=mostly(st.integers(0, 6), st.just(7)),
            source=BY,
        ),
    ),
    RemoveCondition: (2, st.builds(RemoveCondition, targets=SOME, condition=st.sampled_from(CONDITIONS))),
    AddEffect: (
        3,
        st.builds(
            AddEffect,
            targets=SOME,
            name=st.just("burning"),
            until=MOMENTS,
            rounds=ROUNDS,
            save=ENDINGS,
            ongoing=st.none()
            | st.builds(Ongoing, when=st.sampled_from(("start", "end")), damage=st.lists(PARTS, max_size=2).map(tuple)),
            source=BY,
        ),
    ),
    EndEffect: (1, st.builds(EndEffect, effect=EFFECTS)),
    DropConcentration: (1, st.builds(DropConcentration, target=st.sampled_from(sorted(CASTERS)))),
    Attack: (
        8,
        st.builds(
            Attack,
            attacker=mostly(st.sampled_from(("otto", "goblin-1", "drake-1", "wight-1")), WHO),
            targets=SOME,
            action=mostly(st.just(""), st.sampled_from(("scimitar", "fire-breath", "howl", "grab", "spit"))),
            mode=MODES,
            times=mostly(st.just(1), st.integers(0, 30)),
        ),
    ),
    CheckHit: (1, st.builds(CheckHit, total=st.integers(-5, 30), target=WHO)),
    RollSaves: (1, st.builds(RollSaves, targets=SOME, ability=st.sampled_from(ABILITIES), dc=DCS, mode=MODES)),
    CastSpell: (14, castings()),
    Dispel: (
        4,
        st.builds(
            Dispel,
            by=mostly(st.sampled_from(("mira", "mage-1")), WHO),
            effect=EFFECTS,
            level=mostly(st.none(), st.integers(0, 10)),
        ),
    ),
    Settle: (8, st.builds(Settle, number=NUMBERS)),
    Waive: (1, st.builds(Waive, number=NUMBERS)),
    SetFigure: (5, figures()),
    AddCombatants: (2, st.builds(AddCombatants, newcomers=st.lists(NEWCOMERS, max_size=2).map(tuple))),
    LoadEncounter: (
        1,
        st.builds(
            LoadEncounter,
            id=st.sampled_from(("gate", "crypt")),
            name=st.just("The gate"),
            newcomers=st.lists(NEWCOMERS, max_size=2).map(tuple),
        ),
    ),
    WriteNote: (1, st.builds(WriteNote, text=st.sampled_from(("the bell rings", " ", "[/]")))),
    RollDice: (1, st.builds(RollDice, expression=AMOUNTS)),
    EndEncounter: (1, mostly(st.just(WriteNote(text="not yet")), st.just(EndEncounter()))),
}


class Move:
    """A command with the seed of its dice, shown in few words when an example fails."""

    def __init__(self, command: Command, seed: int, forced: bool) -> None:
        self.command = command
        self.seed = seed
        self.forced = forced

    def __repr__(self) -> str:
        return f"Move({terse(self.command)}, seed={self.seed}, forced={self.forced})"


def terse(value: object) -> str:
    """A value in few words: what has an id by its id, and no defaults."""
    if isinstance(value, StatBlock | Spell):
        return value.id.upper().replace("-", "_")
    if isinstance(value, msgspec.Struct):
        default = dict(zip(reversed(value.__struct_fields__), reversed(value.__struct_defaults__), strict=False))
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        said = (f"{name}={terse(each)}" for name, each in fields if name not in default or each != default[name])
        return f"{type(value).__name__}({', '.join(said)})"
    if isinstance(value, tuple):
        return "(" + "".join(f"{terse(each)}, " for each in value) + ")"
    return repr(value)


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """One move: a command of some kind, the seed of its dice, and seldom the GM's word that overrules."""
    kinds = [kind for kind, (times, _) in MOVES_BY_KIND.items() for _ in range(times)]
    _times, commands = MOVES_BY_KIND[draw(st.sampled_from(kinds))]
    return Move(draw(commands), seed=draw(st.integers(0, 1000)), forced=draw(mostly(st.just(False), st.just(True))))
