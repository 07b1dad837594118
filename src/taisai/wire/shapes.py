"""The parts of a set of messages: every record and enumeration that they contain."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec import inspect as i

from taisai.table.commands import Command
from taisai.table.events import Event
from taisai.wire.messages import Said, Told

Kind = type[Struct] | type[Enum]
UNIONS = {"Said": Said, "Told": Told, "Command": Command, "Event": Event}


def members(union: Any) -> tuple[type[Struct], ...]:
    """Return the records of a union, or the record itself."""
    info = i.type_info(union)
    types = info.types if isinstance(info, i.UnionType) else (info,)
    return tuple(one.cls for one in types if isinstance(one, i.StructType))


def union_name(info: i.UnionType) -> str:
    """Return the name of a union of records; empty if it has none."""
    classes = {one.cls for one in info.types if isinstance(one, i.StructType)}
    same = (name for name, union in UNIONS.items() if classes == set(members(union)))
    return next(same, "") if len(classes) == len(info.types) else ""


def reached(roots: Iterable[Any]) -> dict[Kind, None]:
    """Return the records and enumerations in reading order."""
    found: dict[Kind, None] = {}
    for root in roots:
        _reach(i.type_info(root), found)
    return found


def _reach(info: i.Type, found: dict[Kind, None]) -> None:
    match info:
        case i.EnumType(cls=words):
            found[words] = None
        case i.StructType(cls=record) if record not in found:
            found[record] = None
            for field in info.fields:
                _reach(field.type, found)
        case _:
            for inner in _inside(info):
                _reach(inner, found)


def _inside(info: i.Type) -> Iterator[i.Type]:
    match info:
        case i.UnionType(types=types):
            yield from types
        case i.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case i.VarTupleType(item_type=item):
            yield item


def says(kind: Kind) -> str:
    """Return the docstring in one line; empty if there is none of its own."""
    return " ".join((kind.__dict__.get("__doc__") or "").split())
