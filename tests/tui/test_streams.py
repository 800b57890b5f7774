"""Text on its way to the terminal: nothing hostile, and a plain twin for what the encoding does not have."""

from __future__ import annotations

import pytest

from tui.commands import SCREEN, SUBCOMMANDS
from tui.commands.arguments import COMMON, UsageError, numbers, read_arguments
from tui.commands.streams import cell_width, pad, put, tell, twin


@pytest.mark.parametrize(
    ("character", "plain"),
    [("é", "e"), ("œ", "oe"), ("’", "'"), ("«", '"'), ("→", "->"), ("●", "*"), ("\u202f", " "), ("漢", "?")],
)
def test_each_sign_has_a_plain_twin(character: str, plain: str) -> None:
    assert twin(character) == plain


def test_no_twin_needs_the_encoding_that_is_missing() -> None:
    assert all(twin(character).isascii() for character in "âàçéèêëîïôœùûü“”«»…–→▶◆†⚑●○✓✗♦×")


@pytest.mark.parametrize("text", ["a\x1b]52;c;eA\x07b", "a\x9b31mb", "a\u202eb", "a\nb", "a\x00b"])
def test_nothing_hostile_is_printed(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    put(text)
    tell(text)
    printed = capsys.readouterr()
    for stream in (printed.out, printed.err):
        assert stream.startswith("a\N{REPLACEMENT CHARACTER}")
        assert stream.count("\n") == 1


def test_columns_are_counted_in_cells() -> None:
    assert cell_width("Œil-d’Or") == 8
    assert cell_width("漢字") == 4
    assert cell_width("e\u0301") == 1
    assert pad("漢", 4) == "漢  "


def test_every_option_is_told_by_its_flag() -> None:
    for one in (SCREEN, *SUBCOMMANDS.values()):
        flags = [option.flag for option in (*one.options, *COMMON)]
        assert len(flags) == len(set(flags))
        assert all(flag.startswith("--") for flag in flags)


def test_everything_behind_two_hyphens_is_no_option() -> None:
    arguments = read_arguments(["crypt", "--json", "--", "--force"], SUBCOMMANDS["do"])
    assert arguments.positional == ("crypt", "--force")
    assert arguments.has("--json")
    assert not arguments.has("--force")


@pytest.mark.parametrize(("given", "faces"), [("17,3", (17, 3)), ("17 3", (17, 3)), (" 4 ", (4,)), ("", ())])
def test_faces_are_read_with_commas_or_spaces(given: str, faces: tuple[int, ...]) -> None:
    assert numbers(given, "--dice") == faces


@pytest.mark.parametrize("given", ["a", "1.5", "٣", "1,,x", "9" * 19])
def test_what_is_no_number_is_refused(given: str) -> None:
    with pytest.raises(UsageError):
        numbers(given, "--dice")
