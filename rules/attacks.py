"""Attack rolls, and the other actions of a stat block (R003-05, A5E-29, conditions of SRD 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from .campaign import CampaignState
from .change import with_combatant
from .damage import Share, roll_damage, take_damage
from .effect import Effect, EndingSave
from .effects import start_effect, until_rounds
from .encounter import Encounter
from .kernel import Command, CommandRefused, Event, Resolution
from .presence import require_able, require_alive
from .resources import spend
from .saves import Mode, combine_modes, roll_d20, roll_save
from .statblock import Action, Names, Save, StatBlock

Outcome = Literal["hit", "miss", "critical"]
MAX_ATTACKS = 20
"""Most attacks that one command makes."""
HIGHEST_TOTAL = 1000
"""Largest total of an attack roll that is taken, up or down."""


class Attack(Command, frozen=True, kw_only=True):
    """Use an attack, a whole Multiattack, or an action that asks for saves, and apply what it does."""

    attacker: str
    targets: tuple[str, ...]
    action: str = ""
    """Id of the action; nothing: the first Multiattack, else the first attack."""
    mode: Mode = "normal"
    """What the GM states; conditions are added to it."""
    times: int = 1


class CheckHit(Command, frozen=True, kw_only=True):
    """Say whether a total that was rolled at the table hits somebody's armour class."""

    total: int
    target: str


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack roll fell."""

    attacker: str
    target: str
    action: str
    name: Names
    faces: tuple[int, ...]
    """One face, or two with advantage or disadvantage."""
    kept: int
    bonus: int
    total: int
    ac: int
    mode: Mode = "normal"
    reasons: tuple[str, ...] = ()
    """What gave advantage or disadvantage: conditions, or `stated`."""
    outcome: Outcome


class HitChecked(Event, frozen=True, kw_only=True):
    """A total was compared with an armour class."""

    target: str
    total: int
    ac: int
    hit: bool


class ActionTaken(Event, frozen=True, kw_only=True):
    """A combatant used its action, bonus action or reaction, or an action of its stat block that rolls no attack."""

    who: str
    use: Literal["action", "bonus", "reaction", "none"] = "action"
    action: str = ""
    name: Names | None = None
    """Set when it is an action of the stat block that rolls no attack."""
    targets: tuple[str, ...] = ()


def hits(face: int, total: int, ac: int) -> Outcome:
    """Return what an attack roll comes to: 1 misses, 20 is critical, else the total must reach the armour class."""
    if face == 20:
        return "critical"
    return "hit" if face != 1 and total >= ac else "miss"


def attack_modes(encounter: Encounter, attacker: str, target: str, *, melee: bool) -> tuple[tuple[str, Mode], ...]:
    """Return what conditions give to an attack roll, as (condition, mode) pairs.

    Fear counts as if its source were in sight; a melee attack counts as made within 1.5 m.
    """
    found: list[tuple[str, Mode]] = []
    of_attacker = set(encounter.conditions(attacker))
    of_target = set(encounter.conditions(target))
    for condition in ("blinded", "frightened", "poisoned", "prone", "restrained"):
        if condition in of_attacker:
            found.append((condition, "disadvantage"))
    if any(effect.exhaustion >= 3 for effect in encounter.effects_on(attacker)):
        found.append(("exhaustion", "disadvantage"))
    if "invisible" in of_attacker:
        found.append(("invisible", "advantage"))
    for condition in ("blinded", "paralyzed", "petrified", "restrained", "stunned", "unconscious"):
        if condition in of_target:
            found.append((condition, "advantage"))
    if "invisible" in of_target:
        found.append(("invisible", "disadvantage"))
    if "prone" in of_target:
        found.append(("prone", "advantage" if melee else "disadvantage"))
    return tuple(found)


def strikes_critically(encounter: Encounter, target: str, *, melee: bool) -> bool:
    """Return whether any hit is critical: from within 1.5 m on the paralysed and the unconscious (A5E-29)."""
    return melee and encounter.has_condition(target, "paralyzed", "unconscious")


def roll_attack(
    resolution: Resolution,
    attacker: str,
    target: str,
    *,
    action: str,
    name: Names,
    bonus: int,
    melee: bool,
    stated: Mode = "normal",
) -> Outcome:
    """Roll an attack against a combatant's armour class, tell of it, and return the outcome."""
    encounter = resolution.encounter
    modes: list[tuple[str, Mode]] = [("stated", stated)] if stated != "normal" else []
    modes += attack_modes(encounter, attacker, target, melee=melee)
    given: list[Mode] = [each for _reason, each in modes]
    mode = combine_modes(*given)
    faces, kept = roll_d20(resolution, mode, purpose="attack", who=attacker)
    ac = encounter.combatants[target].ac
    outcome = hits(kept, kept + bonus, ac)
    if outcome == "hit" and strikes_critically(encounter, target, melee=melee):
        outcome = "critical"
    resolution.emit(
        AttackRolled(
            attacker=attacker,
            target=target,
            action=action,
            name=name,
            faces=faces,
            kept=kept,
            bonus=bonus,
            total=kept + bonus,
            ac=ac,
            mode=mode,
            reasons=tuple(reason for reason, _mode in modes),
            outcome=outcome,
        )
    )
    return outcome


def routine(block: StatBlock, action: str, times: int) -> tuple[Action, ...]:
    """Return the attacks that a command makes, in order: the named action, else the first Multiattack or attack.

    Raises:
        CommandRefused: `unknown_action`, `no_attack`.
    """
    if action:
        found = block.action(action)
        if found is None:
            raise CommandRefused("unknown_action", action=action, creature=block.name)
        return (found,) * times
    for multiattack in block.multiattack:
        made = tuple(each for key in multiattack.actions if (each := block.action(key)) and each.rolls_to_hit)
        if made:
            return made * times
    attack = next((each for each in block.actions if each.rolls_to_hit), None)
    attack = attack or next((each for each in block.actions if each.save), None)
    if attack is None:
        raise CommandRefused("no_attack", creature=block.name)
    return (attack,) * times


def decide_attack(resolution: Resolution, command: Attack) -> None:
    """Make the attacks one after the other and apply damage, saves and conditions.

    Several targets are gone round; attacks on one that has dropped dead go to the next that has not.

    Raises:
        CommandRefused: `no_target`, `unknown_target`, `dead`, `out`, `unknown_action`, `no_attack`, `times_range`;
            `cannot_act`, `no_action`, `not_recharged`, `no_uses` unless forced.
    """
    attacker = require_able(resolution, command.attacker)
    require_alive(resolution, command.targets)
    if not 1 <= command.times <= MAX_ATTACKS:
        raise CommandRefused("times_range", times=command.times, most=MAX_ATTACKS)
    attacks = routine(resolution.encounter.block(attacker.id), command.action, command.times)
    own_turn = resolution.encounter.active == attacker.id
    if own_turn and any(cast.time == "action" for cast in attacker.used.casts):
        resolution.refuse_unless_forced("no_action", caster=attacker.id)
    use: Literal["action", "none"] = "action" if own_turn else "none"
    if not attacks[0].rolls_to_hit:
        _use_action(resolution, attacker.id, attacks[0], command.targets, use)
        return
    if len(attacks) < len(command.targets):
        attacks = tuple(attacks[index % len(attacks)] for index in range(len(command.targets)))
    resolution.emit(ActionTaken(who=attacker.id, use=use))
    for index, attack in enumerate(attacks):
        standing = [t for t in command.targets if resolution.encounter.combatants[t].is_present]
        if not standing:
            break
        wanted = command.targets[index % len(command.targets)]
        target = wanted if wanted in standing else standing[0]
        _strike(resolution, attacker.id, target, attack, command.mode)


def _pay(resolution: Resolution, who: str, action: Action) -> None:
    if action.recharge is not None:
        spend(resolution, who, f"action.{action.id}", "not_recharged")
    elif action.uses is not None:
        spend(resolution, who, f"action.{action.id}", "no_uses")


def _strike(resolution: Resolution, attacker: str, target: str, attack: Action, stated: Mode) -> None:
    """One attack roll and what a hit does: its damage and its save are one damage event (A5E-15)."""
    _pay(resolution, attacker, attack)
    outcome = roll_attack(
        resolution,
        attacker,
        target,
        action=attack.id,
        name=attack.name,
        bonus=attack.hit or 0,
        melee=attack.is_melee,
        stated=stated,
    )
    if outcome == "miss":
        return
    critical = outcome == "critical"
    shares = [Share(parts=roll_damage(resolution, attack.damage, by=attacker, critical=critical))]
    failed = True
    if (save := attack.save) is not None:
        failed = not roll_save(resolution, target, save.ability, save.dc, purpose="action")
        if save.damage:
            # The dice of a save are not the attack's own: a critical hit does not double them (A5E-35).
            rider = roll_damage(resolution, save.damage, by=attacker)
            shares.append(Share(parts=rider, saved=not failed, on_success=save.on_success))
    if any(share.parts for share in shares):
        take_damage(resolution, target, shares, by=attacker, critical=critical)
    if save is not None and failed:
        _impose(resolution, attacker, target, attack, save.conditions, save)
    _impose(resolution, attacker, target, attack, attack.conditions)


def _impose(
    resolution: Resolution,
    attacker: str,
    target: str,
    action: Action,
    conditions: Sequence[str],
    save: Save | None = None,
) -> None:
    """Give a target what a hit or a failed save imposes, for as long as the save says, unless it is beyond it."""
    if not conditions or not resolution.encounter.combatants[target].is_present:
        return
    effect = Effect(id="", target=target, name=action.name, source=attacker, conditions=tuple(conditions))
    if save is not None:
        effect = replace(
            effect,
            until=until_rounds(resolution, save.rounds, attacker) if save.rounds else None,
            save=EndingSave(ability=save.ability, dc=save.dc) if save.save_ends else None,
            ends_on_damage=save.ends_on_damage,
        )
    start_effect(resolution, effect)


def _use_action(
    resolution: Resolution, who: str, action: Action, targets: tuple[str, ...], use: Literal["action", "none"]
) -> None:
    """A breath or another action that rolls no attack: one damage roll, a save for each target."""
    _pay(resolution, who, action)
    resolution.emit(ActionTaken(who=who, use=use, action=action.id, name=action.name, targets=targets))
    save = action.save
    rolled = roll_damage(resolution, (*action.damage, *(save.damage if save else ())), by=who)
    for target in targets:
        if not resolution.encounter.combatants[target].is_present:
            continue
        share = Share(parts=rolled)
        failed = True
        if save is not None:
            failed = not roll_save(resolution, target, save.ability, save.dc, purpose="action")
            share = replace(share, saved=not failed, on_success=save.on_success)
        if rolled:
            take_damage(resolution, target, (share,), by=who)
        if failed:
            _impose(resolution, who, target, action, save.conditions if save else (), save)
            _impose(resolution, who, target, action, action.conditions)


def decide_check_hit(resolution: Resolution, command: CheckHit) -> None:
    """Compare a total with a combatant's armour class.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `figure_range`.
    """
    target = resolution.combatant(command.target)
    if abs(command.total) > HIGHEST_TOTAL:
        raise CommandRefused("figure_range", value=command.total, least=-HIGHEST_TOTAL, most=HIGHEST_TOTAL)
    resolution.emit(HitChecked(target=target.id, total=command.total, ac=target.ac, hit=command.total >= target.ac))


def evolve_attack_rolled(state: CampaignState, _event: AttackRolled) -> CampaignState:
    """Return the state as it was: what a hit does has events of its own."""
    return state


def evolve_hit_checked(state: CampaignState, _event: HitChecked) -> CampaignState:
    """Return the state as it was: only the log tells of it."""
    return state


def evolve_action_taken(state: CampaignState, event: ActionTaken) -> CampaignState:
    """Return the state in which a combatant has used its action, bonus action or reaction."""
    encounter = state.encounter
    if encounter is None or event.use == "none" or event.who not in encounter.combatants:
        return state
    used = encounter.combatants[event.who].used
    match event.use:
        case "action":
            used = replace(used, action=True)
        case "bonus":
            used = replace(used, bonus=True)
        case "reaction":
            used = replace(used, reaction=True)
    return with_combatant(state, event.who, used=used)
