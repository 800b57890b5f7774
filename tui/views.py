"""What a fight looks like: rows made of a state, for the panes of the screen and for `aethyr show`.

Pure: a state and the reader's language (`tui.i18n`) give frozen rows. Names in them are text of people, never markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.campaign import CampaignState
from rules.combatant import Combatant, Resource, Status
from rules.effect import Effect
from rules.encounter import Encounter
from rules.obligation import Obligation, ObligationKind
from rules.statblock import Ability, Casting, Names, Side, StatBlock

from . import terms
from .i18n import _, language, n_

UNNAMED = "encounter"
"""Name of a fight that nobody has named."""
SpellNames = Callable[[str], Names | None]
"""Looks a spell's names up by its id: `Catalog.spell_names`. A fight itself knows those of running spells only."""


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


class SlotRow(Struct, frozen=True):
    """The slots of one spell level."""

    level: int
    left: int
    max: int


class UseRow(Struct, frozen=True):
    """A spell, or an action, that may be used so many times."""

    id: str
    name: str
    left: int
    max: int


class CastingRow(Struct, frozen=True):
    """One way in which a creature casts."""

    kind: str
    """`slots`, `pact`, `innate` or `item`."""
    ability: Ability
    dc: int
    attack: int
    slots: tuple[SlotRow, ...]
    uses: tuple[UseRow, ...]
    at_will: tuple[str, ...]
    """Ids of spells that cost nothing."""
    spells: tuple[str, ...]
    """Ids of spells that are cast with the slots."""


class HeldRow(Struct, frozen=True):
    """The spell that somebody concentrates on."""

    spell: str
    name: str
    level: int
    targets: tuple[str, ...]
    """Labels of whom its effects run on, each once."""
    remaining: str
    """How long it still runs, or nothing when no effect says so."""


class CasterRow(Struct, frozen=True):
    """One caster: what it can still pay, and what it holds."""

    id: str
    name: str
    title: str
    """Classes and levels: « magicien 5 »; nothing for monsters."""
    hidden: bool
    is_present: bool
    castings: tuple[CastingRow, ...]
    concentration: HeldRow | None


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


def fight_name(name: str) -> str:
    """Return what a fight is called, in the reader's language."""
    return _("Encounter") if name == UNNAMED else name


def name_of(encounter: Encounter, combatant_id: str) -> str:
    """Return what people call a combatant, in the reader's language; its id when it has left."""
    return encounter.label(combatant_id, language())


def words_of(key: str) -> str:
    """Return an id as words, for what has no name."""
    return key.replace("-", " ")


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
                yield f"{text} {rounds}" if rounds else text


def _effect_words(effect: Effect) -> tuple[str, ...]:
    words = tuple(
        f"{terms.condition(key)} {effect.exhaustion}"
        if key == "exhaustion" and effect.exhaustion
        else terms.condition(key)
        for key in effect.conditions
    )
    return words or (effect_name(effect),)


def effect_name(effect: Effect) -> str:
    """Return an effect's name: that given to it, its spell's, or its conditions'."""
    if effect.name:
        return effect.name.of(language())
    return ", ".join(terms.condition(key) for key in effect.conditions) or effect.id


def rounds_left(encounter: Encounter, effect: Effect) -> int:
    """Return in how many rounds an effect ends; 0 when that is this round, or no count says so."""
    return max(0, effect.until.round - encounter.round) if effect.until else 0


def remaining(encounter: Encounter, effect: Effect) -> str:
    """Return how long an effect still runs, in the reader's language; nothing when only its end by hand is left."""
    if effect.until is None:
        return ""
    if left := rounds_left(encounter, effect):
        return n_("{n} round", "{n} rounds", left).format(n=left)
    who = name_of(encounter, effect.until.of)
    if effect.until.when == "start":
        return _("until the start of {who}’s turn").format(who=who)
    return _("until the end of {who}’s turn").format(who=who)


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
    )


def _is_held(encounter: Encounter, effect: Effect) -> bool:
    caster = encounter.combatants.get(effect.source)
    return bool(effect.casting and caster and caster.concentration and caster.concentration.casting == effect.casting)


def caster_rows(encounter: Encounter, spell_names: SpellNames | None = None) -> tuple[CasterRow, ...]:
    """Return those who cast or hold a spell, in the order in which they act."""
    rows: list[CasterRow] = []
    for key in encounter.display_order:
        combatant = encounter.combatants[key]
        block = encounter.blocks[combatant.block]
        if block.casting or combatant.concentration:
            rows.append(
                CasterRow(
                    id=key,
                    name=name_of(encounter, key),
                    title=title(block),
                    hidden=combatant.hidden,
                    is_present=combatant.is_present,
                    castings=casting_rows(encounter, combatant, spell_names),
                    concentration=_held_row(encounter, combatant),
                )
            )
    return tuple(rows)


def title(block: StatBlock) -> str:
    """Return a character's classes and levels; nothing for monsters."""
    return ", ".join(f"{terms.term(terms.CLASSES, name)} {level}" for name, level in block.classes.items())


def casting_rows(
    encounter: Encounter, combatant: Combatant, spell_names: SpellNames | None = None
) -> tuple[CastingRow, ...]:
    """Return each way in which a combatant casts, with what is left of it."""
    block = encounter.blocks[combatant.block]
    return tuple(_casting_row(combatant.resources, casting, spell_names) for casting in block.casting)


def _casting_row(resources: dict[str, Resource], casting: Casting, spell_names: SpellNames | None) -> CastingRow:
    slots: tuple[SlotRow, ...] = ()
    if casting.kind == "slots":
        found = ((level, resources.get(f"slot.{level}")) for level in range(1, 10))
        slots = tuple(SlotRow(level, slot.left, slot.max) for level, slot in found if slot)
    elif casting.kind == "pact" and (pact := resources.get("pact")):
        slots = (SlotRow(casting.pact_level, pact.left, pact.max),)
    uses = tuple(
        UseRow(spell, spell_name(spell, spell_names), use.left, use.max)
        for spell in casting.per_day
        if (use := resources.get(f"{'item' if casting.kind == 'item' else 'spell'}.{spell}"))
    )
    return CastingRow(
        kind=casting.kind,
        ability=casting.ability,
        dc=casting.dc,
        attack=casting.attack,
        slots=slots,
        uses=uses,
        at_will=casting.at_will,
        spells=casting.spells,
    )


def spell_name(spell_id: str, spell_names: SpellNames | None) -> str:
    """Return a spell's name in the reader's language; the words of its id when nobody knows it."""
    names = spell_names(spell_id) if spell_names else None
    return names.of(language()) if names else words_of(spell_id)


def _held_row(encounter: Encounter, combatant: Combatant) -> HeldRow | None:
    held = combatant.concentration
    if held is None:
        return None
    effects = encounter.held_by(held.casting)
    return HeldRow(
        spell=held.spell,
        name=held.name.of(language()),
        level=held.level,
        targets=tuple(dict.fromkeys(name_of(encounter, effect.target) for effect in effects)),
        remaining=next((text for effect in effects if (text := remaining(encounter, effect))), ""),
    )


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


def obligation_text(encounter: Encounter, obligation: Obligation) -> str:
    """Return what an obligation asks for, in the reader's language, without whom it concerns."""
    ability = terms.ability(obligation.ability) if obligation.ability else ""
    match obligation.kind:
        case "concentration_save":
            return _("concentration on {spell}, {ability} DC {dc} ({damage} damage)").format(
                spell=_held_name(encounter, obligation.who), ability=ability, dc=obligation.dc, damage=obligation.damage
            )
        case "death_save":
            return _("death saving throw, DC {dc}").format(dc=obligation.dc or 10)
        case "initiative":
            return _("initiative")
        case "save_ends":
            return _("{ability} save DC {dc} to end {effect}").format(
                ability=ability, dc=obligation.dc, effect=_effect_by_id(encounter, obligation.effect)
            )
        case "ongoing_damage":
            return _("damage from {effect}").format(effect=_effect_by_id(encounter, obligation.effect))
        case "long_casting":
            return _long_casting_text(encounter, obligation.who)
        case "recharge":
            return _("recharge of {action} ({dc}–6 on a d6)").format(
                action=_action_name(encounter, obligation.who, obligation.action), dc=obligation.dc
            )


def _long_casting_text(encounter: Encounter, combatant_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    casting = combatant.long_casting if combatant else None
    if casting is None:
        return _("going on with a casting")
    return _("going on with casting {spell}: turn {turn} of {needed}").format(
        spell=casting.spell.name.of(language()), turn=casting.done + 1, needed=casting.needed
    )


def _held_name(encounter: Encounter, combatant_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    held = combatant.concentration if combatant else None
    return held.name.of(language()) if held else "?"


def _effect_by_id(encounter: Encounter, effect_id: str) -> str:
    effect = encounter.effects.get(effect_id)
    return effect_name(effect) if effect else effect_id


def _action_name(encounter: Encounter, combatant_id: str, action_id: str) -> str:
    combatant = encounter.combatants.get(combatant_id)
    action = encounter.blocks[combatant.block].action(action_id) if combatant else None
    return action.name.of(language()) if action else words_of(action_id)
