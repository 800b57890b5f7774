"""The last entries of a real journal, cut and flipped at every byte: nothing silent, nothing confirmed lost."""

import shutil
import tomllib
from pathlib import Path

import pytest

from campaigns.session import Session
from tests.campaigns.toy import ToyState, add, new_campaign, open_fight, open_toy, say, total, toy_state

TAILS = {"nothing": b"", "zeros": bytes(64), "rubbish": b'\xff[[entry]]\nseq = 3\n#= 4 deadbeef\n"\x80'}
SEGMENT = "journal/0002-gate.toml"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in a fight of three entries, its snapshot gone: the journal speaks for itself."""
    folder = new_campaign(tmp_path_factory.mktemp("torn") / "toy")
    with open_toy(folder) as session:
        add(session, 4)
        open_fight(session, "gate")
        say(session, "a\n#= 3 00000000\n[[entry]]\nseq = 4\n")
        session.undo()
    (folder / "state.toml").unlink()
    return folder


@pytest.fixture
def campaign(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "toy"))


def entries(data: bytes) -> list[tuple[int, int]]:
    """Where the entries of a segment begin and end."""
    starts = [at for at in range(len(data)) if data.startswith(b"[[entry]]\n", at) and data[at - 1 : at] == b"\n"]
    return list(zip(starts, [*starts[1:], len(data)], strict=True))


def states() -> list[ToyState]:
    """The states after the base and after each entry of the fight."""
    before = ToyState(total=4)
    opened = ToyState(total=5, fight="gate")
    text = "a\n#= 3 00000000\n[[entry]]\nseq = 4\n"
    said = ToyState(total=5, fight="gate", words=(text,), notes={text: text}, numbers={len(text): len(text) / 3})
    return [before, opened, said, opened]


def seen(session: Session) -> tuple[int, ToyState]:
    return session.seq, toy_state(session)


@pytest.mark.parametrize("tail", TAILS)
def test_a_journal_cut_at_any_byte_opens_on_the_last_whole_entry(campaign: Path, tail: str) -> None:
    path = campaign / SEGMENT
    whole = path.read_bytes()
    places = entries(whole)
    assert len(places) == 3
    for cut in range(places[0][0], len(whole) + 1):
        path.write_bytes(whole[:cut] + TAILS[tail])
        kept = sum(end <= cut for _, end in places)
        end = places[kept - 1][1] if kept else places[0][0]
        torn = whole[end:cut] + TAILS[tail]
        with open_toy(campaign) as session:
            assert seen(session) == (1 + kept, states()[kept])
            assert [notice.code for notice in session.notices] == (["torn_tail"] if torn else [])
            assert [(campaign / notice.detail("kept")).read_bytes() for notice in session.notices] == [torn] * bool(
                torn
            )
            assert path.read_bytes() == whole[:end]
        shutil.rmtree(campaign / "torn", ignore_errors=True)


def test_play_goes_on_after_a_cut_at_any_byte(campaign: Path) -> None:
    path = campaign / SEGMENT
    whole = path.read_bytes()
    start, end = entries(whole)[-1]
    for cut in range(start, end):
        path.write_bytes(whole[:cut])
        with open_toy(campaign, writable=False) as viewer:
            assert seen(viewer) == (3, states()[2])
        with open_toy(campaign) as session:
            assert add(session, 10) == 4
        assert len(tomllib.loads(path.read_text())["entry"]) == 3
        with open_toy(campaign) as session:
            assert total(session) == states()[2].total + 10
        shutil.rmtree(campaign / "torn", ignore_errors=True)
        (campaign / "state.toml").unlink()


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
def test_a_bit_flipped_at_any_byte_is_never_silent(campaign: Path, mask: int) -> None:
    path = campaign / SEGMENT
    whole = path.read_bytes()
    places = entries(whole)
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ mask]) + whole[at + 1 :])
        before = path.read_bytes()
        good = sum(end <= at for _, end in places)
        with open_toy(campaign) as session:
            (notice,) = session.notices
            assert seen(session) == (1 + good, states()[good])
            if at >= places[-1][0]:
                # Nothing valid follows: it cannot be told from a torn tail. Its bytes are kept, and it is said.
                assert (notice.code, session.read_only) == ("torn_tail", None)
                assert (campaign / notice.detail("kept")).read_bytes() == before[places[-1][0] :]
            else:
                assert (notice.code, session.read_only) == ("journal_damaged", "journal_damaged")
                assert notice.detail("seq") == 1 + good
                assert notice.detail("byte") <= at
                assert path.read_bytes() == before
        shutil.rmtree(campaign / "torn", ignore_errors=True)


def test_a_flipped_bit_that_a_snapshot_proves_is_said_to_have_cost_an_entry(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session, 10)
    path = campaign / SEGMENT
    whole = path.read_bytes()
    path.write_bytes(whole[:-30] + bytes([whole[-30] ^ 1]) + whole[-29:])
    with open_toy(campaign) as session:
        assert [notice.code for notice in session.notices] == ["entries_missing", "torn_tail"]
        assert session.seq == 4
