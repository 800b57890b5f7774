"""Casters as rows: what each can still pay, and what it holds."""

from __future__ import annotations

from msgspec import Struct

from rules.combatant import Combatant, Resource
from rules.encounter import Encounter
from rules.statblock import Ability, Casting, StatBlock

from .. import terms
from ..i18n import language
from .words import SpellNames, name_of, remaining, spell_name


class SlotRow(Struct, frozen=True):
    """The slots of one spell level."""

    level: int
    left: int
    max: int


class UseRow(Struct, frozen=True):
    """A spell, or an action, that may be used so many times."""

    id: str
    name: str
    left: int
    max: int


class CastingRow(Struct, frozen=True):
    """One way in which a creature casts."""

    kind: str
    """`slots`, `pact`, `innate` or `item`."""
    ability: Ability
    dc: int
    attack: int
    slots: tuple[SlotRow, ...]
    uses: tuple[UseRow, ...]
    at_will: tuple[str, ...]
    """Ids of spells that cost nothing."""
    spells: tuple[str, ...]
    """Ids of spells that are cast with the slots."""


class HeldRow(Struct, frozen=True):
    """The spell that somebody concentrates on."""

    spell: str
    name: str
    level: int
    targets: tuple[str, ...]
    """Labels of whom its effects run on, each once."""
    remaining: str
    """How long it still runs, or nothing when no effect says so."""


class CasterRow(Struct, frozen=True):
    """One caster: what it can still pay, and what it holds."""

    id: str
    name: str
    title: str
    """Classes and levels: « magicien 5 »; nothing for monsters."""
    hidden: bool
    is_present: bool
    castings: tuple[CastingRow, ...]
    concentration: HeldRow | None


def caster_rows(encounter: Encounter, spell_names: SpellNames | None = None) -> tuple[CasterRow, ...]:
    """Return those who cast or hold a spell, in the order in which they act."""
    rows: list[CasterRow] = []
    for key in encounter.display_order:
        combatant = encounter.combatants[key]
        block = encounter.blocks[combatant.block]
        if block.casting or combatant.concentration:
            rows.append(
                CasterRow(
                    id=key,
                    name=name_of(encounter, key),
                    title=title(block),
                    hidden=combatant.hidden,
                    is_present=combatant.is_present,
                    castings=casting_rows(encounter, combatant, spell_names),
                    concentration=_held_row(encounter, combatant),
                )
            )
    return tuple(rows)


def title(block: StatBlock) -> str:
    """Return a character's classes and levels; nothing for monsters."""
    return ", ".join(f"{terms.term(terms.CLASSES, name)} {level}" for name, level in block.classes.items())


def casting_rows(
    encounter: Encounter, combatant: Combatant, spell_names: SpellNames | None = None
) -> tuple[CastingRow, ...]:
    """Return each way in which a combatant casts, with what is left of it."""
    block = encounter.blocks[combatant.block]
    return tuple(_casting_row(combatant.resources, casting, spell_names) for casting in block.casting)


def _casting_row(resources: dict[str, Resource], casting: Casting, spell_names: SpellNames | None) -> CastingRow:
    slots: tuple[SlotRow, ...] = ()
    if casting.kind == "slots":
        found = ((level, resources.get(f"slot.{level}")) for level in range(1, 10))
        slots = tuple(SlotRow(level, slot.left, slot.max) for level, slot in found if slot)
    elif casting.kind == "pact" and (pact := resources.get("pact")):
        slots = (SlotRow(casting.pact_level, pact.left, pact.max),)
    uses = tuple(
        UseRow(spell, spell_name(spell, spell_names), use.left, use.max)
        for spell in casting.per_day
        if (use := resources.get(f"{'item' if casting.kind == 'item' else 'spell'}.{spell}"))
    )
    return CastingRow(
        kind=casting.kind,
        ability=casting.ability,
        dc=casting.dc,
        attack=casting.attack,
        slots=slots,
        uses=uses,
        at_will=casting.at_will,
        spells=casting.spells,
    )


def _held_row(encounter: Encounter, combatant: Combatant) -> HeldRow | None:
    held = combatant.concentration
    if held is None:
        return None
    effects = encounter.held_by(held.casting)
    return HeldRow(
        spell=held.spell,
        name=held.name.of(language()),
        level=held.level,
        targets=tuple(dict.fromkeys(name_of(encounter, effect.target) for effect in effects)),
        remaining=next((text for effect in effects if (text := remaining(encounter, effect))), ""),
    )
