"""What the gates of an order say about a person at a table, without deciding anything: for pages and for screens."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import NODEFAULT, inspect

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Rulebook
from taisai.rules.vocabulary import THROWING, Act, Role, Step, Trouble
from taisai.table import allow
from taisai.table.game import Game
from taisai.table.gates import (
    UNFIXED,
    At,
    By,
    ByHand,
    Gate,
    If,
    Keys,
    NextStep,
    Remedy,
    Time,
    Two,
    TwoIfCalled,
    When,
    Who,
)
from taisai.table.handlers import GATES
from taisai.table.order import Order, Person
from taisai.table.parts import Command
from taisai.table.state import Table

ALWAYS: Final = "always"


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


class Declared(NamedTuple):
    """What the gates of an order say at a table: who gives it, by which clause, as which step, while which conditions
    hold, and whether staff need a second person: always, or `two_if_called` for a wager that staff placed, "always" or
    while a condition holds. What a remedy takes is in the rulebook."""

    by: tuple[Role, ...]
    clause: str
    step: str
    when: tuple[Time, ...]
    two: bool
    two_if_called: str


class Case(NamedTuple):
    """An order for which other gates count if the field has the value or, without one, any but none."""

    order: str
    field: str
    value: str

    @property
    def name(self) -> str:
        return f"{self.order} {self.value or self.field}"


def declared(book: Rulebook, money: str, *, electronic: bool) -> dict[str, Declared]:
    """Return the gates of every order and case, without orders that such a table never takes."""
    found: dict[str, Declared] = {}
    for name, command in examples():
        gates = tuple(_in_this_case(command))
        if not any(_is_elsewhere(gate, money, electronic=electronic) for gate in gates):
            found[name] = _declared(book, gates, electronic=electronic)
    return found


def _in_this_case(command: Command) -> Iterator[Gate]:
    for gate in GATES[type(command)]:
        chosen = gate.choose(command) if isinstance(gate, If) else gate
        if chosen is not None:
            yield chosen


def _is_elsewhere(gate: Gate, money: str, *, electronic: bool) -> bool:
    return (isinstance(gate, At) and gate.money != money) or (electronic and gate == ByHand())


def _declared(book: Rulebook, gates: tuple[Gate, ...], *, electronic: bool) -> Declared:
    named = [_named(book, gate, electronic=electronic) for gate in gates]
    by = [roles for roles, _ in named if roles is not None]
    when = (gate.time for gate in gates if isinstance(gate, When))
    return Declared(
        tuple(role for role in Role if all(role in roles for roles in by)),
        next((clause for _, clause in named if clause), ""),
        next((gate.step.value for gate in gates if isinstance(gate, NextStep)), ""),
        tuple(when),
        any(isinstance(gate, Two) for gate in gates),
        next((UNFIXED if gate.unfixed else ALWAYS for gate in gates if isinstance(gate, TwoIfCalled)), ""),
    )


def _named(book: Rulebook, gate: Gate, *, electronic: bool) -> tuple[tuple[Role, ...] | None, str]:
    """Return the roles that a gate lets through, if it asks for one, and its clause."""
    match gate:
        case By(who=Act() as act):
            permission = book.permission(act)
            others = [role for role, too in ((Role.PLAYER, gate.or_player), (Role.AUTOMATION, gate.or_house)) if too]
            return (*(permission.by if permission else ()), *others), permission.clause if permission else ""
        case By(who=Who() as who):
            return _GROUPS[who], ""
        case Remedy():
            return allow.STAFF, ""
        case Keys():
            entered, opening = _of_step(book, Step.ENTER, electronic=electronic), book.permission(Act.OPEN_TABLE)
            return (*entered[0], *(opening.by if opening else ())), entered[1]
        case NextStep(step=step):
            return _of_step(book, step, electronic=electronic)
    return None, ""


def _of_step(book: Rulebook, step: Step, *, electronic: bool) -> tuple[tuple[Role, ...], str]:
    assert book.play is not None
    found = next((one for one in book.play.steps if one.step is step), None)
    by = (Role.AUTOMATION,) if electronic and step in THROWING else found.by if found else ()
    return by, found.clause if found else ""


_GROUPS: Final = {
    Who.PLAYER: (Role.PLAYER,),
    Who.STAFF: allow.STAFF,
    Who.HOUSE: (Role.AUTOMATION,),
    Who.TUMBLER: (Role.AUTOMATION,),
}


def conditions(game: Game, table: Table) -> tuple[str, ...]:
    """Return the conditions of a table that hold now; `known` is about its last round."""
    order = Order("", _HOUSE, Command(), table.round)
    held = tuple(gate.time.value for gate in _CONDITIONS if _is_open(gate, game, table, order))
    return (*held, UNFIXED) if allow.is_unfixed(game, table) else held


def _is_open(gate: Gate, game: Game, table: Table, order: Order) -> bool:
    try:
        gate.check(game, table, order)
    except Refused:
        return False
    return True


_HOUSE: Final = Person("", Role.AUTOMATION)
_CONDITIONS: Final = tuple(When(time) for time in Time)


def cases() -> Iterator[Case]:
    """Yield every case in which other gates count."""
    for kind, gates in _by_trade():
        fields = dict.fromkeys((gate.field, gate.value) for gate in gates if isinstance(gate, If))
        yield from (Case(str(kind.__struct_config__.tag), *one) for one in fields)


def _by_trade() -> list[tuple[type[Command], tuple[Gate, ...]]]:
    return sorted(GATES.items(), key=lambda one: one[0].__module__)


def examples() -> Iterator[tuple[str, Command]]:
    """Yield one command of each kind, by name, and one for each case in which other gates count."""
    special = list(cases())
    for kind, gates in _by_trade():
        name, smallest, required = str(kind.__struct_config__.tag), *_fields(kind, gates)
        fields = {field: smallest[field] for field in required}
        yield name, kind(**fields)
        for case in special:
            if case.order == name:
                yield case.name, kind(**fields | {case.field: case.value or smallest[case.field] or 1})


def _fields(kind: type[Command], gates: tuple[Gate, ...]) -> tuple[dict[str, Any], list[str]]:
    """Return the smallest values of the fields of a command, and which it must have. Where a remedy looks at one, it is
    the remedy's."""
    remedy = next((gate.trouble for gate in gates if isinstance(gate, Remedy)), None)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    required = (one for one in info.fields if one.default is NODEFAULT and one.default_factory is NODEFAULT)
    return {one.name: _smallest(one.type, remedy) for one in info.fields}, [one.name for one in required]


def _smallest(field: inspect.Type, remedy: Trouble | None) -> Any:
    if isinstance(field, inspect.EnumType):
        return remedy if field.cls is Trouble else next(iter(field.cls))
    if isinstance(field, inspect.LiteralType):
        return field.values[0]
    if isinstance(field, inspect.VarTupleType):
        return (1,) if isinstance(field.item_type, inspect.IntType) else ()
    return _SMALLEST.get(type(field))


_SMALLEST: Final[dict[type, Any]] = {
    inspect.IntType: 1,
    inspect.StrType: "",
    inspect.BoolType: True,
    inspect.DictType: {"": 1},
}
