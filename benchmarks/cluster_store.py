"""The cost of a journal in PostgreSQL compared with SQLite, and the cost of its guards, on a separate server."""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import history
import psycopg
from engines.postgres import Server, serving
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from journal import _batch, _entry, inserting
from measure import Claim, best_each, rate

from taisai.house.clock import now
from taisai.house.desk import SNAPSHOT_EVERY, Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.entry import encode
from taisai.journal.packed_bodies import packed
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.seal import head_of, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Store

COMMITS, TRIES = {1: 100, 16: 40, 64: 25}, 7
LEAST_OF_SQLITE = {1: 0.35, 16: 0.28, 64: 0.18}
FLUSH = {"commit_delay": "2000", "commit_siblings": "0"}  # microseconds before each flush
PEERED = 64  # entries a commit, also beside the eventsourcing library
LANES, FLUSHES = 8, 60
OPEN_ELSEWHERE_S, ASKED = 10.0, 400
_TABLE = "CREATE TABLE entry (journal int, seq bigint, body bytea, seal bytea, PRIMARY KEY (journal, seq))"
_ROWS = """INSERT INTO entry SELECT %s, %s::bigint + n - 1, body, seal
    FROM unnest(%s::bytea[], %s::bytea[]) WITH ORDINALITY AS one(body, seal, n)"""
_UNFENCED = "INSERT INTO batch VALUES (%s, %s, 0, %s, %s)"


def claims() -> Iterator[Claim]:
    with TemporaryDirectory() as folder, serving(max_connections="60") as server:
        for size in COMMITS:
            yield from _appends(Path(folder), server, size)
        yield _with_one_open(server)
        yield _opening(Path(folder), server)
    with serving(max_connections="60", **FLUSH) as server:
        yield _connections(server)


def _appends(folder: Path, server: Server, size: int) -> Iterator[Claim]:
    with closing(PostgresJournals(server.database(f"appends{size}"))) as place:
        sqlite = SqliteStore.open(folder / f"sqlite-{size}", "t1")
        with psycopg.connect(server.address(f"appends{size}"), autocommit=True) as connection:
            actions = {
                "ours": _store(_taken(place, "t1"), size),
                "sqlite": _store(sqlite, size),
                "rows": _rows(connection, size),
                "unfenced": _unfenced(connection, size),
            }
            if size == PEERED:
                actions["peer"] = _peer(server, f"appends{size}", size)
            taken = {name: size * COMMITS[size] / s for name, s in best_each(actions, TRIES).items()}
        sqlite.close()
    what, figure = f"durable sealed append in PostgreSQL, {size} a commit", rate(taken["ours"])
    least = LEAST_OF_SQLITE[size]
    yield _at_least(what, figure, f"the SQLite store: {rate(taken['sqlite'])}", taken["ours"] / taken["sqlite"], least)
    if size > 1:
        limit = f"a row an entry, by unnest: {rate(taken['rows'])}"
        yield _at_least(what, figure, limit, taken["ours"] / taken["rows"], 1.7)
    if size == PEERED:
        limit = f"eventsourcing on PostgreSQL: {rate(taken['peer'])}"
        yield _at_least(what, figure, limit, taken["ours"] / taken["peer"], 3)
    if size < 64:
        limit = f"the same rows without fence and head: {rate(taken['unfenced'])}"
        yield _at_least(what, figure, limit, taken["ours"] / taken["unfenced"], 0.6)


def _taken(place: PostgresJournals, table: str) -> Store:
    store = place.store(table)
    store.take()
    return store


def _store(store: Store, size: int) -> Callable[[], None]:
    batches, head = _bodies(size), store.head()

    def run() -> None:
        nonlocal head
        for batch in islice(batches, COMMITS[size]):
            entries = sealed_bodies(head, batch)
            store.append(head, entries)
            head = head_of(entries[-1])

    return run


def _rows(connection: "psycopg.Connection[Any]", size: int) -> Callable[[], None]:
    """Write rows, sealed in the same way."""
    connection.execute(_TABLE)
    last = head_of(_batch(1)[0])
    batches = _bodies(size)

    def run() -> None:
        nonlocal last
        for batch in islice(batches, COMMITS[size]):
            entries = sealed_bodies(last, batch)
            bodies, seals = [one.body for one in entries], [one.seal for one in entries]
            connection.execute(_ROWS, (1, entries[0].seq, bodies, seals))
            last = head_of(entries[-1])

    return run


def _unfenced(connection: "psycopg.Connection[Any]", size: int) -> Callable[[], None]:
    """Write without fencing, packed and sealed in the same way."""
    batches, last = _bodies(size), head_of(_batch(1)[0])

    def run() -> None:
        nonlocal last
        for batch in islice(batches, COMMITS[size]):
            entries = sealed_bodies(last, batch)
            seals = b"".join([one.seal for one in entries])
            connection.execute(_UNFENCED, (1000, entries[0].seq, seals, packed([one.body for one in entries])))
            last = head_of(entries[-1])

    return run


def _peer(server: Server, database: str, size: int) -> Callable[[], None]:
    """Its aggregate recorder: one row an event, neither sealed nor fenced."""
    recorder = PostgresAggregateRecorder(PostgresDatastore(database, str(server.folder), 5432, "taisai", ""))
    recorder.create_table()
    return inserting(recorder, size, COMMITS[size], TRIES)


def _bodies(size: int) -> Iterator[list[bytes]]:
    bodies = (encode([_entry(seq)])[0] for seq in count(1))
    return iter([list(islice(bodies, size)) for _ in range(TRIES * COMMITS[size])])


def _with_one_open(server: Server) -> Claim:
    """Measure while another transaction stays open, as during a dump."""
    address = server.database("open")
    with closing(PostgresJournals(address)) as place:
        calm, busy = _taken(place, "t1"), _taken(place, "t2")
        before = _p50(calm)
        with psycopg.connect(address) as other:
            other.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            other.execute("SELECT count(*) FROM batch")
            end_s = time.monotonic() + OPEN_ELSEWHERE_S
            while time.monotonic() < end_s:
                after = _p50(busy)
        before = min(before, _p50(calm))
    what = f"an append, p50, while a transaction has been open elsewhere for {OPEN_ELSEWHERE_S:.0f} s"
    return _at_most(what, f"{after * 1e3:.2f} ms", f"while none is: {before * 1e3:.2f} ms", after / before, 1.3)


def _p50(store: Store) -> float:
    taken, head = [], store.head()
    for number in range(ASKED):
        entries = sealed_bodies(head, encode([_entry(head.seq + 1 + number)]))
        begun_s = time.perf_counter()
        store.append(head, entries)
        taken.append(time.perf_counter() - begun_s)
        head = head_of(entries[-1])
    return statistics.median(taken)


def _connections(server: Server) -> Claim:
    rates = {}
    for lanes in (1, LANES):
        address = server.database(f"lanes{lanes}")
        places = [PostgresJournals(address) for _ in range(lanes)]
        stores = [_taken(place, f"t{number}") for number, place in enumerate(places)]
        begin, done = Event(), [0.0] * lanes
        threads = [Thread(target=_appended, args=(store, begin, done, n)) for n, store in enumerate(stores)]
        for thread in threads:
            thread.start()
        begun_s = time.perf_counter()
        begin.set()
        for thread in threads:
            thread.join()
        rates[lanes] = lanes * FLUSHES / (max(done) - begun_s)
        for place in places:
            place.close()
    what = f"commits over {LANES} connections where a flush takes 2 ms"
    limit = f"over one: {rate(rates[1])}"
    return _at_least(what, rate(rates[LANES]), limit, rates[LANES] / rates[1], 6)


def _appended(store: Store, begin: Event, done: list[float], number: int) -> None:
    begin.wait()
    head = store.head()
    for place in range(FLUSHES):
        entries = sealed_bodies(head, encode([_entry(place + 1)]))
        store.append(head, entries)
        head = head_of(entries[-1])
    done[number] = time.perf_counter()


def _opening(folder: Path, server: Server) -> Claim:
    """Open with as many entries after the snapshot as possible."""
    with closing(PostgresJournals(server.database("opening"))) as place:
        stores = {"ours": _taken(place, "t1"), "sqlite": SqliteStore.open(folder / "opening", "t1")}
        for store in stores.values():
            desk = Desk.install(store, game("rws-6/2"), Setup("T1"), now)
            history.written(desk, 2_000)
            history.played(desk, desk.head.seq + SNAPSHOT_EVERY - 1)
        actions = {name: lambda s=store: Desk.resume(s, game("rws-6/2"), now) for name, store in stores.items()}
        taken = best_each(actions, 5)
    what = f"a table is opened {SNAPSHOT_EVERY:,} entries after its snapshot"
    limit = f"from SQLite: {taken['sqlite'] * 1e3:.0f} ms"
    return _at_most(what, f"{taken['ours'] * 1e3:.0f} ms", limit, taken["ours"] / taken["sqlite"], 1.6)


def _at_least(what: str, figure: str, limit: str, ratio: float, least: float) -> Claim:
    return Claim(what, figure, limit, ratio, f"at least {least}", ratio >= least)


def _at_most(what: str, figure: str, limit: str, ratio: float, most: float) -> Claim:
    return Claim(what, figure, limit, ratio, f"at most {most}", ratio <= most)
