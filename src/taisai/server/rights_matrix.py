"""The matrix of rights: every order at every kind of table in every phase, and every route, for every caller.

Each is listed with and without a second person. The page of rights is generated from it, and a test tries all of it
at a running house."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from taisai.house import games
from taisai.people.rights import Right, may
from taisai.rules.vocabulary import Role
from taisai.server.call import Access, Route
from taisai.server.routes import ROUTES
from taisai.table.game import Game
from taisai.table.order_rights import GATES, Phase, Scene, Verdict, verdict


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


def order_cells() -> Iterator[OrderCell]:
    for kind in KINDS:
        for phase in Phase:
            for order in GATES:
                for caller in Caller:
                    for second in (False, True):
                        yield OrderCell(order, kind, phase, caller, second, _order(order, kind, phase, caller, second))


def _order(order: str, kind: Kind, phase: Phase, caller: Caller, second: bool) -> Verdict:
    if not caller.may(Right.ORDER) or (caller is Caller.TERMINAL and order == "buy-in"):
        return Verdict.ROLE
    if caller is Caller.TERMINAL and second:
        return Verdict.UNAPPROVED
    scene = Scene(kind.game, phase, caller.role, kind.electronic, kind.chips, second)
    return verdict(order, scene)


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
