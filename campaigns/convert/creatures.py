"""Characters and the GM's own monsters: from their sheets to stat blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.slots import proficiency_bonus
from rules.statblock import (
    ABILITIES,
    Action,
    ActionKind,
    Defence,
    Multiattack,
    Save,
    StatBlock,
    Trait,
)
from rules.text import fold, slug

from ..sheets import (
    AttackSheet,
    CharacterSheet,
    CreatureSheet,
    DefenceSheet,
    MonsterSheet,
    SaveSheet,
    SpellcastingSheet,
    TraitSheet,
)
from ..words import (
    SKILL_ABILITIES,
    XP_BY_CR,
    Kind,
    Misread,
    find_word,
    read_ability,
    read_class,
    read_cr,
    read_damage,
    read_defence,
    read_dice,
    read_word,
)
from .casting import Caster, FindSpell, read_castings
from .faults import Faults, Key

FEET_PER_METRE = 1 / 0.3
DEFAULT_REACH_M = 1.5


def character_block(character_id: str, sheet: CharacterSheet, find_spell: FindSpell, faults: Faults) -> StatBlock:
    """Return a character's stat block: it does not die at 0 hit points."""
    classes = _classes(sheet, faults)
    level = sheet.level or sum(classes.values()) or 1
    creature = _Creature(sheet, level, level, classes, find_spell, faults)
    return StatBlock(
        id=character_id,
        source="character",
        level=level,
        classes=classes,
        armour_mastered=sheet.armour_mastered,
        has_focus=sheet.has_focus,
        materials=sheet.materials,
        dies_at_zero=False,
        **creature.figures(),
    )


def monster_block(monster_id: str, sheet: MonsterSheet, find_spell: FindSpell, faults: Faults) -> StatBlock:
    """Return the stat block of a monster of the campaign's own."""
    cr = "0"
    try:
        cr = read_cr(sheet.cr)
    except Misread as error:
        faults.add(("cr",), error.code, **error.details)
    rating = 0 if "/" in cr else int(cr)
    creature = _Creature(sheet, rating, 0, {}, find_spell, faults)
    return StatBlock(
        id=monster_id,
        source="campaign",
        cr=cr,
        xp=XP_BY_CR[cr] if sheet.xp is None else sheet.xp,
        dies_at_zero=sheet.dies_at_zero,
        legendary=creature.traits("legendary", sheet.legendary),
        legendary_actions=sheet.legendary_actions,
        legendary_resistance=sheet.legendary_resistance,
        **creature.figures(),
    )


def _classes(sheet: CharacterSheet, faults: Faults) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, level in sheet.classes.items():
        class_name = faults.read(("classes", name), read_class, name, "")
        if class_name:
            found[class_name] = level
    return found


class _Creature:
    """What characters and monsters have in common, being read."""

    def __init__(
        self,
        sheet: CreatureSheet,
        rank: int,
        level: int,
        classes: dict[str, int],
        find_spell: FindSpell,
        faults: Faults,
    ) -> None:
        self.sheet = sheet
        self.faults = faults
        self.find_spell = find_spell
        self.classes = classes
        self.level = level
        self.proficiency = proficiency_bonus(rank) if sheet.proficiency is None else sheet.proficiency
        scores = sheet.abilities
        self.abilities = (scores.str, scores.dex, scores.con, scores.int, scores.wis, scores.cha)

    def figures(self) -> dict[str, Any]:
        """Return the fields of the stat block that both have."""
        sheet, faults = self.sheet, self.faults
        skills = self._skills()
        actions = self._actions()
        return {
            "name": faults.names(("name",), sheet.name),
            "size": sheet.size,
            "type": find_word("type", sheet.type) or sheet.type,
            "subtype": faults.note(("subtype",), sheet.subtype),
            "alignment": faults.note(("alignment",), sheet.alignment),
            "ac": sheet.ac,
            "hp": sheet.hp,
            "hp_dice": faults.read(("hp_dice",), read_dice, sheet.hp_dice, "") if sheet.hp_dice else "",
            "speed_m": self._speed(),
            "abilities": self.abilities,
            "saves": self._saves(),
            "skills": skills,
            "senses_m": self._keyed("sense", "senses_m", sheet.senses_m),
            "passive": 10 + skills.get("perception", self._modifier("wis")) if sheet.passive is None else sheet.passive,
            "languages": faults.note(("languages",), sheet.languages),
            "proficiency": self.proficiency,
            "initiative": sheet.initiative,
            "resist": self._defences("resist", sheet.resist),
            "immune": self._defences("immune", sheet.immune),
            "vulnerable": self._defences("vulnerable", sheet.vulnerable),
            "reduction": sheet.reduction,
            "condition_immune": self._conditions(("condition_immune",), sheet.condition_immune),
            "actions": actions,
            "multiattack": self._multiattack(actions),
            "reactions": self.traits("reactions", sheet.reactions),
            "traits": self.traits("traits", sheet.traits),
            "casting": self._casting(),
            "text": faults.note(("text",), sheet.text),
        }

    def traits(self, name: str, sheets: Iterable[str | TraitSheet]) -> tuple[Trait, ...]:
        """Return traits, each by its name alone or with a text."""
        found: list[Trait] = []
        for index, sheet in enumerate(sheets):
            key = (name, str(index))
            if isinstance(sheet, TraitSheet):
                names, text = (
                    self.faults.names((*key, "name"), sheet.name),
                    self.faults.note((*key, "text"), sheet.text),
                )
            else:
                names, text = self.faults.names(key, sheet), ""
            found.append(Trait(id=slug(names.en), name=names, text=text))
        return tuple(found)

    def _modifier(self, ability: str) -> int:
        return (self.abilities[ABILITIES.index(ability)] - 10) // 2 if ability in ABILITIES else 0

    def _speed(self) -> dict[str, float]:
        speed = self.sheet.speed_m
        return self._keyed("speed", "speed_m", speed if isinstance(speed, dict) else {"walk": speed})

    def _keyed(self, kind: Kind, name: str, values: dict[str, float]) -> dict[str, float]:
        found: dict[str, float] = {}
        for word, value in values.items():
            key = self.faults.read((name, word), lambda text: read_word(kind, text), word, "")
            if key:
                found[key] = value
        return found

    def _saves(self) -> dict[str, int]:
        saves = self.sheet.saves
        found: dict[str, int] = {}
        for position, word in enumerate(saves):
            key = ("saves", word if isinstance(saves, dict) else str(position))
            ability = self.faults.read(key, read_ability, word, None)
            if ability is not None:
                proficient = self._modifier(ability) + self.proficiency
                found[ability] = saves[word] if isinstance(saves, dict) else proficient
        return found

    def _skills(self) -> dict[str, int]:
        skills = self.sheet.skills
        found: dict[str, int] = {}
        for position, word in enumerate(skills):
            key = ("skills", word if isinstance(skills, dict) else str(position))
            skill = self.faults.read(key, lambda text: read_word("skill", text), word, "")
            if skill:
                proficient = self._modifier(SKILL_ABILITIES[skill]) + self.proficiency
                found[skill] = skills[word] if isinstance(skills, dict) else proficient
        return found

    def _defences(self, name: str, sheets: Iterable[str | DefenceSheet]) -> tuple[Defence, ...]:
        found: list[Defence] = []
        for index, sheet in enumerate(sheets):
            key = (name, str(index))
            if not isinstance(sheet, DefenceSheet):
                defence = self.faults.read(key, read_defence, sheet, None)
            else:
                kind = (
                    "all"
                    if sheet.type == "all"
                    else self.faults.read((*key, "type"), lambda text: read_word("damage", text), sheet.type, "")
                )
                defence = Defence(type=kind, unless=sheet.unless, only=sheet.only) if kind else None
            if defence is not None:
                found.append(defence)
        return tuple(found)

    def _conditions(self, key: Key, words: Iterable[str]) -> tuple[str, ...]:
        return self.faults.read_all(key, lambda text: read_word("condition", text), words)

    def _actions(self) -> tuple[Action, ...]:
        found: dict[str, Action] = {}
        for index, sheet in enumerate(self.sheet.attacks):
            key = ("attacks", str(index))
            action = self._action(key, sheet)
            if action.id in found:
                self.faults.add((*key, "name"), "attack_twice", value=action.name.en)
            found[action.id] = action
        return tuple(found.values())

    def _action(self, key: Key, sheet: AttackSheet) -> Action:
        names = self.faults.names((*key, "name"), sheet.name)
        kind = _kind_of(sheet)
        if kind not in ("save", "other") and sheet.hit is None:
            self.faults.add((*key, "hit"), "missing_key", name="hit")
        reach = DEFAULT_REACH_M if sheet.reach_m is None and "melee" in kind else sheet.reach_m
        return Action(
            id=slug(names.en),
            name=names,
            kind=kind,
            hit=sheet.hit,
            reach_m=reach,
            range_m=_range_of(sheet),
            damage=self._damage((*key, "damage"), sheet.damage, magical=sheet.magical),
            conditions=self._conditions((*key, "conditions"), sheet.conditions),
            escape_dc=sheet.escape_dc,
            save=self._save((*key, "save"), sheet.save, magical=sheet.magical) if sheet.save else None,
            area=_area_of(sheet),
            recharge=sheet.recharge,
            uses=sheet.uses,
        )

    def _damage(self, key: Key, text: str, *, magical: bool) -> tuple[Any, ...]:
        return self.faults.read(key, lambda text: read_damage(text, magical=magical), text, ()) if text else ()

    def _save(self, key: Key, sheet: SaveSheet, *, magical: bool) -> Save:
        return Save(
            ability=self.faults.read((*key, "ability"), read_ability, sheet.ability, "con"),
            dc=sheet.dc,
            on_success=sheet.on_success,
            damage=self._damage((*key, "damage"), sheet.damage, magical=magical),
            conditions=self._conditions((*key, "conditions"), sheet.conditions),
            rounds=sheet.rounds,
            save_ends=sheet.save_ends,
            ends_on_damage=sheet.ends_on_damage,
        )

    def _multiattack(self, actions: tuple[Action, ...]) -> tuple[Multiattack, ...]:
        ways = self.sheet.multiattack
        if ways and all(isinstance(each, str) for each in ways):
            made = self._made(("multiattack",), (each for each in ways if isinstance(each, str)), actions)
            return (Multiattack(actions=made),)
        found: list[Multiattack] = []
        for index, way in enumerate(ways):
            key = ("multiattack", str(index))
            made = self._made(key, (way,) if isinstance(way, str) else way, actions)
            found.append(Multiattack(actions=made))
        return tuple(found)

    def _made(self, key: Key, texts: Iterable[str], actions: tuple[Action, ...]) -> tuple[str, ...]:
        by_name = {name: action.id for action in actions for name in _names_of(action)}
        made: list[str] = []
        for index, text in enumerate(texts):
            action_id = by_name.get(fold(text))
            if action_id is None:
                known = tuple(action.name.en for action in actions)
                self.faults.add((*key, str(index)), "unknown_attack", value=text, known=known)
            else:
                made.append(action_id)
        return tuple(made)

    def _casting(self) -> tuple[Any, ...]:
        sheets = self.sheet.spellcasting
        keyed: list[tuple[Key, SpellcastingSheet]] = (
            [(("spellcasting",), sheets)]
            if isinstance(sheets, SpellcastingSheet)
            else [(("spellcasting", str(index)), sheet) for index, sheet in enumerate(sheets)]
        )
        caster = Caster(self.classes, self.level, self.proficiency, self.abilities)
        return read_castings(keyed, caster, self.find_spell, self.faults)


def _names_of(action: Action) -> set[str]:
    return {action.id, fold(action.name.en), fold(action.name.fr or action.name.en)}


def _kind_of(sheet: AttackSheet) -> ActionKind:
    if sheet.kind is not None:
        return sheet.kind
    if sheet.hit is None:
        return "save" if sheet.save else "other"
    if sheet.range_m is None:
        return "melee"
    return "melee-or-ranged" if sheet.reach_m is not None else "ranged"


def _range_of(sheet: AttackSheet) -> tuple[float, float] | None:
    match sheet.range_m:
        case None:
            return None
        case (normal,):
            return (normal, normal)
        case (normal, long):
            return (normal, long)
        case single:
            return (single, single) if isinstance(single, (int, float)) else None


def _area_of(sheet: AttackSheet) -> str:
    """Return an area in feet, as stat blocks state it."""
    if sheet.area is None:
        return ""
    return f"{sheet.area} {round((sheet.area_m or 0) * FEET_PER_METRE)}"
