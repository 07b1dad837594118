"""Apply events to a table. There are no rules here: events are trusted, so old history always loads."""

from taisai.table.events import TableInstalled
from taisai.table.handlers import EFFECTS
from taisai.table.parts import Event
from taisai.table.state import Seat, Table


def evolve(table: Table, event: Event) -> None:
    """Change the table in place."""
    EFFECTS[type(event)](table, event)


def install(event: TableInstalled) -> Table:
    seats = {number: Seat() for number in range(1, event.seats + 1)}
    return Table(
        event.table, event.paytable, event.fingerprint, event.money, event.automation, event.chips, event.limits, seats
    )
