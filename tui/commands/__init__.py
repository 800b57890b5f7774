"""The subcommands of `aethyr`: one registry, from which the help is made and in which each is found.

A subcommand's module is imported when it is called, so that none pays for what another needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..i18n import N_
from .arguments import Option, Subcommand

_NAME = Option("--name", N_("who you are, for the journal"), N_("NAME"))
_JSON = Option("--json", N_("print JSON, for programs"))
_DICE = Option("--dice", N_("faces for the dice, in the order in which they are asked for: 17,3"), N_("FACES"))
_SEED = Option("--seed", N_("dice that always fall the same way, for tests"), N_("NUMBER"))

SCREEN: Final = Subcommand(
    "",
    "screen",
    N_("CAMPAIGN"),
    N_("Open a campaign on the screen."),
    least=1,
    most=1,
    options=(
        _NAME,
        Option("--read-only", N_("look, and change nothing")),
        Option("--ascii", N_("draw with plain ASCII signs")),
        Option("--mouse", N_("use the mouse, also over SSH")),
        Option("--no-mouse", N_("leave the mouse to the terminal")),
    ),
)

SUBCOMMANDS: Final[Mapping[str, Subcommand]] = {
    one.name: one
    for one in (
        Subcommand(
            "do",
            "do",
            N_("CAMPAIGN COMMAND…"),
            N_("Carry out commands of the command language, without a screen."),
            least=2,
            options=(
                _DICE,
                _SEED,
                Option("--force", N_("overrule the rules, as `!` behind the verb does")),
                _JSON,
                _NAME,
            ),
        ),
        Subcommand(
            "show",
            "show",
            N_("CAMPAIGN"),
            N_("Print the fight as it stands."),
            least=1,
            most=1,
            options=(_JSON,),
        ),
        Subcommand(
            "log",
            "log",
            N_("CAMPAIGN"),
            N_("Print the journal: every command and what it did."),
            least=1,
            most=1,
            options=(_JSON,),
        ),
        Subcommand(
            "check",
            "check",
            N_("CAMPAIGN…"),
            N_("Print every problem in the files of campaigns."),
            least=1,
        ),
        Subcommand(
            "roll",
            "roll",
            N_("DICE"),
            N_("Roll dice."),
            least=1,
            options=(_DICE, _SEED),
        ),
        Subcommand(
            "new",
            "new",
            N_("PATH"),
            N_("Make a campaign."),
            least=1,
            most=1,
            options=(
                Option("--ruleset", N_("rules it is played by: dnd5e, powers40k or vieux-monde"), N_("RULESET")),
                Option("--name", N_("its name"), N_("NAME")),
            ),
        ),
        Subcommand(
            "demo",
            "demo",
            "",
            N_("Open a fight to try things out, in a campaign of your own."),
            most=0,
            options=(Option("--fresh", N_("begin anew")), *SCREEN.options),
        ),
    )
}
"""By name."""
