"""Campaigns in folders, and the program as a process of its own."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.architecture.source import ROOT

PARTY = {
    "mira": """
name = "Mira"
ac = 16
hp = 31
classes = { wizard = 5 }
abilities = { str = 8, dex = 14, con = 14, int = 18, wis = 12, cha = 10 }

[spellcasting]
class = "wizard"
cantrips = ["fire-bolt"]
prepared = ["magic-missile", "burning-hands", "fireball", "haste", "dispel-magic"]
""",
    "otto": """
name = "Otto"
ac = 18
hp = 38
classes = { paladin = 4 }
abilities = { str = 16, dex = 10, con = 14, int = 8, wis = 10, cha = 16 }

[[attacks]]
name = { en = "Longsword", fr = "Épée longue" }
hit = 5
reach_m = 1.5
damage = "1d8+3 slashing"
""",
    "aude": """
name = "Aude"
ac = 16
hp = 27
classes = { cleric = 3 }
abilities = { str = 12, dex = 10, con = 14, int = 10, wis = 16, cha = 12 }

[[attacks]]
name = "Mace"
hit = 3
reach_m = 1.5
damage = "1d6+1 bludgeoning"

[spellcasting]
class = "cleric"
cantrips = ["sacred-flame"]
prepared = ["bless", "cure-wounds", "healing-word"]
""",
    "tor": """
name = "Tor"
ac = 15
hp = 27
classes = { rogue = 4 }
abilities = { str = 10, dex = 18, con = 12, int = 12, wis = 10, cha = 12 }

[[attacks]]
name = "Rapier"
hit = 6
reach_m = 1.5
damage = "1d8+4 piercing"
""",
}
GATE = """
name = { en = "The Gate", fr = "La porte" }

[[combatant]]
creature = "goblin"
count = 2

[[combatant]]
creature = "acolyte"
hidden = true
"""


@dataclass(frozen=True)
class Ended:
    """A process that has ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


def _give_up_privilege() -> None:
    """Let permissions hold back this process and its children, also those of the superuser."""
    pr_capbset_drop, cap_dac_override = 24, 1
    ctypes.CDLL(None).prctl(pr_capbset_drop, cap_dac_override, 0, 0, 0)


def aethyr(*arguments: str | Path, **environ: str) -> Ended:
    """Run the program to its end, in English unless `environ` says otherwise."""
    return _ended(arguments, environ)


def aethyr_held_back(*arguments: str | Path) -> Ended:
    """Run the program to its end as a user whom permissions hold back, also when that is the superuser."""
    return _ended(arguments, {}, _give_up_privilege)


def _ended(
    arguments: Sequence[str | Path], environ: Mapping[str, str], before: Callable[[], None] | None = None
) -> Ended:
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", "USER": "lea", "LOGNAME": "lea", **environ},
        preexec_fn=before,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        timeout=120,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def make_campaign(folder: Path) -> Path:
    """A campaign with four characters and one prepared encounter, made without the program."""
    for name in ("party", "encounters", "bestiary", "spells"):
        (folder / name).mkdir(parents=True)
    (folder / "campaign.toml").write_text('format = 1\nname = "The Crypt"\nruleset = "dnd5e"\n', encoding="utf-8")
    for key, text in PARTY.items():
        (folder / "party" / f"{key}.toml").write_text(text, encoding="utf-8")
    (folder / "encounters" / "gate.toml").write_text(GATE, encoding="utf-8")
    # Whatever the umask of those who run the tests is.
    folder.chmod(0o700)
    return folder


@dataclass(frozen=True)
class Campaign:
    """A campaign played from the shell."""

    folder: Path

    def do(self, *texts: str, **environ: str) -> Ended:
        """Run commands that are to be accepted."""
        ended = self.attempt(*texts, **environ)
        assert ended.status == 0, ended.err
        return ended

    def attempt(self, *texts: str, **environ: str) -> Ended:
        """Run commands, whatever comes of them."""
        return aethyr("do", self.folder, *texts, **environ)

    def show(self) -> dict[str, Any]:
        """The state as programs see it."""
        ended = aethyr("show", self.folder, "--json")
        assert ended.status == 0, ended.err
        shown: dict[str, Any] = json.loads(ended.out)
        return shown

    def combatant(self, key: str) -> dict[str, Any]:
        """One combatant as programs see it."""
        found: dict[str, Any] = next(one for one in self.show()["combatants"] if one["id"] == key)
        return found

    def journal(self) -> dict[str, bytes]:
        """Every byte of the journal, by file."""
        return {path.name: path.read_bytes() for path in sorted((self.folder / "journal").glob("*.toml"))}

    def entries(self) -> list[dict[str, Any]]:
        """The journal as programs see it."""
        ended = aethyr("log", self.folder, "--json")
        assert ended.status == 0, ended.err
        return [json.loads(line) for line in ended.lines]
