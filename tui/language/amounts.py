"""Numbers and dice as they are typed: what looks like one, and how small or large one can come out."""

from __future__ import annotations

from rules.rolls import Expression, Negation, Number, Operation, Term


def looks_like_amount(text: str) -> bool:
    """Return whether a word begins like a number or dice, so that it is no name."""
    text = text.lstrip("(").lstrip("-").lstrip("(")
    if _is_digit(text[:1]):
        return True
    return text[:1] in ("d", "D") and (text[1:2] == "%" or _is_digit(text[1:2]))


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdecimal()


def bounds(expression: Expression) -> tuple[int, int]:
    """Return the least and the greatest value of a roll, selectors aside; a division by zero counts as 0."""
    match expression:
        case Number(value=value):
            return value, value
        case Term(count=count, sides=sides):
            return count, count * sides
        case Negation(operand=operand):
            low, high = bounds(operand)
            return -high, -low
        case Operation(operator=operator, left=left, right=right):
            ends = [_join(operator, one, other) for one in bounds(left) for other in bounds(right)]
            return min(ends), max(ends)


def _join(operator: str, left: int, right: int) -> int:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return left // right if right else 0
