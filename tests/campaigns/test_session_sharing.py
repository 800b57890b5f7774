"""Several sessions on one campaign: each sees what the others wrote; a viewer follows; threads take turns."""

import threading
from pathlib import Path

import pytest

from campaigns.errors import UserError
from campaigns.fs import RealFs
from campaigns.lock import CampaignLock
from campaigns.session import Session
from tests.campaigns.toy import (
    TOY,
    add,
    end_fight,
    new_campaign,
    open_fight,
    open_toy,
    refusal,
    say,
    total,
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return new_campaign(tmp_path / "toy")


def test_each_session_sees_what_the_other_wrote_before_it_decides(campaign: Path) -> None:
    with open_toy(campaign, who="Anna") as anna, open_toy(campaign, who="Otto") as otto:
        add(anna, 5)
        add(otto, -5)
        assert refusal(lambda: add(anna, -1)) == "below_zero"
        assert (total(anna), anna.seq) == (0, 2)
        assert [entry.who for entry in anna.refresh()] == ["Otto"]
        assert anna.refresh() == ()
        assert [entry.who for entry in otto.refresh()] == ["Anna"]


def test_a_viewer_follows_through_undo_and_from_fight_to_fight(campaign: Path) -> None:
    with open_toy(campaign, writable=False) as viewer, open_toy(campaign) as session:
        assert viewer.refresh() == ()
        for play in (
            lambda: add(session, 3),
            lambda: open_fight(session, "gate"),
            lambda: say(session, "x"),
            session.undo,
            session.redo,
            lambda: end_fight(session),
            lambda: open_fight(session, "crypt"),
            lambda: add(session, 1),
        ):
            play()
            (entry,) = viewer.refresh()
            assert entry == session.entry(session.seq)
            assert (viewer.state, viewer.seq) == (session.state, session.seq)
            assert viewer.history == session.history
            assert viewer.refresh() == ()


def test_a_viewer_reads_no_more_than_the_last_seal_when_nothing_happens(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_toy(campaign) as session:
        add(session)
    with open_toy(campaign, writable=False) as viewer:
        looks: list[object] = []
        look, read = RealFs.stat, RealFs.read

        def stat(self: RealFs, target: str | int) -> object:
            looks.append(target)
            return look(self, target)

        def pread(self: RealFs, handle: int, offset: int, size: int) -> bytes:
            looks.append(size)
            return read(self, handle, offset, size)

        monkeypatch.setattr(RealFs, "stat", stat)
        monkeypatch.setattr(RealFs, "read", pread)
        viewer.refresh()
        assert looks == ["journal/0001-between.toml", 64]


def test_a_reader_lets_an_unfinished_entry_alone(campaign: Path) -> None:
    with open_toy(campaign) as session:
        add(session)
        add(session)
    path = campaign / "journal" / "0001-between.toml"
    whole = path.read_bytes()
    cut = whole.rindex(b"[[entry]]") + 20
    path.write_bytes(whole[:cut])
    (campaign / "state.toml").unlink()
    with open_toy(campaign, writable=False) as viewer:
        (notice,) = viewer.notices
        assert (notice.code, notice.detail("size")) == ("unfinished_tail", 20)
        assert (total(viewer), viewer.read_only) == (1, "view")
        assert path.read_bytes() == whole[:cut]
        with path.open("ab") as file:
            file.write(whole[cut:])
        assert [entry.seq for entry in viewer.refresh()] == [2]
    assert not (campaign / "torn").exists()


def test_a_lock_that_is_held_gives_the_holders_name(campaign: Path) -> None:
    fs = RealFs(str(campaign))
    with Session(fs, CampaignLock(fs.root, "Anna", patience=0.05), who="Anna", engine=TOY) as session:
        add(session)
        with CampaignLock(fs.root, "Otto"), pytest.raises(UserError) as busy:
            add(session)
        assert (busy.value.code, busy.value.problems[0].detail("holder")) == ("lock_busy", "Otto")
        assert session.read_only is None
        assert add(session) == 2


def test_two_threads_of_one_session_take_turns(campaign: Path) -> None:
    with open_toy(campaign) as session:
        threads = [threading.Thread(target=lambda: [add(session) for _ in range(50)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                assert session.refresh() == ()
                thread.join(0.005)
        assert (total(session), session.seq) == (200, 200)
        assert [entry.seq for entry in session.history] == list(range(1, 201))
