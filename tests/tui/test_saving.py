"""What the screen says about the disk, and what becomes of a defect."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from campaigns.errors import UserError
from campaigns.session import Session
from rules.campaign import Settings
from tests.tui.stage import FIGHT, acted, campaign, stage
from tests.tui.tabletop import SHELF
from tui.app import AethyrApp, _say_defect


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight in its first round."""
    return campaign(tmp_path / "crypt", *FIGHT)


@acted
async def test_a_slow_disk_is_said_and_nothing_is_confirmed_before_it_is_written(
    fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(fight) as shown:
        written = threading.Event()
        submit = shown.session.submit

        def slowly(*given: Any, **named: Any) -> Any:
            assert written.wait(60)
            return submit(*given, **named)

        monkeypatch.setattr(shown.session, "submit", slowly)
        await shown.pilot.press("d", "7", "enter")
        while "saving" not in shown.lines()[0]:
            await shown.pilot.pause(0.02)
        assert "31/31" in shown.row("Mira")
        written.set()
        await shown.settle()
        assert "24/31" in shown.row("Mira")
        assert "saved ✓" in shown.lines()[0]


@acted
async def test_what_could_not_be_written_is_said_in_the_header_and_kept_to_be_entered_again(
    fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(fight, (100, 30)) as shown:
        with monkeypatch.context() as broken:

            def full(*_given: Any, **_named: Any) -> Any:
                raise UserError("not_saved", path="journal", why="No space left on device")

            broken.setattr(shown.session, "submit", full)
            await shown.press("d", "7", "enter")
        assert "NOT SAVED" in shown.lines()[0]
        assert "31/31" in shown.row("Mira")
        assert "damage ▸ Mira 7" in shown.frame()
        await shown.press("enter")
        assert "24/31" in shown.row("Mira")
        assert "saved ✓" in shown.lines()[0]


@acted
async def test_commands_given_faster_than_they_are_written_are_written_in_order(fight: Path) -> None:
    async with stage(fight) as shown:
        await shown.press("end", *("d", "1", "enter") * 5, "n", "d", "2", "enter")
        assert [entry.command for entry in shown.session.history[-7:]] == [
            *["damage tor 1 by mira"] * 5,
            "next",
            "damage tor 2 by otto",
        ]


@acted
async def test_the_settings_of_the_file_are_in_force_from_the_next_fight(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "crypt")
    settings = Settings(initiative_groups=False)
    with Session.open(folder, who="lea") as session:
        app = AethyrApp(session, SHELF, title="Crypt", settings=lambda: settings)
        async with app.run_test() as pilot:
            await pilot.pause()
            await pilot.press("enter")
            while session.state.encounter is None:
                await pilot.pause(0.02)
        assert app.clerk.stop(10)
        assert session.state.settings == settings


@acted
async def test_a_defect_ends_the_program_and_is_kept(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session.open(fight, who="lea") as session:
        app = AethyrApp(session, SHELF, title="Crypt", settings=Settings)

        def broken(*_given: Any, **_named: Any) -> Any:
            raise ZeroDivisionError

        monkeypatch.setattr(session, "submit", broken)

        async def until_it_breaks() -> None:
            async with app.run_test() as pilot:
                await pilot.pause()
                await pilot.press("d", "7", "enter")
                while app.defect is None:
                    await pilot.pause(0.02)

        with pytest.raises(ZeroDivisionError):
            await until_it_breaks()
        assert isinstance(app.defect, ZeroDivisionError)
        assert app.return_code == 1
        app.clerk.stop(10)


def failing(name: str) -> Exception:
    """A defect in the middle of something that nobody else should read."""
    secret = f"the butler is {name}"
    try:
        return ValueError(len(secret) // 0)
    except ZeroDivisionError as error:
        return error


def test_a_defect_is_described_without_a_word_of_the_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    _say_defect(failing("Otto"))
    (written,) = (tmp_path / "aethyr").iterdir()
    trace = written.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in trace
    assert "Otto" not in trace
    said = capsys.readouterr().err
    assert str(written) in said
    assert len(said.splitlines()) == 1


def test_where_nothing_can_be_written_the_line_says_what_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    _say_defect(failing("Otto"))
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert "test_saving.py" in said
