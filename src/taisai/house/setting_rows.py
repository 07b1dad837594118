"""A setting as one row: where it stands in the file, who sets it, its type, its default and its meaning.

The file, the environment, the flags of `taisai serve`, the written file and the documentation follow from the rows.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from taisai.rules.fault import Path as At

Setter = Literal["technician", "manager", "security", "compliance"]


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """What else is true of a setting. `path`: a file or folder, found from where it is written. `own`: each node may
    have another value. `play`: it decides how credits are played and paid out, so it does not change while there are
    any. `shown`: `taisai serve --help` lists its flag."""

    path: bool = False
    own: bool = False
    play: bool = False
    shown: bool = False


def row(meaning: str, /, *, by: Setter | Literal[""] = "", **traits: bool) -> msgspec.Meta:
    """`by` says who sets it, unless the table of the file says so for all its rows."""
    return msgspec.Meta(description=meaning, extra={"traits": Traits(**traits), "by": by})


def set_by(by: Setter) -> msgspec.Meta:
    """Say who sets the rows of a table of the file."""
    return msgspec.Meta(extra={"by": by})


FOUND: Final = msgspec.Meta(extra={"found": True})
"""Marks what nobody sets: it is filled in when the settings are read, and is no row."""


class Row(msgspec.Struct, frozen=True):
    """`at` is where the setting stands in the file, such as ("mail", "host"); `attributes` where it stands in
    Settings. `by` is empty in a record: whoever sets the list sets its records."""

    at: At
    attributes: tuple[str, ...]
    kind: Any
    default: Any
    meaning: str
    traits: Traits
    by: str = ""

    @property
    def name(self) -> str:
        return ".".join(map(str, self.at))

    @property
    def flat(self) -> str:
        """Its name in flags and in the environment, such as mail_host."""
        return "_".join(map(str, self.at))

    @property
    def record(self) -> type[msgspec.Struct] | None:
        """The kind of its records, if it is a list of them; such a list is set in the file only."""
        return record_of(self.kind)

    @property
    def is_list(self) -> bool:
        return get_origin(plain(self.kind)) is tuple

    def of(self, settings: msgspec.Struct) -> Any:
        value: Any = settings
        for name in self.attributes:
            value = getattr(value, name)
        return value


@cache
def rows(kind: type[msgspec.Struct]) -> dict[At, Row]:
    """Return the rows of the settings, or of one kind of record, by where they stand. A struct inside is a table of the
    file."""
    return {row.at: row for row in _rows(kind, (), (), "")}


@cache
def meaning(kind: type[msgspec.Struct], at: At) -> str:
    """Return what the setting means, or the nearest that encloses it. Positions in lists do not count."""
    words = ""
    for length in range(len(at)):
        found = rows(kind).get(at[: length + 1])
        if found and found.record:
            return meaning(found.record, at[length + 1 :]) or found.meaning
        words = found.meaning if found else words
    return words


def below(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Row]]:
    """Yield every row with its name, those of records below the lists that hold them."""
    for one in rows(kind).values():
        yield one.name, one
        if record := one.record:
            yield from ((f"{one.name}.{name}", replace(inner, by=one.by)) for name, inner in below(record))


def tables_of(kind: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """Return the structs inside, each of which is a table of the file."""
    return {field.name: inner for field in fields(kind) if (inner := _table(field))}


def plain(wanted: Any) -> Any:
    return get_args(wanted)[0] if get_origin(wanted) is Annotated else wanted


def record_of(wanted: Any) -> type[msgspec.Struct] | None:
    """Return the kind of the records of a list of them."""
    parts = get_args(plain(wanted)) if get_origin(plain(wanted)) is tuple else ()
    return _struct(parts[0]) if parts else None


def _table(field: FieldInfo) -> type[msgspec.Struct] | None:
    return _struct(plain(field.type))


def _struct(wanted: Any) -> type[msgspec.Struct] | None:
    return wanted if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) else None


def _rows(kind: type[msgspec.Struct], at: At, attributes: tuple[str, ...], by: str) -> Iterator[Row]:
    for field in fields(kind):
        if FOUND in _metas(field):
            continue
        place, names = (*at, field.encode_name), (*attributes, field.name)
        own = next((meta.extra["by"] for meta in _metas(field) if meta.extra and meta.extra.get("by")), by)
        if inner := _table(field):
            yield from _rows(inner, place, names, own)
        else:
            yield _row(field, place, names, own)


def _row(field: FieldInfo, at: At, attributes: tuple[str, ...], by: str) -> Row:
    said = next((meta for meta in _metas(field) if meta.description), msgspec.Meta(description=""))
    traits = said.extra["traits"] if said.extra else Traits()
    return Row(at, attributes, field.type, field.default, said.description or "", traits, by)


def _metas(field: FieldInfo) -> tuple[msgspec.Meta, ...]:
    return field.type.__metadata__ if get_origin(field.type) is Annotated else ()
