"""What there is to show: the fight, what the GM has in hand, what was said last. Widgets draw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from rules.campaign import CampaignState
from rules.encounter import Encounter

from .desk import Desk
from .glyphs import UNICODE, Glyphs
from .logbook import Logbook
from .views import CombatantRow, FightView

if TYPE_CHECKING:
    from .prompt import Prompt
    from .widgets.spans import Line

SaveState = Literal["saved", "saving", "failed", "read_only"]


class Message(Struct):
    """What the screen answers to the last thing that was asked."""

    text: str = ""
    tone: str = ""
    """A tone of the palette: `bad` for a refusal, nothing for what was done."""
    can_force: bool = False
    """Whether `!` overrules it."""


class Scene(Struct, kw_only=True):
    """Everything that is drawn."""

    title: str
    """The campaign's name."""
    log: Logbook
    state: CampaignState = field(default_factory=CampaignState)
    view: FightView | None = None
    glyphs: Glyphs = UNICODE
    desk: Desk = field(default_factory=Desk)
    prompt: Prompt | None = None
    hints: Mapping[str, str] = field(default_factory=dict)
    """Letters beside the rows, while a command asks for targets."""
    message: Message = field(default_factory=Message)
    preview: tuple[Line, ...] = ()
    """What the command being typed would do, or what is wrong with it."""
    can_force: bool = False
    """Whether what is typed would be refused, and `!` overrules that."""
    save: SaveState = "saved"
    save_problem: str = ""
    """Why it is not saved, or cannot be."""
    prepared: tuple[tuple[str, str], ...] = ()
    """Id and name of each prepared fight, while none is open."""
    prepared_at: int = 0
    page_first: int = 0
    """First line in view of a page that stands in the place of the panes."""
    visible: frozenset[str] = frozenset()
    """Ids of the widgets that are in view."""
    page_rows: int = 10
    """How many rows a page has."""
    log_size: tuple[int, int] = (30, 5)
    """Cells and lines that the log has."""
    in_view: str = ""
    """Id of the combatant that should be in view: the one that was chosen, or whose turn began, last."""

    @property
    def encounter(self) -> Encounter | None:
        """The open fight, or nothing."""
        return self.state.encounter

    @property
    def rows(self) -> tuple[CombatantRow, ...]:
        """The initiative order."""
        return self.view.combatants if self.view else ()

    def row(self, combatant_id: str) -> CombatantRow | None:
        """Return one line of the order."""
        return next((row for row in self.rows if row.id == combatant_id), None)

    def name(self, combatant_id: str) -> str:
        """Return what people call a combatant; its id when it is not there."""
        row = self.row(combatant_id)
        return row.name if row else combatant_id
