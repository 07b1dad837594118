"""Checks whether a TOML document has the shape of a type. It reports all faults, where a decoder stops at the first."""

from enum import EnumType
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields

from taisai.rules.fault import Faults, Path
from taisai.rules.refusals import did_you_mean
from taisai.rules.wager import Name


def check_shape(value: Any, wanted: Any, at: Path, faults: Faults) -> None:
    origin, args = get_origin(wanted), get_args(wanted)
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) and isinstance(value, dict):
        _check_record(value, wanted, at, faults)
    elif origin is dict and isinstance(value, dict):
        for key, item in value.items():
            _check_leaf(key, args[0], (*at, key), faults)
            check_shape(item, args[1], (*at, key), faults)
    elif origin is tuple and args[-1] is ... and isinstance(value, list):
        for place, item in enumerate(value):
            check_shape(item, args[0], (*at, place), faults)
    elif origin is tuple and isinstance(value, list) and len(value) == len(args):
        for place, (item, kind) in enumerate(zip(value, args, strict=True)):
            check_shape(item, kind, (*at, place), faults)
    elif origin is tuple and isinstance(value, list):
        words = f"expected a list of length {len(args)}, got {len(value)}"
        faults.add(at, words, len(value) if dict in map(type, value) else value, f"write {len(args)} of them")
    elif origin is UnionType and args[-1] is type(None):
        check_shape(value, args[0], at, faults)
    else:
        _check_leaf(value, wanted, at, faults)


def _check_record(value: dict[str, Any], wanted: type[msgspec.Struct], at: Path, faults: Faults) -> None:
    known = {field.encode_name: field for field in fields(wanted)}
    for key in value:
        if key not in known:
            near = did_you_mean(key, known) or f"; known here: {', '.join(known)}"
            faults.add((*at, key), "unknown key", key, f"remove it{near}")
    for key, field in known.items():
        if key in value:
            check_shape(value[key], field.type, (*at, key), faults)
        elif field.required:
            faults.add(at, f"missing {key}", key, f"add {_example(key, field.type)}")


def _example(key: str, wanted: Any) -> str:
    origin, args = get_origin(wanted), get_args(wanted)
    if origin is tuple and isinstance(args[0], type) and issubclass(args[0], msgspec.Struct):
        return f"[[{key}]]"
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        return f"[{key}]"
    if choices := _choices(wanted):
        return f"{key}, one of: {choices}"
    return f"{key} = {'{ … }' if origin is dict else '…'}"


def known_part(value: Any, wanted: Any) -> Any:
    """Return the value without unknown keys, so that one of them does not hide other faults."""
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) and isinstance(value, dict):
        known = {field.encode_name: field.type for field in fields(wanted)}
        return {key: known_part(item, known[key]) for key, item in value.items() if key in known}
    if get_origin(wanted) is tuple and isinstance(value, list):
        return [known_part(item, get_args(wanted)[0]) for item in value]
    return value


def _check_leaf(value: Any, wanted: Any, at: Path, faults: Faults) -> None:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        if choices := _choices(wanted):
            faults.add(at, "unknown value", value, f"use one of: {choices}")
        elif wanted is Name:
            faults.add(at, "not a name", value, "use lower-case words joined by hyphens, such as any-triple")
        else:
            faults.add(at, _plain(str(error)), value, "write it as docs/guides/rulebook.md shows")


def _choices(wanted: Any) -> str:
    if isinstance(wanted, EnumType):
        return ", ".join(wanted.__members__.values())
    return ", ".join(filter(None, get_args(wanted))) if get_origin(wanted) is Literal else ""


_PLAIN_TYPES = {
    "`int`": "a whole number",
    "`str`": "text in quotes",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
    "`date`": "a date",
    "`float`": "a decimal number",
    "`decimal`": "a decimal number",
}


def _plain(words: str) -> str:
    """Return the decoder's message in the terms of the file."""
    words = words.partition(" - at")[0]
    for name, plain in _PLAIN_TYPES.items():
        words = words.replace(name, plain)
    return words[0].lower() + words[1:]
