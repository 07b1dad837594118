"""What each order decides and what each event does: functions of the trades, registered where they stand.

The type of a function's last parameter says what it is for, so that nothing has to be named twice."""

from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args

from taisai.table.game import Game
from taisai.table.gates import Gate
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Event
from taisai.table.state import Table

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Kind = TypeVar("Kind", bound=type[Event])
Decision = Callable[[Game, Table, Order, C], list[Event]]
Effect = Callable[[Table, E], None]
ChipMoves = Callable[[Moving, E], None]

GATES: Final[dict[type[Command], tuple[Gate, ...]]] = {}
DECISIONS: Final[dict[type[Command], Decision[Any]]] = {}
EFFECTS: Final[dict[type[Event], Effect[Any]]] = {}
CHIP_MOVES: Final[dict[type[Event], ChipMoves[Any]]] = {}


def decides(*gates: Gate) -> Callable[[Decision[C]], Decision[C]]:
    """Register the decision about an order, and the gates before it. It returns events or refuses, and changes
    nothing."""

    def register(decision: Decision[C]) -> Decision[C]:
        GATES[_put(DECISIONS, decision)] = gates
        return decision

    return register


def applies(effect: Effect[E]) -> Effect[E]:
    """Register what an event does to the table. It trusts the event, so old history always loads."""
    _put(EFFECTS, effect)
    return effect


def unchanged(event: Kind) -> Kind:
    """Register an event by which the table decides nothing."""
    EFFECTS[event] = _nothing
    return event


def moves_chips(moves: ChipMoves[E]) -> ChipMoves[E]:
    """Register which chips move with the money of an event, at tables with counted chips."""
    _put(CHIP_MOVES, moves)
    return moves


def _put(registry: dict[Any, Any], function: Callable[..., Any]) -> Any:
    """Return the type that the function is for, the last of them if there are several."""
    *_, kind, _ = function.__annotations__.values()
    for one in get_args(kind) or (kind,):
        assert one not in registry, f"{one.__name__} is registered twice"
        registry[one] = function
    return one


def _nothing(_: Table, __: Event) -> None:
    """Change nothing."""
