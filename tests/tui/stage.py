"""A campaign on the screen without a terminal: frames as text, keys as people press them."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self

from textual.pilot import Pilot

from campaigns.session import Session
from rules.campaign import Settings
from rules.dice import Dice, SeededDice
from tests.tui.tabletop import SHELF, Shelf
from tui.app import AethyrApp
from tui.i18n import Language, set_language
from tui.language import parse
from tui.perform import perform
from tui.screens.encounter import EncounterScreen

P = ParamSpec("P")

FIGHT = (
    "add pc mira,otto,tor",
    "add 4 goblin init 12",
    "add 2 hobgoblin init 11",
    "add acolyte init 9",
    "init mira 21 otto 17 tor 4",
    "start",
)
"""Mira is active, then Otto, four goblins, two hobgoblins, an acolyte, and Tor."""


def campaign(folder: Path, *commands: str, shelf: Shelf = SHELF, seed: int = 1) -> Path:
    """A campaign in which some commands were given."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.toml").write_text('format = 1\nname = "Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    play(folder, *commands, shelf=shelf, seed=seed)
    return folder


def play(folder: Path, *commands: str, shelf: Shelf = SHELF, seed: int = 1, who: str = "sam") -> None:
    """Give commands to a campaign from outside of the screen."""
    with Session.open(folder, who=who, dice=SeededDice(seed)) as session:
        for text in commands:
            perform(session, parse(text, state=session.state, library=shelf))


class Stage:
    """The screen under test."""

    def __init__(self, app: AethyrApp, pilot: Pilot[int], session: Session) -> None:
        self.app = app
        self.pilot = pilot
        self.session = session

    @property
    def screen(self) -> EncounterScreen:
        """The encounter screen."""
        found = self.app.screen
        assert isinstance(found, EncounterScreen)
        return found

    async def press(self, *keys: str) -> None:
        """Press keys by their names, and wait until all they led to is shown."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Press the keys of a text."""
        await self.press(*("space" if character == " " else character for character in text))

    async def settle(self) -> None:
        """Wait until the clerk has done everything, and it is shown."""
        await self.pilot.pause()
        while self.screen.is_waiting:
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    def lines(self) -> list[str]:
        """The screen as text, line by line."""
        return [strip.text for strip in self.screen._compositor.render_strips()]

    def frame(self) -> str:
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.lines())

    def row(self, name: str) -> str:
        """The first line of the left pane in which a name stands."""
        return next(line for line in self.lines()[1:] if name in line)


@asynccontextmanager
async def stage(
    folder: Path,
    size: tuple[int, int] = (80, 24),
    *,
    language: Language = "en",
    shelf: Shelf = SHELF,
    dice: Dice | None = None,
    writable: bool = True,
    ascii_signs: bool = False,
) -> AsyncIterator[Stage]:
    """Open a campaign on a screen of some size."""
    with Speaking(language), Session.open(folder, who="lea", dice=dice or SeededDice(7), writable=writable) as session:
        app = AethyrApp(session, shelf, title="Crypt", settings=Settings, ascii_signs=ascii_signs)
        async with app.run_test(size=size) as pilot:
            found = Stage(app, pilot, session)
            await pilot.pause()
            while not found.screen.is_ready:
                await pilot.pause(0.01)
            await found.settle()
            yield found
        assert app.clerk.stop(10)


class Speaking:
    """A language for a while, then English again."""

    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def __enter__(self) -> Self:
        set_language(self._language)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        english: Language = "en"
        set_language(english)


def acted(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that waits for a screen, for pytest to call."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run
