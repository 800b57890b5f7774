"""The detail pane: the figures of the chosen combatant, its attacks, and what runs on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.combatant import Combatant
from rules.encounter import Encounter
from rules.statblock import ABILITIES, Action, Defence, StatBlock

from .. import terms
from ..i18n import _, language
from ..scene import Scene
from ..views import effect_name, remaining
from .casters import signed
from .palette import Palette
from .pane import Pane
from .spans import Line, Span, clip, fit, line_width, width, wrap


def metres(value: float) -> str:
    """Return a length in metres as it is written: `9 m`, `1.5 m`, « 1,5 m »."""
    text = f"{value:g}"
    return _("{length} m").format(length=text.replace(".", ",") if language() == "fr" else text)


def kind_of(block: StatBlock) -> str:
    """Return what a creature is: `small humanoid · CR 1/4`, or a character's classes."""
    if block.classes:
        return ", ".join(f"{terms.term(terms.CLASSES, name)} {level}" for name, level in block.classes.items())
    size = terms.term(terms.SIZES, block.size)
    kind = terms.term(terms.CREATURE_TYPES, block.type) if block.type else ""
    if block.subtype and not block.subtype.startswith("any "):
        kind = f"{kind} ({block.subtype})"
    return " ".join(part for part in ((f"{kind} {size}" if language() == "fr" else f"{size} {kind}"),) if part)


def attack_line(action: Action, name_cells: int) -> Line:
    """Return one action by its figures: name, bonus or save, reach, damage."""
    figures: list[str] = []
    if action.hit is not None:
        figures.append(signed(action.hit))
    if action.save is not None:
        figures.append(_("{ability} DC {dc}").format(ability=terms.ability(action.save.ability), dc=action.save.dc))
    reach = _reach(action)
    damage = " + ".join(
        f"{part.dice} {terms.damage_type(part.type)}".strip()
        for part in (action.damage or (action.save.damage if action.save else ()))
    )
    spans: list[Span] = [(" ", ""), (fit(action.name.of(language()), name_cells), "")]
    spans.append((f" {' '.join(figures)}", "strong"))
    if reach:
        spans.append((f"  {reach}", "muted"))
    if damage:
        spans.append((f"  {damage}", ""))
    if action.recharge is not None:
        spans.append((f"  ({_('recharge')} {action.recharge}–6)", "muted"))
    return tuple(spans)


def _reach(action: Action) -> str:
    parts: list[str] = []
    if action.reach_m is not None:
        parts.append(metres(action.reach_m))
    if action.range_m is not None:
        near, far = action.range_m
        parts.append(f"{near:g}/{metres(far)}" if far else metres(near))
    return ", ".join(parts)


def _defences(found: Sequence[Defence]) -> str:
    return ", ".join(
        (terms.damage_type(one.type) if one.type != "all" else _("all damage"))
        + (f" ({_('not')} {', '.join(one.unless)})" if one.unless else "")
        for one in found
    )


class DetailPane(Pane):
    """The stat block of the chosen combatant."""

    def __init__(self, palette: Palette, scene: Scene) -> None:
        super().__init__(palette, scene, id="detail")

    def heading(self) -> tuple[str, str]:
        """Return its name, and what it is."""
        encounter, combatant = self._chosen()
        if encounter is None or combatant is None:
            return _("Details"), ""
        block = encounter.block(combatant.id)
        rating = _("CR {rating}").format(rating=block.cr) if block.cr else ""
        return self.scene.name(combatant.id), f" {self.scene.glyphs.dot} ".join(filter(None, (kind_of(block), rating)))

    def rows(self, width: int, height: int) -> Sequence[Line]:
        """Return its lines, the most useful in a fight first."""
        encounter, combatant = self._chosen()
        if encounter is None or combatant is None:
            return ()
        return list(detail_lines(encounter, combatant, width))[:height]

    def _chosen(self) -> tuple[Encounter | None, Combatant | None]:
        encounter = self.scene.encounter
        return encounter, encounter.combatants.get(self.scene.desk.chosen) if encounter else None


def detail_lines(encounter: Encounter, combatant: Combatant, cells: int) -> Iterator[Line]:
    """Yield the lines about a combatant: abilities, senses, effects, attacks, defences, traits."""
    block = encounter.block(combatant.id)
    yield from _wrapped(_abilities(block), cells)
    yield from _paragraph("", _movement(block), cells)
    for effect in encounter.effects_on(combatant.id):
        left = remaining(encounter, effect)
        source = encounter.label(effect.source, language()) if effect.source and effect.source != combatant.id else ""
        text = " · ".join(part for part in (effect_name(effect), source, left) if part)
        yield ((" ", ""), (clip(text, cells - 2), "mark"))
    if combatant.note:
        yield from _paragraph("", combatant.note, cells)
    names = max((width(action.name.of(language())) for action in block.actions), default=0)
    for multi in block.multiattack[:1]:
        names_of = {action.id: action.name.of(language()) for action in block.actions}
        yield from _paragraph(_("Multiattack"), ", ".join(names_of.get(key, key) for key in multi.actions), cells)
    for action in block.actions:
        yield attack_line(action, min(names, max(10, cells // 3)))
    for title, found in (
        (_("Resists"), block.resist),
        (_("Immune"), block.immune),
        (_("Vulnerable"), block.vulnerable),
    ):
        if found:
            yield from _paragraph(title, _defences(found), cells)
    if block.condition_immune:
        yield from _paragraph(_("Never"), ", ".join(map(terms.condition, block.condition_immune)), cells)
    for title, traits in (
        (_("Traits"), block.traits),
        (_("Reactions"), block.reactions),
        (_("Legendary"), block.legendary),
    ):
        if traits:
            yield from _paragraph(title, ", ".join(trait.name.of(language()) for trait in traits), cells)
    if block.text:
        yield from _paragraph("", block.text, cells)


def brief_lines(encounter: Encounter, combatant: Combatant, cells: int) -> Iterator[Line]:
    """Yield a few lines about a combatant, for where the whole does not fit: saves, then attacks."""
    block = encounter.block(combatant.id)
    saves: list[Span] = [("   ", "")]
    for key in ABILITIES:
        saves += [(f"{terms.ability(key)} ", "muted"), (f"{signed(block.save_bonus(key))}  ", "")]
    about = [metres(value) for kind, value in block.speed_m.items() if kind == "walk"]
    about += [_("passive Perception {value}").format(value=block.passive)] if block.passive is not None else []
    yield (*saves, (clip(" · ".join(about), max(0, cells - line_width(saves) - 1)), "muted"))
    line: list[Span] = [("  ", "")]
    for action in block.actions:
        piece = attack_line(action, width(action.name.of(language())))
        if len(line) > 1 and line_width((*line, *piece)) > cells - 1:
            yield tuple(line)
            line = [("  ", "")]
        line += [*piece, (" ", "")]
    if len(line) > 1:
        yield tuple(line)


def _abilities(block: StatBlock) -> Iterator[tuple[Span, ...]]:
    for key, score in zip(ABILITIES, block.abilities, strict=True):
        saves = block.save_bonus(key)
        own = block.modifier(key)
        text = f"{score} {signed(own)}" + (f" ({signed(saves)})" if saves != own else "")
        yield (f"{terms.ability(key)} ", "muted"), (text, "")


def _movement(block: StatBlock) -> str:
    parts = [
        f"{metres(value)}" if kind == "walk" else f"{terms.term(terms.SPEEDS, kind)} {metres(value)}"
        for kind, value in block.speed_m.items()
    ]
    parts += [f"{terms.term(terms.SENSES, kind)} {metres(value)}" for kind, value in block.senses_m.items()]
    if block.passive is not None:
        parts.append(_("passive Perception {value}").format(value=block.passive))
    parts += [f"{terms.term(terms.SKILLS, name)} {signed(bonus)}" for name, bonus in block.skills.items()]
    return " · ".join(parts)


def _paragraph(title: str, text: str, cells: int) -> Iterator[Line]:
    """Yield a text with its title in front, broken into lines."""
    if not text:
        return
    lead = f"{title} " if title else ""
    for number, piece in enumerate(wrap(lead + text, cells - 2, 2)):
        if number == 0 and title and piece.startswith(title):
            yield ((" ", ""), (title, "muted"), (piece[len(title) :], ""))
        else:
            yield ((" ", ""), (piece, ""))


def _wrapped(pieces: Iterator[tuple[Span, ...]], cells: int) -> Iterator[Line]:
    line: list[Span] = []
    used = 0
    for piece in pieces:
        size = sum(width(text) for text, _tone in piece)
        if line and used + 2 + size > cells - 1:
            yield tuple(line)
            line, used = [], 0
        line += [("  " if line else " ", ""), *piece]
        used += 2 + size
    if line:
        yield tuple(line)
