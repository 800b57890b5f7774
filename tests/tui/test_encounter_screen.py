"""The encounter screen: what keys do, and what then is to be seen."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.events import MouseScrollDown, Paste

from rules.dice import LoadedDice
from tests.tui.stage import FIGHT, acted, campaign, play, stage
from tui.logbook import Remark


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight in its first round; Mira is active."""
    return campaign(tmp_path / "crypt", *FIGHT)


@acted
async def test_three_panes_the_prompt_and_the_footer_are_to_be_seen(fight: Path) -> None:
    async with stage(fight) as shown:
        frame = shown.frame()
        for word in ("Crypt", "Round 1", "Mira", "saved ✓", "Initiative", "Casters", "Log", "▸", "n next", "? help"):
            assert word in frame
        assert all(len(line) == 80 for line in shown.lines())
        assert len(shown.lines()) == 24


@acted
async def test_the_active_one_is_marked_and_everyone_has_a_line(fight: Path) -> None:
    async with stage(fight) as shown:
        assert shown.row("Mira").startswith(" ▶ 21   Mira")
        assert "38/38" in shown.row("Otto")
        for name in ("Goblin 1", "Goblin 4", "Hobgoblin 2", "Acolyte 1", "Tor"):
            assert name in shown.frame()


@acted
async def test_damage_to_the_chosen_one_takes_three_keys(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("j")
        await shown.press("d", "9", "enter")
        assert "29/38" in shown.row("Otto")
        assert "takes 9 damage" in shown.frame()
        assert shown.session.history[-1].command == "damage otto 9 by mira"


@acted
async def test_hint_letters_pick_targets_until_a_digit_begins(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d")
        assert shown.row("Goblin 1").startswith("c")
        await shown.press("c", "d")
        assert "damage ▸ Goblin 1, Goblin 2" in shown.frame()
        await shown.press("3")
        assert not shown.row("Goblin 1").startswith("c")
        await shown.press("enter")
        assert "4/7" in shown.row("Goblin 1")
        assert "4/7" in shown.row("Goblin 2")
        assert "7/7" in shown.row("Goblin 3")


@acted
async def test_a_letter_pressed_again_takes_its_target_back(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d", "c", "d", "c")
        assert "damage ▸ Goblin 2\n" in shown.frame()
        await shown.press("backspace")
        assert "damage ▸ Mira" in shown.frame()


@acted
async def test_an_apostrophe_starts_a_name(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d", "'", *"hob2", "space", "4", "enter")
        assert "7/11" in shown.row("Hobgoblin 2")


@acted
async def test_marks_are_what_a_command_means(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("j", "j", "space", "j", "space")
        assert shown.row("Goblin 1").startswith("•")
        await shown.press("d", "2", "enter")
        assert "5/7" in shown.row("Goblin 1")
        assert "5/7" in shown.row("Goblin 2")
        await shown.press("backspace")
        assert not shown.row("Goblin 1").startswith("•")


@acted
async def test_what_a_command_would_do_is_shown_before_it_is_entered(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d", "c", "g", *"2d6", "space", *"fire", "space", *"half", "space", *"dex", "space", *"13")
        assert "Goblin 1" in shown.lines()[20]
        assert "DEX +2 against DC 13: saves 50%  ~7 fire" in shown.lines()[20]
        assert "→ dead (or 4/7 HP)" in shown.lines()[20]
        assert "→ 4/11 HP (or 8/11 HP)" in shown.lines()[21]


@acted
async def test_what_is_wrong_is_said_while_it_is_typed_and_the_line_is_kept(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":", *"damage", "space", *"zork", "space", "7", "enter")
        assert "zork" in shown.lines()[20]
        assert "▸ damage zork 7" in shown.frame()
        await shown.press("ctrl+u", *"damage", "space", *"otto", "space", "7", "enter")
        assert "31/38" in shown.row("Otto")


@acted
async def test_tab_completes_words_and_a_spell_goes_on_to_its_targets(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("c", *"fireb", "tab")
        assert "cast ▸ Mira: Fireball → whom?" in shown.frame()
        assert shown.row("Goblin 1").startswith("c")
        await shown.press("c", "d", "e", "enter")
        assert shown.session.history[-1].command == "cast mira fireball on goblin-1,goblin-2,goblin-3"
        assert "3 ●○" in shown.frame()


@acted
async def test_tab_goes_through_several_words(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":", "s", "tab")
        assert "▸ start" in shown.frame() or "▸ save" in shown.frame()
        first = shown.lines()[19]
        await shown.press("tab")
        assert shown.lines()[19] != first


@acted
async def test_an_attack_is_made_by_the_active_one(fight: Path) -> None:
    async with stage(fight, dice=LoadedDice([15, 4])) as shown:
        await shown.press("n")
        await shown.press("a", "a")
        assert "attack ▸ Otto → Mira" in shown.frame()
        assert "+5 against AC 16: hits 50%  ~7 slashing  → 24/31 HP" in shown.frame()
        await shown.press("enter")
        assert "24/31" in shown.row("Mira")


@acted
async def test_a_second_next_turn_at_once_is_dropped(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that stands still: how fast keys are taken is up to the machine.
    monkeypatch.setattr("tui.screens.encounter.time", SimpleNamespace(monotonic=lambda: 1000.0))
    async with stage(fight) as shown:
        await shown.press("n", "n")
        assert "Round 1 · Otto" in shown.frame()
        await shown.press("j", "n", "k", "n")
        assert "Round 1 · Goblin 2" in shown.frame()


@acted
async def test_undo_and_redo_say_what_they_did(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("d", "9", "enter")
        assert "22/31" in shown.row("Mira")
        await shown.press("u")
        assert "31/31" in shown.row("Mira")
        assert "Taken back: damage mira 9" in shown.frame()
        await shown.press("U")
        assert "22/31" in shown.row("Mira")
        await shown.press("u", "ctrl+y")
        assert "22/31" in shown.row("Mira")


@acted
async def test_back_takes_back_the_whole_turn(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("n")
        await shown.press("d", "2", "enter")
        await shown.press("p")
        assert "Round 1 · Mira" in shown.frame()
        assert "38/38" in shown.row("Otto")
        assert "Back to Mira’s turn: 2 commands taken back" in shown.frame()


@acted
async def test_the_oldest_obligation_is_settled_and_waived_with_one_key(fight: Path) -> None:
    async with stage(fight, dice=LoadedDice([18])) as shown:
        await shown.press(":", *"cast mira haste on otto".replace(" ", "_").replace("_", "~"))
        await shown.press("ctrl+c")
        await shown.press("c", *"haste", "tab", "b", "enter")
        assert "◆ Haste → Otto" in shown.frame()
        await shown.press("d", "4", "enter")
        assert "⚑ Mira: concentration on Haste, CON DC 10 (4 damage)" in shown.frame()
        assert "1 to settle" in shown.frame()
        await shown.press("enter")
        assert "to settle" not in shown.lines()[0]
        await shown.press("d", "4", "enter")
        await shown.press("w")
        assert "to settle" not in shown.lines()[0]
        assert "◆ Haste → Otto" in shown.frame()


@acted
async def test_the_chosen_row_keeps_its_creature_when_the_order_changes(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("f", *"acol", "enter")
        assert shown.screen.scene.desk.chosen == "acolyte-1"
        await shown.press("i", "'", *"acolyte-1", "space", *"25", "enter")
        assert shown.lines()[2].lstrip().startswith("25   Acolyte 1")
        assert shown.screen.scene.desk.chosen == "acolyte-1"


@acted
async def test_leaving_a_search_goes_back_to_the_row_before(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("/", *"tor")
        assert shown.screen.scene.desk.chosen == "tor"
        await shown.press("escape")
        assert shown.screen.scene.desk.chosen == "mira"


@acted
async def test_initiative_of_several_is_typed_in_one_line(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("i")
        await shown.type("mira 11 otto 22 tor 4")
        assert not shown.screen.scene.hints
        await shown.press("enter")
        assert shown.session.history[-1].command == "init mira 11 otto 22 tor 4"


@acted
async def test_initiative_that_waits_is_typed_or_rolled(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", "add pc mira,otto", "add 2 goblin init 12", "start")
    async with stage(folder, dice=LoadedDice([13])) as shown:
        assert "⚑ Mira: initiative" in shown.frame()
        await shown.press("enter")
        assert "init ▸ mira" in shown.frame()
        assert "enter rolls it" in shown.frame()
        await shown.press("1", "9", "enter")
        assert "19   Mira" in shown.frame()
        await shown.press("enter", "enter")
        assert "13   Otto" in shown.frame()
        assert "to settle" not in shown.lines()[0]


@acted
async def test_why_shows_the_steps_of_the_last_entry(fight: Path) -> None:
    async with stage(fight, (120, 40)) as shown:
        await shown.press("d", *"7", "space", *"fire", "enter")
        await shown.press("y")
        assert "Why" in shown.frame()
        assert "damage mira 7 fire" in shown.frame()
        assert "7 fire" in shown.frame().split("Why")[1]
        await shown.press("y")
        assert "─ Log ─" in shown.frame()


@acted
async def test_the_log_is_gone_through_entry_by_entry(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("n")
        await shown.press("l", "k", "k")
        assert shown.screen.scene.desk.log_seq == shown.session.history[-3].seq
        await shown.press("end")
        assert shown.screen.scene.desk.log_seq == 0
        await shown.press("l")
        assert shown.screen.scene.desk.pane == "initiative"


@acted
async def test_hiding_and_revealing(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("f", *"acol", "enter", "v")
        assert "◌ Acolyte 1" in shown.frame()
        await shown.press("v")
        assert "◌ Acolyte 1" not in shown.frame()


@acted
async def test_a_refusal_may_be_overruled(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":", *"cast", "space", *"mira", "space", *"bless", "enter")
        before = shown.session.seq
        assert "bless" in shown.lines()[19]
        await shown.press("ctrl+c")
        assert shown.session.seq == before


@acted
async def test_pasted_lines_enter_nothing(fight: Path) -> None:
    async with stage(fight) as shown:
        before = shown.session.seq
        shown.screen.post_message(Paste("damage otto 7\nnext\n\x1b]0;x\x07"))
        await shown.settle()
        assert shown.session.seq == before
        assert "▸ damage otto 7 next" in shown.frame()
        assert "\x1b" not in shown.frame()


@acted
async def test_what_another_gm_does_is_shown_without_a_key(fight: Path) -> None:
    async with stage(fight) as shown:
        play(fight, "damage otto 8 by nobody")
        while "30/38" not in shown.row("Otto"):
            await shown.pilot.pause(0.05)
        assert "Otto takes 8 damage" in shown.frame()


@acted
async def test_a_click_chooses_a_row_and_the_wheel_goes_on(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.pilot.click("#initiative", offset=(12, 4))
        await shown.settle()
        assert shown.screen.scene.desk.chosen == "goblin-2"
        before = shown.lines()[4]
        pane = shown.screen.initiative
        pane.post_message(MouseScrollDown(pane, 12, 4, 0, 0, 0, False, False, False))
        await shown.settle()
        assert shown.screen.scene.desk.chosen == "goblin-3"
        assert "Goblin 1" in before


@acted
async def test_other_languages_and_sizes_show_the_same_fight(fight: Path) -> None:
    async with stage(fight, (120, 40), language="fr") as shown:
        frame = shown.frame()
        for word in ("Gobelin 4", "Hobgobelin 2", "magicien 5", "DD 15", "CA 16", "Journal", "n suivant"):
            assert word in frame
        await shown.press("d", "c", "5")
        assert "dégâts ▸ Gobelin 1 5" in shown.frame()
        await shown.press("enter")
        assert "2/7" in shown.row("Gobelin 1")
        assert shown.session.history[-1].command == "damage goblin-1 5 by mira"


@acted
async def test_a_narrow_screen_goes_from_pane_to_pane_and_back_for_targets(fight: Path) -> None:
    async with stage(fight, (50, 20), language="fr") as shown:
        assert "Gobelin 1" in shown.frame()
        await shown.press("tab")
        assert "1 ●●●●  2 ●●●  3 ●●" in shown.frame()
        await shown.press("tab")
        assert "Le combat commence" in shown.frame()
        await shown.press("tab")
        assert "FOR 8 \N{MINUS SIGN}1" in shown.frame()
        await shown.press("d")
        assert shown.row("Gobelin 1").startswith("c")
        await shown.press("ctrl+c", "shift+tab", "shift+tab", "shift+tab", "shift+tab")
        assert shown.screen.scene.desk.pane == "initiative"


@acted
async def test_another_size_keeps_the_place_and_the_line_that_is_typed(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("j", "j", "d", "4")
        for width, height in ((1, 1), (10, 2), (40, 12), (200, 60), (80, 24)):
            await shown.pilot.resize_terminal(width, height)
            await shown.settle()
            assert [len(line) for line in shown.lines()] == [width] * height
        assert "damage ▸ Goblin 1 4" in shown.frame()
        await shown.press("enter")
        assert "3/7" in shown.row("Goblin 1")


@acted
async def test_help_lists_the_keys_and_gives_the_panes_back(fight: Path) -> None:
    async with stage(fight, (120, 40)) as shown:
        await shown.press("?")
        assert "Deal damage to the marked ones" in shown.frame()
        await shown.press("?")
        assert "─ Initiative ─" in shown.frame()


@acted
async def test_a_campaign_that_may_only_be_read_says_so(fight: Path) -> None:
    async with stage(fight, writable=False) as shown:
        assert shown.lines()[0].rstrip().endswith("read only")
        assert "can only be read" in "\n".join(shown.lines()[19:])
        remarks = [item for item in shown.screen.scene.log.items if isinstance(item, Remark)]
        assert len(remarks) == 1
        await shown.press("d", "7", "enter")
        assert "31/31" in shown.row("Mira")
        assert "damage ▸ Mira 7" in shown.frame()


@acted
async def test_a_command_that_is_not_on_the_disk_is_shown_as_such_and_kept(fight: Path) -> None:
    async with stage(fight) as shown:
        journal = next((fight / "journal").iterdir())
        journal.rename(fight / "journal" / "elsewhere.bak")
        await shown.press("d", "7", "enter")
        assert "31/31" in shown.row("Mira")
        assert "saved ✓" not in shown.lines()[0]


@acted
async def test_without_a_fight_the_prepared_ones_are_offered(tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt")) as shown:
        frame = shown.frame()
        assert "No fight is open" in frame
        assert "The Gate" in frame
        assert ":add 4 goblin" in frame
        await shown.press("enter")
        assert "Goblin 2" in shown.frame()
        assert "not begun" in shown.lines()[0]
        await shown.press("n")
        assert "Round 1" in shown.lines()[0]


@acted
async def test_a_fight_is_built_from_nothing_with_few_keys(tmp_path: Path) -> None:
    async with stage(campaign(tmp_path / "crypt")) as shown:
        await shown.press(":", *"add", "space", "4", "space", *"goblin", "enter")
        await shown.press("n")
        assert "Goblin 4" in shown.frame()
        assert "Round 1" in shown.lines()[0]


@acted
async def test_the_end_of_a_fight_is_the_state_between_fights(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press(":", *"end", "enter")
        assert "No fight is open" in shown.frame()
        await shown.press("u")
        assert "Hobgoblin 2" in shown.frame()


@acted
async def test_two_hundred_combatants_scroll_with_the_active_one_in_view(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", "add 100 goblin init 10", "add 100 hobgoblin init 5", "start")
    async with stage(folder) as shown:
        await shown.press("end")
        assert "Hobgoblin 100" in shown.frame()
        await shown.press("g")
        assert "▶ 10   Goblin 1 " in shown.frame()
        await shown.press("d")
        assert shown.row("Goblin 1 ").startswith("aa")
        await shown.press("b", "a", "3", "enter")
        encounter = shown.session.state.encounter
        assert encounter is not None
        assert encounter.combatants["goblin-27"].hp == 4
