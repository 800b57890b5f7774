"""Which language is chosen, and what comes out in it."""

from collections.abc import Iterator

import pytest

from tests.tui.translations import french_translations
from tui.i18n import LANGUAGES, N_, Language, _, choose_language, known_language, language, n_, set_language


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.parametrize(
    ("cli", "campaign", "environ", "expected"),
    [
        ("fr", "en", {"LC_ALL": "en_US.UTF-8"}, "fr"),
        ("en", "fr", {"LC_ALL": "fr_FR.UTF-8"}, "en"),
        (None, "fr", {"LC_ALL": "en_US.UTF-8"}, "fr"),
        (None, None, {"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        (None, None, {"LC_MESSAGES": "fr_CA", "LANG": "en_US.UTF-8"}, "fr"),
        (None, None, {"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        (None, None, {"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        (None, None, {"LANG": "fr"}, "fr"),
        (None, None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, None, {}, "en"),
        (None, "de", {"LANG": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_the_option_comes_before_the_campaign_and_the_campaign_before_the_locale(
    cli: str | None, campaign: str | None, environ: dict[str, str], expected: Language
) -> None:
    assert choose_language(cli, campaign, environ) == expected


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("fr", "fr"),
        ("FR-ca", "fr"),
        ("fr_FR.UTF-8", "fr"),
        ("fr@euro", "fr"),
        ("en_GB", "en"),
        ("frx", None),
        ("C.UTF-8", None),
        ("", None),
        (None, None),
    ],
)
def test_a_tag_of_a_locale_names_its_language(tag: str | None, expected: Language | None) -> None:
    assert known_language(tag) == expected


def test_the_language_changes_while_the_program_runs() -> None:
    (english,), (french,) = next(
        (text.english, text.french)
        for text in french_translations()
        if len(text.english) == 1 and text.english != text.french
    )
    shown = []
    for chosen in LANGUAGES[::-1] * 2:
        set_language(chosen)
        shown.append((language(), _(english)))
    assert shown == [("fr", french), ("en", english)] * 2


def test_french_says_none_in_the_singular_and_english_in_the_plural() -> None:
    (one, many), (un, plusieurs) = next((t.english, t.french) for t in french_translations() if len(t.english) == 2)
    set_language("fr")
    assert [n_(one, many, count) for count in (0, 1, 2, -1)] == [un, un, plusieurs, un]
    set_language("en")
    assert [n_(one, many, count) for count in (0, 1, 2, -1)] == [many, one, many, one]


def test_a_text_without_translation_comes_in_english() -> None:
    set_language("fr")
    assert _("zyx untranslated") == "zyx untranslated"
    assert N_("zyx untranslated") == "zyx untranslated"
    assert _("") == ""
