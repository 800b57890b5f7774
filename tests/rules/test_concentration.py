"""Concentration: what asks for a save, what breaks it, and what ends with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.concentration import DropConcentration, concentration_dc
from rules.conditions import EndEffect
from rules.effects import ConcentrationEnded, EffectEnded
from rules.figures import SetFigure
from rules.roster import RemoveCombatants
from rules.saves import SaveRolled
from rules.settling import Waive
from tests.rules.builders import Fight, of_kind, only, started
from tests.rules.creatures import GOBLIN, MAGE, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import BLESS, FALSE_LIFE, FIREBALL, HOLD_PERSON, MAGIC_MISSILE, WEB


def blessing() -> Fight:
    """Tor holds Bless on three, himself among them; it is his turn."""
    fight = started(TOR, MIRA, OTTO, OGRE)
    fight.cast("tor", BLESS, ("tor", "mira", "otto"))
    return fight


def blessed(fight: Fight) -> list[str]:
    return [effect.target for effect in fight.encounter.effects.values() if effect.spell == "bless"]


@pytest.mark.parametrize(
    ("damage", "dc"), [(1, 10), (10, 10), (20, 10), (21, 10), (22, 11), (23, 11), (24, 12), (45, 22), (100, 50)]
)
def test_the_difficulty_is_10_or_half_the_damage(damage: int, dc: int) -> None:
    # R000-24; without a ceiling in the rules of 2014.
    assert concentration_dc(damage) == dc


def test_damage_asks_for_a_save() -> None:
    # R000-24
    fight = blessing()
    fight.damage("tor", "24", by="ogre-1")
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who, asked.ability, asked.dc) == ("concentration_save", "tor", "con", 12)
    assert (asked.damage, asked.source) == (24, "ogre-1")


def test_damage_that_temporary_hit_points_absorb_counts() -> None:
    # A5E-13: 15 temporary, 24 damage: 12, not 10 for the 9 that went through.
    fight = blessing()
    fight.alter("tor", temp_hp=15)
    fight.damage("tor", "24")
    assert [obligation.dc for obligation in fight.obligations()] == [12]


def test_damage_absorbed_to_the_last_point_still_asks() -> None:
    # A5E-13
    fight = blessing()
    fight.alter("tor", temp_hp=15)
    fight.damage("tor", "8")
    assert [obligation.dc for obligation in fight.obligations()] == [10]
    assert fight["tor"].hp == 38


def test_a_house_rule_counts_only_what_went_through() -> None:
    # A5E-13
    fight = blessing()
    fight.settings(conc_dc_counts_temp=False)
    fight.alter("tor", temp_hp=15)
    fight.damage("tor", "8")
    assert fight.obligations() == ()
    fight.damage("tor", "31")
    assert [obligation.dc for obligation in fight.obligations()] == [12]


def test_damage_reduced_to_nothing_asks_for_no_save() -> None:
    # A5E-14
    fight = blessing()
    fight.damage("tor", "0", kind="fire")
    assert fight.obligations() == ()


def test_each_source_asks_for_a_save_of_its_own() -> None:
    # R000-24, A5E-15
    fight = blessing()
    fight.damage("tor", "4")
    fight.damage("tor", "26")
    assert [obligation.dc for obligation in fight.obligations()] == [10, 13]


def test_each_dart_of_a_volley_is_a_source() -> None:
    # A5E-15
    fight = started(MIRA, MAGE)
    fight.cast("mira", WEB)
    fight.next()
    fight.cast("mage-1", MAGIC_MISSILE, "mira", 2, 3, 4)
    assert [obligation.dc for obligation in fight.obligations()] == [10, 10, 10]


def test_a_house_rule_makes_a_volley_one_source() -> None:
    # A5E-15
    fight = started(MIRA, MAGE)
    fight.settings(magic_missile="once")
    fight.cast("mira", WEB)
    fight.next()
    fight.cast("mage-1", MAGIC_MISSILE, "mira", 2, 3, 4)
    assert [obligation.damage for obligation in fight.obligations()] == [12]


def test_a_save_that_succeeds_keeps_the_spell() -> None:
    # Constitution 14 adds 2: 8 + 2 meets 10.
    fight = blessing()
    fight.damage("tor", "5")
    event = only(fight.settle(8), SaveRolled)
    assert (event.total, event.success, event.purpose) == (10, True, "concentration")
    assert fight["tor"].concentration is not None
    assert fight.obligations() == ()


def test_a_save_that_fails_ends_the_spell_on_all_its_targets() -> None:
    # R000-22
    fight = blessing()
    fight.damage("tor", "5")
    events = fight.settle(7)
    assert only(events, ConcentrationEnded).reason == "failed_save"
    assert [event.reason for event in of_kind(events, EffectEnded)] == ["concentration"] * 3
    assert blessed(fight) == []


def test_the_save_uses_the_bonus_to_saves_of_the_stat_block() -> None:
    # Proficiency in the save is in its bonus, the modifier alone is not enough.
    fight = started(TOR, OGRE)
    block = fight.encounter.block("tor")
    assert block.save_bonus("con") == 2
    assert block.save_bonus("wis") == 7


def test_the_other_saves_are_pointless_once_the_spell_is_lost() -> None:
    fight = blessing()
    fight.damage("tor", "5")
    fight.damage("tor", "5")
    fight.settle(1)
    assert fight.obligations() == ()


def test_a_save_may_be_waived() -> None:
    fight = blessing()
    fight.damage("tor", "5")
    fight.do(Waive())
    assert fight["tor"].concentration is not None
    assert fight.obligations() == ()


def test_letting_go_costs_nothing_and_ends_the_spell() -> None:
    # R000-22
    fight = blessing()
    events = fight.do(DropConcentration(target="tor"))
    assert only(events, ConcentrationEnded).reason == "dropped"
    assert blessed(fight) == []
    assert not fight["tor"].used.bonus


def test_who_holds_nothing_cannot_let_go() -> None:
    assert blessing().refuses(DropConcentration(target="mira")).code == "not_concentrating"


def test_five_effects_of_one_casting_end_together() -> None:
    fight = started(TOR, MIRA, OTTO, OGRE, GOBLIN)
    everybody = tuple(fight.encounter.combatants)
    fight.cast("tor", BLESS, everybody)
    assert len(fight.encounter.effects) == 5
    fight.do(DropConcentration(target="tor"))
    assert fight.encounter.effects == {}


def test_another_concentration_spell_ends_the_first() -> None:
    # R000-23
    fight = blessing()
    fight.next()
    fight.until_turn_of("tor")
    events = fight.cast("tor", HOLD_PERSON, "ogre-1", 2)
    assert only(events, ConcentrationEnded).reason == "replaced"
    assert blessed(fight) == []
    held = fight["tor"].concentration
    assert held is not None
    assert held.spell == "hold-person"


def test_the_same_spell_again_leaves_its_former_targets() -> None:
    # The effects of the casting that ends go, although the new ones have the same name.
    fight = blessing()
    fight.until_turn_of("tor")
    fight.cast("tor", BLESS, "ogre-1")
    assert blessed(fight) == ["ogre-1"]


def test_the_first_spell_ends_even_when_everybody_resists_the_second() -> None:
    # A5E-16
    fight = blessing()
    fight.until_turn_of("tor")
    fight.cast("tor", HOLD_PERSON, "ogre-1", 20)
    assert blessed(fight) == []
    assert fight["tor"].concentration is None


def test_a_spell_without_concentration_leaves_it_alone() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", WEB)
    fight.until_turn_of("mira")
    fight.cast("mira", FALSE_LIFE, (), 3)
    held = fight["mira"].concentration
    assert held is not None
    assert held.spell == "web"


@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "petrified", "stunned", "unconscious"])
def test_whatever_incapacitates_ends_concentration(condition: str) -> None:
    # R000-25
    fight = blessing()
    events = fight.condition("tor", condition)
    assert only(events, ConcentrationEnded).reason == "incapacitated"
    assert blessed(fight) == []


@pytest.mark.parametrize(
    "condition", ["blinded", "charmed", "frightened", "grappled", "poisoned", "prone", "restrained"]
)
def test_other_conditions_leave_concentration_alone(condition: str) -> None:
    fight = blessing()
    fight.condition("tor", condition)
    assert fight["tor"].concentration is not None


def test_dropping_to_0_ends_concentration_without_a_save() -> None:
    # A5E-17
    fight = blessing()
    events = fight.damage("tor", "38")
    assert only(events, ConcentrationEnded).reason == "incapacitated"
    assert fight.obligations() == ()


def test_dying_ends_concentration() -> None:
    # R000-25
    fight = blessing()
    events = fight.damage("tor", "76")
    assert only(events, ConcentrationEnded).reason == "dead"
    assert fight["tor"].concentration is None


def test_leaving_the_fight_ends_concentration() -> None:
    fight = blessing()
    events = fight.do(RemoveCombatants(targets=("tor",)))
    assert only(events, ConcentrationEnded).reason == "left"
    assert blessed(fight) == []


@pytest.mark.parametrize(("status", "reason"), [("dead", "dead"), ("out", "left"), ("stable", "incapacitated")])
def test_a_status_set_by_hand_ends_concentration(status: str, reason: str) -> None:
    fight = blessing()
    events = fight.do(SetFigure(target="tor", figure="status", value=status))
    assert only(events, ConcentrationEnded).reason == reason


def test_concentration_ends_with_the_last_effect_it_holds() -> None:
    fight = blessing()
    for effect in tuple(fight.encounter.effects):
        assert fight["tor"].concentration is not None
        fight.do(EndEffect(effect=effect))
    assert fight["tor"].concentration is None


def test_it_ends_when_the_duration_is_over() -> None:
    # A5E-40: cast in round 1 for a minute, gone at the start of the caster's turn in round 11.
    fight = blessing()
    while fight.encounter.round < 11:
        assert len(blessed(fight)) == 3
        fight.next()
    assert fight.encounter.active == "tor"
    assert blessed(fight) == []
    assert fight["tor"].concentration is None


def test_a_caster_who_falls_by_its_own_spell_holds_nothing() -> None:
    # R000-25
    fight = started(MIRA, OGRE)
    burning = replace(FIREBALL, concentration=True, duration="1 minute")
    fight.cast("mira", burning, ("mira", "ogre-1"), 6, 6, 6, 6, 6, 6, 6, 6, 1, 1)
    assert fight.status("mira") == "unconscious"
    assert fight["mira"].concentration is None
    assert not any(effect.spell for effect in fight.encounter.effects.values())


def test_a_caster_who_loses_its_wits_by_its_own_spell_holds_nothing() -> None:
    # R000-25
    fight = started(MIRA, OGRE)
    fight.cast("mira", HOLD_PERSON, ("mira", "ogre-1"), 1, 1)
    assert fight["mira"].concentration is None
    assert "paralyzed" not in fight.conditions("ogre-1")


def test_nobody_holds_what_they_were_made_to_cast_without_their_wits() -> None:
    # R000-25
    fight = started(TOR, OGRE)
    fight.condition("tor", "stunned")
    fight.cast("tor", BLESS, "ogre-1", forced=True)
    assert fight["tor"].concentration is None
    assert blessed(fight) == []
