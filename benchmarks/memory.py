"""The memory of a terminal in a house: with its seat and a joined table, not only a socket."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from load import BARE, NO_COMPILER, Load, compiled, seats_of, serving
from measure import Claim

FIRST, MORE = 100, 1_000  # what the first ones load once does not count
REST_S, KIB_MOST = 1.0, 64


def claims() -> Iterator[Claim]:
    with compiled() as program:
        if program is None:
            yield Claim("memory of a terminal", "not measured", NO_COMPILER, 0)
            return
        house, bare = (joined_bytes(program, kind) / 1024 for kind in ("house", BARE))
    what = f"memory of a joined terminal, of {MORE:,}"
    limit, wanted = f"a socket of the bare loop: {bare:.1f} KiB", f"at most {KIB_MOST} KiB"
    yield Claim(what, f"{house:.1f} KiB", limit, house / bare, wanted, house <= KIB_MOST)


def joined_bytes(program: Path, kind: str) -> float:
    """Return the memory with terminals seated and joined, each with one answered wager."""
    with serving(kind, FIRST + MORE) as (address, server):
        seats = seats_of(kind, address, 1, FIRST + MORE)
        with Load(program, address, [next(seats) for _ in range(FIRST)]) as some:
            some.wager(0.1)
            before = resident(server.pid)
            with Load(program, address, list(seats)) as more:
                more.wager(0.01)
                sleep(REST_S)
                return (resident(server.pid) - before) / MORE


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    for claim in claims():
        print(claim)
