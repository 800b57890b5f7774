"""Events as sentences: one line an event, numbers in their order, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign import CampaignState
from rules.decide import decide
from rules.dice import LoadedDice, SeededDice
from rules.evolve import EVENTS, replay
from rules.kernel import CommandRefused
from tests.tui.tabletop import EMPTY, command, fight, play, read
from tui.i18n import Language, set_language
from tui.language import LanguageError
from tui.narrate import TELLERS, explain, redo_sentence, sentences, tell, undo_sentence
from tui.narrate.trace import TRACERS

FIGHT = fight()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def told(text: str, *faces: int, state: CampaignState = FIGHT, language: Language = "en") -> list[str]:
    """What is said when a command is carried out with these dice."""
    set_language(language)
    parsed = read(text, state)
    assert parsed.command is not None
    dice = LoadedDice(faces)
    events = decide(state, parsed.command, dice, forced=parsed.forced)
    assert dice.left == ()
    return sentences(events, state)


def after(*texts: str) -> CampaignState:
    return play(*texts, state=FIGHT)[0]


def test_each_type_of_event_has_one_teller() -> None:
    assert set(TELLERS) == set(EVENTS.values())
    assert set(TRACERS) <= set(EVENTS.values())


# -- attacks and damage


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Goblin 2 attacks Mira (Scimitar): 14 + 4 = 18 against AC 16, hit.",
                "Damage: 1d6+2 (5) = 7 slashing.",
                "Mira takes 7 damage (slashing): 31 → 24 HP.",
            ],
        ),
        (
            "fr",
            [
                "Gobelin 2 attaque Mira (Cimeterre)\u00a0: 14 + 4 = 18 contre CA 16, touché.",
                "Dégâts\u00a0: 1d6+2 (5) = 7 tranchant.",
                "Mira subit 7 dégâts (tranchant)\u00a0: 31 → 24 PV.",
            ],
        ),
    ],
)
def test_an_attack_is_told_in_the_order_in_which_it_happened(language: Language, said: list[str]) -> None:
    assert told("attack gob2 mira scimitar", 14, 5, language=language) == said


def test_advantage_shows_both_faces_and_a_critical_hit_its_dice() -> None:
    assert told("attack gob2 mira scimitar adv", 3, 20, 1, 6)[:2] == [
        "Goblin 2 attacks Mira (Scimitar): 20 (advantage: 3, 20) + 4 = 24 against AC 16, critical hit!",
        "Critical damage: 2d6+2 (1, 6) = 9 slashing.",
    ]
    assert told("attack gob2 mira scimitar", 2) == ["Goblin 2 attacks Mira (Scimitar): 2 + 4 = 6 against AC 16, miss."]


def test_a_total_from_the_table_is_answered() -> None:
    assert told("hits 18 otto") == ["18 hits Otto (AC 18)."]
    assert told("touche 17 otto", language="fr") == ["17 ne touche pas Otto (CA 18)."]


def test_one_roll_and_a_save_for_each() -> None:
    assert told("damage gob1,tor 2d6 fire half dex 13", 3, 4, 2, 15) == [
        "Damage: 2d6 (3, 4) = 7 fire.",
        "Goblin 1, DEX save: 2 + 2 = 4 against DC 13, failure.",
        "Goblin 1 takes 7 damage (fire): 7 → 0 HP.",
        "Goblin 1 dies.",
        "Tor, DEX save: 15 against DC 13, success.",
        "Tor takes 3 damage (7 fire, half on the save: 3): 27 → 24 HP.",
    ]


def test_temporary_hit_points_are_said_to_have_gone_first() -> None:
    state = after("temp mira 5")
    assert told("damage mira 12 fire + 3 cold", state=state) == [
        "Mira takes 15 damage (12 fire; 3 cold; 5 absorbed by temporary hit points): 31 → 21 HP.",
    ]


def test_what_happens_at_0_hit_points_is_told() -> None:
    assert told("damage tor 27") == [
        "Tor takes 27 damage: 27 → 0 HP.",
        "Tor drops to 0 hit points and is dying.",
    ]
    down = after("damage tor 27")
    assert told("damage tor 3", state=down) == ["Tor takes 3 damage: 0 → 0 HP.", "Tor: 0 successes, 1 failure."]
    assert told("heal tor 1d8", 6, state=down) == [
        "Roll: 1d8 (6) = 6.",
        "Tor regains 6 hit points: 0 → 6 HP.",
        "Tor wakes.",
    ]
    assert told("stabilise tor by otto", 12, state=down) == [
        "Otto gives first aid to Tor: 12, success.",
        "Tor is stable.",
    ]
    assert told("damage tor 99")[-1] == ("Tor dies at once: the damage left over reaches the hit point maximum.")


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((14,), ["Tor, death saving throw: 14, success.", "Tor: 1 success, 0 failures."]),
        ((9,), ["Tor, death saving throw: 9, failure.", "Tor: 0 successes, 1 failure."]),
        ((1,), ["Tor, death saving throw: 1, two failures!", "Tor: 0 successes, 2 failures."]),
        ((20,), ["Tor, death saving throw: 20: up with 1 hit point.", "Tor is back at 1 HP.", "Tor wakes."]),
    ],
)
def test_death_saves_are_told(faces: tuple[int, ...], said: list[str]) -> None:
    down = after("damage tor 27", "jump tor")
    assert told("settle", *faces, state=down) == said


def test_healing_says_what_the_maximum_held_back() -> None:
    state = after("damage mira 3")
    assert told("heal mira 8", state=state) == ["Mira regains 3 hit points of 8: 28 → 31 HP, the maximum."]
    assert told("soins mira 1", state=state, language="fr") == ["Mira récupère 1 point de vie\u00a0: 28 → 29 PV."]
    assert told("temp mira 4") == ["Mira has 4 temporary hit points."]
    assert told("temp mira 4", state=after("temp mira 7")) == ["Mira keeps 7 temporary hit points rather than 4."]


# -- magic


def test_a_casting_says_its_level_its_targets_and_what_is_left() -> None:
    assert told("cast mira magic-missile @2 on gob1", 1, 1, 1, 1)[0] == (
        "Mira casts Magic Missile at level 2 on Goblin 1 (2 left)."
    )
    assert told("cast mira fire-bolt on gob1", 2)[0] == "Mira casts Fire Bolt on Goblin 1."
    assert told("lancer mira projectile on gob1,gob2", 1, 1, 1, language="fr")[0] == (
        "Mira lance Projectile magique au niveau 1 sur Gobelin 1 et Gobelin 2 (il en reste 3)."
    )


def test_concentration_is_told_from_its_start_to_its_end() -> None:
    assert told("cast mira haste on otto") == [
        "Mira casts Haste at level 3 on Otto (1 left).",
        "Otto: Haste (10 rounds).",
        "Mira concentrates on Haste.",
    ]
    held = after("cast mira haste on otto")
    assert told("damage mira 9", state=held) == [
        "Mira takes 9 damage: 31 → 22 HP.",
        "To settle (1): Mira, concentration on Haste, CON DC 10 (9 damage).",
    ]
    hurt = play("damage mira 9", state=held)[0]
    assert told("settle 1", 2, state=hurt) == [
        "Mira, CON save: 2 + 2 = 4 against DC 10, failure.",
        "Mira loses concentration on Haste: failed save.",
        "Otto: Haste ends with the concentration.",
    ]
    assert told("waive 1", state=hurt) == ["Waived (1): Mira, concentration on Haste, CON DC 10 (9 damage)."]
    assert told("drop mira", state=held)[0] == "Mira lets go of Haste."


def test_a_dispelling_says_whether_a_check_was_needed() -> None:
    state = after("cast! acolyte bless on gob1")
    assert told("dispel mira bless", state=state)[:2] == [
        "Mira, level 3 slots: 1 of 2 left.",
        "Mira dispels Bless on Goblin 1 (slot of level 3).",
    ]


def test_conditions_are_told_with_their_duration() -> None:
    assert told("condition hob1 prone") == ["Hobgoblin 1: prone."]
    assert told("état hob1 à-terre jusqu'à fin de gob2", language="fr") == [
        "Hobgobelin 1\u00a0: à terre (jusqu’à la fin du tour de Gobelin 2)."
    ]
    assert told("condition hob1 stunned 3 rounds") == ["Hobgoblin 1: stunned (3 rounds)."]
    assert told("condition hob1 -prone", state=after("condition hob1 prone")) == ["Hobgoblin 1: prone is removed."]
    assert told("exhaustion mira 2") == ["Mira: exhaustion 2."]
    assert told("condition hob1 prone 2 rounds", state=after("condition hob1 prone")) == [
        "Hobgoblin 1 was prone already; the new duration counts.",
        "Hobgoblin 1: prone (2 rounds).",
    ]
    assert told("condition hob1 blinded 8 hours")[0] == "Hobgoblin 1: blinded (8 hours)."
    assert told("état hob1 aveuglé jusqu'au début du tour d'otto", language="fr") == [
        "Hobgobelin 1\u00a0: aveuglé (jusqu’au début du tour d’Otto)."
    ]
    assert told("effect gob2 burning 1d4 fire at start") == ["Goblin 2: burning, 1d4 fire at start."]


def test_what_ends_because_somebody_else_leaves_is_told() -> None:
    state = after("condition hob1 prone until end of gob2")
    assert told("remove gob2", state=state) == [
        "Hobgoblin 1: prone ends, for Goblin 2 leaves.",
        "Goblin 2 leaves the fight.",
    ]


def test_those_numbered_on_are_named_by_the_first_and_the_last() -> None:
    assert told("init gob* 8")[-1] == "Goblin 1 to Goblin 4: initiative 8."


def test_a_tie_says_how_many_there_were() -> None:
    assert told("init gob2 7", 1, state=after("init acolyte 3", "init gob1 7"))[-1].endswith(
        "tied; a die puts it first of 2."
    )


def test_a_critical_hit_by_less_than_20_gives_its_reason() -> None:
    state = after("condition mira paralyzed")
    lines = told("attack gob2 mira scimitar", 11, 12, 3, 4, state=state)
    assert any("critical: paralyzed, in melee." in line for line in lines)


# -- the course of a fight


def test_joining_leaving_hiding_and_naming_are_told() -> None:
    assert told("add 2 goblin hidden init 8") == [
        "Goblin 5 joins, hidden: 7/7 HP, AC 15.",
        "Goblin 6 joins, hidden: 7/7 HP, AC 15.",
        "Goblin 5 and Goblin 6: initiative 8.",
    ]
    assert told("remove gob2") == ["Goblin 2 leaves the fight."]
    assert told("remove gob2", language="fr") == ["Gobelin 2 quitte le combat."]
    assert told("hide gob2") == ["Goblin 2 is hidden."]
    assert told('rename gob2 "Le borgne"') == ["Goblin 2 is now called Le borgne."]


def test_turns_and_rounds_are_told() -> None:
    assert told("next") == ["Otto’s turn."]
    last = after("jump tor")
    assert told("next", state=last) == ["Round 2.", "Mira’s turn."]
    assert told("next", state=last, language="fr") == ["Round 2.", "À Mira de jouer."]


def test_the_end_says_what_was_won() -> None:
    state = after("damage gob1,gob2 9")
    assert told("end", state=state) == ["Encounter is over after 1 round: 2 foes defeated, 100 XP, 33 each."]


def test_figures_set_by_hand_notes_and_dice_are_told() -> None:
    assert told("set otto hp 20") == ["The GM sets Otto, hit points: 38 → 20."]
    assert told("set mira slots 3 0") == ["The GM sets Mira, level 3 slots: 2 → 0."]
    assert told("fixer hob1 camp allié", language="fr") == ["Le MJ fixe Hobgobelin 1, camp\u00a0: ennemi → allié."]
    assert told('note "the bell\nrings"') == ["Note: the bell / rings"]
    assert told("roll 4d6kh3", 6, 5, 1, 4) == ["4d6kh3 (6, 5, [1], 4) = 15"]


def test_an_unnamed_fight_is_called_so_in_the_reader_s_language() -> None:
    assert told("add goblin", state=EMPTY)[0] == "A fight is open."
    assert told("add goblin", state=EMPTY, language="fr")[0] == "Un combat est ouvert."


def test_the_history_names_the_command_in_the_words_of_the_reader() -> None:
    set_language("fr")
    assert undo_sentence("damage mira 3").endswith("dégâts mira 3")


def test_the_history_names_the_command() -> None:
    assert undo_sentence("damage mira 3") == "Taken back: damage mira 3"
    assert redo_sentence("damage mira 3") == "Brought back: damage mira 3"


# -- why


def test_a_number_answers_why_with_the_ids_of_the_rules() -> None:
    events = decide(FIGHT, command("damage gob1 7 fire half dex 13", FIGHT), LoadedDice([15]))
    assert explain(events, FIGHT) == [
        "Goblin 1, DEX save: 15 + 2 = 17 against DC 13, success.",
        "  d20 + 2 (DEX), 15 + 2 = 17",
        "  17 against DC 13 (R000-36)",
        "Goblin 1 takes 3 damage (7 fire, half on the save: 3): 7 → 4 HP.",
        "  7 fire → half on the save: 3 (R003-04)",
        "  7 → 4 HP (R003-01)",
    ]


def test_what_calls_for_a_concentration_save_is_explained() -> None:
    held = after("cast mira haste on otto")
    events = decide(held, command("damage mira 25", held), LoadedDice([]))
    assert "  half of 25 is 12; the DC is at least 10: 12 (R000-24)" in explain(events, held)


def test_each_sentence_knows_whose_turn_and_which_round_it_was() -> None:
    events = decide(FIGHT, command("damage gob1 1", FIGHT), LoadedDice([]))
    (one,) = tell(events, FIGHT)
    assert (one.actor, one.round, one.event) == ("mira", 1, events[0])


# -- whatever happens

_TEXTS = st.lists(
    st.sampled_from(
        [
            "next", "back", "attack gob1 mira", "attack hob1 otto adv", "damage all 3d6 fire half dex 13",
            "damage party 12 cold", "damage foes 4", "heal party 1d8", "temp tor 5", "cast! mira fireball on foes",
            "cast! mira haste on otto", "cast! acolyte bless on gob3,gob4", "condition all prone until end of tor",
            "condition otto stunned save con 12 at end", 'effect hob2 "burning" 1d4 fire at start', "settle", "waive",
            "drop! mira", "remove gob1", "hide hob*", "set tor status dead", "revive tor 3", "stabilise tor",
            "add 2 goblin", "jump otto", "exhaustion mira 3", "end", "note x", "dispel! mira bless on gob3",
        ]
    ),
    max_size=14,
)  # fmt: skip


@given(_TEXTS, st.integers(0, 2**16), st.sampled_from(["en", "fr"]))
def test_every_fight_can_be_told_and_explained(texts: list[str], seed: int, language: Language) -> None:
    set_language(language)
    state, dice = FIGHT, SeededDice(seed)
    for text in texts:
        try:
            parsed = read(text, state)
            if parsed.command is None:
                continue
            events = decide(state, parsed.command, dice, forced=parsed.forced)
        except (LanguageError, CommandRefused):
            continue
        for told_now in tell(events, state):
            assert told_now.text
            assert "\n" not in told_now.text
            assert "{" not in told_now.text
            assert all("{" not in line for line in told_now.why)
        state = replay(events, state)
