"""Where one round ends and the next begins: from there on rounds can be followed without what was before."""

from typing import NamedTuple

from taisai.table.state import Closed, Rules, Table


class Boundary(NamedTuple):
    """`after` which entry, the number of the round that ended there, the rules as they were stated last, as far as is
    known without reading, and the display of a closed table's entry terminal."""

    after: int = 0
    last: int = 0
    rules: Rules = Rules()
    display: tuple[int, ...] = ()


def boundary(table: Table, begun: int, seq: int) -> Boundary:
    """Before the round that is under way at an entry, which began with `begun`; there, where none is."""
    if table.current:
        return Boundary(begun - 1, table.round - 1, table.rules)
    display = tuple(table.phase.pressed) if isinstance(table.phase, Closed) else ()
    return Boundary(seq, table.round, table.rules, display)
