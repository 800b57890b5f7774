"""A whole fight without a screen: four characters against eight monsters of the SRD, two of them casters, to its end.

Whoever plays it reads only what the program prints, as a script would.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.system.campaigns_on_disk import Campaign, aethyr, make_campaign

ROUNDS = 30


def living(shown: dict[str, Any], side: str) -> list[dict[str, Any]]:
    return [one for one in shown["combatants"] if one["side"] == side and one["status"] == "alive"]


def weakest(shown: dict[str, Any], side: str) -> str:
    return str(min(living(shown, side), key=lambda one: (one["hp"], one["id"]))["id"])


def slots(one: dict[str, Any], level: int) -> int:
    found = one["casting"][0]["slots"].get(str(level), {"left": 0}) if one["casting"] else {"left": 0}
    return int(found["left"])


def wish(shown: dict[str, Any], one: dict[str, Any]) -> list[str]:
    """What a combatant does in its turn, in the words of the command language."""
    key = str(one["id"])
    foes, party = living(shown, "foe"), living(shown, "party")
    if one["side"] == "foe":
        if key.startswith("acolyte"):
            if slots(one, 1) and one["concentration"] is None:
                return [f"cast {key} bless on {','.join(foe['id'] for foe in foes[:3])}"]
            return [f"cast {key} sacred-flame on {weakest(shown, 'party')}"]
        return [f"attack {key} {weakest(shown, 'party')}"]
    down = [each["id"] for each in shown["combatants"] if each["side"] == "party" and each["status"] == "unconscious"]
    if key == "aude" and down and slots(one, 1):
        return [f"cast aude cure-wounds on {down[0]}"]
    if key == "mira":
        if len(foes) > 2 and slots(one, 3):
            return [f"cast mira fireball on {','.join(foe['id'] for foe in foes[:4])}"]
        if slots(one, 1):
            return [f"cast mira magic-missile on {weakest(shown, 'foe')}"]
        return [f"cast mira fire-bolt on {weakest(shown, 'foe')}"]
    return [f"attack {key} {weakest(shown, 'foe')}"] if len(party) else []


def play_turn(campaign: Campaign, seed: int) -> bool:
    """Play the active one's turn and give the turn on; return whether the fight goes on."""
    shown = campaign.show()
    if not living(shown, "foe") or not living(shown, "party"):
        return False
    (one,) = (each for each in shown["combatants"] if each["id"] == shown["active"])
    settle = [f"settle {waiting['number']}" for waiting in shown["obligations"]]
    texts = settle + (wish(shown, one) if one["status"] == "alive" else [])
    # What was settled or cast may have ended the fight before it is passed on.
    if texts:
        campaign.do(*texts, "--seed", str(seed))
    shown = campaign.show()
    if not living(shown, "foe") or not living(shown, "party"):
        return False
    campaign.do("next", "--seed", str(seed))
    return True


def test_four_characters_fight_eight_monsters_to_the_end(tmp_path: Path) -> None:
    campaign = Campaign(make_campaign(tmp_path / "crypt"))
    campaign.do(
        "add party",
        "add 4 goblin hp roll",
        "add 2 hobgoblin",
        "add 2 acolyte as Prêtre hidden",
        "init mira 18 otto 12 aude 9 tor 15",
        "start",
        "--seed",
        "20",
    )
    shown = campaign.show()
    assert (len(living(shown, "party")), len(living(shown, "foe"))) == (4, 8)
    assert sum(bool(one["casting"]) for one in living(shown, "foe")) == 2
    assert [one["name"] for one in shown["combatants"] if one["hidden"]] == ["Prêtre 1", "Prêtre 2"]

    turns = 0
    while play_turn(campaign, seed=100 + turns):
        turns += 1
        assert turns < ROUNDS * 12, "the fight does not end"

    shown = campaign.show()
    assert not living(shown, "foe") or not living(shown, "party")
    for one in shown["combatants"]:
        assert 0 <= one["hp"] <= one["max_hp"]
        assert (one["hp"] == 0) == (one["status"] in ("dead", "unconscious", "stable"))
        assert one["concentration"] is None or one["status"] == "alive"
    mira = next(one for one in shown["combatants"] if one["id"] == "mira")
    assert slots(mira, 3) < 2

    last = campaign.do("end").lines[-1]
    assert "is over after" in last
    assert "XP" in last
    after = campaign.show()
    assert after["combatants"] == []
    assert after["characters"]["mira"]["hp"] == mira["hp"]

    entries = campaign.entries()
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    log = aethyr("log", campaign.folder, "--lang", "fr")
    assert log.status == 0
    assert any("Boule de feu" in line for line in log.lines)

    campaign.do("undo")
    assert campaign.show() == shown
