"""A fight as plain data for programs: the keys are a promise, names are in the reader's language."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.campaign import CampaignState
from rules.combatant import Combatant
from rules.encounter import Encounter

from ..views import CastingRow, EffectRow, casting_rows, effect_row, fight_view, obligation_rows


def state_data(state: CampaignState) -> dict[str, Any]:
    """Return a campaign's state as `aethyr show --json` prints it."""
    view = fight_view(state)
    encounter = state.encounter
    data: dict[str, Any] = {
        "encounter": {"id": view.id, "name": view.name} if view else None,
        "round": view.round if view else 0,
        "active": view.active or None if view else None,
        "combatants": [],
        "effects": [],
        "obligations": [],
        "settings": msgspec.to_builtins(_all_fields(state.settings), str_keys=True),
        "characters": {
            key: {"hp": one.hp, "max_hp": one.max_hp, "temp_hp": one.temp_hp, "status": one.status, "xp": one.xp}
            for key, one in state.characters.items()
        },
    }
    if encounter is not None:
        data["combatants"] = [_combatant(encounter, encounter.combatants[key]) for key in encounter.display_order]
        data["effects"] = [_effect(effect_row(encounter, effect)) for effect in encounter.effects.values()]
        data["obligations"] = [
            {"number": row.number, "kind": row.kind, "who": row.who, "what": row.what}
            for row in obligation_rows(encounter)
        ]
    return data


def _all_fields(settings: msgspec.Struct) -> dict[str, Any]:
    """Return settings under their keys, also those that are as they are by default."""
    return {info.encode_name: getattr(settings, info.name) for info in msgspec.structs.fields(settings)}


def _combatant(encounter: Encounter, combatant: Combatant) -> dict[str, Any]:
    saves, held = combatant.death_saves, combatant.concentration
    return {
        "id": combatant.id,
        "name": _name(encounter, combatant),
        "side": combatant.side,
        "hidden": combatant.hidden,
        "initiative": combatant.initiative,
        "hp": combatant.hp,
        "max_hp": combatant.max_hp,
        "temp_hp": combatant.temp_hp,
        "ac": combatant.ac,
        "status": combatant.status,
        "death_saves": {"successes": saves.successes, "failures": saves.failures},
        "conditions": list(encounter.conditions(combatant.id)),
        "concentration": held.spell if held else None,
        "casting": [_casting(row) for row in casting_rows(encounter, combatant)],
        "resources": msgspec.to_builtins(combatant.resources),
        "note": combatant.note,
    }


def _name(encounter: Encounter, combatant: Combatant) -> str:
    from ..i18n import language

    return encounter.label(combatant.id, language())


def _casting(row: CastingRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "ability": row.ability,
        "dc": row.dc,
        "attack": row.attack,
        "slots": {str(slot.level): {"left": slot.left, "max": slot.max} for slot in row.slots},
        "uses": {use.id: {"left": use.left, "max": use.max} for use in row.uses},
        "at_will": list(row.at_will),
        "spells": list(row.spells),
    }


def _effect(row: EffectRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "target": row.target,
        "name": row.name,
        "source": row.source or None,
        "conditions": list(row.conditions),
        "remaining": row.remaining or None,
        "dispellable": row.is_dispellable,
        "concentration": row.is_concentration,
        "level": row.level,
    }
