"""Journals as logs: the speed of proofs, and a start time that does not grow with the log."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from measure import Claim

from taisai.house.journal_log import begun, content, grow, tiled
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.log.proofs import inclusion
from taisai.log.tiles import Tile
from taisai.log.tree import Tree

ENTRIES, BATCH = 1_000_000, 200
BODY = (
    b'{"seq":%d,"at":"2026-11-15T06:10:00.123+00:00","by":{"name":"terminal-%d","role":"player"},"cause":"c-%d",'
    b'"digest":"dc9f5806ec1fa2240b4e8c535c0826df","event":{"is":"wager-placed","round":1,"seat":48,"spot":"single-5",'
    b'"stake":10,"excess":0,"placed_by":"player","asked_by":""}}'
)


def claims() -> Iterator[Claim]:
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
