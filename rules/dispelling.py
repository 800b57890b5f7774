"""Dispelling running spells by Dispel Magic (R000-21)."""

from __future__ import annotations

from .attacks import ActionTaken, require_able
from .campaign import CampaignState
from .effects import end_effect
from .kernel import Command, CommandRefused, Event, Resolution
from .resources import spend
from .saves import roll_d20
from .statblock import Names
from .systems.spell_slots import slots_left

DISPEL_MAGIC_LEVEL = 3
"""Level of the spell that dispels, and the highest one it ends without a check when cast at its own level."""
CHECK_DC = 10
"""Added to the spell's level: difficulty of the check."""


class Dispel(Command, frozen=True, kw_only=True):
    """End a running spell on one combatant, by a casting of Dispel Magic."""

    by: str
    effect: str
    """Id of the effect, as found by what people typed."""
    level: int | None = None
    """Level of the slot; nothing: the lowest one left from level 3."""


class DispelTried(Event, frozen=True, kw_only=True):
    """Somebody tried to dispel a spell: surely up to the slot's level, else by a check against DC 10 + level."""

    who: str
    name: Names
    """Name of the spell that was to end."""
    target: str
    spell_level: int
    level: int
    """Level at which Dispel Magic was cast."""
    face: int = 0
    """0 when no check was needed."""
    bonus: int = 0
    total: int = 0
    dc: int = 0
    success: bool


def dispel_dc(spell_level: int) -> int:
    """Return the difficulty of dispelling a spell of a higher level than the slot."""
    return CHECK_DC + spell_level


def _slot(resolution: Resolution, command: Dispel) -> int:
    """Return the level of the slot, which is spent here; a forced dispelling may have none."""
    caster = resolution.combatant(command.by)
    if command.level is not None and not DISPEL_MAGIC_LEVEL <= command.level <= 9:
        raise CommandRefused("slot_too_low", level=command.level, needed=DISPEL_MAGIC_LEVEL, spell=None)
    lowest = command.level or DISPEL_MAGIC_LEVEL
    for level, key in slots_left(caster, resolution.encounter.block(command.by)):
        if level == lowest or (command.level is None and level > lowest):
            spend(resolution, command.by, key, "no_slot")
            return level
    resolution.refuse_unless_forced("no_slot", caster=command.by, level=lowest)
    return lowest


def decide_dispel(resolution: Resolution, command: Dispel) -> None:
    """Spend a slot and end the spell on its target, surely or by a check.

    The area that a spell fills is held by an effect on its caster: dispelling that one ends the whole casting.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `dead`, `out`, `unknown_effect`, `slot_too_low`;
            `instantaneous` (R000-21), `not_dispellable`, `cannot_act`, `no_action`, `no_slot` unless forced.
    """
    dispeller = require_able(resolution, command.by)
    encounter = resolution.encounter
    effect = encounter.effects.get(command.effect)
    if effect is None:
        raise CommandRefused("unknown_effect", effect=command.effect)
    if not effect.dispellable:
        code = "instantaneous" if effect.spell else "not_dispellable"
        resolution.refuse_unless_forced(code, effect=command.effect)
    if encounter.is_started and dispeller.used.action:
        resolution.refuse_unless_forced("no_action", caster=command.by)
    level = _slot(resolution, command)
    resolution.emit(ActionTaken(who=command.by, use="action" if encounter.is_started else "none"))
    face = bonus = 0
    if needs_check := effect.level > level:
        block = encounter.block(command.by)
        bonus = max((casting.modifier for casting in block.casting), default=0)
        _faces, face = roll_d20(resolution, "normal", purpose="dispel", who=command.by)
    dc = dispel_dc(effect.level) if needs_check else 0
    success = not needs_check or face + bonus >= dc
    resolution.emit(
        DispelTried(
            who=command.by,
            name=effect.name or Names(en=effect.spell),
            target=effect.target,
            spell_level=effect.level,
            level=level,
            face=face,
            bonus=bonus,
            total=face + bonus if needs_check else 0,
            dc=dc,
            success=success,
        )
    )
    if not success:
        return
    whole = effect.target == effect.source and not effect.conditions
    for each in encounter.held_by(effect.casting) if whole and effect.casting else (effect,):
        end_effect(resolution, each, "dispelled")


def evolve_dispel_tried(state: CampaignState, _event: DispelTried) -> CampaignState:
    """Return the state as it was: what the attempt ends has events of its own."""
    return state
