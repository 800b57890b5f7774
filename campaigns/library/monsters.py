"""From a creature's SRD record to its stat block: feet become metres, texts of figures become figures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_args

from msgspec.structs import replace

from rules.statblock import (
    Ability,
    Action,
    ActionKind,
    Casting,
    Damage,
    Defence,
    Multiattack,
    Names,
    Save,
    StatBlock,
    Trait,
)
from rules.text import slug

from .records import Feature, MonsterRecord, Spellcasting, WeaponDefence, names

METRES_PER_FOOT = 0.3
_VARIANTS = {
    "two-handed": Names(en="two-handed", fr="à deux mains"),
    "ranged": Names(en="ranged", fr="à distance"),
    "shillelagh": Names(en="shillelagh", fr="gourdin magique"),
    "enlarged": Names(en="enlarged", fr="agrandi"),
    "small-form": Names(en="small form", fr="petite forme"),
    "half-hp": Names(en="half hit points", fr="moitié des PV"),
}
_MAGICAL_TRAITS = frozenset({"Magic Weapons", "Angelic Weapons", "Hellish Weapons"})
_PARENTHESES = re.compile(r"\s*\(.*\)$")


def metres(feet: float) -> float:
    """Return a distance of the SRD in metres: 1.5 for 5 feet."""
    return round(feet * METRES_PER_FOOT, 2)


def damage_part(text: str, *, magical: bool = False) -> Damage:
    """Return one part of damage: `2d6+3 slashing`. Of types that the creature chooses among, the first."""
    dice, _, kind = text.partition(" ")
    return Damage(dice=dice, type=kind.split("/")[0], magical=magical)


def stat_block(record: MonsterRecord) -> StatBlock:
    """Return a creature's stat block."""
    magical = any(trait.name in _MAGICAL_TRAITS for trait in record.traits)
    actions = tuple(action for feature in record.actions for action in _actions(feature, magical))
    return StatBlock(
        id=record.id,
        name=names(record.name_en, record.name_fr),
        source="srd",
        size=record.size,
        type=record.type,
        subtype=record.subtype,
        alignment=record.alignment,
        ac=record.ac,
        hp=record.hp,
        hp_dice=record.hp_dice,
        speed_m=record.speed_m,
        abilities=record.abilities,
        saves=record.saves,
        skills=record.skills,
        senses_m={sense: metres(feet) for sense, feet in record.senses_ft.items()},
        passive=record.passive,
        languages=record.languages,
        proficiency=record.pb,
        cr=record.cr,
        xp=record.xp,
        resist=(*_defences(record.resist, record.resist_weapon), *_spell_resistance(record)),
        immune=_defences(record.immune, record.immune_weapon),
        vulnerable=_defences(record.vulnerable, record.vulnerable_weapon),
        condition_immune=record.condition_immune,
        actions=actions,
        multiattack=tuple(_multiattacks(record, actions)),
        reactions=_traits(record.reactions),
        legendary=_traits(record.legendary),
        legendary_actions=record.legendary_actions,
        legendary_resistance=record.legendary_resistance,
        traits=_traits(record.traits),
        casting=tuple(_casting(each, record) for each in record.spellcasting),
    )


def _defences(types: Iterable[str], weapons: WeaponDefence | None) -> tuple[Defence, ...]:
    found = [Defence(type=kind) for kind in types]
    if weapons is not None:
        found += [Defence(type=kind, unless=weapons.unless, only=weapons.only) for kind in weapons.types]
    return tuple(found)


def _spell_resistance(record: MonsterRecord) -> tuple[Defence, ...]:
    return (Defence(type="all", only=("spell",)),) if record.resist_spells else ()


def _names(feature: Feature) -> Names:
    return names(feature.name, feature.name_fr)


def _traits(features: Iterable[Feature]) -> tuple[Trait, ...]:
    return tuple(Trait(id=slug(feature.name), name=_names(feature)) for feature in features)


def _actions(feature: Feature, magical: bool) -> Iterable[Action]:
    """Yield an action, then the same with the other damage that its record states."""
    kind: ActionKind = feature.kind or ("save" if feature.save else "other")
    action = Action(
        id=slug(_PARENTHESES.sub("", feature.name)),
        name=_names(feature),
        kind=kind,
        hit=feature.hit,
        reach_m=None if feature.reach is None else metres(feature.reach),
        range_m=_range(feature),
        damage=tuple(damage_part(part, magical=magical and bool(feature.kind)) for part in feature.damage),
        conditions=() if feature.save else feature.inflict,
        escape_dc=feature.escape,
        save=_save(feature),
        area=feature.area,
        recharge=feature.recharge,
        uses=int(feature.uses.partition("/")[0]) if feature.uses else None,
    )
    yield action
    for text in feature.alt:
        yield _variant(action, feature, *text.split(": "))


def _variant(action: Action, feature: Feature, word: str, damage: str) -> Action:
    first = damage_part(damage, magical=word == "shillelagh" or action.damage[0].magical)
    label = _VARIANTS[word]
    changes: dict[str, Any] = {}
    if word == "ranged":
        changes = {"kind": "ranged", "reach_m": None}
    elif word == "shillelagh" and feature.hit_shillelagh is not None:
        changes = {"hit": feature.hit_shillelagh}
    return replace(
        action,
        id=f"{action.id}-{word}",
        name=Names(en=f"{action.name.en} ({label.en})", fr=f"{action.name.fr} ({label.fr})"),
        damage=(first, *action.damage[1:]),
        **changes,
    )


def _range(feature: Feature) -> tuple[float, float] | None:
    if feature.within:
        return (metres(feature.within), metres(feature.within))
    if not feature.range:
        return None
    normal, _, long = feature.range.partition("/")
    return (metres(int(normal)), metres(int(long or normal)))


def _save(feature: Feature) -> Save | None:
    if not feature.save:
        return None
    return Save(
        ability=feature.save,
        dc=feature.dc,
        on_success=feature.success,
        damage=tuple(damage_part(part) for part in feature.fail),
        conditions=feature.inflict,
        rounds=feature.rounds,
        save_ends=feature.save_ends,
        ends_on_damage=feature.ends_on_damage,
    )


def _multiattacks(record: MonsterRecord, actions: tuple[Action, ...]) -> Iterable[Multiattack]:
    """Yield the ways to use Multiattack; what is no action of the creature (its spellcasting) is left out."""
    for way in record.multiattack:
        made: list[str] = []
        for name, count, *how in way:
            action_id = _action_named(str(name), actions, ranged="ranged" in how)
            made += [action_id] * int(count) if action_id else []
        if made:
            yield Multiattack(actions=tuple(made))


def _action_named(name: str, actions: tuple[Action, ...], *, ranged: bool) -> str:
    """Return the id of the action that a part of Multiattack means: `Claws` is the action Claw; empty for none."""
    wanted = slug(name)
    known = {action.id for action in actions}
    candidates = [wanted, wanted.removesuffix("s")]
    if ranged:
        candidates = [f"{wanted}-ranged", *candidates]
    return next((each for each in candidates if each in known), "")


def _casting(cast: Spellcasting, record: MonsterRecord) -> Casting:
    """Return a way of casting. A DC or a bonus that the record lacks follows from the ability (R000-36)."""
    modifier = (record.abilities[get_args(Ability).index(cast.ability)] - 10) // 2
    innate = cast.kind == "innate"
    # Innate cantrips grow with the challenge rating: such a creature has no caster level.
    level = cast.level or max(1, 0 if "/" in record.cr else int(record.cr))
    return Casting(
        kind="innate" if innate else "slots",
        ability=cast.ability,
        dc=8 + record.pb + modifier if cast.dc is None else cast.dc,
        attack=cast.hit or record.pb + modifier,
        modifier=modifier,
        level=level,
        class_name=cast.class_name,
        mode="innate" if innate else "prepared",
        slots=cast.slots,
        at_will=cast.spells.get("at_will", ()),
        spells=tuple(spell for level in range(1, 10) for spell in cast.spells.get(f"l{level}", ())),
        per_day={spell: times for times in range(1, 4) for spell in cast.spells.get(f"day{times}", ())},
    )
