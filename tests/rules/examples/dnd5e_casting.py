"""The operations of D&D 5e on casting spells (document 000)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.abilities import ability_modifier, spell_attack_bonus, spell_save_dc
from rules.casting import (
    CastSpell,
    LongCastingStarted,
    SpellCast,
)
from rules.casting_time import casting_seconds, may_cast
from rules.combatant import Cast, LongCasting, Resource, TurnUse
from rules.components import missing_component
from rules.damage import DealDamage
from rules.dispelling import Dispel
from rules.effects import ConcentrationEnded
from rules.evolve import evolve
from rules.initiative import NextTurn, RoundStarted
from rules.lengths import rounds_of
from rules.saves import SaveRolled
from rules.settling import Settle
from rules.slots import PREPARING_CLASSES, max_spell_level, pact_for, prepared_max, proficiency_bonus, slots_for
from rules.spell import Spell
from rules.spellwork import projectiles_at, scaled
from rules.statblock import Casting, Damage, Names
from tests.rules.examples.bench import (
    SUBJECT,
    Bench,
    bearing_of,
    bench_of,
    block_of,
    combatant_of,
)
from tests.rules.examples.operation import Operation, Values
from tests.rules.examples.words import duration, spell_id


def slots(given: Values, _action: Values) -> dict[str, Any]:
    classes = {each["class"]: each["level"] for each in given["classes"]}
    number, level = pact_for(classes.get("warlock", 0))
    return {"slots": list(slots_for(classes)), "pact": {"count": number, "level": level}}


def max_spell_level_of(given: Values, _action: Values) -> dict[str, Any]:
    return {"max_spell_level": max(max_spell_level(each["class"], each["level"]) for each in given["classes"])}


def prepared_max_of(given: Values, _action: Values) -> dict[str, Any]:
    return {"prepared_max": prepared_max(given["class"], given["level"], ability_modifier(given["ability_score"]))}


def proficiency(given: Values, _action: Values) -> dict[str, Any]:
    return {"bonus": [proficiency_bonus(level) for level in given["levels"]]}


def spell_dc(given: Values, _action: Values) -> dict[str, Any]:
    modifier = ability_modifier(given["ability_score"])
    return {"dc": spell_save_dc(modifier, given["proficiency"], given.get("special", 0))}


def spell_attack(given: Values, _action: Values) -> dict[str, Any]:
    return {"attack_bonus": spell_attack_bonus(ability_modifier(given["ability_score"]), given["proficiency"])}


def _spell(given: Values) -> Spell:
    spell = given.get("spell", {})
    material = given.get("material", {})
    time = spell.get("casting_time", "action")
    if "casting_seconds" in spell and spell["casting_seconds"] > 6:
        time = f"{spell['casting_seconds']} seconds"
    return Spell(
        id=spell_id(spell.get("name", "spell")),
        name=Names(en=spell.get("name", "spell")),
        level=spell.get("level", 1),
        time=time,
        components="".join(given.get("components", ())),
        material=material.get("name", ""),
        material_cost=material.get("cost_po", 0),
        consumed=material.get("consumed", False),
        duration="1 minute" if spell.get("concentration") else "instant",
        concentration=spell.get("concentration", False),
        ritual=spell.get("ritual", False),
    )


def _ids(names: list[str]) -> tuple[str, ...]:
    return tuple(spell_id(name) for name in names)


def _castings(given: Values, spell: Spell) -> tuple[Casting, ...]:
    """Return how the example's caster casts; who is said neither to know nor to prepare anything knows the spell."""
    prepares = given.get("caster_mode") == "prepared" or given.get("class") in PREPARING_CLASSES
    listed = "prepared" if prepares or "prepared" in given else "known"
    if given.get("caster_mode") == "known":
        listed = "known"
    held = _ids(given[listed]) if listed in given else (spell.id,)
    if spell.level == 0:
        held = (*held, spell.id)
    base = Casting(
        kind="slots",
        ability="int",
        dc=13,
        mode="prepared" if listed == "prepared" else "known",
        spells=held,
        spellbook=_ids(given.get("spellbook", [])),
        rituals=given.get("ritual_feature", False),
    )
    found = [base]
    if "innate" in given:
        found.append(Casting(kind="innate", ability="int", dc=13, mode="innate", at_will=_ids(given["innate"])))
    if "item" in given:
        charges = {spell_id(given["item"]["grants"]): given["item"]["charges"]}
        found.append(Casting(kind="item", ability="int", dc=13, per_day=charges))
    return tuple(found)


def _caster(given: Values) -> tuple[Bench, Spell]:
    spell = _spell(given)
    block = block_of(given, casting=_castings(given, spell))
    bench = bench_of(given, block, bearing=bearing_of(given))
    if "item" in given:
        charges = given["item"]["charges"]
        resources = {**bench.subject.resources, f"item.{spell.id}": Resource(left=charges, max=charges)}
        bench = bench_of(given, block, bearing=bearing_of(given), resources=resources)
    return bench, spell


def cast(given: Values, action: Values) -> dict[str, Any]:
    bench, spell = _caster(given)
    via: Any = "item" if action.get("via") == "item" else "innate" if action.get("innate") else ""
    if via == "innate":
        via = ""  # an ability that casts without a slot is the cheapest way, and taken by itself
    for number in range(action.get("times", 1)):
        if number:
            bench.send(NextTurn())
        bench.send(
            CastSpell(
                caster=SUBJECT,
                spell=spell,
                level=action.get("slot_level"),
                ritual=action.get("as_ritual", False),
                via=via,
            )
        )
    levels = [e.level for e in bench.happened(SpellCast)]
    levels += [e.long_casting.level for e in bench.happened(LongCastingStarted)]
    seconds = casting_seconds(spell, ritual=action.get("as_ritual", False))
    item = bench.subject.resources.get(f"item.{spell.id}")
    return {
        **bench.outcome(),
        "cast_level": levels[-1] if levels else None,
        "slots": bench.slots,
        "casting_seconds": seconds,
        "casting_rounds": seconds // 6,
        "action_available": not bench.subject.used.action,
        "item_charges": item.left if item else None,
    }


def cast_twice(given: Values, _action: Values) -> dict[str, Any]:
    bench, spell = _caster({**given, "slots": [4]})
    first = bool(bench.send(CastSpell(caster=SUBJECT, spell=spell)))
    bench.send(NextTurn())
    second = bool(bench.send(CastSpell(caster=SUBJECT, spell=spell)))
    stock = bench.subject.bearing.materials or {}
    return {"first": first, "second": second, "second_reason": bench.refusal, "qty": stock.get(spell.material, 0)}


def components_ok(given: Values, _action: Values) -> dict[str, Any]:
    reason = missing_component(_spell(given), bearing_of(given))
    return {"accepted": reason is None, "reason": reason}


def may_cast_now(given: Values, action: Values) -> dict[str, Any]:
    casts = tuple(Cast(level=each["level"], time=each["casting_time"]) for each in given.get("turn_casts", ()))
    used = TurnUse(
        action=any(each.time == "action" for each in casts) and not given.get("extra_action", False),
        bonus=given.get("bonus_used", False) or any(each.time == "bonus" for each in casts),
        reaction=given.get("reaction_used", False),
        casts=casts,
    )
    caster = replace(combatant_of({}, block_of({})), used=used)
    reason = may_cast(
        _spell(action),
        caster,
        own_turn=action.get("own_turn", True),
        triggered=action.get("triggered", True),
    )
    return {"accepted": reason is None, "reason": reason}


def cast_spell(given: Values, _action: Values) -> dict[str, Any]:
    bench, spell = _caster({**given, "slots": [4, 4, 4]})
    bench.send(CastSpell(caster=SUBJECT, spell=spell))
    held = bench.subject.concentration
    ended: list[ConcentrationEnded] = bench.happened(ConcentrationEnded)
    return {"ended": [event.name.en for event in ended], "concentrating_on": held.name.en if held else None}


def scaled_dice(given: Values, action: Values) -> dict[str, Any]:
    spell = given["spell"]
    return {"dice": scaled(spell["dice"], spell["per_slot"], action["slot_level"] - spell["level"])}


def scaled_darts(given: Values, action: Values) -> dict[str, Any]:
    figures = given["spell"]
    spell = replace(_spell(given), projectiles=figures["darts"], projectiles_per_slot=figures.get("darts_per_slot", 0))
    return {"darts": projectiles_at(spell, action["slot_level"], caster_level=1)}


def duration_rounds(given: Values, _action: Values) -> dict[str, Any]:
    return {"rounds": rounds_of(duration(given["duration"]))}


def _lasting(given: Values) -> Bench:
    """Return a bench in which the example's effect has been cast and runs."""
    length = duration(given["duration"]) if "duration" in given else "1 minute"
    spell = replace(_spell({}), duration=length)
    block = block_of(given, casting=_castings({}, spell))
    bench = bench_of({"slots": [4]}, block)
    bench.state = evolve(bench.state, RoundStarted(round=given.get("cast_round", 1)))
    bench.send(CastSpell(caster=SUBJECT, spell=spell))
    return bench


def expires_at(given: Values, _action: Values) -> dict[str, Any]:
    (effect,) = _lasting(given).encounter.effects.values()
    assert effect.until is not None
    own = "caster" if effect.until.of == SUBJECT else effect.until.of
    return {"round": effect.until.round, "moment": f"{effect.until.when}_of_{own}_turn"}


def effect_active(given: Values, _action: Values) -> dict[str, Any]:
    bench = _lasting(given)
    rounds = given.get("rounds_elapsed", 0)
    if rounds:
        bench.state = evolve(bench.state, RoundStarted(round=rounds))
        bench.send(NextTurn())
    return {"active": bool(bench.encounter.effects)}


def dispel_effect(given: Values, _action: Values) -> dict[str, Any]:
    instant = duration(given["duration"]) == "instant"
    spell = replace(_spell({}), duration=duration(given["duration"]), conditions=("prone",) if instant else ())
    bench = bench_of({"slots": [4, 0, 4]}, block_of(given, casting=_castings({}, spell)))
    bench.send(CastSpell(caster=SUBJECT, spell=spell))
    bench.send(NextTurn())
    (effect,) = bench.encounter.effects.values()
    bench.send(Dispel(by=SUBJECT, effect=effect.id))
    return bench.outcome()


def _under_way(given: Values, turns: int) -> Bench:
    """Return a bench on which the example's casting has begun and has had so many turns."""
    spell = _spell(given)
    block = block_of(given, casting=_castings({}, spell))
    bench = bench_of({"hp": 100, "max_hp": 100, **given}, block)
    for turn in range(turns):
        if turn:
            bench.send(NextTurn())
        bench.send(CastSpell(caster=SUBJECT, spell=spell))
    return bench


def _progress(bench: Bench) -> dict[str, Any]:
    casting: LongCasting | None = bench.subject.long_casting
    held = bench.subject.concentration
    begun = bench.happened(LongCastingStarted)
    finished = bool(bench.happened(SpellCast))
    return {
        **bench.outcome(),
        "status": "completed" if finished else "in_progress" if casting else "failed",
        "progress": casting.done if casting else 0,
        "actions_needed": begun[0].long_casting.needed if begun else None,
        "actions_left": casting.left if casting else None,
        "concentrating": held is not None,
        "concentrating_on": f"{held.name.en} (incantation)" if held and held.in_progress else None,
        "slots": bench.slots,
    }


def long_cast(given: Values, action: Values) -> dict[str, Any]:
    return _progress(_under_way(given, action["turns_spent"]))


def start_long_cast(given: Values, _action: Values) -> dict[str, Any]:
    bench = _under_way({"slots": [4], **given}, 1)
    ended: list[ConcentrationEnded] = bench.happened(ConcentrationEnded)
    return {**_progress(bench), "ended": [event.name.en for event in ended]}


def damage_while_casting(given: Values, action: Values) -> dict[str, Any]:
    bench = _under_way(given, given["turns_spent"])
    bench.send(DealDamage(targets=(SUBJECT,), parts=(Damage(dice=str(action["amount"])),)))
    bench.send(Settle(), action["d20"])
    (saved,) = bench.happened(SaveRolled)
    return {**_progress(bench), "save_dc": saved.dc, "save_total": saved.total}


def end_turn_without_casting(given: Values, _action: Values) -> dict[str, Any]:
    bench = _under_way(given, given["turns_spent"])
    bench.send(NextTurn())
    bench.send(NextTurn())
    return _progress(bench)


OPERATIONS: dict[str, Operation] = {
    "cast": cast,
    "cast_spell": cast_spell,
    "cast_twice": cast_twice,
    "components_ok": components_ok,
    "damage_while_casting": damage_while_casting,
    "dispel_effect": dispel_effect,
    "duration_rounds": duration_rounds,
    "effect_active": effect_active,
    "end_turn_without_casting": end_turn_without_casting,
    "expires_at": expires_at,
    "long_cast": long_cast,
    "max_spell_level": max_spell_level_of,
    "may_cast": may_cast_now,
    "prepared_max": prepared_max_of,
    "proficiency": proficiency,
    "scaled_darts": scaled_darts,
    "scaled_dice": scaled_dice,
    "slots": slots,
    "spell_attack": spell_attack,
    "spell_dc": spell_dc,
    "start_long_cast": start_long_cast,
}
"""By `action.do`."""
