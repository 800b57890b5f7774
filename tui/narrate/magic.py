"""Sentences for spells, what they leave running, concentration, conditions, and resources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.casting import LongCastingContinued, LongCastingStarted, SpellCast
from rules.dispelling import DispelTried
from rules.effect import Effect
from rules.effects import ConcentrationEnded, ConcentrationStarted, ConditionShrugged, EffectEnded, EffectStarted
from rules.kernel import Event
from rules.resources import ResourceChanged

from .. import terms
from ..i18n import _, n_
from ..views import effect_name, ongoing_text, remaining
from .scene import Scene, called, listing, resource_name, roll_text, turns


def spell_cast(event: SpellCast, scene: Scene) -> str:
    """A spell, its level, its targets, and what is left of what paid for it."""
    paid = _left_of(event, scene)
    words = {"who": scene.who(event.caster), "spell": called(event.name), "level": event.level, "paid": paid}
    if event.targets:
        words["targets"] = scene.all(event.targets)
    if event.ritual:
        return _("{who} casts {spell} as a ritual.").format(**words)
    if event.level == 0:
        if event.targets:
            return _("{who} casts {spell} on {targets}.").format(**words)
        return _("{who} casts {spell}.").format(**words)
    if event.targets:
        return _("{who} casts {spell} at level {level} on {targets}{paid}.").format(**words)
    return _("{who} casts {spell} at level {level}{paid}.").format(**words)


def _left_of(event: SpellCast, scene: Scene) -> str:
    caster = scene.now(event.caster)
    resource = caster.resources.get(event.paid) if caster and event.paid else None
    if resource is None:
        return ""
    # The space before it belongs to it: the sentence has none when nothing was paid.
    return " " + n_("({n} left)", "({n} left)", resource.left).format(n=resource.left)


def long_casting_started(event: LongCastingStarted, scene: Scene) -> str:
    """A casting that takes several turns begins."""
    return _("{who} begins to cast {spell}: {turns}.").format(
        who=scene.who(event.who), spell=called(event.long_casting.spell.name), turns=turns(event.long_casting.needed)
    )


def long_casting_continued(event: LongCastingContinued, scene: Scene) -> str:
    """Another turn spent on a casting."""
    caster = scene.now(event.who)
    if caster is None or caster.long_casting is None:
        return ""
    return _("{who} goes on casting {spell}: turn {done} of {needed}.").format(
        who=scene.who(event.who),
        spell=called(caster.long_casting.spell.name),
        done=event.done,
        needed=caster.long_casting.needed,
    )


def effect_started(event: EffectStarted, scene: Scene) -> str:
    """Something runs on a combatant: its conditions, or its name."""
    effect = event.effect
    if effect.from_zero_hp or (effect.conditions == ("prone",) and _has_just_dropped(scene, effect.target)):
        return ""
    who = scene.who(effect.target)
    what = ", ".join(filter(None, (effect_words(effect), ongoing_text(effect))))
    lasts = remaining(scene.after.encounter, effect) if scene.after.encounter else ""
    if lasts:
        return _("{who}: {what} ({lasts}).").format(who=who, what=what, lasts=lasts)
    return _("{who}: {what}.").format(who=who, what=what)


def _has_just_dropped(scene: Scene, who: str) -> bool:
    was = scene.was(who)
    return was is not None and was.status in ("unconscious", "stable")


def effect_words(effect: Effect) -> str:
    """Return what an effect does: its conditions, with the name that brings them, or its name."""
    conditions = listing(
        [
            f"{terms.condition(key)} {effect.exhaustion}" if key == "exhaustion" else terms.condition(key)
            for key in effect.conditions
        ]
    )
    if not conditions:
        return effect_name(effect)
    if effect.name is not None:
        return f"{conditions} ({called(effect.name)})"
    return conditions


def effect_ended(event: EffectEnded, scene: Scene) -> str:
    """An effect is over. What ends with its target or with the fight goes without saying."""
    effect = event.effect
    words = {"who": scene.who(effect.target), "what": effect_words(effect)}
    if event.reason == "left" and effect.until is not None and effect.until.of != effect.target:
        return _("{who}: {what} ends, for {other} leaves.").format(other=scene.who(effect.until.of), **words)
    if event.reason in ("dead", "encounter", "left") or effect.from_zero_hp:
        return ""
    if event.reason == "replaced" and effect.conditions and effect.name is None:
        # A new level of exhaustion says itself what it is.
        return "" if effect.exhaustion else _("{who} was {what} already; the new duration counts.").format(**words)
    sentence = {
        "expired": _("{who}: {what} is over."),
        "damage": _("{who}: {what} is over."),
        "removed": _("{who}: {what} is removed."),
        "dispelled": _("{who}: {what} is dispelled."),
        "concentration": _("{who}: {what} ends with the concentration."),
        "saved": _("{who}: {what} is shaken off."),
        "healed": _("{who}: {what} is over."),
        "replaced": _("{who}: {what} gives way to another."),
    }[event.reason]
    return sentence.format(**words)


def condition_shrugged(event: ConditionShrugged, scene: Scene) -> str:
    """A condition that does not take."""
    return _("{who} cannot be {condition}.").format(
        who=scene.who(event.who), condition=terms.affected_by(event.condition)
    )


def concentration_started(event: ConcentrationStarted, scene: Scene) -> str:
    """A spell that is held."""
    if event.concentration.in_progress:
        return ""
    return _("{who} concentrates on {spell}.").format(who=scene.who(event.who), spell=called(event.concentration.name))


def concentration_ended(event: ConcentrationEnded, scene: Scene) -> str:
    """Why a spell is no longer held."""
    if event.reason == "completed":
        return ""
    words = {"who": scene.who(event.who), "spell": called(event.name)}
    if event.in_progress:
        return _("{who} breaks off casting {spell}; nothing is spent.").format(**words)
    sentence = {
        "dropped": _("{who} lets go of {spell}."),
        "replaced": _("{who} lets go of {spell} for another spell."),
        "failed_save": _("{who} loses concentration on {spell}: failed save."),
        "incapacitated": _("{who} loses concentration on {spell}: incapacitated."),
        "dead": _("{who} no longer holds {spell}: dead."),
        "dispelled": _("{who} no longer holds {spell}: dispelled."),
        "ended": _("{who} no longer holds {spell}: it is over."),
        "left": _("{who} no longer holds {spell}: gone."),
    }[event.reason]
    return sentence.format(**words)


def dispel_tried(event: DispelTried, scene: Scene) -> str:
    """A dispelling, sure or by a check."""
    words: dict[str, object] = {
        "who": scene.who(event.who),
        "spell": called(event.name),
        "target": scene.who(event.target),
        "level": event.level,
    }
    if not event.dc:
        return _("{who} dispels {spell} on {target} (slot of level {level}).").format(**words)
    words |= {"roll": roll_text((event.face,), event.face, event.bonus, event.total), "dc": event.dc}
    if event.success:
        return _("{who} tries to dispel {spell} on {target}: {roll} against DC {dc}, success.").format(**words)
    return _("{who} tries to dispel {spell} on {target}: {roll} against DC {dc}, failure.").format(**words)


def resource_changed(event: ResourceChanged, scene: Scene) -> str:
    """Something spent, regained or set; a casting says itself what it costs, a recharge what comes back."""
    following = scene.following
    if event.reason == "recharged" or (isinstance(following, SpellCast) and following.paid == event.key):
        return ""
    return _("{who}, {what}: {left} of {max} left.").format(
        who=scene.who(event.who), what=resource_name(scene, event.who, event.key), left=event.left, max=event.max
    )


TELLERS: Final[Mapping[type[Event], Callable[[Any, Scene], str]]] = {
    SpellCast: spell_cast,
    LongCastingStarted: long_casting_started,
    LongCastingContinued: long_casting_continued,
    EffectStarted: effect_started,
    EffectEnded: effect_ended,
    ConditionShrugged: condition_shrugged,
    ConcentrationStarted: concentration_started,
    ConcentrationEnded: concentration_ended,
    DispelTried: dispel_tried,
    ResourceChanged: resource_changed,
}
