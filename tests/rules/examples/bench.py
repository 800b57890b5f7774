"""A small fight to carry out examples in: one combatant under examination, and whoever else an operation needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.campaign import CampaignState
from rules.combatant import Bearing, Combatant, Concentration, DeathSaves, Resource, TurnUse
from rules.decide import decide
from rules.dice import LoadedDice
from rules.effect import Effect
from rules.encounter import Encounter
from rules.evolve import replay
from rules.kernel import Command, CommandRefused, Event
from rules.slots import slot_key
from rules.statblock import Names, StatBlock
from tests.rules.examples.words import defence, spell_id

SUBJECT = "subject"


class Bench:
    """A state that commands are sent to, with everything that happened."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.refusal: str | None = None

    def send(self, command: Command, *faces: int) -> tuple[Event, ...]:
        """Decide a command with these faces and apply it; a refusal is kept and nothing changes.

        A face left over is an error of the adapter: the roll it was meant for was not asked for.
        """
        dice = LoadedDice(faces)
        try:
            events = decide(self.state, command, dice)
        except CommandRefused as refused:
            self.refusal = refused.code
            return ()
        assert not dice.left, f"{dice.left} left over after {type(command).__name__}"
        self.events += events
        self.state = replay(events, self.state)
        return events

    @property
    def encounter(self) -> Encounter:
        """The fight."""
        assert self.state.encounter is not None
        return self.state.encounter

    @property
    def subject(self) -> Combatant:
        """The combatant under examination."""
        return self.encounter.combatants[SUBJECT]

    @property
    def slots(self) -> list[int]:
        """The subject's slots left, of levels 1 to 9."""
        return [
            self.subject.resources[slot_key(n)].left if slot_key(n) in self.subject.resources else 0
            for n in range(1, 10)
        ]

    def outcome(self) -> dict[str, Any]:
        """Return whether the commands were accepted, and the code of the refusal."""
        return {"accepted": self.refusal is None, "reason": self.refusal}

    def happened(self, *types: type[Event]) -> list[Any]:
        """Return the events of these types, in order."""
        return [event for event in self.events if isinstance(event, types)]


def combatant_of(given: Mapping[str, Any], block: StatBlock, who: str = SUBJECT) -> Combatant:
    """Return a combatant with the hit points, death saves and spending that an example gives it."""
    max_hp = given.get("max_hp", max(block.hp, given.get("hp", 0)))
    hp = given.get("hp", max_hp)
    status: Any = "alive"
    if given.get("dead"):
        status = "dead"
    elif given.get("stable"):
        status = "stable"
    elif hp == 0 or given.get("conscious") is False:
        status = "unconscious"
    return Combatant(
        id=who,
        block=block.id,
        side="party",
        initiative=10,
        hp=hp,
        max_hp=max_hp,
        temp_hp=given.get("temp_hp", 0),
        ac=block.ac,
        status=status,
        death_saves=DeathSaves(successes=given.get("death_successes", 0), failures=given.get("death_failures", 0)),
        dies_at_zero=block.dies_at_zero,
        resources={
            slot_key(n): Resource(left=left, max=max(left, 1)) for n, left in enumerate(given.get("slots", ()), 1)
        },
        concentration=holding(given.get("concentrating_on")),
        used=TurnUse(action=not given.get("action_available", True)),
    )


def holding(spell: str | None) -> Concentration | None:
    """Return the concentration on a spell by its name, or nothing."""
    if not spell:
        return None
    return Concentration(spell=spell_id(spell), name=Names(en=spell), casting=f"old-{spell_id(spell)}", level=1)


def block_of(given: Mapping[str, Any], **fields: Any) -> StatBlock:
    """Return a stat block with the defences and the kind that an example gives."""
    dies = given.get("kind") == "monstre" and not given.get("majeur")
    saves = {"con": given["con_save_bonus"]} if "con_save_bonus" in given else {}
    return StatBlock(
        id=SUBJECT,
        name=Names(en=SUBJECT),
        hp=given.get("max_hp", 20),
        resist=tuple(defence(word) for word in given.get("resist", ())),
        immune=tuple(defence(word) for word in given.get("immune", ())),
        vulnerable=tuple(defence(word) for word in given.get("vulnerable", ())),
        reduction=given.get("reduction", 0),
        saves=saves,
        dies_at_zero=dies,
        **fields,
    )


def running(spell: str, target: str, number: int, casting: str) -> Effect:
    """Return a running spell on somebody."""
    return Effect(
        id=f"effect-{number}",
        target=target,
        name=Names(en=spell),
        spell=spell_id(spell),
        source=SUBJECT,
        casting=casting,
        dispellable=True,
    )


def bench_of(
    given: Mapping[str, Any], block: StatBlock | None = None, *others: tuple[Combatant, StatBlock], **changes: Any
) -> Bench:
    """Return a fight in round 1 on the subject's turn; what holds it (unconscious, prone, a spell) runs."""
    block = block or block_of(given)
    subject = replace(combatant_of(given, block), **changes)
    effects: dict[str, Effect] = {}
    if subject.status in ("unconscious", "stable"):
        effects["effect-1"] = Effect(id="effect-1", target=SUBJECT, conditions=("unconscious",), from_zero_hp=True)
    if given.get("prone"):
        effects["effect-2"] = Effect(id="effect-2", target=SUBJECT, conditions=("prone",))
    if subject.concentration is not None and "effects" not in given:
        held = subject.concentration
        effects["effect-3"] = running(held.name.en, SUBJECT, 3, held.casting)
    members = [(subject, block), *others]
    encounter = Encounter(
        id="example",
        name="example",
        round=1,
        active=SUBJECT,
        blocks={each.id: each for _combatant, each in members},
        combatants={each.id: each for each, _block in members},
        order=tuple(each.id for each, _block in members),
        effects=effects,
        next_effect=10,
    )
    return Bench(CampaignState(encounter=encounter))


def bearing_of(given: Mapping[str, Any]) -> Bearing:
    """Return what a caster wears and holds; a missing input is nothing special."""
    proficiencies = given.get("armor_proficiencies", ())
    mastered = "armor" not in given or given.get("armor_category") in proficiencies
    stock = given.get("inventory")
    return Bearing(
        armour_mastered=mastered,
        free_hands=given.get("free_hands", 2),
        has_focus=given.get("has_pouch", False) or given.get("has_focus", False),
        focus_in_hand=given.get("focus_in_hand", False),
        can_speak=not (given.get("gagged", False) or given.get("in_silence", False)),
        materials=None if stock is None else {item["name"]: item.get("qty", 1) for item in stock},
    )
