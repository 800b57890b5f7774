"""What may come at the cursor of a command that is being typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.campaign import CampaignState
from rules.encounter import Encounter
from rules.statblock import Names
from rules.text import fold, is_id

from ..i18n import language
from .context import Context, Library, Named, Selection
from .errors import LanguageError
from .lexer import Token, quote, tokenize
from .matching import rank
from .reader import Reader, Want, WantKind
from .verbs import READERS
from .verbs.magic import effect_names, spells_of
from .words import word_for, words_for

LIMIT: Final = 50
"""Most completions offered at once."""
_MOST_WORDS: Final = 6
"""Most words before the cursor that may belong to a name."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on: `text` takes the place of what stands between `start` and `end`."""

    text: str
    start: int
    end: int
    label: str = ""
    """What it is, for people, when the text alone does not say it."""
    kind: WantKind = "word"


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    label: str = ""
    names: tuple[str, ...] = ()
    """Everything it may be found by, beside its text."""


def complete(
    text: str,
    cursor: int | None = None,
    *,
    state: CampaignState,
    library: Library,
    selection: Selection | None = None,
) -> list[Completion]:
    """Return what may stand at the cursor, best first: nothing when what stands before it cannot be understood."""
    cursor = len(text) if cursor is None else max(0, min(cursor, len(text)))
    before = text[:cursor]
    start = _start_of_word(before)
    typed = before[start:].lstrip('"“«').strip()
    try:
        tokens = tokenize(before[:start])
    except LanguageError:
        return []
    context = Context(state, library, selection or Selection())
    if not tokens:
        return _completions(_fitting(_verbs(), typed, "word"), start, cursor)
    wants = dict.fromkeys(_wants(tokens, context, before[:start]))
    found = [fit for want in wants for fit in _fitting(_candidates(want, context, typed), typed, want.kind)]
    # With nothing typed yet, a name may be whole as it stands: it goes on only where nothing else can come.
    if typed or not found:
        for first in _starts_of_name(tokens):
            begun = before[first:].strip()
            if names := _names(tokens, context, before[:first], begun, goes_on=not typed):
                return _completions(names, first, cursor)
    return _completions(found, start, cursor)


def _completions(found: list[tuple[int, WantKind, _Candidate]], start: int, end: int) -> list[Completion]:
    found = sorted(found, key=lambda fit: fit[0])
    completions = (Completion(candidate.text, start, end, candidate.label, kind) for _fit, kind, candidate in found)
    return list(dict.fromkeys(completions))[:LIMIT]


def _starts_of_name(tokens: list[Token]) -> Iterator[int]:
    """Yield where a name of several words may have begun that goes on at the cursor, the longest one first."""
    words = 0
    while words < min(_MOST_WORDS, len(tokens) - 1) and tokens[-1 - words].kind == "word":
        words += 1
    for count in range(words, 0, -1):
        yield tokens[-count].at


def _names(
    tokens: list[Token], context: Context, before: str, begun: str, *, goes_on: bool
) -> list[tuple[int, WantKind, _Candidate]]:
    """Return the names of several words that begin with what was typed of them, without quotes."""
    rest = [token for token in tokens if token.at < len(before)]
    found: list[tuple[int, WantKind, _Candidate]] = []
    for want in dict.fromkeys(_wants(rest, context, before)):
        if want.kind != "word":
            fits = _fitting(_candidates(want, context, begun), begun, want.kind)
            # The whole name or its beginning. A whole one with a space behind it is done with.
            found += [fit for fit in fits if fit[0] // 2 == 1 or (fit[0] // 2 == 0 and not goes_on)]
    return found


def _start_of_word(before: str) -> int:
    """Return where the word at the end of some text begins; an open quote begins it."""
    in_quotes, start = "", 0
    for index, character in enumerate(before):
        if in_quotes:
            if character == in_quotes:
                in_quotes, start = "", index + 1
        elif character in '"“«':
            in_quotes, start = {"“": "”", "«": "»"}.get(character, '"'), index
        elif character in ",+" or character.isspace():
            start = index + 1
    return start


def _wants(tokens: list[Token], context: Context, text: str) -> list[Want]:
    from .parse import verb_in

    try:
        verb, _forced = verb_in(tokens[0])
    except LanguageError:
        return []
    reader = Reader(tokens[1:], context, text)
    try:
        READERS[verb](reader)
    except LanguageError as error:
        if error.at < len(text.rstrip()):
            return []
    return reader.wants.get(len(reader.tokens), [])


def _verbs() -> Iterator[_Candidate]:
    for verb in READERS:
        yield _Candidate(word_for(verb), names=words_for(verb))


def _fitting(candidates: Iterable[_Candidate], typed: str, kind: WantKind) -> list[tuple[int, WantKind, _Candidate]]:
    """Return the candidates that fit what was typed, each with how well it does, 0 best."""
    folded = fold(typed)
    # The middle of a keyword or an id says nothing; that of a name may be all one remembers.
    worst = 2 if kind in ("word", "target") else 3
    found: list[tuple[int, WantKind, _Candidate]] = []
    for candidate in candidates:
        fit = rank(folded, (candidate.text, *candidate.names)) if folded else 0
        if fit <= worst:
            # A word of the other language is understood, but another thing may have been begun.
            found.append((2 * fit + (kind == "word" and rank(folded, (candidate.text,)) > fit), kind, candidate))
    return found


def _candidates(want: Want, context: Context, typed: str) -> Iterator[_Candidate]:
    if want.kind == "word":
        yield _Candidate(word_for(want.detail), names=words_for(want.detail))
    elif (maker := _MAKERS.get(want.kind)) is not None:
        yield from maker(want, context, typed)


def _targets(_want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    encounter = context.state.encounter
    if encounter is None:
        return
    for key in encounter.display_order:
        yield _Candidate(key, encounter.label(key, language()), _labels(encounter, key))


def _labels(encounter: Encounter, key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(encounter.label(key, known) for known in ("en", "fr")))


def _creatures(_want: Want, context: Context, typed: str) -> Iterator[_Candidate]:
    return _named(context.library.find_creatures(typed)) if typed else iter(())


def _characters(_want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    return _named(context.library.characters())


def _encounters(_want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    return _named(context.library.encounters())


def _named(found: Iterable[Named]) -> Iterator[_Candidate]:
    for one in found:
        yield _Candidate(_typed_as(one.id), one.name.of(language()), (one.name.en, one.name.fr))


def _spells(want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    encounter = context.state.encounter
    for spell in spells_of(encounter.block(want.detail)) if encounter and want.detail in encounter.combatants else ():
        names = context.library.spell_names(spell) or Names(en=spell)
        yield _Candidate(_typed_as(spell), names.of(language()), (names.en, names.fr))


def _actions(want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    encounter = context.state.encounter
    if encounter is None or want.detail not in encounter.combatants:
        return
    for action in encounter.block(want.detail).actions:
        yield _Candidate(action.id, action.name.of(language()), (action.name.en, action.name.fr))


def _effects(_want: Want, context: Context, _typed: str) -> Iterator[_Candidate]:
    encounter = context.state.encounter
    for effect in encounter.effects.values() if encounter else ():
        names = effect_names(effect)
        yield _Candidate(effect.id, names[0] if names else "", names)


def _typed_as(key: str) -> str:
    return key if is_id(key) else quote(key)


_MAKERS: Final[Mapping[WantKind, Callable[[Want, Context, str], Iterator[_Candidate]]]] = {
    "target": _targets,
    "creature": _creatures,
    "character": _characters,
    "encounter": _encounters,
    "spell": _spells,
    "action": _actions,
    "effect": _effects,
}
