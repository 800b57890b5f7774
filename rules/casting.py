"""Casting spells: who may cast what, what it needs and what it costs (R000-01 to R000-23).

The checks follow the documented order: known or prepared, armour, able to act, components, casting time, slot. What
the spell then does is in `spellwork`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from .abilities import spell_attack_bonus, spell_save_dc
from .attacks import ActionTaken
from .campaign import CampaignState
from .casting_time import casting_seconds, may_cast
from .change import with_combatant, with_encounter
from .combatant import Cast, Combatant, Concentration, LongCasting
from .components import missing_component
from .effects import ConcentrationStarted, break_concentration, can_concentrate
from .kernel import Command, CommandRefused, Event, Resolution
from .lengths import ROUND_SECONDS
from .obligations import close_moot
from .presence import require_able
from .resources import spend
from .spell import Spell
from .spellwork import SpellWork, perform
from .statblock import Ability, Casting, Names, StatBlock
from .systems import CASTING, Offer

HIGHEST_SPELL_LEVEL = 9
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


def find_offer(resolution: Resolution, command: CastSpell, ways: Sequence[Casting]) -> Offer:
    """Return how the casting is paid for: the lowest level that serves, or the one that was asked for.

    Raises:
        CommandRefused: `cantrip_no_slot` (A5E-11), `slot_level`, `slot_too_low`, `no_upcast`; `no_slot`, `no_uses`
            unless forced.
    """
    spell, caster = command.spell, resolution.combatant(command.caster)
    block = resolution.encounter.block(caster.id)
    if spell.level == 0 and command.level:
        raise CommandRefused("cantrip_no_slot", spell=spell.name)
    if command.level is not None and not 0 <= command.level <= HIGHEST_SPELL_LEVEL:
        raise CommandRefused("slot_level", level=command.level)
    if command.level is not None and command.level < spell.level:
        raise CommandRefused("slot_too_low", spell=spell.name, level=command.level, needed=spell.level)
    offers = [offer for way in ways for offer in CASTING[way.kind].offers(caster, block, way, spell)]
    offers.sort(key=lambda offer: (offer.level, bool(offer.key)))
    if command.level is None:
        wanted = offers
    else:
        wanted = [offer for offer in offers if offer.level == command.level]
        if not wanted and not any(CASTING[way.kind].upcasts for way in ways) and command.level > spell.level:
            raise CommandRefused("no_upcast", spell=spell.name)
    if wanted:
        return wanted[0]
    level = command.level if command.level is not None else spell.level
    resolution.refuse_unless_forced(CASTING[ways[0].kind].nothing_left, caster=caster.id, level=level, spell=spell.name)
    return Offer(casting=ways[0], level=level)


def find_ways(resolution: Resolution, command: CastSpell) -> list[Casting]:
    """Return the ways in which the caster may cast the spell, at least one; a forced casting may be improvised.

    Raises:
        CommandRefused: `no_casting`, `not_prepared`, `not_known` (R000-01) unless forced; what rituals are refused for.
    """
    block = resolution.encounter.block(command.caster)
    if command.ritual:
        return [_ritual_way(resolution, command)]
    if not block.casting:
        resolution.refuse_unless_forced("no_casting", caster=command.caster)
        return [_improvised(block)]
    kinds = {"slot": ("slots", "pact"), "innate": ("innate",), "item": ("item",)}.get(command.via)
    spell = command.spell
    ways = [
        casting
        for casting in block.casting
        if CASTING[casting.kind].knows(casting, spell) and (kinds is None or casting.kind in kinds)
    ]
    if ways:
        return ways
    own = next((casting for casting in block.casting if CASTING[casting.kind].upcasts), block.casting[0])
    resolution.refuse_unless_forced(
        "not_prepared" if own.mode == "prepared" and spell.level else "not_known",
        caster=command.caster,
        spell=spell.name,
    )
    return [own]


def _ritual_way(resolution: Resolution, command: CastSpell) -> Casting:
    """Return who casts the ritual, which costs no slot and raises no level (R000-09).

    Raises:
        CommandRefused: `not_a_ritual`, `ritual_no_upcast`, `no_ritual_feature`, `not_prepared` unless forced.
    """
    spell = command.spell
    castings = resolution.encounter.block(command.caster).casting
    if not spell.ritual:
        resolution.refuse_unless_forced("not_a_ritual", spell=spell.name)
    if command.level not in (None, spell.level):
        resolution.refuse_unless_forced("ritual_no_upcast", spell=spell.name)
    able = [casting for casting in castings if casting.rituals]
    if not able:
        resolution.refuse_unless_forced("no_ritual_feature", caster=command.caster)
        able = [*castings[:1], _improvised(resolution.encounter.block(command.caster))]
    ready = [casting for casting in able if spell.id in casting.spells or spell.id in casting.spellbook]
    if not ready:
        resolution.refuse_unless_forced("not_prepared", caster=command.caster, spell=spell.name)
    return (ready or able)[0]


def _check_time(resolution: Resolution, command: CastSpell, caster: Combatant) -> None:
    encounter = resolution.encounter
    if not encounter.is_started:
        return
    why = may_cast(
        command.spell,
        caster,
        own_turn=encounter.active == caster.id,
        bonus_action_rule=resolution.state.settings.bonus_action_spell_rule,
    )
    if why is not None:
        resolution.refuse_unless_forced(why, caster=caster.id, spell=command.spell.name)


def decide_cast_spell(resolution: Resolution, command: CastSpell) -> None:
    """Check, pay and perform a casting; one that takes several turns begins, or goes on when it has begun.

    Raises:
        CommandRefused: what `check_casting`, `continue_casting` and `spellwork` refuse; `unknown_target`.
    """
    caster = require_able(resolution, command.caster)
    spell = command.spell
    for target in command.targets:
        if resolution.combatant(target).is_dead and not spell.on_the_dead:
            resolution.refuse_unless_forced("dead_target", target=target, spell=spell.name)
    if caster.long_casting is not None and caster.long_casting.spell.id == spell.id:
        continue_casting(resolution, caster.id)
        return
    offer = check_casting(resolution, command)
    long_casting = LongCasting(
        spell=spell,
        level=offer.level,
        pays=offer.key,
        targets=command.targets,
        damage_type=command.damage_type,
        casting=offer.casting,
        ritual=command.ritual,
        needed=-(-casting_seconds(spell, ritual=command.ritual) // ROUND_SECONDS),
        round=resolution.encounter.round,
    )
    _work(resolution, caster.id, long_casting).check(resolution)
    use = _use_of(spell) if resolution.encounter.is_started else "none"
    resolution.emit(ActionTaken(who=caster.id, use=use))
    takes_turns = resolution.encounter.is_started and long_casting.needed > 1
    # Whom the GM lets cast although it cannot concentrate is done at once.
    if takes_turns and can_concentrate(resolution.encounter, caster.id):
        _begin_long_casting(resolution, caster.id, long_casting)
    else:
        _complete(resolution, caster.id, long_casting)


def check_casting(resolution: Resolution, command: CastSpell) -> Offer:
    """Return how a casting is paid for, when nothing stands in its way; nothing is spent yet.

    Raises:
        CommandRefused: what `find_ways`, `find_offer` and `may_cast` refuse; `unknown_target`, `dead`, `out`,
            `slot_level`; `armor_not_mastered`, `cannot_act`, `verbal`, `somatic`, `material` unless forced.
    """
    caster, spell = require_able(resolution, command.caster), command.spell
    if not 0 <= spell.level <= HIGHEST_SPELL_LEVEL:
        raise CommandRefused("slot_level", level=spell.level)
    ways = find_ways(resolution, command)
    is_item = all(way.kind == "item" for way in ways)
    if not caster.bearing.armour_mastered and not is_item:
        resolution.refuse_unless_forced("armor_not_mastered", caster=caster.id)
    # A magic item replaces the components of the spell it casts.
    lacking = missing_component(spell, caster.bearing) if not is_item else None
    if lacking is not None:
        resolution.refuse_unless_forced(lacking, caster=caster.id, spell=spell.name)
    _check_time(resolution, command, caster)
    return Offer(casting=ways[0], level=spell.level) if command.ritual else find_offer(resolution, command, ways)


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
    uses_material = spell.consumed and done.casting.kind != "item" and resolution.combatant(who).bearing.materials
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
            material_used=(spell.material or spell.id) if uses_material else "",
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
