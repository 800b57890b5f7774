"""Verbs for blows and wounds: attack, hits, damage, heal, temp, save, stabilise, revive."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from rules.attacks import MAX_ATTACKS, Attack, CheckHit
from rules.damage import DealDamage, SaveFor
from rules.death import Revive, Stabilise
from rules.healing import GrantTemporary, Heal
from rules.kernel import Command
from rules.rolls import DiceSyntaxError, format_roll, parse_roll
from rules.saves import Mode, RollSaves
from rules.statblock import Damage

from ...i18n import language
from ..errors import LanguageError
from ..matching import best_matches, close_names, spoken
from ..reader import Reader
from ..words import ABILITIES, DAMAGE_TYPES, meaning_of

_TIMES = re.compile(r"[xX×](\d{1,9})")
_TAGGED = re.compile(r"(.*\S)\s*\[\s*([^\[\]\d,][^\[\],]*)\]", re.DOTALL)


def read_attack(reader: Reader) -> Attack:
    """`attack [ATTACKER] TARGETS [ACTION] [adv|dis] [xN]`; without an attacker it is the active one."""
    at = reader.at
    first = reader.targets()
    if not _is_spelt_action_of_active(reader) and reader.is_target():
        if len(first) != 1:
            raise LanguageError("one_attacker_only", at, count=len(first))
        attacker, targets = first[0], reader.targets()
    else:
        reader.want("target")
        attacker, targets = reader.active("missing_attacker"), first
        _refuse_nobody(reader, attacker)
    action, mode, times = "", "normal", 1
    while not reader.at_end:
        if found := reader.accept("advantage", "disadvantage", "multiattack"):
            mode = found if found != "multiattack" else mode
        elif number := _times(reader):
            times = number
        elif not action:
            action = read_action(reader, attacker, "missing_action")
        else:
            break
    reader.want("action", attacker)
    return Attack(attacker=attacker, targets=targets, action=action, mode=_mode(mode), times=times)


def _is_spelt_action_of_active(reader: Reader) -> bool:
    """Whether the next words spell an action of the active combatant, and no longer name of somebody."""
    encounter = reader.context.encounter()
    if not encounter.active:
        return False
    return reader.spelt(_spoken_actions(reader, encounter.active).__contains__) > 0


def _spoken_actions(reader: Reader, who: str) -> set[str]:
    block = reader.context.encounter().block(who)
    return {spoken(name) for action in block.actions for name in (action.id, action.name.en, action.name.fr)} - {""}


def read_action(reader: Reader, who: str, missing: str, further: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """Read the name of one of somebody's actions, or of something `further`, and return its id.

    Raises:
        LanguageError: `missing`, `unknown_action` with what there is, `ambiguous_action`.
    """
    reader.want("action", who)
    block = reader.context.encounter().block(who)
    named: dict[str, tuple[str, ...]] = {each.id: (each.id, each.name.en, each.name.fr) for each in block.actions}
    shown = {each.id: each.name.of(language()) for each in block.actions}
    for key, names in (further or {}).items():
        named.setdefault(key, (key, *names))
        shown.setdefault(key, names[0] if names else key)
    known = {spoken(name) for names in named.values() for name in names}
    reader.join(reader.spelt(known.__contains__))
    token = reader.take(missing)
    found = best_matches(token.text, named)
    if len(found) == 1:
        return found[0]
    if found:
        suggestions = tuple(shown[key] for key in found)
        raise LanguageError("ambiguous_action", token.at, text=token.text, suggestions=suggestions)
    near = tuple(shown[key] for key in close_names(token.text, named))
    raise LanguageError(
        "unknown_action", token.at, action=token.text, who=who, suggestions=near, known=tuple(shown.values())
    )


def _refuse_nobody(reader: Reader, attacker: str) -> None:
    """Refuse a word that is neither an action of the active combatant nor a word of the language: a target misspelt."""
    token = reader.peek()
    if token is None or reader.meaning() is not None or _TIMES.fullmatch(token.text):
        return
    block = reader.context.encounter().block(attacker)
    named = {each.id: (each.id, each.name.en, each.name.fr) for each in block.actions}
    if not best_matches(token.text, named) and not reader.spelt(_spoken_actions(reader, attacker).__contains__):
        reader.targets()


def _mode(found: str | None) -> Mode:
    return "advantage" if found == "advantage" else "disadvantage" if found == "disadvantage" else "normal"


def _times(reader: Reader) -> int | None:
    token = reader.peek()
    found = _TIMES.fullmatch(token.text) if token is not None and token.kind == "word" else None
    if token is None or found is None:
        return None
    if not 1 <= int(found[1]) <= MAX_ATTACKS:
        raise LanguageError("out_of_range", token.at, number=token.text, least=1, most=MAX_ATTACKS)
    reader.index += 1
    return int(found[1])


def read_hits(reader: Reader) -> CheckHit:
    """`hits TOTAL TARGET`."""
    total = reader.integer("missing_number", -20, 999)
    return CheckHit(total=total, target=reader.target())


def read_damage(reader: Reader) -> DealDamage:
    """`damage [TARGETS] PARTS [half|none SAVE] [crit] [melee] [nonlethal] [by TARGET]`."""
    targets = reader.targets_unless(reader.is_amount, amount_follows=True)
    parts = read_parts(reader)
    save: SaveFor | None = None
    flags: set[str] = set()
    by: str | None = None
    while True:
        if found := reader.accept("half", "none"):
            ability, dc = reader.save()
            save = SaveFor(ability=ability, dc=dc, on_success="half" if found == "half" else "none")
        elif found := reader.accept("critical", "melee", "nonlethal"):
            flags.add(found)
        elif (said := reader.by()) is not None:
            by = said
        else:
            break
    return DealDamage(
        targets=targets,
        parts=parts,
        save=save,
        critical="critical" in flags,
        melee="melee" in flags,
        nonlethal="nonlethal" in flags,
        by=_by_default(reader, targets) if by is None else by,
    )


def _by_default(reader: Reader, targets: tuple[str, ...]) -> str:
    """Return the active combatant, whose doing it is unless somebody says otherwise or it hurts itself."""
    active = reader.context.encounter().active
    return "" if active in targets else active


def read_parts(reader: Reader) -> tuple[Damage, ...]:
    """Read `AMOUNT [TYPE] {QUALITY} {+ AMOUNT [TYPE] {QUALITY}}`."""
    parts = [_part(reader)]
    while (token := reader.peek()) is not None and token.kind == "plus":
        reader.index += 1
        parts.append(_part(reader))
    return tuple(parts)


def _part(reader: Reader) -> Damage:
    at = reader.at
    dice, kind = _untagged(reader.amount(), at)
    magical = False
    qualities: list[str] = []
    while True:
        if reader.accept("magical"):
            magical = True
        elif quality := reader.accept("quality.silvered", "quality.adamantine"):
            qualities.append(quality.removeprefix("quality."))
        elif not kind and (found := reader.accept_prefixed(DAMAGE_TYPES, "damage")):
            kind = found
        else:
            return Damage(dice=dice, type=kind, magical=magical, qualities=tuple(dict.fromkeys(qualities)))


def _untagged(dice: str, at: int) -> tuple[str, str]:
    """Return the dice and the damage type of `2d6[fire]`, which means `2d6 fire`."""
    found = _TAGGED.fullmatch(dice)
    if found is None:
        return dice, ""
    kind = meaning_of(found[2].strip())
    if kind is None or not kind.startswith("damage."):
        raise LanguageError("unknown_damage_type", at, type=found[2].strip())
    try:
        return format_roll(parse_roll(found[1])), kind.removeprefix("damage.")
    except DiceSyntaxError as error:
        raise LanguageError(error.code, at, expression=dice) from None


def read_heal(reader: Reader) -> Heal:
    """`heal [TARGETS] AMOUNT [by TARGET]`."""
    targets = reader.targets_unless(reader.is_amount, amount_follows=True)
    amount = reader.amount()
    return Heal(targets=targets, amount=amount, by=reader.by() or "")


def read_temp(reader: Reader) -> GrantTemporary:
    """`temp [TARGETS] AMOUNT [new|old]`: which ones stay when there are some already."""
    targets = reader.targets_unless(reader.is_amount, amount_follows=True)
    amount = reader.amount()
    keep = reader.accept("new", "old")
    return GrantTemporary(
        targets=targets, amount=amount, keep="new" if keep == "new" else "old" if keep == "old" else "larger"
    )


def read_save(reader: Reader) -> RollSaves:
    """`save [TARGETS] ABILITY DC [adv|dis]`."""
    targets = reader.targets_unless(lambda: reader.meaning() in ABILITIES)
    ability, dc = reader.save()
    return RollSaves(targets=targets, ability=ability, dc=dc, mode=_mode(reader.accept("advantage", "disadvantage")))


def read_stabilise(reader: Reader) -> Stabilise:
    """`stabilise TARGET [by TARGET]`: surely, or by a check of whoever helps."""
    return Stabilise(target=reader.target(), by=reader.by() or "")


def read_revive(reader: Reader) -> Revive:
    """`revive TARGET [HP]`."""
    target = reader.target()
    hp = reader.accept_integer(1, 9999)
    return Revive(target=target, hp=1 if hp is None else hp)


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "attack": read_attack,
    "hits": read_hits,
    "damage": read_damage,
    "heal": read_heal,
    "temp": read_temp,
    "save": read_save,
    "stabilise": read_stabilise,
    "revive": read_revive,
}
