"""Files of people: whatever they hold, they are read or refused at once, with the place and a code."""

import os
import socket
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.errors import Problem, UserError
from campaigns.toml_lines import key_lines, line_of
from campaigns.toml_reader import DEPTH_LIMIT, KEY_PARTS_LIMIT, SIZE_LIMIT, load, parse


def refused(path: Path) -> Problem:
    with pytest.raises(UserError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert problem.path == str(path)
    return problem


def refused_text(text: str) -> Problem:
    with pytest.raises(UserError) as caught:
        parse(text, "sheet.toml")
    (problem,) = caught.value.problems
    assert problem.path == "sheet.toml"
    return problem


@pytest.mark.parametrize(
    "content",
    [
        b'name = "Mira"\nhp = 32\n',
        b'\xef\xbb\xbfname = "Mira"\nhp = 32\n',
        b'name = "Mira"\r\nhp = 32\r\n',
        b'name = "Mira" # hp = 3\nhp = 32',
    ],
    ids=["plain", "byte order mark", "windows line ends", "no last line end"],
)
def test_a_file_is_read_as_editors_of_all_systems_save_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mira.toml"
    path.write_bytes(content)
    assert load(path).data == {"name": "Mira", "hp": 32}


def test_messages_name_a_file_as_the_caller_does(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        load(tmp_path / "mira.toml", "party/mira.toml")
    assert caught.value.problems[0].path == "party/mira.toml"


def test_an_empty_file_is_an_empty_table(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.touch()
    assert load(path).data == {}


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ('name = "Mira"\n'.encode("utf-16"), "not_utf8", 1),
        ('x = 1\nname = "Mirã"\n'.encode("latin-1"), "not_utf8", 2),
        (b'x = 1\nname = "Mi\x00ra"\n', "not_toml", 2),
        (b'x = 1\nname = "\x1b]0;x\x07"\n', "not_toml", 2),
        (b"x = 1\ry = 2\n", "not_toml", 1),
        (b"x = 1\nhp = ten\n", "not_toml", 2),
        (b"x = 1\n\nhp =", "not_toml", 3),
        (b"x = 1\nlist = [1, 2\n", "not_toml", 2),
        (b'x = 1\nnote = """never ends\n\n', "not_toml", 2),
        (b"\xff\xfe\x00", "not_utf8", 1),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path, content: bytes, code: str, line: int) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    problem = refused(path)
    assert (problem.code, problem.line) == (code, line)


def test_a_refusal_quotes_the_line_and_its_column() -> None:
    problem = refused_text("x = 1\n  hp = ten # eleven\n")
    assert (problem.detail("text"), problem.detail("column")) == ("hp = ten # eleven", 8)
    assert problem.detail("reason") == "Invalid value"


@pytest.mark.parametrize(
    ("text", "key", "line", "first_line"),
    [
        ("hp = 1\nac = 2\nhp = 3\n", "hp", 3, 1),
        ("hp = 1\nac = 2\nhp = 3", "hp", 3, 1),
        ("[a]\nx = 1\n[b]\ny = 1\n[a]\nz = 1\n", "a", 5, 1),
        ("[[attacks]]\nhit = 1\n[[attacks]]\nhit = 2\n# again\nhit = 3\n", "attacks.1.hit", 6, 4),
        ("abilities = { str = 8,\ndex = 9 }\n", "", 0, 0),
        ("abilities = { str = 8, str = 9 }\n", "abilities.str", 1, 1),
        ("a.b = 1\nc = 2\na.b = 3\n", "a.b", 3, 1),
        ("a = 1\na.b = 3\n", "a", 2, 1),
        ("a = 1\n[a]\nb = 3\n", "a", 2, 1),
        ("a.b = 1\n[a]\nc = 3\n", "a", 2, 1),
        ("a = []\n[[a]]\nc = 3\n", "a", 2, 1),
        ('note = """\nhp = 1\n"""\nhp = 1\n# hp = 2\nhp = 3', "hp", 6, 4),
    ],
)
def test_a_key_given_twice_is_named_with_both_lines(text: str, key: str, line: int, first_line: int) -> None:
    problem = refused_text(text)
    if not key:
        assert problem.code == "not_toml"
        return
    assert (problem.code, problem.key, problem.line) == ("duplicate_key", key, line)
    assert problem.detail("first_line") == first_line


def test_a_directory_a_pipe_a_socket_and_a_device_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert refused(pipe).code == "not_a_file"
    assert refused(tmp_path).code == "not_a_file"
    assert refused(Path("/dev/zero")).code == "not_a_file"
    name = tmp_path / "socket.toml"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(name))
        assert refused(name).code == "not_a_file"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("hp = 1\n")
    link = tmp_path / "link.toml"
    link.symlink_to("real.toml")
    assert refused(link).code == "is_symlink"
    loop = tmp_path / "loop.toml"
    loop.symlink_to("loop.toml")
    assert refused(loop).code == "is_symlink"


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    assert refused(tmp_path / "nothing.toml").code == "missing"
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "nothing.toml").code == "missing"
    assert refused(tmp_path / ("n" * 300)).code == "bad_path"
    assert refused(tmp_path / "a\0b").code == "bad_path"


def test_what_may_not_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text("hp = 1\n")
    path.chmod(0)
    user = os.geteuid()
    if user == 0:  # root reads everything
        os.seteuid(65534)
    try:
        assert refused(path).code == "not_readable"
    finally:
        os.seteuid(user)


def test_a_file_over_the_limit_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * (SIZE_LIMIT + 1))
    assert refused(path).code == "too_large"
    huge = tmp_path / "huge.toml"
    with open(huge, "wb") as file:
        file.truncate(2 * 1024**3)
    assert refused(huge).code == "too_large"


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n" + ".".join("a" * 50_000) + " = 1\n",
        "x = 1\n" + ".".join(['"a"'] * 50_000) + " = 1\n",
        "x = 1\n[" + " . ".join("a" * 50_000) + "]\n",
        "x = 1\ny = {" + ".".join("a" * 50_000) + " = 1}\n",
        "x = 1\n" + ".".join("a" * (KEY_PARTS_LIMIT + 1)) + " = 1\n",
    ],
    ids=["bare", "quoted", "header", "inline", "just too long"],
)
def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(text: str) -> None:
    problem = refused_text(text)
    assert (problem.code, problem.line) == ("key_too_long", 2)


def test_a_key_of_as_many_parts_as_allowed_is_read() -> None:
    assert parse(".".join("a" * KEY_PARTS_LIMIT) + " = 1\n", "sheet.toml")


@pytest.mark.parametrize(
    "text",
    ["x = 1\nlist = " + "[" * 1000 + "]" * 1000, "x = 1\nt = " + "{a=" * 1000 + "1" + "}" * 1000],
    ids=["arrays", "tables"],
)
def test_deep_nesting_is_refused_before_it_is_parsed(text: str) -> None:
    problem = refused_text(text)
    assert (problem.code, problem.line) == ("nested_too_deep", 2)


def test_nesting_as_deep_as_allowed_is_read() -> None:
    assert parse("list = " + "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT, "sheet.toml")


def test_a_number_of_thousands_of_digits_is_refused_with_its_line() -> None:
    problem = refused_text("x = 1\nhp = " + "9" * 5000 + "\n")
    assert (problem.code, problem.line) == ("number_too_long", 2)


@pytest.mark.parametrize(
    "value",
    [
        '"' + "a." * 500 + '"',
        "'" + "[" * 500 + "'",
        '"""\n' + "{" * 500 + "a.b" * 200 + '\n"""',
        "'''" + '"' * 500 + "[[[" * 100 + "'''",
        '"\\"' + "[" * 100 + '"',
        '""""' + "[" * 100 + '"""""',
    ],
)
def test_what_stands_in_a_text_or_a_comment_is_no_nesting(value: str) -> None:
    text = f"note = {value} # {'[' * 200}{'a.' * 200}\nhp = 1\n"
    assert parse(text, "sheet.toml") == tomllib.loads(text)


@pytest.mark.parametrize("text", ['"""', "'''", '"', "'", '"""\\', '"\\', "\\'", "'\"", 'a"\\'])
def test_texts_that_never_end_take_no_time(text: str) -> None:
    assert refused_text("note = " + text * 300_000 + "x").code == "not_toml"
    assert refused_text("note = " + text + ("a\\" + text[0]) * 300_000 + "\n").code == "not_toml"


@pytest.mark.parametrize("run", [" ", "\t", "=", "\n", "#", "x", ".", "]", "\\\\", " .", "1.", "# \n", "é"])
def test_long_runs_of_anything_take_no_time(run: str) -> None:
    for before, after in (("", ""), ("x = 1", "y"), ("note = ", ""), ('note = "', "")):
        with suppress(UserError):
            parse(before + run * 500_000 + after, "sheet.toml")


LOCATED = """\
# Mira
name = "Mira"
abilities = { str = 8, dex = 14 }
# not strong
[spellcasting]
prepared = [
  "fireball",
  # soon: "fly"
  "haste", "shield",
]
slots.first = 4

[[attacks]]
name = "Dagger"
save = { ability = "con", dc = 10 }

[attacks.extra]
note = '''
name = "x"
'''

[[attacks]]
name = "Staff"
"a.b" = 1
list = [
  { x = 1 },
  { y = [1,
         2] } ]
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", 2),
        ("abilities.dex", 3),
        ("spellcasting.prepared.0", 7),
        ("spellcasting.prepared.2", 9),
        ("spellcasting.slots.first", 11),
        ("attacks", 13),
        ("attacks.0.name", 14),
        ("attacks.0.save.dc", 15),
        ("attacks.0.extra.note", 18),
        ("attacks.1", 22),
        ("attacks.1.name", 23),
        ("attacks.1.list.0.x", 26),
        ("attacks.1.list.1.y.1", 28),
        ("attacks.1.hit", 22),
        ("spellcasting.ability", 5),
        ("ac", 0),
    ],
)
def test_every_key_has_its_line_and_a_missing_one_that_of_its_table(key: str, line: int) -> None:
    assert line_of(key_lines(LOCATED), tuple(key.split("."))) == line


def keys_of(value: object, key: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    items: list[tuple[str, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = [(str(number), element) for number, element in enumerate(value)]
    return {key, *(found for part, below in items for found in keys_of(below, (*key, part)))}


VALUES = st.recursive(
    st.integers(-9, 99) | st.text("ab'\"\\#[]{}=,.\n é", max_size=6) | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c", "d-e"]), VALUES, max_size=4))
def test_the_lines_know_every_key_of_every_file(data: dict[str, object]) -> None:
    import tomli_w

    text = tomli_w.dumps(data)
    assert parse(text, "sheet.toml") == tomllib.loads(text)
    lines = key_lines(text)
    headers = {key[:n] for key in lines for n in range(1, len(key))}
    assert keys_of(tomllib.loads(text)) <= {*lines, *headers, ()}
