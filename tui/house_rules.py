"""When a campaign's settings come into force: with the next fight, never in the middle of one."""

from __future__ import annotations

from rules.campaign import CampaignState, Settings
from rules.joining import AddCombatants, LoadEncounter
from rules.kernel import Command
from rules.roster import AdoptSettings

from .language import Parsed


def adoption(state: CampaignState, command: Command | None, settings: Settings) -> Parsed | None:
    """Return the command that comes before one that opens a fight, when the campaign's file has other settings."""
    opens = isinstance(command, AddCombatants | LoadEncounter) and state.encounter is None
    if not opens or settings == state.settings:
        return None
    return Parsed(AdoptSettings(settings=settings), "settings")
