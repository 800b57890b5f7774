"""What people write in their files becomes the figures of the rules; what means nothing is told with its place."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.errors import UserError
from campaigns.sheets import FOLDERS, CampaignSheet, EncounterSheet, Sheet
from campaigns.words import CLASSES, SKILL_ABILITIES, XP_BY_CR, Misread, find_word, read_damage, read_defence
from rules.condition import CONDITIONS
from rules.damage_type import DAMAGE_TYPES
from rules.slots import PROGRESSIONS
from rules.statblock import ABILITIES, Action, Damage, Defence, Multiattack, Names, Save, Trait
from tests.campaigns.sheet_texts import SPELL, WIZARD, WOLF, character, monster, spell, told

ANY_SHEET = (CampaignSheet, *FOLDERS.values())


def problems_of(read: Any, text: str) -> list[tuple[str, str, int]]:
    with pytest.raises(UserError) as caught:
        read(text)
    return [told(problem) for problem in caught.value.problems]


# --- characters


def test_a_character_has_what_follows_from_class_level_and_abilities() -> None:
    block = character(WIZARD + 'saves = ["int", "SAG"]\nskills = ["arcana", "Discrétion"]\n[spellcasting]\n')
    assert (block.id, block.source, block.level, block.classes) == ("mira", "character", 5, {"wizard": 5})
    assert not block.dies_at_zero
    assert block.proficiency == 3
    assert block.abilities == (10, 14, 10, 18, 10, 10)
    assert block.saves == {"int": 7, "wis": 3}
    assert block.skills == {"arcana": 7, "stealth": 5}
    assert block.passive == 10
    assert block.speed_m == {"walk": 9}
    assert block.initiative_bonus() == 2


def test_whole_bonuses_are_taken_as_they_stand() -> None:
    block = character(WIZARD + "saves = { dex = 9 }\nskills = { perception = 8 }\nspeed_m = { walk = 9, vol = 18 }\n")
    assert (block.saves, block.skills, block.passive) == ({"dex": 9}, {"perception": 8}, 18)
    assert block.speed_m == {"walk": 9, "fly": 18}


def test_a_wizards_casting_follows_from_the_class() -> None:
    (casting,) = character(
        WIZARD
        + '[spellcasting]\ncantrips = ["fire-bolt"]\nprepared = ["fireball", "shield"]\nspellbook = ["identify"]\n'
    ).casting
    assert (casting.kind, casting.class_name, casting.ability, casting.mode) == ("slots", "wizard", "int", "prepared")
    assert (casting.dc, casting.attack, casting.modifier, casting.level) == (15, 7, 4, 5)
    assert casting.slots == (4, 3, 2)
    assert casting.at_will == ("fire-bolt",)
    assert casting.spells == ("fireball", "shield")
    assert casting.spellbook == ("identify",)
    assert casting.rituals


@pytest.mark.parametrize(
    ("classes", "casting", "expected"),
    [
        ("paladin = 4", 'class = "paladin"', {"slots": (3,), "rituals": False, "mode": "prepared", "ability": "cha"}),
        ("sorcerer = 3", "known = ['shield']", {"slots": (4, 2), "mode": "known", "class_name": "sorcerer"}),
        ("wizard = 3, cleric = 2", 'class = "clerc"', {"slots": (4, 3, 2), "class_name": "cleric", "ability": "wis"}),
        ("warlock = 5", "known = ['shield']", {"kind": "pact", "pact_slots": 2, "pact_level": 3, "slots": ()}),
        ("fighter = 7", 'class = "eldritch-knight"\nslots = [4, 2]', {"slots": (4, 2), "level": 7, "mode": "known"}),
        ("fighter = 3", 'ability = "cha"\nper_day = { fly = 1 }', {"kind": "innate", "per_day": {"fly": 1}}),
        ("wizard = 1", 'ability = "wis"\ndc = 17\nattack = 4\nslots = [1]\nprepared = ["shield"]',
         {"ability": "wis", "dc": 17, "attack": 4, "slots": (1,)}),
        ("rogue = 1", 'kind = "item"\nability = "int"\ndc = 15\nper_day = { fireball = 3 }',
         {"kind": "item", "per_day": {"fireball": 3}, "mode": "innate", "dc": 15}),
    ],
)  # fmt: skip
def test_other_castings_follow_from_theirs(classes: str, casting: str, expected: dict[str, Any]) -> None:
    text = f'name = "X"\nac = 12\nhp = 32\nclasses = {{ {classes} }}\n[spellcasting]\n{casting}\n'
    (found,) = character(text).casting
    assert {name: getattr(found, name) for name in expected} == expected


def test_a_character_may_cast_in_several_ways() -> None:
    text = WIZARD + '[[spellcasting]]\nprepared = ["shield"]\n[[spellcasting]]\nability = "cha"\nat_will = ["light"]\n'
    assert [casting.kind for casting in character(text).casting] == ["slots", "innate"]


def test_french_classes_are_the_same_classes() -> None:
    assert character(
        'name = "X"\nac = 10\nhp = 5\nclasses = { magicien = 2, roublard = 1, occultiste = 1 }\n'
    ).classes == {
        "wizard": 2,
        "rogue": 1,
        "warlock": 1,
    }


def test_a_class_of_the_gms_own_is_kept_and_a_slip_is_told() -> None:
    assert character('name = "X"\nac = 10\nhp = 5\nclasses = { "Blood Hunter" = 2 }\n').classes == {"blood-hunter": 2}
    assert problems_of(character, 'name = "X"\nac = 10\nhp = 5\nclasses = { wizzard = 2 }\n') == [
        ("unknown_class", "classes.wizzard", 4)
    ]


def test_what_a_character_carries_and_wears_is_kept() -> None:
    block = character(WIZARD + "armour_mastered = false\nhas_focus = false\nmaterials = { diamond = 2 }\n")
    assert (block.armour_mastered, block.has_focus, block.materials) == (False, False, {"diamond": 2})


# --- attacks


def test_an_attack_is_read_with_its_parts_and_distances() -> None:
    block = character(
        WIZARD
        + """
[[attacks]]
name = { en = "Dagger", fr = "Dague" }
hit = 5
reach_m = 1.5
range_m = [6, 18]
damage = "1d4+2 piercing + 1d6 feu magique"
conditions = ["à terre"]
escape_dc = 12

[[attacks]]
name = "Crossbow"
hit = 5
range_m = 24
damage = "1d8+2 piercing"
magical = true

[[attacks]]
name = "Souffle de cendres"
save = { ability = "dex", dc = 14, on_success = "half", damage = "3d6 fire", conditions = ["blinded"] }
area = "cone"
area_m = 4.5
recharge = 5
uses = 3
"""
    )
    assert block.actions == (
        Action(
            id="dagger",
            name=Names(en="Dagger", fr="Dague"),
            kind="melee-or-ranged",
            hit=5,
            reach_m=1.5,
            range_m=(6, 18),
            damage=(Damage(dice="1d4+2", type="piercing"), Damage(dice="1d6", type="fire", magical=True)),
            conditions=("prone",),
            escape_dc=12,
        ),
        Action(
            id="crossbow",
            name=Names(en="Crossbow"),
            kind="ranged",
            hit=5,
            range_m=(24, 24),
            damage=(Damage(dice="1d8+2", type="piercing", magical=True),),
        ),
        Action(
            id="souffle-de-cendres",
            name=Names(en="Souffle de cendres"),
            kind="save",
            save=Save(
                ability="dex",
                dc=14,
                on_success="half",
                damage=(Damage(dice="3d6", type="fire"),),
                conditions=("blinded",),
            ),
            area="cone 15",
            recharge=5,
            uses=3,
        ),
    )


def test_a_melee_attack_reaches_as_far_as_an_arm() -> None:
    (attack,) = character(WIZARD + '[[attacks]]\nname = "Staff"\nhit = 2\ndamage = "1d6"\n').actions
    assert (attack.kind, attack.reach_m, attack.damage) == ("melee", 1.5, (Damage(dice="1d6"),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1d8+3 slashing", [("1d8+3", "slashing", False)]),
        ("1d8 + 3 slashing + 2d6 fire magical", [("1d8 + 3", "slashing", False), ("2d6", "fire", True)]),
        ("2d6kh1+1 Feu", [("2d6kh1+1", "fire", False)]),
        ("1d4-1 contondant magique", [("1d4-1", "bludgeoning", True)]),
        ("7", [("7", "", False)]),
        ("2d6+1d4+3", [("2d6+1d4+3", "", False)]),
        ("2d6+1d4+3 nécrotique", [("2d6+1d4+3", "necrotic", False)]),
    ],
)
def test_damage_is_read_as_it_is_written(text: str, expected: list[tuple[str, str, bool]]) -> None:
    assert [(part.dice, part.type, part.magical) for part in read_damage(text)] == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fire", "dice_syntax"),
        ("2d6 fyre", "unknown_damage"),
        ("2d6 fire burning", "unknown_quality"),
        ("1d8 slashing + 3", "damage_untyped"),
        ("", "dice_syntax"),
        ("100000d6 fire", "too_many_dice"),
        ("2d6 fire +", "damage_untyped"),
        ("1d6 slashing fire", "unknown_quality"),
    ],
)
def test_damage_without_meaning_is_refused(text: str, code: str) -> None:
    with pytest.raises(Misread) as caught:
        read_damage(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fire", Defence(type="fire")),
        ("bludgeoning nonmagical", Defence(type="bludgeoning", unless=("magical",))),
        ("contondant non magique", Defence(type="bludgeoning", unless=("magical",))),
        ("Tranchant non-magique non-argenté", Defence(type="slashing", unless=("magical", "silvered"))),
        ("piercing nonmagical nonadamantine", Defence(type="piercing", unless=("magical", "adamantine"))),
        ("spells", Defence(type="all", only=("spell",))),
        ("fire spells", Defence(type="fire", only=("spell",))),
        ("all", Defence(type="all")),
    ],
)
def test_a_defence_is_read_as_it_is_written(text: str, expected: Defence) -> None:
    assert read_defence(text) == expected


@given(st.text(max_size=40))
def test_no_text_breaks_a_reader_of_words(text: str) -> None:
    for reader in (read_damage, read_defence):
        with suppress(Misread):
            reader(text)


# --- monsters


def test_a_monster_has_what_follows_from_its_challenge_rating() -> None:
    block = monster(WOLF)
    assert (block.id, block.source, block.cr, block.xp, block.proficiency) == ("ash-wolf", "campaign", "1/4", 50, 2)
    assert block.dies_at_zero
    assert monster(WOLF.replace('"1/4"', "9")).proficiency == 4
    assert monster(WOLF.replace('"1/4"', "0.5")).cr == "1/2"
    assert monster(WOLF.replace('"1/4"', "30")).xp == 155_000
    assert monster(WOLF + "xp = 7\nproficiency = 5\n").xp == 7


def test_multiattack_names_attacks_in_either_language() -> None:
    attacks = (
        '[[attacks]]\nname = { en = "Bite", fr = "Morsure" }\nhit = 4\n'
        '[[attacks]]\nname = { en = "Claw", fr = "Griffe" }\nhit = 4\n'
    )
    one = monster(WOLF + 'multiattack = ["bite", "GRIFFE", "claw"]\n' + attacks)
    assert one.multiattack == (Multiattack(actions=("bite", "claw", "claw")),)
    two = monster(WOLF + 'multiattack = [["bite", "claw"], ["morsure"]]\n' + attacks)
    assert two.multiattack == (Multiattack(actions=("bite", "claw")), Multiattack(actions=("bite",)))
    assert problems_of(monster, WOLF + 'multiattack = [["bite"], ["bitte"]]\n' + attacks) == [
        ("unknown_attack", "multiattack.1.0", 5)
    ]


def test_traits_and_legendary_actions_are_names_or_names_with_texts() -> None:
    block = monster(
        WOLF
        + 'traits = ["Magic Resistance", { name = { en = "Keen Smell", fr = "Odorat" }, text = "a\\r\\nb" }]\n'
        + 'reactions = ["Parry"]\nlegendary = ["Detect"]\nlegendary_actions = 3\nlegendary_resistance = 2\n'
    )
    assert block.traits == (
        Trait(id="magic-resistance", name=Names(en="Magic Resistance")),
        Trait(id="keen-smell", name=Names(en="Keen Smell", fr="Odorat"), text="a\nb"),
    )
    assert (len(block.reactions), len(block.legendary)) == (1, 1)
    assert (block.legendary_actions, block.legendary_resistance) == (3, 2)


def test_a_monsters_casting_follows_from_its_class_and_level() -> None:
    (casting,) = monster(WOLF + '[spellcasting]\nclass = "cleric"\nlevel = 5\nprepared = ["bless"]\n').casting
    assert (casting.slots, casting.level, casting.dc) == ((4, 3, 2), 5, 10)


def test_defences_may_be_spelled_out() -> None:
    block = monster(
        WOLF
        + 'resist = [{ type = "Froid", unless = ["magical"] }, "fire"]\nimmune = [{ type = "all", only = ["spell"] }]\n'
        'vulnerable = ["thunder"]\ncondition_immune = ["charmed", "effrayé"]\n'
    )
    assert block.resist == (Defence(type="cold", unless=("magical",)), Defence(type="fire"))
    assert block.immune == (Defence(type="all", only=("spell",)),)
    assert block.vulnerable == (Defence(type="thunder"),)
    assert block.condition_immune == ("charmed", "frightened")


@pytest.mark.parametrize(
    ("line", "code", "key"),
    [
        ('cr = "99"', "unknown_cr", "cr"),
        ('resist = ["fire", "fyre"]', "unknown_damage", "resist.1"),
        ('condition_immune = ["sleepy"]', "unknown_condition", "condition_immune.0"),
        ('saves = ["luck"]', "unknown_ability", "saves.0"),
        ("saves = { luck = 3 }", "unknown_ability", "saves.luck"),
        ('skills = ["cooking"]', "unknown_skill", "skills.0"),
        ("speed_m = { hop = 3 }", "unknown_speed", "speed_m.hop"),
        ("senses_m = { smell = 3 }", "unknown_sense", "senses_m.smell"),
        ('hp_dice = "2x8"', "dice_syntax", "hp_dice"),
        ('attacks = [{ name = "Bite" , kind = "melee" }]', "missing_key", "attacks.0.hit"),
        ('attacks = [{ name = "A", hit = 1 }, { name = "a", hit = 2 }]', "attack_twice", "attacks.1.name"),
        ('attacks = [{ name = "A", hit = 1, damage = "2d" }]', "dice_syntax", "attacks.0.damage"),
        ('attacks = [{ name = "A", save = { ability = "x", dc = 3 } }]', "unknown_ability", "attacks.0.save.ability"),
        ('traits = ["x\\u001b[2Jy"]', "name_control", "traits.0"),
        ('spellcasting = { ability = "wis", at_will = ["fire-ball"] }', "unknown_spell", "spellcasting.at_will.0"),
        ('spellcasting = { at_will = ["light"] }', "missing_key", "spellcasting.ability"),
        ('spellcasting = { ability = "wis", prepared = ["bless"] }', "missing_key", "spellcasting.slots"),
        ('spellcasting = { ability = "wis", cantrips = ["bless"], slots = [1] }', "not_a_cantrip",
         "spellcasting.cantrips.0"),
        ('spellcasting = { ability = "wis", at_will = ["light", "light"] }', "listed_twice", "spellcasting.at_will.1"),
        ('spellcasting = { class = "cook", ability = "wis", slots = [1] }', "unknown_class", "spellcasting.class"),
        ('spellcasting = { ability = "wis", slots = [1,1,1,1,1,1,1,1,1,1] }', "too_many_slots", "spellcasting.slots"),
        ('spellcasting = { ability = "wis", per_day = { nothing = 1 } }', "unknown_spell",
         "spellcasting.per_day.nothing"),
    ],
)  # fmt: skip
def test_what_means_nothing_is_told_with_its_key(line: str, code: str, key: str) -> None:
    text = WOLF.replace('cr = "1/4"\n', "") if line.startswith("cr") else WOLF
    assert problems_of(monster, text + line + "\n") == [(code, key, text.count("\n") + 1)]


def test_all_that_means_nothing_is_told_at_once() -> None:
    text = WOLF + 'resist = ["fyre"]\nimmune = ["colt"]\n[[attacks]]\nname = ""\nhit = 3\ndamage = "x"\n'
    assert problems_of(monster, text) == [
        ("name_empty", "attacks.0.name", 8),
        ("dice_syntax", "attacks.0.damage", 10),
        ("unknown_damage", "resist.0", 5),
        ("unknown_damage", "immune.0", 6),
    ]


def test_the_nearest_right_word_is_offered() -> None:
    with pytest.raises(UserError) as caught:
        monster(WOLF + 'resist = ["fyre"]\n')
    (problem,) = caught.value.problems
    assert problem.detail("value") == "fyre"
    assert problem.detail("near")[0] == "fire"


# --- names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ('"Mira"', Names(en="Mira")),
        ('{ en = "Mira" }', Names(en="Mira")),
        ('{ fr = "Mire" }', Names(en="Mire", fr="Mire")),
        ('{ en = "Mira", fr = "Mire" }', Names(en="Mira", fr="Mire")),
        ('"  Œil   d’Or "', Names(en="Œil d’Or")),
        ('"[/foo]"', Names(en="[/foo]")),
    ],
)
def test_names_are_kept_as_text_in_the_languages_they_have(name: str, expected: Names) -> None:
    assert monster(WOLF.replace('"Wolf of ash"', name)).name == expected


@pytest.mark.parametrize(
    ("name", "code", "key"),
    [
        ('"\\u001b]0;x\\u0007"', "name_control", "name"),
        ('"a\\u202Eb"', "name_control", "name"),
        ('"a\\u009Bb"', "name_control", "name"),
        ('""', "name_empty", "name"),
        ("{ }", "name_empty", "name"),
        ('{ en = "a", fr = "\\u0000" }', "name_control", "name.fr"),
        ('"' + "n" * 81 + '"', "name_too_long", "name"),
    ],
)
def test_hostile_names_are_refused(name: str, code: str, key: str) -> None:
    assert problems_of(monster, WOLF.replace('"Wolf of ash"', name)) == [(code, key, 1)]


# --- spells


def test_a_spell_of_the_gms_own_is_read() -> None:
    found = spell(
        SPELL
        + """
school = "Évocation"
time = "bonus"
range_m = 18
components = "VSM"
material_cost = 50
consumed = true
duration = "1 minute"
concentration = true
classes = ["magicien", "ash priest"]
area = "sphere"
area_m = 6
save = { ability = "CON", on_success = "half" }
damage = "3d6 fire + 1d6 necrotic"
damage_per_slot = "1d6"
conditions = ["aveuglé"]
save_ends = true
"""
    )
    assert (found.id, found.name, found.level, found.school) == ("ash", Names(en="Ash"), 2, "evocation")
    assert (found.time, found.range_m, found.range, found.components) == ("bonus", 18, "", "VSM")
    assert found.classes == ("wizard", "ash-priest")
    assert found.save is not None
    assert (found.save.ability, found.save.on_success) == ("con", "half")
    assert found.damage == (
        Damage(dice="3d6", type="fire", magical=True),
        Damage(dice="1d6", type="necrotic", magical=True),
    )
    assert (found.conditions, found.save_ends, found.concentration) == (("blinded",), True, True)
    assert spell(SPELL).range == "self"
    assert spell(SPELL + 'save = "dex"\n').save is not None


@pytest.mark.parametrize(
    ("line", "code", "key"),
    [
        ('duration = "a while"', "unknown_length", "duration"),
        ('time = "two actions"', "unknown_length", "time"),
        ('save = "luck"', "unknown_ability", "save"),
        ("save_ends = true", "missing_key", "save"),
        ('damage_by_level = ["1d6", "2d6", "3d6", "4d6"]', "missing_key", "damage"),
        ('damage = "1d6 fire"\ndamage_by_level = ["1d6", "2d6", "x", "4d6"]', "dice_syntax", "damage_by_level.2"),
        ('heal = "lots"', "dice_syntax", "heal"),
        ('damage_choices = ["fire", "water"]', "unknown_damage", "damage_choices.1"),
        ('text = "\\u001b"', "name_control", "text"),
    ],
)
def test_a_spell_that_means_nothing_is_told(line: str, code: str, key: str) -> None:
    (problem,) = problems_of(spell, SPELL + line + "\n")
    assert problem[:2] == (code, key)


# --- tables of words


def test_words_are_found_in_both_languages_without_accents_or_case() -> None:
    assert find_word("damage", "TRANCHANT") == "slashing"
    assert find_word("condition", "à terre") == "prone"
    assert find_word("skill", "Sleight of Hand") == "sleight-of-hand"
    assert find_word("ability", "for") == "str"
    assert find_word("class", "Arcane Trickster") == "arcane-trickster"
    assert find_word("type", "mort-vivant") == "undead"
    assert find_word("damage", "") is None


def test_every_key_of_the_rules_is_a_word() -> None:
    for kind, keys in (
        ("damage", DAMAGE_TYPES),
        ("condition", CONDITIONS),
        ("ability", ABILITIES),
        ("class", CLASSES),
        ("skill", tuple(SKILL_ABILITIES)),
    ):
        assert all(find_word(kind, key) == key for key in keys)  # type: ignore[arg-type]
    assert set(PROGRESSIONS) - {"third"} <= set(CLASSES)
    assert sorted(XP_BY_CR.values()) == list(XP_BY_CR.values())


# --- whatever a file holds

VALUES = st.recursive(
    st.integers(-(2**70), 2**70)
    | st.floats()
    | st.booleans()
    | st.sampled_from(["", "fire", "2d6 fire", "present", "melee", "half", "dex", "goblin", "max"])
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["en", "fr", "name", "type", "dc", "ability", "str", "walk"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("sheet", ANY_SHEET)
def test_no_file_of_any_content_breaks_the_conversion(sheet: type[Sheet]) -> None:
    names = [field.encode_name for field in msgspec.structs.fields(sheet)]

    @given(st.dictionaries(st.sampled_from(names), VALUES))
    def convert(data: dict[str, Any]) -> None:
        with suppress(msgspec.ValidationError):
            msgspec.convert(data, sheet)

    convert()


def test_an_encounter_says_who_comes_in_many_ways() -> None:
    for party in ("present", ["mira"], True, False):
        assert msgspec.convert({"name": "Gate", "party": party}, EncounterSheet).combatant == ()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "Gate", "party": "absent"}, EncounterSheet)
