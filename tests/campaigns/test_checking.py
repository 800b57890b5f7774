"""All that is wrong with a campaign's files is told at once, each thing with its file, key and line."""

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.checking import check_campaign
from campaigns.errors import Problem, UserError
from campaigns.explaining import explain, model_of
from campaigns.sheet_files import fit
from campaigns.sheets import FOLDERS, CampaignSheet, CharacterSheet, EncounterSheet, MonsterSheet, Sheet, SpellSheet
from campaigns.toml_reader import Document
from tests.campaigns.sheet_texts import SPELL, WIZARD, WOLF, campaign, document

ROOT = Path(__file__).parents[2]


def explained(text: str, sheet: type[Sheet] = CharacterSheet) -> list[Problem]:
    with pytest.raises(UserError) as caught:
        fit(document(text), sheet)
    return list(caught.value.problems)


def one(text: str, sheet: type[Sheet] = CharacterSheet) -> Problem:
    (problem,) = explained(text, sheet)
    return problem


def test_a_slip_in_a_key_is_answered_with_the_right_one() -> None:
    problem = one(WIZARD + 'resistence = ["fire"]\n')
    assert (problem.code, problem.path, problem.key, problem.line) == ("unknown_key", "sheet.toml", "resistence", 6)
    assert problem.detail("near") == ("resist",)


def test_a_slip_in_a_word_is_answered_with_the_right_one() -> None:
    problem = one(WIZARD + 'size = "Hug"\n')
    assert (problem.code, problem.key, problem.line) == ("not_one_of", "size", 6)
    assert problem.detail("near") == ("huge",)
    assert problem.detail("known") == ("tiny", "small", "medium", "large", "huge", "gargantuan")


def test_a_missing_key_is_told_at_its_table() -> None:
    problem = one(WIZARD + '[[attacks]]\nname = "A"\n\n[[attacks]]\nhit = 3\n')
    assert (problem.code, problem.key, problem.line) == ("missing_key", "attacks.1.name", 9)
    problem = one('name = "Mira"\nac = 12\n')
    assert (problem.code, problem.key, problem.line) == ("missing_key", "hp", 1)


@pytest.mark.parametrize(
    ("line", "key", "expected", "value"),
    [
        ('hp = "ten"', "hp", ("whole_number",), "ten"),
        ("hp = 7.5", "hp", ("whole_number",), 7.5),
        ("hp = true", "hp", ("whole_number",), True),
        ("hp = 2024-01-01", "hp", ("whole_number",), "date"),
        ("player = 3", "player", ("text",), 3),
        ('present = "yes"', "present", ("yes_or_no",), "yes"),
        ("resist = 'fire'", "resist", ("list",), "fire"),
        ("abilities = [1, 2]", "abilities", ("table",), "list"),
        ("classes = ['wizard']", "classes", ("table",), "list"),
        ("saves = 3", "saves", ("list", "table"), 3),
        ("speed_m = ['9']", "speed_m", ("number", "table"), "list"),
        ("name = 3", "name", ("text", "table"), 3),
        ("resist = [3]", "resist.0", ("text", "table"), 3),
    ],
)
def test_a_value_of_another_type_is_told_with_what_was_expected(
    line: str, key: str, expected: tuple[str, ...], value: object
) -> None:
    name = line.split(" = ")[0]
    kept = [each for each in WIZARD.splitlines() if not each.startswith(f"{name} =")]
    problem = one("\n".join([*kept, line]) + "\n")
    assert (problem.code, problem.key, problem.line) == ("wrong_type", key, len(kept) + 1)
    assert (problem.detail("expected"), problem.detail("value")) == (expected, value)


@pytest.mark.parametrize(
    ("line", "key", "bounds"),
    [
        ("hp = 0", "hp", (1, 1_000_000)),
        ("hp = 1180591620717411303424", "hp", (1, 1_000_000)),
        ("abilities = { str = 31 }", "abilities.str", (1, 30)),
        ("classes = { wizard = 21 }", "classes.wizard", (1, 20)),
        ("speed_m = -1", "speed_m", (0, 1_000_000)),
        ("speed_m = nan", "speed_m", (0, 1_000_000)),
        ("speed_m = inf", "speed_m", (0, 1_000_000)),
        ("speed_m = { fly = 1e999 }", "speed_m.fly", (0, 1_000_000)),
    ],
)
def test_a_number_out_of_its_bounds_is_told_with_them(line: str, key: str, bounds: tuple[int, int]) -> None:
    name = line.split(" = ")[0]
    kept = [each for each in WIZARD.splitlines() if not each.startswith(f"{name} =")]
    problem = one("\n".join([*kept, line]) + "\n")
    assert (problem.code, problem.key) == ("out_of_range", key)
    assert (problem.detail("least"), problem.detail("most")) == bounds


def test_lengths_and_forms_are_told() -> None:
    problem = one(WIZARD + '[[attacks]]\nname = "A"\nhit = 1\nrange_m = [1, 2, 3]\n')
    assert (problem.code, problem.key, problem.line) == ("wrong_length", "attacks.0.range_m", 9)
    assert (problem.detail("value"), problem.detail("least"), problem.detail("most")) == (3, 1, 2)
    problem = one(SPELL + 'components = "XV"\n', SpellSheet)
    assert (problem.code, problem.key, problem.detail("value")) == ("bad_form", "components", "XV")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    problems = explained('nam = "Mira"\nac = "x"\nhp = 0\nsize = "tall"\n[abilities]\nluck = 3\n')
    assert {(problem.code, problem.key, problem.line) for problem in problems} == {
        ("missing_key", "name", 1),
        ("unknown_key", "nam", 1),
        ("wrong_type", "ac", 2),
        ("out_of_range", "hp", 3),
        ("not_one_of", "size", 4),
        ("unknown_key", "abilities.luck", 6),
    }


def test_the_branch_that_was_meant_is_explained() -> None:
    problem = one(WIZARD + "[spellcasting]\nclas = 'wizard'\n")
    assert (problem.code, problem.key, problem.detail("near")) == ("unknown_key", "spellcasting.clas", ("class",))
    problem = one(WIZARD + "[[spellcasting]]\nclass = 'wizard'\n[[spellcasting]]\ndc = 'high'\n")
    assert (problem.code, problem.key, problem.line) == ("wrong_type", "spellcasting.1.dc", 9)
    problem = one("name = 'x'\n[[combatant]]\nhp = 'low'\n", EncounterSheet)
    assert (problem.code, problem.key, problem.detail("known")) == (
        "not_one_of",
        "combatant.0.hp",
        ("average", "max", "roll"),
    )
    problem = one("name = 'x'\n[[combatant]]\ncount = 0\n", EncounterSheet)
    assert (problem.code, problem.key, problem.detail("most")) == ("out_of_range", "combatant.0.count", 100)


def test_a_hostile_value_is_quoted_as_text() -> None:
    problem = one(WIZARD + 'size = "\\u001b]52;c;x\\u0007"\n')
    assert problem.detail("value") == "�]52;c;x�"


# --- one definition of what a file may hold

JUNK = st.recursive(
    st.integers(-5, 2_000_000)
    | st.floats()
    | st.booleans()
    | st.sampled_from(["", "x", "fire", "present", "max", "half", "wis", "VSM", "melee", "touch", "en", "dnd5e"])
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["en", "dc", "str"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def fitting(annotation: Any) -> st.SearchStrategy[Any]:
    """Values that fit a type of a sheet."""
    if get_origin(annotation) is Annotated:
        inner, meta = get_args(annotation)
        if meta.pattern is not None:
            return st.sampled_from(["", "V", "VSM", "SM"])
        if inner is int:
            return st.integers(meta.ge, meta.le)
        if inner is float:
            return st.floats(meta.ge, meta.le) | st.integers(meta.ge, meta.le)
        return st.lists(fitting(get_args(inner)[0]), min_size=meta.min_length, max_size=meta.max_length)
    origin, inner = get_origin(annotation), [each for each in get_args(annotation) if each is not type(None)]
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        return st.lists(fitting(inner[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(st.sampled_from(["walk", "wizard", "x y"]), fitting(inner[1]), max_size=2)
    if inner:
        return st.one_of(*map(fitting, inner))
    if annotation is Any:
        return JUNK
    if not issubclass(annotation, msgspec.Struct):
        return {int: st.integers(), float: st.floats(), str: st.text(max_size=5), bool: st.booleans()}[annotation]
    fields = msgspec.structs.fields(annotation)
    needed = {field.encode_name: fitting(field.type) for field in fields if field.required}
    others = {field.encode_name: fitting(field.type) for field in fields if not field.required}
    return st.fixed_dictionaries(needed, optional=others)


@pytest.mark.parametrize("sheet", [CampaignSheet, *FOLDERS.values()])
def test_what_play_takes_and_what_the_check_takes_are_the_same(sheet: type[Sheet]) -> None:
    names = [field.encode_name for field in msgspec.structs.fields(sheet)]

    @given(fitting(sheet), st.dictionaries(st.sampled_from([*names, "unknown"]), JUNK, max_size=1), st.booleans())
    def agree(data: dict[str, Any], junk: dict[str, Any], missing: bool) -> None:
        data = {**data, **junk}
        if missing:
            data.pop("name")
        try:
            msgspec.convert(data, sheet)
            fits = True
        except msgspec.ValidationError:
            fits = False
        assert fits or junk or missing
        problems = explain(Document("sheet.toml", "", data), sheet)
        assert (problems == ()) == fits, problems

    agree()


def test_every_sheet_has_a_model_with_its_keys() -> None:
    sheets: tuple[type[Sheet], ...] = (CampaignSheet, *FOLDERS.values())
    for sheet in sheets:
        schema = model_of(sheet).model_json_schema(by_alias=True)
        assert list(schema["properties"]) == [field.encode_name for field in msgspec.structs.fields(sheet)]
        assert schema["additionalProperties"] is False


# --- whole campaigns


def found(folder: Path) -> list[tuple[str, str, str, int]]:
    return [(each.code, each.path, each.key, each.line) for each in check_campaign(folder)]


def test_a_campaign_without_faults_has_no_problems(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt",
        party__mira=WIZARD + '[spellcasting]\nprepared = ["Boule de feu", "ash"]\n',
        bestiary__wolf_of_ash=WOLF,
        spells__ash=SPELL,
        encounters__gate='name = "Gate"\n[[combatant]]\ncreature = "Loup"\ncount = "1d4"\n'
        '[[combatant]]\ncreature = "wolf of ash"\n[[combatant]]\ncharacter = "Mira"\n',
    )
    assert check_campaign(folder) == ()


def test_all_files_are_checked_and_a_broken_one_hides_no_other(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt",
        campaign='format = 1\nname = "\\u001b"\nruleset = "dnd5e"\n'
        '[settings]\n5e.magic_missile = "twice"\n"5e.luck" = 1\n',
        party__a='name = "A\n',
        party__b=WIZARD + "resistence = []\n",
        party__c=WIZARD + '[spellcasting]\nprepared = ["firebal"]\n',
        bestiary__d=WOLF + 'resist = ["fyre"]\n',
        spells__e=SPELL + "level = 3\n",
        spells__f=SPELL + 'duration = "long"\n',
        encounters__g='name = "G"\nparty = ["nobody"]\n[[combatant]]\ncreature = "gobelim"\n[[combatant]]\n'
        'character = "mirra"\n[[combatant]]\n[[combatant]]\ncharacter = "b"\ncount = 2\n',
    )
    assert found(folder) == [
        ("name_control", "campaign.toml", "name", 2),
        ("not_one_of", "campaign.toml", "settings.5e.magic_missile", 5),
        ("unknown_key", "campaign.toml", "settings.5e.luck", 6),
        ("not_toml", "party/a.toml", "", 1),
        ("unknown_key", "party/b.toml", "resistence", 6),
        ("unknown_spell", "party/c.toml", "spellcasting.prepared.0", 7),
        ("unknown_damage", "bestiary/d.toml", "resist.0", 5),
        ("duplicate_key", "spells/e.toml", "level", 3),
        ("unknown_length", "spells/f.toml", "duration", 3),
        ("unknown_creature", "encounters/g.toml", "combatant.0.creature", 4),
        ("unknown_character", "encounters/g.toml", "combatant.1.character", 6),
        ("creature_or_character", "encounters/g.toml", "combatant.2", 7),
        ("one_character", "encounters/g.toml", "combatant.3.count", 10),
        ("unknown_character", "encounters/g.toml", "party.0", 2),
    ]


def test_names_that_are_not_known_come_with_the_nearest(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt",
        party__mira=WIZARD + '[spellcasting]\nprepared = ["Boule de feux"]\n',
        encounters__g='name = "G"\n[[combatant]]\ncreature = "gobelim"\n[[combatant]]\ncharacter = "mirra"\n',
    )
    near = [problem.detail("near") for problem in check_campaign(folder)]
    assert near[0][0] == "Boule de feu"
    assert near[1][0] == "Gobelin"
    assert near[2][0] in ("mira", "Mira")


def test_a_creature_whose_file_is_broken_is_known_all_the_same(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt",
        bestiary__ash_wolf="hp = \n",
        spells__ash="hp = \n",
        party__mira=WIZARD + '[spellcasting]\nprepared = ["ash"]\ncantrips = ["ash"]\n',
        encounters__g='name = "G"\n[[combatant]]\ncreature = "ash_wolf"\n',
    )
    assert [(problem.code, problem.path) for problem in check_campaign(folder)] == [
        ("not_toml", "bestiary/ash_wolf.toml"),
        ("not_toml", "spells/ash.toml"),
    ]


def test_two_files_with_one_name_are_told(tmp_path: Path) -> None:
    folder = campaign(
        tmp_path / "crypt", bestiary__one=WOLF, bestiary__two=WOLF.replace('"Wolf of ash"', '{ fr = "WOLF OF ASH" }')
    )
    (problem,) = check_campaign(folder)
    assert (problem.code, problem.path, problem.line) == ("name_twice", "bestiary/two.toml", 1)
    assert problem.detail("other") == "bestiary/one.toml"


def test_a_file_whose_name_is_no_id_is_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", bestiary__x=WOLF)
    (folder / "bestiary" / "x.toml").rename(folder / "bestiary" / "Loup Géant.toml")
    (problem,) = check_campaign(folder)
    assert (problem.code, problem.path) == ("bad_file_name", "bestiary/Loup Géant.toml")
    assert problem.detail("near") == ("loup-geant.toml",)


def test_what_is_no_ordinary_file_or_folder_is_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", party__mira=WIZARD)
    os.mkfifo(folder / "party" / "pipe.toml")
    (folder / "party" / "link.toml").symlink_to("mira.toml")
    (folder / "party" / "folder.toml").mkdir()
    (folder / "bestiary").symlink_to("party")
    (folder / "spells").write_text("")
    assert [(each.code, each.path) for each in check_campaign(folder)] == [
        ("not_a_file", "party/folder.toml"),
        ("is_symlink", "party/link.toml"),
        ("not_a_file", "party/pipe.toml"),
        ("is_symlink", "bestiary"),
        ("not_a_folder", "spells"),
    ]


def test_other_files_in_the_folders_are_let_be(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", party__mira=WIZARD)
    for name in (".mira.toml.swp", "mira.toml~", "notes.txt", ".hidden.toml", "README"):
        (folder / "party" / name).write_text("[[[")
    assert check_campaign(folder) == ()


def test_a_newer_format_is_told_before_keys_that_only_it_knows(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", campaign='format = 2\nname = "X"\nruleset = "dnd6e"\nstars = 3\n')
    (problem,) = check_campaign(folder)
    assert (problem.code, problem.key) == ("newer_format", "format")
    assert (problem.detail("found"), problem.detail("reads")) == (2, 1)


def test_a_folder_that_is_no_campaign_is_told(tmp_path: Path) -> None:
    assert found(tmp_path)[0][0] == "not_a_campaign"
    assert found(tmp_path / "nothing")[0][0] == "missing"


def test_settings_may_be_written_with_or_without_quotes(tmp_path: Path) -> None:
    for lines in (
        '"5e.magic_missile" = "once"\n',
        '5e.magic_missile = "once"\n',
        '[settings.5e]\nmagic_missile = "once"\n',
    ):
        folder = campaign(
            tmp_path / "crypt", campaign=f'format = 1\nname = "X"\nruleset = "dnd5e"\n[settings]\n{lines}'
        )
        assert check_campaign(folder) == ()


def test_numbers_of_any_size_are_compared_alike() -> None:
    for hp in (2**63, 2**70, -(2**70)):
        problems = explain(Document("x", "", {"name": "x", "ac": 1, "hp": hp}), MonsterSheet)
        assert [problem.code for problem in problems] == ["out_of_range"]
    assert math.isinf(1e999)


def test_reading_a_campaign_without_faults_loads_no_pydantic(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", party__mira=WIZARD, bestiary__wolf=WOLF, encounters__g='name = "G"\n')
    body = (
        "import sys\nfrom pathlib import Path\nfrom campaigns.catalog import Catalog\n"
        "catalog = Catalog(Path(sys.argv[1]))\n"
        "catalog.config, catalog.settings, catalog.character('mira'), catalog.encounter('g')\n"
        "catalog.creature('wolf'), catalog.spell('fireball'), catalog.find_creatures('gob')\n"
        "print('pydantic' in sys.modules, 'tomlkit' in sys.modules, 'difflib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", body, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False False False\n"
