"""The language of what people read: English in the source, the other languages from gettext catalogues.

Texts are looked up when they are asked for, so a running program changes its language at once. A text that has to
stand where nothing may be looked up yet (a class body, a module's table) is marked with `N_` and passed to `_` when it
is shown.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, get_args

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""The languages that texts exist in; English, that of the source, first."""

_LOCALES: Final = Path(__file__).parent / "locales"


class _Reader:
    """Whom the texts are for: the language that is set, and its catalogue."""

    language: Language = "en"
    texts: gettext.NullTranslations = gettext.NullTranslations()


def set_language(language: Language) -> None:
    """From now on every text comes in this language; in English if its catalogue was never built."""
    _Reader.texts = (
        gettext.NullTranslations()
        if language == "en"
        else gettext.translation("aethyr", _LOCALES, [language], fallback=True)
    )
    _Reader.language = language


def language() -> Language:
    """The language that texts come in now."""
    return _Reader.language


def _(message: str) -> str:
    """The text in the language that is set; the English one where it has no translation."""
    # The catalogue keeps its own header under the empty text.
    return _Reader.texts.gettext(message) if message else ""


def n_(singular: str, plural: str, count: int) -> str:
    """The form that goes with this count, of either sign; `count` is not filled in: `.format(n=count)` does that."""
    return _Reader.texts.ngettext(singular, plural, abs(count))


def N_(message: str) -> str:  # noqa: N802 - the name that gettext's tools and readers know
    """Marks a text for translation and returns it as it is, in English."""
    return message


def known_language(tag: str | None) -> Language | None:
    """The language of a tag like `fr`, `fr_CA.UTF-8` or `FR-ca`; None for any other than ours, and for none."""
    code = (tag or "").replace("-", "_").split("_")[0].split(".")[0].split("@")[0].casefold()
    return next((known for known in LANGUAGES if known == code), None)


def choose_language(cli: str | None, campaign: str | None, environ: Mapping[str, str]) -> Language:
    """The language asked for on the command line, else the campaign's, else that of the locale, else English.

    Of the locale's variables the first that is set decides (`LC_ALL`, `LC_MESSAGES`, `LANG`), as POSIX has it.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), None)
    return known_language(cli) or known_language(campaign) or known_language(locale) or "en"
