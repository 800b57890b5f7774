"""Commands as they are typed: what they mean, and how they are refused."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.attacks import Attack, CheckHit
from rules.casting import CastSpell
from rules.concentration import DropConcentration
from rules.conditions import AddEffect, ApplyCondition, EndEffect, RemoveCondition
from rules.damage import DealDamage, SaveFor
from rules.death import Revive, Stabilise
from rules.dispelling import Dispel
from rules.effect import EndingSave, Ongoing, Until
from rules.figures import SetFigure
from rules.healing import GrantTemporary, Heal
from rules.initiative import InitiativeEntry, JumpTo, NextTurn, SetInitiative, StartEncounter
from rules.joining import AddCombatants, LoadEncounter
from rules.kernel import Command
from rules.notes import RollDice, WriteNote
from rules.roster import EndEncounter, RemoveCombatants, RenameCombatant, SetVisibility
from rules.saves import RollSaves
from rules.settling import Settle, Waive
from rules.statblock import Damage
from tests.tui.tabletop import EMPTY, GOBLIN, Shelf, command, fight, play, read
from tui.i18n import set_language
from tui.language import (
    BackRequest,
    HelpRequest,
    LanguageError,
    RedoRequest,
    Selection,
    UndoRequest,
    displayed,
    format_command,
)
from tui.language.targets import fits
from tui.language.words import MEANINGS

FIGHT = fight()
GOBLINS = ("goblin-1", "goblin-2", "goblin-3", "goblin-4")


def refused(text: str, state: object = FIGHT, selection: Selection | None = None) -> LanguageError:
    with pytest.raises(LanguageError) as error:
        read(text, state, selection)  # type: ignore[arg-type]
    return error.value


# -- every verb, in both languages

BOTH: list[tuple[str, str, Command]] = [
    ("remove gob2", "retirer gob2", RemoveCombatants(targets=("goblin-2",))),
    ("hide acolyte", "cacher acolyte", SetVisibility(targets=("acolyte-1",), hidden=True)),
    ("reveal acolyte", "révéler acolyte", SetVisibility(targets=("acolyte-1",), hidden=False)),
    ('rename gob2 "Le borgne"', "renommer gob2 « Le borgne »", RenameCombatant(target="goblin-2", name="Le borgne")),
    ("start", "commencer", StartEncounter()),
    ("end", "terminer", EndEncounter()),
    ("next", "suivant", NextTurn(expect_round=1, expect_active="mira")),
    ("jump gob2", "aller gob2", JumpTo(target="goblin-2")),
    (
        "init mira 17 otto 12 tor -4",
        "init mira 17 otto 12 tor \N{MINUS SIGN}4",
        SetInitiative(
            entries=(
                InitiativeEntry(targets=("mira",), count=17),
                InitiativeEntry(targets=("otto",), count=12),
                InitiativeEntry(targets=("tor",), count=-4),
            )
        ),
    ),
    ("init gob* roll", "init gob* dés", SetInitiative(entries=(InitiativeEntry(targets=GOBLINS),))),
    (
        "attack gob2 mira scimitar adv x2",
        "attaquer gob2 mira cimeterre avantage x2",
        Attack(attacker="goblin-2", targets=("mira",), action="scimitar", mode="advantage", times=2),
    ),
    ("hits 17 otto", "touche 17 otto", CheckHit(total=17, target="otto")),
    (
        "damage gob*,hob1 2d6+3 fire half dex 13",
        "dégâts gob*,hob1 2d6+3 feu moitié dex 13",
        DealDamage(
            targets=(*GOBLINS, "hobgoblin-1"),
            parts=(Damage(dice="2d6+3", type="fire"),),
            save=SaveFor(ability="dex", dc=13),
            by="mira",
        ),
    ),
    (
        "damage mira 18 slashing + 3 fire magical crit by gob2",
        "dégâts mira 18 tranchant + 3 feu magique critique par gob2",
        DealDamage(
            targets=("mira",),
            parts=(Damage(dice="18", type="slashing"), Damage(dice="3", type="fire", magical=True)),
            critical=True,
            by="goblin-2",
        ),
    ),
    (
        "damage otto 5 none wis 12 melee nonlethal by nobody",
        "dégâts otto 5 rien sag 12 mêlée assommer par personne",
        DealDamage(
            targets=("otto",),
            parts=(Damage(dice="5"),),
            save=SaveFor(ability="wis", dc=12, on_success="none"),
            melee=True,
            nonlethal=True,
        ),
    ),
    ("heal mira 2d8+3", "soins mira 2d8+3", Heal(targets=("mira",), amount="2d8+3")),
    ("temp mira 5 new", "temp mira 5 nouveaux", GrantTemporary(targets=("mira",), amount="5", keep="new")),
    ("save gob* dex 13 dis", "sauvegarde gob* dex 13 désavantage",
     RollSaves(targets=GOBLINS, ability="dex", dc=13, mode="disadvantage")),
    ("drop mira", "rompre mira", DropConcentration(target="mira")),
    (
        "condition hob1 prone until end of gob2",
        "état hob1 à-terre jusqu’à fin de gob2",
        ApplyCondition(targets=("hobgoblin-1",), condition="prone", until=Until(when="end", of="goblin-2")),
    ),
    (
        "condition hob1 stunned until 2 minutes save con 13 at end by mira",
        "état hob1 étourdi jusqu'à 2 minutes sauvegarde con 13 à fin par mira",
        ApplyCondition(
            targets=("hobgoblin-1",),
            condition="stunned",
            rounds=20,
            save=EndingSave(ability="con", dc=13),
            source="mira",
        ),
    ),
    ("condition hob1 -prone", "état hob1 -terre", RemoveCondition(targets=("hobgoblin-1",), condition="prone")),
    ("exhaustion mira 2", "épuisement mira 2", ApplyCondition(targets=("mira",), condition="exhaustion", level=2)),
    (
        'effect gob2 "burning" 1d4 fire at start of gob2 until dispelled',
        "effet gob2 « burning » 1d4 feu au début de gob2 jusqu'à dissipé",
        AddEffect(
            targets=("goblin-2",),
            name="burning",
            ongoing=Ongoing(when="start", damage=(Damage(dice="1d4", type="fire"),)),
        ),
    ),
    ("settle", "régler", Settle()),
    ("waive 3", "ignorer 3", Waive(number=3)),
    ("stabilise tor by otto", "stabiliser tor par otto", Stabilise(target="tor", by="otto")),
    ("revive tor 5", "ranimer tor 5", Revive(target="tor", hp=5)),
    ("set otto hp 23", "fixer otto pv 23", SetFigure(target="otto", figure="hp", value="23")),
    ("set mira slots 3 1", "fixer mira emplacements 3 1",
     SetFigure(target="mira", figure="slots", key="3", value="1")),
    ("set gob2 init 14", "fixer gob2 init 14", SetFigure(target="goblin-2", figure="initiative", value="14")),
    ("set tor status dead", "fixer tor statut mort", SetFigure(target="tor", figure="status", value="dead")),
    ("set hob1 side ally", "fixer hob1 camp allié", SetFigure(target="hobgoblin-1", figure="side", value="ally")),
    ("note the bell rings", "note the bell rings", WriteNote(text="the bell rings")),
    ("roll 4d6kh3", "dés 4d6kh3", RollDice(expression="4d6kh3")),
]  # fmt: skip


@pytest.mark.parametrize(("english", "french", "expected"), BOTH, ids=[case[0] for case in BOTH])
def test_a_command_means_the_same_in_both_languages(english: str, french: str, expected: Command) -> None:
    assert read(english, FIGHT).request == expected
    assert read(french, FIGHT).request == expected


@pytest.mark.parametrize("expected", [case[2] for case in BOTH], ids=[case[0] for case in BOTH])
def test_the_text_that_the_journal_keeps_reads_back_as_the_same_command(expected: Command) -> None:
    text = format_command(expected)
    again = read(text, FIGHT)
    assert again.request == expected
    assert again.text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("undo", UndoRequest()),
        ("annuler 3", UndoRequest(3)),
        ("redo", RedoRequest()),
        ("rétablir", RedoRequest()),
        ("back", BackRequest()),
        ("retour", BackRequest()),
    ],
)
def test_moving_in_the_history_is_asked_of_the_session(text: str, expected: object) -> None:
    parsed = read(text, EMPTY)
    assert parsed.request == expected
    assert parsed.command is None


# -- joining


def newcomers(text: str) -> tuple[object, ...]:
    added = command(text)
    assert isinstance(added, AddCombatants)
    (one,) = added.newcomers
    return one.block.id, one.count, one.side, one.alias, one.hidden, one.hp, one.initiative


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add 4 goblin", ("goblin", "4", "foe", "", False, "average", None)),
        ("ajouter 4 gobelin", ("goblin", "4", "foe", "", False, "average", None)),
        ("add goblin", ("goblin", "1", "foe", "", False, "average", None)),
        ("add 2d4 goblin", ("goblin", "2d4", "foe", "", False, "average", None)),
        ('add "Loup sanguinaire" as Croc', ("dire-wolf", "1", "foe", "Croc", False, "average", None)),
        ("add 2 dire-wolf hidden hp max init 12", ("dire-wolf", "2", "foe", "", True, "max", 12)),
        ("add sanguinaire hp 20 friend", ("dire-wolf", "1", "ally", "", False, "20", None)),
        ("add dragonnet hp roll", ("red-dragon-wyrmling", "1", "foe", "", False, "roll", None)),
        ("add pc mira", ("mira", "1", "party", "", False, "average", None)),
        ("add mira", ("mira", "1", "party", "", False, "average", None)),
    ],
)
def test_creatures_and_characters_join(text: str, expected: tuple[object, ...]) -> None:
    assert newcomers(text) == expected


@pytest.mark.parametrize("text", ["add party", "add pc all", "ajouter groupe", "add pc mira,otto,tor"])
def test_the_whole_party_joins_at_once(text: str) -> None:
    added = command(text)
    assert isinstance(added, AddCombatants)
    assert [one.block.id for one in added.newcomers] == ["mira", "otto", "tor"]
    assert format_command(added) == "add pc mira,otto,tor"


def test_a_prepared_encounter_is_loaded_by_any_part_of_its_name() -> None:
    loaded = command("charger gate")
    assert isinstance(loaded, LoadEncounter)
    assert (loaded.id, loaded.name, len(loaded.newcomers)) == ("gate", "The Gate", 3)
    assert format_command(loaded) == "load gate"


@pytest.mark.parametrize("count", ["0", "101", "51d2", "1d4-4", "1000000"])
def test_the_number_of_newcomers_is_bounded(count: str) -> None:
    error = refused(f"add {count} goblin", EMPTY)
    assert (error.code, error.details["least"], error.details["most"]) == ("out_of_range", 1, 100)


def test_a_whole_name_needs_no_quotes_and_a_part_of_one_is_refused_with_them() -> None:
    assert newcomers("add 2 dire wolf") == newcomers('add 2 "dire wolf"')
    assert newcomers("ajouter 2 loup sanguinaire hidden")[0] == "dire-wolf"
    error = refused("add 2 dire wol hidden", EMPTY)
    assert (error.code, error.details["command"]) == ("needs_quotes", 'add 2 "dire wol" hidden')


def test_a_part_of_several_names_is_ambiguous_whatever_part_it_is() -> None:
    error = refused("cast mira fire b on gob1", fight())
    assert (error.code, error.details["command"]) == ("needs_quotes", 'cast mira "fire b" on gob1')
    for text in ("add gob", "add 2 oblin hidden"):
        assert refused(text, EMPTY).suggestions == ("Goblin", "Hobgoblin")


def test_a_plural_means_its_creature() -> None:
    assert newcomers("add 4 goblins") == newcomers("add 4 goblin")
    for plural in ("dire wolves", "dire wolfs", "loups sanguinaires", '"Dire Wolves"'):
        assert newcomers(f"add 4 {plural}")[0] == "dire-wolf"
    assert refused("add 4 goblinss", EMPTY).code == "unknown_creature"


def test_an_exact_name_beats_one_that_only_has_it_in_it() -> None:
    assert newcomers("add gobelin")[0] == "goblin"


def test_an_ambiguous_creature_is_refused_with_the_candidates() -> None:
    error = refused("add li", EMPTY)
    assert (error.code, error.suggestions) == ("ambiguous_creature", ("Goblin", "Hobgoblin", "Red Dragon Wyrmling"))


def test_an_unknown_creature_is_refused_with_the_nearest_one() -> None:
    error = refused("add golbin", EMPTY)
    assert error.code == "unknown_creature"
    assert "Goblin" in error.suggestions


def test_a_name_is_cleaned_where_it_enters() -> None:
    assert refused('add goblin as "a\x1b]0;x"', EMPTY).code == "name_control"
    assert refused('add goblin as ""', EMPTY).code == "name_empty"
    assert refused(f"add goblin as {'x' * 81}", EMPTY).code == "name_too_long"


# -- targets

TARGETS: list[tuple[str, tuple[str, ...]]] = [
    ("goblin-2", ("goblin-2",)),
    ("GOBLIN-2", ("goblin-2",)),
    ("gob2", ("goblin-2",)),
    ("gob-2", ("goblin-2",)),
    ('"Gobelin 2"', ("goblin-2",)),
    ("« gobelin 2 »", ("goblin-2",)),
    ("'Goblin 2'", ("goblin-2",)),
    ("acol", ("acolyte-1",)),
    ("gob*", GOBLINS),
    ("gob?lin*", GOBLINS),
    ("*-1", ("goblin-1", "hobgoblin-1", "acolyte-1")),
    ("foes", (*GOBLINS, "hobgoblin-1", "hobgoblin-2", "acolyte-1")),
    ("ennemis", (*GOBLINS, "hobgoblin-1", "hobgoblin-2", "acolyte-1")),
    ("party", ("mira", "otto", "tor")),
    ("groupe", ("mira", "otto", "tor")),
    ("active", ("mira",)),
    ("actif", ("mira",)),
    ("gob2, hob1 ,mira", ("goblin-2", "hobgoblin-1", "mira")),
    ("gob2,gob*,gob2", ("goblin-2", "goblin-1", "goblin-3", "goblin-4")),
]


@pytest.mark.parametrize(("text", "expected"), TARGETS, ids=[case[0] for case in TARGETS])
def test_targets_are_found(text: str, expected: tuple[str, ...]) -> None:
    found = command(f"hide {text}", FIGHT)
    assert isinstance(found, SetVisibility)
    assert set(found.targets) == set(expected)
    assert len(found.targets) == len(expected)


def test_groups_come_in_the_order_of_the_fight() -> None:
    found = command("hide all", FIGHT)
    assert isinstance(found, SetVisibility)
    assert FIGHT.encounter is not None
    assert found.targets == FIGHT.encounter.display_order


def test_globs_and_group_words_pass_over_the_dead_and_a_name_does_not() -> None:
    state, _events = play("damage gob2 40", "remove gob1", state=FIGHT)
    assert state.encounter is not None
    assert state.encounter.combatants["goblin-2"].is_dead
    found = command("hide gob*", state)
    assert isinstance(found, SetVisibility)
    assert set(found.targets) == {"goblin-3", "goblin-4"}
    assert command("revive gob2", state) == Revive(target="goblin-2", hp=1)


def test_an_ambiguous_prefix_is_refused_with_the_candidates() -> None:
    error = refused("hide gob")
    assert error.code == "ambiguous_target"
    assert set(error.suggestions) == {"Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"}
    assert (error.at, error.is_usage) == (5, False)


def test_an_exact_name_beats_a_prefix() -> None:
    dan = fight("rename gob1 Dan", "rename gob2 Daniel")
    assert command("hide dan", dan) == SetVisibility(targets=("goblin-1",), hidden=True)


def test_an_unknown_target_is_refused_with_the_nearest_one() -> None:
    error = refused("heal otot 5")
    assert (error.code, error.details["target"], error.suggestions) == ("unknown_target", "otot", ("Otto",))


def test_an_apostrophe_inside_a_name_is_a_letter_of_it() -> None:
    state = fight("rename gob1 Œil-d'Or", "rename gob2 O'")
    assert command("hide œil-d'or", state) == SetVisibility(targets=("goblin-1",), hidden=True)
    assert command("hide o'", state) == SetVisibility(targets=("goblin-2",), hidden=True)


def test_words_of_the_language_are_names_when_they_are_quoted() -> None:
    state = fight("rename gob1 hidden")
    assert command('hide "hidden"', state) == SetVisibility(targets=("goblin-1",), hidden=True)


@pytest.mark.parametrize(
    ("pattern", "text", "does"),
    [
        ("gob*", "goblin-1", True),
        ("*", "", True),
        ("*-?", "goblin-1", True),
        ("*-?", "goblin-12", False),
        ("g*b*n*", "goblin-1", True),
        ("g?b", "goblin", False),
        ("**x", "goblin", False),
        ("*a" * 40 + "b", "a" * 80, False),
    ],
)
def test_globs(pattern: str, text: str, does: bool) -> None:
    assert fits(pattern, text) is does


@given(st.text("ab", max_size=12), st.text("ab*?", max_size=8))
def test_globs_mean_what_the_shell_s_do(text: str, pattern: str) -> None:
    assert fits(pattern, text) == fnmatchcase(text, pattern)


def test_nobody_is_meant_by_a_glob_that_fits_nobody() -> None:
    assert refused("hide orc*").code == "nobody_matches"
    assert refused("hide marked").code == "nobody_matches"


def test_there_are_no_targets_without_a_fight() -> None:
    assert refused("heal mira 5", EMPTY).code == "no_encounter"


def test_one_target_only_where_only_one_makes_sense() -> None:
    assert refused("drop gob*").code == "one_target_only"
    assert refused("jump mira,otto").code == "one_target_only"


def test_the_marked_ones_are_meant_by_their_word_or_by_leaving_targets_out() -> None:
    marked = Selection(marked=("goblin-1", "hobgoblin-2"), chosen="otto")
    assert read("hide marqués", FIGHT, marked).request == SetVisibility(targets=marked.marked, hidden=True)
    expected = DealDamage(targets=marked.marked, parts=(Damage(dice="7", type="fire"),), by="mira")
    assert read("damage 7 fire", FIGHT, marked).request == expected
    assert read("damage 7 fire", FIGHT, marked).text == "damage goblin-1,hobgoblin-2 7 fire by mira"


def test_the_chosen_row_is_meant_when_nothing_is_marked() -> None:
    chosen = Selection(chosen="otto")
    assert read("heal 5", FIGHT, chosen).request == Heal(targets=("otto",), amount="5")
    assert read("condition prone", FIGHT, chosen).request == ApplyCondition(targets=("otto",), condition="prone")
    assert read("save dex 13", FIGHT, chosen).request == RollSaves(targets=("otto",), ability="dex", dc=13)
    assert refused("heal 5").code == "unknown_target"


# -- amounts and damage


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2d6 + 3 fire", (Damage(dice="2d6+3", type="fire"),)),
        ("2d6=[3,5]+3 fire", (Damage(dice="2d6=[3,5]+3", type="fire"),)),
        ("2d6=[3, 5] + 3", (Damage(dice="2d6=[3,5]+3"),)),
        ("2d6 fire+3 cold", (Damage(dice="2d6", type="fire"), Damage(dice="3", type="cold"))),
        ("2d6 fire + 1d4-1 cold", (Damage(dice="2d6", type="fire"), Damage(dice="1d4-1", type="cold"))),
        ("2d6[fire]", (Damage(dice="2d6", type="fire"),)),
        ("2d6[feu]+1", (Damage(dice="2d6[feu]+1"),)),
        ("(2d6 + 3) * 2", (Damage(dice="(2d6+3)*2"),)),
        ("d20", (Damage(dice="1d20"),)),
        ("7 magical slashing", (Damage(dice="7", type="slashing", magical=True),)),
        ("0", (Damage(dice="0"),)),
    ],
)
def test_amounts_and_parts(text: str, parts: tuple[Damage, ...]) -> None:
    found = command(f"damage gob2 {text}", FIGHT)
    assert isinstance(found, DealDamage)
    assert found.parts == parts


@pytest.mark.parametrize("amount", ["-5", "\N{MINUS SIGN}5", "3-5", "-1d6"])
@pytest.mark.parametrize("verb", ["damage gob2", "heal mira", "temp mira"])
def test_a_negative_amount_is_refused(verb: str, amount: str) -> None:
    error = refused(f"{verb} {amount}")
    assert (error.code, error.is_usage) == ("negative_amount", False)


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("abc", "not_an_amount"),
        ("2d", "dice_syntax"),
        ("2d6kz3", "dice_syntax"),
        ("100000d6", "too_many_dice"),
        ("1d100000", "too_many_sides"),
        ("2d6=[3,7]", "dice_faces"),
        ("99999999999", "number_too_large"),
        ("2d6[", "unclosed_bracket"),
        ("2d6[lava]", "unknown_damage_type"),
        ('"7"', "not_an_amount"),
        ("", "missing_amount"),
    ],
)
def test_dice_that_do_not_parse_are_refused_with_their_place(amount: str, code: str) -> None:
    error = refused(f"damage gob2 {amount}")
    assert error.code == code
    assert error.is_usage
    assert error.at >= len("damage gob2")


def test_an_unknown_word_is_refused_with_the_nearest_one_and_glued_to_nothing() -> None:
    error = refused("damage gob2 7 slashng")
    assert (error.code, error.details["word"], error.suggestions) == ("unexpected_word", "slashng", ("slashing",))
    assert refused("hide gob2 now").code == "unexpected_word"
    assert refused("start now").code == "unexpected_word"
    assert refused("damage gob2 7 feux").suggestions == ("fire",)


def test_an_unknown_verb_is_refused_with_the_nearest_one() -> None:
    error = refused("damge gob2 7")
    assert (error.code, error.details["word"], error.suggestions[0]) == ("unknown_verb", "damge", "damage")
    assert refused("dgats gob2 7").suggestions[0] == "damage"
    assert refused('"damage" gob2 7').code == "unknown_verb"


def test_a_combatant_that_hurts_itself_is_not_said_to_have_done_it() -> None:
    found = command("damage mira 3", FIGHT)
    assert isinstance(found, DealDamage)
    assert found.by == ""


# -- attacks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("attack gob2 mira", Attack(attacker="goblin-2", targets=("mira",))),
        ("attack gob2 mira multiattack", Attack(attacker="goblin-2", targets=("mira",))),
        ("attack gob2 mira,otto arc", Attack(attacker="goblin-2", targets=("mira", "otto"), action="shortbow")),
        ('attack gob2 mira "arc court" dis', Attack(
            attacker="goblin-2", targets=("mira",), action="shortbow", mode="disadvantage")),
        ("attack gob2", Attack(attacker="mira", targets=("goblin-2",))),
    ],
)  # fmt: skip
def test_attacks(text: str, expected: Attack) -> None:
    assert command(text, FIGHT) == expected


def test_an_unknown_action_is_refused_with_the_nearest_one() -> None:
    error = refused("attack gob2 mira cimetere")
    assert (error.code, error.suggestions) == ("unknown_action", ("Scimitar",))
    error = refused("attack gob2 mria")
    assert (error.code, error.suggestions) == ("unknown_target", ("Mira",))


@pytest.mark.parametrize("times", ["x0", "x21", "x999999"])
def test_the_number_of_attacks_is_bounded(times: str) -> None:
    assert refused(f"attack gob2 mira {times}").code == "out_of_range"


# -- magic


def cast(text: str) -> tuple[object, ...]:
    found = command(text, FIGHT)
    assert isinstance(found, CastSpell)
    return found.caster, found.spell.id, found.level, found.targets, found.damage_type, found.ritual, found.via


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cast mira fireball @4 on gob*", ("mira", "fireball", 4, GOBLINS, "", False, "")),
        ("lancer mira « boule de feu » @4 sur gob*", ("mira", "fireball", 4, GOBLINS, "", False, "")),
        ("cast mira boule on gob1", ("mira", "fireball", None, ("goblin-1",), "", False, "")),
        ("cast fireball on gob1", ("mira", "fireball", None, ("goblin-1",), "", False, "")),
        ("cast mira magic-missile on gob1,gob1,gob2",
         ("mira", "magic-missile", None, ("goblin-1", "goblin-1", "goblin-2"), "", False, "")),
        ("cast mira alarm ritual", ("mira", "alarm", None, (), "", True, "")),
        ("cast mira haste slots on otto", ("mira", "haste", None, ("otto",), "", False, "slot")),
        ("cast acolyte bless on foes",
         ("acolyte-1", "bless", None, (*GOBLINS, "hobgoblin-1", "hobgoblin-2", "acolyte-1"), "", False, "")),
        ("cast mira bless on otto", ("mira", "bless", None, ("otto",), "", False, "")),
        ("cast mira fireball fire", ("mira", "fireball", None, (), "fire", False, "")),
    ],
)  # fmt: skip
def test_casting(text: str, expected: tuple[object, ...]) -> None:
    caster, spell, level, targets, *rest = cast(text)
    assert (caster, spell, level, *rest) == (*expected[:3], *expected[4:])
    assert sorted(targets) == sorted(expected[3])  # type: ignore[call-overload]


def test_force_is_a_sign_behind_the_verb() -> None:
    parsed = read("cast! mira fireball", FIGHT)
    assert parsed.forced
    assert parsed.text == "cast! mira fireball"


def test_a_spell_that_is_known_beats_one_that_is_not() -> None:
    assert refused("cast mira feu on gob1").suggestions == ("Fire Bolt", "Fireball")
    assert cast("cast mira bolt on gob1")[1] == "fire-bolt"


def test_an_unknown_spell_is_refused_with_the_nearest_one() -> None:
    error = refused("cast mira frieball on gob1")
    assert error.suggestions == ("Fireball",)
    assert refused("cast mira fire bol on gob1").details["command"] == 'cast mira "fire bol" on gob1'


@pytest.mark.parametrize("level", ["@", "@x", "@10", "@-1"])
def test_a_level_is_one_digit(level: str) -> None:
    assert refused(f"cast mira fireball {level}").code == "bad_level"


def test_a_running_spell_is_dispelled_by_its_name_and_its_target() -> None:
    state = fight("cast acolyte bless on gob1,gob2")
    assert state.encounter is not None
    effects = {effect.target: key for key, effect in state.encounter.effects.items()}
    assert command("dispel mira bless on gob2", state) == Dispel(by="mira", effect=effects["goblin-2"])
    assert command("dissiper mira bénédiction sur gob1 @3", state) == Dispel(
        by="mira", effect=effects["goblin-1"], level=3
    )
    assert command(f"dispel {effects['goblin-1']}", state) == Dispel(by="mira", effect=effects["goblin-1"])


def test_a_spell_on_several_is_dispelled_on_one_that_is_named() -> None:
    state = fight("cast acolyte bless on gob1,gob2")
    with pytest.raises(LanguageError) as error:
        read("dispel mira bless", state)
    assert error.value.code == "ambiguous_effect"
    assert len(error.value.suggestions) == 2


# -- conditions and effects


def test_exhaustion_has_a_level_and_none_takes_it_away() -> None:
    assert command("condition mira exhaustion 3", FIGHT) == ApplyCondition(
        targets=("mira",), condition="exhaustion", level=3
    )
    assert command("exhaustion mira 0", FIGHT) == RemoveCondition(targets=("mira",), condition="exhaustion")
    assert command("condition mira exhaustion 3 rounds", FIGHT) == ApplyCondition(
        targets=("mira",), condition="exhaustion", level=1, rounds=3
    )
    assert refused("exhaustion mira 7").code == "out_of_range"


@pytest.mark.parametrize(
    ("text", "until", "rounds"),
    [
        ("until start of gob2", Until(when="start", of="goblin-2"), 0),
        ("until end of mira", Until(when="end", of="mira"), 0),
        ("until end of next mira", Until(when="end", of="mira", round=2), 0),
        ("jusqu'à fin du prochain gob2", Until(when="end", of="goblin-2"), 0),
        ("until end of mira round 4", Until(when="end", of="mira", round=4), 0),
        ("until 3 rounds", None, 3),
        ("3 rounds", None, 3),
        ("1 hour", None, 600),
        ("until dispelled", None, 0),
        ("jusqu'à la fin du tour de mira", Until(when="end", of="mira"), 0),
        ("jusqu’au début du tour d’otto", Until(when="start", of="otto"), 0),
        ("jusqu'à fin d'otto", Until(when="end", of="otto"), 0),
        ("jusqu'au début du tour de Gobelin 2", Until(when="start", of="goblin-2"), 0),
        ("until the end of mira's turn", Until(when="end", of="mira"), 0),
        ("3 tours", None, 3),
        ("", None, 0),
    ],
)
def test_moments(text: str, until: Until | None, rounds: int) -> None:
    found = command(f"condition hob1 prone {text}", FIGHT)
    assert found == ApplyCondition(targets=("hobgoblin-1",), condition="prone", until=until, rounds=rounds)
    assert command(format_command(found), FIGHT) == found


SPELT = [
    ("hide Goblin 2", 'hide "Goblin 2"'),
    ("cacher gobelin 2,gobelin 1", 'hide "Goblin 2","Goblin 1"'),
    ("cast mira fire bolt on hob1", "cast mira fire-bolt on hob1"),
    ("lancer mira boule de feu sur gob*", "cast mira fireball on gob*"),
    ("lancer mira projectile magique @2 sur gobelin 2,gob2", "cast mira magic-missile @2 on gob2,gob2"),
    ("cast fire bolt on Goblin 1", "cast mira fire-bolt on goblin-1"),
    ("attack gobelin 2 mira arc court dis", "attack goblin-2 mira shortbow dis"),
    ("condition tor à terre jusqu'à fin de gobelin 2", "condition tor prone until end of goblin-2"),
    ("condition tor -à terre", "condition tor -prone"),
    ("heal goblin 2 3", "heal goblin-2 3"),
    ("damage goblin 2 7 fire", "damage goblin-2 7 fire"),
    ("init goblin 2 7 goblin 1 roll", "init goblin-2 7 goblin-1 roll"),
    ("init acolyte -1", "init acolyte-1 -1"),
    ("heal acolyte 1", "heal acolyte-1 1"),
    ("jump goblin 2", "jump goblin-2"),
    ("revive goblin 2", "revive goblin-2"),
    ("set goblin 2 hp 3", "set goblin-2 hp 3"),
]


@pytest.mark.parametrize(("spelt", "written"), SPELT)
def test_a_whole_name_of_several_words_is_understood_without_quotes(spelt: str, written: str) -> None:
    assert command(spelt, FIGHT) == command(written, FIGHT)


def test_an_id_with_a_number_behind_it_is_nobody_s_name() -> None:
    state, _events = play('add goblin as "Tor 2"', "add pc tor")
    assert command("revive tor 2", state) == Revive(target="tor", hp=2)
    assert command('hide "tor 2"', state) == SetVisibility(targets=("goblin-1",), hidden=True)


def test_words_that_spell_no_name_are_glued_to_none() -> None:
    assert refused("hide goblin 2 now").code == "unexpected_word"
    assert refused("cast mira fire bolts on hob1").code == "ambiguous_spell"
    error = refused("rename gob1 Bob le Grand")
    assert (error.code, error.details["command"]) == ("needs_quotes", 'rename gob1 "Bob le Grand"')
    error = refused("effect gob1 Deep Cut 1d4")
    assert (error.code, error.details["command"]) == ("needs_quotes", 'effect gob1 "Deep Cut" 1d4')


def test_somebody_is_found_by_any_part_of_the_name() -> None:
    state = fight("add dire wolf")
    for text in ("wolf", "sanguinaire", "wolf 1", "loup 1"):
        assert command(f'reveal "{text}"', fight("add dire wolf", "hide dire-wolf")).targets == ("dire-wolf-1",)  # type: ignore[attr-defined]
    assert command('hide "wolf dire"', state) == SetVisibility(targets=("dire-wolf-1",), hidden=True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rename gob2 goblin-1", "name_is_an_id"),
        ("rename gob2 mira", "name_is_an_id"),
        ('rename gob2 "Goblin 9"', "name_is_an_id"),
        ("add goblin as goblin-1", "name_is_an_id"),
        ("rename gob2 all", "name_is_a_group"),
        ("add goblin as ennemis", "name_is_a_group"),
        ("rename gob2 gob*", "name_is_a_pattern"),
        ("add goblin as Qui?", "name_is_a_pattern"),
    ],
)
def test_a_name_that_means_something_else_is_refused(text: str, code: str) -> None:
    assert refused(text).code == code


def test_materials_of_weapons_are_qualities_of_damage() -> None:
    for text in ("damage gob2 5 slashing silvered", "dégâts gob2 5 tranchants argenté"):
        found = command(text, FIGHT)
        assert isinstance(found, DealDamage)
        assert found.parts == (Damage(dice="5", type="slashing", qualities=("silvered",)),)
        assert command(format_command(found), FIGHT) == found
    found = command("damage gob2 5 adamantine magical", FIGHT)
    assert isinstance(found, DealDamage)
    assert found.parts == (Damage(dice="5", magical=True, qualities=("adamantine",)),)


def test_an_effect_that_is_no_spell_is_not_dispelled_and_what_ends_it_is_shown() -> None:
    state = fight("effect gob2 burning 1d4 fire at end", 'effect gob1 "on fire"', "condition hob1 prone")
    for text, ends in (
        ("dispel mira burning", "effect goblin-2 -burning"),
        ("dispel mira effect-1", "effect goblin-2 -burning"),
        ("dispel mira on fire", 'effect goblin-1 - "on fire"'),
        ("dispel mira prone", "condition hobgoblin-1 -prone"),
    ):
        error = refused(text, state)
        assert (error.code, error.details["command"], error.is_usage) == ("not_a_spell", ends, False)
        command(ends, state)


@pytest.mark.parametrize(("text", "verb"), [("help", ""), ("aide attaquer", "attack"), ("help roll", "roll")])
def test_help_is_asked_for_by_a_verb(text: str, verb: str) -> None:
    assert read(text, FIGHT).request == HelpRequest(verb=verb)
    assert refused("help zzz").code == "unexpected_word"


def test_a_refusal_knows_its_verb() -> None:
    assert refused("heal").verb == "heal"
    assert refused("zzz").verb == ""


def test_an_empty_note_is_refused_as_a_note() -> None:
    assert refused('note ""').code == "empty_note"
    assert refused(f"note {'x' * 66_000}").code == "note_too_long"


def test_a_command_is_shown_in_the_words_of_the_reader_and_kept_in_english() -> None:
    written = 'damage! goblin-2 7 fire magical + 3 half dex 13 by "end"'
    assert displayed(written) == written
    set_language("fr")
    try:
        assert displayed(written) == 'dégâts! goblin-2 7 feu magique + 3 moitié dex 13 par "end"'
        assert displayed("condition tor -prone") == "état tor -à-terre"
        assert displayed('note "the end"') == 'note "the end"'
    finally:
        set_language("en")


def test_an_effect_is_ended_by_its_name_or_its_id() -> None:
    state = fight('effect gob2 "on fire" 1d4 fire at end')
    assert command('effect gob2 -"on fire"', state) == EndEffect(effect="effect-1")
    assert command("effect -effect-1", state) == EndEffect(effect="effect-1")


def test_ongoing_damage_falls_on_its_target_s_own_turns() -> None:
    assert refused('effect gob2 "burning" 1d4 fire at start of mira').code == "moment_of_another"


def test_an_unknown_condition_is_refused_with_the_nearest_one() -> None:
    error = refused("condition gob2 blindd")
    assert (error.code, error.suggestions) == ("unknown_condition", ("blinded",))


# -- the queue, notes, figures


def test_an_obligation_is_settled_with_the_faces_of_its_dice() -> None:
    parsed = read("settle 3 14 2", FIGHT)
    assert (parsed.request, parsed.faces, parsed.text) == (Settle(number=3), (14, 2), "settle 3 14 2")


@pytest.mark.parametrize("text", ['say "hi", then\ngo', "x", "a \\ b", "« oui »", "1 + 1, [2]"])
def test_a_note_is_kept_as_it_was_written(text: str) -> None:
    parsed = read(format_command(WriteNote(text=text)))
    assert parsed.request == WriteNote(text=text)


def test_a_note_without_quotes_takes_the_rest_of_the_line() -> None:
    assert command('note he said "no", and left') == WriteNote(text='he said "no", and left')


def test_hostile_text_is_refused_in_a_note() -> None:
    assert refused("note a\x1bb", EMPTY).code == "name_control"


def test_figures_that_do_not_exist_are_refused() -> None:
    assert refused("set otto mood 3").code == "unexpected_word"
    assert refused("set otto hp lots").code == "not_a_number"
    assert refused("set otto hp -3").code == "out_of_range"


# -- what is wrong with the text itself


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ('rename gob2 "Le borgne', "unclosed_quote"),
        ("rename gob2 «Le borgne", "unclosed_quote"),
        ("hide gob1,", "missing_targets"),
        ("hide ,gob1", "unexpected_sign"),
        ("hide", "missing_targets"),
        ("damage gob1 7 + ", "missing_amount"),
        ("x" * 70_001, "too_long"),
        ("damage gob1 7 half dex", "missing_dc"),
        ("damage gob1 7 half 13", "unexpected_word"),
        ("add", "missing_creature"),
        ("load", "missing_encounter"),
        ("load nowhere", "unknown_encounter"),
    ],
)
def test_a_malformed_command_is_refused(text: str, code: str) -> None:
    assert refused(text).code == code


_WORDS = st.sampled_from([word for both in MEANINGS.values() for group in both for word in group])
_PIECES = st.one_of(
    _WORDS,
    st.sampled_from(["gob2", "gob*", "mira", "otto", "goblin", "fireball", "7", "2d6+3", "2d6=[3,5]", "-5", "@3", "x2",
                     ",", "+", "-", "!", '"', "«", "[", "]", "100000d6", "effect-1", "*", "?", "@", "(", ")"]),
    st.text(max_size=12),
)  # fmt: skip


@given(st.lists(_PIECES, max_size=12).map(" ".join))
def test_whatever_is_typed_is_understood_or_refused(text: str) -> None:
    try:
        parsed = read(text, FIGHT)
    except LanguageError as refusal:
        error = refusal
    else:
        again = read(parsed.text, FIGHT)
        assert again.request == parsed.request
        assert again.text == parsed.text
        return
    assert 0 <= error.at <= len(text)


@given(st.text())
def test_any_text_is_understood_or_refused_without_a_fight(text: str) -> None:
    with suppress(LanguageError):
        read(text, EMPTY)


def test_a_creature_whose_name_is_hostile_to_a_parser_is_still_found() -> None:
    shelf = Shelf(GOBLIN.__class__(id="odd", name=GOBLIN.name.__class__(en='Hugin & "Munin" [/]', fr="Œil-d'Or")))
    found = read("add œil-d’or", EMPTY, shelf=shelf).command
    assert isinstance(found, AddCombatants)
    assert found.newcomers[0].block.id == "odd"
