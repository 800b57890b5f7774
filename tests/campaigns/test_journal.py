"""What a journal says on paper: blocks that hold what was put in, that nothing forges, and that show every change."""

import re
import tomllib
import zlib
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaigns.errors import UserError
from campaigns.journal import (
    BLOCK_LIMIT,
    Checkpoint,
    Damage,
    Entry,
    Start,
    closing,
    entry_block,
    parse_base,
    parse_entry,
    parse_start,
    scan,
    sealed,
    segment_start,
)
from campaigns.toml_writer import document, inline, quoted, timestamp
from rules.text import is_hostile
from tests.campaigns.toy import TOY, Added, Said

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
START = segment_start(Start(number=1, key="", after=0, after_seal=""), Checkpoint(cursor=0, state={}))
HOSTILE = [
    "",
    '"',
    '"""',
    "\\",
    "a\\",
    "\r\n",
    "\t",
    "\0",
    "\x1b]52;c;eA==\a",
    "\x7f",
    "\x9b2J",
    "\u202egpj",
    "\u200b\u2066\ufeff",
    "\u2028\u2029\u0085",
    "👩\u200d👩\u200d👧",
    "é e\u0301 漢字",
    "\U000e0041",
    "[[entry]]",
    "\n[[entry]]\nseq = 2\n",
    "\n#= 9 deadbeef\n",
    '"\n#= 1 00000000\n[[entry]]\nseq = 2',
    "}, {event = 'x'}",
    "[/] [@click=app.quit]x[/]",
]


def entry(seq: int = 1, text: str = "hello", **changes: Any) -> Entry:
    fields: dict[str, Any] = {
        "seq": seq,
        "time": NOON,
        "who": "Anna",
        "command": "say",
        "events": (Said(text=text),),
        **changes,
    }
    return Entry(**fields)


def segment(count: int = 3) -> bytes:
    return START + b"".join(entry_block(entry(seq)) for seq in range(1, count + 1))


TEXT = st.text(st.characters(codec="utf-8"))
PLAIN = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(TEXT, PLAIN, max_size=4))
def test_any_value_is_read_back_from_one_line(value: dict[str, Any]) -> None:
    text = inline(value)
    assert text.isprintable()
    assert tomllib.loads(f"value = {text}") == {"value": value}


@given(st.dictionaries(TEXT, PLAIN, max_size=4))
@example({"a": {"\x9b": "\x9b\n\u202e\t"}, "b": [{"c": "\ufeff"}]})
def test_any_table_is_read_back_from_a_layout_for_reading(value: dict[str, Any]) -> None:
    text = document(value)
    assert text.replace("\n", "").isprintable()
    assert tomllib.loads(text) == value


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_read_back_and_never_reaches_a_terminal(text: str) -> None:
    block = entry_block(entry(who=text, command=text, text=text))
    assert not [c for c in block.decode() if c != "\n" and is_hostile(c)]
    found = parse_entry(block, scan(START + block).blocks[2]._replace(start=0, end=len(block)), TOY.event_of)
    assert found == entry(who=text, command=text, text=text)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_forges_a_block(text: str) -> None:
    data = START + entry_block(entry(1, text)) + entry_block(entry(2, command=text)) + closing(2, 2)
    found = scan(data)
    assert [(block.kind, block.seq) for block in found.blocks] == [
        ("header", 0),
        ("base", 0),
        ("entry", 1),
        ("entry", 2),
        ("closed", 2),
    ]
    assert found.tail == "none"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_torn_text_that_looks_like_a_block_is_still_torn(text: str) -> None:
    whole = entry_block(entry(1, text + "\n[[entry]]\nseq = 1\n#= 1 00000000\n"))
    for cut in range(1, len(whole)):
        assert scan(START + whole[:cut]).tail == "torn"


@pytest.mark.parametrize("text", ["\ud800", "a\udcff"])
def test_what_is_no_text_is_refused(text: str) -> None:
    with pytest.raises(UserError) as refused:
        entry_block(entry(command=text))
    assert refused.value.code == "not_text"
    with pytest.raises(UserError):
        document({"a": text})


@pytest.mark.parametrize("value", [None, [None], {"a": None}, b"x", {1, 2}, object()])
def test_what_toml_has_no_form_for_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        inline(value)


def test_the_whole_file_is_toml() -> None:
    table = tomllib.loads((segment() + closing(3, 2)).decode())
    assert table["format"] == 1
    assert [found["seq"] for found in table["entry"]] == [1, 2, 3]
    assert table["closed"] == {"next": 2}


def test_the_file_says_what_it_is() -> None:
    assert segment().startswith(b"# aethyr journal: written by the program")


def test_an_entry_has_all_its_fields_again() -> None:
    events = (Said(text="a", notes={"k 1": "v"}, numbers={3: 0.1, -4: 1e300}), Added(amount=-(2**70)))
    written = entry(7, forced=True, undo=3, redo=4, events=events)
    start = segment_start(Start(number=1, key="", after=6, after_seal=""), Checkpoint(cursor=0, state={}))
    data = start + entry_block(written)
    assert parse_entry(data, scan(data).blocks[2], TOY.event_of) == written


def test_a_seal_covers_its_block_and_its_number() -> None:
    block = entry_block(entry(12))
    found = re.fullmatch(rb"(.*\n#= 12 )([0-9a-f]{8})\n", block, re.DOTALL)
    assert found is not None
    assert int(found[2], 16) == zlib.crc32(found[1])


def test_an_entry_beyond_the_limit_is_refused() -> None:
    with pytest.raises(UserError) as refused:
        entry_block(entry(text="x" * BLOCK_LIMIT))
    assert refused.value.code == "entry_too_large"
    assert refused.value.problems[0].detail("limit") == BLOCK_LIMIT


def test_numbers_must_follow_each_other() -> None:
    first, second, third = (entry_block(entry(seq)) for seq in (1, 2, 3))
    assert scan(START + first + third).tail == "damaged"
    assert scan(START + first + first).tail == "damaged"
    assert scan(START + second).tail == "damaged"
    assert scan(START + first + START).tail == "damaged"
    assert scan(first).tail == "damaged"
    assert scan(START + closing(0, 2) + first).tail == "damaged"
    assert scan(START + first + second + third).tail == "none"


def test_a_segment_cut_at_any_byte_is_torn_and_nothing_else() -> None:
    data = segment(2)
    ends = {block.end for block in scan(data).blocks}
    for cut in range(len(data)):
        found = scan(data[:cut])
        assert found.tail == ("none" if cut in ends or cut == 0 else "torn")
        assert found.end == max({0, *(end for end in ends if end <= cut)})


@pytest.mark.parametrize("tail", [b"\0" * 64, b"\xff\x00garbage\n#= 3 12345678\n", b"[[entry]]\n[[entry]]\n", b" \n"])
def test_a_segment_cut_at_any_byte_with_rubbish_after_it_loses_no_block(tail: bytes) -> None:
    data = segment(2)
    ends = [block.end for block in scan(data).blocks]
    for cut in range(1, len(data)):
        found = scan(data[:cut] + tail)
        assert found.tail == "torn"
        assert found.end == max([0, *(end for end in ends if end <= cut)])


def test_one_bit_flipped_anywhere_is_seen() -> None:
    data = segment(3)
    blocks = scan(data).blocks
    for at in range(len(data)):
        for bit in (0, 5, 7):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            found = scan(flipped)
            assert found.tail == ("torn" if at >= blocks[-1].start else "damaged"), (at, bit)
            assert found.blocks == [block for block in blocks if block.end <= at]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[entry]]\nseq = 1\n", "entry_unreadable"),
        ("[[entry]]\nseq = 1\n[[entry]]\nseq = 2\n", "entry_unreadable"),
        ("[[entry]]\nthis is no toml\n", "entry_unreadable"),
        ("[[entry]]\nx" + ".x" * 50_000 + " = 1\n", "entry_unreadable"),
        ("[[entry]]\nx = " + "[" * 5000 + "]" * 5000 + "\n", "entry_unreadable"),
        ("[[entry]]\nseq = " + "9" * 5000 + "\n", "entry_unreadable"),
        (inlined := '[[entry]]\nseq = 1\ntime = 2026-01-01T00:00:00Z\nwho = ""\ncommand = ""\n', ""),
        (inlined.replace("seq = 1", "seq = 2"), "entry_unreadable"),
        (inlined + "extra = 1\n", "entry_unreadable"),
        (inlined + "events = 3\n", "entry_unreadable"),
        (inlined + 'events = [{event = "added"}]\n', "entry_unreadable"),
        (inlined + 'events = [{event = "added", amount = "ten"}]\n', "entry_unreadable"),
        (inlined + 'events = [{event = "added", amount = 1, extra = 1}]\n', "entry_unreadable"),
        (inlined + 'events = [{event = "of the future"}]\n', "newer_format"),
    ],
)
def test_a_sealed_block_that_says_something_else_is_damage_with_its_place(text: str, code: str) -> None:
    data = START + sealed(text, 1)
    block = scan(data).blocks[2]
    if not code:
        assert parse_entry(data, block, TOY.event_of).seq == 1
        return
    with pytest.raises(Damage) as damage:
        parse_entry(data, block, TOY.event_of)
    assert (damage.value.code, damage.value.byte, damage.value.seq) == (code, len(START), 0)


def test_a_block_that_is_no_utf8_is_damage() -> None:
    body = b'[[entry]]\nwho = "\xff"\n#= 1 '
    data = START + body + b"%08x\n" % zlib.crc32(body)
    with pytest.raises(Damage) as damage:
        parse_entry(data, scan(data).blocks[2], TOY.event_of)
    assert damage.value.code == "entry_unreadable"


def test_a_header_of_another_format_is_newer() -> None:
    data = sealed("format = 2\n[segment]\nnumber = 1\n", 0)
    with pytest.raises(Damage) as damage:
        parse_start(data, scan(data).blocks[0])
    assert damage.value.code == "newer_format"
    assert damage.value.details == {"found": 2, "reads": 1}


def test_a_base_has_its_state_again() -> None:
    base = Checkpoint(cursor=4, redo=(6, 5), state={"total": 3, "notes": {"\x1b": "\u202e"}, "words": []})
    data = segment_start(Start(number=2, key="crypt", after=9, after_seal="0badc0de"), base)
    blocks = scan(data).blocks
    assert parse_base(data, blocks[1]) == base
    assert parse_start(data, blocks[0]) == Start(number=2, key="crypt", after=9, after_seal="0badc0de")


@given(st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_a_moment_is_written_to_the_second_in_utc(moment: datetime) -> None:
    moment = moment.replace(tzinfo=UTC, microsecond=0)
    assert tomllib.loads(f"t = {timestamp(moment)}") == {"t": moment}


@given(TEXT)
def test_a_name_in_quotes_is_one_line_of_printable_text(text: str) -> None:
    assert quoted(text).isprintable()
    assert tomllib.loads(f"a = {quoted(text)}") == {"a": text}


@given(st.binary(max_size=400))
def test_any_bytes_can_be_looked_at(data: bytes) -> None:
    found = scan(data)
    assert found.blocks == []
    assert scan(segment(1) + data).blocks[:3] == scan(segment(1)).blocks


def test_struct_fields_and_file_agree() -> None:
    written = tomllib.loads(entry_block(entry(1, forced=True, undo=1, redo=1)).decode())["entry"][0]
    assert set(written) == {field.name for field in msgspec.structs.fields(Entry)} - {"undone"}
