"""Damage: what a roll does to a combatant, in the documented order (R003-01 to R003-12, A5E-19).

Dice (doubled on a critical hit) and modifiers, never below 0; half or nothing on a save; immunity; one flat reduction
for the whole event; resistance; vulnerability; then the sum goes to temporary hit points first. Each halving rounds
down (A5E-18).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from . import death
from .campaign import CampaignState
from .change import with_combatant
from .combatant import Combatant
from .concentration import after_damage
from .damage_type import DAMAGE_TYPES
from .effects import end_effect
from .encounter import Encounter
from .kernel import Command, CommandRefused, Event, Record, Resolution
from .presence import require_alive, require_known
from .rolls import DiceSyntaxError, dice_count, double_dice, format_roll, parse_roll, throw
from .saves import check_dc, roll_save
from .statblock import Ability, Damage, Defence

OnSuccess = Literal["half", "none"]


class SaveFor(Record, frozen=True, kw_only=True):
    """A saving throw against damage: what is left of it on a success."""

    ability: Ability
    dc: int
    on_success: OnSuccess = "half"


class DealDamage(Command, frozen=True, kw_only=True):
    """Deal one roll of damage to some combatants, with a save for each when there is one."""

    targets: tuple[str, ...]
    parts: tuple[Damage, ...]
    save: SaveFor | None = None
    critical: bool = False
    melee: bool = False
    nonlethal: bool = False
    """Knock out instead of killing (R003-20); melee only."""
    by: str = ""
    """Id of the combatant that deals it, or nothing."""


class RolledPart(Record, frozen=True, kw_only=True):
    """One part of a damage roll after the dice fell."""

    amount: int
    """Never negative."""
    type: str = ""
    magical: bool = False
    qualities: tuple[str, ...] = ()
    dice: str = ""
    """The expression that was thrown, critical dice included; nothing when it was a plain number."""
    faces: tuple[int, ...] = ()


class Step(Record, frozen=True, kw_only=True):
    """One step by which an amount changed: why a number is what it is."""

    code: Literal["save_half", "save_none", "immune", "reduction", "resistant", "vulnerable"]
    after: int
    rule: str
    """The rule's id, such as R003-08."""


class TakenPart(Record, frozen=True, kw_only=True):
    """One part of the damage that a combatant takes, with the steps that led to it."""

    rolled: int
    amount: int
    type: str = ""
    steps: tuple[Step, ...] = ()


class DamageRolled(Event, frozen=True, kw_only=True):
    """The dice of one source of damage fell, once for all its targets (R003-04)."""

    parts: tuple[RolledPart, ...]
    by: str = ""
    critical: bool = False


class DamageTaken(Event, frozen=True, kw_only=True):
    """A combatant took damage, or none of it."""

    who: str
    parts: tuple[TakenPart, ...]
    taken: int
    """Sum of the parts, before temporary hit points (A5E-14)."""
    absorbed: int = 0
    """What temporary hit points took of it."""
    excess: int = 0
    """What was left when hit points reached 0 (R003-12)."""
    hp: int
    """Hit points afterwards."""
    temp_hp: int = 0
    """Temporary hit points afterwards."""
    by: str = ""
    critical: bool = False


class Share(Record, frozen=True, kw_only=True):
    """Parts of a damage event that share one saving throw."""

    parts: tuple[RolledPart, ...]
    saved: bool | None = None
    """Whether the save succeeded; nothing when there was none."""
    on_success: OnSuccess = "half"


class Defences(Record, frozen=True, kw_only=True):
    """What a combatant puts against damage."""

    resist: tuple[Defence, ...] = ()
    immune: tuple[Defence, ...] = ()
    vulnerable: tuple[Defence, ...] = ()
    reduction: int = 0


def defences_of(encounter: Encounter, who: str) -> Defences:
    """Return a combatant's defences: its stat block's, and those that conditions give."""
    block = encounter.block(who)
    resist = block.resist
    if encounter.has_condition(who, "petrified"):
        resist = (*resist, Defence(type="all"))
    return Defences(resist=resist, immune=block.immune, vulnerable=block.vulnerable, reduction=block.reduction)


def _applies(defence: Defence, part: RolledPart, *, from_spell: bool) -> bool:
    if defence.type not in ("all", part.type):
        return False
    said = set(part.qualities)
    if from_spell:
        said |= {"spell", "magical"}  # spells are magical (A5E-21)
    elif part.magical:
        said.add("magical")
    return said.isdisjoint(defence.unless) and said.issuperset(defence.only)


def reckon(shares: Iterable[Share], defences: Defences, *, from_spell: bool = False) -> tuple[TakenPart, ...]:
    """Return what each part comes to for one combatant, with the steps that led to it (A5E-19).

    Several resistances to one type count once (R003-09); the flat reduction is one budget for the event, spent in the
    order of the parts (A5E-20).
    """
    budget = defences.reduction
    taken: list[TakenPart] = []
    for share in shares:
        for part in share.parts:
            steps: list[Step] = []
            amount = part.amount
            if share.saved and share.on_success == "half":
                amount //= 2
                steps.append(Step(code="save_half", after=amount, rule="R003-04"))
            elif share.saved:
                amount = 0
                steps.append(Step(code="save_none", after=0, rule="R003-04"))
            if amount and any(_applies(d, part, from_spell=from_spell) for d in defences.immune):
                amount = 0
                steps.append(Step(code="immune", after=0, rule="A5E-22"))
            if amount and budget:
                reduced = min(amount, budget)
                budget -= reduced
                amount -= reduced
                steps.append(Step(code="reduction", after=amount, rule="A5E-20"))
            if amount and any(_applies(d, part, from_spell=from_spell) for d in defences.resist):
                amount //= 2
                steps.append(Step(code="resistant", after=amount, rule="R003-08"))
            if amount and any(_applies(d, part, from_spell=from_spell) for d in defences.vulnerable):
                amount *= 2
                steps.append(Step(code="vulnerable", after=amount, rule="R003-08"))
            taken.append(TakenPart(rolled=part.amount, amount=amount, type=part.type, steps=tuple(steps)))
    return tuple(taken)


def check_amount(expression: str) -> None:
    """Refuse an amount that does not parse, or is negative before any die falls.

    Raises:
        CommandRefused: `bad_dice` with `why`, `expression` and `at`, `negative_amount`.
    """
    try:
        parsed = parse_roll(expression)
        is_negative = dice_count(parsed) == 0 and throw(parsed, _NO_DICE).total < 0
    except DiceSyntaxError as error:
        raise CommandRefused("bad_dice", why=error.code, expression=expression, at=error.at) from None
    if is_negative:
        raise CommandRefused("negative_amount", amount=expression)


class _NoDice:
    """Dice for expressions that throw none."""

    def roll(self, request: object) -> tuple[int, ...]:
        raise AssertionError(request)


_NO_DICE = _NoDice()


def roll_amount(
    resolution: Resolution, expression: str, *, purpose: str, who: str = "", critical: bool = False
) -> tuple[int, tuple[int, ...], str]:
    """Throw an amount; return (total, at least 0; the faces that count; the expression thrown or nothing).

    A critical hit throws the dice twice and adds the numbers once (R003-05).

    Raises:
        CommandRefused: `bad_dice`.
    """
    try:
        parsed = parse_roll(expression)
        if critical:
            parsed = double_dice(parsed)
        rolled = throw(parsed, resolution.dice, purpose=purpose, who=who)
    except DiceSyntaxError as error:
        raise CommandRefused("bad_dice", why=error.code, expression=expression, at=error.at) from None
    return max(0, rolled.total), rolled.faces, format_roll(parsed) if rolled.dice else ""


def check_parts(parts: Iterable[Damage]) -> None:
    """Refuse damage that cannot be rolled.

    Raises:
        CommandRefused: `unknown_damage_type`, `bad_dice`, `negative_amount`.
    """
    for part in parts:
        if part.type and part.type not in DAMAGE_TYPES:
            raise CommandRefused("unknown_damage_type", type=part.type)
        check_amount(part.dice)


def roll_damage(
    resolution: Resolution, parts: Sequence[Damage], *, by: str = "", critical: bool = False
) -> tuple[RolledPart, ...]:
    """Throw the dice of one source, once for all its targets, and tell of it when dice fell (R003-04).

    Raises:
        CommandRefused: `unknown_damage_type`, `bad_dice`, `negative_amount`.
    """
    check_parts(parts)
    rolled: list[RolledPart] = []
    for part in parts:
        amount, faces, dice = roll_amount(resolution, part.dice, purpose="damage", who=by, critical=critical)
        rolled.append(
            RolledPart(
                amount=amount,
                type=part.type,
                magical=part.magical,
                qualities=part.qualities,
                dice=dice,
                faces=faces,
            )
        )
    if any(part.dice for part in rolled):
        resolution.emit(DamageRolled(parts=tuple(rolled), by=by, critical=critical))
    return tuple(rolled)


def take_damage(
    resolution: Resolution,
    who: str,
    shares: Sequence[Share],
    *,
    by: str = "",
    critical: bool = False,
    nonlethal: bool = False,
    from_spell: bool = False,
) -> int:
    """Let one combatant take one damage event and what follows from it; return the damage taken (A5E-14)."""
    victim = resolution.encounter.combatants[who]
    parts = reckon(shares, defences_of(resolution.encounter, who), from_spell=from_spell)
    taken = sum(part.amount for part in parts)
    absorbed = min(victim.temp_hp, taken)
    rest = taken - absorbed
    hp = max(0, victim.hp - rest)
    resolution.emit(
        DamageTaken(
            who=who,
            parts=parts,
            taken=taken,
            absorbed=absorbed,
            excess=rest - (victim.hp - hp),
            hp=hp,
            temp_hp=victim.temp_hp - absorbed,
            by=by,
            critical=critical,
        )
    )
    if taken == 0:
        return 0
    for effect in tuple(resolution.encounter.effects_on(who)):
        if effect.ends_on_damage:
            end_effect(resolution, effect, "damage")
    if victim.hp == 0 and victim.status in ("unconscious", "stable"):
        _hurt_at_zero(resolution, victim, rest, critical=critical)
    elif hp == 0:
        _drop(resolution, victim, rest - victim.hp, nonlethal=nonlethal)
    else:
        after_damage(resolution, who, taken=taken, absorbed=absorbed, source=by)
    return taken


def _drop(resolution: Resolution, victim: Combatant, excess: int, *, nonlethal: bool) -> None:
    """What becomes of a combatant whose last hit points went (R003-12, R003-13, R003-19, R003-20)."""
    massive = excess >= victim.max_hp
    if massive and not (nonlethal and resolution.state.settings.ko_beats_massive):
        death.die(resolution, victim.id, "massive_damage")
    elif nonlethal:
        death.fall_unconscious(resolution, victim.id, "stable", "knocked_out")
    elif victim.dies_at_zero:
        death.die(resolution, victim.id, "damage")
    else:
        death.fall_unconscious(resolution, victim.id, "unconscious", "damage")


def _hurt_at_zero(resolution: Resolution, victim: Combatant, rest: int, *, critical: bool) -> None:
    """Damage to somebody who is down: failures, or death when it is massive (R003-16, R003-18, A5E-24, A5E-25)."""
    if rest >= victim.max_hp:
        death.die(resolution, victim.id, "massive_damage")
        return
    if rest == 0 and resolution.state.settings.temp_hp_shields_dying:
        return
    if victim.status == "stable":
        resolution.emit(death.StatusChanged(who=victim.id, status="unconscious", reason="damage"))
    death.add_failures(resolution, victim.id, 2 if critical else 1, "damage")


def decide_deal_damage(resolution: Resolution, command: DealDamage) -> None:
    """Roll once, save for each target, and let each take its share.

    Raises:
        CommandRefused: `no_target`, `unknown_target`, `dead`, `out`, `unknown_damage_type`, `bad_dice`,
            `negative_amount`, `figure_range` for the DC; `knock_out_needs_melee` (R003-20) unless forced.
    """
    targets = require_alive(resolution, command.targets)
    require_known(resolution, command.by)
    if command.nonlethal and not command.melee:
        resolution.refuse_unless_forced("knock_out_needs_melee")
    if command.save is not None:
        check_dc(command.save.dc)
    rolled = roll_damage(resolution, command.parts, by=command.by, critical=command.critical)
    for target in targets:
        share = Share(parts=rolled)
        if (save := command.save) is not None:
            saved = roll_save(resolution, target, save.ability, save.dc, purpose="damage")
            share = replace(share, saved=saved, on_success=save.on_success)
        take_damage(
            resolution,
            target,
            (share,),
            by=command.by,
            critical=command.critical,
            nonlethal=command.nonlethal,
        )


def evolve_damage_rolled(state: CampaignState, _event: DamageRolled) -> CampaignState:
    """Return the state as it was: what the dice do is told target by target."""
    return state


def evolve_damage_taken(state: CampaignState, event: DamageTaken) -> CampaignState:
    """Return the state with the hit points that are left."""
    return with_combatant(state, event.who, hp=event.hp, temp_hp=event.temp_hp)
