"""A campaign's folder: private, whole or not there at all, and never in the place of something else."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.catalog import Catalog
from campaigns.checking import check_campaign
from campaigns.errors import Problem, UserError
from campaigns.folder import create, demo, examine, is_campaign, open_folder
from tests.campaigns.sheet_texts import campaign

ROOT = Path(__file__).parents[2]
PRIVATE = {"party", "bestiary", "spells", "encounters"}


def refused(path: Path, **options: str) -> Problem:
    with pytest.raises(UserError) as caught:
        create(path, **options)  # type: ignore[arg-type]
    (problem,) = caught.value.problems
    return problem


def modes(folder: Path) -> set[tuple[str, int]]:
    """Kind and permission bits of everything in a folder."""
    found = [folder, *folder.rglob("*")]
    return {("folder" if path.is_dir() else "file", stat.S_IMODE(path.stat().st_mode)) for path in found}


def test_a_new_campaign_is_one_and_has_no_problems(tmp_path: Path) -> None:
    folder = create(tmp_path / "crypt", ruleset="dnd5e", name='La crypte « de » "Veyr"', language="fr")
    assert folder == tmp_path / "crypt"
    assert is_campaign(folder)
    assert {path.name for path in folder.iterdir()} == {"campaign.toml", *PRIVATE}
    assert check_campaign(folder) == ()
    sheet = open_folder(folder)
    assert (sheet.format, sheet.name, sheet.ruleset, sheet.language) == (1, 'La crypte « de » "Veyr"', "dnd5e", "fr")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crypt"]


def test_a_campaign_is_named_after_its_folder_when_nobody_says_otherwise(tmp_path: Path) -> None:
    assert open_folder(create(tmp_path / "Crypte de Veyr")).name == "Crypte de Veyr"


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_a_new_campaign_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        folder = create(tmp_path / "crypt")
    finally:
        os.umask(before)
    assert modes(folder) == {("folder", 0o700), ("file", 0o600)}


def test_a_campaign_may_be_made_in_an_empty_folder_which_stays(tmp_path: Path) -> None:
    folder = tmp_path / "crypt"
    folder.mkdir(mode=0o750)
    look = folder.stat()
    create(folder)
    assert is_campaign(folder)
    assert (folder.stat().st_ino, folder.stat().st_mode) == (look.st_ino, look.st_mode)


def test_a_campaign_may_be_made_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crypt").mkdir()
    monkeypatch.chdir(tmp_path / "crypt")
    assert create(Path()) == tmp_path / "crypt"
    assert is_campaign(Path())


def test_nothing_is_put_beside_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / ".hidden").touch()
    assert refused(tmp_path / "full").code == "not_empty"
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file").code == "not_a_folder"
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    assert refused(tmp_path / "link").code == "not_a_folder"
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    assert refused(open_to_all).code == "world_writable"
    assert list((tmp_path / "empty").iterdir()) == []
    assert list(open_to_all.iterdir()) == []


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "a\x1b[2Jb", "a\u202eb", "-rf", "\udcff"])
def test_a_name_that_no_folder_should_have_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name).code == "bad_path"
    assert list(tmp_path.iterdir()) == []


def test_what_else_is_wrong_with_the_arguments_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere" / "crypt").code == "missing"
    problem = refused(tmp_path / "crypt", ruleset="dnd5")
    assert (problem.code, problem.detail("near")) == ("unknown_ruleset", ("dnd5e",))
    assert problem.detail("known") == ("dnd5e", "powers40k", "vieux-monde")
    assert refused(tmp_path / "crypt", name="\x1b]0;x\x07").code == "name_control"
    assert refused(tmp_path / "crypt", name="   ").code == "name_empty"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    parent = tmp_path / "parent"
    parent.mkdir()
    parent.chmod(0o555)
    user = os.geteuid()
    if user == 0:  # root writes everywhere
        os.seteuid(65534)
    try:
        # The folders of root's tests are closed to others: that is met before the folder itself.
        assert refused(parent / "crypt").code == ("not_writable" if user else "not_readable")
    finally:
        os.seteuid(user)
    assert list(parent.iterdir()) == []


def test_a_folder_that_only_lets_look_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "mkdir", denied)
    problem = refused(tmp_path / "crypt")
    assert (problem.code, problem.detail("why")) == ("not_writable", "EACCES")


# --- recognising and opening


def test_what_is_no_campaign_is_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "file").touch()
    for path, code in (
        (tmp_path / "nothing", "missing"),
        (tmp_path / "file", "not_a_folder"),
        (tmp_path / "file" / "below", "missing"),
        (Path("a\0b"), "bad_path"),
        (folder, "not_a_campaign"),
    ):
        with pytest.raises(UserError) as caught:
            open_folder(path)
        (problem,) = caught.value.problems
        assert (problem.code, problem.path) == (code, str(path))
        assert not is_campaign(path)


def test_a_folder_that_everybody_may_write_to_is_refused_unless_allowed(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt")
    folder.chmod(0o777)
    with pytest.raises(UserError) as caught:
        open_folder(folder)
    assert caught.value.code == "world_writable"
    assert open_folder(folder, allow_world_writable=True).name == "Test"


def test_a_folder_of_strangers_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt")
    body = (
        "import os, sys\nfrom campaigns import folder\nfrom campaigns.errors import UserError\n"
        "look = os.stat(sys.argv[1])\n"
        "os.geteuid, os.getegid, os.getgroups = lambda: look.st_uid + 1, lambda: look.st_gid + 1, lambda: []\n"
        "try:\n    folder.examine(sys.argv[1])\nexcept UserError as error:\n    print(error.code)\n"
        "os.getgroups = lambda: [look.st_gid]\nfolder.examine(sys.argv[1])\nprint('ours')"
    )
    done = subprocess.run(
        [sys.executable, "-c", body, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "foreign_owner\nours\n"


def test_a_newer_campaign_is_not_opened(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", campaign='format = 7\nname = "X"\nruleset = "dnd5e"\n')
    with pytest.raises(UserError) as caught:
        open_folder(folder)
    (problem,) = caught.value.problems
    assert (problem.code, problem.detail("found")) == ("newer_format", 7)


def test_a_broken_campaign_file_is_told_with_its_line(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt", campaign='format = 1\nname = "X"\nruleset = "dnd"\n')
    with pytest.raises(UserError) as caught:
        open_folder(folder)
    (problem,) = caught.value.problems
    assert (problem.code, problem.key, problem.line) == ("not_one_of", "ruleset", 3)
    assert problem.path == str(folder / "campaign.toml")


# --- the demonstration


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "data"


def test_the_demonstration_is_copied_to_the_users_data(data: Path) -> None:
    folder = demo(language="fr")
    assert folder.is_relative_to(data) or sys.platform == "darwin"
    assert check_campaign(folder) == ()
    assert open_folder(folder).language == "fr"
    assert len(Catalog(folder).characters()) == 4
    assert modes(folder) == {("folder", 0o700), ("file", 0o600)}
    assert sorted(path.name for path in folder.parent.iterdir()) == ["demo"]


def test_a_demonstration_that_runs_is_not_touched(data: Path) -> None:
    folder = demo()
    (folder / "journal").mkdir()
    (folder / "party" / "mira.toml").write_text("edited")
    assert demo(language="fr") == folder
    assert (folder / "party" / "mira.toml").read_text() == "edited"
    assert open_folder(folder).language == "en"


def test_a_fresh_demonstration_keeps_the_old_one_aside(data: Path) -> None:
    folder = demo()
    for number in (1, 2):
        (folder / "party" / "mira.toml").write_text(f"edited {number}")
        assert demo(fresh=True) == folder
        assert check_campaign(folder) == ()
        assert (folder.with_name(f"demo-{number}") / "party" / "mira.toml").read_text() == f"edited {number}"


def test_something_else_in_the_place_of_the_demonstration_stays(data: Path) -> None:
    folder = demo()
    (folder / "campaign.toml").unlink()
    with pytest.raises(UserError) as caught:
        demo()
    assert caught.value.code == "not_a_campaign"
    demo(fresh=True)
    assert not (folder.with_name("demo-1") / "campaign.toml").exists()
    assert is_campaign(folder)


def test_a_data_folder_that_cannot_be_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(UserError) as caught:
        demo()
    assert caught.value.code == "not_writable"


def test_nothing_half_made_is_left_when_a_write_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert refused(tmp_path / "new").code == "not_writable"
    (tmp_path / "empty").mkdir()
    assert refused(tmp_path / "empty").code == "not_writable"
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]
    monkeypatch.undo()
    examine(create(tmp_path / "empty"))
