"""Casting: who may cast what, what it needs, and what it costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.casting import CastSpell, SpellCast
from rules.casting_time import casting_seconds
from rules.combatant import Bearing, Resource
from rules.spell import Spell
from tests.rules.builders import Fight, gathered, only, started
from tests.rules.creatures import GOBLIN, ILSE, MAGE, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import (
    BLESS,
    ELDRITCH_BLAST,
    FIRE_BOLT,
    FIREBALL,
    HEX,
    HOLD_PERSON,
    IDENTIFY,
    MAGIC_MISSILE,
    SACRED_FLAME,
    SLEEP,
)

FIREBALL_DICE = (1,) * 8


def slots(fight: Fight, who: str) -> dict[str, int]:
    return {key: resource.left for key, resource in fight[who].resources.items()}


def test_casting_spends_a_slot_of_the_spells_level() -> None:
    # R000-04
    fight = started(MIRA, OGRE)
    event = only(fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1), SpellCast)
    assert (event.level, event.paid) == (1, "slot.1")
    assert slots(fight, "mira") == {"slot.1": 3, "slot.2": 3, "slot.3": 2}


def test_a_higher_slot_is_spent_when_it_is_asked_for() -> None:
    # R000-07
    fight = started(MIRA, OGRE)
    event = only(fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1, 1, 1, level=3), SpellCast)
    assert (event.level, event.paid) == (3, "slot.3")
    assert slots(fight, "mira") == {"slot.1": 4, "slot.2": 3, "slot.3": 1}


def test_without_a_stated_level_the_lowest_slot_left_serves() -> None:
    fight = started(MIRA, OGRE)
    fight.alter("mira", resources={"slot.1": Resource(left=0, max=4), "slot.2": Resource(left=1, max=3)})
    assert only(fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1, 1), SpellCast).level == 2


def test_a_warlock_with_pact_slots_of_level_2_casts_a_spell_of_level_1_with_them() -> None:
    # A5E-03
    fight = started(ILSE, OGRE)
    event = only(fight.cast("ilse", HEX, "ogre-1"), SpellCast)
    assert (event.level, event.paid) == (2, "pact")
    assert slots(fight, "ilse") == {"pact": 1}


def test_a_multiclass_caster_may_pay_from_either_pool() -> None:
    # A5E-03
    both = replace(ILSE, casting=(*ILSE.casting, replace(MIRA.casting[0], slots=(2,))))
    fight = started(both, OGRE)
    assert only(fight.cast("ilse", HEX, "ogre-1"), SpellCast).paid == "slot.1"
    fight.until_turn_of("ilse")
    assert only(fight.cast("ilse", HEX, "ogre-1", level=2), SpellCast).paid == "pact"


def test_without_a_slot_there_is_no_spell_unless_the_gm_says_so() -> None:
    # R000-04
    fight = started(MIRA, OGRE)
    fight.alter("mira", resources={"slot.1": Resource(left=0, max=4)})
    command = CastSpell(caster="mira", spell=MAGIC_MISSILE, targets=("ogre-1",))
    refusal = fight.refuses(command)
    assert (refusal.code, refusal.details["level"]) == ("no_slot", 1)
    event = only(fight.do(command, 1, 1, 1, forced=True), SpellCast)
    assert (event.level, event.paid) == (1, "")
    assert slots(fight, "mira") == {"slot.1": 0}


def test_a_stated_level_is_not_paid_with_another() -> None:
    fight = started(MIRA, OGRE)
    fight.alter("mira", resources={"slot.1": Resource(left=4, max=4), "slot.2": Resource(left=0, max=3)})
    command = CastSpell(caster="mira", spell=MAGIC_MISSILE, targets=("ogre-1",), level=2)
    assert fight.refuses(command).code == "no_slot"


@pytest.mark.parametrize(
    ("spell", "level", "code"),
    [
        (FIREBALL, 2, "slot_too_low"),
        (FIREBALL, 10, "slot_level"),
        (FIREBALL, -1, "slot_level"),
        (FIRE_BOLT, 1, "cantrip_no_slot"),
    ],
)
def test_a_level_that_does_not_serve_is_refused(spell: Spell, level: int, code: str) -> None:
    # R000-07, A5E-11
    command = CastSpell(caster="mira", spell=spell, targets=("ogre-1",), level=level)
    fight = started(MIRA, OGRE)
    assert fight.refuses(command).code == code
    assert fight.refuses(command, forced=True).code == code


@pytest.mark.parametrize("level", [-1, 10, 99])
def test_a_spell_of_a_level_that_does_not_exist_is_refused(level: int) -> None:
    fight = started(MIRA, OGRE)
    command = CastSpell(caster="mira", spell=replace(FIREBALL, level=level), targets=("ogre-1",))
    assert fight.refuses(command).code == "slot_level"
    assert fight.refuses(command, forced=True).code == "slot_level"


def test_cantrips_cost_nothing() -> None:
    # R000-08
    fight = started(MIRA, OGRE)
    event = only(fight.cast("mira", FIRE_BOLT, "ogre-1", 2), SpellCast)
    assert (event.level, event.paid) == (0, "")
    assert slots(fight, "mira") == {"slot.1": 4, "slot.2": 3, "slot.3": 2}


def test_innate_spells_are_spent_by_the_day() -> None:
    # R000-06, A5E-07
    fight = started(MAGE, OTTO)
    for left in (1, 0):
        event = only(fight.cast("mage-1", SLEEP, "otto", 1, 1, 1, 1, 1), SpellCast)
        assert event.paid == "spell.sleep"
        assert slots(fight, "mage-1")["spell.sleep"] == left
        fight.until_turn_of("mage-1")
    for level in (None, 1):
        command = CastSpell(caster="mage-1", spell=SLEEP, targets=("otto",), level=level)
        assert fight.refuses(command).code == "no_uses"


def test_innate_spells_are_cast_at_their_own_level() -> None:
    command = CastSpell(caster="mage-1", spell=SLEEP, targets=("otto",), level=3)
    assert started(MAGE, OTTO).refuses(command).code == "no_upcast"


def test_a_magic_item_gives_a_spell_and_spends_a_charge() -> None:
    # R000-01, R000-06
    fight = started(TOR, OGRE)
    event = only(fight.cast("tor", FIREBALL, "ogre-1", *FIREBALL_DICE, 20), SpellCast)
    assert event.paid == "item.fireball"
    assert slots(fight, "tor")["item.fireball"] == 1


@pytest.mark.parametrize(
    ("caster", "spell", "code"),
    [
        ("mira", BLESS, "not_prepared"),  # not in her book
        ("mira", IDENTIFY, "not_prepared"),  # in her book only: rituals
        ("mira", SACRED_FLAME, "not_known"),  # cantrips are known
        ("ilse", FIREBALL, "not_known"),  # warlocks know their spells
        ("otto", BLESS, "no_casting"),
    ],
)
def test_only_spells_known_or_prepared_are_cast(caster: str, spell: Spell, code: str) -> None:
    # R000-01
    fight = gathered(MIRA, ILSE, OTTO, OGRE)
    command = CastSpell(caster=caster, spell=spell, targets=("ogre-1",))
    assert fight.refuses(command).code == code


def test_the_gm_may_let_anybody_cast_anything() -> None:
    # The difficulty is 8, 2 for proficiency, and Charisma 14.
    fight = started(OTTO, OGRE)
    event = only(fight.cast("otto", FIREBALL, "ogre-1", *FIREBALL_DICE, 12, forced=True), SpellCast)
    assert (event.level, event.paid) == (3, "")


def test_armour_that_is_not_mastered_prevents_every_spell() -> None:
    # R000-03
    fight = started(MIRA, OGRE)
    fight.alter("mira", bearing=Bearing(armour_mastered=False))
    for spell in (FIRE_BOLT, MAGIC_MISSILE):
        command = CastSpell(caster="mira", spell=spell, targets=("ogre-1",))
        assert fight.refuses(command).code == "armor_not_mastered"


def test_the_incapacitated_cast_nothing() -> None:
    fight = started(MIRA, OGRE)
    fight.condition("mira", "stunned")
    assert fight.refuses(CastSpell(caster="mira", spell=FIRE_BOLT, targets=("ogre-1",))).code == "cannot_act"


def test_a_ritual_takes_ten_minutes_more_and_no_slot() -> None:
    # R000-09, A5E-10
    assert casting_seconds(FIRE_BOLT, ritual=True) == 606
    fight = gathered(MIRA, OTTO)
    event = only(fight.cast("mira", IDENTIFY, "otto", ritual=True), SpellCast)
    assert (event.ritual, event.seconds, event.paid) == (True, 660, "")


@pytest.mark.parametrize(
    ("caster", "spell", "level", "code"),
    [
        ("mira", MAGIC_MISSILE, None, "not_a_ritual"),
        ("mira", IDENTIFY, 2, "ritual_no_upcast"),
        ("tor", IDENTIFY, None, "no_ritual_feature"),
        ("mira", replace(IDENTIFY, id="alarm"), None, "not_prepared"),
        ("otto", IDENTIFY, None, "no_ritual_feature"),
    ],
)
def test_what_is_no_ritual_for_this_caster_is_refused(caster: str, spell: Spell, level: int | None, code: str) -> None:
    # R000-09; in these stat blocks only Mira has the ability.
    fight = gathered(MIRA, TOR, OTTO)
    command = CastSpell(caster=caster, spell=spell, targets=("otto",), level=level, ritual=True)
    assert fight.refuses(command).code == code


def test_concentration_is_kept_while_another_spell_is_only_refused() -> None:
    fight = started(TOR, OTTO)
    fight.cast("tor", BLESS, "otto")
    fight.until_turn_of("tor")
    fight.refuses(CastSpell(caster="tor", spell=HOLD_PERSON, targets=("nobody",)))
    assert fight["tor"].concentration is not None


def test_monsters_cast_from_their_own_slots() -> None:
    # A5E-07
    fight = started(MAGE, MIRA)
    event = only(fight.cast("mage-1", FIREBALL, "mira", *FIREBALL_DICE, 20), SpellCast)
    assert event.paid == "slot.3"
    assert slots(fight, "mage-1")["slot.3"] == 2


def test_a_caster_may_be_told_which_way_to_pay() -> None:
    both = replace(MAGE, casting=(replace(MAGE.casting[0], spells=("sleep",)), MAGE.casting[1]))
    fight = gathered(both, GOBLIN)
    dice = (1, 1, 1, 1, 1)
    assert only(fight.cast("mage-1", SLEEP, "goblin-1", *dice, via="slot"), SpellCast).paid == "slot.1"
    assert only(fight.cast("mage-1", SLEEP, "goblin-1", *dice, via="innate"), SpellCast).paid == "spell.sleep"


@pytest.mark.parametrize(("caster", "code"), [("nobody", "unknown_target"), ("goblin-1", "dead")])
def test_a_caster_has_to_be_there(caster: str, code: str) -> None:
    fight = started(MIRA, GOBLIN)
    fight.damage("goblin-1", "7")
    assert fight.refuses(CastSpell(caster=caster, spell=FIRE_BOLT, targets=("mira",))).code == code


def test_a_cantrip_of_a_warlock_is_cast_at_will() -> None:
    fight = started(ILSE, OGRE)
    assert only(fight.cast("ilse", ELDRITCH_BLAST, "ogre-1", 2), SpellCast).paid == ""
    assert slots(fight, "ilse") == {"pact": 2}
