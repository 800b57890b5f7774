"""House rules: from the campaign's `[settings]` to the settings of the rules."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from rules.campaign import Settings

from ..errors import UserError
from ..toml_reader import Document

SYSTEMS = ("5e", "40k", "vm", "grid")


def flat_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings by their whole keys: `5e.magic_missile` may be written with or without quotes."""
    found: dict[str, Any] = {}
    for key, value in settings.items():
        if key in SYSTEMS and isinstance(value, dict):
            table = cast("dict[str, Any]", value)
            found.update({f"{key}.{name}": inner for name, inner in table.items()})
        else:
            found[key] = value
    return found


def settings_of(document: Document, settings: dict[str, Any]) -> Settings:
    """Return the house rules of a campaign.

    Raises:
        UserError: one problem for each setting that does not exist or cannot have its value.
    """
    flat = flat_settings(settings)
    try:
        return msgspec.convert(flat, Settings)
    except msgspec.ValidationError as error:
        from ..explaining import explain_settings

        problems = explain_settings(document, flat)
        raise (
            UserError.of(problems) if problems else UserError("wrong_type", path=document.path, reason=str(error))
        ) from None
