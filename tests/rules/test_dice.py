"""Dice: the notation people write, what is thrown, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Dice, FaceOutOfRange, HighestDice, LoadedDice, RollNeeded, RollRequest, SeededDice
from rules.rolls import (
    MAX_DICE,
    MAX_NUMBER,
    DiceSyntaxError,
    Expression,
    Negation,
    Number,
    Operation,
    Selector,
    Term,
    average,
    dice_count,
    double_dice,
    format_roll,
    parse_roll,
    throw,
)


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("7", (), 7),
        ("2d6", (3, 5), 8),
        ("d20", (11,), 11),
        ("D20", (11,), 11),
        ("d%", (73,), 73),
        ("2d6+3", (3, 5), 11),
        ("2d6 + 3", (3, 5), 11),
        ("2d6-3", (1, 1), -1),
        ("2d6\N{MINUS SIGN}3", (1, 1), -1),  # the minus sign of a word processor
        ("2d6×2", (1, 2), 6),
        ("2*(1d4+1)", (3,), 8),
        ("1d4+2*3", (1,), 7),
        ("7/2", (), 3),
        ("-7/2", (), -4),  # rounded down
        ("-(1d4)", (3,), -3),
        ("+1d4", (3,), 3),
        ("10-2-3", (), 5),
        ("24/4/2", (), 3),
        ("1d6+1d8", (2, 7), 9),
        ("2d6[fire]+1d4[cold]", (3, 4, 2), 9),
        ("5[fire]", (), 5),
    ],
)
def test_a_roll_adds_up(text: str, faces: tuple[int, ...], total: int) -> None:
    dice = LoadedDice(faces)
    assert throw(text, dice).total == total
    assert dice.left == ()


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("4d6kh3", (1, 5, 3, 6), 14),
        ("4d6kl1", (4, 5, 3, 6), 3),
        ("2d20kh1", (7, 7), 7),
        ("4d6kh0", (1, 5, 3, 6), 0),
        ("2d6kh5", (1, 5), 6),
        ("2d6ro1", (1, 4, 1), 5),  # rerolled once, and the 1 stands
        ("2d6ro<3", (2, 5, 1), 6),
        ("2d6ro<3", (3, 5), 8),
        ("2d6ro>3", (3, 4, 1), 4),
        ("1d6rr1", (1, 1, 4), 4),
        ("1d6rr>4", (6, 5, 2), 2),
        ("3d6mi2", (1, 1, 5), 9),
        ("3d6ma4", (1, 6, 5), 9),
        ("2d6e6", (6, 3, 6, 2), 17),  # what explodes may explode again
        ("1d6e>4", (5, 6, 1), 12),
        ("4d6kh3kl1", (1, 5, 3, 6), 3),  # one after the other
        ("2d6KH1", (2, 4), 4),
    ],
)
def test_selectors_act_on_the_dice_that_fell(text: str, faces: tuple[int, ...], total: int) -> None:
    dice = LoadedDice(faces)
    assert throw(text, dice).total == total
    assert dice.left == ()


def test_every_die_is_told_with_what_became_of_it() -> None:
    rolled = throw("3d6ro1kh2", LoadedDice([1, 4, 2, 6]))
    assert [(die.faces, die.kept) for die in rolled.dice] == [((1, 6), True), ((4,), True), ((2,), False)]
    assert rolled.faces == (6, 4)


def test_faces_read_off_the_table_are_not_thrown() -> None:
    assert throw("2d6=[3,5]+3", LoadedDice([])).total == 11
    assert throw("2d6 = [3 5]", LoadedDice([])).total == 8
    assert throw("4d6=[1,5,3,6]kh3", LoadedDice([])).total == 14


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "dice_syntax"),
        ("   ", "dice_syntax"),
        ("2d", "dice_syntax"),
        ("d", "dice_syntax"),
        ("0d6", "dice_syntax"),
        ("2d0", "dice_syntax"),
        ("2d6+", "dice_syntax"),
        ("(2d6", "dice_syntax"),
        ("2d6)", "dice_syntax"),
        ("()", "dice_syntax"),
        ("2 d6", "dice_syntax"),
        ("2d6 3", "dice_syntax"),
        ("2d6kh", "dice_syntax"),
        ("2d6kh<3", "dice_syntax"),
        ("2d6[fi[re]]", "dice_syntax"),
        ("fire", "dice_syntax"),
        ("1.5", "dice_syntax"),
        ("٣", "dice_syntax"),
        ("2d6\x1b[31m", "dice_syntax"),
        ("(" * 100 + "1" + ")" * 100, "dice_syntax"),
        ("-" * 500 + "1", "dice_syntax"),
        ("100000d6", "too_many_dice"),
        ("501d6", "too_many_dice"),
        ("300d6+300d6", "too_many_dice"),
        ("1d1001", "too_many_sides"),
        ("1d999999999999", "too_many_sides"),
        ("1000001", "number_too_large"),
        ("9" * 900, "number_too_large"),
        ("1+" * 600 + "1", "dice_too_long"),
        ("2d6=[3,5,1,2,4]", "dice_faces"),
        ("3d6=[3,5]", "dice_faces"),
        ("2d6=[7]", "dice_faces"),
        ("2d6=[0]", "dice_faces"),
        ("2d6=[ ]", "dice_faces"),
    ],
)
def test_what_is_no_roll_says_why_and_where(text: str, code: str) -> None:
    with pytest.raises(DiceSyntaxError) as error:
        parse_roll(text)
    assert error.value.code == code
    assert 0 <= error.value.at <= len(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1/0", "division_by_zero"),
        ("1/(1d6-1)", "division_by_zero"),
        ("1d6rr<7", "too_many_dice"),
        ("1d1e1", "too_many_dice"),
        ("500d6e1", "too_many_dice"),
        ("2d6=[1,2,3]", "dice_faces"),
    ],
)
def test_what_cannot_be_thrown_says_why(text: str, code: str) -> None:
    with pytest.raises(DiceSyntaxError) as error:
        throw(text, LoadedDice([1] * 1000))
    assert error.value.code == code


def test_totals_stay_within_what_can_be_written_down() -> None:
    text = "*".join(["1000000"] * 100)
    assert throw(text, LoadedDice([])).total == MAX_NUMBER
    assert throw(f"-{text}", LoadedDice([])).total == -MAX_NUMBER


def test_a_long_sum_is_read_and_thrown() -> None:
    text = "+".join(["1"] * 500)
    assert throw(text, LoadedDice([])).total == 500
    assert format_roll(parse_roll(text)) == text
    assert double_dice(parse_roll(text)) == parse_roll(text)


def test_a_critical_hit_doubles_the_dice_only() -> None:
    # R003-05
    assert format_roll(double_dice(parse_roll("2d6+1d8[fire]-(1d4*2)+3"))) == "4d6+2d8[fire]-(2d4*2)+3"


@pytest.mark.parametrize(
    ("text", "mean"),
    [("2d6", 7), ("1d6", 3), ("7d10+21", 59), ("3d8+3", 16), ("2d4*2", 10), ("1d6-1", 2), ("5d6/2", 8), ("1/0", 0)],
)
def test_the_average_is_rounded_down(text: str, mean: int) -> None:
    assert average(text) == mean


def test_an_average_stays_within_what_can_be_written_down() -> None:
    assert average("*".join(["1000000"] * 100)) == MAX_NUMBER
    assert average("-" + "*".join(["1000000"] * 100)) == -MAX_NUMBER


def test_loaded_dice_say_what_is_missing() -> None:
    request = RollRequest(count=2, sides=6, purpose="damage", who="goblin-1")
    with pytest.raises(RollNeeded) as needed:
        LoadedDice([4]).roll(request)
    assert needed.value.request == request


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_is_not_on_the_die_is_refused(face: int) -> None:
    with pytest.raises(FaceOutOfRange) as refused:
        LoadedDice([face]).roll(RollRequest(count=1, sides=6))
    assert refused.value.face == face


def test_seeded_dice_fall_the_same_way_again() -> None:
    request = RollRequest(count=20, sides=20)
    faces = SeededDice(7).roll(request)
    assert faces == SeededDice(7).roll(request)
    assert faces != SeededDice(8).roll(request)
    assert all(1 <= face <= 20 for face in faces)


# A grammar of what people may write, with the parentheses that its shape needs.

TAGS = st.sampled_from(("", "fire", "froid intense"))
SELECTORS = st.one_of(
    st.builds(Selector, operation=st.sampled_from(("kh", "kl", "mi", "ma")), number=st.integers(0, 20)),
    st.builds(
        Selector,
        operation=st.sampled_from(("ro", "rr", "e")),
        compare=st.sampled_from(("", "<", ">")),
        number=st.integers(0, 20),
    ),
)


@st.composite
def terms(draw: st.DrawFn) -> Term:
    """Dice, with faces, selectors and a tag as they come."""
    count, sides = draw(st.integers(1, 12)), draw(st.integers(1, 100))
    faces = draw(st.just(()) | st.tuples(*[st.integers(1, sides)] * count))
    selectors = tuple(draw(st.lists(SELECTORS, max_size=2)))
    return Term(count=count, sides=sides, faces=faces, selectors=selectors, tag=draw(TAGS))


ATOMS: st.SearchStrategy[Expression] = st.one_of(terms(), st.builds(Number, value=st.integers(0, MAX_NUMBER), tag=TAGS))


def grouped(expression: Expression) -> Expression:
    """An expression that may stand anywhere: in parentheses when it has an operator."""
    if isinstance(expression, Operation):
        return Operation(operator=expression.operator, left=expression.left, right=expression.right, grouped=True)
    return expression


def joined(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    part = inner.map(grouped)
    return st.one_of(
        st.builds(Negation, operand=part),
        st.builds(Operation, operator=st.sampled_from(("+", "-", "*", "/")), left=part, right=part),
    )


EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(ATOMS, joined, max_leaves=8)


@given(EXPRESSIONS)
def test_what_is_formatted_is_read_back_equal(expression: Expression) -> None:
    assert parse_roll(format_roll(expression)) == expression


@given(EXPRESSIONS)
def test_what_is_read_is_formatted_alike(expression: Expression) -> None:
    text = format_roll(expression)
    assert format_roll(parse_roll(text)) == text


@given(st.text(max_size=60) | st.text(alphabet="0123456789d+-*/()[]=,khlromiae<> ", max_size=40))
def test_any_text_is_a_roll_or_says_where_it_is_none(text: str) -> None:
    try:
        expression = parse_roll(text)
    except DiceSyntaxError as error:
        within = 0 <= error.at <= len(text)
        assert within
        return
    assert dice_count(expression) <= MAX_DICE
    assert parse_roll(format_roll(expression)) == expression


class LowestDice:
    """Dice that always show a 1."""

    def roll(self, request: RollRequest) -> tuple[int, ...]:
        """Return a 1 for each die."""
        return (1,) * request.count


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 100)), min_size=1, max_size=4),
    st.integers(-50, 50),
    st.integers(0, 10_000),
)
def test_a_sum_lies_between_its_lowest_and_its_highest_dice(
    dice: list[tuple[int, int]], number: int, seed: int
) -> None:
    text = "+".join(f"{count}d{sides}" for count, sides in dice) + f"{number:+d}"
    lowest = sum(count for count, _ in dice) + number
    highest = sum(count * sides for count, sides in dice) + number
    sources: list[tuple[Dice, int, int]] = [
        (LowestDice(), lowest, lowest),
        (HighestDice(), highest, highest),
        (SeededDice(seed), lowest, highest),
    ]
    for source, least, most in sources:
        rolled = throw(text, source)
        assert least <= rolled.total <= most
        assert rolled.total == sum(rolled.faces) + number
    assert lowest <= average(text) <= highest


@given(terms().filter(lambda term: not any(each.operation in ("ro", "rr", "e") for each in term.selectors)))
def test_keeping_never_adds_to_what_fell(term: Term) -> None:
    rolled = throw(term, SeededDice(0))
    assert len(rolled.dice) == term.count
    assert rolled.total == sum(rolled.faces)
