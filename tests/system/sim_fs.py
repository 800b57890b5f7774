"""A disk in memory that loses what was not synced: each power cut leaves one of the many states a real disk may be in.

A write is in the file at once for everybody who reads, and on the disk after `sync` of the file; a name likewise after
`sync` of its folder. Of what was not synced, a power cut keeps any part in any order: all, nothing, some of it, zeros
or rubbish of the right length.
"""

from __future__ import annotations

import inspect
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.fs import Mode, Stat


class Killed(BaseException):
    """The process ends here. No handler of errors may see it."""


@dataclass
class SimFile:
    data: bytes = b""
    durable: bytes = b""
    pending: list[tuple[int, bytes]] = field(default_factory=list)
    """Writes since the last sync: from where on, what."""


@dataclass
class SimFolder:
    names: dict[str, SimFile | SimFolder] = field(default_factory=dict)
    durable: dict[str, SimFile | SimFolder] = field(default_factory=dict)
    pending: list[dict[str, SimFile | SimFolder | None]] = field(default_factory=list)
    """Changes since the last sync, each of them all or nothing: a rename takes one name and gives another."""

    def change(self, changes: dict[str, SimFile | SimFolder | None]) -> None:
        self.pending.append(changes)
        apply(self.names, changes)


Node = SimFile | SimFolder


def apply(names: dict[str, Node], changes: dict[str, Node | None]) -> None:
    for name, node in changes.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


class SimFs:
    """A campaign folder on such a disk."""

    def __init__(self, root: SimFolder | None = None) -> None:
        self.root = root or SimFolder()
        self.calls = 0
        """Calls so far that change the disk."""
        self.kill_at = 0
        """The call before which the process is killed, counted from 1; 0 for none."""
        self.drop = ""
        """The purpose whose syncs do nothing."""
        self.purposes: list[str] = []
        """What the syncs so far were for."""
        self._handles: dict[int, Node] = {}
        self._next = 3

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self.kill_at:
            raise Killed

    def _parent(self, path: str) -> tuple[SimFolder, str]:
        folder, _, name = path.rpartition("/")
        found = self.root.names.get(folder) if folder else self.root
        if not isinstance(found, SimFolder):
            raise FileNotFoundError(2, path)
        return found, name

    def _find(self, path: str) -> Node | None:
        if path == ".":
            return self.root
        try:
            folder, name = self._parent(path)
        except FileNotFoundError:
            return None
        return folder.names.get(name)

    def stat(self, target: str | int) -> Stat | None:
        node = self._handles[target] if isinstance(target, int) else self._find(target)
        if node is None:
            return None
        is_file = isinstance(node, SimFile)
        size = len(node.data) if isinstance(node, SimFile) else 0
        changed = len(node.pending)
        return Stat(1, id(node), 1, size, changed, is_file, not is_file, False, 0o600)

    def names(self, folder: str) -> list[str]:
        node = self._find(folder)
        return sorted(node.names) if isinstance(node, SimFolder) else []

    def open(self, path: str, mode: Mode) -> int:
        node = self._find(path)
        if mode == "create":
            self._count()
            if node is not None:
                raise FileExistsError(17, path)
            folder, name = self._parent(path)
            node = SimFile()
            folder.change({name: node})
        elif mode == "folder" and node is None:
            self._count()
            node = SimFolder()
            self.root.change({path: node})
        if node is None:
            raise FileNotFoundError(2, path)
        self._next += 1
        self._handles[self._next] = node
        return self._next

    def close(self, handle: int) -> None:
        del self._handles[handle]

    def _file(self, handle: int) -> SimFile:
        node = self._handles[handle]
        assert isinstance(node, SimFile)
        return node

    def read(self, handle: int, offset: int, size: int) -> bytes:
        return self._file(handle).data[offset : offset + size]

    def write(self, handle: int, offset: int, data: bytes) -> None:
        self._count()
        node = self._file(handle)
        assert offset <= len(node.data)
        node.pending.append((offset, data))
        node.data = node.data[:offset] + data

    def sync(self, handle: int) -> None:
        self._count()
        node = self._handles[handle]
        purpose = self._purpose(node)
        if node.pending:
            self.purposes.append(purpose)
        if purpose == self.drop:
            return
        if isinstance(node, SimFile):
            node.durable = node.data
        else:
            node.durable = dict(node.names)
        node.pending.clear()

    def _purpose(self, node: Node) -> str:
        """Return what a sync is for: the functions of the program that asked for it, and what it is done to."""
        callers: list[str] = []
        frame = inspect.currentframe()
        while frame is not None and frame.f_code.co_name not in ("commit", "repair", "finish"):
            if frame.f_globals["__name__"] != __name__:
                callers.append(frame.f_code.co_name)
            frame = frame.f_back
        what = "root" if node is self.root else "file" if isinstance(node, SimFile) else "folder"
        return f"{' < '.join(reversed(callers))}: {what}"

    def move(self, path: str, to: str | None) -> None:
        self._count()
        folder, name = self._parent(path)
        node = folder.names.get(name)
        if node is None:
            raise FileNotFoundError(2, path)
        folder.change({name: None} if to is None else {name: None, self._parent(to)[1]: node})

    def settle(self) -> None:
        """Make everything durable, as it is after a while without a power cut."""
        for node in list(known_nodes(self.root)):
            if isinstance(node, SimFile):
                node.durable = node.data
            else:
                node.durable = dict(node.names)
            node.pending.clear()


def file_contents(file: SimFile) -> list[bytes]:
    """Return what a file may hold after a power cut."""
    found = [file.durable]
    for count in range(1, len(file.pending) + 1):
        data = file.durable
        for offset, piece in file.pending[: count - 1]:
            data = data[:offset].ljust(offset, b"\0") + piece
        offset, piece = file.pending[count - 1]
        before = data[:offset].ljust(offset, b"\0")
        half = len(piece) // 2
        found += [
            before + piece,
            before + piece[:half],
            before + piece[:-1],
            before + bytes(len(piece)),
            before + piece[:half] + bytes(len(piece) - half),
            before + bytes(half) + piece[half:],
            before + bytes(byte ^ 0x55 for byte in piece),
            # Longer on the disk than what was written over it.
            before + piece + data[offset + len(piece) :],
        ]
    return list(dict.fromkeys(found))


def folder_contents(folder: SimFolder) -> list[dict[str, Node]]:
    """Return which names a folder may have after a power cut."""
    found: list[dict[str, Node]] = []
    assert len(folder.pending) <= 6
    for kept in itertools.product((True, False), repeat=len(folder.pending)):
        names = dict(folder.durable)
        for changes, keep in zip(folder.pending, kept, strict=True):
            if keep:
                apply(names, changes)
        if names not in found:
            found.append(names)
    return found


def known_nodes(folder: SimFolder) -> Iterator[Node]:
    """Yield a folder and all that may be found below it after a power cut."""
    yield folder
    below = [*folder.durable.values(), *folder.names.values()]
    below += [node for changes in folder.pending for node in changes.values() if node is not None]
    for node in {id(node): node for node in below}.values():
        if isinstance(node, SimFolder):
            yield from known_nodes(node)
        else:
            yield node


def power_cuts(fs: SimFs, limit: int, seed: int) -> Iterator[SimFs]:
    """Yield disks as a power cut may leave them, `limit` of them at most; the same ones for the same seed."""
    nodes = list(known_nodes(fs.root))
    choices = [file_contents(node) if isinstance(node, SimFile) else folder_contents(node) for node in nodes]
    total = 1
    for choice in choices:
        total *= len(choice)
    chosen = random.Random(seed)
    picks: Iterator[list[int]] | Iterator[tuple[int, ...]]
    if total <= limit:
        picks = itertools.product(*(range(len(choice)) for choice in choices))
    else:
        picks = ([chosen.randrange(len(choice)) for choice in choices] for _ in range(limit))
    for pick in picks:
        content = {id(node): choice[at] for node, choice, at in zip(nodes, choices, pick, strict=True)}
        yield SimFs(frozen(fs.root, content))


def frozen(folder: SimFolder, content: Mapping[int, object]) -> SimFolder:
    """Return a folder as it is on a disk, all of it durable."""
    names: dict[str, Node] = {}
    chosen = content[id(folder)]
    assert isinstance(chosen, dict)
    for name, node in chosen.items():
        if isinstance(node, SimFolder):
            names[name] = frozen(node, content)
        else:
            data = content[id(node)]
            assert isinstance(data, bytes)
            names[name] = SimFile(data, data)
    return SimFolder(names, dict(names))
