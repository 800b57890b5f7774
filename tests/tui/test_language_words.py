"""The words of the command language: each means one thing, in both languages, with or without accents."""

import itertools
from collections import defaultdict

import pytest

from rules.condition import CONDITIONS
from rules.damage_type import DAMAGE_TYPES
from rules.statblock import ABILITIES
from rules.text import fold
from tui import terms
from tui.i18n import LANGUAGES, set_language
from tui.language.forms import FORMS, forms
from tui.language.verbs import READERS
from tui.language.words import ABILITIES as ABILITY_WORDS
from tui.language.words import CONDITIONS as CONDITION_WORDS
from tui.language.words import DAMAGE_TYPES as DAMAGE_WORDS
from tui.language.words import KEYWORDS, MEANINGS, VERBS, meaning_of, word_for


def test_no_word_means_two_things() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for meaning, (english, french) in MEANINGS.items():
        for word in (*english, *french):
            found[fold(word)].add(meaning)
    assert {word: meanings for word, meanings in found.items() if len(meanings) > 1} == {}


def test_the_tables_share_no_meaning() -> None:
    tables = (VERBS, KEYWORDS, ABILITY_WORDS, DAMAGE_WORDS, CONDITION_WORDS)
    for one, other in itertools.combinations(tables, 2):
        assert not set(one) & set(other)


def test_each_verb_is_read_and_nothing_else_is() -> None:
    assert set(READERS) == {*VERBS, "condition.exhaustion"}


@pytest.mark.parametrize("table", [VERBS, KEYWORDS, ABILITY_WORDS, DAMAGE_WORDS, CONDITION_WORDS])
def test_each_meaning_has_a_word_in_both_languages(table: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]) -> None:
    assert [meaning for meaning, (english, french) in table.items() if not english or not french] == []


def test_no_word_has_a_space_or_a_sign_that_the_lexer_splits_at() -> None:
    words = [word for both in MEANINGS.values() for group in both for word in group]
    assert [word for word in words if set(word) & set(' ",+@[]!*?«»“”')] == []


def test_the_terms_name_what_the_rules_know() -> None:
    assert tuple(terms.DAMAGE_TYPES) == DAMAGE_TYPES
    assert tuple(terms.CONDITIONS) == CONDITIONS
    assert tuple(terms.ABILITIES) == ABILITIES


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("Dégâts", "damage"),
        ("DEGATS", "damage"),
        ("état", "condition"),
        ("Aveuglée", "condition.blinded"),
        ("jusqu’à", "until"),
        ("force", "damage.force"),
        ("for", "ability.str"),
        ("mêlée", "melee"),
    ],
)
def test_accents_and_case_do_not_matter(word: str, meaning: str) -> None:
    assert meaning_of(word) == meaning


def test_the_help_tells_of_every_verb_by_its_shown_word() -> None:
    assert set(FORMS) == set(READERS)
    for language in LANGUAGES:
        set_language(language)
        try:
            for verb, (form, _meaning) in zip(FORMS, forms(), strict=True):
                assert meaning_of(form.split()[0]) == verb
        finally:
            set_language("en")


def test_the_word_that_is_shown_follows_the_language() -> None:
    assert word_for("damage") == "damage"
    set_language("fr")
    try:
        assert word_for("damage") == "dégâts"
    finally:
        set_language("en")
