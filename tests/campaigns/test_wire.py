"""The fingerprint of what is written into files: a snapshot of another form is not trusted to have been understood."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from campaigns.engine import RULES
from rules.campaign import CampaignState
from rules.evolve import EVENTS


def forms(kind: Any, seen: dict[str, str]) -> str:
    """A type as text. The classes in it are told once each, in `seen`, by name."""
    if isinstance(kind, inspect.StructType):
        name = kind.cls.__qualname__
        if name not in seen:
            seen[name] = ""
            seen[name] = f"{kind.tag_field}={kind.tag} " + ", ".join(field(one, seen) for one in kind.fields)
        return name
    name = type(kind).__name__
    return f"{name}({', '.join(parts(kind, seen))})"


def parts(kind: Any, seen: dict[str, str]) -> Iterator[str]:
    for key in kind.__struct_fields__:
        value = getattr(kind, key)
        values = value if isinstance(value, tuple) else (value,)
        yield ", ".join(forms(one, seen) if isinstance(one, inspect.Type) else repr(one) for one in values)


def field(one: inspect.Field, seen: dict[str, str]) -> str:
    default = b"" if one.default is msgspec.NODEFAULT else msgspec.json.encode(one.default, order="deterministic")
    return f"{one.encode_name}: {forms(one.type, seen)} {one.required} {default!r}"


def fingerprint(*classes: Any) -> str:
    seen: dict[str, str] = {}
    for kind in inspect.multi_type_info(classes):
        forms(kind, seen)
    return f"{zlib.crc32(repr(sorted(seen.items())).encode()):08x}"


def test_another_form_of_events_or_states_has_another_fingerprint() -> None:
    now = fingerprint(CampaignState, *EVENTS.values())
    assert now == RULES.wire, f'what goes into files has changed: in campaigns/engine.py, set wire = "{now}"'


class Before(msgspec.Struct, tag="event"):
    amount: int = 0


class Holder(msgspec.Struct):
    inner: Before | None = None


def test_each_change_of_a_class_changes_the_fingerprint() -> None:
    def with_field(kind: Any, default: Any) -> str:
        changed = msgspec.defstruct("Before", [("amount", kind, default)], tag="event", module=__name__)
        return fingerprint(changed)

    own = with_field(int, 0)
    assert own == fingerprint(Before)
    assert len({own, with_field(int, 1), with_field(str, ""), with_field(int | None, 0)}) == 4
    assert fingerprint(Holder) != fingerprint(Before)
