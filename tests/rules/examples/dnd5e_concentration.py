"""The operations of D&D 5e on concentration, saving throws and attack rolls."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.attacks import Attack, AttackRolled
from rules.concentration import ENVIRONMENT_DC, DropConcentration, concentration_dc
from rules.conditions import ApplyCondition
from rules.damage import DealDamage
from rules.effects import ConcentrationEnded
from rules.figures import SetFigure
from rules.saves import SaveRolled, combine_modes, save_succeeds
from rules.settling import Settle
from rules.statblock import Action, Damage, Names, StatBlock
from rules.text import fold
from tests.rules.examples.bench import (
    SUBJECT,
    bench_of,
    block_of,
    combatant_of,
    running,
)
from tests.rules.examples.operation import Operation, Values
from tests.rules.examples.words import CONDITIONS, MODES, spell_id


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
    if fold(action["condition"]) == "mort":  # listed among the conditions, and a state of its own in the rules
        return die(given, action)
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


OPERATIONS: dict[str, Operation] = {
    "attack_roll": attack_roll,
    "concentration_dc": concentration_dc_of,
    "concentration_dcs": concentration_dcs,
    "concentration_save": concentration_save,
    "die": die,
    "drop_concentration": drop_concentration,
    "environment_save": environment_save,
    "gain_condition": gain_condition,
    "move_and_attack": move_and_attack,
    "save": save,
}
"""By `action.do`."""
