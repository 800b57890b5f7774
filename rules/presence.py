"""Who can be meant by a command, and who can act."""

from __future__ import annotations

from collections.abc import Iterable

from .combatant import Combatant
from .condition import INCAPACITATING
from .kernel import CommandRefused, Resolution


def require_alive(resolution: Resolution, targets: Iterable[str]) -> tuple[str, ...]:
    """Return the targets, each once, when none of them is dead or gone (A5E-45).

    Raises:
        CommandRefused: `no_encounter`, `no_target`, `unknown_target`, `dead`, `out`.
    """
    found = tuple(dict.fromkeys(targets))
    if not found:
        raise CommandRefused("no_target")
    for target in found:
        combatant = resolution.combatant(target)
        if not combatant.is_present:
            raise CommandRefused("dead" if combatant.is_dead else "out", target=target)
    return found


def require_able(resolution: Resolution, who: str) -> Combatant:
    """Return a combatant that can act.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`, `dead`, `out`; `cannot_act` unless forced.
    """
    require_alive(resolution, (who,))
    if resolution.encounter.has_condition(who, *INCAPACITATING):
        resolution.refuse_unless_forced("cannot_act", who=who)
    return resolution.combatant(who)


def require_known(resolution: Resolution, who: str) -> None:
    """Refuse when whoever is said to be the cause takes no part; nobody is fine.

    Raises:
        CommandRefused: `no_encounter`, `unknown_target`.
    """
    if who:
        resolution.combatant(who)
