"""What a spell does once it is cast: attacks, saves, damage, healing, conditions, and what goes on running."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from .attacks import roll_attack
from .combatant import Concentration
from .damage import RolledPart, Share, roll_amount, roll_damage, take_damage
from .death import wake
from .effect import Effect, EndingSave, Until
from .effects import ConcentrationStarted, can_concentrate, end_effect, start_effect, until_rounds
from .healing import AmountRolled, apply_healing, apply_temporary
from .kernel import CommandRefused, Record, Resolution
from .lengths import rounds_of
from .presence import require_alive
from .rolls import DiceSyntaxError, Expression, Operation, Term, format_roll, parse_roll
from .saves import roll_save
from .spell import Spell
from .statblock import Casting, Damage

_TIERS = (5, 11, 17)
T = TypeVar("T")


class SpellWork(Record, frozen=True, kw_only=True):
    """A casting that has been paid for: who casts what on whom, at what level, with which figures."""

    casting_id: str
    caster: str
    spell: Spell
    level: int
    targets: tuple[str, ...]
    damage_type: str
    casting: Casting

    @property
    def steps(self) -> int:
        """Slot levels above the spell's own."""
        return max(0, self.level - self.spell.level)

    @property
    def is_running(self) -> bool:
        """Whether the spell goes on after its casting."""
        return not self.spell.is_instantaneous

    @property
    def aimed(self) -> tuple[str, ...]:
        """Those whom the spell concerns: the stated targets, or its caster for spells of oneself."""
        if self.targets or self.spell.area:
            return self.targets
        return () if self.harms or (self.acts_on_others and self.spell.range != "self") else (self.caster,)

    @property
    def harms(self) -> bool:
        """Whether the spell is aimed at somebody who suffers from it; its caster is never meant by default."""
        return bool(self.spell.attack or self.spell.save or self.spell.damage or self.spell.projectiles)

    @property
    def acts_on_others(self) -> bool:
        """Whether the spell does something that wants a target."""
        return self.harms or bool(self.spell.heal or self.spell.hp_pool)

    def check(self, resolution: Resolution) -> None:
        """Refuse what cannot be aimed as it is.

        Raises:
            CommandRefused: `no_target`, `dead`, `out`, `unknown_damage_type`.
        """
        choices = self.spell.damage_choices
        if self.damage_type and self.damage_type not in (choices or tuple(p.type for p in self.spell.damage)):
            raise CommandRefused("unknown_damage_type", type=self.damage_type)
        if self.acts_on_others or self.spell.temp_hp or self.spell.conditions or self.spell.max_hp:
            if not self.aimed and not self.spell.area:
                raise CommandRefused("no_target", spell=self.spell.name)
            if self.aimed:
                require_alive(resolution, self.aimed)


def tier(caster_level: int) -> int:
    """Return which of a cantrip's four figures a caster level has: 0 at level 1, 1 at 5, 2 at 11, 3 at 17."""
    return sum(caster_level >= level for level in _TIERS)


def _at_tier(figures: Sequence[T], caster_level: int) -> T:
    """Return a cantrip's figure at a caster level; the last one when it has no more."""
    return figures[min(tier(caster_level), len(figures) - 1)]


def _is_standing(resolution: Resolution, who: str) -> bool:
    """Return whether somebody still takes part: a casting over several turns may end without its targets."""
    combatant = resolution.encounter.combatants.get(who)
    return combatant is not None and combatant.is_present


def _standing(resolution: Resolution, targets: Iterable[str]) -> Iterator[str]:
    """Yield those who still take part when they are reached, each once."""
    return (who for who in dict.fromkeys(targets) if _is_standing(resolution, who))


def multiply(expression: str, times: int) -> str:
    """Return an expression that throws `times` times the dice: `1d6` three times is `3d6`."""
    parsed = parse_roll(expression)
    if isinstance(parsed, Term):
        return format_roll(replace(parsed, count=parsed.count * times))
    return "+".join([expression] * times)


def add_dice(base: str, extra: str) -> str:
    """Return the sum of two expressions; dice of the same kind are joined: `1d8+3` and `2d8` are `3d8+3`."""
    left, right = parse_roll(base), parse_roll(extra)

    def join(expression: Expression) -> Expression | None:
        if isinstance(expression, Term) and isinstance(right, Term) and not expression.selectors:
            if expression.sides == right.sides:
                return replace(expression, count=expression.count + right.count)
            return None
        if isinstance(expression, Operation) and expression.operator in "+-":
            joined = join(expression.left)
            return None if joined is None else replace(expression, left=joined)
        return None

    joined = join(left)
    return format_roll(joined) if joined is not None else f"{base}+{extra}"


def scaled(base: str, per_step: str, steps: int) -> str:
    """Return an expression raised by `steps` steps: `1d8` by `1d8` at two steps is `3d8` (R000-07).

    Raises:
        CommandRefused: `bad_dice`, when the spell's own dice are none.
    """
    if not per_step or steps < 1:
        return base
    try:
        return add_dice(base, multiply(per_step, steps))
    except DiceSyntaxError as error:
        raise CommandRefused("bad_dice", why=error.code, expression=error.expression, at=error.at) from None


def damage_at(
    spell: Spell, level: int, *, caster_level: int, modifier: int = 0, chosen: str = ""
) -> tuple[Damage, ...]:
    """Return the damage parts of a spell at a slot level: per slot, by caster level, with modifier and chosen type."""
    if not spell.damage and not spell.damage_by_level:
        return ()
    first, *others = spell.damage or (Damage(dice=spell.damage_by_level[0], magical=True),)
    dice = _at_tier(spell.damage_by_level, caster_level) if spell.damage_by_level else first.dice
    dice = scaled(dice, spell.damage_per_slot, (level - spell.level) // max(1, spell.slots_per_step))
    if spell.adds_modifier and modifier:
        dice = f"{dice}{modifier:+d}"
    kind = (chosen or spell.damage_choices[0]) if spell.damage_choices else first.type
    return (replace(first, dice=dice, type=kind), *others)


def projectiles_at(spell: Spell, level: int, *, caster_level: int) -> int:
    """Return how many darts, rays or beams a spell has at a slot level, at least 1."""
    if spell.beams_by_level:
        return _at_tier(spell.beams_by_level, caster_level)
    return max(1, spell.projectiles + spell.projectiles_per_slot * max(0, level - spell.level))


def perform(resolution: Resolution, work: SpellWork) -> None:
    """Apply everything that a casting does, in the order in which a table does it."""
    spell = work.spell
    caster_level = work.casting.level or resolution.encounter.block(work.caster).level
    parts = damage_at(
        spell, work.level, caster_level=caster_level, modifier=work.casting.modifier, chosen=work.damage_type
    )
    count = projectiles_at(spell, work.level, caster_level=caster_level)
    if spell.hp_pool:
        affected = _overcome(resolution, work)
    elif spell.attack:
        affected = _attack(resolution, work, parts, count)
    elif spell.projectiles:
        affected = _darts(resolution, work, parts, count)
    elif spell.save or parts:
        affected = _blast(resolution, work, parts)
    else:
        affected = list(work.aimed)
    took_temporary = _restore(resolution, work)
    _run(resolution, work, affected, took_temporary)


def _attack(resolution: Resolution, work: SpellWork, parts: Sequence[Damage], count: int) -> list[str]:
    """Spell attacks, one for each ray; return those who were hit."""
    hit: list[str] = []
    targets = work.aimed
    for index in range(max(count, len(targets)) if count == 1 else count):
        standing = [each for each in targets if _is_standing(resolution, each)]
        if not standing:
            break
        wanted = targets[index % len(targets)]
        target = wanted if wanted in standing else standing[0]
        outcome = roll_attack(
            resolution,
            work.caster,
            target,
            action=work.spell.id,
            name=work.spell.name,
            bonus=work.casting.attack,
            melee=work.spell.attack == "melee",
        )
        if outcome == "miss":
            continue
        critical = outcome == "critical"
        rolled = roll_damage(resolution, parts, by=work.caster, critical=critical)
        taken = _take(resolution, work, target, Share(parts=rolled), critical=critical) if rolled else 0
        if work.spell.heal == "half-damage" and _is_standing(resolution, work.caster):
            apply_healing(resolution, work.caster, taken // 2, by=work.caster)
        if target not in hit:
            hit.append(target)
    return hit


def _darts(resolution: Resolution, work: SpellWork, parts: Sequence[Damage], count: int) -> list[str]:
    """Darts that never miss: an event each, or one for each target (A5E-15)."""
    targets = [each for each in work.aimed if _is_standing(resolution, each)]
    volleys: dict[str, list[RolledPart]] = {target: [] for target in targets}
    for index in range(count if targets else 0):
        volleys[targets[index % len(targets)]] += roll_damage(resolution, parts, by=work.caster)
    once = resolution.state.settings.magic_missile == "once"
    for target, darts in volleys.items():
        for share in (darts,) if once else [(dart,) for dart in darts]:
            if share and _is_standing(resolution, target):
                _take(resolution, work, target, Share(parts=tuple(share)))
    return targets


def _blast(resolution: Resolution, work: SpellWork, parts: Sequence[Damage]) -> list[str]:
    """One damage roll for all, a save for each (R003-04); return those who are affected."""
    affected: list[str] = []
    save = work.spell.save
    rolled = roll_damage(resolution, parts, by=work.caster) if parts and work.aimed else ()
    for target in _standing(resolution, work.aimed):
        share = Share(parts=rolled)
        failed = True
        if save is not None:
            failed = not roll_save(
                resolution, target, save.ability, work.casting.dc, purpose="spell", against_spell=True
            )
            share = Share(parts=rolled, saved=not failed, on_success="half" if save.on_success == "half" else "none")
        if rolled:
            _take(resolution, work, target, share)
        if failed:
            affected.append(target)
    return affected


def _take(resolution: Resolution, work: SpellWork, target: str, share: Share, *, critical: bool = False) -> int:
    return take_damage(resolution, target, (share,), by=work.caster, critical=critical, from_spell=True)


def _roll(resolution: Resolution, work: SpellWork, expression: str, purpose: str) -> int:
    amount, faces, dice = roll_amount(resolution, expression, purpose=purpose, who=work.caster)
    if dice:
        resolution.emit(AmountRolled(expression=dice, faces=faces, total=amount))
    return amount


def _overcome(resolution: Resolution, work: SpellWork) -> list[str]:
    """Spells that overcome a pool of hit points, weakest creatures first.

    Those who are unconscious do not count; the undead and the uncharmable are immune to magical sleep.
    """
    spell, encounter = work.spell, resolution.encounter
    pool = _roll(resolution, work, scaled(spell.hp_pool, spell.hp_pool_per_slot, work.steps), "pool")
    affected: list[str] = []
    awake = [each for each in _standing(resolution, work.aimed) if not encounter.has_condition(each, "unconscious")]
    for target in sorted(awake, key=lambda each: encounter.combatants[each].hp):
        block = encounter.block(target)
        if "unconscious" in spell.conditions and (block.type == "undead" or "charmed" in block.condition_immune):
            continue
        if encounter.combatants[target].hp > pool:
            break
        pool -= encounter.combatants[target].hp
        affected.append(target)
    return affected


def _restore(resolution: Resolution, work: SpellWork) -> frozenset[str]:
    """Healing and temporary hit points, one roll for all targets; return who took the temporary ones."""
    took: set[str] = set()
    spell = work.spell
    if spell.heal and spell.heal != "half-damage":
        expression = scaled(spell.heal, spell.heal_per_slot, work.steps)
        if spell.heal_adds_modifier and work.casting.modifier:
            expression = f"{expression}{work.casting.modifier:+d}"
        amount = _roll(resolution, work, expression, "healing")
        for target in _standing(resolution, work.aimed):
            apply_healing(resolution, target, amount, by=work.caster)
    if spell.temp_hp:
        amount = _roll(resolution, work, scaled(spell.temp_hp, spell.temp_hp_per_slot, work.steps), "temporary")
        took = {each for each in _standing(resolution, work.aimed) if apply_temporary(resolution, each, amount)}
    return frozenset(took)


def _until(resolution: Resolution, work: SpellWork) -> Until | None:
    rounds = rounds_of(work.spell.duration)
    return None if rounds is None else until_rounds(resolution, rounds, work.caster)


def _run(resolution: Resolution, work: SpellWork, affected: Sequence[str], took_temporary: frozenset[str]) -> None:
    """Start what goes on running, and the concentration that holds it.

    A spell with an area runs on its caster as well, so that it goes on when nobody is left inside.
    """
    spell = work.spell
    if not work.is_running and not spell.conditions:
        return
    if spell.concentration and not can_concentrate(resolution.encounter, work.caster):
        return
    effect = Effect(
        id="",
        target=work.caster,
        name=spell.name,
        spell=spell.id,
        source=work.caster,
        casting=work.casting_id if work.is_running else "",
        level=work.level,
        dispellable=work.is_running,
        until=_until(resolution, work),
    )
    on_caster = (spell.area and not spell.hp_pool) or (not affected and not work.acts_on_others)
    if work.is_running and on_caster and _is_standing(resolution, work.caster):
        start_effect(resolution, replace(effect, whole=True))
    ending = EndingSave(ability=spell.save.ability, dc=work.casting.dc) if spell.save_ends and spell.save else None
    max_hp = spell.max_hp + spell.max_hp_per_slot * work.steps
    for target in _standing(resolution, affected):
        start_effect(
            resolution,
            replace(
                effect,
                target=target,
                conditions=spell.conditions,
                save=ending,
                max_hp=max_hp,
                temp_hp=target in took_temporary,
                ends_on_damage=spell.ends_on_damage,
            ),
        )
        combatant = resolution.combatant(target)
        if combatant.hp > 0 and combatant.status in ("unconscious", "stable"):
            wake(resolution, target, "healed")
    if spell.concentration:
        _hold(resolution, work)


def _hold(resolution: Resolution, work: SpellWork) -> None:
    """Let the caster concentrate on what runs; it ends at once when the spell took the caster's own wits."""
    held = resolution.encounter.held_by(work.casting_id)
    if not held:
        return
    if not can_concentrate(resolution.encounter, work.caster):
        for effect in held:
            end_effect(resolution, effect, "concentration")
        return
    spell = work.spell
    holds = Concentration(spell=spell.id, name=spell.name, casting=work.casting_id, level=work.level)
    resolution.emit(ConcentrationStarted(who=work.caster, concentration=holds))
