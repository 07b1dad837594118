"""The page of rights: who may send which request to a house, and which order at which table in which phase."""

from collections.abc import Iterator
from itertools import groupby

from pages.rights_matrix import KINDS, ORDERS, Caller, OrderCell, Phase, RouteCell, order_cells, route_cells
from pages.writing import codes, headed, table

from taisai.people.rights import Right, listing
from taisai.rules.vocabulary import Role
from taisai.server.routes import ROUTES
from taisai.table.declared import Verdict

LETTERS = {
    Caller.NOBODY: "-", Caller.DISPLAY: "y", Caller.TERMINAL: "P", Caller.DEALER: "D", Caller.GAME_SUPERVISOR: "G",
    Caller.CASINO_SUPERVISOR: "C", Caller.PIT_MANAGER: "M", Caller.SHIFT_MANAGER: "S", Caller.AUDITOR: "A",
    Caller.TECHNICIAN: "T",
}  # fmt: skip
INTRODUCTION = """\
Who may do what in a house, as one matrix: {orders} cells for orders (order, kind of table, phase, caller, alone or with
a second person) and {routes} for routes. A test tries all of them against a running house. A house lists its staff with
their rights at `GET /api/staff`. A terminal acts for the player at its seat. `automation` is the house itself.

Letters: {letters}. After **+2** stand those who need a second person, who is anybody with the right `approve` that does
not count as the same person. A manager for whom nobody could be the second yet acts alone, and each time is the
significant event `acted-alone`; except that nobody alone enrols a terminal at a seat that holds credit.
"""
ABOUT_ORDERS = """\
An order is for those named in its cell at that moment of the round, and for nobody where the cell is empty. Remedies
stand here for one irregularity each; [remedies](../remedies.md) has them all.
"""


def rights_page() -> str:
    cells, asked = list(order_cells()), list(route_cells())
    letters = ", ".join(f"{letter} {caller}" for caller, letter in LETTERS.items())
    rows = [(f"`{right}`", *("•" if role in roles else "" for role in Role)) for right, roles in listing().items()]
    lines = [INTRODUCTION.format(orders=f"{len(cells):,}", routes=f"{len(asked):,}", letters=letters)]
    lines += ["## Rights\n", *table(["right", *Role], rows), *table(["right", "routes"], _uses())]
    lines += ["## Routes\n", *table(["route", "for"], _routes(asked))]
    for kind in KINDS:
        lines += [f"## Orders: {kind.name} ({kind.paytable})\n", ABOUT_ORDERS]
        lines += table(["order", *Phase], _orders([cell for cell in cells if cell.kind == kind]))
    return headed("User rights", lines, source="scripts/pages/rights_matrix.py")


def _uses() -> Iterator[tuple[str, str]]:
    """Return where a right is used. The socket also needs `read-journal` and others, and `taisai serve` the last
    one."""
    for right in Right:
        routes = [f"{route.method} {route.path}" for route in ROUTES if right in (route.access, route.besides_seat)]
        serving = ["taisai serve --accept-software NAME"] if right is Right.ACCEPT_SOFTWARE else []
        yield f"`{right}`", codes([*routes, *serving])


def _routes(cells: list[RouteCell]) -> Iterator[tuple[str, str]]:
    for route, found in groupby(cells, lambda cell: cell.route):
        yield f"`{route.method} {route.path}`", _for(found)


def _orders(cells: list[OrderCell]) -> Iterator[tuple[str, ...]]:
    for order in ORDERS:
        row = [cell for cell in cells if cell.order == order]
        yield (f"`{order}`", *(_for(cell for cell in row if cell.phase is phase) for phase in Phase))


def _for(cells: Iterator[OrderCell] | Iterator[RouteCell]) -> str:
    found = {(cell.caller, cell.second): cell.verdict for cell in cells}
    alone = {caller: found[caller, False] for caller in Caller}
    agreed = {caller for caller in Caller if found[caller, True] is Verdict.ALLOWED}
    free = "".join(LETTERS[caller] for caller in Caller if alone[caller] is Verdict.ALLOWED)
    two = "".join(LETTERS[caller] for caller in Caller if alone[caller] is Verdict.SECOND and caller in agreed)
    return " ".join(filter(None, (free, f"**+2** {two}" if two else "")))
