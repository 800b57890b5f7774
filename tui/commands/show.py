"""`aethyr show`: the fight as it stands, as a table for people or as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .. import terms
from ..exit_status import ExitStatus
from ..i18n import _
from ..table import open_table
from ..views import CasterRow, CombatantRow, FightView, fight_view
from . import streams
from .arguments import Arguments
from .state_json import state_data


def run(arguments: Arguments) -> int:
    """Print the fight."""
    with open_table(arguments.positional[0], arguments, writable=False) as table:
        state = table.session.state
        if arguments.has("--json"):
            streams.put(json.dumps(state_data(state), ensure_ascii=False))
            return ExitStatus.OK
        view = fight_view(state, table.library.spell_names)
        for line in _fight(view) if view else _no_fight():
            streams.put(line)
    return ExitStatus.OK


def _no_fight() -> Iterator[str]:
    yield _("No encounter is open.")


def _fight(view: FightView) -> Iterator[str]:
    title = [view.name, _("round {n}").format(n=view.round) if view.round else _("not begun yet")]
    if view.active_name:
        title.append(view.active_name)
    yield " · ".join(title)
    yield ""
    yield from _combatants(view)
    casters = [line for caster in view.casters if caster.is_present for line in _caster(caster)]
    if casters:
        yield ""
        yield from casters
    if view.effects:
        yield ""
        for effect in view.effects:
            held = " ◆" if effect.is_concentration else ""
            ongoing = f", {effect.ongoing}" if effect.ongoing else ""
            lasts = f" ({effect.remaining})" if effect.remaining else ""
            what = _("{who}: {what}").format(who=effect.target_name, what=f"{effect.name}{held}{ongoing}{lasts}")
            yield f"{effect.id}  {what}"
    if view.obligations:
        yield ""
        for obligation in view.obligations:
            what = _("{who}: {what}").format(who=obligation.who_name, what=obligation.what)
            yield f"⚑ {obligation.number}  {what}"


def _combatants(view: FightView) -> Iterator[str]:
    width = max((streams.cell_width(_name(row)) for row in view.combatants), default=0)
    for row in view.combatants:
        count = "" if row.initiative is None else str(row.initiative)
        temporary = f"+{row.temp_hp}" if row.temp_hp else ""
        cells = [
            "▶" if row.is_active else " ",
            f"{count:>3}",
            "◆" if row.concentration else " ",
            streams.pad(_name(row), width),
            f"{row.hp:>4}/{row.max_hp}{temporary}".ljust(12),
            _("AC {ac}").format(ac=row.ac),
            ", ".join(_status(row)),
        ]
        yield " ".join(cells).rstrip()


def _name(row: CombatantRow) -> str:
    return _("{name} (hidden)").format(name=row.name) if row.hidden else row.name


def _status(row: CombatantRow) -> Iterator[str]:
    if row.status != "alive":
        yield f"{'† ' if row.status == 'dead' else ''}{terms.term(terms.STATUSES, row.status)}"
    if row.successes or row.failures:
        yield "✓" * row.successes + "✗" * row.failures
    yield from row.marks


def _caster(caster: CasterRow) -> Iterator[str]:
    head = f"{caster.name}, {caster.title}" if caster.title else caster.name
    for casting in caster.castings:
        slots = "  ".join(f"{slot.level} {'●' * slot.left}{'○' * (slot.max - slot.left)}" for slot in casting.slots)
        uses = ", ".join(f"{use.name} {use.left}/{use.max}" for use in casting.uses)
        dc = _("DC {dc}, attack {attack}").format(dc=casting.dc, attack=f"{casting.attack:+d}")
        yield "  ".join(filter(None, (head, dc, slots, uses)))
    if (held := caster.concentration) is not None:
        targets = f" → {', '.join(held.targets)}" if held.targets else ""
        lasts = f" ({held.remaining})" if held.remaining else ""
        yield f"  ◆ {held.name}{targets}{lasts}"
