"""Names lead to definitions: in both languages, the campaign's own first, a broken file in nobody's way."""

import os
from pathlib import Path

import pytest

from campaigns.catalog import Catalog
from campaigns.entries import match_of, meant, spoken
from campaigns.errors import Problem, UserError
from rules.campaign import Settings
from rules.joining import Newcomers
from rules.statblock import Names
from tests.campaigns.sheet_texts import SPELL, WIZARD, WOLF, campaign


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """A campaign with one file of each kind, and a broken one beside each."""
    folder = campaign(
        tmp_path / "crypt",
        party__mira=WIZARD + 'player = "Anna"\n[spellcasting]\nprepared = ["ash", "Bouclier"]\n',
        party__otto='name = "Otto"\nac = 18\nhp = 36\npresent = false\n',
        party__broken="hp = \n",
        bestiary__ash_wolf='name = { en = "Wolf of ash", fr = "Loup de cendre" }\nac = 13\nhp = 11\ncr = 0.25\n',
        bestiary__goblin='name = "Goblin king"\nac = 17\nhp = 40\ncr = 3\n',
        bestiary__broken=WOLF + "resistence = []\n",
        spells__ash=SPELL,
        spells__broken="level = 12\n",
        encounters__gate='name = { en = "The gate", fr = "La porte" }\nparty = ["mira"]\n'
        '[[combatant]]\ncreature = "Loup de cendre"\ncount = "2d4"\n',
        encounters__broken="combatant = 3\n",
    )
    return Catalog(folder)


def problem_of(error: UserError) -> Problem:
    (problem,) = error.problems
    return problem


def test_creatures_are_found_in_both_languages_by_any_part_of_the_name(catalog: Catalog) -> None:
    for text in ("zombie", "ZOMBI", "Zombi"):
        assert catalog.resolve_creature(text)[0].id == "zombie"
    assert catalog.resolve_creature("elementaire de l'air")[0].id == "air-elemental"
    assert catalog.resolve_creature("Élémentaire  de l’air")[0].id == "air-elemental"
    assert [entry.id for entry in catalog.find_creatures("rouge adulte")] == ["adult-red-dragon"]
    assert [entry.id for entry in catalog.find_creatures("adult-red")] == ["adult-red-dragon"]
    assert catalog.find_creatures("hobgo")[0].match == "prefix"
    assert [(entry.id, entry.match) for entry in catalog.find_creatures("bgobl")] == [("hobgoblin", "part")]


def test_better_matches_come_first(catalog: Catalog) -> None:
    found = catalog.find_creatures("ogre")
    assert (found[0].id, found[0].match) == ("ogre", "exact")
    assert [entry.match for entry in found] == sorted(
        (entry.match for entry in found), key=("exact", "prefix", "word", "part").index
    )
    assert {"half-ogre", "ogre-zombie"} & {entry.id for entry in found}


def test_an_exact_name_beats_longer_ones_and_a_shared_beginning_is_ambiguous(catalog: Catalog) -> None:
    assert [entry.id for entry in catalog.resolve_creature("wolf")] == ["wolf"]
    ambiguous = catalog.resolve_creature("young")
    assert len(ambiguous) > 5
    assert {"prefix"} <= {entry.match for entry in ambiguous}
    dragons = [entry.id for entry in catalog.resolve_creature("red dragon")]
    assert {"red-dragon-wyrmling", "adult-red-dragon", "ancient-red-dragon"} <= set(dragons)
    assert catalog.resolve_creature("nothing of the kind") == ()
    assert catalog.find_creatures("") == ()
    assert catalog.find_creatures("///") == ()


def test_a_creature_of_the_campaign_takes_the_place_of_one_of_the_srd(catalog: Catalog) -> None:
    assert catalog.creature("goblin").name == Names(en="Goblin king")
    assert catalog.creature("goblin").source == "campaign"
    (entry,) = [entry for entry in catalog.find_creatures("goblin") if entry.id == "goblin"]
    assert (entry.source, entry.cr, entry.hp) == ("campaign", "3", 40)


def test_the_campaigns_own_come_before_the_srd(catalog: Catalog) -> None:
    assert catalog.find_creatures("loup de")[0].id == "ash_wolf"
    entry = catalog.resolve_creature("loup de cendre")[0]
    assert (entry.id, entry.source, entry.cr) == ("ash_wolf", "campaign", "1/4")


def test_an_own_name_like_one_of_the_srd_is_meant_when_it_is_whole(tmp_path: Path) -> None:
    catalog = Catalog(campaign(tmp_path / "crypt", bestiary__king='name = "Zombie"\nac = 13\nhp = 11\n'))
    assert [entry.id for entry in catalog.resolve_creature("zombie")] == ["king"]
    assert catalog.creature("zombie").source == "srd"


def test_spells_are_found_likewise(catalog: Catalog) -> None:
    assert [entry.id for entry in catalog.resolve_spell("boule de feu")] == ["fireball"]
    assert [entry.id for entry in catalog.resolve_spell("Fireball")] == ["fireball"]
    assert [entry.id for entry in catalog.resolve_spell("hate")] == ["haste"]
    assert catalog.spell("fireball").level == 3
    assert catalog.resolve_spell("ASH")[0].source == "campaign"
    assert catalog.spell("ash").level == 2


def test_sheets_name_spells_in_either_language(catalog: Catalog) -> None:
    (casting,) = catalog.character("mira").casting
    assert casting.spells == ("ash", "shield")


def test_characters_are_listed_and_found(catalog: Catalog) -> None:
    assert catalog.characters() == ("broken", "mira", "otto")
    assert catalog.present() == ("broken", "mira")
    (entry,) = catalog.find_characters("MIR")
    assert (entry.id, entry.player, entry.classes, entry.present) == ("mira", "Anna", {"wizard": 5}, True)
    block = catalog.character("otto")
    assert (block.id, block.source, block.dies_at_zero, block.hp) == ("otto", "character", False, 36)


def test_a_prepared_encounter_has_its_stat_blocks(catalog: Catalog) -> None:
    prepared = catalog.encounter("gate")
    assert (prepared.id, prepared.name) == ("gate", Names(en="The gate", fr="La porte"))
    assert prepared.party == (Newcomers(block=catalog.character("mira"), side="party"),)
    assert prepared.creatures == (Newcomers(block=catalog.creature("ash_wolf"), count="2d4"),)
    assert prepared.newcomers == prepared.party + prepared.creatures
    assert catalog.find_encounters("porte")[0].id == "gate"


def test_an_encounter_says_how_each_comes_in(tmp_path: Path) -> None:
    catalog = Catalog(
        campaign(
            tmp_path / "crypt",
            party__mira=WIZARD,
            party__otto='name = "Otto"\nac = 18\nhp = 36\n',
            encounters__gate="""
name = "Gate"
note = "  at dusk  "
[[combatant]]
character = "mira"
initiative = 17
[[combatant]]
creature = "guard"
count = 3
name = "Watch"
hidden = true
side = "ally"
hp = "max"
note = "with horns"
[[combatant]]
creature = "ogre"
hp = 20
""",
        )
    )
    prepared = catalog.encounter("gate")
    assert prepared.note == "at dusk"
    assert [each.block.id for each in prepared.party] == ["otto"]
    mira, guard, ogre = prepared.creatures
    assert (mira.block.id, mira.side, mira.initiative) == ("mira", "party", 17)
    assert (guard.count, guard.alias, guard.hidden, guard.side, guard.hp, guard.note) == (
        "3",
        "Watch",
        True,
        "ally",
        "max",
        "with horns",
    )
    assert (ogre.hp, ogre.side, ogre.count, ogre.hidden) == ("20", "foe", "1", False)


@pytest.mark.parametrize(
    ("party", "expected"), [("false", []), ("[]", []), ("true", ["mira"]), ('"present"', ["mira"])]
)
def test_who_of_the_party_comes_in_is_the_gms_choice(tmp_path: Path, party: str, expected: list[str]) -> None:
    catalog = Catalog(
        campaign(tmp_path / "crypt", party__mira=WIZARD, encounters__gate=f'name = "Gate"\nparty = {party}\n')
    )
    assert [each.block.id for each in catalog.encounter("gate").party] == expected


def test_a_broken_file_is_told_when_it_is_used_and_only_then(catalog: Catalog) -> None:
    for use, file, code in (
        (catalog.creature, "bestiary/broken.toml", "unknown_key"),
        (catalog.character, "party/broken.toml", "not_toml"),
        (catalog.spell, "spells/broken.toml", "out_of_range"),
        (catalog.encounter, "encounters/broken.toml", "wrong_type"),
    ):
        with pytest.raises(UserError) as caught:
            use("broken")
        assert {problem.path for problem in caught.value.problems} == {file}
        assert code in {problem.code for problem in caught.value.problems}
    assert "broken" not in {entry.id for entry in catalog.find_creatures("broken")}
    assert catalog.encounters() == ("broken", "gate")


def test_a_present_character_with_a_broken_file_is_not_left_out_in_silence(tmp_path: Path) -> None:
    catalog = Catalog(
        campaign(tmp_path / "crypt", party__a=WIZARD, party__b="hp = \n", encounters__gate='name = "Gate"\n')
    )
    with pytest.raises(UserError) as caught:
        catalog.encounter("gate")
    assert problem_of(caught.value).path == "party/b.toml"


@pytest.mark.parametrize(
    ("kind", "text", "near"),
    [
        ("creature", "hobgobelim", "Hobgobelin"),
        ("spell", "fire-ball", "fireball"),
        ("character", "mirra", "mira"),
        ("encounter", "gates", "gate"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(catalog: Catalog, kind: str, text: str, near: str) -> None:
    with pytest.raises(UserError) as caught:
        getattr(catalog, kind)(text)
    problem = problem_of(caught.value)
    assert (problem.code, problem.detail("value")) == (f"unknown_{kind}", text)
    assert near.lower() in [each.lower() for each in problem.detail("near")]


@pytest.mark.parametrize("hostile", ["../party/mira", "/etc/passwd", "mira\0", "", ".", "mira\n", "MIRA", "a" * 49])
def test_no_name_leads_out_of_the_campaign(catalog: Catalog, hostile: str) -> None:
    for use in (catalog.creature, catalog.character, catalog.spell, catalog.encounter):
        with pytest.raises(UserError) as caught:
            use(hostile)
        assert problem_of(caught.value).code.startswith("unknown_")


def test_an_edited_file_is_read_again(catalog: Catalog) -> None:
    path = catalog.folder / "bestiary" / "ash_wolf.toml"
    assert catalog.find_creatures("loup de cendre")[0].hp == 11
    path.write_text(WOLF.replace("hp = 11", "hp = 12"))
    os.utime(path, ns=(1, 1))
    assert catalog.find_creatures("wolf of ash")[0].hp == 12
    assert catalog.creature("ash_wolf").hp == 12
    path.unlink()
    assert catalog.find_creatures("wolf of ash") == ()
    (catalog.folder / "bestiary" / "new.toml").write_text(WOLF)
    assert catalog.find_creatures("wolf of ash")[0].id == "new"


def test_a_campaign_without_folders_has_the_srd(tmp_path: Path) -> None:
    catalog = Catalog(campaign(tmp_path / "bare"))
    assert (catalog.characters(), catalog.encounters()) == ((), ())
    assert catalog.creature("ogre").hp == 59


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    other = campaign(tmp_path / "other", party__mira=WIZARD)
    folder = campaign(tmp_path / "crypt")
    (folder / "party").symlink_to(other / "party")
    assert Catalog(folder).characters() == ()


def test_the_campaigns_file_says_its_name_and_house_rules(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt",
        campaign='format = 1\nname = { en = "Crypt", fr = "Crypte" }\nruleset = "dnd5e"\nlanguage = "fr"\n'
        '[settings]\n"5e.magic_missile" = "once"\n',
    )
    catalog = Catalog(folder)
    assert (catalog.config.ruleset, catalog.config.language) == ("dnd5e", "fr")
    assert catalog.settings == Settings(magic_missile="once")


@pytest.mark.parametrize(
    ("text", "form", "match"),
    [
        ("goblin", "goblin", "exact"),
        ("gob", "goblin", "prefix"),
        ("red", "adult red dragon", "word"),
        ("dragon red", "adult red dragon", "word"),
        ("lt red", "adult red dragon", "part"),
        ("ult", "adult red dragon", "part"),
        ("blue", "adult red dragon", None),
    ],
)
def test_a_text_fits_a_name_more_or_less(text: str, form: str, match: str | None) -> None:
    assert match_of(text, (form,)) == match


def test_the_best_of_several_forms_counts() -> None:
    assert match_of("gob", ("the gob", "goblin")) == "prefix"
    assert match_of("goblin", ("the goblin", "goblin king", "goblin")) == "exact"
    assert meant(()) == ()


def test_names_are_compared_without_accents_case_and_signs() -> None:
    assert spoken("  Œil-d’Or ") == spoken("oeil d'or") == "oeil d or"
    assert spoken("adult-red-dragon") == spoken("Adult Red Dragon")
