"""Durably accepted wagers of the house, of many tables and of a bare loop: all run at once and get slices of the load
in turn, so that a disturbance affects all."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from load import BARE, Served, Slice, Variant, compiled, served
from promise import Pair

TERMINALS, SLICE_S, WARM_S, TURNS = 192, 0.8, 0.3, 4
VARIANTS = (
    Variant("house", "house", 1, TERMINALS),
    Variant("bare", BARE, 1, TERMINALS),
    Variant("small", "house", 64, TERMINALS),
)


def measured(_: Path) -> Iterator[Pair]:
    """Work is compared by processor time; many tables wait for other things than one, so they are by rate."""
    with compiled() as program, up_at_once(program, VARIANTS) as up:
        in_turns(up, 1, WARM_S)
        found = in_turns(up, TURNS, SLICE_S)
    for house, bare, small in zip(found["house"], found["bare"], found["small"], strict=True):
        yield Pair("busy", house.cpu_us, bare.cpu_us)
        yield Pair("busy-p99", house.p99_ms, bare.p99_ms)
        yield Pair("small", small.per_s, house.per_s)


@contextmanager
def up_at_once(program: Path, variants: Iterable[Variant]) -> Iterator[dict[str, Served]]:
    """Start all at the same time, which is faster."""
    with ExitStack() as opened, ThreadPoolExecutor() as pool:
        started = {one.name: pool.submit(opened.enter_context, served(program, one)) for one in variants}
        yield {name: server.result() for name, server in started.items()}


def in_turns(up: Mapping[str, Served], turns: int, seconds: float) -> dict[str, list[Slice]]:
    """Go back and forth, so that the order varies."""
    slices: dict[str, list[Slice]] = {name: [] for name in up}
    for turn in range(turns):
        for name in up if turn % 2 == 0 else reversed(up):
            slices[name].append(up[name].wager(seconds))
    return slices
