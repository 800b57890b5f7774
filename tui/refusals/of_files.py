"""What is wrong with files, folders and arguments, as sentences: what it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..i18n import N_
from .of_words import NAMES

PROBLEMS: Final[Mapping[str, str]] = {
    # folders and files
    "missing": N_("There is no such file or folder."),
    "not_a_folder": N_("This is no folder."),
    "not_a_file": N_("This is no ordinary file."),
    "is_symlink": N_("This is a symbolic link; a campaign’s own files may not be one."),
    "not_readable": N_("This cannot be read ({why})."),
    "bad_path": N_("This is no path that a file can have."),
    "too_large": N_("The file is too large: {limit} bytes at most."),
    "not_a_campaign": N_("This folder is no campaign: it has no campaign.toml. `aethyr new PATH` makes one."),
    "foreign_owner": N_("This folder belongs to somebody else on this machine."),
    "not_empty": N_("There is something in this folder already; a campaign begins in an empty one."),
    "not_writable": N_("Nothing can be written here ({why})."),
    "unknown_ruleset": N_("“{value}” is no ruleset."),
    "world_writable": N_("Everybody on this machine may write to this folder: take that away with `chmod o-w`."),
    # the session
    "lock_busy": N_("Somebody else is writing to the campaign ({holder}); try again."),
    "lock_busy_unnamed": N_("Somebody else is writing to the campaign; try again."),
    "not_saved": N_("Nothing was saved ({why}); the fight is as it was before."),
    "read_only": N_("The campaign can only be read: {why}"),
    "entry_too_large": N_("The command is too large to be kept."),
    "not_text": N_("The command is no valid text."),
    # the journal
    "journal_damaged": N_(
        "The journal is damaged at byte {byte}; the last good entry is {seq}. Nothing is written to it. "
        "Copy the folder first, then put this file back from a backup."
    ),
    "journal_missing": N_(
        "The journal is missing, and only the snapshot of entry {seq} is left. Nothing is written. "
        "Copy the folder first, then put journal/ back from a backup."
    ),
    "journal_replaced": N_("The journal is not the file it was; open the campaign again."),
    "journal_ambiguous": N_(
        "Two files of the journal have the same number: {other}. Copy the folder first, then move one of them away."
    ),
    "segment_missing": N_("Part {number} of the journal is missing: put its file back from a backup."),
    "entry_unreadable": N_(
        "The journal cannot be read at byte {byte}; the last good entry is {seq} ({reason}). Nothing is written to it. "
        "Copy the folder first, then put this file back from a backup."
    ),
    "newer_format": N_(
        "This was made by a newer version of the program, and this one cannot read it. Nothing was changed; "
        "open it with the newer version."
    ),
    "torn_tail": N_("A write was cut short: {size} bytes at the end of the journal were set aside in {kept}."),
    "unfinished_tail": N_(
        "The last {size} bytes of the journal, from byte {byte} on, are no whole entry and do not count; "
        "the next command sets them aside."
    ),
    "entries_missing": N_(
        "The journal ends at entry {seq}, but entry {confirmed} had been confirmed. "
        "Before you go on, copy the folder and put this file back from a backup."
    ),
    "snapshot_ignored": N_(
        "The snapshot does not fit the journal and is not used. Nothing is lost: the journal has everything, and the "
        "next command makes it again."
    ),
    "snapshot_failed": N_("No snapshot could be written ({why}); the journal has everything."),
    "sync_failed": N_("The disk did not confirm what was written. Open the campaign again."),
    "write_failed": N_("A failed write could not be taken back. Open the campaign again."),
    # what people write
    "not_toml": N_("This is no valid TOML: {reason}"),
    "duplicate_key": N_("The key is there twice."),
    "key_too_long": N_("A key has too many parts: {limit} at most."),
    "nested_too_deep": N_("The file is nested too deeply: {limit} levels at most."),
    "number_too_long": N_("A number has too many digits."),
    "not_utf8": N_("The file is not in UTF-8."),
    "bad_file_name": N_("“{value}” cannot be an id: small letters, digits and hyphens."),
    "unknown_key": N_("There is no key “{name}” here."),
    "missing_key": N_("The key “{name}” is missing."),
    "wrong_type": N_("This has to be {expected}, not {value}."),
    "not_one_of": N_("“{value}” is not possible here."),
    "out_of_range": N_("{value} is outside {least} to {most}."),
    "wrong_length": N_("There are {value} of them: {least} to {most} are possible."),
    "bad_form": N_("“{value}” is not written as it has to be."),
    "name_twice": N_("“{value}” is also the name in {other}."),
    "unknown_ability": N_("“{value}” is no ability."),
    "unknown_class": N_("“{value}” is no class."),
    "unknown_condition": N_("“{value}” is no condition."),
    "unknown_damage": N_("“{value}” is no damage type."),
    "unknown_sense": N_("“{value}” is no sense."),
    "unknown_skill": N_("“{value}” is no skill."),
    "unknown_speed": N_("“{value}” is no way to move."),
    "unknown_type": N_("“{value}” is no type of creature."),
    "unknown_quality": N_("“{value}” is no quality of damage."),
    "unknown_cr": N_("“{value}” is no challenge rating."),
    "unknown_length": N_("“{value}” is no length of time such as {example}."),
    "unknown_attack": N_("The creature has no attack “{value}”."),
    "attack_twice": N_("The attack “{value}” is there twice."),
    "damage_untyped": N_("“{value}” needs a damage type."),
    "not_a_cantrip": N_("“{value}” is a spell of level {level}, no cantrip."),
    "listed_twice": N_("“{value}” is listed twice."),
    "too_many_slots": N_("Slots go up to level {most}."),
    "unknown_creature": N_("No creature is called “{value}”."),
    "unknown_spell": N_("No spell is called “{value}”."),
    "unknown_character": N_("No character is called “{value}”."),
    "unknown_encounter": N_("No prepared encounter is called “{value}”."),
    "creature_or_character": N_("Either `creature` or `character`, one of them and not both."),
    "one_character": N_("A character is there once."),
    **NAMES,
}

READ_ONLY: Final[Mapping[str, str]] = {
    "view": N_("it was opened to look at."),
    "folder_read_only": N_("you may not write to its folder."),
    "closed": N_("it is closed."),
}
"""Why a campaign can only be read, beside the codes of `PROBLEMS`."""

SYSTEM: Final[Mapping[str, str]] = {
    "EACCES": N_("permission denied"),
    "EBUSY": N_("it is in use"),
    "EDQUOT": N_("your quota of disk space is used up"),
    "EFBIG": N_("a file would become too large"),
    "EINTR": N_("interrupted"),
    "EIO": N_("the disk has failed"),
    "EISDIR": N_("it is a folder"),
    "ELOOP": N_("too many symbolic links"),
    "EMFILE": N_("too many files are open"),
    "ENAMETOOLONG": N_("the name is too long"),
    "ENFILE": N_("too many files are open"),
    "ENOENT": N_("it is not there"),
    "ENOLCK": N_("this file system gives no locks"),
    "ENOMEM": N_("there is not enough memory"),
    "ENOSPC": N_("the disk is full"),
    "ENOTDIR": N_("it is no folder"),
    "EPERM": N_("permission denied"),
    "EROFS": N_("the disk can only be read"),
    "ESTALE": N_("the network disk has lost it"),
    "ETIMEDOUT": N_("the disk does not answer"),
}
"""What the operating system says, by the name of its error."""

KINDS: Final[Mapping[str, str]] = {
    "yes_or_no": N_("true or false"),
    "number": N_("a number"),
    "whole_number": N_("a whole number"),
    "text": N_("a text in quotes"),
    "list": N_("a list in brackets"),
    "table": N_("a table"),
    "date": N_("a date"),
}
"""Kinds of values in a TOML file."""
