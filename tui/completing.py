"""Completion on the prompt: what may stand at the cursor, taken one after the other with the same key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaigns.errors import UserError
from rules.campaign import CampaignState
from rules.encounter import Encounter
from rules.text import fold

from .editor import Editor
from .language import Completion, Library, Selection, complete
from .language.verbs.magic import spells_of
from .language.words import meaning_of, word_for
from .prompt import Prompt
from .views import effect_name, name_of


class Completing:
    """The candidates at the cursor, and which of them stands there."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.candidates: tuple[Completion, ...] = ()
        """What may stand at the cursor, best first."""
        self.at = -1
        """Which candidate was taken; -1 while what was typed stands there."""
        self._is_sure = False
        """Whether the first candidate is the one that is meant, whatever else there is."""
        self._start = 0
        """Where the word begins in the field that is edited."""

    def forget(self) -> None:
        """Begin anew: something else was typed."""
        self.candidates, self.at = (), -1

    def look(self, prompt: Prompt, state: CampaignState, selection: Selection) -> tuple[Completion, ...]:
        """Find what may stand at the cursor, unless candidates are being gone through; return it."""
        if self.at >= 0 or prompt.action.shape in ("quoted", "find") or prompt.hinting:
            return self.candidates
        before, _after = prompt.around()
        cursor = len(before) + prompt.edited.at
        found = complete(before + prompt.edited.text, cursor, state=state, library=self._library, selection=selection)
        found = [one for one in found if one.start >= len(before) and one.end == cursor]
        text = before + prompt.edited.text
        likely = len(found)
        if state.encounter is not None and found and found[0].kind == "spell":
            found, likely = _spells(found, text, prompt.actor or state.encounter.active, state.encounter)
        elif state.encounter is not None and found and found[0].kind == "effect" and _verb_of(text) == "dispel":
            found = list(_running(found, state.encounter))
        self.candidates = tuple(found)
        self._is_sure = likely == 1
        self._start = self.candidates[0].start - len(before) if self.candidates else 0
        return self.candidates

    def press(self, prompt: Prompt, state: CampaignState, selection: Selection) -> bool:
        """Take the next candidate; return whether that ends the word, because there was but one."""
        if not self.look(prompt, state, selection):
            return self._go_on(prompt)
        self.at = (self.at + 1) % len(self.candidates)
        taken = self.candidates[self.at]
        editor = prompt.edited
        editor.replace(self._start, editor.at, taken.text)
        if editor is prompt.head and taken.kind == "spell":
            prompt.completed = (taken.text, taken.label)
        if not self._is_sure:
            return False
        self._space(editor)
        if taken.kind == "spell":
            self._go_on(prompt)
        return True

    def _go_on(self, prompt: Prompt) -> bool:
        """When a spell or an effect stands there, let its targets be picked next."""
        if prompt.action.shape != "actor_words" or not prompt.head.text.strip() or prompt.in_tail or prompt.named:
            return False
        if prompt.says_whom:
            return False
        prompt.begin_targets()
        return True

    @staticmethod
    def _space(editor: Editor) -> None:
        if editor.at == len(editor.text):
            editor.insert(" ")

    # -- what the library knows of a spell

    def casters(self, typed: str, encounter: Encounter, who: str = "") -> list[str]:
        """Return who knows a spell whose name begins with some text: all of them, or whether one does."""
        folded = fold(typed.strip())
        among = (who,) if who else encounter.display_order
        return [key for key in among if self._knows(key, folded, encounter)]

    def _knows(self, who: str, folded: str, encounter: Encounter) -> bool:
        for spell in spells_of(encounter.block(who)):
            names = self._library.spell_names(spell)
            known = (spell, names.en, names.fr) if names else (spell,)
            if any(fold(name).startswith(folded) for name in known):
                return True
        return False

    def has_projectiles(self, prompt: Prompt) -> bool:
        """Return whether the spell in the head has darts or rays, of which several may go to one target."""
        text = prompt.head.text.strip().strip('"')
        try:
            found = [one.id for one in self._library.resolve_spell(text)]
            spell_id = text if text in found else found[0] if len(found) == 1 else ""
            spell = self._library.spell(spell_id) if spell_id else None
        except (UserError, KeyError):
            return False
        return spell is not None and bool(spell.projectiles or spell.beams_by_level)


def _verb_of(text: str) -> str | None:
    words = text.split()
    return meaning_of(words[0].rstrip("!")) if words else None


def _spells(found: Iterable[Completion], text: str, caster: str, encounter: Encounter) -> tuple[list[Completion], int]:
    """Return spells in the order in which they are likely meant, and how many of them are the likeliest.

    First those that are ready, then those whose names begin with what was typed, in the reader's language and in any.
    A name that is typed whole is the only one.
    """
    block = encounter.block(caster) if caster in encounter.combatants else None
    ready = {
        spell
        for casting in (block.casting if block else ())
        for spell in (*casting.at_will, *casting.spells, *casting.per_day)
    }

    def typed(one: Completion) -> str:
        return fold(text[one.start : one.end].strip().strip('"'))

    def order(one: Completion) -> tuple[bool, bool, bool]:
        begun = typed(one)
        shown = fold(one.label).startswith(begun)
        return one.text not in ready, not shown, not fold(one.text).startswith(begun)

    found = list(found)
    whole = [one for one in found if one.kind == "spell" and typed(one) in (fold(one.label), fold(one.text))]
    if whole:
        return whole[:1], 1
    found.sort(key=order)
    return found, sum(order(one) == order(found[0]) for one in found)


def _running(found: Iterable[Completion], encounter: Encounter) -> Iterable[Completion]:
    """Yield the spells that run, each on each of its targets, as people say them: `bless on otto`."""
    said: set[str] = set()
    for one in found:
        effect = encounter.effects.get(one.text)
        if effect is None or not effect.dispellable:
            continue
        name = effect_name(effect)
        text = f"{name.casefold()} {word_for('on')} {effect.target}"
        if text not in said:
            said.add(text)
            yield replace(one, text=text, label=f"{name} ({name_of(encounter, effect.target)})")
