"""The example campaigns: without a fault, right by the rules, and ready to be fought."""

from functools import reduce
from pathlib import Path

import pytest

from campaigns.catalog import Catalog
from campaigns.checking import check_campaign
from campaigns.folder import DEMO, EXAMPLES, open_folder
from rules.campaign import CampaignState
from rules.decide import decide
from rules.dice import SeededDice
from rules.evolve import evolve
from rules.initiative import StartEncounter
from rules.joining import LoadEncounter
from rules.rolls import average
from rules.slots import max_spell_level, prepared_max, proficiency_bonus
from rules.statblock import StatBlock

CAMPAIGNS = sorted(path.parent for path in EXAMPLES.glob("*/campaign.toml"))
CATALOG = Catalog(EXAMPLES / DEMO)
PARTY = {character: CATALOG.character(character) for character in CATALOG.characters()}
HIT_DICE = {"wizard": 6, "rogue": 8, "cleric": 8, "paladin": 10}
SAVES = {"wizard": {"int", "wis"}, "rogue": {"dex", "int"}, "cleric": {"wis", "cha"}, "paladin": {"wis", "cha"}}
GRANTED = {"aude": 6, "otto": 2}
"""Spells that a domain or an oath adds to those prepared."""


def the_class(block: StatBlock) -> tuple[str, int]:
    ((name, level),) = block.classes.items()
    return name, level


@pytest.mark.parametrize("folder", CAMPAIGNS, ids=lambda folder: folder.name)
def test_an_example_has_no_problems(folder: Path) -> None:
    assert check_campaign(folder) == ()
    assert open_folder(folder).ruleset == "dnd5e"


def test_there_are_a_wizard_a_cleric_a_paladin_and_a_rogue_of_levels_3_to_5() -> None:
    assert {the_class(block) for block in PARTY.values()} == {
        ("wizard", 5),
        ("cleric", 5),
        ("paladin", 4),
        ("rogue", 3),
    }


@pytest.mark.parametrize("block", PARTY.values(), ids=lambda block: block.id)
def test_a_characters_figures_are_right_by_the_rules(block: StatBlock) -> None:
    name, level = the_class(block)
    die, constitution = HIT_DICE[name], block.modifier("con")
    assert block.hp == die + (level - 1) * (die // 2 + 1) + level * constitution
    assert block.hp_dice == f"{level}d{die}+{level * constitution}"
    assert block.hp >= average(block.hp_dice)
    assert block.proficiency == proficiency_bonus(level)
    assert set(block.saves) == SAVES[name]
    assert all(bonus == block.modifier(save) + block.proficiency for save, bonus in block.saves.items())  # type: ignore[arg-type]
    # The standard array, one more in each for a human, two more at level 4.
    assert sum(block.abilities) == 72 + 6 + (2 if level >= 4 else 0)
    for attack in block.actions:
        best = max(block.modifier("str"), block.modifier("dex"))
        assert attack.hit == best + block.proficiency
        assert attack.damage


@pytest.mark.parametrize("block", [block for block in PARTY.values() if block.casting], ids=lambda block: block.id)
def test_a_casters_figures_are_right_by_the_rules(block: StatBlock) -> None:
    name, level = the_class(block)
    (casting,) = block.casting
    modifier = block.modifier(casting.ability)
    assert casting.class_name == name
    assert (casting.dc, casting.attack) == (8 + block.proficiency + modifier, block.proficiency + modifier)
    assert len(casting.spells) == prepared_max(name, level, modifier) + GRANTED.get(block.id, 0)
    levels = [CATALOG.spell(spell).level for spell in casting.spells]
    assert all(1 <= each <= max_spell_level(name, level) for each in levels)
    assert all(name in CATALOG.spell(spell).classes for spell in casting.spells if block.id not in GRANTED)
    assert len(casting.at_will) == {"wizard": 4, "cleric": 4, "paladin": 0}[name]
    assert all(CATALOG.spell(spell).level == 0 and name in CATALOG.spell(spell).classes for spell in casting.at_will)
    if name == "wizard":
        assert len(casting.spells) + len(casting.spellbook) == 6 + 2 * (level - 1)


def test_one_encounter_has_a_hidden_acolyte_and_one_two_casters_among_eight() -> None:
    gate = CATALOG.encounter("gate")
    assert [(each.block.id, each.count) for each in gate.creatures] == [
        ("goblin", "4"),
        ("hobgoblin", "2"),
        ("acolyte", "1"),
    ]
    assert [each.block.id for each in gate.creatures if each.hidden] == ["acolyte"]
    ossuary = CATALOG.encounter("ossuary")
    assert sum(int(each.count) for each in ossuary.creatures) == 8
    assert sum(bool(each.block.casting) for each in ossuary.creatures) == 2
    assert all(each.block.source == "srd" for each in (*gate.creatures, *ossuary.creatures))


@pytest.mark.parametrize("encounter_id", CATALOG.encounters())
def test_a_prepared_encounter_can_be_fought(encounter_id: str) -> None:
    prepared = CATALOG.encounter(encounter_id)
    assert {each.block.id for each in prepared.party} == set(PARTY)
    assert prepared.name.en
    assert prepared.name.fr
    state, dice = CampaignState(), SeededDice(1)
    load = LoadEncounter(id=prepared.id, name=prepared.name.en, newcomers=prepared.newcomers)
    for command in (load, StartEncounter()):
        state = reduce(evolve, decide(state, command, dice), state)
    assert state.encounter is not None
    assert state.encounter.is_started or state.encounter.obligations
    assert len(state.encounter.combatants) == 4 + sum(int(each.count) for each in prepared.creatures)
