"""What is wrong with a GM's files, all of it: each with its file, key path, line, and the nearest right word.

The only module that loads pydantic. Its models are made from the structs of `sheets`, so there is one definition of
what a file may hold; play converts with msgspec and comes here only when that fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta
from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    Tag,
    ValidationError,
    create_model,
)
from pydantic_core import ErrorDetails

from rules.campaign import Settings
from rules.text import visible

from .convert.faults import Fault, Key
from .errors import Problem
from .nearest import nearest
from .sheets import Sheet
from .toml_lines import key_lines, line_of
from .toml_reader import Document

_SCALARS: dict[Any, Any] = {int: StrictInt, float: StrictFloat, str: StrictStr, bool: StrictBool}
_KINDS: dict[Any, str] = {int: "number", float: "number", str: "text", bool: "yes_or_no", tuple: "list", dict: "table"}
_EXPECTED = {
    "int_type": "whole_number",
    "int_from_float": "whole_number",
    "float_type": "number",
    "finite_number": "number",
    "string_type": "text",
    "bool_type": "yes_or_no",
    "list_type": "list",
    "dict_type": "table",
    "model_type": "table",
    "model_attributes_type": "table",
}
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
_TAG = "="
"""Marks the branches of a union in the paths of errors, where no key of a file can be mistaken for one."""
_SHORT_LIST = 20


def _plain(annotation: Any) -> Any:
    """Return an annotation without its bounds."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _branches(annotation: Any) -> list[Any]:
    """Return the types that a value may have, nothing aside."""
    if get_origin(annotation) in (Union, UnionType):
        return [branch for branch in get_args(annotation) if branch is not type(None)]
    return [annotation]


def _kind(annotation: Any) -> str:
    """Return what a value of a type is in TOML: `text`, `number`, `yes_or_no`, `list`, `table`."""
    plain = _plain(annotation)
    origin = get_origin(plain) or plain
    if origin is Literal:
        return "text"
    return _KINDS.get(origin, "table")


def _kind_of_value(value: object) -> str:
    match value:
        case bool():
            return "yes_or_no"
        case int() | float():
            return "number"
        case str():
            return "text"
        case list():
            return "list"
        case dict():
            return "table"
        case _:
            return "date"


def _translated(annotation: Any) -> Any:
    """Return the annotation that pydantic checks alike."""
    if get_origin(annotation) is Annotated:
        inner, *metas = get_args(annotation)
        bounds = {
            name: getattr(meta, name)
            for meta in metas
            if isinstance(meta, Meta)
            for name in _BOUNDS
            if getattr(meta, name) is not None
        }
        return Annotated[_translated(inner), Field(**bounds)]
    branches = _branches(annotation)
    if len(branches) > 1:
        return _translated_union(branches)
    plain = branches[0]
    if plain is not annotation:
        return _translated(plain)
    origin = get_origin(plain)
    if origin is Literal or plain is Any:
        return plain
    if origin is tuple:
        return GenericAlias(list, (_translated(get_args(plain)[0]),))
    if origin is dict:
        return GenericAlias(dict, (StrictStr, _translated(get_args(plain)[1])))
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        return model_of(plain)
    return _SCALARS[plain]


def _translated_union(branches: list[Any]) -> Any:
    """Return a union whose branch is told by what the value is: errors come from the branch that was meant."""
    by_kind = {_kind(branch): branch for branch in branches}  # of int and float, the wider comes last
    tagged = tuple(Annotated[_translated(branch), Tag(_TAG + kind)] for kind, branch in by_kind.items())
    return Annotated[Union[tagged], Discriminator(lambda value: _TAG + _kind_of_value(value))]  # noqa: UP007


@cache
def model_of(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """Return the pydantic model of a sheet: the same keys, types and bounds, extra keys forbidden."""
    fields: dict[str, Any] = {}
    for number, field in enumerate(msgspec.structs.fields(struct)):
        annotation = _translated(field.type)
        default = ... if field.required else None
        fields[f"field_{number}"] = (annotation, Field(default, alias=field.encode_name))
    model: type[BaseModel] = create_model(struct.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    return model


def explain(document: Document, sheet: type[Sheet]) -> tuple[Problem, ...]:
    """Return everything that is wrong with the form of a file; empty when it fits."""
    lines = key_lines(document.text)
    return tuple(
        _located(document, lines, _key_of(error), *_told(sheet, error)) for error in _errors(sheet, document.data)
    )


def explain_settings(document: Document, settings: dict[str, Any]) -> tuple[Problem, ...]:
    """Return everything that is wrong with house rules, given by their whole keys."""
    lines = key_lines(document.text)
    problems: list[Problem] = []
    for error in _errors(Settings, settings):
        key = ("settings", *_key_of(error))
        if key not in lines:  # written without quotes, so that each part of it is a table
            key = ("settings", *key[1].split(".", 1), *key[2:])
        problems.append(_located(document, lines, key, *_told(Settings, error)))
    return tuple(problems)


def _errors(struct: type[msgspec.Struct], data: object) -> list[ErrorDetails]:
    try:
        model_of(struct).model_validate(data)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _key_of(error: ErrorDetails) -> Key:
    return tuple(str(part) for part in error["loc"] if not str(part).startswith(_TAG))


def locate(document: Document, faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """Return the faults of a well-formed sheet as problems with their lines."""
    lines = key_lines(document.text)
    found: list[Problem] = []
    for fault in faults:
        details = dict(fault.details)
        known = details.pop("known", ())
        details.update(_suggestions(str(details.get("value", "")), known, details.get("near", ())))
        found.append(_located(document, lines, fault.key, fault.code, details))
    return tuple(found)


def _located(document: Document, lines: dict[Key, int], key: Key, code: str, details: dict[str, Any]) -> Problem:
    line = line_of(lines, key) or 1
    return Problem(code, document.path, ".".join(key), line, tuple(details.items()))


def _suggestions(value: str, known: Iterable[str], near: Iterable[str] = ()) -> dict[str, Any]:
    """Return what would have been right: the nearest words, and all of them when they are few."""
    words = tuple(dict.fromkeys(known))
    details: dict[str, Any] = {"near": tuple(near) or nearest(value, words)}
    if 0 < len(words) <= _SHORT_LIST:
        details["known"] = words
    return details


def _told(sheet: Any, error: ErrorDetails) -> tuple[str, dict[str, Any]]:
    """Return the code and the details of one error."""
    path, kind, value, context = error["loc"], error["type"], error["input"], error.get("ctx", {})
    last = str(path[-1]) if path else ""
    match kind:
        case "missing":
            return "missing_key", {"name": last}
        case "extra_forbidden":
            return "unknown_key", {"name": last, **_suggestions(last, _keys_at(sheet, path[:-1]))}
        case "literal_error":
            words = tuple(str(word) for word in get_args(_plain(_at(sheet, path))))
            return "not_one_of", {"value": _shown(value), **_suggestions(str(value), words)}
        case "union_tag_invalid":
            expected = tuple(re.findall(f"'{_TAG}(\\w+)'", str(context.get("expected_tags", ""))))
            return "wrong_type", {"expected": expected, "value": _shown(value)}
        case "string_pattern_mismatch":
            return "bad_form", {"value": _shown(value), "pattern": context.get("pattern", "")}
        case _:
            return _told_of_figure(sheet, error)


def _told_of_figure(sheet: Any, error: ErrorDetails) -> tuple[str, dict[str, Any]]:
    """Return the code and the details of a value that is out of bounds or of another type."""
    path, kind, value, context = error["loc"], error["type"], error["input"], error.get("ctx", {})
    bounds = _bounds_at(sheet, path)
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return "out_of_range", {"value": _shown(value), "least": bounds.get("ge"), "most": bounds.get("le")}
    if kind in ("too_short", "too_long"):
        details = {"least": bounds.get("min_length"), "most": bounds.get("max_length")}
        return "wrong_length", {"value": context.get("actual_length"), **details}
    return "wrong_type", {"expected": (_EXPECTED.get(kind, kind),), "value": _shown(value)}


def _shown(value: object) -> Any:
    """Return a value as a message may quote it; a list or a table by its kind alone."""
    if isinstance(value, str):
        return visible(value[:60])
    return value if isinstance(value, (bool, int, float)) else _kind_of_value(value)


def _at(annotation: Any, path: tuple[int | str, ...]) -> Any:
    """Return the annotation of the value at a path of pydantic's."""
    for part in path:
        plain = _plain(annotation)
        branches = _branches(plain)
        if isinstance(part, str) and part.startswith(_TAG):
            annotation = [branch for branch in branches if _kind(branch) == part[len(_TAG) :]][-1]
            continue
        plain = _plain(branches[0])
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            annotation = {field.encode_name: field.type for field in msgspec.structs.fields(plain)}[str(part)]
        else:
            annotation = get_args(plain)[1 if get_origin(plain) is dict else 0]
    branches = _branches(annotation)
    return branches[0] if len(branches) == 1 else annotation


def _keys_at(sheet: Any, path: tuple[int | str, ...]) -> tuple[str, ...]:
    struct = _plain(_at(sheet, path))
    return tuple(field.encode_name for field in msgspec.structs.fields(struct))


def _bounds_at(sheet: Any, path: tuple[int | str, ...]) -> dict[str, Any]:
    annotation = _at(sheet, path)
    if get_origin(annotation) is not Annotated:
        return {}
    metas = [meta for meta in get_args(annotation)[1:] if isinstance(meta, Meta)]
    return {name: getattr(meta, name) for meta in metas for name in _BOUNDS if getattr(meta, name) is not None}
