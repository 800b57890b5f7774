"""From a spell's SRD record to its block."""

from __future__ import annotations

from rules.spell import Spell, SpellSave
from rules.statblock import Damage

from .records import SpellRecord, names


def spell_block(record: SpellRecord) -> Spell:
    """Return a spell. All of its damage is magical."""
    return Spell(
        id=record.id,
        name=names(record.name_en, record.name_fr),
        level=record.level,
        school=record.school,
        time=record.time,
        range_m=record.range_m or record.range_km * 1000 or None,
        range=record.range,
        components=record.components,
        material_cost=record.cost_gp if isinstance(record.cost_gp, int) else sum(record.cost_gp),
        consumed=record.consumed,
        duration=record.duration,
        concentration=record.concentration,
        ritual=record.ritual,
        classes=record.classes,
        area=record.area,
        area_m=record.area_m,
        attack=record.attack or None,
        save=SpellSave(ability=record.save, on_success=record.success) if record.save else None,
        damage=_damage(record),
        damage_choices=_choices(record),
        damage_per_slot=record.per_slot,
        slots_per_step=record.per_slots,
        damage_by_level=record.cantrip,
        projectiles=record.darts or record.rays,
        projectiles_per_slot=record.darts_per_slot or record.rays_per_slot,
        beams_by_level=record.beams,
        adds_modifier="+mod" in record.damage,
        heal=record.heal.removesuffix("+mod"),
        heal_adds_modifier=record.heal.endswith("+mod"),
        heal_per_slot=record.heal_per_slot,
        temp_hp=record.temp_hp,
        temp_hp_per_slot=record.temp_hp_per_slot,
        max_hp=int(record.max_hp),
        max_hp_per_slot=int(record.max_hp_per_slot),
        hp_pool=record.hp_pool,
        hp_pool_per_slot=record.hp_pool_per_slot,
        conditions=record.inflict,
        save_ends=record.save_ends,
        ends_on_damage=record.ends_on_damage,
        on_the_dead=record.on_the_dead,
    )


def _damage(record: SpellRecord) -> tuple[Damage, ...]:
    """Return the parts: `4d6 fire + 4d6 radiant`, or one whose type stands apart."""
    text = record.damage or (record.cantrip[0] if record.cantrip else "")
    if " " in text:
        parts = [part.partition(" ") for part in text.split(" + ")]
        return tuple(Damage(dice=dice, type=kind, magical=True) for dice, _, kind in parts)
    if not text:
        return ()
    return (Damage(dice=text.removesuffix("+mod"), type=record.damage_type[0], magical=True),)


def _choices(record: SpellRecord) -> tuple[str, ...]:
    """Return the types among which the caster chooses; types that the damage itself names are no choice."""
    return record.damage_type if len(record.damage_type) > 1 and record.damage and " " not in record.damage else ()
