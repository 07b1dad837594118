"""The boundary between two rounds. Rounds from there on can be followed without the entries before it."""

from typing import NamedTuple

from taisai.table.beacons import Beacon
from taisai.table.state import Closed, Rules, Table


class Boundary(NamedTuple):
    """`after` is the entry before the boundary, `last` the number of the round that ended there, and `rules` the last
    stated rules as far as they are known without reading. `display` is the entry terminal's display at a closed table;
    `commitments` are those of later rounds."""

    after: int = 0
    last: int = 0
    rules: Rules = Rules()
    display: tuple[int, ...] = ()
    commitments: dict[int, str] = {}  # noqa: RUF012 - nothing adds to it
    beacon: Beacon = Beacon()
    named: dict[int, int] = {}  # noqa: RUF012 - the same


def boundary(table: Table, begun: int, seq: int) -> Boundary:
    """Return the boundary before the current round, which began at entry `begun`; if there is none, the one at
    `seq`."""
    if table.current:
        under_way = {table.round: table.current.commitment} if table.current.commitment else {}
        committed = under_way | _committed(table, table.round)
        return Boundary(begun - 1, table.round - 1, table.rules, (), committed, table.beacon, _named(table))
    display = tuple(table.phase.pressed) if isinstance(table.phase, Closed) else ()
    committed = _committed(table, table.round + 1)
    return Boundary(seq, table.round, table.rules, display, committed, table.beacon, _named(table))


def _named(table: Table) -> dict[int, int]:
    """Return the beacon rounds named for table rounds that are not over."""
    named = {number: made.beacon for number, made in table.commitments.items() if made.beacon}
    current = table.current
    return named | {current.number: current.beacon} if current and current.beacon else named


def _committed(table: Table, first: int) -> dict[int, str]:
    """Return the commitments of this and later rounds."""
    return {number: made.commitment for number, made in table.commitments.items() if number >= first}
