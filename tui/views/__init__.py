"""What a fight looks like: rows made of a state, for the panes of the screen and for `aethyr show`.

Pure: a state and the reader's language (`tui.i18n`) give frozen rows. Names in them are text of people, never markup.
"""

from .casters import CasterRow, CastingRow, HeldRow, SlotRow, UseRow, caster_rows, casting_rows
from .fight import (
    CombatantRow,
    EffectRow,
    FightView,
    ObligationRow,
    combatant_rows,
    effect_row,
    fight_view,
    obligation_rows,
)
from .words import (
    UNNAMED,
    SpellNames,
    effect_name,
    fight_name,
    name_of,
    obligation_text,
    ongoing_text,
    remaining,
    rounds_left,
    words_of,
)

__all__ = [
    "UNNAMED",
    "CasterRow",
    "CastingRow",
    "CombatantRow",
    "EffectRow",
    "FightView",
    "HeldRow",
    "ObligationRow",
    "SlotRow",
    "SpellNames",
    "UseRow",
    "caster_rows",
    "casting_rows",
    "combatant_rows",
    "effect_name",
    "effect_row",
    "fight_name",
    "fight_view",
    "name_of",
    "obligation_rows",
    "obligation_text",
    "ongoing_text",
    "remaining",
    "rounds_left",
    "words_of",
]
