"""What the gates of an order say about a person at a table, without deciding anything: for pages and for screens."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Trouble
from taisai.table.commands import Command
from taisai.table.game import Game
from taisai.table.gates import Gate, If, Remedy, Two
from taisai.table.handlers import GATES
from taisai.table.order import Order
from taisai.table.state import Table


class Verdict(StrEnum):
    """`allowed`: the person has the right, but the order may still be refused for other reasons. A player needs no
    approval: an order that comes with one is not approved."""

    ALLOWED = "allowed"
    SECOND = "needs a second"
    UNAPPROVED = "not approved"
    ROLE = "not for this role"
    COMMITTED = "the throw is committed"
    NOT_NOW = "not here or not now"


_VERDICTS: Final[dict[object, Verdict]] = {
    Refusal.ROLE_NOT_ALLOWED: Verdict.ROLE,
    Refusal.DUAL_CONTROL: Verdict.SECOND,
    Refusal.ROLL_COMMITTED: Verdict.COMMITTED,
}


def verdict(game: Game, table: Table, order: Order) -> Verdict:
    try:
        for gate in GATES[type(order.command)]:
            gate.check(game, table, order)
    except Refused as refused:
        return _VERDICTS.get(refused.code, Verdict.NOT_NOW)
    return Verdict.ALLOWED


def by_two() -> dict[str, str]:
    """Return the orders that staff give with a second person, by name: always, or if the named field is set. What a
    remedy takes is in the rulebook."""
    found: dict[str, str] = {}
    for kind, gates in GATES.items():
        for gate in gates:
            field, asked = (gate.field, gate.then) if isinstance(gate, If) else ("", gate)
            if isinstance(asked, Two):
                found[str(kind.__struct_config__.tag)] = field
    return dict(sorted(found.items()))


def examples() -> Iterator[tuple[str, Command]]:
    """Yield one command of each kind, by name, and one for each case in which other gates count."""
    for kind, gates in sorted(GATES.items(), key=lambda one: one[0].__module__):
        name, fields = str(kind.__struct_config__.tag), _fields(kind, gates)
        yield name, kind(**fields)
        for case in dict.fromkeys((gate.field, gate.value) for gate in gates if isinstance(gate, If)):
            field, value = case
            yield f"{name} {value or field}", kind(**fields | {field: value or 1})


def _fields(kind: type[Command], gates: tuple[Gate, ...]) -> dict[str, Any]:
    """Return the smallest values of the fields that a command must have. Where a remedy looks at one, it is the
    remedy's."""
    remedy = next((gate.trouble for gate in gates if isinstance(gate, Remedy)), None)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    required = (one for one in info.fields if one.default is NODEFAULT and one.default_factory is NODEFAULT)
    return {one.name: _smallest(one.type, remedy) for one in required}


def _smallest(field: inspect.Type, remedy: Trouble | None) -> Any:
    if isinstance(field, inspect.EnumType):
        return remedy if field.cls is Trouble else next(iter(field.cls))
    if isinstance(field, inspect.LiteralType):
        return field.values[0]
    if isinstance(field, inspect.VarTupleType):
        return (1,) if isinstance(field.item_type, inspect.IntType) else ()
    return _SMALLEST[type(field)]


_SMALLEST: Final[dict[type, Any]] = {
    inspect.IntType: 1,
    inspect.StrType: "",
    inspect.BoolType: True,
    inspect.DictType: {},
}
