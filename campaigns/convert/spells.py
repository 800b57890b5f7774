"""Spells of the GM's own: from their sheets to what casting uses."""

from __future__ import annotations

from rules.lengths import seconds_of
from rules.spell import Spell, SpellSave
from rules.statblock import Ability, Damage
from rules.text import slug

from ..sheets import SpellSaveSheet, SpellSheet
from ..words import find_word, read_ability, read_damage, read_dice, read_word
from .faults import Faults, Key

TIMES = ("action", "bonus", "reaction")
DURATIONS = ("instant", "until-dispelled", "special")
_UNITS = "1 round, 10 minutes, 8 hours"


def spell_block(spell_id: str, sheet: SpellSheet, faults: Faults) -> Spell:
    """Return a spell. Its damage is magical."""
    if sheet.save_ends and not sheet.save:
        faults.add(("save",), "missing_key", name="save")
    return Spell(
        id=spell_id,
        name=faults.names(("name",), sheet.name),
        level=sheet.level,
        school=slug(sheet.school) if sheet.school else "",
        time=_length(("time",), sheet.time, TIMES, faults),
        range_m=sheet.range_m,
        range=_range(sheet),
        components=sheet.components,
        material=faults.note(("material",), sheet.material),
        material_cost=sheet.material_cost,
        consumed=sheet.consumed,
        duration=_length(("duration",), sheet.duration, DURATIONS, faults),
        concentration=sheet.concentration,
        ritual=sheet.ritual,
        classes=tuple(find_word("class", name) or slug(name) for name in sheet.classes),
        area=sheet.area or "",
        area_m=sheet.area_m,
        attack=sheet.attack,
        save=_save(sheet.save, faults),
        damage=_damage(sheet, faults),
        damage_choices=faults.read_all(
            ("damage_choices",), lambda text: read_word("damage", text), sheet.damage_choices
        ),
        damage_per_slot=_dice("damage_per_slot", sheet.damage_per_slot, faults),
        slots_per_step=sheet.slots_per_step,
        damage_by_level=_by_level(sheet, faults),
        projectiles=sheet.projectiles,
        projectiles_per_slot=sheet.projectiles_per_slot,
        beams_by_level=sheet.beams_by_level,
        adds_modifier=sheet.adds_modifier,
        heal=sheet.heal if sheet.heal == "half-damage" else _dice("heal", sheet.heal, faults),
        heal_adds_modifier=sheet.heal_adds_modifier,
        heal_per_slot=_dice("heal_per_slot", sheet.heal_per_slot, faults),
        temp_hp=_dice("temp_hp", sheet.temp_hp, faults),
        temp_hp_per_slot=_dice("temp_hp_per_slot", sheet.temp_hp_per_slot, faults),
        max_hp=sheet.max_hp,
        max_hp_per_slot=sheet.max_hp_per_slot,
        hp_pool=_dice("hp_pool", sheet.hp_pool, faults),
        hp_pool_per_slot=_dice("hp_pool_per_slot", sheet.hp_pool_per_slot, faults),
        conditions=faults.read_all(("conditions",), lambda text: read_word("condition", text), sheet.conditions),
        save_ends=sheet.save_ends,
        ends_on_damage=sheet.ends_on_damage,
        on_the_dead=sheet.on_the_dead,
        text=faults.note(("text",), sheet.text),
    )


def _dice(name: str, text: str, faults: Faults) -> str:
    return faults.read((name,), read_dice, text, "") if text else ""


def _range(sheet: SpellSheet) -> str:
    if sheet.range is not None:
        return sheet.range
    return "" if sheet.range_m is not None else "self"


def _length(key: Key, text: str, words: tuple[str, ...], faults: Faults) -> str:
    text = text.strip().lower()
    if text not in words and seconds_of(text) is None:
        faults.add(key, "unknown_length", value=text, known=words, example=_UNITS)
    return text


def _save(sheet: str | SpellSaveSheet | None, faults: Faults) -> SpellSave | None:
    if sheet is None or sheet == "":
        return None
    whole = sheet if isinstance(sheet, SpellSaveSheet) else None
    key, text = (("save", "ability"), whole.ability) if whole else (("save",), str(sheet))
    ability: Ability | None = faults.read(key, read_ability, text, None)
    return SpellSave(ability=ability, on_success=whole.on_success if whole else "none") if ability else None


def _damage(sheet: SpellSheet, faults: Faults) -> tuple[Damage, ...]:
    if not sheet.damage:
        return ()
    return faults.read(("damage",), lambda text: read_damage(text, magical=True), sheet.damage, ())


def _by_level(sheet: SpellSheet, faults: Faults) -> tuple[str, ...]:
    texts = sheet.damage_by_level
    if texts and not sheet.damage:
        faults.add(("damage",), "missing_key", name="damage")
    return tuple(faults.read(("damage_by_level", str(i)), read_dice, text, "1") for i, text in enumerate(texts))
