"""Joining and leaving, numbers and names, hiding, and what a fight leaves behind."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import CampaignState, Settings
from rules.combatant import Resource
from rules.figures import SetFigure
from rules.initiative import StartEncounter
from rules.joining import AddCombatants, CombatantJoined, EncounterOpened, LoadEncounter, Newcomers
from rules.roster import (
    AdoptSettings,
    CombatantLeft,
    CombatantRenamed,
    EncounterEnded,
    EndEncounter,
    RemoveCombatants,
    RenameCombatant,
    SettingsAdopted,
    SetVisibility,
    VisibilityChanged,
)
from rules.statblock import StatBlock
from tests.rules.builders import Fight, gathered, of_kind, only, started
from tests.rules.creatures import GOBLIN, MAGE, MIRA, OGRE, OTTO, TOR, VILLAIN, named
from tests.rules.spellbook import AID, BLESS, MAGIC_MISSILE


def join(fight: Fight, block: StatBlock, *faces: int, **options: object) -> list[str]:
    """Let creatures join; return the ids of those who did."""
    newcomers = (Newcomers(block=block, **options),)  # type: ignore[arg-type]
    events = fight.do(AddCombatants(newcomers=newcomers), *faces)
    return [event.combatant.id for event in of_kind(events, CombatantJoined)]


def labels(fight: Fight, language: str = "en") -> list[str]:
    return [fight.encounter.label(who, language) for who in fight.encounter.combatants]


def test_monsters_are_numbered_and_characters_are_not() -> None:
    fight = gathered(Newcomers(block=GOBLIN, count="2"), OGRE, MIRA)
    assert list(fight.encounter.combatants) == ["goblin-1", "goblin-2", "ogre-1", "mira"]
    assert labels(fight) == ["Goblin 1", "Goblin 2", "Ogre 1", "Mira"]
    assert labels(fight, "fr") == ["Gobelin 1", "Gobelin 2", "Ogre 1", "Mira"]


def test_a_number_is_never_given_twice_in_a_fight() -> None:
    # Three, the second leaves, another one comes: it is the fourth.
    fight = gathered(Newcomers(block=GOBLIN, count="3"))
    fight.do(RemoveCombatants(targets=("goblin-2",)))
    assert join(fight, GOBLIN) == ["goblin-4"]
    fight.do(RemoveCombatants(targets=("goblin-1", "goblin-3", "goblin-4")))
    assert join(fight, GOBLIN) == ["goblin-5"]


def test_a_new_fight_counts_from_one_again() -> None:
    fight = gathered(GOBLIN)
    fight.do(EndEncounter())
    assert join(fight, GOBLIN) == ["goblin-1"]


def test_names_are_unique_whatever_they_come_from() -> None:
    fight = Fight()
    join(fight, GOBLIN, alias="Goblin 2")
    join(fight, GOBLIN, count="2")
    join(fight, replace(GOBLIN, id="cave-goblin"))
    join(fight, OGRE, alias="Mira")
    join(fight, MIRA)
    assert len(set(labels(fight))) == len(labels(fight)) == 6
    assert len(set(labels(fight, "fr"))) == 6


def test_an_alias_that_is_taken_gets_a_number() -> None:
    fight = Fight()
    join(fight, GOBLIN, alias="Chief")
    join(fight, OGRE, alias="chief")
    assert labels(fight) == ["Chief", "chief 2"]


def test_several_under_one_alias_are_numbered() -> None:
    fight = Fight()
    join(fight, GOBLIN, alias="Guard", count="2")
    join(fight, GOBLIN, alias="Guard", count="2")
    assert labels(fight) == ["Guard 1", "Guard 2", "Guard 3", "Guard 4"]


def test_a_name_that_begins_like_another_is_another_name() -> None:
    # "Dan" may be added although "Daniel" is there.
    fight = Fight()
    join(fight, replace(OTTO, id="daniel", name=named("Daniel")))
    join(fight, replace(OTTO, id="dan", name=named("Dan")))
    assert labels(fight) == ["Daniel", "Dan"]


def test_how_many_join_may_be_thrown() -> None:
    assert len(join(Fight(), GOBLIN, 3, 1, count="2d4")) == 4


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"count": "0"}, "count_range"),
        ({"count": "-2"}, "count_range"),
        ({"count": "101"}, "count_range"),
        ({"count": "many"}, "bad_dice"),
        ({"count": "100000d6"}, "bad_dice"),
        ({"hp": "0"}, "bad_hp"),
        ({"hp": "-5"}, "bad_hp"),
        ({"hp": "lots"}, "bad_hp"),
        ({"hp": "2000000"}, "bad_hp"),
        ({"hp": "000000001" + "9" * 5000}, "bad_hp"),
        ({"hp": "٣"}, "bad_hp"),
    ],
)
def test_what_cannot_join_is_refused(options: dict[str, str], code: str) -> None:
    newcomers = (Newcomers(block=GOBLIN, **options),)  # type: ignore[arg-type]
    assert Fight().refuses(AddCombatants(newcomers=newcomers)).code == code


def test_a_fight_holds_so_many_and_no_more() -> None:
    fight = gathered(*(Newcomers(block=GOBLIN, count="100") for _ in range(5)))
    assert fight.refuses(AddCombatants(newcomers=(Newcomers(block=GOBLIN),))).code == "too_many_combatants"


def test_nobody_cannot_join() -> None:
    assert Fight().refuses(AddCombatants(newcomers=())).code == "nobody"


@pytest.mark.parametrize(
    ("hp", "faces", "expected"), [("average", (), 7), ("max", (), 12), ("roll", (2, 3), 5), ("11", (), 11)]
)
def test_hit_points_are_the_average_the_maximum_rolled_or_stated(
    hp: str, faces: tuple[int, ...], expected: int
) -> None:
    fight = Fight()
    join(fight, GOBLIN, *faces, hp=hp)
    assert (fight["goblin-1"].hp, fight["goblin-1"].max_hp) == (expected, expected)


def test_each_monster_rolls_its_own_hit_points() -> None:
    fight = Fight()
    join(fight, GOBLIN, 1, 1, 6, 6, hp="roll", count="2")
    assert [fight[who].hp for who in ("goblin-1", "goblin-2")] == [2, 12]


def test_nobody_joins_with_no_hit_points() -> None:
    fight = Fight()
    join(fight, replace(GOBLIN, hp=0, hp_dice="1d4-4"), 1, hp="roll")
    join(fight, replace(OTTO, hp=-3))
    assert fight["goblin-1"].hp == fight["otto"].hp == 1


def test_nobody_joins_with_more_hit_points_than_can_be_set() -> None:
    fight = gathered(
        replace(GOBLIN, hp=10**30), replace(OGRE, hp=0, hp_dice="1000000*1000000"), replace(OTTO, hp=10**9)
    )
    assert {each.max_hp for each in fight.encounter.combatants.values()} == {1_000_000}


def test_hit_point_dice_that_do_not_parse_are_refused() -> None:
    newcomers = (Newcomers(block=replace(GOBLIN, hp=0, hp_dice="2d"), hp="average"),)
    assert Fight().refuses(AddCombatants(newcomers=newcomers)).code == "bad_hp"


def test_a_stat_block_stays_as_it_was_when_it_entered() -> None:
    fight = gathered(GOBLIN)
    join(fight, replace(GOBLIN, ac=19))
    assert fight.encounter.block("goblin-1").ac == 15
    assert fight.encounter.block("goblin-2").ac == 19
    assert (fight["goblin-1"].ac, fight["goblin-2"].ac) == (15, 19)


def test_a_stat_block_enters_once() -> None:
    fight = gathered(Newcomers(block=GOBLIN, count="3"), GOBLIN)
    assert list(fight.encounter.blocks) == ["goblin"]


def test_monsters_have_all_they_can_spend() -> None:
    # A5E-07
    fight = gathered(MAGE)
    assert fight["mage-1"].resources == {
        "slot.1": Resource(left=4, max=4),
        "slot.2": Resource(left=3, max=3),
        "slot.3": Resource(left=3, max=3),
        "slot.4": Resource(left=3, max=3),
        "slot.5": Resource(left=1, max=1),
        "spell.sleep": Resource(left=2, max=2),
    }


def test_a_character_is_in_a_fight_once() -> None:
    fight = gathered(MIRA)
    assert fight.refuses(AddCombatants(newcomers=(Newcomers(block=MIRA),))).code == "already_here"


def test_a_prepared_encounter_brings_the_party_once() -> None:
    fight = gathered(MIRA)
    party = (Newcomers(block=MIRA), Newcomers(block=OTTO), Newcomers(block=GOBLIN))
    fight.do(LoadEncounter(id="gate", name="The gate", newcomers=party))
    fight.do(LoadEncounter(id="crypt", name="The crypt", newcomers=party))
    assert list(fight.encounter.combatants) == ["mira", "otto", "goblin-1", "goblin-2"]


def test_loading_the_same_encounter_again_takes_the_gms_word() -> None:
    load = LoadEncounter(id="gate", name="The gate", newcomers=(Newcomers(block=GOBLIN, alias="Chief"),))
    fight = Fight()
    assert only(fight.do(load), EncounterOpened).name == "The gate"
    assert fight.refuses(load).code == "already_loaded"
    fight.do(load, forced=True)
    assert labels(fight) == ["Chief", "Chief 2"]


def test_who_leaves_takes_along_what_it_held_and_what_was_asked_of_it() -> None:
    fight = started(TOR, OTTO, GOBLIN)
    fight.cast("tor", BLESS, ("otto",))
    fight.condition("tor", "prone")
    fight.damage("tor", "5")
    event = only(fight.do(RemoveCombatants(targets=("tor",))), CombatantLeft)
    assert event.label == {"en": "Tor", "fr": "Tor"}
    assert fight.encounter.effects == {}
    assert fight.obligations() == ()
    assert "tor" not in fight.encounter.combatants
    assert "tor" not in fight.order()


def test_a_character_who_leaves_and_comes_back_is_as_it_was() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1)
    fight.damage("mira", "20")
    fight.do(RemoveCombatants(targets=("mira",)))
    assert fight.state.characters["mira"].hp == 7
    join(fight, MIRA)
    assert fight["mira"].hp == 7
    assert fight["mira"].resources["slot.1"] == Resource(left=3, max=4)


@pytest.mark.parametrize(("targets", "code"), [((), "no_target"), (("ogre-1", "nobody"), "unknown_target")])
def test_only_those_who_are_there_leave(targets: tuple[str, ...], code: str) -> None:
    assert gathered(OGRE).refuses(RemoveCombatants(targets=targets)).code == code


def test_hiding_and_revealing() -> None:
    fight = gathered(Newcomers(block=GOBLIN, hidden=True), OGRE)
    assert fight["goblin-1"].hidden
    events = fight.do(SetVisibility(targets=("goblin-1", "ogre-1", "ogre-1"), hidden=True))
    assert only(events, VisibilityChanged).who == "ogre-1"
    assert fight.refuses(SetVisibility(targets=("goblin-1",), hidden=True)).code == "already_hidden"
    fight.do(SetVisibility(targets=("goblin-1",), hidden=False))
    assert [each.hidden for each in fight.encounter.combatants.values()] == [False, True]
    assert fight.refuses(SetVisibility(targets=("goblin-1",), hidden=False)).code == "already_visible"
    assert fight.refuses(SetVisibility(targets=(), hidden=False)).code == "no_target"


def test_renaming_and_taking_the_name_back() -> None:
    fight = gathered(GOBLIN, OGRE)
    assert only(fight.do(RenameCombatant(target="goblin-1", name="Le borgne")), CombatantRenamed).alias == "Le borgne"
    assert labels(fight) == ["Le borgne", "Ogre 1"]
    fight.do(RenameCombatant(target="goblin-1", name=""))
    assert labels(fight) == ["Goblin 1", "Ogre 1"]


@pytest.mark.parametrize("name", ["Ogre 1", "ogre 1", "ÔGRE 1"])
def test_a_name_that_somebody_has_is_refused(name: str) -> None:
    assert gathered(GOBLIN, OGRE).refuses(RenameCombatant(target="goblin-1", name=name)).code == "name_taken"


def test_one_may_keep_the_name_one_has() -> None:
    fight = gathered(GOBLIN)
    fight.do(RenameCombatant(target="goblin-1", name="Goblin 1"))
    assert labels(fight) == ["Goblin 1"]


def test_a_name_is_not_taken_back_when_somebody_else_has_it_by_now() -> None:
    fight = gathered(GOBLIN, OGRE)
    fight.do(RenameCombatant(target="goblin-1", name="Chief"))
    fight.do(RenameCombatant(target="ogre-1", name="Gobelin 1"))
    assert fight.refuses(RenameCombatant(target="goblin-1", name="")).code == "name_taken"


@pytest.mark.parametrize("name", ["[/]", "[red]", "Œil-d'Or", "Hugin & Munin", "<b>", "龍" * 60])
def test_a_name_is_kept_as_it_is_written(name: str) -> None:
    fight = gathered(GOBLIN)
    fight.do(RenameCombatant(target="goblin-1", name=name))
    assert labels(fight) == [name]


def test_the_end_counts_the_experience_of_defeated_foes() -> None:
    # 50 for a goblin, 450 each for the ogre and the captain; who has fled or stands is worth nothing.
    fight = started(MIRA, OTTO, Newcomers(block=GOBLIN, count="2"), OGRE, VILLAIN, Newcomers(block=MAGE, side="ally"))
    fight.damage("goblin-1", "7")
    fight.damage("captain-1", "20")
    fight.damage("mage-1", "40")
    fight.do(SetFigure(target="ogre-1", figure="status", value="out"))
    fight.next()
    event = only(fight.do(EndEncounter()), EncounterEnded)
    assert (event.defeated, event.xp, event.share, event.rounds) == (2, 500, 250, 1)
    assert {who: character.xp for who, character in event.characters.items()} == {"mira": 250, "otto": 250}
    assert fight.state.encounter is None


def test_a_defeated_foe_that_is_taken_away_counts_all_the_same() -> None:
    fight = started(MIRA, GOBLIN, OGRE)
    fight.damage("goblin-1", "7")
    fight.do(RemoveCombatants(targets=("goblin-1", "ogre-1")))
    event = only(fight.do(EndEncounter()), EncounterEnded)
    assert (event.defeated, event.xp) == (1, 50)


def test_experience_adds_up_over_fights() -> None:
    fight = started(MIRA, GOBLIN)
    for _ in range(2):
        fight.damage("goblin-1", "7")
        fight.do(EndEncounter())
        join(fight, MIRA)
        join(fight, GOBLIN)
    assert fight.state.characters["mira"].xp == 100


def test_characters_keep_hit_points_and_slots_for_the_next_fight() -> None:
    fight = started(MIRA, OGRE)
    fight.cast("mira", MAGIC_MISSILE, "ogre-1", 1, 1, 1)
    fight.damage("mira", "20")
    fight.alter("mira", temp_hp=4)
    fight.do(EndEncounter())
    join(fight, MIRA)
    assert (fight["mira"].hp, fight["mira"].temp_hp) == (7, 4)
    assert fight["mira"].resources["slot.1"] == Resource(left=3, max=4)
    assert fight["mira"].resources["slot.2"] == Resource(left=3, max=3)


def test_what_a_spell_raised_falls_back_with_the_end() -> None:
    fight = started(TOR, OTTO)
    fight.cast("tor", AID, "otto")
    fight.do(EndEncounter())
    assert (fight.state.characters["otto"].hp, fight.state.characters["otto"].max_hp) == (12, 12)


def test_who_is_down_at_the_end_is_down_at_the_next_beginning() -> None:
    # R003-13
    fight = started(OTTO, OGRE)
    fight.damage("otto", "12")
    fight.do(EndEncounter())
    join(fight, OTTO)
    assert (fight["otto"].hp, fight.status("otto")) == (0, "unconscious")
    assert fight.conditions("otto") == ("unconscious", "prone")
    fight.heal("otto", "1")
    assert fight.conditions("otto") == ("prone",)


def test_a_corpse_that_is_taken_away_still_counts_for_experience() -> None:
    fight = started(OTTO, GOBLIN, OGRE)
    fight.damage("goblin-1", "7")
    fight.do(RemoveCombatants(targets=("goblin-1", "ogre-1")))
    ended = only(fight.do(EndEncounter()), EncounterEnded)
    assert (ended.xp, ended.defeated) == (GOBLIN.xp, 1)


def test_who_had_fled_takes_part_in_the_next_fight() -> None:
    fight = started(OTTO, OGRE)
    fight.do(SetFigure(target="otto", figure="status", value="out"))
    fight.do(EndEncounter())
    join(fight, OTTO)
    assert fight.status("otto") == "alive"


def test_a_sheet_with_fewer_slots_takes_away_those_that_are_too_many() -> None:
    fight = started(MIRA, OGRE)
    fight.do(EndEncounter())
    weaker = replace(MIRA, hp=20, casting=(replace(MIRA.casting[0], slots=(2,)),))
    join(fight, weaker)
    assert fight["mira"].hp == 20
    assert fight["mira"].resources == {"slot.1": Resource(left=2, max=2)}


def test_priced_materials_are_carried_on() -> None:
    fight = Fight()
    join(fight, replace(MIRA, materials={"pearl": 1}))
    fight.alter("mira", bearing=replace(fight["mira"].bearing, materials={"pearl": 0}))
    fight.do(EndEncounter())
    join(fight, replace(MIRA, materials={"pearl": 1}))
    assert fight["mira"].bearing.materials == {"pearl": 0}


def test_fights_are_counted() -> None:
    fight = Fight()
    for number in (1, 2):
        join(fight, GOBLIN)
        assert fight.state.encounters == number
        fight.do(EndEncounter())
    assert fight.refuses(EndEncounter()).code == "no_encounter"


def test_house_rules_are_taken_over_when_they_differ() -> None:
    fight = Fight()
    other = Settings(initiative_groups=False)
    assert only(fight.do(AdoptSettings(settings=other)), SettingsAdopted).settings == other
    assert fight.do(AdoptSettings(settings=Settings(initiative_groups=False))) == ()
    assert fight.state == CampaignState(settings=other)


def test_the_side_of_a_character_is_the_partys_and_that_of_monsters_as_stated() -> None:
    fight = gathered(MIRA, GOBLIN, Newcomers(block=OGRE, side="ally"))
    fight.do(StartEncounter(), 10, 10)
    assert [each.side for each in fight.encounter.combatants.values()] == ["party", "foe", "ally"]
