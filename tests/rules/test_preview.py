"""What the preview of a command says, and that it changes nothing."""

from __future__ import annotations

from rules.damage import DealDamage, SaveFor
from rules.healing import Heal
from rules.preview import outlook, success_percent
from rules.statblock import Damage
from tests.rules.examples.bench import SUBJECT, bench_of


def test_damage_with_a_save_shows_both_outcomes() -> None:
    state = bench_of({"hp": 9, "max_hp": 9}).state
    command = DealDamage(
        targets=(SUBJECT,), parts=(Damage(dice="2d6", type="fire"),), save=SaveFor(ability="dex", dc=11)
    )
    (seen,) = outlook(state, command)
    assert (seen.taken, seen.hp) == (7, 2)
    assert seen.save is not None
    assert (seen.save.bonus, seen.save.percent, seen.save.hp) == (0, 50, 6)


def test_the_preview_applies_the_same_resistance_as_the_damage() -> None:
    plain = DealDamage(targets=(SUBJECT,), parts=(Damage(dice="7", type="fire"),))
    assert outlook(bench_of({"hp": 20}).state, plain)[0].hp == 13
    tough = bench_of({"hp": 20, "resist": ["feu"]}).state
    (seen,) = outlook(tough, plain)
    assert seen.hp == 17
    assert [step.code for step in seen.parts[0].steps] == ["resistant"]


def test_healing_is_previewed_up_to_the_maximum() -> None:
    state = bench_of({"hp": 14, "max_hp": 20}).state
    (seen,) = outlook(state, Heal(targets=(SUBJECT,), amount="8"))
    assert (seen.hp, seen.gained) == (20, 6)


def test_a_roll_of_twenty_always_hits_and_a_one_never_does() -> None:
    assert success_percent(40, "normal", least=1, most=19) == 5
    assert success_percent(-5, "normal", least=1, most=19) == 95
    assert success_percent(11, "advantage") == 75
    assert success_percent(11, "disadvantage") == 25
