"""Where one round ends and the next begins: from there on rounds can be followed without what was before."""

from typing import NamedTuple

from taisai.table.beacons import Beacon
from taisai.table.state import Closed, Rules, Table


class Boundary(NamedTuple):
    """`after` which entry, the number of the round that ended there, the rules as they were stated last, as far as is
    known without reading, the display of a closed table's entry terminal, and what later rounds are committed to."""

    after: int = 0
    last: int = 0
    rules: Rules = Rules()
    display: tuple[int, ...] = ()
    commitments: dict[int, str] = {}  # noqa: RUF012 - nobody adds to it
    beacon: Beacon = Beacon()
    named: dict[int, int] = {}  # noqa: RUF012 - the same


def boundary(table: Table, begun: int, seq: int) -> Boundary:
    """Before the round that is under way at an entry, which began with `begun`; there, where none is."""
    if table.current:
        under_way = {table.round: table.current.commitment} if table.current.commitment else {}
        committed = under_way | _committed(table, table.round)
        return Boundary(begun - 1, table.round - 1, table.rules, (), committed, table.beacon, _named(table))
    display = tuple(table.phase.pressed) if isinstance(table.phase, Closed) else ()
    committed = _committed(table, table.round + 1)
    return Boundary(seq, table.round, table.rules, display, committed, table.beacon, _named(table))


def _named(table: Table) -> dict[int, int]:
    """Rounds of the beacon, for rounds that are not over."""
    named = {number: made.beacon for number, made in table.commitments.items() if made.beacon}
    current = table.current
    return named | {current.number: current.beacon} if current and current.beacon else named


def _committed(table: Table, first: int) -> dict[int, str]:
    """Before a round began, or between rounds. In older journals a round was committed to while it was under way."""
    return {number: made.commitment for number, made in table.commitments.items() if number >= first and made.link}
