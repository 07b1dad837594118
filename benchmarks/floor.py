"""Wagers at one table beside a hundred that deal by themselves, over a whole minute: what the clock does once a minute
hides from shorter slices."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from load import Load, compiled, seats_taken, serving
from promise import Pair

TERMINALS, EVERY_S, MINUTE_S, P99_MS = 40, 0.2, 61.0, 150.0


def measured(_: Path) -> Iterator[Pair]:
    with ExitStack() as opened:
        program = opened.enter_context(compiled())
        address, _house = opened.enter_context(serving("dealing", TERMINALS))
        load = opened.enter_context(Load(program, address, list(seats_taken(address, 1, TERMINALS))))
        load.wager(1.0, EVERY_S)
        yield Pair("floor-p99", load.wager(MINUTE_S, EVERY_S).p99_ms, P99_MS)
