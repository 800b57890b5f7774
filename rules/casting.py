"""Casting spells: who may cast what, what it needs and what it costs (R000-01 to R000-23).

The checks follow the documented order: known or prepared, armour, able to act, components, casting time, slot. What
the spell then does is in `spellwork`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from .abilities import spell_attack_bonus, spell_save_dc
from .attacks import ActionTaken, require_able
from .campaign import CampaignState
from .change import with_combatant, with_encounter
from .combatant import Bearing, Cast, Combatant, Concentration, LongCasting
from .effects import ConcentrationStarted, break_concentration
from .kernel import Command, CommandRefused, Event, Record, Resolution
from .lengths import ROUND_SECONDS, seconds_of
from .obligations import close_moot
from .resources import left, slot_key, spend
from .spell import Spell
from .spellwork import SpellWork, perform
from .statblock import Ability, Casting, Names, StatBlock

RITUAL_SECONDS = 600
"""What a ritual adds to the casting time (R000-09)."""
Via = Literal["", "slot", "innate", "item"]


class CastSpell(Command, frozen=True, kw_only=True):
    """Cast a spell: pay for it, roll what it rolls, apply what it does."""

    caster: str
    spell: Spell
    level: int | None = None
    """Level of the slot; nothing: the lowest one that serves."""
    targets: tuple[str, ...] = ()
    """Ids; darts and rays go round them."""
    damage_type: str = ""
    """Which type, when the spell leaves the choice."""
    ritual: bool = False
    via: Via = ""
    """How it is paid for, when there are several ways."""


class SpellCast(Event, frozen=True, kw_only=True):
    """A spell was cast."""

    caster: str
    spell: str
    name: Names
    level: int
    """Level at which it was cast."""
    targets: tuple[str, ...] = ()
    paid: str = ""
    """Key of the resource that paid for it, or nothing."""
    casting: str
    """Id that the effects of this casting share."""
    cast: Cast
    ritual: bool = False
    seconds: int = ROUND_SECONDS
    """Casting time."""
    material_used: str = ""
    """Name of the material that the casting consumed, or nothing."""


class LongCastingStarted(Event, frozen=True, kw_only=True):
    """A casting that takes several turns has begun; nothing is spent yet."""

    who: str
    long_casting: LongCasting


class LongCastingContinued(Event, frozen=True, kw_only=True):
    """A caster spent another turn on its casting."""

    who: str
    done: int
    round: int


class Access(Record, frozen=True, kw_only=True):
    """One way in which a caster may cast a spell."""

    casting: Casting
    via: Literal["free", "slot", "innate", "item", "ritual"]


def casting_seconds(spell: Spell, *, ritual: bool = False) -> int:
    """Return how long a casting takes, in seconds: one round for an action, ten minutes more for a ritual (A5E-10)."""
    base = seconds_of(spell.time) or ROUND_SECONDS
    return base + (RITUAL_SECONDS if ritual else 0)


def accesses(block: StatBlock, spell: Spell) -> tuple[Access, ...]:
    """Return the ways in which a creature may cast a spell, cheapest first; none when it does not know it."""
    found: list[Access] = []
    for casting in block.casting:
        if spell.id in casting.at_will:
            found.append(Access(casting=casting, via="free"))
        elif spell.id in casting.per_day:
            found.append(Access(casting=casting, via="item" if casting.kind == "item" else "innate"))
        elif spell.id in casting.spells:
            found.append(Access(casting=casting, via="free" if spell.level == 0 else "slot"))
    return tuple(sorted(found, key=lambda access: access.via != "free"))


def choose_access(resolution: Resolution, block: StatBlock, command: CastSpell) -> Access | None:
    """Return how the spell is cast; nothing when a forced casting has no way of its own (R000-01, R000-09).

    Raises:
        CommandRefused: `not_a_ritual`, `no_ritual_feature`, `ritual_no_upcast`, `not_prepared`, `not_known`,
            `no_casting`, unless forced.
    """
    spell = command.spell
    if command.ritual:
        return _ritual_access(resolution, block, command)
    found = accesses(block, spell)
    wanted = {"slot": ("slot", "free"), "innate": ("innate",), "item": ("item",)}.get(command.via)
    if wanted is not None:
        found = tuple(access for access in found if access.via in wanted)
    if found:
        # A spell that is both innate and in slots is cast from what is left.
        usable = [
            access
            for access in found
            if access.via not in ("innate", "item") or left(resolution, command.caster, _use_key(access, spell)) > 0
        ]
        return (usable or found)[0]
    if not block.casting:
        resolution.refuse_unless_forced("no_casting", caster=command.caster)
        return None
    casting = next((each for each in block.casting if each.kind in ("slots", "pact")), block.casting[0])
    resolution.refuse_unless_forced(
        "not_prepared" if casting.mode == "prepared" and spell.level else "not_known",
        caster=command.caster,
        spell=spell.name,
    )
    return Access(casting=casting, via="free" if spell.level == 0 else "slot")


def _ritual_access(resolution: Resolution, block: StatBlock, command: CastSpell) -> Access | None:
    spell = command.spell
    if not spell.ritual:
        resolution.refuse_unless_forced("not_a_ritual", spell=spell.name)
    if command.level is not None and command.level != spell.level:
        resolution.refuse_unless_forced("ritual_no_upcast", spell=spell.name)
    able = [casting for casting in block.casting if casting.rituals]
    if not able:
        resolution.refuse_unless_forced("no_ritual_feature", caster=command.caster)
        able = list(block.casting[:1])
    for casting in able:
        if spell.id in casting.spells or spell.id in casting.spellbook:
            return Access(casting=casting, via="ritual")
    if able:
        resolution.refuse_unless_forced("not_prepared", caster=command.caster, spell=spell.name)
    return Access(casting=able[0], via="ritual") if able else None


def missing_component(spell: Spell, bearing: Bearing) -> Literal["verbal", "somatic", "material"] | None:
    """Return the component that cannot be supplied, or nothing (R000-16 to R000-19, A5E-12)."""
    if "V" in spell.components and not bearing.can_speak:
        return "verbal"
    needs_material = "M" in spell.components
    hands = bearing.free_hands
    if needs_material and bearing.has_focus and bearing.focus_in_hand:
        hands += 1  # the hand that holds the focus may make the gestures as well
    if "S" in spell.components and hands < 1:
        return "somatic"
    if needs_material and not _has_material(spell, bearing):
        return "material"
    if needs_material and hands < 1:
        return "material"
    return None


def _has_material(spell: Spell, bearing: Bearing) -> bool:
    if not spell.material_cost and not spell.consumed:
        stock = bearing.materials or {}
        return bearing.has_focus or (spell.material or spell.id) in stock
    if bearing.materials is None:
        return True
    return bearing.materials.get(spell.material or spell.id, 0) > 0


def may_cast(
    spell: Spell, caster: Combatant, *, own_turn: bool, triggered: bool = True, bonus_action_rule: bool = True
) -> (
    Literal["no_action", "bonus_action_used", "not_own_turn", "no_trigger", "reaction_used", "bonus_action_rule"] | None
):
    """Return why the casting time does not allow a spell now, or nothing (R000-11 to R000-13, A5E-08, A5E-42)."""
    used = caster.used
    match spell.time:
        case "bonus":
            if not own_turn:
                return "not_own_turn"
            if used.bonus:
                return "bonus_action_used"
        case "reaction":
            if not triggered:
                return "no_trigger"
            if used.reaction:
                return "reaction_used"
        case _:
            if used.action:
                return "no_action"
    if own_turn and bonus_action_rule and used.casts:
        after_bonus = any(cast.time == "bonus" for cast in used.casts)
        is_action_cantrip = spell.level == 0 and spell.time == "action"
        if after_bonus and not is_action_cantrip:
            return "bonus_action_rule"
        if spell.time == "bonus" and any(not (c.level == 0 and c.time == "action") for c in used.casts):
            return "bonus_action_rule"
    return None


def _check_time(resolution: Resolution, command: CastSpell, caster: Combatant) -> None:
    encounter = resolution.encounter
    if not encounter.is_started:
        return
    spell = command.spell
    why = may_cast(
        spell,
        caster,
        own_turn=encounter.active == caster.id,
        bonus_action_rule=resolution.state.settings.bonus_action_spell_rule,
    )
    if why is not None:
        resolution.refuse_unless_forced(why, caster=caster.id, spell=spell.name)


def _use_key(access: Access, spell: Spell) -> str:
    return f"{access.via if access.via == 'item' else 'spell'}.{spell.id}"


def choose_slot(resolution: Resolution, command: CastSpell) -> tuple[int, str]:
    """Return (level, resource key) of the slot that a casting uses (R000-04, A5E-03).

    Without a stated level it is the lowest one left that serves. The key is empty when a forced casting has no slot.

    Raises:
        CommandRefused: `slot_too_low`, `slot_level`, and `no_slot` unless forced.
    """
    spell, caster = command.spell, resolution.combatant(command.caster)
    block = resolution.encounter.block(caster.id)
    pact_level = max((casting.pact_level for casting in block.casting), default=0)

    def key_of(level: int) -> str:
        keys = [slot_key(level), "pact"] if level == pact_level else [slot_key(level)]
        return next((key for key in keys if left(resolution, caster.id, key) > 0), "")

    if command.level is not None:
        if not 1 <= command.level <= 9:
            raise CommandRefused("slot_level", level=command.level)
        if command.level < spell.level:
            raise CommandRefused("slot_too_low", spell=spell.name, level=command.level, needed=spell.level)
        levels = range(command.level, command.level + 1)
    else:
        levels = range(spell.level, 10)
    for level in levels:
        if key := key_of(level):
            return level, key
    resolution.refuse_unless_forced("no_slot", caster=caster.id, level=levels[0])
    return levels[0], ""


def _pay(resolution: Resolution, command: CastSpell, access: Access | None) -> tuple[int, str]:
    """Return (level, key) of what pays for the casting; nothing is spent yet."""
    spell = command.spell
    if access is None or access.via in ("free", "ritual"):
        if spell.level == 0 and command.level:
            raise CommandRefused("cantrip_no_slot", spell=spell.name)
        if access is not None and access.via == "free" and command.level not in (None, spell.level):
            raise CommandRefused("no_upcast", spell=spell.name)
        return max(spell.level, command.level or 0), ""
    if access.via in ("innate", "item"):
        if command.level not in (None, spell.level):
            raise CommandRefused("no_upcast", spell=spell.name)
        key = _use_key(access, spell)
        if left(resolution, command.caster, key) < 1:
            resolution.refuse_unless_forced("no_uses", who=command.caster, key=key)
            return spell.level, ""
        return spell.level, key
    return choose_slot(resolution, command)


def decide_cast_spell(resolution: Resolution, command: CastSpell) -> None:
    """Check, pay and perform a casting; one that takes several turns begins, or goes on when it has begun.

    Raises:
        CommandRefused: what `choose_access`, `choose_slot`, `may_cast` and `spellwork` refuse; `armor_not_mastered`,
            `cannot_act`, `verbal`, `somatic`, `material` unless forced; `unknown_target`, `dead`, `out`.
    """
    caster = require_able(resolution, command.caster)
    spell = command.spell
    for target in command.targets:
        resolution.combatant(target)
    if caster.long_casting is not None and caster.long_casting.spell.id == spell.id:
        continue_casting(resolution, caster.id)
        return
    access = choose_access(resolution, resolution.encounter.block(caster.id), command)
    is_item = access is not None and access.via == "item"
    if not caster.bearing.armour_mastered and not is_item:
        resolution.refuse_unless_forced("armor_not_mastered", caster=caster.id)
    # A magic item replaces the components of the spell it casts.
    lacking = missing_component(spell, caster.bearing) if not is_item else None
    if lacking is not None:
        resolution.refuse_unless_forced(lacking, caster=caster.id, spell=spell.name)
    _check_time(resolution, command, caster)
    level, key = _pay(resolution, command, access)
    long_casting = LongCasting(
        spell=spell,
        level=level,
        pays=key,
        targets=command.targets,
        damage_type=command.damage_type,
        casting=access.casting if access is not None else _improvised(resolution.encounter.block(caster.id)),
        ritual=command.ritual,
        needed=-(-casting_seconds(spell, ritual=command.ritual) // ROUND_SECONDS),
        round=resolution.encounter.round,
    )
    _work(resolution, caster.id, long_casting).check(resolution)
    use = _use_of(spell) if resolution.encounter.is_started else "none"
    resolution.emit(ActionTaken(who=caster.id, use=use))
    if resolution.encounter.is_started and long_casting.needed > 1:
        _begin_long_casting(resolution, caster.id, long_casting)
    else:
        _complete(resolution, caster.id, long_casting)


def _work(resolution: Resolution, who: str, long_casting: LongCasting) -> SpellWork:
    return SpellWork(
        casting_id=f"casting-{resolution.encounter.next_casting}",
        caster=who,
        spell=long_casting.spell,
        level=long_casting.level,
        targets=long_casting.targets,
        damage_type=long_casting.damage_type,
        casting=long_casting.casting,
    )


def _begin_long_casting(resolution: Resolution, who: str, long_casting: LongCasting) -> None:
    """Begin a casting over several turns; it is concentrated on, so an earlier spell ends (A5E-09)."""
    break_concentration(resolution, who, "replaced")
    resolution.emit(LongCastingStarted(who=who, long_casting=long_casting))
    spell = long_casting.spell
    held = Concentration(spell=spell.id, name=spell.name, casting="", level=long_casting.level, in_progress=True)
    resolution.emit(ConcentrationStarted(who=who, concentration=held))


def continue_casting(resolution: Resolution, who: str) -> None:
    """Spend another turn's action on a casting that has begun; the last one completes it.

    Raises:
        CommandRefused: `not_casting`; `already_continued`, `no_action`, `not_own_turn` unless forced.
    """
    long_casting = resolution.combatant(who).long_casting
    if long_casting is None:
        raise CommandRefused("not_casting", caster=who)
    encounter = resolution.encounter
    if long_casting.round >= encounter.round:
        resolution.refuse_unless_forced("already_continued", caster=who, spell=long_casting.spell.name)
    if encounter.active != who:
        resolution.refuse_unless_forced("not_own_turn", caster=who, spell=long_casting.spell.name)
    if resolution.combatant(who).used.action:
        resolution.refuse_unless_forced("no_action", caster=who, spell=long_casting.spell.name)
    resolution.emit(ActionTaken(who=who, use="action"))
    resolution.emit(LongCastingContinued(who=who, done=long_casting.done + 1, round=encounter.round))
    close_moot(resolution, lambda obligation: obligation.who == who and obligation.kind == "long_casting")
    if long_casting.done + 1 >= long_casting.needed:
        break_concentration(resolution, who, "completed")
        _complete(resolution, who, long_casting)


def _complete(resolution: Resolution, who: str, done: LongCasting) -> None:
    """Spend what the casting costs and let the spell happen."""
    spell = done.spell
    if spell.concentration:
        break_concentration(resolution, who, "replaced")  # as soon as the casting begins (A5E-16)
    if done.pays:
        spend(resolution, who, done.pays, "no_slot")
    work = _work(resolution, who, done)
    bearing = resolution.combatant(who).bearing
    resolution.emit(
        SpellCast(
            caster=who,
            spell=spell.id,
            name=spell.name,
            level=done.level,
            targets=done.targets,
            paid=done.pays,
            casting=work.casting_id,
            cast=Cast(level=spell.level, time=spell.time),
            ritual=done.ritual,
            seconds=casting_seconds(spell, ritual=done.ritual),
            material_used=(spell.material or spell.id) if spell.consumed and bearing.materials else "",
        )
    )
    perform(resolution, work)


def _use_of(spell: Spell) -> Literal["action", "bonus", "reaction"]:
    return "bonus" if spell.time == "bonus" else "reaction" if spell.time == "reaction" else "action"


def _improvised(block: StatBlock) -> Casting:
    """Return what a forced casting by somebody who is no caster rolls with: the best of the mental abilities."""
    mental: tuple[Ability, ...] = ("int", "wis", "cha")
    ability = max(mental, key=block.modifier)
    modifier = block.modifier(ability)
    return Casting(
        kind="innate",
        ability=ability,
        dc=spell_save_dc(modifier, block.proficiency),
        attack=spell_attack_bonus(modifier, block.proficiency),
        modifier=modifier,
        level=block.level,
    )


def evolve_spell_cast(state: CampaignState, event: SpellCast) -> CampaignState:
    """Return the state in which the casting counts for this turn, and its material is gone."""
    encounter = state.encounter
    if encounter is None or event.caster not in encounter.combatants:
        return state
    caster = encounter.combatants[event.caster]
    used = caster.used
    if encounter.is_started:
        used = replace(used, casts=(*used.casts, event.cast))
    bearing = caster.bearing
    if event.material_used and bearing.materials:
        stock = dict(bearing.materials)
        stock[event.material_used] = max(0, stock.get(event.material_used, 0) - 1)
        bearing = replace(bearing, materials=stock)
    state = with_encounter(state, next_casting=encounter.next_casting + 1)
    return with_combatant(state, event.caster, used=used, bearing=bearing)


def evolve_long_casting_started(state: CampaignState, event: LongCastingStarted) -> CampaignState:
    """Return the state in which a casting is in progress."""
    return with_combatant(state, event.who, long_casting=event.long_casting)


def evolve_long_casting_continued(state: CampaignState, event: LongCastingContinued) -> CampaignState:
    """Return the state in which a casting is one turn further."""
    encounter = state.encounter
    caster = encounter.combatants.get(event.who) if encounter is not None else None
    if caster is None or caster.long_casting is None:
        return state
    return with_combatant(
        state, event.who, long_casting=replace(caster.long_casting, done=event.done, round=event.round)
    )
