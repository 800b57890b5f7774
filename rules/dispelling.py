"""Dispelling running spells by Dispel Magic (R000-21)."""

from __future__ import annotations

from msgspec.structs import replace

from .attacks import ActionTaken
from .campaign import CampaignState
from .casting import CastSpell, check_casting
from .change import with_combatant
from .combatant import Cast
from .effects import end_effect
from .kernel import Command, CommandRefused, Event, Resolution
from .resources import spend
from .saves import roll_d20
from .spell import Spell
from .statblock import Names

DISPEL_MAGIC = Spell(
    id="dispel-magic", name=Names(en="Dispel Magic", fr="Dissipation de la magie"), level=3, components="VS"
)
"""The spell that dispels, as far as casting it goes."""
CHECK_DC = 10
"""Added to the spell's level: difficulty of the check."""


class Dispel(Command, frozen=True, kw_only=True):
    """Cast Dispel Magic at a running spell on one combatant."""

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


def decide_dispel(resolution: Resolution, command: Dispel) -> None:
    """Spend a slot and end the spell on its target, surely or by a check.

    The area that a spell fills is held by an effect on its caster: dispelling that one ends the whole casting.

    Raises:
        CommandRefused: `unknown_effect`, `down_at_zero`, and what `casting.check_casting` refuses; `instantaneous`
            (R000-21), `not_dispellable` unless forced.
    """
    encounter = resolution.encounter
    effect = encounter.effects.get(command.effect)
    if effect is None:
        raise CommandRefused("unknown_effect", effect=command.effect)
    if effect.from_zero_hp:
        raise CommandRefused("down_at_zero", target=effect.target)
    if not effect.dispellable:
        code = "instantaneous" if effect.spell else "not_dispellable"
        resolution.refuse_unless_forced(code, effect=command.effect)
    offer = check_casting(resolution, CastSpell(caster=command.by, spell=DISPEL_MAGIC, level=command.level))
    level = offer.level
    if offer.key:
        spend(resolution, command.by, offer.key, "no_slot")
    resolution.emit(ActionTaken(who=command.by, use="action" if encounter.is_started else "none"))
    face = bonus = 0
    if needs_check := effect.level > level:
        bonus = offer.casting.modifier
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
    for each in encounter.held_by(effect.casting) if effect.whole else (effect,):
        end_effect(resolution, each, "dispelled")


def evolve_dispel_tried(state: CampaignState, event: DispelTried) -> CampaignState:
    """Return the state in which Dispel Magic counts among the spells of this turn (R000-12)."""
    encounter = state.encounter
    if encounter is None or not encounter.is_started or event.who not in encounter.combatants:
        return state
    used = encounter.combatants[event.who].used
    cast = Cast(level=DISPEL_MAGIC.level, time=DISPEL_MAGIC.time)
    return with_combatant(state, event.who, used=replace(used, casts=(*used.casts, cast)))
