"""Ways of casting: what a sheet leaves out follows from class, level and ability (R000-04, R000-36)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from rules.slots import (
    CASTING_ABILITIES,
    PREPARING_CLASSES,
    PROGRESSIONS,
    RITUAL_CLASSES,
    pact_for,
    slots_for,
)
from rules.statblock import ABILITIES, Ability, Casting

from ..sheets import SpellcastingSheet
from ..words import Misread, read_ability, read_word
from .faults import Faults, Key


class KnownSpell(NamedTuple):
    """A spell that a name was found to mean."""

    id: str
    level: int | None
    """Nothing when its own file cannot be read."""


FindSpell = Callable[[str], KnownSpell]
"""Finds the spell that an id or a name means; raises `Misread` (`unknown_spell`)."""
Kind = Literal["slots", "pact", "innate", "item"]
MAX_SLOTS_LEVEL = 9


class Caster(NamedTuple):
    """What the ways of casting need to know of their creature."""

    classes: dict[str, int]
    level: int
    """Character level; 0 for monsters."""
    proficiency: int
    abilities: tuple[int, ...]


def read_castings(
    sheets: Iterable[tuple[Key, SpellcastingSheet]], caster: Caster, find_spell: FindSpell, faults: Faults
) -> tuple[Casting, ...]:
    """Return each way of casting of a creature."""
    return tuple(_Way(key, sheet, caster, find_spell, faults).casting() for key, sheet in sheets)


class _Way:
    """One way of casting, being read."""

    def __init__(
        self, key: Key, sheet: SpellcastingSheet, caster: Caster, find_spell: FindSpell, faults: Faults
    ) -> None:
        self.key = key
        self.sheet = sheet
        self.caster = caster
        self.find_spell = find_spell
        self.faults = faults
        self.class_name = self._class_name()
        self.kind: Kind = self._kind()
        self.level = sheet.level or caster.level or 1

    def casting(self) -> Casting:
        sheet, caster = self.sheet, self.caster
        ability = self._ability()
        modifier = (caster.abilities[ABILITIES.index(ability)] - 10) // 2
        pact_slots, pact_level = self._pact()
        return Casting(
            kind=self.kind,
            ability=ability,
            dc=8 + caster.proficiency + modifier if sheet.dc is None else sheet.dc,
            attack=caster.proficiency + modifier if sheet.attack is None else sheet.attack,
            modifier=modifier,
            level=self.level,
            class_name=self.class_name,
            mode=self._mode(),
            slots=self._slots(),
            pact_slots=pact_slots,
            pact_level=pact_level,
            at_will=self._spells("cantrips", cantrips=True) + self._spells("at_will"),
            spells=self._spells("prepared") + self._spells("known"),
            spellbook=self._spells("spellbook"),
            rituals=self.class_name in RITUAL_CLASSES if sheet.rituals is None else sheet.rituals,
            per_day=self._per_day(),
        )

    def _class_name(self) -> str:
        """Return the class that is stated, or the only one that casts unless the spells are no class's."""
        sheet = self.sheet
        if sheet.class_:
            return self.faults.read((*self.key, "class"), lambda text: read_word("class", text), sheet.class_, "")
        casting = [name for name in self.caster.classes if name in PROGRESSIONS]
        of_class = sheet.prepared or sheet.known or sheet.cantrips or sheet.spellbook or not sheet.ability
        return casting[0] if len(casting) == 1 and of_class and sheet.kind not in ("innate", "item") else ""

    def _kind(self) -> Kind:
        sheet = self.sheet
        if sheet.kind is not None:
            return sheet.kind
        if PROGRESSIONS.get(self.class_name) == "pact" or sheet.pact_slots:
            return "pact"
        levelled = sheet.prepared or sheet.known or sheet.spellbook or sheet.slots or self.class_name
        return "slots" if levelled else "innate"

    def _ability(self) -> Ability:
        if self.sheet.ability:
            return self.faults.read((*self.key, "ability"), read_ability, self.sheet.ability, "int")
        if self.class_name in CASTING_ABILITIES:
            return CASTING_ABILITIES[self.class_name]
        self.faults.add((*self.key, "ability"), "missing_key", name="ability")
        return "int"

    def _mode(self) -> Literal["prepared", "known", "innate"]:
        if self.kind in ("innate", "item"):
            return "innate"
        if self.sheet.known and not self.sheet.prepared:
            return "known"
        prepares = self.sheet.prepared or self.class_name in PREPARING_CLASSES or not self.class_name
        return "prepared" if prepares else "known"

    def _class_level(self) -> int:
        return self.caster.classes.get(self.class_name) or self.level

    def _slots(self) -> tuple[int, ...]:
        if self.sheet.slots is not None:
            if len(self.sheet.slots) > MAX_SLOTS_LEVEL:
                self.faults.add((*self.key, "slots"), "too_many_slots", most=MAX_SLOTS_LEVEL)
            return self.sheet.slots[:MAX_SLOTS_LEVEL]
        if self.kind != "slots":
            return ()
        # The classes of a character share their slots: each way of casting with slots states the same ones.
        classes = self.caster.classes or ({self.class_name: self.level} if self.class_name else {})
        slots = list(slots_for(classes))
        while slots and not slots[-1]:
            slots.pop()
        if not slots and not self.class_name:
            self.faults.add((*self.key, "slots"), "missing_key", name="slots")
        return tuple(slots)

    def _pact(self) -> tuple[int, int]:
        if self.kind != "pact":
            return (0, 0)
        number, level = pact_for(self._class_level()) if self.class_name == "warlock" else (0, 0)
        number = number if self.sheet.pact_slots is None else self.sheet.pact_slots
        return (number, self.sheet.pact_level or level or 1)

    def _spell(self, key: Key, text: str) -> KnownSpell | None:
        try:
            return self.find_spell(text)
        except Misread as error:
            self.faults.add(key, error.code, **error.details)
            return None

    def _spells(
        self, name: Literal["cantrips", "at_will", "prepared", "known", "spellbook"], *, cantrips: bool = False
    ) -> tuple[str, ...]:
        texts: tuple[str, ...] = getattr(self.sheet, name)
        found: dict[str, None] = {}
        for index, text in enumerate(texts):
            key = (*self.key, name, str(index))
            spell = self._spell(key, text)
            if spell is None:
                continue
            if cantrips and spell.level:
                self.faults.add(key, "not_a_cantrip", value=text, level=spell.level)
            elif spell.id in found:
                self.faults.add(key, "listed_twice", value=text)
            found[spell.id] = None
        return tuple(found)

    def _per_day(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for text, times in self.sheet.per_day.items():
            spell = self._spell((*self.key, "per_day", text), text)
            if spell is not None:
                found[spell.id] = times
        return found
