"""Reads a command word by word, and remembers at each place what might have stood there.

That memory serves twice: a word that fits nowhere is refused with the nearest one that would, and completion offers
what may come at the cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

from rules.rolls import DiceSyntaxError, Expression, format_roll, parse_roll
from rules.statblock import ABILITIES, Ability
from rules.text import NotAName, clean_name

from .amounts import bounds, looks_like_amount
from .context import Context
from .errors import LanguageError
from .lexer import Token
from .matching import close_words, spoken
from .targets import GROUPS, names_of, resolve
from .words import ABILITIES as ABILITY_WORDS
from .words import meaning_of

WantKind = Literal[
    "word", "target", "amount", "integer", "creature", "character", "spell", "action", "effect", "encounter", "name"
]


@dataclass(frozen=True, slots=True)
class Want:
    """Something that may stand at one place of a command."""

    kind: WantKind
    detail: str = ""
    """For `word` its meaning; for `spell` and `action` the id of whom it belongs to."""


_MOST_WORDS: Final = 10
"""Most words of a name that is spelt without quotes."""
_ID_AND_NUMBER: Final = 2
_ABILITIES: Final[Mapping[str, Ability]] = {each: each for each in ABILITIES}


class Reader:
    """A cursor over the words of one command."""

    def __init__(self, tokens: list[Token], context: Context, text: str) -> None:
        self.tokens = tokens
        self.context = context
        self.text = text
        self.index = 0
        self.wants: dict[int, list[Want]] = {}
        self.faces: tuple[int, ...] | None = None
        """Faces typed with the command, for the dice that it throws."""

    # -- where we are

    @property
    def at_end(self) -> bool:
        """Whether every word has been read."""
        return self.index >= len(self.tokens)

    @property
    def at(self) -> int:
        """Index into the text of the next word, or of its end."""
        return self.tokens[self.index].at if not self.at_end else len(self.text)

    def peek(self) -> Token | None:
        """Return the next token without reading it."""
        return None if self.at_end else self.tokens[self.index]

    def want(self, kind: WantKind, detail: str = "") -> None:
        """Remember what might stand here."""
        self.wants.setdefault(self.index, []).append(Want(kind, detail))

    def take(self, missing: str) -> Token:
        """Read the next word or quoted name.

        Raises:
            LanguageError: `missing`, a code that says what should stand here.
        """
        token = self.peek()
        if token is None:
            raise LanguageError(missing, self.at)
        if token.kind in ("comma", "plus"):
            raise LanguageError("unexpected_sign", token.at, sign=token.text)
        self.index += 1
        return token

    def spelt(self, is_known: Callable[[str], bool]) -> int:
        """Return how many of the next words spell a known name of several words, the longest one; 0 for none.

        `is_known` is asked with the words as `matching.spoken` has them.
        """
        words: list[str] = []
        for token in self.tokens[self.index : self.index + _MOST_WORDS]:
            # A sign before a later word makes it something else: a level, what is taken away, a negative number.
            if token.kind != "word" or (words and token.text[0] in "@-*"):
                break
            words.append(token.text)
        for count in range(len(words), 1, -1):
            name = spoken(" ".join(words[:count]))
            if name and is_known(name):
                return count
        return 0

    def join(self, count: int) -> None:
        """Take so many of the next words for one name, as if they stood in quotes."""
        if count > 1:
            taken = self.tokens[self.index : self.index + count]
            text = " ".join(token.text for token in taken)
            self.tokens[self.index : self.index + count] = [Token("quoted", text, taken[0].at, taken[-1].end)]

    def finish(self) -> None:
        """Make sure that nothing is left.

        Raises:
            LanguageError: `unexpected_word`, with the nearest words that would fit.
        """
        if (token := self.peek()) is not None:
            self.refuse(token)

    def refuse(self, token: Token) -> NoReturn:
        """Refuse a word that does not fit where it stands.

        Raises:
            LanguageError: `unexpected_word` or `unexpected_sign`.
        """
        if token.kind in ("comma", "plus"):
            raise LanguageError("unexpected_sign", token.at, sign=token.text)
        offered = [want.detail for want in self.wants.get(self.index, []) if want.kind == "word"]
        raise LanguageError("unexpected_word", token.at, word=token.text, suggestions=close_words(token.text, offered))

    # -- words of the language

    def meaning(self) -> str | None:
        """Return what the next word means, or nothing for a quoted name, a name, and the end."""
        token = self.peek()
        return meaning_of(token.text) if token is not None and token.kind == "word" else None

    def accept(self, *meanings: str) -> str | None:
        """Read the next word when it has one of some meanings, and return which."""
        found = self.meaning()
        if found in meanings:
            self.index += 1
            return found
        for meaning in meanings:
            self.want("word", meaning)
        return None

    def require(self, missing: str, *meanings: str) -> str:
        """Read a word that must have one of some meanings, and return which.

        Raises:
            LanguageError: `missing` at the end of the text, `unexpected_word` for another word.
        """
        found = self.accept(*meanings)
        if found is None:
            token = self.peek()
            if token is None:
                raise LanguageError(missing, self.at)
            self.refuse(token)
        return found

    def accept_prefixed(self, table: Iterable[str], prefix: str) -> str | None:
        """Read a damage type, a condition or an ability, and return its key."""
        found = self.accept(*table)
        return found.removeprefix(f"{prefix}.") if found else None

    # -- numbers and dice

    def is_amount(self) -> bool:
        """Whether the next word begins like a number or dice."""
        token = self.peek()
        return token is not None and token.kind == "word" and looks_like_amount(token.text)

    def integer(self, missing: str, least: int, most: int) -> int:
        """Read a whole number.

        Raises:
            LanguageError: `missing`, `not_a_number`, `out_of_range` with `least` and `most`.
        """
        self.want("integer")
        token = self.take(missing)
        digits = token.text
        if not digits.removeprefix("-").isdecimal() or not digits.isascii():
            raise LanguageError("not_a_number", token.at, word=token.text)
        value = int(digits) if len(digits) < 12 else None
        if value is None or not least <= value <= most:
            raise LanguageError("out_of_range", token.at, number=token.text, least=least, most=most)
        return value

    def accept_integer(self, least: int, most: int) -> int | None:
        """Read a whole number when the next word is one."""
        self.want("integer")
        return self.integer("missing_number", least, most) if self.is_amount() else None

    def accept_level(self) -> int | None:
        """Read a spell level written `@3`."""
        token = self.peek()
        if token is None or token.kind != "word" or not token.text.startswith("@"):
            return None
        self.index += 1
        digit = token.text[1:]
        if len(digit) != 1 or digit not in "0123456789":
            raise LanguageError("bad_level", token.at, word=token.text)
        return int(digit)

    def amount(self, missing: str = "missing_amount") -> str:
        """Read a number or dice, in the notation of `rules.rolls`, and return it written without spaces.

        Raises:
            LanguageError: `missing`, `not_an_amount`, `negative_amount`, and the codes of `DiceSyntaxError`.
        """
        return format_roll(self.expression(missing))

    def expression(self, missing: str = "missing_amount") -> Expression:
        """Read a number or dice; errors as for `amount`."""
        self.want("amount")
        token = self.take(missing)
        if token.kind == "quoted" or not looks_like_amount(token.text):
            raise LanguageError("not_an_amount", token.at, word=token.text)
        end = token.end
        while self._continues_amount():
            end = self.tokens[self.index].end
            self.index += 1
        text = self.text[token.at : end]
        try:
            found = parse_roll(text)
        except DiceSyntaxError as error:
            raise LanguageError(error.code, token.at + error.at, expression=text) from None
        if bounds(found)[1] < 0:
            raise LanguageError("negative_amount", token.at, amount=text)
        return found

    def _continues_amount(self) -> bool:
        token = self.peek()
        if token is None or token.kind == "quoted":
            return False
        if _is_sign(self.tokens[self.index - 1]):
            return token.kind == "word" and looks_like_amount(token.text)
        follower = self.tokens[self.index + 1] if self.index + 1 < len(self.tokens) else None
        return _is_sign(token) and follower is not None and follower.kind == "word" and looks_like_amount(follower.text)

    # -- names

    def name(self, missing: str = "missing_name") -> str:
        """Read a name that people give, cleaned.

        Raises:
            LanguageError: `missing`, and the codes of `rules.text.NotAName`.
        """
        self.want("name")
        token = self.take(missing)
        try:
            return clean_name(token.text)
        except NotAName as error:
            raise LanguageError(error.code, token.at) from None

    # -- combatants

    def targets(self, *, repeats: bool = False, amount_follows: bool = False) -> tuple[str, ...]:
        """Read a list of targets; each counts once, unless `repeats`.

        Where an amount has to follow, a number is part of a name only when another number stands behind it:
        `heal goblin 2 3` heals Goblin 2, and `heal goblin 2` the only goblin by 2.

        Raises:
            LanguageError: `missing_targets`, and the errors of `targets.resolve`.
        """
        found: list[str] = []
        while True:
            self._want_target()
            self._join_target(amount_follows=amount_follows)
            found += resolve(self.take("missing_targets"), self.context)
            token = self.peek()
            if token is None or token.kind != "comma":
                break
            self.index += 1
        return tuple(found if repeats else dict.fromkeys(found))

    def target(self, *, amount_follows: bool = False) -> str:
        """Read one target; `amount_follows` as for `targets`.

        Raises:
            LanguageError: `missing_targets`, `one_target_only`, and the errors of `targets.resolve`.
        """
        at = self.at
        found = self.targets(amount_follows=amount_follows)
        if len(found) != 1:
            raise LanguageError("one_target_only", at, count=len(found))
        return found[0]

    def targets_unless(self, is_omitted: Callable[[], bool], *, amount_follows: bool = False) -> tuple[str, ...]:
        """Read targets, or take those marked on the screen when the command goes on without any."""
        implied = self.context.selection.implied
        if implied and is_omitted():
            self._want_target()
            return implied
        return self.targets(amount_follows=amount_follows)

    def is_target(self) -> bool:
        """Whether the next words name somebody in the fight."""
        token = self.peek()
        if token is None or token.kind in ("comma", "plus"):
            return False
        if self._spelt_target():
            return True
        try:
            resolve(token, self.context)
        except LanguageError as error:
            return error.code == "ambiguous_target"
        return True

    def _spelt_target(self) -> int:
        encounter = self.context.state.encounter
        follower = self.tokens[self.index + 1] if self.index + 1 < len(self.tokens) else None
        if encounter is None or follower is None or follower.kind != "word":
            return 0
        known = {spoken(name) for one in encounter.combatants.values() for name in names_of(encounter, one)}
        return self.spelt(known.__contains__)

    def _join_target(self, *, amount_follows: bool) -> None:
        count = self._spelt_target()
        if count == _ID_AND_NUMBER and self._is_id_and_number():
            return
        if amount_follows and count and looks_like_amount(self.tokens[self.index + count - 1].text):
            follower = self.tokens[self.index + count] if self.index + count < len(self.tokens) else None
            if follower is None or not (follower.kind == "comma" or _is_count(follower)):
                return
        self.join(count)

    def _is_id_and_number(self) -> bool:
        """Whether somebody's id comes next, and a number behind it that only looks like a part of another's name."""
        first, second = self.tokens[self.index : self.index + _ID_AND_NUMBER]
        return first.folded in self.context.encounter().combatants and looks_like_amount(second.text)

    def active(self, missing: str = "missing_targets") -> str:
        """Return the active combatant, for a command that named nobody.

        Raises:
            LanguageError: `missing` when nobody is active.
        """
        encounter = self.context.encounter(self.at)
        if not encounter.active:
            raise LanguageError(missing, self.at)
        return encounter.active

    def _want_target(self) -> None:
        self.want("target")
        for group in GROUPS:
            self.want("word", group)

    # -- pieces that several verbs share

    def save(self) -> tuple[Ability, int]:
        """Read a saving throw: an ability and its DC, 0..99.

        Raises:
            LanguageError: `missing_ability`, `missing_dc`, and the errors of `integer`.
        """
        key = self.require("missing_ability", *ABILITY_WORDS).removeprefix("ability.")
        return _ABILITIES[key], self.integer("missing_dc", 0, 99)

    def by(self) -> str | None:
        """Read `by TARGET` or `by nobody`; nothing when the command does not say."""
        if self.accept("by") is None:
            return None
        return "" if self.accept("nobody") else self.target()


def _is_count(token: Token) -> bool:
    return token.kind == "word" and (looks_like_amount(token.text) or meaning_of(token.text) == "roll")


def _is_sign(token: Token) -> bool:
    return token.kind == "plus" or (token.kind == "word" and token.text in ("-", "*", "×", "/"))
