"""A campaign opened from the shell: its session and its library, and the language its people read."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from campaigns.catalog import Catalog
from campaigns.folder import open_folder
from campaigns.session import Session
from rules.campaign import Settings
from rules.statblock import Names
from rules.text import NotAName, clean_name

from . import refusals
from .commands import streams
from .commands.arguments import Arguments, UsageError
from .i18n import _, choose_language, language, set_language
from .library import CampaignLibrary


@dataclass(frozen=True)
class Table:
    """An open campaign."""

    session: Session
    library: CampaignLibrary

    @property
    def settings(self) -> Settings:
        """House rules as the campaign's file states them now.

        Raises:
            UserError: one problem for each setting that is wrong.
        """
        return self.library.catalog.settings


def own_name(arguments: Arguments) -> str:
    """Return who is at the keyboard: as the option says, else as the system does.

    Raises:
        UsageError: when the name that was given cannot be one.
    """
    given = arguments.get("--name")
    try:
        return clean_name(given if given is not None else os.environ.get("LOGNAME") or os.environ.get("USER") or "gm")
    except NotAName as error:
        if given is None:
            return "gm"
        raise UsageError(_(refusals.NAMES[error.code])) from None


def open_catalog(folder: str, arguments: Arguments) -> Catalog:
    """Return what a campaign's files hold, and set the language: as asked for, else the campaign's, else the locale's.

    Raises:
        UserError: when the folder is no campaign or its `campaign.toml` cannot be read.
    """
    sheet = open_folder(Path(folder))
    set_language(choose_language(arguments.get("--lang"), sheet.language, os.environ))
    return Catalog(Path(folder))


def campaign_name(catalog: Catalog) -> str:
    """Return a campaign's name in the reader's language."""
    name = catalog.config.name
    if isinstance(name, str):
        return name
    return Names(en=name.en, fr=name.fr).of(language())


@contextmanager
def open_table(folder: str, arguments: Arguments, *, writable: bool) -> Generator[Table]:
    """Open a campaign, and say what is odd about it on standard error.

    Raises:
        UserError: when the folder is no campaign, or cannot be read.
    """
    catalog = open_catalog(folder, arguments)
    with Session.open(Path(folder), who=own_name(arguments), writable=writable) as session:
        for notice in session.notices:
            streams.tell(refusals.problem(notice))
        yield Table(session, CampaignLibrary(catalog))
