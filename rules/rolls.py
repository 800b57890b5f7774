"""Rolls as people write them: reading, writing and throwing them.

Notation: numbers and `NdS` joined by `+`, `-`, `*`, `/` and parentheses, with selectors behind the dice (`kh3` keep the
highest 3, `kl1` keep the lowest, `ro<3` reroll once, `rr1` reroll until it is not, `mi2` at least, `ma5` at most, `e6`
explode), faces read off the table (`2d6=[3,5]`) and a tag in brackets (`2d6[fire]`). Division rounds down.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from .dice import Dice, RollRequest
from .kernel import Record

MAX_DICE = 500
"""Most dice thrown in one roll, explosions and rerolls included."""
MAX_SIDES = 1000
MAX_LENGTH = 1000
"""Longest expression, in characters."""
MAX_NUMBER = 1_000_000
_MAX_DEPTH = 20


class DiceSyntaxError(ValueError):
    """An expression that is not a roll. `code` says why, `at` where (index into the expression).

    Codes: `dice_syntax`, `dice_too_long`, `too_many_dice`, `too_many_sides`, `number_too_large`, `division_by_zero`,
    `dice_faces` (not as many faces as dice, or one that is not on the die).
    """

    def __init__(self, code: str, expression: str, at: int = 0) -> None:
        super().__init__(f"{code} at {at} in {expression!r}")
        self.code = code
        self.expression = expression
        self.at = at


class Selector(Record, frozen=True, kw_only=True):
    """What is done to the dice of one term after they fall."""

    operation: Literal["kh", "kl", "ro", "rr", "mi", "ma", "e"]
    compare: Literal["", "<", ">"] = ""
    number: int


class Term(Record, frozen=True, kw_only=True, tag="dice"):
    """`NdS` with its selectors."""

    count: int
    sides: int
    faces: tuple[int, ...] = ()
    """Faces read off the table; dice beyond them are thrown."""
    selectors: tuple[Selector, ...] = ()
    tag: str = ""


class Number(Record, frozen=True, kw_only=True, tag="number"):
    """A whole number."""

    value: int
    tag: str = ""


class Negation(Record, frozen=True, kw_only=True, tag="negation"):
    """A term with a minus before it."""

    operand: Expression


class Operation(Record, frozen=True, kw_only=True, tag="operation"):
    """Two terms joined."""

    operator: Literal["+", "-", "*", "/"]
    left: Expression
    right: Expression
    grouped: bool = False
    """Whether it stood in parentheses."""


Expression = Term | Number | Negation | Operation


class Die(Record, frozen=True, kw_only=True):
    """One die that fell: its faces in order (rerolls last), and whether it counts."""

    faces: tuple[int, ...]
    kept: bool = True

    @property
    def face(self) -> int:
        """The face that stands."""
        return self.faces[-1]


class Rolled(Record, frozen=True, kw_only=True):
    """The outcome of a roll."""

    total: int
    dice: tuple[Die, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that count, in the order in which they fell."""
        return tuple(die.face for die in self.dice if die.kept)


_TOKEN = re.compile(
    r"\s*(?:(?P<dice>(?P<count>\d*)[dD](?P<sides>\d+|%))|(?P<number>\d+)|(?P<sign>[-+*/()\u2212\u00d7]))", re.ASCII
)


_SELECTOR = re.compile(r"(kh|kl|ro|rr|mi|ma|e)([<>]?)(\d+)", re.ASCII | re.IGNORECASE)
_FACES = re.compile(r"\s*=\s*\[([\d\s,]{1,2000})\]", re.ASCII)
_TAG = re.compile(r"\s*\[([^\[\]]{0,40})\]")


class _Parser:
    """Recursive descent over one expression."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def fail(self, code: str = "dice_syntax") -> DiceSyntaxError:
        return DiceSyntaxError(code, self.text, self.at)

    def peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return (found["sign"] or "").replace("\u2212", "-").replace("\u00d7", "*") if found else ""

    def skip(self) -> None:
        found = _TOKEN.match(self.text, self.at)
        if found is None:  # only called after `peek` has seen a sign
            raise self.fail()
        self.at = found.end()

    def sum(self) -> Expression:
        left = self.product()
        while (sign := self.peek()) in ("+", "-"):
            self.skip()
            left = Operation(operator="+" if sign == "+" else "-", left=left, right=self.product())
        return left

    def product(self) -> Expression:
        left = self.signed()
        while (sign := self.peek()) in ("*", "/"):
            self.skip()
            left = Operation(operator="*" if sign == "*" else "/", left=left, right=self.signed())
        return left

    def signed(self) -> Expression:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.fail()
        try:
            if self.peek() == "-":
                self.skip()
                return Negation(operand=self.signed())
            if self.peek() == "+":
                self.skip()
                return self.signed()
            return self.primary()
        finally:
            self.depth -= 1

    def primary(self) -> Expression:
        found = _TOKEN.match(self.text, self.at)
        if found is None or found["sign"] not in (None, "("):
            raise self.fail()
        if found["sign"] == "(":
            self.skip()
            inner = self.sum()
            if self.peek() != ")":
                raise self.fail()
            self.skip()
            return (
                Operation(operator=inner.operator, left=inner.left, right=inner.right, grouped=True)
                if isinstance(inner, Operation)
                else inner
            )
        if found["number"]:
            number = self.number(found["number"])
            self.at = found.end()
            return Number(value=number, tag=self.tag())
        count = self.number(found["count"] or "1", most=MAX_DICE, code="too_many_dice")
        sides = 100 if found["sides"] == "%" else self.number(found["sides"], most=MAX_SIDES, code="too_many_sides")
        if count < 1 or sides < 1:
            raise self.fail()
        self.at = found.end()
        faces = self.faces(count, sides)
        return Term(count=count, sides=sides, faces=faces, selectors=self.selectors(), tag=self.tag())

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        match = _FACES.match(self.text, self.at)
        if match is None:
            return ()
        faces = tuple(int(face) for face in match[1].replace(",", " ").split())
        # A critical hit doubles the dice after the faces were read, so twice the count is in order.
        if len(faces) not in (count, 2 * count) or any(not 1 <= face <= sides for face in faces):
            raise self.fail("dice_faces")
        self.at = match.end()
        return faces

    def number(self, digits: str, most: int = MAX_NUMBER, code: str = "number_too_large") -> int:
        if len(digits) > len(str(most)) + 1 or int(digits) > most:
            raise self.fail(code)
        return int(digits)

    def selectors(self) -> tuple[Selector, ...]:
        found: list[Selector] = []
        while match := _SELECTOR.match(self.text, self.at):
            compare: Literal["", "<", ">"] = "<" if match[2] == "<" else ">" if match[2] == ">" else ""
            number = self.number(match[3])
            operation: Any = match[1].lower()
            if compare and operation[0] not in "re":
                raise self.fail()
            found.append(Selector(operation=operation, compare=compare, number=number))
            self.at = match.end()
        return tuple(found)

    def tag(self) -> str:
        if match := _TAG.match(self.text, self.at):
            self.at = match.end()
            return match[1].strip()
        return ""


def parse_roll(text: str) -> Expression:
    """Return the roll that `text` writes.

    Raises:
        DiceSyntaxError: with the code and the place of what is wrong.
    """
    if len(text) > MAX_LENGTH:
        raise DiceSyntaxError("dice_too_long", text[:MAX_LENGTH], MAX_LENGTH)
    parser = _Parser(text)
    expression = parser.sum()
    if text[parser.at :].strip():
        raise parser.fail()
    if dice_count(expression) > MAX_DICE:
        raise DiceSyntaxError("too_many_dice", text, 0)
    return expression


def dice_count(expression: Expression) -> int:
    """Return how many dice an expression throws, explosions and rerolls aside."""
    match expression:
        case Term(count=count):
            return count
        case Negation(operand=operand):
            return dice_count(operand)
        case Operation(left=left, right=right):
            return dice_count(left) + dice_count(right)
        case Number():
            return 0


def format_roll(expression: Expression) -> str:
    """Return the notation of a roll: `parse_roll(format_roll(x)) == x`."""
    match expression:
        case Number(value=value, tag=tag):
            return f"{value}[{tag}]" if tag else str(value)
        case Term(count=count, sides=sides, faces=faces, selectors=selectors, tag=tag):
            given = f"=[{','.join(map(str, faces))}]" if faces else ""
            suffix = "".join(f"{s.operation}{s.compare}{s.number}" for s in selectors)
            return f"{count}d{sides}{given}{suffix}" + (f"[{tag}]" if tag else "")
        case Negation(operand=operand):
            return f"-{format_roll(operand)}"
        case Operation(operator=operator, left=left, right=right, grouped=grouped):
            text = f"{format_roll(left)}{operator}{format_roll(right)}"
            return f"({text})" if grouped else text


def double_dice(expression: Expression) -> Expression:
    """Return the roll with twice the dice and the same numbers: what a critical hit throws (R003-05)."""
    match expression:
        case Term(count=count):
            return msgspec.structs.replace(expression, count=count * 2)
        case Negation(operand=operand):
            return Negation(operand=double_dice(operand))
        case Operation(operator=operator, left=left, right=right, grouped=grouped):
            return Operation(operator=operator, left=double_dice(left), right=double_dice(right), grouped=grouped)
        case Number():
            return expression


class _Thrower:
    """Throws the dice of one expression, within the budget of `MAX_DICE`."""

    def __init__(self, dice: Dice, purpose: str, who: str, text: str) -> None:
        self.dice = dice
        self.purpose = purpose
        self.who = who
        self.text = text
        self.fallen: list[Die] = []
        self.thrown = 0

    def throw(self, count: int, sides: int) -> tuple[int, ...]:
        self.thrown += count
        if self.thrown > MAX_DICE:
            raise DiceSyntaxError("too_many_dice", self.text)
        return self.dice.roll(RollRequest(count=count, sides=sides, purpose=self.purpose, who=self.who))

    def value(self, expression: Expression) -> int:
        match expression:
            case Number(value=value):
                return value
            case Term():
                return self.term(expression)
            case Negation(operand=operand):
                return -self.value(operand)
            case Operation(operator="+", left=left, right=right):
                return self.value(left) + self.value(right)
            case Operation(operator="-", left=left, right=right):
                return self.value(left) - self.value(right)
            case Operation(operator="*", left=left, right=right):
                return max(-MAX_NUMBER, min(MAX_NUMBER, self.value(left) * self.value(right)))
            case Operation(left=left, right=right):
                divisor = self.value(right)
                if divisor == 0:
                    raise DiceSyntaxError("division_by_zero", self.text)
                return self.value(left) // divisor

    def term(self, term: Term) -> int:
        missing = term.count - len(term.faces)
        if missing < 0:
            raise DiceSyntaxError("dice_faces", self.text)
        thrown = self.throw(missing, term.sides) if missing else ()
        dice = [Die(faces=(face,)) for face in (*term.faces, *thrown)]
        for selector in term.selectors:
            dice = self.select(dice, selector, term.sides)
        self.fallen += dice
        return sum(die.face for die in dice if die.kept)

    def select(self, dice: list[Die], selector: Selector, sides: int) -> list[Die]:
        match selector.operation:
            case "kh" | "kl":
                standing = [index for index, die in enumerate(dice) if die.kept]
                standing.sort(key=lambda index: dice[index].face, reverse=selector.operation == "kh")
                keep = set(standing[: selector.number])
                return [Die(faces=die.faces, kept=index in keep) for index, die in enumerate(dice)]
            case "mi":
                return [_at_face(die, max(die.face, selector.number)) for die in dice]
            case "ma":
                return [_at_face(die, min(die.face, selector.number)) for die in dice]
            case "ro" | "rr":
                return [self.reroll(die, selector, sides) for die in dice]
            case "e":
                return self.explode(dice, selector, sides)

    def reroll(self, die: Die, selector: Selector, sides: int) -> Die:
        while die.kept and _matches(die.face, selector):
            die = Die(faces=(*die.faces, *self.throw(1, sides)))
            if selector.operation == "ro":
                break
        return die

    def explode(self, dice: list[Die], selector: Selector, sides: int) -> list[Die]:
        fallen = list(dice)
        for die in fallen:  # grows while it is walked: an exploded die may explode again
            if die.kept and _matches(die.face, selector):
                fallen.append(Die(faces=self.throw(1, sides)))
        return fallen


def _at_face(die: Die, face: int) -> Die:
    return die if face == die.face else Die(faces=(*die.faces, face), kept=die.kept)


def _matches(face: int, selector: Selector) -> bool:
    if selector.compare == "<":
        return face < selector.number
    if selector.compare == ">":
        return face > selector.number
    return face == selector.number


def throw(expression: Expression | str, dice: Dice, *, purpose: str = "roll", who: str = "") -> Rolled:
    """Throw a roll and return its total and every die.

    Raises:
        DiceSyntaxError: when `expression` is text that does not parse, or throws more than `MAX_DICE` dice.
        RollNeeded: when loaded dice run out.
    """
    text = expression if isinstance(expression, str) else format_roll(expression)
    thrower = _Thrower(dice, purpose, who, text)
    total = thrower.value(parse_roll(expression) if isinstance(expression, str) else expression)
    return Rolled(total=total, dice=tuple(thrower.fallen))


def average(expression: Expression | str) -> int:
    """Return the mean of a roll, rounded down, selectors aside: what a stat block prints as its average.

    At most `MAX_NUMBER`, up or down.
    """
    parsed = parse_roll(expression) if isinstance(expression, str) else expression
    return max(-MAX_NUMBER, min(MAX_NUMBER, _doubled_mean(parsed) // 2))


def _doubled_mean(expression: Expression) -> int:
    match expression:
        case Number(value=value):
            return 2 * value
        case Term(count=count, sides=sides):
            return count * (sides + 1)
        case Negation(operand=operand):
            return -_doubled_mean(operand)
        case Operation(operator="+", left=left, right=right):
            return _doubled_mean(left) + _doubled_mean(right)
        case Operation(operator="-", left=left, right=right):
            return _doubled_mean(left) - _doubled_mean(right)
        case Operation(operator="*", left=left, right=right):
            return _doubled_mean(left) * _doubled_mean(right) // 2
        case Operation(left=left, right=right):
            divisor = _doubled_mean(right)
            return 2 * _doubled_mean(left) // divisor if divisor else 0
