"""A fight as rows: the order, what runs, what waits."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.campaign import CampaignState
from rules.combatant import Combatant, Status
from rules.effect import Effect
from rules.encounter import Encounter
from rules.obligation import ObligationKind
from rules.statblock import Side

from .. import terms
from ..i18n import language
from .casters import CasterRow, caster_rows
from .words import (
    SpellNames,
    brief_length,
    effect_name,
    fight_name,
    name_of,
    obligation_text,
    ongoing_text,
    remaining,
    rounds_left,
)


class CombatantRow(Struct, frozen=True):
    """One line of the initiative order."""

    id: str
    name: str
    """What people call it, in the reader's language."""
    side: Side
    hidden: bool
    is_active: bool
    is_character: bool
    initiative: int | None
    hp: int
    max_hp: int
    temp_hp: int
    ac: int
    status: Status
    successes: int
    """Death saves, 0..3."""
    failures: int
    conditions: tuple[str, ...]
    """Keys, each once; `terms.condition` names them."""
    marks: tuple[str, ...]
    """What a line may say about it, in the reader's language: conditions, then other effects, with the rounds left."""
    concentration: str
    """Name of the spell it holds, or nothing."""
    obligations: tuple[int, ...]
    """Numbers of what waits for it."""
    note: str


class EffectRow(Struct, frozen=True):
    """One running effect."""

    id: str
    target: str
    target_name: str
    name: str
    source: str
    source_name: str
    conditions: tuple[str, ...]
    remaining: str
    """How long it still runs: `3 rounds`, `until the end of Mira's turn`, or nothing."""
    is_dispellable: bool
    is_concentration: bool
    level: int
    ongoing: str = ""
    """The damage it does each turn: `1d4 fire at start`, or nothing."""


class ObligationRow(Struct, frozen=True):
    """One thing that waits to be settled."""

    number: int
    kind: ObligationKind
    who: str
    who_name: str
    what: str
    """What is asked, in the reader's language: `concentration on Haste, CON DC 10 (9 damage)`."""


class FightView(Struct, frozen=True):
    """All that the panes show of a fight."""

    id: str
    name: str
    round: int
    active: str
    """Id of the combatant whose turn it is, or nothing."""
    active_name: str
    combatants: tuple[CombatantRow, ...]
    casters: tuple[CasterRow, ...]
    effects: tuple[EffectRow, ...]
    obligations: tuple[ObligationRow, ...]


def fight_view(state: CampaignState, spell_names: SpellNames | None = None) -> FightView | None:
    """Return what the panes show; nothing when no fight is open. `spell_names` names the spells of innate casters."""
    encounter = state.encounter
    if encounter is None:
        return None
    return FightView(
        id=encounter.id,
        name=fight_name(encounter.name),
        round=encounter.round,
        active=encounter.active,
        active_name=name_of(encounter, encounter.active) if encounter.active else "",
        combatants=combatant_rows(encounter),
        casters=caster_rows(encounter, spell_names),
        effects=tuple(effect_row(encounter, effect) for effect in encounter.effects.values()),
        obligations=obligation_rows(encounter),
    )


def combatant_rows(encounter: Encounter) -> tuple[CombatantRow, ...]:
    """Return the initiative order: those with a count first, then the others as they joined."""
    waiting: dict[str, list[int]] = {}
    for obligation in encounter.obligations.values():
        waiting.setdefault(obligation.who, []).append(obligation.number)
    return tuple(
        _combatant_row(encounter, encounter.combatants[key], tuple(waiting.get(key, ())))
        for key in encounter.display_order
    )


def _combatant_row(encounter: Encounter, combatant: Combatant, obligations: tuple[int, ...]) -> CombatantRow:
    held = combatant.concentration
    return CombatantRow(
        id=combatant.id,
        name=name_of(encounter, combatant.id),
        side=combatant.side,
        hidden=combatant.hidden,
        is_active=combatant.id == encounter.active,
        is_character=bool(combatant.character),
        initiative=combatant.initiative,
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        temp_hp=combatant.temp_hp,
        ac=combatant.ac,
        status=combatant.status,
        successes=combatant.death_saves.successes,
        failures=combatant.death_saves.failures,
        conditions=encounter.conditions(combatant.id),
        marks=tuple(_marks(encounter, combatant.id)),
        concentration=held.name.of(language()) if held else "",
        obligations=obligations,
        note=combatant.note,
    )


def _marks(encounter: Encounter, combatant_id: str) -> Iterator[str]:
    """Yield what runs on a combatant: conditions first, then effects that give none, each once."""
    said: set[str] = set()
    effects = list(encounter.effects_on(combatant_id))
    for effect in sorted(effects, key=lambda effect: not effect.conditions):
        rounds = rounds_left(encounter, effect)
        for text in _effect_words(effect):
            if text not in said:
                said.add(text)
                yield f"{text} {brief_length(rounds)}" if rounds else text


def _effect_words(effect: Effect) -> tuple[str, ...]:
    words = tuple(
        f"{terms.condition(key)} {effect.exhaustion}"
        if key == "exhaustion" and effect.exhaustion
        else terms.condition(key)
        for key in effect.conditions
    )
    return words or (effect_name(effect),)


def effect_row(encounter: Encounter, effect: Effect) -> EffectRow:
    """Return one running effect as it is shown."""
    return EffectRow(
        id=effect.id,
        target=effect.target,
        target_name=name_of(encounter, effect.target),
        name=effect_name(effect),
        source=effect.source,
        source_name=name_of(encounter, effect.source) if effect.source else "",
        conditions=effect.conditions,
        remaining=remaining(encounter, effect),
        is_dispellable=effect.dispellable,
        is_concentration=_is_held(encounter, effect),
        level=effect.level,
        ongoing=ongoing_text(effect),
    )


def _is_held(encounter: Encounter, effect: Effect) -> bool:
    caster = encounter.combatants.get(effect.source)
    return bool(effect.casting and caster and caster.concentration and caster.concentration.casting == effect.casting)


def obligation_rows(encounter: Encounter) -> tuple[ObligationRow, ...]:
    """Return what waits to be settled, oldest first."""
    return tuple(
        ObligationRow(
            number=obligation.number,
            kind=obligation.kind,
            who=obligation.who,
            who_name=name_of(encounter, obligation.who),
            what=obligation_text(encounter, obligation),
        )
        for obligation in encounter.obligations.values()
    )
