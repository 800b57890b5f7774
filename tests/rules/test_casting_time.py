"""When a casting time allows a spell, and castings that take several turns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.attacks import ActionTaken
from rules.casting import CastSpell, LongCastingStarted, SpellCast
from rules.casting_time import may_cast
from rules.combatant import Cast, Combatant, TurnUse
from rules.effects import ConcentrationEnded
from rules.roster import RemoveCombatants
from rules.settling import Settle
from rules.spell import Spell
from tests.rules.builders import Fight, gathered, of_kind, only, started
from tests.rules.creatures import MIRA, OGRE, OTTO, TOR
from tests.rules.spellbook import (
    CURE_WOUNDS,
    FIND_FAMILIAR,
    FIRE_BOLT,
    HEALING_WORD,
    MAGIC_MISSILE,
    SACRED_FLAME,
    SHIELD,
    WEB,
)


def slots(fight: Fight, who: str) -> dict[str, int]:
    return {key: resource.left for key, resource in fight[who].resources.items()}


def test_a_spell_of_an_action_uses_it() -> None:
    # R000-11
    fight = started(MIRA, OGRE)
    assert only(fight.cast("mira", FIRE_BOLT, "ogre-1", 2), ActionTaken).use == "action"
    command = CastSpell(caster="mira", spell=FIRE_BOLT, targets=("ogre-1",))
    assert fight.refuses(command).code == "no_action"
    fight.do(command, 2, forced=True)


def test_a_bonus_action_spell_needs_an_unused_bonus_action_on_ones_own_turn() -> None:
    # R000-12
    fight = started(TOR, OTTO)
    command = CastSpell(caster="tor", spell=HEALING_WORD, targets=("otto",))
    fight.do(command, 2)
    assert fight.refuses(command).code == "bonus_action_used"
    fight.next()
    assert fight.refuses(command).code == "not_own_turn"


def test_a_reaction_spell_is_cast_once_until_ones_own_turn() -> None:
    # R000-13, A5E-42
    fight = started(OGRE, MIRA)
    fight.cast("mira", SHIELD)
    assert fight.refuses(CastSpell(caster="mira", spell=SHIELD)).code == "reaction_used"
    fight.next()
    fight.next()
    fight.cast("mira", SHIELD)


def used(*casts: tuple[int, str]) -> Combatant:
    """A caster who has cast spells of these levels and casting times this turn, with everything left to use."""
    turn = TurnUse(casts=tuple(Cast(level=level, time=time) for level, time in casts))
    return Combatant(id="x", block="x", side="party", hp=1, max_hp=1, ac=10, used=turn)


LEVELLED, CANTRIP = MAGIC_MISSILE, FIRE_BOLT
BONUS, BONUS_CANTRIP = HEALING_WORD, replace(FIRE_BOLT, time="bonus")


@pytest.mark.parametrize(
    ("casts", "spell", "refused"),
    [
        ([(1, "bonus")], LEVELLED, True),
        ([(1, "bonus")], CANTRIP, False),
        ([(1, "bonus")], SHIELD, True),  # a reaction on one's own turn
        ([(0, "bonus")], LEVELLED, True),  # a cantrip as a bonus action bars as well
        ([(1, "action")], BONUS, True),
        ([(0, "action")], BONUS, False),
        ([(1, "reaction")], BONUS, True),
        ([(0, "action")], BONUS_CANTRIP, False),
        ([(1, "action")], LEVELLED, False),  # two actions, no bonus action: no matter
        ([(1, "action")], SHIELD, False),
        ([], BONUS, False),
    ],
)
def test_a_bonus_action_spell_and_other_spells_of_the_turn_exclude_each_other_in_either_order(
    casts: list[tuple[int, str]], spell: Spell, refused: bool
) -> None:
    # R000-12, A5E-08
    assert may_cast(spell, used(*casts), own_turn=True) == ("bonus_action_rule" if refused else None)
    assert may_cast(spell, used(*casts), own_turn=True, bonus_action_rule=False) is None


def test_the_bonus_action_rule_looks_at_ones_own_turn_only() -> None:
    # A5E-08: a reaction in somebody else's turn is free again.
    fight = started(TOR, MIRA, OGRE)
    fight.cast("tor", HEALING_WORD, "mira", 1)
    assert fight.refuses(CastSpell(caster="tor", spell=CURE_WOUNDS, targets=("mira",))).code == "bonus_action_rule"
    fight.cast("tor", SACRED_FLAME, "ogre-1", 1, 1, 20)
    fight.until_turn_of("tor")
    fight.cast("tor", CURE_WOUNDS, "mira", 1)


def test_a_house_rule_lifts_the_bonus_action_rule() -> None:
    # A5E-08
    fight = started(TOR, MIRA)
    fight.settings(bonus_action_spell_rule=False)
    fight.cast("tor", HEALING_WORD, "mira", 1)
    fight.cast("tor", CURE_WOUNDS, "mira", 1)


def test_before_the_fight_has_begun_time_is_no_matter() -> None:
    fight = gathered(TOR, MIRA)
    fight.cast("tor", HEALING_WORD, "mira", 1)
    fight.cast("tor", CURE_WOUNDS, "mira", 1)
    fight.cast("tor", CURE_WOUNDS, "mira", 1)


def calling() -> Fight:
    """Mira has begun to call her familiar, which takes three turns."""
    fight = started(MIRA, OGRE)
    events = fight.cast("mira", FIND_FAMILIAR)
    assert only(events, LongCastingStarted).long_casting.needed == 3
    return fight


def test_a_long_casting_takes_the_action_of_every_turn_and_pays_at_the_end() -> None:
    # R000-14, A5E-09
    fight = calling()
    assert slots(fight, "mira")["slot.1"] == 4
    fight.until_turn_of("mira")
    assert [each.kind for each in fight.obligations()] == ["long_casting"]
    assert of_kind(fight.settle(), SpellCast) == []
    assert slots(fight, "mira")["slot.1"] == 4
    fight.until_turn_of("mira")
    event = only(fight.cast("mira", FIND_FAMILIAR), SpellCast)
    assert (event.spell, event.seconds) == ("find-familiar", 18)
    assert slots(fight, "mira")["slot.1"] == 3
    assert fight["mira"].long_casting is None
    assert fight["mira"].concentration is None


def test_a_turn_without_it_breaks_a_long_casting_and_keeps_the_slot() -> None:
    # R000-14, A5E-09
    fight = calling()
    fight.until_turn_of("mira")
    event = only(fight.next(), ConcentrationEnded)
    assert event.in_progress
    assert fight["mira"].long_casting is None
    assert slots(fight, "mira")["slot.1"] == 4
    assert fight.obligations() == ()


def test_damage_may_break_a_long_casting() -> None:
    # R000-14
    fight = calling()
    fight.damage("mira", "4")
    fight.settle(1)
    assert fight["mira"].long_casting is None
    assert slots(fight, "mira")["slot.1"] == 4


def test_a_long_casting_goes_on_once_a_turn() -> None:
    fight = calling()
    command = CastSpell(caster="mira", spell=FIND_FAMILIAR)
    assert fight.refuses(command).code == "already_continued"
    fight.next()
    assert fight.refuses(command).code == "already_continued"


def test_beginning_a_long_casting_ends_an_earlier_concentration() -> None:
    # A5E-09
    fight = started(MIRA, OGRE)
    fight.cast("mira", WEB)
    fight.until_turn_of("mira")
    assert only(fight.cast("mira", FIND_FAMILIAR), ConcentrationEnded).reason == "replaced"


def test_a_long_casting_is_done_without_those_who_have_left_meanwhile() -> None:
    fight = started(TOR, OTTO, OGRE)
    blessing = replace(CURE_WOUNDS, time="3 rounds")
    fight.cast("tor", blessing, ("otto", "ogre-1"))
    fight.damage("ogre-1", "59")
    fight.do(RemoveCombatants(targets=("otto",)))
    fight.next()
    fight.do(Settle())
    fight.next()
    fight.do(Settle(), 5)
    assert fight.status("ogre-1") == "dead"
