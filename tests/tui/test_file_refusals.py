"""What the operating system says, in words of both languages."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from campaigns.errors import Problem, UserError
from tui import refusals
from tui.i18n import Language, set_language
from tui.refusals import of_files


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


def said(code: str, **details: str) -> str:
    (sentence,) = refusals.user_error(UserError.of((Problem(code, details=tuple(details.items())),)))
    return sentence


def test_a_full_disk_is_said_in_words() -> None:
    assert said("not_saved", why="ENOSPC") == "Nothing was saved (the disk is full); the fight is as it was before."
    set_language("fr")
    assert "(le disque est plein)" in said("not_saved", why="ENOSPC")


@pytest.mark.parametrize("name", ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EACCES", "ENOLCK", "EMFILE"])
@pytest.mark.parametrize("code", ["not_saved", "not_writable", "not_readable", "snapshot_failed"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_names_of_common_errors_are_not_shown(name: str, code: str, language: Language) -> None:
    set_language(language)
    assert name not in said(code, why=name)
    assert "?" not in said(code, why=name)


def test_each_error_with_a_word_is_one_of_the_system() -> None:
    assert set(of_files.SYSTEM) <= set(errno.errorcode.values())
    assert refusals.system_error(OSError(errno.ENOTTY, "x")) == "ENOTTY"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_writes_is_named_if_anybody_is_known(language: Language) -> None:
    set_language(language)
    assert "(Otto)" in said("lock_busy", holder="Otto")
    assert "()" not in said("lock_busy", holder="")
    assert "?" not in said("lock_busy")


def test_a_campaign_that_can_only_be_read_says_where_its_journal_ends() -> None:
    problem = Problem("read_only", details=(("why", "journal_damaged"), ("byte", 1651), ("seq", 12)))
    assert "The journal is damaged at byte 1651; the last good entry is 12." in refusals.problem(problem)
