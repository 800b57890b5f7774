"""What a sentence is told from: the fight before and after an event, and the words that every sentence uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.campaign import CampaignState
from rules.combatant import Combatant
from rules.encounter import Encounter
from rules.kernel import Event
from rules.rolls import Rolled
from rules.statblock import Names

from .. import terms
from ..i18n import N_, _, language, n_
from ..views import words_of

_RUN = 3
"""Fewest combatants that are named by the first and the last of them."""
_ORDINALS = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Scene:
    """One event among those of its entry."""

    before: CampaignState
    after: CampaignState
    following: Event | None = None
    """The event that comes next in the entry, or nothing."""
    preceding: Event | None = None

    @property
    def encounter(self) -> Encounter | None:
        """The fight after the event, or before it when it has ended."""
        return self.after.encounter or self.before.encounter

    def who(self, combatant_id: str) -> str:
        """Return what people call a combatant, also one that leaves with this event."""
        for state in (self.after, self.before):
            if state.encounter is not None and combatant_id in state.encounter.combatants:
                return state.encounter.label(combatant_id, language())
        return combatant_id

    def was(self, combatant_id: str) -> Combatant | None:
        """Return a combatant as it was before the event."""
        return self.before.encounter.combatants.get(combatant_id) if self.before.encounter else None

    def now(self, combatant_id: str) -> Combatant | None:
        """Return a combatant as it is after the event."""
        return self.after.encounter.combatants.get(combatant_id) if self.after.encounter else None

    def all(self, ids: Sequence[str]) -> str:
        """Return the names of several combatants, each once, as a list in a sentence."""
        return listing([self.who(each) for each in dict.fromkeys(ids)])

    def runs(self, ids: Sequence[str]) -> str:
        """Return the names of several combatants as a list in which those numbered on are `Goblin 1 to Goblin 100`."""
        runs: list[list[str]] = []
        for each in dict.fromkeys(ids):
            if runs and self._follows(runs[-1][-1], each):
                runs[-1].append(each)
            else:
                runs.append([each])
        names: list[str] = []
        for run in runs:
            if len(run) >= _RUN:
                names.append(_("{first} to {last}").format(first=self.who(run[0]), last=self.who(run[-1])))
            else:
                names += map(self.who, run)
        return listing(names)

    def _follows(self, before: str, each: str) -> bool:
        first, second = self.now(before), self.now(each)
        return (
            first is not None
            and second is not None
            and (first.block, first.alias, second.alias) == (second.block, "", "")
            and second.number == first.number + 1 > 1
        )


def called(names: Names) -> str:
    """Return a name in the reader's language."""
    return names.of(language())


def listing(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: `A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def roll_text(faces: Sequence[int], kept: int, bonus: int, total: int, mode: str = "normal") -> str:
    """Return a d20 roll as a sum: `14 + 4 = 18`, or with both faces where there was advantage or disadvantage."""
    face = str(kept)
    if len(faces) > 1:
        both = ", ".join(map(str, faces))
        if mode == "advantage":
            face = _("{face} (advantage: {faces})").format(face=kept, faces=both)
        elif mode == "disadvantage":
            face = _("{face} (disadvantage: {faces})").format(face=kept, faces=both)
    if not bonus:
        return face
    return f"{face} {signed(bonus)} = {number(total)}"


def ordinal(place: int) -> str:
    """Return a place in a row, from 1: `first`."""
    return _(_ORDINALS[place - 1]) if place <= len(_ORDINALS) else _("number {n}").format(n=place)


def signed(bonus: int) -> str:
    """Return a bonus as it is added: `+ 4`, or with a typographic minus."""
    return f"{MINUS} {-bonus}" if bonus < 0 else f"+ {bonus}"


def number(value: int) -> str:
    """Return a number with a typographic minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def dice_text(expression: str, faces: Sequence[int], total: int) -> str:
    """Return dice that fell: `2d6+3 (3, 5) = 11`."""
    return f"{expression} ({', '.join(map(str, faces))}) = {total}" if faces else f"{expression} = {total}"


def damage_words(amount: int, kind: str) -> str:
    """Return an amount of damage with its type: `8 fire`; the number alone without one."""
    return f"{amount} {terms.damage_type(kind)}" if kind else str(amount)


def resource_name(scene: Scene, who: str, key: str) -> str:
    """Return what a resource is called: slots of a level, a spell, an action."""
    kind, _dot, rest = key.partition(".")
    if kind == "slot":
        return _("level {level} slots").format(level=rest)
    if kind == "pact":
        return _("pact slots")
    encounter = scene.encounter
    if kind == "action" and encounter is not None and who in encounter.combatants:
        action = encounter.block(who).action(rest)
        if action is not None:
            return called(action.name)
    return words_of(rest or kind)


def turns(count: int) -> str:
    """Return a number of turns."""
    return n_("{n} turn", "{n} turns", count).format(n=count)


def roll_line(expression: str, rolled: Rolled) -> str:
    """Return a roll with every die: `4d6kh3 (6, 5, [1], 4) = 15`; dice that do not count stand in brackets."""
    faces = ", ".join(
        ">".join(map(str, die.faces)) if die.kept else f"[{'>'.join(map(str, die.faces))}]" for die in rolled.dice
    )
    return f"{expression} ({faces}) = {number(rolled.total)}" if faces else f"{expression} = {number(rolled.total)}"
