"""Each command is decided, and each event applied, in exactly one place."""

import importlib
import pkgutil
from collections.abc import Iterator

import msgspec
import pytest

import rules
from rules.decide import COMMANDS, HANDLERS
from rules.evolve import APPLIERS, EVENTS
from rules.kernel import Command, Event

FAMILIES = pytest.mark.parametrize(
    ("base", "handlers", "tags"),
    [
        pytest.param(Command, HANDLERS, COMMANDS, id="commands"),
        pytest.param(Event, APPLIERS, EVENTS, id="events"),
    ],
)


def kinds(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Every class below `base` that the rules define, whether or not anything handles it."""
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        importlib.import_module(module.name)
    pending = base.__subclasses__()
    while pending:
        kind = pending.pop()
        pending.extend(kind.__subclasses__())
        # Test modules may define kinds of their own.
        if kind.__module__.split(".")[0] == "rules":
            yield kind


@FAMILIES
def test_each_kind_has_exactly_one_handler(
    base: type[msgspec.Struct], handlers: dict[type, object], tags: dict[str, type]
) -> None:
    defined = list(kinds(base))
    assert defined
    assert sorted(kind.__name__ for kind in handlers) == sorted(kind.__name__ for kind in defined)


@FAMILIES
def test_each_kind_is_known_by_its_tag_on_disk(
    base: type[msgspec.Struct], handlers: dict[type, object], tags: dict[str, type]
) -> None:
    assert tags == {kind.__struct_config__.tag: kind for kind in kinds(base)}


@FAMILIES
def test_no_two_kinds_share_a_handler(
    base: type[msgspec.Struct], handlers: dict[type, object], tags: dict[str, type]
) -> None:
    assert len(set(handlers.values())) == len(handlers)
