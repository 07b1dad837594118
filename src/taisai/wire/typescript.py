"""The messages as TypeScript types, so that screens are checked against the types of the server."""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from textwrap import wrap
from typing import Any, Final

from msgspec import NODEFAULT, Struct
from msgspec import inspect as i

from taisai.people import state
from taisai.wire import messages
from taisai.wire.shapes import UNIONS, Kind, reached, says, union_name

WIDTH: Final = 120
HEAD: Final = """\
/**
 * Every message between the server and a browser. Written by `make docs` from the Python types; do not edit.
 *
 * Money is in minor units. In what is sent, a field with `?` may be left out; in what is received, all are there.
 * Records that stand for a line of a long list are tuples. Times are in ISO 8601 and UTC, or, as a number, in
 * milliseconds since 1970.
 */
"""
NAMES: Final[dict[Kind, str]] = {state.Change: "SoftwareChange"}
PARTIAL: Final[dict[tuple[Kind, str], str]] = {
    (messages.Change, "table"): "Partial<TableView>",
    (messages.StaffChange, "staff"): "Partial<StaffView>",
}
SENT: Final = "Sent"
_NONE: Final[Mapping[str, Iterable[str]]] = {}


def page(sent: Iterable[Any], received: Iterable[Any], codes: Mapping[str, Iterable[str]] = _NONE) -> str:
    """Return the page.

    `sent` are types that a client sends, `received` those that it gets. `codes` are lists of plain strings, by name."""
    printer = Printer(reached(sent), reached(received))
    return "\n".join([HEAD, *printer.sections(), printer.unions(), *_listed(codes)])


def _listed(codes: Mapping[str, Iterable[str]]) -> Iterator[str]:
    for name, words in codes.items():
        lines = "".join(f"  {json.dumps(word)},\n" for word in dict.fromkeys(words))
        yield f"export const {name} = [\n{lines}] as const;\n"


class Printer:
    """Prints a record with defaults twice if it goes both ways, because fields may be missing only when it is sent."""

    def __init__(self, sent: Collection[Kind], received: Collection[Kind]) -> None:
        self._sent, self._received = sent, received
        self._kinds = dict.fromkeys([*sent, *received])
        twice = [name for name, times in Counter(map(_name, self._kinds)).items() if times > 1]
        assert not twice, f"two types are called {twice}; give one another name in NAMES"

    def sections(self) -> Iterator[str]:
        """Yield one section per module, in source order."""
        modules: dict[str, list[Kind]] = defaultdict(list)
        for kind in self._kinds:
            modules[kind.__module__].append(kind)
        for name, kinds in modules.items():
            module = sys.modules[name]
            order = list(vars(module))
            heading = "\n".join(f"// {line}" for line in wrap(" ".join((module.__doc__ or "").split()), WIDTH - 3))
            kinds.sort(key=lambda kind: order.index(kind.__name__))
            yield "\n".join([f"// {name}", heading, "", *(text for kind in kinds for text in self._printed(kind))])

    def unions(self) -> str:
        lines = ["// All of a kind: `is` tells messages and events apart, `do` commands.", ""]
        for name, union in UNIONS.items():
            names = [one.cls.__name__ for one in i.type_info(union).types]  # type: ignore[attr-defined]
            lines += [f"export type {name} =", *(f"  | {one}" for one in names)]
            lines[-1] += ";\n"
        return "\n".join(lines)

    def _printed(self, kind: Kind) -> Iterator[str]:
        if issubclass(kind, Enum):
            yield f"{_comment(kind)}export type {_name(kind)} = {_words(kind)};\n"
        else:
            if kind in self._received:
                yield self._record(kind, sent=False)
            if self._is_sent_alone(kind):
                yield self._record(kind, sent=True)

    def _is_sent_alone(self, kind: Kind) -> bool:
        return kind in self._sent and (kind not in self._received or self._loosens(kind))

    def _loosens(self, kind: Kind) -> bool:
        """Return whether fields of the record, or of anything in it, may be missing when it is sent."""
        return any(
            not field.required for one in reached([kind]) if issubclass(one, Struct) for field in _info(one).fields
        )

    def _called(self, kind: Kind, *, sent: bool) -> str:
        both = sent and issubclass(kind, Struct) and kind in self._received and self._loosens(kind)
        return _name(kind) + SENT * both

    def _record(self, kind: type[Struct], *, sent: bool) -> str:
        info, name = _info(kind), self._called(kind, sent=sent)
        typed = [f"{label}: {type_}" for label, type_ in self.fields(kind, sent=sent)]
        if info.array_like:
            return f"{_comment(kind)}export type {name} = readonly [{', '.join(typed)}];\n"
        if info.tag_field:
            typed.insert(0, f"{info.tag_field}: {json.dumps(info.tag)}")
        lines = [f"{_comment(kind)}export interface {name} {{", *(f"  readonly {one};" for one in typed), "}\n"]
        return "\n".join(lines)

    def fields(self, kind: type[Struct], *, sent: bool) -> Iterator[tuple[str, str]]:
        """Yield names and types, without the tag."""
        for field in _info(kind).fields:
            is_unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
            label = f"{field.encode_name}{'?' * (not field.required and (sent or is_unset))}"
            yield label, self._field(kind, field, sent=sent)

    def _field(self, kind: type[Struct], field: i.Field, *, sent: bool) -> str:
        return PARTIAL.get((kind, field.name)) or self._type(field.type, sent=sent)

    def _type(self, info: i.Type, *, sent: bool) -> str:
        info = info.type if isinstance(info, i.Metadata) else info
        match info:
            case i.StructType(cls=kind) | i.EnumType(cls=kind):
                return self._called(kind, sent=sent)
            case i.UnionType():
                return union_name(info) or " | ".join(self._type(one, sent=sent) for one in info.types)
            case i.LiteralType(values=words):
                return " | ".join(json.dumps(word) for word in words)
            case i.DictType(key_type=key, value_type=value):
                return f"Readonly<Record<{self._type(key, sent=sent)}, {self._type(value, sent=sent)}>>"
            case i.VarTupleType() | i.TupleType():
                return self._tuple(info, sent=sent)
            case _:
                return _PLAIN[type(info)]

    def _tuple(self, info: i.VarTupleType | i.TupleType, *, sent: bool) -> str:
        if isinstance(info, i.TupleType):
            return f"readonly [{', '.join(self._type(one, sent=sent) for one in info.item_types)}]"
        inner = self._type(info.item_type, sent=sent)
        return f"readonly {f'({inner})' if ' ' in inner else inner}[]"


_PLAIN: Final[dict[type[i.Type], str]] = {
    i.StrType: "string",
    i.IntType: "number",
    i.FloatType: "number",
    i.BoolType: "boolean",
    i.NoneType: "null",
}


def _info(kind: type[Struct]) -> i.StructType:
    info = i.type_info(kind)
    assert isinstance(info, i.StructType)
    return info


def _name(kind: Kind) -> str:
    return NAMES.get(kind, kind.__name__)


def _words(kind: type[Enum]) -> str:
    words = [json.dumps(member.value) for member in kind]
    line = " | ".join(words)
    return line if len(line) < WIDTH - 40 else "".join(f"\n  | {word}" for word in words)


def _comment(kind: Kind) -> str:
    text = says(kind)
    lines = wrap(text, WIDTH - 4)
    if len(lines) < 2:
        return f"/** {text} */\n" if text else ""
    return "/**\n" + "".join(f" * {line}\n" for line in lines) + " */\n"
