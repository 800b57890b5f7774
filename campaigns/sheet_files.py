"""One file of a GM: read, converted, and explained when it does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from .convert.faults import Faults
from .errors import UserError
from .sheets import CampaignSheet, Sheet
from .toml_reader import Document, load

FORMAT = 1
"""The format of campaign folders that this program writes and reads."""
CAMPAIGN_FILE = "campaign.toml"
SheetT = TypeVar("SheetT", bound=Sheet)


def load_sheet(path: Path, shown: str, sheet: type[SheetT]) -> tuple[Document, SheetT]:
    """Return a file and what it says.

    Raises:
        UserError: as `toml_reader.load`; `unknown_key`, `missing_key`, `wrong_type`, `not_one_of`, `out_of_range`,
            `wrong_length`, `bad_form`: one problem for each thing that does not fit.
    """
    document = load(path, shown)
    return document, fit(document, sheet)


def fit(document: Document, sheet: type[SheetT]) -> SheetT:
    """Return what a file says.

    Raises:
        UserError: as `load_sheet`.
    """
    try:
        return msgspec.convert(document.data, sheet)
    except msgspec.ValidationError as error:
        from .explaining import explain  # loads pydantic, which only a wrong file needs

        problems = explain(document, sheet)
        raise (
            UserError.of(problems) if problems else UserError("wrong_type", path=document.path, reason=str(error))
        ) from None


def refuse_faults(document: Document, faults: Faults) -> None:
    """Refuse a file in which something has no meaning.

    Raises:
        UserError: one problem for each fault.
    """
    if faults.found:
        from .explaining import locate

        raise UserError.of(locate(document, faults.found))


def load_campaign(folder: Path, shown: str = "") -> tuple[Document, CampaignSheet]:
    """Return a campaign's own file.

    Raises:
        UserError: `newer_format`, and as `load_sheet`.
    """
    document = load(folder / CAMPAIGN_FILE, shown or str(folder / CAMPAIGN_FILE))
    written = document.data.get("format")
    if isinstance(written, int) and written > FORMAT:
        # Before anything else: a newer file may well have keys that this program does not know.
        raise UserError("newer_format", path=document.path, key="format", found=written, reads=FORMAT)
    return document, fit(document, CampaignSheet)
