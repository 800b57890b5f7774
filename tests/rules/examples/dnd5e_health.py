"""The operations of D&D 5e on damage, healing and death (document 003)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.abilities import ability_modifier
from rules.attacks import Attack, AttackRolled
from rules.combatant import Combatant
from rules.damage import DamageTaken, DealDamage, RolledPart, SaveFor, roll_damage
from rules.damage_type import DAMAGE_TYPES
from rules.death import Revive, Stabilise, apply_death_save
from rules.dice import LoadedDice
from rules.effect import Effect, Until
from rules.effects import ConcentrationEnded, EffectStarted
from rules.evolve import evolve
from rules.healing import GrantTemporary, Heal, Healed
from rules.initiative import NextTurn, RoundStarted, begin_turn
from rules.kernel import Resolution
from rules.rolls import double_dice, format_roll, parse_roll
from rules.statblock import Action, Damage, Names, StatBlock
from tests.rules.examples.bench import (
    SUBJECT,
    Bench,
    bench_of,
    block_of,
    combatant_of,
)
from tests.rules.examples.operation import Operation, Values
from tests.rules.examples.words import DAMAGE_TYPES as FRENCH_TYPES
from tests.rules.examples.words import damage_type, keep


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
    chosen = keep(action["choose"]) if "choose" in action else "larger"
    bench.send(GrantTemporary(targets=(SUBJECT,), amount=str(action["amount"]), keep=chosen))
    return _health(bench)


def advance_to_round(given: Values, action: Values) -> dict[str, Any]:
    bench = bench_of(given)
    until = Until(when="start", of=SUBJECT, round=given["temp_until_round"])
    effect = Effect(id="effect-7", target=SUBJECT, name=Names(en=given["temp_source"]), until=until, temp_hp=True)
    bench.state = evolve(evolve(bench.state, EffectStarted(effect=effect)), RoundStarted(round=action["round"] - 1))
    bench.send(NextTurn())
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


OPERATIONS: dict[str, Operation] = {
    "advance_to_round": advance_to_round,
    "area_damage": area_damage,
    "crit_damage": crit_damage,
    "damage": damage,
    "damage_events": damage_events,
    "damage_roll": damage_roll,
    "damage_types": damage_types,
    "death_saves": death_saves,
    "grant_temp": grant_temp,
    "heal": heal,
    "may_act": may_act,
    "melee_hit": melee_hit,
    "revive": revive,
    "stabilize": stabilize,
    "start_turn": start_turn,
}
"""By `action.do`."""
