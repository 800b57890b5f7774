"""A campaign's folder: made, recognised, examined; and the demonstration campaign, copied for play."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import Literal

from rules.campaign import RULESETS
from rules.text import NotAName, clean_name, is_hostile

from .errors import UserError
from .fs import reason
from .nearest import nearest
from .sheet_files import CAMPAIGN_FILE, FORMAT, load_campaign
from .sheets import FOLDERS, CampaignSheet
from .toml_writer import quoted

EXAMPLES = Path(__file__).parent / "examples"
DEMO = "crypt"
"""The example that the demonstration plays."""
_LANGUAGE_LINE = re.compile(rb'^language = ".*"$', re.MULTILINE)


def is_campaign(path: Path) -> bool:
    """Whether a path is a folder with a campaign in it."""
    return os.path.isfile(os.path.join(path, CAMPAIGN_FILE))


def examine(path: Path, *, allow_world_writable: bool = False) -> None:
    """Refuse a folder that cannot be played in.

    Raises:
        UserError: `missing`, `not_a_folder`, `not_readable`, `bad_path`, `world_writable`, `foreign_owner`,
            `not_a_campaign`.
    """
    shown = str(path)
    try:
        look = os.stat(path)
    except ValueError:  # a NUL in the path
        raise UserError("bad_path", path=shown) from None
    except (FileNotFoundError, NotADirectoryError):
        raise UserError("missing", path=shown) from None
    except OSError as error:
        raise UserError("not_readable", path=shown, why=reason(error)) from error
    if not stat.S_ISDIR(look.st_mode):
        raise UserError("not_a_folder", path=shown)
    if look.st_mode & stat.S_IWOTH and not allow_world_writable:
        raise UserError("world_writable", path=shown)
    user = os.geteuid()
    if user not in (0, look.st_uid) and look.st_gid not in (os.getegid(), *os.getgroups()):
        raise UserError("foreign_owner", path=shown)
    if not is_campaign(path):
        raise UserError("not_a_campaign", path=shown)


def open_folder(path: Path, *, allow_world_writable: bool = False) -> CampaignSheet:
    """Return what a campaign's own file says, of a folder that can be played in.

    Raises:
        UserError: as `examine`; `newer_format`; the problems of `campaign.toml`.
    """
    examine(path, allow_world_writable=allow_world_writable)
    return load_campaign(path)[1]


def create(path: Path, *, ruleset: str = "dnd5e", name: str = "", language: Literal["en", "fr"] | None = None) -> Path:
    """Make a campaign and return its folder: private to the user whatever the umask; the parent is there already.

    Raises:
        UserError: `bad_path`, `unknown_ruleset`, `name_empty` and the other codes of `rules.text.NotAName`, `missing`
            (the parent), `not_empty`, `not_a_folder`, `world_writable`, `not_writable`.
    """
    folder = _target(path)
    if ruleset not in RULESETS:
        near = nearest(ruleset, RULESETS)
        raise UserError("unknown_ruleset", value=ruleset, known=RULESETS, near=near)
    try:
        title = clean_name(name or folder.name)
    except NotAName as error:
        raise UserError(error.code, value=name or folder.name) from None
    lines = [f"format = {FORMAT}", f"name = {quoted(title)}", f"ruleset = {quoted(ruleset)}"]
    if language:
        lines.append(f"language = {quoted(language)}")
    _build(folder, tuple(FOLDERS), {CAMPAIGN_FILE: ("\n".join(lines) + "\n").encode()})
    return folder


def demo(*, fresh: bool = False, language: Literal["en", "fr"] | None = None) -> Path:
    """Return the folder of the demonstration campaign, copied there unless it is there already.

    With `fresh` the one that is there is moved aside, never deleted.

    Raises:
        UserError: `not_a_campaign` (something else is in its place), `not_writable`.
    """
    import platformdirs  # only the demonstration needs it

    folder = Path(platformdirs.user_data_dir("aethyr", appauthor=False)) / "demo"
    if os.path.lexists(folder):
        if not fresh:
            examine(folder)
            return folder
        _move_aside(folder)
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError("not_writable", path=str(folder.parent), why=reason(error)) from error
    source = EXAMPLES / DEMO
    files = {
        str(found.relative_to(source)): found.read_bytes()
        for found in sorted(source.rglob("*.toml"))
        if found.is_file()
    }
    if language:
        line = f'language = "{language}"'.encode()
        files[CAMPAIGN_FILE] = _LANGUAGE_LINE.sub(line, files[CAMPAIGN_FILE])
    _build(folder, tuple(FOLDERS), files)
    return folder


def _target(path: Path) -> Path:
    """Return where a campaign may be made, as a whole path.

    Raises:
        UserError: `bad_path`, `missing`, `not_a_folder`, `not_empty`, `world_writable`, `not_readable`.
    """
    if any(is_hostile(character) for character in str(path)):
        raise UserError("bad_path", path=str(path))
    try:
        folder = Path(os.path.abspath(path))
        if folder.name.startswith("-") or not folder.name:
            raise UserError("bad_path", path=str(path))
        if not folder.parent.is_dir():
            raise UserError("missing", path=str(folder.parent))
        if os.path.lexists(folder):
            _require_empty(folder, str(path))
    except FileNotFoundError:  # the folder one stands in has been deleted
        raise UserError("missing", path=str(path)) from None
    except OSError as error:
        raise UserError("not_readable", path=str(path), why=reason(error)) from error
    return folder


def _require_empty(folder: Path, shown: str) -> None:
    look = os.lstat(folder)
    if not stat.S_ISDIR(look.st_mode):
        raise UserError("not_a_folder", path=shown)
    if look.st_mode & stat.S_IWOTH:
        raise UserError("world_writable", path=shown)
    if os.listdir(folder):
        raise UserError("not_empty", path=shown)


def _move_aside(folder: Path) -> None:
    """Rename a folder to the first free name after its own."""
    number = 1
    while os.path.lexists(aside := folder.with_name(f"{folder.name}-{number}")):
        number += 1
    try:
        os.rename(folder, aside)
    except OSError as error:
        raise UserError("not_writable", path=str(folder), why=reason(error)) from error


def _build(folder: Path, folders: tuple[str, ...], files: dict[str, bytes]) -> None:
    """Put a campaign where an empty folder or nothing is: all of it or none.

    Raises:
        UserError: `not_writable`, `not_empty`.
    """
    in_place = folder.is_dir()  # its owner may stand in it, so it stays
    base = folder if in_place else folder.with_name(f".{folder.name}.{secrets.token_hex(8)}.tmp")
    try:
        if not in_place:
            _make_folder(base)
        try:
            _fill(base, folders, files)
            if not in_place:
                os.rename(base, folder)
                _sync(folder.parent)
        except OSError:
            for name in (*folders, *files) if in_place else ():
                _remove(base / name)
            if not in_place:
                shutil.rmtree(base, ignore_errors=True)
            raise
    except OSError as error:
        code = "not_empty" if error.errno in (errno.EEXIST, errno.ENOTEMPTY) else "not_writable"
        raise UserError(code, path=str(folder), why=reason(error)) from error


def _fill(base: Path, folders: tuple[str, ...], files: dict[str, bytes]) -> None:
    for name in folders:
        _make_folder(base / name)
    # The file that makes it a campaign comes last.
    for name in sorted(files, key=lambda name: name == CAMPAIGN_FILE):
        _write(base / name, files[name])
    for name in (*folders, "."):
        _sync(base / name)


def _remove(path: Path) -> None:
    with suppress(OSError):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _make_folder(folder: Path) -> None:
    os.mkdir(folder, 0o700)
    os.chmod(folder, 0o700)


def _write(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with open(descriptor, "wb") as file:
        os.fchmod(descriptor, 0o600)
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def _sync(folder: Path) -> None:
    with suppress(OSError):  # some file systems sync no folders
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
