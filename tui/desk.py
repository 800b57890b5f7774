"""What the GM has in hand: the chosen creature, the marks, the pane; kept by ids, whatever the order becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from rules.encounter import Encounter
from rules.text import fold

Pane = Literal["initiative", "casters", "log", "detail"]
PANES: Final[tuple[Pane, ...]] = ("initiative", "casters", "log", "detail")


class Desk(Struct):
    """The choices that are nobody's business but this screen's."""

    chosen: str = ""
    """Id of the combatant on whose row the GM stands, or nothing."""
    marks: tuple[str, ...] = ()
    """Ids of marked combatants, in the order in which they were marked."""
    pane: Pane = "initiative"
    page: Literal["fight", "help", "blank"] = "fight"
    log_seq: int = 0
    """Number of the chosen entry of the log; 0: the newest, whichever that is."""
    log_below: int = 0
    """How many lines of the chosen entry of the log are below those in view."""
    shows_why: bool = False
    """Whether the log shows the trace of its chosen entry."""
    why_first: int = 0
    """First line in view of that trace."""
    _order: tuple[str, ...] = ()

    def follow(self, encounter: Encounter | None) -> None:
        """Keep to the same creatures in a changed fight; when the chosen one has left, choose its neighbour."""
        order = encounter.display_order if encounter else ()
        present = set(order)
        self.marks = tuple(key for key in self.marks if key in present)
        if self.chosen not in present:
            active = encounter.active if encounter else ""
            self.chosen = self._neighbour(present) or active or (order[0] if order else "")
        self._order = order

    def _neighbour(self, present: set[str]) -> str:
        if self.chosen not in self._order:
            return ""
        at = self._order.index(self.chosen)
        candidates = (*self._order[at + 1 :], *reversed(self._order[:at]))
        return next((key for key in candidates if key in present), "")

    def move(self, steps: int, among: Sequence[str]) -> None:
        """Choose another of some ids, `steps` further down; stops at both ends."""
        if not among:
            return
        at = among.index(self.chosen) + steps if self.chosen in among else 0
        self.chosen = among[max(0, min(at, len(among) - 1))]

    def toggle_mark(self) -> None:
        """Mark the chosen one, or take its mark away."""
        if self.chosen in self.marks:
            self.marks = tuple(key for key in self.marks if key != self.chosen)
        elif self.chosen:
            self.marks = (*self.marks, self.chosen)

    def implied(self, actor: str = "") -> tuple[str, ...]:
        """Return whom a command without targets means: the marked ones, else the chosen one; never the actor."""
        return tuple(key for key in self.marks or (self.chosen,) if key and key != actor)

    @property
    def reads(self) -> bool:
        """Whether the log is read: keys that move go through it."""
        return self.pane == "log" or self.shows_why

    def next_pane(self, steps: int, panes: Sequence[Pane]) -> None:
        """Go to another of the panes there are."""
        at = panes.index(self.pane) if self.pane in panes else 0
        self.pane = panes[(at + steps) % len(panes)]


def actor_of(encounter: Encounter, chosen: str, *, casts: bool = False) -> str:
    """Return who acts when nobody is named: the active one, else the chosen one; with `casts`, the first that can."""
    for key in (encounter.active, chosen):
        if key in encounter.combatants and (not casts or can_cast(encounter, key)):
            return key
    return ""


def can_cast(encounter: Encounter, combatant_id: str) -> bool:
    """Return whether a combatant knows how to cast."""
    return bool(encounter.block(combatant_id).casting)


def only_caster(encounter: Encounter) -> str:
    """Return who casts when nobody is named and only one can; else nothing."""
    casters = [
        key for key in encounter.display_order if can_cast(encounter, key) and encounter.combatants[key].is_present
    ]
    return casters[0] if len(casters) == 1 else ""


def begins_name(encounter: Encounter, typed: str) -> bool:
    """Return whether some letters begin somebody's name or id."""
    folded = fold(typed.strip())
    names = (
        name
        for key in encounter.display_order
        for name in (key, *(encounter.label(key, each) for each in ("en", "fr")))
    )
    return any(fold(name).startswith(folded) for name in names)


def found(encounter: Encounter, typed: str, language: str) -> str:
    """Return whom a few letters mean: the first whose name begins with them, else has them in it; else nothing."""
    folded = fold(typed.strip())
    if not folded:
        return ""
    names = {key: fold(encounter.label(key, language)) for key in encounter.display_order}
    for is_match in (str.startswith, str.__contains__):
        for key, name in names.items():
            if is_match(name, folded) or is_match(key, folded) or is_match(name.replace(" ", ""), folded):
                return key
    return ""
