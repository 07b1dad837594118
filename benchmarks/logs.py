"""Journals as logs: what a wager pays for them, how fast a proof is, and that a start does not grow with the log."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import server
from measure import Claim

from taisai.house.journal_log import begun, content, grow, tiled
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.log.proofs import inclusion
from taisai.log.tiles import Tile
from taisai.log.tree import Tree

ENTRIES, BATCH = 1_000_000, 200
LOAD_S = 8.0  # long enough for several checkpoints, and for what joining costs to count little
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
BODY = (
    b'{"seq":%d,"at":"2026-11-15T06:10:00.123+00:00","by":{"name":"terminal-%d","role":"player"},"cause":"c-%d",'
    b'"digest":"dc9f5806ec1fa2240b4e8c535c0826df","event":{"is":"wager-placed","round":1,"seat":48,"spot":"single-5",'
    b'"stake":10,"excess":0,"placed_by":"player","asked_by":""}}'
)


def claims() -> Iterator[Claim]:
    yield _wager_claim()
    yield from _long_claims()


def _wager_claim() -> Claim:
    """The processor's time of the house itself, which others on the machine disturb less than wagers a second. A
    checkpoint each second, where a house signs one after each round."""
    best = {"logged": float("inf"), "unlogged": float("inf")}
    for _ in range(server.TRIES):
        for kind, least in best.items():
            with server.serving(kind, server.TERMINALS) as (address, process):
                best[kind] = min(least, _cost(address, kind, process.pid))
    ratio = best["logged"] / best["unlogged"]
    told = {kind: f"{cost * 1e6:.1f} µs of the house's own time" for kind, cost in best.items()}
    holds = ratio <= 1.03
    return Claim("a wager, with a checkpoint each second", told["logged"], f"without: {told['unlogged']}", ratio,
                 "at most 1.03", holds)  # fmt: skip


def _cost(address: str, kind: str, pid: int) -> float:
    before_s = _seconds(pid)
    driven = server.driven(address, kind, LOAD_S)
    return (_seconds(pid) - before_s) / (driven.per_s * (LOAD_S + 0.3))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def _long_claims() -> Iterator[Claim]:
    with TemporaryDirectory() as folder:
        store = _written(Path(folder) / "journal")
        tree = Tree()
        start = process_time()
        store.tree.add(grow(store, tree))
        grown_s = process_time() - start
        name = f"a log of {ENTRIES:,} entries"
        yield Claim(f"{name}, hashed", f"{grown_s / ENTRIES * 1e6:.1f} µs an entry", "by another process", grown_s)
        for what, job, most_ms in (
            ("a proof of inclusion", lambda: inclusion(tiled(store, ENTRIES).hash, ENTRIES // 3, ENTRIES), 5.0),
            ("a tile of leaves", lambda: content(store, Tile(0, ENTRIES // 512)), 5.0),
            ("its edge at a start", lambda: begun(store), 20.0),
        ):
            taken_ms = min(_timed(job) for _ in range(5)) * 1e3
            yield Claim(f"{name}, {what}", f"{taken_ms:.1f} ms", f"{most_ms:.0f} ms", taken_ms / most_ms, "below 1",
                        taken_ms < most_ms)  # fmt: skip
        store.close()


def _timed(job: object) -> float:
    assert callable(job)
    start = perf_counter()
    job()
    return perf_counter() - start


def _written(path: Path) -> SqliteStore:
    file, head = open_for_writing(path), START
    store = SqliteStore(file, "T1")
    store.take()
    with file.together():
        for first in range(1, ENTRIES + 1, BATCH):
            entries = sealed_bodies(head, [BODY % (seq, seq % 200, seq) for seq in range(first, first + BATCH)])
            store.append(head, entries)
            head = store.head()
    return store


if __name__ == "__main__":
    for claim in claims():
        print(claim)
