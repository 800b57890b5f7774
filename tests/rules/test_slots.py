"""Spell slots by class and level, and the other tables of the classes."""

from __future__ import annotations

import pytest

from rules.slots import (
    CASTING_ABILITIES,
    FULL_CASTER_SLOTS,
    PREPARING_CLASSES,
    PROGRESSIONS,
    RITUAL_CLASSES,
    max_spell_level,
    pact_for,
    prepared_max,
    proficiency_bonus,
    slots_for,
)


def row(slots: tuple[int, ...]) -> str:
    """Slots as the tables print them, without what there is none of."""
    return " ".join(str(number) for number in slots if number)


# SRD 5.1, one row for each level.
FULL = [
    "2",
    "3",
    "4 2",
    "4 3",
    "4 3 2",
    "4 3 3",
    "4 3 3 1",
    "4 3 3 2",
    "4 3 3 3 1",
    "4 3 3 3 2",
    "4 3 3 3 2 1",
    "4 3 3 3 2 1",
    "4 3 3 3 2 1 1",
    "4 3 3 3 2 1 1",
    "4 3 3 3 2 1 1 1",
    "4 3 3 3 2 1 1 1",
    "4 3 3 3 2 1 1 1 1",
    "4 3 3 3 3 1 1 1 1",
    "4 3 3 3 3 2 1 1 1",
    "4 3 3 3 3 2 2 1 1",
]


@pytest.mark.parametrize("name", ["bard", "cleric", "druid", "sorcerer", "wizard"])
def test_full_casters_have_the_slots_of_their_level(name: str) -> None:
    # R000-04, A5E-02
    assert [row(slots_for({name: level})) for level in range(1, 21)] == FULL


@pytest.mark.parametrize("name", ["paladin", "ranger"])
def test_half_casters_alone_begin_at_2_and_round_up(name: str) -> None:
    assert row(slots_for({name: 1})) == ""
    assert [row(slots_for({name: level})) for level in range(2, 21)] == [
        FULL[(level + 1) // 2 - 1] for level in range(2, 21)
    ]


def test_third_casters_alone_begin_at_3_and_round_up() -> None:
    # A5E-02
    assert [row(slots_for({"eldritch-knight": level})) for level in (1, 2, 3, 6, 7, 13, 19, 20)] == [
        "",
        "",
        "2",
        "3",
        "4 2",
        "4 3 2",
        "4 3 3 1",
        "4 3 3 1",
    ]


@pytest.mark.parametrize(
    ("classes", "caster_level"),
    [
        ({"ranger": 4, "wizard": 3}, 5),
        ({"wizard": 3, "cleric": 2}, 5),
        ({"paladin": 3, "ranger": 3}, 2),  # rounded down class by class
        ({"eldritch-knight": 5, "wizard": 1}, 2),
        ({"paladin": 1, "wizard": 1}, 1),
        ({"wizard": 20, "cleric": 20}, 20),
        ({"warlock": 3, "wizard": 3}, 3),  # pact slots are apart
    ],
)
def test_several_casting_classes_add_up_class_by_class(classes: dict[str, int], caster_level: int) -> None:
    # A5E-04
    assert slots_for(classes) == FULL_CASTER_SLOTS[caster_level]


def test_one_casting_class_among_others_keeps_its_own_table() -> None:
    # A paladin 5 alone rounds up to 3; a fighter beside it changes nothing.
    assert slots_for({"paladin": 5, "fighter": 4}) == slots_for({"paladin": 5}) == FULL_CASTER_SLOTS[3]


def test_who_casts_nothing_has_no_slots() -> None:
    assert row(slots_for({"fighter": 20})) == row(slots_for({})) == row(slots_for({"wizard": 0})) == ""


def test_pact_slots_are_few_and_of_one_level() -> None:
    # A5E-03
    assert [pact_for(level) for level in range(21)] == [
        (0, 0),
        (1, 1),
        (2, 1),
        *[(2, 2)] * 2,
        *[(2, 3)] * 2,
        *[(2, 4)] * 2,
        *[(2, 5)] * 2,
        *[(3, 5)] * 6,
        *[(4, 5)] * 4,
    ]


def test_proficiency_grows_every_fourth_level() -> None:
    assert [proficiency_bonus(level) for level in (1, 4, 5, 8, 9, 12, 13, 16, 17, 20)] == [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


@pytest.mark.parametrize(
    ("name", "level", "highest"),
    [
        ("wizard", 1, 1),
        ("wizard", 16, 8),
        ("wizard", 17, 9),
        ("wizard", 20, 9),
        ("paladin", 1, 0),
        ("paladin", 2, 1),
        ("paladin", 17, 5),
        ("paladin", 20, 5),
        ("arcane-trickster", 2, 0),
        ("arcane-trickster", 19, 4),
        ("warlock", 5, 3),
        ("warlock", 17, 9),
        ("fighter", 20, 0),
        ("wizard", 0, 0),
    ],
)
def test_the_highest_spell_a_class_may_learn(name: str, level: int, highest: int) -> None:
    # R000-02, A5E-05
    assert max_spell_level(name, level) == highest


@pytest.mark.parametrize(
    ("name", "level", "modifier", "expected"),
    [("wizard", 5, 4, 9), ("paladin", 5, 3, 5), ("cleric", 1, -1, 1), ("paladin", 2, -3, 1), ("druid", 20, 5, 25)],
)
def test_a_preparing_class_holds_its_level_and_modifier_ready_at_least_one(
    name: str, level: int, modifier: int, expected: int
) -> None:
    # A5E-06
    assert prepared_max(name, level, modifier) == expected


def test_the_tables_of_the_classes_agree() -> None:
    assert set(CASTING_ABILITIES) == set(PROGRESSIONS)
    assert set(PROGRESSIONS) > PREPARING_CLASSES
    assert set(PROGRESSIONS) > RITUAL_CLASSES
    assert CASTING_ABILITIES["ranger"] == "wis"
