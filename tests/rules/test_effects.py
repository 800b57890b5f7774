"""Running effects: when they end, what they ask for meanwhile, and how they end together."""

from __future__ import annotations

import pytest

from rules.conditions import AddEffect, EndEffect
from rules.damage import DamageTaken
from rules.effect import EndingSave, Ongoing, Until
from rules.effects import EffectEnded, EffectStarted
from rules.initiative import InitiativeEntry, JumpTo, SetInitiative
from rules.lengths import rounds_of, seconds_of
from rules.roster import RemoveCombatants
from rules.saves import SaveRolled
from rules.statblock import Damage
from tests.rules.builders import Fight, only, started
from tests.rules.creatures import DRAKE, GOBLIN, MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import AID, SHIELD

BURNING = Ongoing(when="start", damage=(Damage(dice="1d4", type="fire"),))


def add(fight: Fight, target: str, **options: object) -> str:
    """Start an effect by hand and return its id."""
    events = fight.do(AddEffect(targets=(target,), name="burning", **options))  # type: ignore[arg-type]
    return only(events, EffectStarted).effect.id


@pytest.mark.parametrize(
    ("length", "rounds"),
    [
        ("1 round", 1),
        ("6 seconds", 1),
        ("1 second", 1),
        ("1 minute", 10),
        ("10 minutes", 100),
        ("1 hour", 600),
        ("8 hours", 4800),
        ("1 day", 14_400),
        ("1 year", 5_256_000),
        ("instant", None),
        ("until-dispelled", None),
        ("special", None),
        ("", None),
    ],
)
def test_a_length_of_time_in_rounds_of_six_seconds(length: str, rounds: int | None) -> None:
    # R000-20, A5E-38
    assert rounds_of(length) == rounds


def test_a_length_of_time_in_seconds() -> None:
    assert seconds_of("1 hour") == 3600
    assert seconds_of("2 fortnights") is None


def test_an_effect_ends_at_the_end_of_a_turn() -> None:
    fight = started(OTTO, OGRE, GOBLIN)
    effect = add(fight, "goblin-1", until=Until(when="end", of="ogre-1"))
    fight.next()
    assert effect in fight.encounter.effects
    fight.next()
    assert effect not in fight.encounter.effects


def test_an_effect_ends_at_the_start_of_a_turn() -> None:
    fight = started(OTTO, OGRE, GOBLIN)
    effect = add(fight, "otto", until=Until(when="start", of="goblin-1"))
    fight.next()
    assert effect in fight.encounter.effects
    assert only(fight.next(), EffectEnded).reason == "expired"


def test_the_start_of_a_turn_that_is_over_means_the_next_one() -> None:
    fight = started(OTTO, OGRE)
    effect = add(fight, "ogre-1", until=Until(when="start", of="otto"))
    fight.next()
    assert effect in fight.encounter.effects
    fight.next()
    assert effect not in fight.encounter.effects


def test_an_effect_may_wait_for_a_later_round() -> None:
    fight = started(OTTO, OGRE)
    effect = add(fight, "ogre-1", until=Until(when="end", of="otto", round=3))
    for _ in range(4):
        fight.next()
        assert effect in fight.encounter.effects
    fight.next()
    assert effect not in fight.encounter.effects


@pytest.mark.parametrize("rounds", [1, 3])
def test_rounds_are_counted_to_the_start_of_the_turn_in_which_it_began(rounds: int) -> None:
    # A5E-40
    fight = started(OTTO, OGRE, GOBLIN)
    fight.next()
    effect = add(fight, "goblin-1", rounds=rounds)
    for _ in range(3 * rounds - 1):
        fight.next()
        assert effect in fight.encounter.effects
    fight.next()
    assert (fight.encounter.active, fight.encounter.round) == ("ogre-1", 1 + rounds)
    assert effect not in fight.encounter.effects


def test_what_is_cast_as_a_reaction_for_one_round_ends_with_the_casters_next_turn() -> None:
    # A5E-40: the turn that is still to come this round is the first of one.
    fight = started(OGRE, MIRA)
    fight.cast("mira", SHIELD)
    assert [effect.spell for effect in fight.effects("mira")] == ["shield"]
    fight.next()
    assert fight.effects("mira") == ()


def test_a_reaction_after_ones_turn_lasts_into_the_next_round() -> None:
    # A5E-40
    fight = started(MIRA, OGRE)
    fight.next()
    fight.cast("mira", SHIELD)
    fight.next()
    assert (fight.encounter.active, fight.encounter.round) == ("mira", 2)
    assert fight.effects("mira") == ()


def test_durations_follow_the_combatant_and_not_its_count() -> None:
    # Tied at 15: the effect that ends on the ogre's turn does not end on its neighbour's.
    fight = started(OTTO, OGRE, DRAKE)
    fight.do(SetInitiative(entries=(InitiativeEntry(targets=("ogre-1",), count=15),)))
    fight.do(SetInitiative(entries=(InitiativeEntry(targets=("drake-1",), count=15),)))
    order = fight.order()
    assert order == ("otto", "drake-1", "ogre-1")
    effect = add(fight, "otto", until=Until(when="start", of="ogre-1"))
    fight.next()
    assert fight.encounter.active == "drake-1"
    assert effect in fight.encounter.effects
    fight.next()
    assert effect not in fight.encounter.effects


def test_a_changed_count_changes_no_duration() -> None:
    fight = started(OTTO, OGRE, GOBLIN)
    effect = add(fight, "goblin-1", until=Until(when="end", of="ogre-1"))
    fight.do(SetInitiative(entries=(InitiativeEntry(targets=("ogre-1",), count=5),)))
    fight.next()
    assert fight.encounter.active == "goblin-1"
    assert effect in fight.encounter.effects
    fight.next()
    fight.next()
    assert effect not in fight.encounter.effects


def test_an_effect_ends_on_the_turn_of_somebody_who_has_died_meanwhile() -> None:
    fight = started(OTTO, GOBLIN, OGRE)
    effect = add(fight, "otto", until=Until(when="end", of="goblin-1"))
    fight.damage("goblin-1", "7")
    fight.next()
    assert fight.encounter.active == "ogre-1"
    assert effect not in fight.encounter.effects


def test_an_effect_ends_when_whose_turn_it_waits_for_leaves() -> None:
    fight = started(OTTO, GOBLIN, OGRE)
    effect = add(fight, "otto", until=Until(when="end", of="goblin-1"))
    fight.do(RemoveCombatants(targets=("goblin-1",)))
    assert effect not in fight.encounter.effects


def test_an_effect_that_is_already_there_is_not_shortened_by_jumping_to_a_turn() -> None:
    fight = started(OTTO, OGRE, GOBLIN)
    effect = add(fight, "otto", until=Until(when="start", of="goblin-1", round=2))
    fight.do(JumpTo(target="goblin-1"))
    assert effect in fight.encounter.effects


def test_ongoing_damage_is_asked_for_at_the_start_of_each_turn() -> None:
    fight = started(OTTO, OGRE)
    add(fight, "ogre-1", ongoing=BURNING, source="otto")
    fight.next()
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who, asked.source) == ("ongoing_damage", "ogre-1", "otto")
    event = only(fight.settle(3), DamageTaken)
    assert (event.taken, event.hp, event.by) == (3, 56, "otto")


def test_ongoing_damage_may_come_at_the_end_of_the_turn() -> None:
    fight = started(OTTO, OGRE)
    add(fight, "otto", ongoing=Ongoing(when="end", damage=BURNING.damage))
    assert fight.obligations() == ()
    fight.next()
    assert [obligation.who for obligation in fight.obligations()] == ["otto"]


def test_ongoing_damage_meets_the_defences_of_its_target() -> None:
    fight = started(OTTO, DRAKE)
    add(fight, "drake-1", ongoing=BURNING)
    fight.next()
    assert only(fight.settle(4), DamageTaken).taken == 0


@pytest.mark.parametrize(("dice", "kind", "code"), [("hot", "fire", "bad_dice"), ("-3", "fire", "negative_amount")])
def test_ongoing_damage_that_cannot_be_rolled_is_refused_at_once(dice: str, kind: str, code: str) -> None:
    fight = started(OTTO, DRAKE)
    ongoing = Ongoing(when="start", damage=(Damage(dice=dice, type=kind),))
    assert fight.refuses(AddEffect(targets=("otto",), name="burning", ongoing=ongoing)).code == code


def test_a_save_at_the_end_of_each_turn_ends_an_effect() -> None:
    fight = started(OGRE, OTTO)
    effect = add(fight, "ogre-1", save=EndingSave(ability="wis", dc=12))
    fight.next()
    (asked,) = fight.obligations()
    assert (asked.kind, asked.who, asked.ability, asked.dc, asked.effect) == (
        "save_ends",
        "ogre-1",
        "wis",
        12,
        effect,
    )
    assert not only(fight.settle(13), SaveRolled).success  # the ogre's Wisdom takes 2
    assert effect in fight.encounter.effects
    fight.until_turn_of("otto")
    assert only(fight.settle(14), SaveRolled).success
    assert effect not in fight.encounter.effects


def test_what_an_effect_asked_for_is_pointless_when_it_has_ended() -> None:
    fight = started(OGRE, OTTO)
    effect = add(fight, "ogre-1", save=EndingSave(ability="wis", dc=12), ongoing=BURNING)
    fight.next()
    assert len(fight.obligations()) == 1
    fight.do(EndEffect(effect=effect))
    assert fight.obligations() == ()


def test_ids_of_effects_are_never_reused() -> None:
    fight = started(OTTO, OGRE)
    first = add(fight, "otto")
    fight.do(EndEffect(effect=first))
    assert add(fight, "otto") == "effect-2" != first


def test_an_effect_that_is_not_there_cannot_be_ended() -> None:
    assert started(OTTO).refuses(EndEffect(effect="effect-7")).code == "unknown_effect"


def test_what_comes_of_0_hit_points_is_not_ended_by_hand() -> None:
    # R003-13: healing ends it.
    fight = started(OTTO, OGRE)
    fight.damage("otto", "12")
    (down,) = (effect.id for effect in fight.effects("otto") if effect.from_zero_hp)
    assert fight.refuses(EndEffect(effect=down)).code == "down_at_zero"


def test_a_raised_maximum_raises_the_hit_points_and_falls_back() -> None:
    # A5E-46: hit points stay within the maximum that is left.
    fight = started(TOR, OTTO, MIRA)
    fight.alter("mira", hp=10)
    fight.cast("tor", AID, ("otto", "mira"), level=3)
    assert (fight["otto"].hp, fight["otto"].max_hp) == (22, 22)
    assert (fight["mira"].hp, fight["mira"].max_hp) == (20, 37)
    fight.damage("otto", "4")
    for effect in tuple(fight.encounter.effects):
        fight.do(EndEffect(effect=effect))
    assert (fight["otto"].hp, fight["otto"].max_hp) == (12, 12)
    assert (fight["mira"].hp, fight["mira"].max_hp) == (20, 27)


def test_raising_the_maximum_of_somebody_who_is_down_wakes_it() -> None:
    # R003-13: the hit points that Aid adds are regained.
    fight = started(TOR, OTTO)
    fight.damage("otto", "12")
    fight.cast("tor", AID, "otto")
    assert (fight["otto"].hp, fight.status("otto")) == (5, "alive")
    assert fight.conditions("otto") == ("prone",)


@pytest.mark.parametrize("rounds", [-1, 10**9])
def test_a_number_of_rounds_that_nobody_can_mean_is_refused(rounds: int) -> None:
    expected = "negative_amount" if rounds < 0 else "figure_range"
    assert started(OTTO).refuses(AddEffect(targets=("otto",), name="x", rounds=rounds)).code == expected
