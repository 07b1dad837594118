"""The matrix of rights: every order at every kind of table in every phase, and every route, for every caller.

Each is listed with and without a second person. The page of rights is generated from it, and a test tries all of it
at a running house."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from taisai.house import games
from taisai.people.rights import Right, may
from taisai.rules.vocabulary import Role, Step
from taisai.server.call import Access, Route
from taisai.server.routes import ROUTES
from taisai.table import state
from taisai.table.declared import Verdict, examples, verdict
from taisai.table.game import Game
from taisai.table.gates import Keys, NextStep
from taisai.table.handlers import GATES
from taisai.table.order import Order, Person
from taisai.table.state import (
    BetsShut,
    Betting,
    Closed,
    Entered,
    Idle,
    Revealed,
    Round,
    Seat,
    Settling,
    Table,
    Tumbled,
)


class Caller(StrEnum):
    """Everyone who could ask: anonymous visitors, devices, and staff by role. A terminal acts for its player."""

    NOBODY = "nobody"
    DISPLAY = "display"
    TERMINAL = "terminal"
    DEALER = "dealer"
    GAME_SUPERVISOR = "game-supervisor"
    CASINO_SUPERVISOR = "casino-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    TECHNICIAN = "technician"

    @property
    def role(self) -> Role:
        return Role.PLAYER if self in _NOT_STAFF else Role(self.value)

    @property
    def is_staff(self) -> bool:
        return self not in _NOT_STAFF

    def may(self, right: Right) -> bool:
        if self in (Caller.NOBODY, Caller.DISPLAY):
            return right is Right.READ_TABLES
        return may(self.role, right)


_NOT_STAFF: Final = (Caller.NOBODY, Caller.DISPLAY, Caller.TERMINAL)
DEALING: Final = tuple(caller for caller in Caller if caller.may(Right.ORDER))


class Kind(NamedTuple):
    """A kind of table, with a pay table that is played that way."""

    name: str
    paytable: str
    electronic: bool = False
    chips: bool = False

    @property
    def game(self) -> Game:
        return _game(self.paytable)


_game = cache(games.game)
KINDS: Final = (
    Kind("credits by hand", "nz-2008/1"),
    Kind("chips by hand", "rws-6/2", chips=True),
    Kind("electronic", "etg/2", electronic=True),
)


class Phase(StrEnum):
    """`stopped`: between rounds, because of a malfunction."""

    CLOSED = "closed"
    IDLE = "idle"
    STOPPED = "stopped"
    TUMBLED = "tumbled"
    BETTING = "betting"
    BETS_SHUT = "bets-shut"
    REVEALED = "revealed"
    ENTERED = "entered"
    SETTLING = "settling"


class OrderCell(NamedTuple):
    order: str
    kind: Kind
    phase: Phase
    caller: Caller
    second: bool
    verdict: Verdict


class RouteCell(NamedTuple):
    route: Route
    caller: Caller
    second: bool
    verdict: Verdict


ORDERS: Final = dict(examples())
_SECOND: Final = Person("another", Role.SHIFT_MANAGER)


def order_cells() -> Iterator[OrderCell]:
    for kind in KINDS:
        for phase in Phase:
            table = _table(kind, phase)
            for name in ORDERS:
                for caller in Caller:
                    for second in (False, True):
                        yield OrderCell(name, kind, phase, caller, second, _order(name, kind, table, caller, second))


def _order(name: str, kind: Kind, table: Table, caller: Caller, second: bool) -> Verdict:
    if not caller.may(Right.ORDER) or (caller is Caller.TERMINAL and name == "buy-in"):
        return Verdict.ROLE
    if caller is Caller.TERMINAL and second:
        return Verdict.UNAPPROVED
    command = ORDERS[name]
    begins = isinstance(table.phase, Idle) and any(isinstance(gate, NextStep | Keys) for gate in GATES[type(command)])
    giver = Person("somebody", caller.role, seat=int(caller is Caller.TERMINAL))
    return verdict(kind.game, table, Order("", giver, command, table.round + begins, _SECOND if second else None))


def _table(kind: Kind, phase: Phase) -> Table:
    """Return a table in a phase of its first round, or after it."""
    automation = tuple(Step) if kind.electronic else ()
    made = Table("T", kind.paytable, "", "chips" if kind.chips else "credits", automation, (), (), {1: Seat()}, round=1)
    made.phase = _phase(kind.game, phase)
    made.trouble = "malfunction" if phase is Phase.STOPPED else ""
    return made


def _phase(game: Game, phase: Phase) -> state.Phase:
    current, roll = Round(1), "1-2-3"
    phases: dict[Phase, state.Phase] = {
        Phase.CLOSED: Closed(),
        Phase.IDLE: Idle(),
        Phase.STOPPED: Idle(),
        Phase.TUMBLED: Tumbled(current, closed=not game.tumbles_first),
        Phase.BETTING: Betting(current),
        Phase.BETS_SHUT: BetsShut(current),
        Phase.REVEALED: Revealed(current),
        Phase.ENTERED: Entered(current, roll),
        Phase.SETTLING: Settling(current, roll, (), {}),
    }
    return phases[phase]


def route_cells() -> Iterator[RouteCell]:
    for route in ROUTES:
        for caller in Caller:
            for second in (False, True):
                yield RouteCell(route, caller, second, _route(route, caller, second=second))


def _route(route: Route, caller: Caller, *, second: bool) -> Verdict:
    if not _has_access(route, caller):
        return Verdict.ROLE
    if route.two and not second:
        return Verdict.SECOND
    if second and not route.two:
        return Verdict.NOT_NOW
    return Verdict.ALLOWED if caller in _LATER.get(route.path, Caller) else Verdict.ROLE


_LATER: Final = {
    "/api/reenter": tuple(caller for caller in Caller if caller.is_staff),
    "/api/approvals": tuple(caller for caller in Caller if caller.may(Right.APPROVE)),
    "/api/approvals/acts": tuple(caller for caller in Caller if caller.may(Right.APPROVE)),
}
"""Callers that pass where the route itself checks more: for an idle session, or for whose approval it is."""


def _has_access(route: Route, caller: Caller) -> bool:
    if route.demo:
        return False
    if route.besides_seat and caller is not Caller.TERMINAL:
        return caller.may(route.besides_seat)
    match route.access:
        case Right() as right:
            return caller.may(right)
        case Access.SIGNED_IN:
            return caller.is_staff
        case Access.ANYBODY:
            return True
