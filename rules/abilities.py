"""Ability scores and what is reckoned from them: modifiers, save difficulties, spell attacks."""

from __future__ import annotations


def ability_modifier(score: int) -> int:
    """Return the modifier of an ability score: floor((score - 10) / 2)."""
    return (score - 10) // 2


def spell_save_dc(modifier: int, proficiency: int, special: int = 0) -> int:
    """Return the difficulty of saves against a caster's spells (R000-36)."""
    return 8 + modifier + proficiency + special


def spell_attack_bonus(modifier: int, proficiency: int, special: int = 0) -> int:
    """Return what a caster adds to spell attack rolls (A5E-39)."""
    return modifier + proficiency + special
