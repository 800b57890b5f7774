"""Refusals and problems as sentences: each code has one, in both languages, and none hides what is wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from campaigns.errors import Problem, UserError
from campaigns.words import Kind
from rules.decide import decide
from rules.dice import FaceOutOfRange, LoadedDice, RollNeeded, RollRequest
from rules.kernel import CommandRefused
from rules.rolls import DiceSyntaxError, parse_roll
from tests.architecture.source import called_name, modules
from tests.tui.tabletop import EMPTY, SHELF, fight, read
from tui import refusals
from tui.i18n import set_language
from tui.language import LanguageError, parse
from tui.language.errors import NAME_CODES
from tui.refusals import of_files, of_rules, of_words

FIGHT = fight()
CODE = re.compile(r"[a-z]+(_[a-z0-9]+)*")


def codes(packages: tuple[str, ...], *calls: str) -> dict[str, str]:
    """Each code that is written out in the first argument of some calls, with the place of one of them."""
    found: dict[str, str] = {}
    for package in packages:
        for module in modules(package):
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call) and called_name(node) in calls and node.args:
                    at = 1 if called_name(node) == "add" and len(node.args) > 1 else 0
                    for code in strings(node.args[at]):
                        found.setdefault(code, module.place(node))
    return found


def strings(node: ast.expr) -> Iterator[str]:
    """Each text that an expression may come to, as far as it is written out."""
    match node:
        case ast.Constant(value=str(text)) if CODE.fullmatch(text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from strings(body)
            yield from strings(orelse)
        case _:
            pass


def test_each_refusal_of_the_rules_has_a_sentence() -> None:
    written = codes(("rules", "campaigns"), "CommandRefused", "refuse_unless_forced")
    assert {code: place for code, place in written.items() if code not in of_rules.SENTENCES} == {}


def test_what_the_gm_may_overrule_is_what_the_rules_let_go_when_forced() -> None:
    forced = set(codes(("rules",), "refuse_unless_forced"))
    assert forced - of_rules.OVERRULED == set()
    assert set(of_rules.SENTENCES) >= of_rules.OVERRULED


def test_each_refusal_of_the_command_language_has_a_sentence() -> None:
    written = codes(("tui",), "LanguageError", "take", "require", "integer", "name", "amount", "active")
    kinds = ("creature", "spell", "character", "encounter")
    looked_up = {f"{how}_{kind}" for how in ("missing", "unknown", "ambiguous") for kind in kinds}
    known = set(of_words.LANGUAGE)
    assert {code for code in written if "_" in code} | looked_up <= known
    assert known >= NAME_CODES


def test_each_problem_of_files_has_a_sentence() -> None:
    written = codes(("campaigns",), "UserError", "Problem", "Damage", "NotDurable", "Misread", "add")
    assert {code: place for code, place in written.items() if code not in of_files.PROBLEMS} == {}
    # Put together of a kind and a prefix.
    assert {f"unknown_{kind}" for kind in (*get_args(Kind), "creature", "spell", "encounter")} <= set(of_files.PROBLEMS)


@pytest.mark.parametrize("code", sorted(of_words.DICE))
def test_each_error_of_dice_names_what_was_typed(code: str) -> None:
    if code != "dice_too_long":
        assert "9d" in refusals.dice_sentence(code, "9d")


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("2d", "“2d” is no roll such as `2d6+3`."),
        ("100000d6", "“100000d6” throws too many dice: 500 at most."),
        ("1d99999", "“1d99999” has a die with too many sides: 1000 at most."),
        ("2d6=[7,1]", "The faces in “2d6=[7,1]” do not fit its dice."),
    ],
)
def test_dice_that_do_not_parse_are_told(expression: str, said: str) -> None:
    with pytest.raises(DiceSyntaxError) as error:
        parse_roll(expression)
    assert refusals.dice_error(error.value) == said


def refused(text: str) -> str:
    parsed = read(text, FIGHT)
    assert parsed.command is not None
    with pytest.raises(CommandRefused) as error:
        decide(FIGHT, parsed.command, LoadedDice([]))
    return refusals.refusal(error.value, FIGHT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("drop tor", "Tor concentrates on nothing."),
        ("hide mira,nobody", ""),
        ("start", "The fight is in round 1 already."),
        ("revive gob2", "Goblin 2 is not dead."),
        ("cast otto fireball on gob1", "Otto casts no spells. The GM may overrule this: `!` behind the verb."),
        ("cast mira fireball @2 on gob1", "A slot of level 2 is too low: level 3 at least."),
        ("settle", "Nothing waits to be settled."),
        ("condition tor -prone", "Tor is not prone."),
    ],
)
def test_a_refusal_names_people_as_they_are_called(text: str, said: str) -> None:
    if said:
        assert refused(text) == said
        return
    with pytest.raises(LanguageError) as error:
        read(text, FIGHT)
    assert refusals.language_error(error.value, FIGHT) == "Nobody here is called “nobody”."


def told(text: str) -> str:
    with pytest.raises(LanguageError) as error:
        parse(text, state=FIGHT, library=SHELF)
    return refusals.language_error(error.value, FIGHT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("damge gob1 3", "There is no command “damge”. Did you mean damage?"),
        ("hide gob", "“gob” may be several combatants. Candidates: Goblin 1, Goblin 2, Goblin 3, Goblin 4."),
        ("heal otot 3", "Nobody here is called “otot”. Did you mean Otto?"),
        ("heal otto -3", "-3 is negative; nothing was changed."),
        ("damage gob1 100000d6", "“100000d6” throws too many dice: 500 at most."),
        ("add 2 dire wol", 'Put it in quotes: add 2 "dire wol"'),
        ("hide gob2 zzz", "“zzz” does not fit here. hide TARGETS"),
        ("heal gob2", "How much? A number or dice are missing. heal TARGETS AMOUNT"),
        ("attack gob2 mira zzz", "Goblin 2 has no action “zzz”. Possible: Scimitar, Shortbow."),
        ("attack gob1,gob2 mira", "This is for exactly one attacker, and there are 2."),
        ('note ""', "The note is empty."),
        ("add goblin as " + "x" * 90, "The name is too long: 80 characters at most."),
    ],
)
def test_what_is_wrong_with_a_command_is_told_with_what_may_have_been_meant(text: str, said: str) -> None:
    assert told(text).startswith(said)


def test_more_candidates_than_a_sentence_can_name_are_counted() -> None:
    names = tuple(f"Wolf {number}" for number in range(12))
    said = refusals.language_error(LanguageError("ambiguous_creature", text="wolf", suggestions=names))
    assert said.endswith("Wolf 6, Wolf 7 … and 4 more.")


def test_names_with_commas_are_told_apart() -> None:
    names = ("Werewolf, Human Form", "Werewolf, Wolf Form")
    said = refusals.language_error(LanguageError("ambiguous_creature", text="wolf", suggestions=names))
    assert said.endswith("Candidates: Werewolf, Human Form; Werewolf, Wolf Form.")


def test_damage_is_by_somebody() -> None:
    request = RollRequest(count=1, sides=4, purpose="damage", who="mira")
    assert refusals.roll_name(request, FIGHT) == "1d4, damage by Mira"


def test_a_roll_without_dice_is_named() -> None:
    request = RollRequest(count=2, sides=20, purpose="attack", who="goblin-2")
    assert refusals.roll_needed(RollNeeded(request), FIGHT) == (
        "Not enough dice were given: 2d20, attack roll of Goblin 2 is missing."
    )
    assert refusals.face_out_of_range(FaceOutOfRange(21, request), EMPTY) == (
        "There is no 21 on the die: 2d20, attack roll of goblin-2."
    )


def test_a_problem_says_where_it_is_and_what() -> None:
    found = Problem("not_toml", "party/mira.toml", line=7, details=(("reason", "Expected '='"),))
    assert refusals.problem(found) == "party/mira.toml:7: This is no valid TOML: Expected '='"
    error = UserError("read_only", path="crypt", why="folder_read_only")
    assert refusals.user_error(error) == ["crypt: The campaign can only be read: you may not write to its folder."]


def test_a_value_that_is_missing_hides_no_refusal() -> None:
    assert refusals.refusal(CommandRefused("no_slot"), EMPTY).startswith("? has no slot of level ? left.")
    assert "mystery" in refusals.refusal(CommandRefused("mystery", a=1), EMPTY)


def test_no_more_is_repeated_of_what_was_typed_than_of_a_long_name() -> None:
    assert len(told("x" * 60_000)) < 200
    assert len(told(f"damage gob1 {'9' * 60_000}")) < 200


def test_refusals_are_told_in_french() -> None:
    set_language("fr")
    try:
        assert told("heal otot 3") == "Personne ici ne s’appelle «\u00a0otot\u00a0». Vouliez-vous dire Otto\u202f?"
        assert refused("drop tor") == "Tor ne se concentre sur rien."
    finally:
        set_language("en")
