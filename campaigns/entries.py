"""Creatures, spells and characters as lists show them, and how well each fits what somebody typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from rules.statblock import Names
from rules.text import fold

Match = Literal["exact", "prefix", "word", "part"]
MATCHES: tuple[Match, ...] = ("exact", "prefix", "word", "part")
"""How a text fits a name, best first: it is the whole name or id, its beginning, the beginnings of some of its words,
or any part of it."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has a name and can be found by it."""

    id: str
    name: Names
    source: Literal["srd", "campaign", "character"]
    match: Match = "exact"


class CreatureEntry(Entry, frozen=True, kw_only=True):
    """A creature of the bestiary."""

    cr: str
    type: str
    size: str
    ac: int
    hp: int


class SpellEntry(Entry, frozen=True, kw_only=True):
    """A spell."""

    level: int
    school: str


class CharacterEntry(Entry, frozen=True, kw_only=True):
    """A character of the party."""

    player: str
    classes: dict[str, int]
    present: bool


EntryT = TypeVar("EntryT", bound=Entry)
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")


def spoken(text: str) -> str:
    """Return a name or an id for comparing: words without accents and case, one space between them."""
    return _NOT_A_LETTER.sub(" ", fold(text)).strip()


def spoken_forms(entry_id: str, *names: str) -> tuple[str, ...]:
    """Return the forms under which something is found."""
    return tuple(dict.fromkeys(form for text in (entry_id, *names) if (form := spoken(text))))


def match_of(wanted: str, forms: Iterable[str]) -> Match | None:
    """Return how well a spoken text fits the forms of something, or nothing when it does not."""
    best: Match | None = None
    words = wanted.split()
    for form in forms:
        if form == wanted:
            return "exact"
        if form.startswith(wanted):
            best = "prefix"
        elif best != "prefix":
            of_form = form.split()
            if all(any(word.startswith(part) for word in of_form) for part in words):
                best = "word"
            elif best is None and wanted in form:
                best = "part"
    return best


def ranked(entries: Iterable[EntryT]) -> tuple[EntryT, ...]:
    """Return entries best first: by match, the campaign's own before the SRD, then short names before long ones."""
    return tuple(
        sorted(
            entries,
            key=lambda entry: (
                MATCHES.index(entry.match),
                entry.source == "srd",
                len(entry.name.en),
                spoken(entry.name.en),
                entry.id,
            ),
        )
    )


def meant(found: tuple[EntryT, ...]) -> tuple[EntryT, ...]:
    """Return what a text means of those that it fits: one thing by its whole name, or all of them.

    An exact name of the campaign's own hides one of the SRD. What is no whole name means one thing only where it fits
    no other, whichever part of their names it is: nothing is chosen for people.
    """
    exact = tuple(entry for entry in found if entry.match == "exact")
    own = tuple(entry for entry in exact if entry.source != "srd")
    return own or exact or found
