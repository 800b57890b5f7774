"""Initiative and turns: counts, ties, rounds, and who has the turn whatever happens to the order."""

from __future__ import annotations

import pytest

from rules.combatant import TurnUse
from rules.conditions import AddEffect
from rules.dice import FaceOutOfRange, RollNeeded, RollRequest
from rules.effect import Ongoing, Until
from rules.figures import SetFigure
from rules.initiative import (
    InitiativeEntry,
    InitiativeSet,
    JumpTo,
    NextTurn,
    RoundStarted,
    SetInitiative,
    StartEncounter,
    TurnEnded,
    TurnStarted,
)
from rules.joining import AddCombatants, Newcomers
from rules.roster import RemoveCombatants
from rules.settling import Settle, Waive
from rules.statblock import Damage
from tests.rules.builders import Fight, gathered, of_kind, only, started
from tests.rules.creatures import DRAKE, GOBLIN, MAGE, MIRA, OGRE, OTTO, TOR, VILLAIN, WIGHT
from tests.rules.spellbook import SHIELD

BURNING = Ongoing(when="start", damage=(Damage(dice="1d4", type="fire"),))
GOBLINS = Newcomers(block=GOBLIN, count="3")


def count(fight: Fight, who: str | tuple[str, ...], number: int, *faces: int) -> InitiativeSet:
    """Type a count."""
    targets = (who,) if isinstance(who, str) else who
    entries = (InitiativeEntry(targets=targets, count=number),)
    return only(fight.do(SetInitiative(entries=entries), *faces), InitiativeSet)


def test_higher_counts_act_first() -> None:
    fight = gathered(OTTO, OGRE, MIRA)
    count(fight, "otto", 7)
    count(fight, "ogre-1", 18)
    count(fight, "mira", 12)
    assert fight.order() == ("ogre-1", "mira", "otto")


def test_zero_and_negative_counts_are_counts() -> None:
    fight = gathered(OTTO, OGRE, MIRA)
    count(fight, "otto", 0)
    count(fight, "ogre-1", -3)
    count(fight, "mira", 1)
    assert fight.order() == ("mira", "otto", "ogre-1")
    assert fight["otto"].initiative == 0
    fight.do(StartEncounter())
    assert fight.obligations() == ()


def test_monsters_of_a_kind_share_one_roll() -> None:
    fight = gathered(GOBLINS, OGRE)
    events = fight.do(StartEncounter(), 10, 15)
    assert [(event.who, event.face, event.count) for event in of_kind(events, InitiativeSet)] == [
        (("goblin-1", "goblin-2", "goblin-3"), 10, 12),
        (("ogre-1",), 15, 14),
    ]
    assert fight.order() == ("ogre-1", "goblin-1", "goblin-2", "goblin-3")


def test_initiative_is_rolled_with_a_d20() -> None:
    with pytest.raises(FaceOutOfRange):
        gathered(OGRE).do(StartEncounter(), 21)
    with pytest.raises(RollNeeded) as needed:
        gathered(OGRE).do(StartEncounter())
    assert needed.value.request == RollRequest(count=1, sides=20, purpose="initiative", who="ogre-1")


def test_a_house_rule_lets_each_monster_roll() -> None:
    fight = gathered(GOBLINS)
    fight.settings(initiative_groups=False)
    fight.do(StartEncounter(), 4, 18, 9)
    assert fight.order() == ("goblin-2", "goblin-3", "goblin-1")


def test_equal_counts_go_by_the_higher_bonus() -> None:
    # Otto adds 5, the goblin 2, the ogre takes 1 off.
    fight = gathered(OGRE, GOBLIN, OTTO)
    for who in ("ogre-1", "goblin-1", "otto"):
        count(fight, who, 12)
    assert fight.order() == ("otto", "goblin-1", "ogre-1")


def test_where_the_bonus_is_equal_as_well_a_die_is_drawn_once_and_kept() -> None:
    fight = gathered(GOBLIN, MIRA)
    count(fight, "goblin-1", 12)
    event = count(fight, "mira", 12, 1)
    assert event.tie_faces == (1,)
    assert fight.order() == ("mira", "goblin-1")
    # Whatever comes later asks for no die and changes nothing between them.
    fight.do(StartEncounter())
    fight.do(AddCombatants(newcomers=(Newcomers(block=OGRE, initiative=12),)))
    fight.next()
    assert fight.order() == ("mira", "goblin-1", "ogre-1")


@pytest.mark.parametrize(
    ("face", "order"),
    [
        (1, ("drake-1", "captain-1", "tor")),
        (2, ("captain-1", "drake-1", "tor")),
        (3, ("captain-1", "tor", "drake-1")),
    ],
)
def test_the_die_of_a_tie_chooses_any_place_among_the_equals(face: int, order: tuple[str, ...]) -> None:
    assert tied(face).encounter.order == order


def tied(face: int = 3) -> Fight:
    """Three with the same count and the same bonus; the die places the drake."""
    fight = gathered(VILLAIN, TOR, DRAKE)
    count(fight, "captain-1", 20)
    count(fight, "tor", 20, 2)
    count(fight, "drake-1", 20, face)
    return fight


def test_a_group_stays_together_among_equals() -> None:
    # Mira ties with three goblins, who count as one: the die has two faces.
    fight = gathered(GOBLINS, MIRA)
    count(fight, ("goblin-1", "goblin-2", "goblin-3"), 12)
    count(fight, "mira", 12, 2)
    assert fight.order() == ("goblin-1", "goblin-2", "goblin-3", "mira")


def test_monsters_of_a_kind_that_are_given_one_count_need_no_die() -> None:
    fight = gathered(GOBLINS)
    event = count(fight, ("goblin-1", "goblin-2", "goblin-3"), 9)
    assert event.who == ("goblin-1", "goblin-2", "goblin-3")
    assert event.tie_faces == ()


def test_somebody_named_twice_has_one_place() -> None:
    fight = gathered(GOBLINS)
    fight.do(SetInitiative(entries=(InitiativeEntry(targets=("goblin-1", "goblin-1")),)), 10)
    assert fight.order() == ("goblin-1",)


def test_several_counts_are_given_in_one_go() -> None:
    fight = gathered(MIRA, OTTO, TOR, OGRE)
    entries = (
        InitiativeEntry(targets=("mira",), count=17),
        InitiativeEntry(targets=("otto",), count=12),
        InitiativeEntry(targets=("ogre-1",)),
    )
    fight.do(SetInitiative(entries=entries), 16)
    assert fight.order() == ("mira", "ogre-1", "otto")


def test_starting_asks_for_the_counts_of_the_characters() -> None:
    fight = gathered(OTTO, GOBLIN)
    fight.do(StartEncounter(), 10)
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who, asked.bonus) == ("initiative", "otto", 5)
    assert (fight.encounter.round, fight.encounter.active) == (1, "")
    fight.do(Settle(), 11)
    assert fight["otto"].initiative == 16
    assert fight.order() == ("otto", "goblin-1")
    assert fight.obligations() == ()
    assert fight.encounter.active == "otto"


def test_the_first_turn_waits_for_every_count_so_that_nobody_loses_round_1() -> None:
    fight = gathered(OTTO, MIRA, GOBLIN)
    fight.do(StartEncounter(), 10)
    count(fight, "otto", 20)
    assert fight.encounter.active == ""
    count(fight, "mira", 25)
    assert (fight.encounter.round, fight.encounter.active) == (1, "mira")
    fight.next()
    assert (fight.encounter.round, fight.encounter.active) == (1, "otto")


def test_the_gm_may_begin_without_the_missing_counts_or_let_them_go() -> None:
    fight = gathered(OTTO, GOBLIN)
    fight.do(StartEncounter(), 10)
    fight.next()
    assert (fight.encounter.round, fight.encounter.active) == (1, "goblin-1")
    other = gathered(OTTO, GOBLIN)
    other.do(StartEncounter(), 10)
    other.do(Waive())
    assert other.encounter.active == "goblin-1"


def test_a_typed_count_answers_what_was_asked() -> None:
    fight = gathered(OTTO, GOBLIN)
    fight.do(StartEncounter(), 10)
    count(fight, "otto", 3)
    assert fight.obligations() == ()


def test_the_fight_begins_with_round_1_and_the_first_turn() -> None:
    fight = gathered(GOBLIN)
    events = fight.do(StartEncounter(), 10)
    assert only(events, RoundStarted).round == 1
    assert only(events, TurnStarted).who == "goblin-1"
    assert fight.refuses(StartEncounter()).code == "already_started"


def test_a_fight_without_anybody_does_not_begin() -> None:
    fight = gathered(OTTO)
    fight.damage("otto", "99")
    assert fight.refuses(StartEncounter()).code == "no_initiative"
    fight.do(RemoveCombatants(targets=("otto",)))
    assert fight.refuses(StartEncounter()).code == "nobody"
    assert Fight().refuses(StartEncounter()).code == "no_encounter"


def test_a_round_ends_after_the_last_turn() -> None:
    fight = started(OTTO, OGRE)
    assert of_kind(fight.next(), RoundStarted) == []
    assert only(fight.next(), RoundStarted).round == 2
    assert (fight.encounter.active, fight.encounter.round) == ("otto", 2)


def test_alone_one_acts_every_round() -> None:
    fight = started(OTTO)
    fight.next()
    assert (fight.encounter.active, fight.encounter.round) == ("otto", 2)


@pytest.mark.parametrize(
    ("dies", "expected"),
    [
        pytest.param("tor", "drake-1", id="the active one"),
        pytest.param("captain-1", "drake-1", id="one before it"),
        pytest.param("drake-1", "captain-1", id="the one after it"),
    ],
)
def test_whoever_dies_among_equals_the_turn_goes_to_the_next_one_alive(dies: str, expected: str) -> None:
    fight = tied()
    fight.do(StartEncounter())
    fight.next()
    assert fight.encounter.active == "tor"
    fight.do(SetFigure(target=dies, figure="status", value="dead"))
    fight.next()
    assert fight.encounter.active == expected


def test_the_dead_keep_their_place_and_are_passed_over() -> None:
    fight = started(OTTO, GOBLIN, OGRE)
    fight.damage("goblin-1", "7")
    assert fight.order() == ("otto", "goblin-1", "ogre-1")
    fight.next()
    assert fight.encounter.active == "ogre-1"


def test_those_who_are_out_are_passed_over() -> None:
    fight = started(OTTO, VILLAIN, OGRE)
    fight.do(SetFigure(target="captain-1", figure="status", value="out"))
    fight.next()
    assert fight.encounter.active == "ogre-1"


def test_the_unconscious_have_a_turn() -> None:
    # R003-14: they make a death save in it.
    fight = started(OGRE, OTTO)
    fight.damage("otto", "12")
    fight.next()
    assert fight.encounter.active == "otto"


def test_a_changed_count_moves_no_turn() -> None:
    fight = started(OTTO, OGRE, MIRA)
    fight.next()
    entries = (InitiativeEntry(targets=("ogre-1",), count=1), InitiativeEntry(targets=("mira",), count=25))
    events = fight.do(SetInitiative(entries=entries))
    assert not of_kind(events, TurnStarted)
    assert not of_kind(events, TurnEnded)
    assert fight.order() == ("mira", "otto", "ogre-1")
    assert (fight.encounter.active, fight.encounter.round) == ("ogre-1", 1)


def test_reinforcements_move_no_turn() -> None:
    fight = started(OTTO, OGRE)
    events = fight.do(AddCombatants(newcomers=(Newcomers(block=DRAKE, initiative=25),)))
    assert not of_kind(events, TurnStarted)
    assert not of_kind(events, TurnEnded)
    assert fight.encounter.active == "otto"


def test_reinforcements_act_in_the_round_in_which_they_join_when_their_count_is_still_to_come() -> None:
    fight = started(OTTO, OGRE)  # on 20 and 19
    fight.do(AddCombatants(newcomers=(Newcomers(block=DRAKE, initiative=12),)))
    fight.next()
    fight.next()
    assert (fight.encounter.active, fight.encounter.round) == ("drake-1", 1)


def test_monsters_who_join_a_running_fight_roll_at_once_and_characters_are_asked() -> None:
    fight = started(OGRE)
    fight.do(AddCombatants(newcomers=(GOBLINS, Newcomers(block=OTTO))), 18)
    assert fight["goblin-2"].initiative == 20
    assert [(each.kind, each.who) for each in fight.obligations()] == [("initiative", "otto")]


def test_removing_the_active_one_gives_the_turn_to_the_following() -> None:
    fight = started(OTTO, OGRE, MIRA)
    fight.next()
    events = fight.do(RemoveCombatants(targets=("ogre-1",)))
    assert only(events, TurnStarted).who == "mira"
    assert (fight.encounter.active, fight.encounter.round) == ("mira", 1)


def test_removing_the_active_one_at_the_end_of_the_order_begins_a_round() -> None:
    fight = started(OTTO, OGRE)
    fight.next()
    fight.do(RemoveCombatants(targets=("ogre-1",)))
    assert (fight.encounter.active, fight.encounter.round) == ("otto", 2)


def test_removing_the_active_one_and_the_next_gives_one_turn_to_one_who_stays() -> None:
    fight = started(OTTO, OGRE, MIRA)
    events = fight.do(RemoveCombatants(targets=("otto", "ogre-1")))
    assert [event.who for event in of_kind(events, TurnStarted)] == ["mira"]
    assert fight.order() == ("mira",)


def test_removing_one_above_the_active_one_keeps_the_turn() -> None:
    fight = started(OTTO, OGRE, MIRA)
    fight.next()
    events = fight.do(RemoveCombatants(targets=("otto",)))
    assert of_kind(events, TurnStarted) == []
    assert fight.encounter.active == "ogre-1"


def test_when_everybody_has_left_nobody_has_the_turn() -> None:
    fight = started(OTTO)
    fight.do(RemoveCombatants(targets=("otto",)))
    assert fight.encounter.active == ""
    assert fight.refuses(NextTurn()).code == "nobody_left"


def test_going_back_and_on_again_lets_a_turn_begin_once() -> None:
    fight = started(OTTO, OGRE)
    fight.do(AddEffect(targets=("ogre-1",), name="burning", ongoing=BURNING))
    before = fight.state
    events = fight.next()
    fight.state = before
    assert fight.obligations() == ()
    assert fight.next() == events
    assert len(fight.obligations()) == 1


def test_going_back_over_the_end_of_an_effect_brings_it_back() -> None:
    fight = started(OTTO, OGRE)
    fight.condition("ogre-1", "prone", until=Until(when="end", of="otto"))
    before = fight.state
    fight.next()
    assert fight.conditions("ogre-1") == ()
    fight.state = before
    assert fight.conditions("ogre-1") == ("prone",)


def test_a_second_next_turn_by_somebody_who_saw_the_same_is_refused() -> None:
    fight = started(OTTO, OGRE)
    seen = NextTurn(expect_round=1, expect_active="otto")
    fight.do(seen)
    refusal = fight.refuses(seen)
    assert (refusal.code, refusal.details["active"]) == ("turn_moved_on", "ogre-1")


def test_jumping_gives_the_turn_within_the_round() -> None:
    fight = started(OTTO, OGRE, MIRA)
    events = fight.do(JumpTo(target="mira"))
    assert only(events, TurnEnded).who == "otto"
    assert only(events, TurnStarted).who == "mira"
    assert fight.encounter.round == 1


@pytest.mark.parametrize(
    ("target", "code"), [("otto", "already_active"), ("nobody", "unknown_target"), ("tor", "no_initiative")]
)
def test_jumping_needs_somebody_who_has_turns(target: str, code: str) -> None:
    fight = started(OTTO, OGRE)
    fight.do(AddCombatants(newcomers=(Newcomers(block=TOR),)))
    assert fight.refuses(JumpTo(target=target)).code == code


def test_nobody_jumps_to_the_dead_or_before_the_fight() -> None:
    fight = started(OTTO, GOBLIN)
    fight.damage("goblin-1", "7")
    assert fight.refuses(JumpTo(target="goblin-1")).code == "dead"
    assert gathered(OTTO).refuses(JumpTo(target="otto")).code == "not_started"
    assert gathered(OTTO).refuses(NextTurn()).code == "not_started"


def test_a_turn_brings_action_bonus_action_and_reaction_back() -> None:
    # A5E-42: a reaction is used once until one's own turn.
    fight = started(OGRE, MAGE)
    fight.cast("mage-1", SHIELD)
    assert fight["mage-1"].used.reaction
    fight.next()
    assert fight["mage-1"].used == TurnUse()


def test_what_was_used_stays_used_after_the_turn() -> None:
    # A5E-42
    fight = started(MAGE, OGRE)
    fight.cast("mage-1", SHIELD)
    fight.next()
    assert fight["mage-1"].used.reaction


@pytest.mark.parametrize("number", [1001, -1001, 10**30])
def test_a_count_that_nobody_can_mean_is_refused(number: int) -> None:
    fight = gathered(OTTO)
    entries = (InitiativeEntry(targets=("otto",), count=number),)
    assert fight.refuses(SetInitiative(entries=entries)).code == "count_range"
    newcomers = (Newcomers(block=WIGHT, initiative=number),)
    assert fight.refuses(AddCombatants(newcomers=newcomers)).code == "count_range"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ((), "no_target"),
        ((InitiativeEntry(targets=()),), "no_target"),
        ((InitiativeEntry(targets=("nobody",)),), "unknown_target"),
    ],
)
def test_a_count_needs_somebody(entries: tuple[InitiativeEntry, ...], code: str) -> None:
    assert gathered(OTTO).refuses(SetInitiative(entries=entries)).code == code


def test_the_dead_are_asked_for_nothing() -> None:
    fight = started(OGRE, OTTO)
    fight.damage("otto", "60")
    fight.do(RemoveCombatants(targets=("otto",)))
    fight.do(AddCombatants(newcomers=(Newcomers(block=OTTO),)))
    assert fight.status("otto") == "dead"
    assert fight.obligations() == ()
