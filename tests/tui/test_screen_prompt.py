"""What is typed on the encounter screen: who is meant, what letters are, what is refused and overruled."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.dice import LoadedDice
from tests.tui.stage import FIGHT, acted, campaign, stage
from tui.widgets.prompt import shortened, without_reasons
from tui.widgets.spans import line_text


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight in its first round; Mira is active."""
    return campaign(tmp_path / "crypt", *FIGHT)


@acted
async def test_an_attack_without_a_target_asks_whom(fight: Path) -> None:
    async with stage(fight) as shown:
        before = shown.session.seq
        await shown.press("a", "enter")
        assert "Whom?" in shown.lines()[20]
        assert "attack ▸ Mira → whom?" in shown.frame()
        await shown.press("escape", "space", "a", "enter")
        assert "Whom?" in shown.lines()[20]
        assert shown.session.seq == before


@acted
async def test_targets_typed_behind_a_spell_are_text(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c")
        await shown.type("fireball on gob*")
        assert not shown.screen.scene.hints
        await shown.press("enter")
        assert shown.session.history[-1].command == ("cast mira fireball on goblin-1,goblin-2,goblin-3,goblin-4")


@acted
async def test_letters_that_go_on_as_a_spell_pick_no_caster(tmp_path: Path) -> None:
    order = ("add pc mira", "add acolyte init 9", "add 4 goblin init 30", "init mira 21", "start")
    async with stage(campaign(tmp_path / "crypt", *order)) as shown:
        await shown.press("c")
        assert "who?" in shown.frame()
        # b is the letter of the acolyte, which knows no fireball.
        await shown.type("fireball on acol")
        assert "cast ▸ Mira: fireball on acol" in shown.frame()
        await shown.press("escape", "c", "b")
        assert "cast ▸ Acolyte 1:" in shown.frame()
        await shown.press("escape", "c")
        await shown.type("less")
        assert "cast ▸ Mira:" not in shown.frame()
        await shown.press("escape", "c")
        await shown.type("bless on mira")
        assert "cast ▸ Acolyte 1: bless on mira" in shown.frame()
        await shown.press("escape", "c")
        await shown.type("alarm")
        assert "cast ▸ Mira: alarm" in shown.frame()


@acted
async def test_the_dead_have_no_letters_where_they_make_no_sense(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":")
        await shown.type("damage gob1 20")
        await shown.press("enter", "d")
        assert "goblin-1" not in shown.screen.scene.hints
        assert shown.row("Goblin 2").startswith("c")
        await shown.press("escape", "h")
        assert "goblin-1" in shown.screen.scene.hints


@acted
async def test_what_is_refused_stays_with_its_picks_and_does_not_fill_the_log(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":")
        await shown.type("damage gob1 20")
        await shown.press("enter", "d", "'")
        await shown.type("goblin-1 3")
        before = len(shown.screen.scene.log.items)
        await shown.press("enter")
        assert "damage ▸ goblin-1 3" in shown.frame()
        assert len(shown.screen.scene.log.items) == before
        await shown.press("escape", "n", "c")
        assert "cast" in shown.lines()[19]


@acted
async def test_the_force_is_put_on_the_verb_while_the_preview_says_that_it_may(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c")
        await shown.type("bless on otto")
        await shown.press("backspace", "backspace", "backspace", "backspace", *"otto")
        assert "overrule" in shown.frame()
        await shown.press("!")
        assert "cast! ▸ Mira: bless on otto" in shown.frame()
        await shown.press("enter")
        assert shown.session.history[-1].command == "cast! mira bless on otto"


@acted
async def test_a_refusal_is_overruled_by_one_key(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c")
        await shown.type("bless on otto")
        await shown.press("enter")
        assert "cast ▸ Mira: bless on otto" in shown.frame()
        await shown.press("!")
        assert shown.session.history[-1].command == "cast! mira bless on otto"


@acted
async def test_only_running_spells_are_offered_to_be_dispelled(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c", *"haste", "tab", "b", "enter")
        await shown.press(":")
        await shown.type("condition gob1 prone")
        await shown.press("enter", "x")
        below = "\n".join(shown.lines()[20:23])
        assert "Haste (Otto)" in below
        assert "prone" not in below
        assert "effect-" not in below
        await shown.press("tab")
        assert "dispel ▸ Mira: haste on otto" in shown.frame()
        await shown.press("enter", "!")
        assert shown.session.history[-1].command.startswith("dispel! mira")


@acted
async def test_escape_that_arrives_with_the_next_key_is_escape_and_that_key(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d", "7")
        await shown.press("alt+n")
        assert shown.screen.scene.prompt is None
        assert "Round 1 · Otto" in shown.frame()


@acted
async def test_darts_are_counted_by_pressing_a_letter_again(fight: Path) -> None:
    async with stage(fight, dice=LoadedDice([1, 1, 1])) as shown:
        await shown.press("c", *"magic", "tab", "c", "c", "d")
        assert "Goblin 1 ×2, Goblin 2" in shown.frame()
        await shown.press("enter")
        assert "3/7" in shown.row("Goblin 1")
        assert "5/7" in shown.row("Goblin 2")


@acted
async def test_a_digit_opens_what_waits_to_be_settled(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c", *"haste", "tab", "b", "enter")
        await shown.press(*"d9", "enter")
        await shown.press("1")
        assert "settle 1 ▸ 1" in shown.frame()
        await shown.press("8", "enter")
        assert "to settle" not in shown.lines()[0]
        assert shown.session.history[-1].command == "settle 1 18"


@acted
async def test_a_spell_that_is_ready_comes_before_one_in_the_book(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c", *"ma")
        assert shown.lines()[20].split()[0] == "magic-missile"
        await shown.press("escape", "c", *"haste", "tab")
        assert "Haste → whom?" in shown.frame()


@acted
async def test_long_previews_go_on_below_and_keep_their_outcome(fight: Path) -> None:
    async with stage(fight, language="fr") as shown:
        await shown.press("n", "a", "c")
        below = " ".join(line.strip() for line in shown.lines()[20:23])
        assert "Épée longue" in below
        assert "→" in below
        assert "mort" in below


@acted
async def test_next_without_a_fight_opens_no_prompt(tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt")) as shown:
        await shown.press("n")
        assert shown.screen.scene.prompt is None
        assert shown.screen.scene.message.text


def test_what_comes_of_a_command_is_never_cut() -> None:
    line = (
        ("   ", ""),
        ("Hobgoblin 1", "strong"),
        ("  ", ""),
        ("DEX +1: saves 45%  ~10 fire", ""),
        (" → ", ""),
        ("dead", "bad"),
    )
    assert line_text(shortened(line, 48)) == "   Hobgobli…  DEX +1: saves 45%  ~10 fire → dead"
    assert line_text(without_reasons(shortened(line, 30), 30)) == "   Hobgo…  DEX +1: sav… → dead"
