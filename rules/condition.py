"""The conditions by name, and which of them take all actions away."""

from __future__ import annotations

CONDITIONS: tuple[str, ...] = (
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
)
"""The fifteen conditions (SRD 5.1, appendix A)."""

INCAPACITATING: frozenset[str] = frozenset({"incapacitated", "paralyzed", "petrified", "stunned", "unconscious"})
"""Conditions that take actions and reactions, and end concentration (R000-25)."""
