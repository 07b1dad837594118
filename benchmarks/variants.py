"""Durably accepted wagers of the house and of variants of it: all run at once and get slices of the load in turn, so
that a disturbance affects all."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from load import BARE, NO_COMPILER, Served, Slice, Variant, compiled, served
from measure import Claim, Spread, rate

TERMINALS, SLICE_S, WARM_S = 192, 0.8, 0.3
PROCESSES = 3  # the same program takes up to a tenth more or less in another process
TURNS = int(os.environ.get("TAISAI_TURNS", "2"))
LOG_TURNS = TURNS + 1  # alone and longer: a difference of 3 % is less than the noise of many servers
LEAST_PER_S, MOST_P99_MS = 15_000, 20
HOUSE = Variant("house", "house", 1, TERMINALS)


class Pair(NamedTuple):
    """`of` should reach at least this share of `to`: in processor time per wager if they differ only in work; in wagers
    a second if they wait for other things or use threads."""

    what: str
    of: str
    to: str
    least: float
    by_rate: bool = False


VARIANTS = (
    HOUSE,
    Variant("no game", "no-game", 1, TERMINALS),
    Variant("bare", BARE, 1, TERMINALS),
    Variant("mirror", "mirrored", 1, TERMINALS),
    Variant("capped", "capped", 1, TERMINALS),
    Variant("8 tables", "house", 8, TERMINALS),
    Variant("64 tables", "house", 64, TERMINALS),
)
LOGS = (Variant("logged", "logged", 1, TERMINALS), Variant("unlogged", "unlogged", 1, TERMINALS))
PAIRS = (
    Pair("the house, against the same server with no game in it", "house", "no game", 0.65),
    Pair("the house, against a bare loop", "house", "bare", 0.5),
    Pair("with a mirror on the same disk, against none", "mirror", "house", 0, by_rate=True),
    Pair("at a table with an exposure limit, against none", "capped", "house", 0.8),
    Pair("with a checkpoint of its log each second, against none", "logged", "unlogged", 0.97),
    Pair("at 8 tables of 24, against one of 192", "8 tables", "house", 0.85, by_rate=True),
    Pair("at 64 tables of 3, against one of 192", "64 tables", "house", 0.5, by_rate=True),
)


def claims() -> Iterator[Claim]:
    with compiled() as program:
        if program is None:
            yield Claim("wagers durably accepted", "not measured", NO_COMPILER, 0)
            return
        slices = measured(program, VARIANTS, TURNS) | measured(program, LOGS, LOG_TURNS)
    yield _absolute(slices["house"])
    yield from (_claim(pair, slices) for pair in PAIRS)


def measured(program: Path, variants: Sequence[Variant], turns: int) -> dict[str, list[Slice]]:
    """Start all variants anew several times."""
    slices: dict[str, list[Slice]] = defaultdict(list)
    for _ in range(PROCESSES):
        with up_at_once(program, variants) as up:
            in_turns(up, 1, WARM_S)
            for name, some in in_turns(up, turns, SLICE_S).items():
                slices[name] += some
    return slices


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


def _claim(pair: Pair, slices: dict[str, list[Slice]]) -> Claim:
    """Compare turn by turn, within seconds; the median counts."""
    of, to = slices[pair.of], slices[pair.to]
    by_cpu = Spread.of(other.cpu_us / one.cpu_us for one, other in zip(of, to, strict=True))
    by_rate = Spread.of(one.per_s / other.per_s for one, other in zip(of, to, strict=True))
    figure = f"{told(of)}; ratio by processor time {by_cpu:.2f}, by wagers a second {by_rate:.2f}"
    ratio, by = (by_rate.median, "wagers a second") if pair.by_rate else (by_cpu.median, "processor time")
    wanted = f"at least {pair.least} by {by}" if pair.least else f"at most 1 by {by}"
    holds = ratio >= pair.least if pair.least else ratio <= 1
    return Claim(f"wagers, {pair.what}", figure, told(to), ratio, wanted, holds)


def _absolute(house: list[Slice]) -> Claim:
    """Use the least disturbed slice, because this figure depends on the machine as well."""
    per_s, p99_ms = max(one.per_s for one in house), min(one.p99_ms for one in house)
    figure = f"{told(house)}; best slice {rate(per_s)}, p99 {p99_ms:.1f} ms"
    client = Spread.of(one.client_us for one in house)
    limit = f"{LEAST_PER_S:,} a second, p99 {MOST_P99_MS} ms; the load itself takes {client:.1f} µs a wager"
    holds = per_s >= LEAST_PER_S and p99_ms <= MOST_P99_MS
    what = f"wagers durably accepted, {TERMINALS} terminals"
    return Claim(what, figure, limit, per_s / LEAST_PER_S, "at least 1, p99 within", holds)


def told(slices: list[Slice]) -> str:
    cpu, per_s, p99 = (Spread.of(one) for one in zip(*((s.cpu_us, s.per_s, s.p99_ms) for s in slices), strict=True))
    return f"{cpu:.1f} µs of the server, {per_s:,.0f} a second, p99 {p99:.1f} ms"


if __name__ == "__main__":
    for claim in claims():
        print(claim)
