"""Sentences for attacks, damage, healing, saves, and what becomes of those at 0 hit points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.attacks import ActionTaken, AttackRolled, HitChecked
from rules.combatant import Combatant
from rules.damage import DamageRolled, DamageTaken, RolledPart, Step, TakenPart
from rules.death import DeathSaveRolled, DeathSavesChanged, MedicineChecked, Revived, StatusChanged
from rules.healing import AmountRolled, Healed, TemporaryGranted
from rules.kernel import Event
from rules.saves import SaveRolled

from .. import terms
from ..i18n import _, n_
from ..typography import semicolons
from .scene import Scene, called, damage_words, dice_text, number, roll_text

NATURAL_20: Final = 20
HELPLESS: Final = ("paralyzed", "unconscious")
"""Conditions by which a hit from close by is critical (A5E-29)."""


def attack_rolled(event: AttackRolled, scene: Scene) -> str:
    """An attack roll and its outcome."""
    words: dict[str, object] = {
        "who": scene.who(event.attacker),
        "target": scene.who(event.target),
        "action": called(event.name),
        "roll": roll_text(event.faces, event.kept, event.bonus, event.total, event.mode),
        "ac": event.ac,
    }
    sentence = {
        "hit": _("{who} attacks {target} ({action}): {roll} against AC {ac}, hit."),
        "miss": _("{who} attacks {target} ({action}): {roll} against AC {ac}, miss."),
        "critical": _("{who} attacks {target} ({action}): {roll} against AC {ac}, critical hit!"),
    }[event.outcome]
    if event.outcome == "critical" and event.kept != NATURAL_20 and (helpless := _helpless(event, scene)):
        sentence = _("{who} attacks {target} ({action}): {roll} against AC {ac}, critical: {condition}, in melee.")
        words["condition"] = helpless
    return sentence.format(**words)


def _helpless(event: AttackRolled, scene: Scene) -> str:
    """Return the condition of its target that makes a hit from close by critical, in the reader's language."""
    encounter = scene.before.encounter
    if encounter is None or event.target not in encounter.combatants:
        return ""
    return next((terms.condition(each) for each in HELPLESS if encounter.has_condition(event.target, each)), "")


def hit_checked(event: HitChecked, scene: Scene) -> str:
    """A total from the table against an armour class."""
    sentence = _("{total} hits {target} (AC {ac}).") if event.hit else _("{total} does not hit {target} (AC {ac}).")
    return sentence.format(total=number(event.total), target=scene.who(event.target), ac=event.ac)


def action_taken(event: ActionTaken, scene: Scene) -> str:
    """An action of the stat block that rolls no attack; other actions have sentences of their own."""
    if event.name is None:
        return ""
    if not event.targets:
        return _("{who} uses {action}.").format(who=scene.who(event.who), action=called(event.name))
    return _("{who} uses {action} on {targets}.").format(
        who=scene.who(event.who), action=called(event.name), targets=scene.all(event.targets)
    )


def damage_rolled(event: DamageRolled, _scene: Scene) -> str:
    """The dice of one source of damage."""
    parts = " + ".join(rolled_part(part) for part in event.parts)
    if event.critical:
        return _("Critical damage: {parts}.").format(parts=parts)
    return _("Damage: {parts}.").format(parts=parts)


def rolled_part(part: RolledPart) -> str:
    """Return one part of a damage roll: `2d6+3 (3, 5) = 11 fire`."""
    if not part.dice:
        return damage_words(part.amount, part.type)
    text = dice_text(part.dice, part.faces, part.amount)
    return f"{text} {terms.damage_type(part.type)}" if part.type else text


def damage_taken(event: DamageTaken, scene: Scene) -> str:
    """What a combatant takes, in the order in which it was reckoned, and its hit points."""
    who = scene.who(event.who)
    how = _how_taken(event)
    if event.taken == 0:
        return _("{who} takes no damage{how}.").format(who=who, how=how)
    was = scene.was(event.who)
    return n_(
        "{who} takes {n} damage{how}: {before} → {hp} HP.",
        "{who} takes {n} damage{how}: {before} → {hp} HP.",
        event.taken,
    ).format(who=who, n=event.taken, how=how, before=was.hp if was else "?", hp=event.hp)


def _how_taken(event: DamageTaken) -> str:
    if len(event.parts) == 1 and not event.parts[0].steps:
        pieces = [terms.damage_type(event.parts[0].type)] if event.parts[0].type else []
    else:
        pieces = [taken_part(part) for part in event.parts]
    if event.absorbed:
        pieces.append(
            n_("{n} absorbed by temporary hit points", "{n} absorbed by temporary hit points", event.absorbed).format(
                n=event.absorbed
            )
        )
    return f" ({semicolons(pieces)})" if pieces else ""


def taken_part(part: TakenPart) -> str:
    """Return one part of the damage taken with its steps: `25 bludgeoning, less 5: 20, resistant: 10`."""
    words = [damage_words(part.rolled, part.type)]
    before = part.rolled
    for step in part.steps:
        words.append(step_words(step, before))
        before = step.after
    return ", ".join(words)


def step_words(step: Step, before: int) -> str:
    """Return one step by which an amount changed, and what it came to."""
    sentence = {
        "save_half": _("half on the save: {after}"),
        "save_none": _("none on the save: {after}"),
        "immune": _("immune: {after}"),
        "reduction": _("less {less}: {after}"),
        "resistant": _("resistant: {after}"),
        "vulnerable": _("vulnerable: {after}"),
    }[step.code]
    return sentence.format(after=step.after, less=before - step.after)


def amount_rolled(event: AmountRolled, _scene: Scene) -> str:
    """The dice of a healing."""
    return _("Roll: {dice}.").format(dice=dice_text(event.expression, event.faces, event.total))


def healed(event: Healed, scene: Scene) -> str:
    """Hit points regained."""
    who = scene.who(event.who)
    if event.gained == event.amount:
        return n_(
            "{who} regains {n} hit point: {before} → {hp} HP.",
            "{who} regains {n} hit points: {before} → {hp} HP.",
            event.gained,
        ).format(who=who, n=event.gained, before=event.hp - event.gained, hp=event.hp)
    return n_(
        "{who} regains {n} hit point of {amount}: {before} → {hp} HP, the maximum.",
        "{who} regains {n} hit points of {amount}: {before} → {hp} HP, the maximum.",
        event.gained,
    ).format(who=who, n=event.gained, amount=event.amount, before=event.hp - event.gained, hp=event.hp)


def temporary_granted(event: TemporaryGranted, scene: Scene) -> str:
    """Temporary hit points, which never add up."""
    who = scene.who(event.who)
    if event.temp_hp == event.amount:
        return n_("{who} has {n} temporary hit point.", "{who} has {n} temporary hit points.", event.temp_hp).format(
            who=who, n=event.temp_hp
        )
    return n_(
        "{who} keeps {n} temporary hit point rather than {amount}.",
        "{who} keeps {n} temporary hit points rather than {amount}.",
        event.temp_hp,
    ).format(who=who, n=event.temp_hp, amount=event.amount)


def status_changed(event: StatusChanged, scene: Scene) -> str:
    """Somebody drops, dies, is stable, or wakes."""
    return _status_sentence(event, scene.was(event.who)).format(who=scene.who(event.who))


def _status_sentence(event: StatusChanged, was: Combatant | None) -> str:
    was_stable = was is not None and was.status == "stable"
    match event.status, event.reason:
        # Those who die at 0 hit points anyway need no reason.
        case "dead", "massive_damage" if was is None or not was.dies_at_zero:
            return _("{who} dies at once: the damage left over reaches the hit point maximum.")
        case "dead", "death_saves":
            return _("{who} dies: third failure.")
        case "dead", _other:
            return _("{who} dies.")
        case "unconscious", _other:
            return _("{who} is dying again.") if was_stable else _("{who} drops to 0 hit points and is dying.")
        case "stable", "knocked_out":
            return _("{who} is knocked out, and stable.")
        case "stable", _other:
            return _("{who} is stable.")
        case "alive", "revived":
            return _("{who} lives again.")
        case "alive", _other:
            return _("{who} wakes.")
        case _:
            return _("{who} is out of the fight.")


def death_save_rolled(event: DeathSaveRolled, scene: Scene) -> str:
    """A death saving throw."""
    sentence = {
        "success": _("{who}, death saving throw: {roll}, success."),
        "failure": _("{who}, death saving throw: {roll}, failure."),
        "two_failures": _("{who}, death saving throw: {roll}, two failures!"),
        "natural_20": _("{who}, death saving throw: {roll}: up with 1 hit point."),
    }[event.outcome]
    roll = roll_text((event.face,), event.face, event.bonus, event.face + event.bonus)
    return sentence.format(who=scene.who(event.who), roll=roll)


def death_saves_changed(event: DeathSavesChanged, scene: Scene) -> str:
    """How the death saves stand."""
    successes = n_("{n} success", "{n} successes", event.saves.successes).format(n=event.saves.successes)
    failures = n_("{n} failure", "{n} failures", event.saves.failures).format(n=event.saves.failures)
    return _("{who}: {successes}, {failures}.").format(who=scene.who(event.who), successes=successes, failures=failures)


def medicine_checked(event: MedicineChecked, scene: Scene) -> str:
    """First aid."""
    roll = roll_text((event.face,), event.face, event.bonus, event.total)
    sentence = (
        _("{who} gives first aid to {target}: {roll}, success.")
        if event.success
        else _("{who} gives first aid to {target}: {roll}, failure.")
    )
    return sentence.format(who=scene.who(event.who), target=scene.who(event.target), roll=roll)


def revived(event: Revived, scene: Scene) -> str:
    """Hit points after being down or dead."""
    return n_("{who} is back at {n} HP.", "{who} is back at {n} HP.", event.hp).format(
        who=scene.who(event.who), n=event.hp
    )


def save_rolled(event: SaveRolled, scene: Scene) -> str:
    """A saving throw and its outcome."""
    who, ability = scene.who(event.who), terms.ability(event.ability)
    if not event.faces:
        return _("{who}, {ability} save DC {dc}: fails without a roll.").format(who=who, ability=ability, dc=event.dc)
    sentence = (
        _("{who}, {ability} save: {roll} against DC {dc}, success.")
        if event.success
        else _("{who}, {ability} save: {roll} against DC {dc}, failure.")
    )
    roll = roll_text(event.faces, event.kept, event.bonus, event.total, event.mode)
    return sentence.format(who=who, ability=ability, roll=roll, dc=event.dc)


TELLERS: Final[Mapping[type[Event], Callable[[Any, Scene], str]]] = {
    AttackRolled: attack_rolled,
    HitChecked: hit_checked,
    ActionTaken: action_taken,
    DamageRolled: damage_rolled,
    DamageTaken: damage_taken,
    AmountRolled: amount_rolled,
    Healed: healed,
    TemporaryGranted: temporary_granted,
    StatusChanged: status_changed,
    DeathSaveRolled: death_save_rolled,
    DeathSavesChanged: death_saves_changed,
    MedicineChecked: medicine_checked,
    Revived: revived,
    SaveRolled: save_rolled,
}
