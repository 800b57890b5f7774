"""The operations of the D&D 5e documents: spellcasting (000), damage and healing (003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.abilities import ability_modifier, spell_attack_bonus, spell_save_dc
from rules.attacks import Attack, AttackRolled
from rules.casting import (
    CastSpell,
    LongCastingStarted,
    SpellCast,
)
from rules.casting_time import casting_seconds, may_cast
from rules.combatant import Cast, Combatant, LongCasting, Resource, TurnUse
from rules.components import missing_component
from rules.concentration import ENVIRONMENT_DC, DropConcentration, concentration_dc
from rules.conditions import ApplyCondition
from rules.damage import DamageTaken, DealDamage, RolledPart, SaveFor, roll_damage
from rules.damage_type import DAMAGE_TYPES
from rules.death import Revive, Stabilise, apply_death_save
from rules.dice import LoadedDice
from rules.dispelling import Dispel
from rules.effects import ConcentrationEnded
from rules.evolve import evolve
from rules.figures import SetFigure
from rules.healing import GrantTemporary, Heal, Healed
from rules.initiative import NextTurn, RoundStarted, begin_turn
from rules.kernel import Resolution
from rules.lengths import rounds_of
from rules.rolls import double_dice, format_roll, parse_roll
from rules.saves import SaveRolled, combine_modes, save_succeeds
from rules.settling import Settle
from rules.slots import PREPARING_CLASSES, max_spell_level, pact_for, prepared_max, proficiency_bonus, slots_for
from rules.spell import Spell
from rules.spellwork import projectiles_at, scaled
from rules.statblock import Action, Casting, Damage, Names, StatBlock
from rules.text import fold
from tests.rules.examples.bench import (
    SUBJECT,
    Bench,
    bearing_of,
    bench_of,
    block_of,
    combatant_of,
    running,
)
from tests.rules.examples.words import CONDITIONS, KEEP, MODES, damage_type, duration, spell_id
from tests.rules.examples.words import DAMAGE_TYPES as FRENCH_TYPES

Values = Mapping[str, Any]
Operation = Callable[[Values, Values], dict[str, Any]]


# --- damage and healing ---------------------------------------------------------------------------------------------


def _parts(parts: list[dict[str, Any]]) -> tuple[Damage, ...]:
    return tuple(
        Damage(dice=str(part["amount"]), type=damage_type(part.get("type", "")), magical=part.get("magical", False))
        for part in parts
    )


def _health(bench: Bench) -> dict[str, Any]:
    """Everything that an example may expect of a combatant's health."""
    subject = bench.subject
    taken: list[DamageTaken] = bench.happened(DamageTaken)
    healed: list[Healed] = bench.happened(Healed)
    obligations = bench.encounter.obligations.values()
    return {
        **bench.outcome(),
        "hp": subject.hp,
        "temp_hp": subject.temp_hp,
        "taken": sum(event.taken for event in taken),
        "excess": taken[-1].excess if taken else 0,
        "gained": sum(event.gained for event in healed),
        "conscious": subject.status == "alive",
        "dead": subject.is_dead,
        "stable": subject.status == "stable",
        "prone": bench.encounter.has_condition(SUBJECT, "prone"),
        "death_successes": subject.death_saves.successes,
        "death_failures": subject.death_saves.failures,
        "concentration_saves": [each.dc for each in obligations if each.kind == "concentration_save"],
        "concentration_lost": bool(bench.happened(ConcentrationEnded)),
    }


def damage(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    save: SaveFor | None = None
    faces: tuple[int, ...] = ()
    if "saved" in action:
        save = SaveFor(ability="dex", dc=11, on_success="half" if action.get("save_half") else "none")
        faces = (20,) if action["saved"] else (1,)
    bench.send(
        DealDamage(
            targets=(SUBJECT,),
            parts=_parts(action["parts"]),
            save=save,
            critical=action.get("critical", False),
            melee=action.get("melee", False),
            nonlethal=action.get("knock_out", False),
        ),
        *faces,
    )
    return _health(bench)


def damage_events(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    for event in action["events"]:
        bench.send(DealDamage(targets=(SUBJECT,), parts=_parts([event])))
    return _health(bench)


def _rolled(expression: str, faces: list[int], *, critical: bool = False) -> RolledPart:
    bench = bench_of({})
    dice = LoadedDice(faces)
    (part,) = roll_damage(Resolution(bench.state, dice, evolve), (Damage(dice=expression),), critical=critical)
    assert not dice.left
    return part


def _modifier(given: Values, action: Values) -> int:
    """Return what a damage roll adds: the modifier stated, or the attack's ability for a weapon (R003-03)."""
    ability = ability_modifier(given.get("ability_score", 10)) if action.get("weapon") else 0
    return ability + int(action.get("modifier", 0))


def damage_roll(given: Values, action: Values) -> dict[str, Any]:
    faces = action["dice"]
    return {"damage": _rolled(f"{len(faces)}d20{_modifier(given, action):+d}", faces).amount}


def crit_damage(given: Values, action: Values) -> dict[str, Any]:
    normal = action["dice_normal"]
    rolled = _rolled(f"{normal}{_modifier(given, action):+d}", action["dice"], critical=True)
    return {"damage": rolled.amount, "dice_rolled": format_roll(double_dice(parse_roll(normal)))}


def area_damage(given: Values, action: Values) -> dict[str, Any]:
    members: list[tuple[Combatant, StatBlock]] = []
    for target in given["targets"]:
        block = replace(block_of(target), id=target["name"])
        members.append((combatant_of(target, block, target["name"]), block))
    bench = bench_of({}, None, *members)
    faces = action["dice"]
    bench.send(
        DealDamage(
            targets=tuple(target["name"] for target in given["targets"]),
            parts=(Damage(dice=f"{len(faces)}d6", type=damage_type(action["type"])),),
            save=SaveFor(ability="dex", dc=11, on_success="half" if action.get("save_half") else "none"),
        ),
        *faces,
        *(20 if target.get("saved") else 1 for target in given["targets"]),
    )
    taken: list[DamageTaken] = bench.happened(DamageTaken)
    return {"rolled": taken[0].parts[0].rolled, "hp": [event.hp for event in taken]}


def heal(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    bench.send(Heal(targets=(SUBJECT,), amount=str(action["amount"])))
    return _health(bench)


def grant_temp(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    keep: Any = KEEP[action["choose"]] if "choose" in action else "larger"
    bench.send(GrantTemporary(targets=(SUBJECT,), amount=str(action["amount"]), keep=keep))
    return _health(bench)


def revive(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    bench.send(Revive(target=SUBJECT, hp=action["hp"]))
    if "then_heal" in action:
        bench.send(Heal(targets=(SUBJECT,), amount=str(action["then_heal"])))
    return _health(bench)


def death_saves(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    resolution = Resolution(bench.state, LoadedDice([]), evolve)
    for face in action["d20"]:
        apply_death_save(resolution, SUBJECT, face, given.get("death_save_bonus", 0))
    bench.state = resolution.state
    return _health(bench)


def start_turn(given: Values, _action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    resolution = Resolution(bench.state, LoadedDice([]), evolve)
    begin_turn(resolution, SUBJECT)
    asked = any(each.kind == "death_save" for each in resolution.encounter.obligations.values())
    return {"death_save_required": asked}


def stabilize(given: Values, action: Values) -> dict[str, Any]:
    medic = StatBlock(id="medic", name=Names(en="medic"), skills={"medicine": action["bonus"]})
    bench = bench_of(given, None, (combatant_of({}, medic, "medic"), medic))
    bench.send(Stabilise(target=SUBJECT, by="medic"), action["d20"])
    total = action["d20"] + action["bonus"]
    spent = bench.encounter.combatants["medic"].used.action
    return {**_health(bench), "total": total, "action_spent": spent}


def melee_hit(given: Values, action: Values) -> dict[str, Any]:
    near = action["distance_m"] <= 1.5
    blow = Action(
        id="blow",
        name=Names(en="blow"),
        kind="melee" if near else "ranged",
        hit=30,
        damage=_parts(action["parts"]),
    )
    attacker = StatBlock(id="attacker", name=Names(en="attacker"), actions=(blow,))
    bench = bench_of(given, None, (combatant_of({}, attacker, "attacker"), attacker))
    bench.send(Attack(attacker="attacker", targets=(SUBJECT,), action="blow"), 10, 10)
    rolled: list[AttackRolled] = bench.happened(AttackRolled)
    return {**_health(bench), "critical": rolled[0].outcome == "critical"}


def may_act(given: Values, _action: Values) -> dict[str, Any]:
    blow = Action(id="blow", name=Names(en="blow"), kind="melee", hit=0)
    other = StatBlock(id="other", name=Names(en="other"))
    bench = bench_of(given, block_of(given, actions=(blow,)), (combatant_of({}, other, "other"), other))
    bench.send(Attack(attacker=SUBJECT, targets=("other",)), 5)
    return bench.outcome()


def damage_types(_given: Values, _action: Values) -> dict[str, Any]:
    french = {english: word for word, english in FRENCH_TYPES.items()}
    labels = {"necrotique": "nécrotique"}
    types = sorted(
        (labels.get(french[each], french[each]) for each in DAMAGE_TYPES),
        key=_order_of_the_document.index,
    )
    return {"count": len(DAMAGE_TYPES), "types": types}


_order_of_the_document = [
    "acide", "contondant", "feu", "force", "froid", "foudre", "nécrotique", "perforant", "poison", "psychique",
    "radiant", "tonnerre", "tranchant",
]  # fmt: skip


# --- concentration and saves ----------------------------------------------------------------------------------------


def concentration_dc_of(_given: Values, action: Values) -> dict[str, Any]:
    return {"save_dc": concentration_dc(action["damage"])}


def concentration_dcs(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of({**given, "hp": 1000, "max_hp": 1000})
    for amount in action["sources"]:
        bench.send(DealDamage(targets=(SUBJECT,), parts=(Damage(dice=str(amount)),)))
    return {"save_dcs": [each.dc for each in bench.encounter.obligations.values()]}


def concentration_save(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of({**given, "hp": 1000, "max_hp": 1000, "concentrating_on": given.get("concentrating_on", "x")})
    bench.send(DealDamage(targets=(SUBJECT,), parts=(Damage(dice=str(action["damage"])),)))
    bench.send(Settle(), action["d20"])
    (save,) = bench.happened(SaveRolled)
    return {"total": save.total, "save_dc": save.dc, "kept": bench.subject.concentration is not None}


def save(given: Values, action: Values) -> dict[str, Any]:
    total = action["d20"] + given["save_bonus"]
    return {"total": total, "success": save_succeeds(total, given["dc"])}


def environment_save(given: Values, action: Values) -> dict[str, Any]:
    result = save({"save_bonus": given["con_save_bonus"], "dc": ENVIRONMENT_DC}, action)
    return {"save_dc": ENVIRONMENT_DC, "total": result["total"], "kept": result["success"]}


def gain_condition(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    bench.send(ApplyCondition(targets=(SUBJECT,), condition=CONDITIONS[fold(action["condition"])]))
    return {**bench.outcome(), "concentration_lost": bench.subject.concentration is None}


def die(given: Values, _action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    bench.send(SetFigure(target=SUBJECT, figure="status", value="dead"))
    return {"concentration_lost": bench.subject.concentration is None}


def move_and_attack(given: Values, _action: Values) -> dict[str, Any]:
    blow = Action(id="blow", name=Names(en="blow"), kind="melee", hit=0)
    other = StatBlock(id="other", name=Names(en="other"))
    bench = bench_of(given, block_of(given, actions=(blow,)), (combatant_of({}, other, "other"), other))
    bench.send(Attack(attacker=SUBJECT, targets=("other",)), 5)
    held = bench.subject.concentration
    return {
        "concentrating_on": held.name.en if held else None,
        "save_required": bool(bench.encounter.obligations),
    }


def drop_concentration(given: Values, _action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    held = bench.subject.concentration
    assert held is not None
    effects = {}
    for number, each in enumerate(given.get("effects", ()), 1):
        same = spell_id(each["spell"]) == held.spell
        effect = running(each["spell"], SUBJECT, number, held.casting if same else "")
        effects[effect.id] = effect
    if effects:
        bench.state = replace(bench.state, encounter=replace(bench.encounter, effects=effects))
    bench.send(DropConcentration(target=SUBJECT))
    left = [
        each for number, each in enumerate(given.get("effects", ()), 1) if f"effect-{number}" in bench.encounter.effects
    ]
    ended: list[ConcentrationEnded] = bench.happened(ConcentrationEnded)
    return {
        **bench.outcome(),
        "ended": [event.name.en for event in ended],
        "action_spent": bench.subject.used.action and given.get("action_available", True),
        "effects_left": left,
    }


def attack_roll(given: Values, action: Values) -> dict[str, Any]:
    faces = action["d20"] if isinstance(action["d20"], list) else [action["d20"]]
    mode: Any = MODES[fold(action.get("mode", "normal"))]
    blow = Action(id="blow", name=Names(en="blow"), kind="melee", hit=given["bonus"])
    other = StatBlock(id="other", name=Names(en="other"), ac=given["ac"])
    bench = bench_of({}, block_of({}, actions=(blow,)), (combatant_of({}, other, "other"), other))
    bench.send(Attack(attacker=SUBJECT, targets=("other",), mode=combine_modes(mode)), *faces)
    (rolled,) = bench.happened(AttackRolled)
    return {"kept": rolled.kept, "total": rolled.total, "hit": rolled.outcome != "miss"}


# --- spellcasting ---------------------------------------------------------------------------------------------------


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


# --- castings that take several turns -------------------------------------------------------------------------------


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
    "area_damage": area_damage,
    "attack_roll": attack_roll,
    "cast": cast,
    "cast_spell": cast_spell,
    "cast_twice": cast_twice,
    "components_ok": components_ok,
    "concentration_dc": concentration_dc_of,
    "concentration_dcs": concentration_dcs,
    "concentration_save": concentration_save,
    "crit_damage": crit_damage,
    "damage": damage,
    "damage_events": damage_events,
    "damage_roll": damage_roll,
    "damage_types": damage_types,
    "damage_while_casting": damage_while_casting,
    "death_saves": death_saves,
    "die": die,
    "dispel_effect": dispel_effect,
    "drop_concentration": drop_concentration,
    "duration_rounds": duration_rounds,
    "effect_active": effect_active,
    "end_turn_without_casting": end_turn_without_casting,
    "environment_save": environment_save,
    "expires_at": expires_at,
    "gain_condition": gain_condition,
    "grant_temp": grant_temp,
    "heal": heal,
    "long_cast": long_cast,
    "max_spell_level": max_spell_level_of,
    "may_act": may_act,
    "may_cast": may_cast_now,
    "melee_hit": melee_hit,
    "move_and_attack": move_and_attack,
    "prepared_max": prepared_max_of,
    "proficiency": proficiency,
    "revive": revive,
    "save": save,
    "scaled_darts": scaled_darts,
    "scaled_dice": scaled_dice,
    "slots": slots,
    "spell_attack": spell_attack,
    "spell_dc": spell_dc,
    "stabilize": stabilize,
    "start_long_cast": start_long_cast,
    "start_turn": start_turn,
}
"""By `action.do`."""
