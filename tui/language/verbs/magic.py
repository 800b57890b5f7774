"""Verbs for magic: cast, dispel, drop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.casting import CastSpell, Via
from rules.concentration import DropConcentration
from rules.dispelling import Dispel
from rules.effect import Effect
from rules.encounter import Encounter
from rules.kernel import Command
from rules.statblock import StatBlock

from ... import terms
from ...i18n import _, language
from ..context import Context
from ..errors import LanguageError
from ..lexer import Token, quote
from ..matching import best_matches, close_names, spoken
from ..reader import Reader
from ..words import DAMAGE_TYPES, word_for
from .lookup import look_up, spells

_VIA: Final[Mapping[str, Via]] = {"slots": "slot", "innate": "innate", "item": "item"}


def spells_of(block: StatBlock) -> tuple[str, ...]:
    """Return the ids of every spell a creature knows in some way, each once."""
    return tuple(
        dict.fromkeys(
            spell
            for casting in block.casting
            for spell in (*casting.at_will, *casting.spells, *casting.per_day, *casting.spellbook)
        )
    )


def read_cast(reader: Reader) -> CastSpell:
    """`cast [CASTER] SPELL [@LEVEL] [on TARGETS] [ritual] [slots|innate|item] [TYPE]`, by default by the active one."""
    if reader.at_end and (fight := reader.context.state.encounter) is not None and fight.active:
        reader.want("spell", fight.active)
    if _spelt_spell(reader) or not (reader.is_target() or not _is_spell_of_active(reader)):
        caster = reader.active()
    else:
        caster = reader.target()
    known = spells_of(reader.context.encounter().block(caster))
    reader.want("spell", caster)
    spell = reader.context.library.spell(look_up(reader, spells(reader), known))
    level: int | None = None
    targets: tuple[str, ...] = ()
    kind = ""
    ritual = False
    via: Via = ""
    while True:
        if (found := reader.accept_level()) is not None:
            level = found
        elif reader.accept("on"):
            targets = reader.targets(repeats=True)
        elif reader.accept("ritual"):
            ritual = True
        elif way := reader.accept("slots", "innate", "item"):
            via = _VIA[way]
        elif chosen := reader.accept_prefixed(DAMAGE_TYPES, "damage"):
            kind = chosen
        else:
            break
    return CastSpell(caster=caster, spell=spell, level=level, targets=targets, damage_type=kind, ritual=ritual, via=via)


def _spelt_spell(reader: Reader) -> int:
    """Return how many words spell a spell of the active combatant that nobody's name begins with."""
    encounter = reader.context.encounter(reader.at)
    if not encounter.active:
        return 0
    known = set(spells_of(encounter.block(encounter.active)))
    shelf = spells(reader)
    return reader.spelt(lambda text: (found := shelf.exact(text)) is not None and found.id in known)


def _is_spell_of_active(reader: Reader) -> bool:
    """Whether the next word names a spell of the active combatant, which then casts it."""
    token = reader.peek()
    encounter = reader.context.encounter(reader.at)
    if token is None or not encounter.active:
        return False
    known = set(spells_of(encounter.block(encounter.active)))
    return any(found.id in known for found in reader.context.library.resolve_spell(token.text))


def read_dispel(reader: Reader) -> Dispel:
    """`dispel [CASTER] EFFECT [on TARGET] [@LEVEL]`; without a caster it is the active one."""
    encounter = reader.context.encounter(reader.at)
    if reader.at_end and (fight := reader.context.state.encounter) is not None and fight.active:
        reader.want("spell", fight.active)
    caster = reader.target() if reader.is_target() else reader.active()
    token = _effect_token(reader)
    level: int | None = None
    target: str | None = None
    while True:
        if (found := reader.accept_level()) is not None:
            level = found
        elif reader.accept("on"):
            target = reader.target()
        else:
            break
    return Dispel(by=caster, effect=find_effect(token, encounter, target, dispellable=True), level=level)


def _effect_token(reader: Reader) -> Token:
    reader.want("effect")
    encounter = reader.context.encounter(reader.at)
    known = {spoken(name) for effect in encounter.effects.values() for name in effect_names(effect)}
    reader.join(reader.spelt(known.__contains__))
    return reader.take("missing_effect")


def find_effect(token: Token, encounter: Encounter, target: str | None, *, dispellable: bool) -> str:
    """Return the id of a running effect by its id or its name, on `target` when somebody is named.

    Of the effects of one casting, the one on its caster that holds the others stands for all.

    Raises:
        LanguageError: `unknown_effect`, `ambiguous_effect`.
    """
    running = [
        effect
        for effect in encounter.effects.values()
        if (effect.dispellable or not dispellable) and target in (None, effect.target)
    ]
    named = {effect.id: effect_names(effect) for effect in running}
    if token.text in named:
        return token.text
    found = best_matches(token.text, named)
    if len(found) > 1 and len({encounter.effects[key].casting or key for key in found}) == 1:
        found = [key for key in found if _is_whole(encounter.effects[key])] or found
    if len(found) == 1:
        return found[0]
    if found:
        candidates = tuple(_described(encounter, encounter.effects[key]) for key in found)
        raise LanguageError("ambiguous_effect", token.at, text=token.text, suggestions=candidates)
    if dispellable:
        _refuse_other(token, encounter, target)
    near = tuple(close_names(token.text, named).values())
    raise LanguageError("unknown_effect", token.at, effect=token.text, suggestions=near)


def _described(encounter: Encounter, effect: Effect) -> str:
    return _("{effect} ({name} on {who})").format(
        effect=effect.id, name=shown_name(effect), who=encounter.label(effect.target, language())
    )


def shown_name(effect: Effect) -> str:
    """Return what an effect is called, in the reader's language."""
    if effect.name:
        return effect.name.of(language())
    return ", ".join(terms.condition(key) for key in effect.conditions) or effect.id


def _refuse_other(token: Token, encounter: Encounter, target: str | None) -> None:
    """Refuse to dispel an effect that is no spell, and show what ends it."""
    others = {
        effect.id: (effect.id, *effect_names(effect))
        for effect in encounter.effects.values()
        if not effect.dispellable and target in (None, effect.target)
    }
    found = best_matches(token.text, others)
    if not found:
        return
    effect = encounter.effects[found[0]]
    name = shown_name(effect)
    if effect.name is None:
        command = f"{word_for('condition')} {effect.target} -{effect.conditions[0] if effect.conditions else ''}"
    else:
        said = name if spoken(name) == name.casefold() and " " not in name else f" {quote(name)}"
        command = f"{word_for('effect')} {effect.target} -{said}"
    raise LanguageError("not_a_spell", token.at, name=name[:1].upper() + name[1:], command=command)


def _is_whole(effect: Effect) -> bool:
    return effect.target == effect.source and not effect.conditions


def effect_names(effect: Effect) -> tuple[str, ...]:
    """Return what an effect may be called: its names, its spell's id, its conditions."""
    names = (effect.name.en, effect.name.fr) if effect.name else ()
    return tuple(name for name in (*names, effect.spell, *effect.conditions) if name)


def read_drop(reader: Reader) -> DropConcentration:
    """`drop [TARGET]`; without one it is the active one."""
    return DropConcentration(
        target=reader.active() if reader.at_end and _has_active(reader.context) else reader.target()
    )


def _has_active(context: Context) -> bool:
    return bool(context.state.encounter and context.state.encounter.active)


READERS: Final[Mapping[str, Callable[[Reader], Command]]] = {
    "cast": read_cast,
    "dispel": read_dispel,
    "drop": read_drop,
}
