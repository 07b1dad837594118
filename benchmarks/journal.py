"""The cost of a sealed and durable entry, and of checking one."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import msgspec
from eventsourcing.persistence import AggregateRecorder, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore
from history import LOSING, SEATS, at, played
from measure import Claim, best_each, rate

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.entry import By, Entry, Head, Sealed, encode
from taisai.journal.export import export
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, checked, head_of, last_of, sealed, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.verify_taisai import verify

SIZES = (1, 64, 256)
COMMITS = {1: 150, 64: 50, 256: 25}
TRIES = 12
HISTORY, BATCH = 200_000, 100
ALONE = {SEATS: 0.0, 40: 0.15}  # seats, and the share of hashing speed that checking their export should reach
EVENT = {"is": "WagerPlaced", "round": 4711, "seat": 7, "spot": "total-11", "stake": 2500, "placed_by": "player"}


def claims() -> Iterator[Claim]:
    with TemporaryDirectory() as folder:
        for size in SIZES:
            yield from _append_claims(Path(folder), size)
        yield from _verify_claims(Path(folder))
        yield from (_alone_claim(Path(folder), seats, wanted) for seats, wanted in ALONE.items())


def _append_claims(folder: Path, size: int) -> Iterator[Claim]:
    events = size * COMMITS[size]
    actions = {"ours": _ours(folder, size), "raw": _raw(folder, size), "peer": _peer(folder, size)}
    taken = {name: events / seconds for name, seconds in best_each(actions, TRIES).items()}
    what, figure = f"durable sealed append, {size} a commit", rate(taken["ours"])
    yield Claim(
        what, figure, f"append and fdatasync of the same bytes: {rate(taken['raw'])}", taken["ours"] / taken["raw"]
    )
    ratio = taken["ours"] / taken["peer"]
    yield Claim(what, figure, f"eventsourcing on SQLite: {rate(taken['peer'])}", ratio, "at least 1.5", ratio >= 1.5)


def _ours(folder: Path, size: int) -> Callable[[], None]:
    """Write prepared bodies, as for raw and peer; sealing is included."""
    store = SqliteStore.open(folder / f"ours-{size}", "t1")
    bodies = (encode([_entry(seq)])[0] for seq in count(1))
    batches = iter([list(islice(bodies, size)) for _ in range(TRIES * COMMITS[size])])

    def run() -> None:
        head = store.head()
        for batch in islice(batches, COMMITS[size]):
            entries = sealed_bodies(head, batch)
            store.append(head, entries)
            head = head_of(entries[-1])

    return run


def _raw(folder: Path, size: int) -> Callable[[], None]:
    lines = b"".join(entry.body + entry.seal + b"\n" for entry in _batch(size))
    handle = os.open(folder / f"raw-{size}", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def run() -> None:
        for _ in range(COMMITS[size]):
            os.write(handle, lines)
            os.fdatasync(handle)

    return run


def _peer(folder: Path, size: int) -> Callable[[], None]:
    """Use its fastest recorder on SQLite: WAL and full synchronous as well, one row per event."""
    recorder = SQLiteAggregateRecorder(SQLiteDatastore(str(folder / f"peer-{size}")))
    recorder.create_table()
    return inserting(recorder, size, COMMITS[size], TRIES)


def inserting(recorder: AggregateRecorder, size: int, commits: int, tries: int) -> Callable[[], None]:
    """Return an action that makes so many commits. It can be run so many times."""
    originator, state = uuid4(), _batch(1)[0].body
    stored = (StoredEvent(originator, version, "WagerPlaced", state) for version in count(1))
    batches = iter([list(islice(stored, size)) for _ in range(tries * commits)])

    def run() -> None:
        for batch in islice(batches, commits):
            recorder.insert_events(batch)

    return run


def _verify_claims(folder: Path) -> Iterator[Claim]:
    store, kept = SqliteStore.open(folder / "history", "t1"), MemoryStore()
    while (head := store.head()).seq < HISTORY:
        batch = _batch(BATCH, head)
        store.append(head, batch)
        kept.append(head, batch)
    bodies = [entry.body for entry in kept.read()]
    actions = {"ours": store.verify, "replay": lambda: last_of(checked(store.read())), "seals": lambda: _hash(bodies)}
    taken = {name: HISTORY / seconds for name, seconds in best_each(actions, tries=5).items()}
    ratio = taken["ours"] / taken["seals"]
    limit = f"hashing the same bytes, one hash an entry: {rate(taken['seals'])}"
    what = f"read and verify {HISTORY:,} entries"
    yield Claim(f"{what} from SQLite", rate(taken["ours"]), limit, ratio, "at least 0.5", ratio >= 0.5)
    yield Claim(f"{what} one by one, as a replay does", rate(taken["replay"]), limit, taken["replay"] / taken["seals"])
    store.close()


def _alone_claim(folder: Path, seats: int, wanted: float) -> Claim:
    """Check rounds from a file as played, with two processes; both sides in turn."""
    desk = Desk.install(MemoryStore(), game("rws-6/2"), Setup("T1", seats=seats), lambda: at(0))
    played(desk, HISTORY, seats)
    bodies = [entry.body for entry in desk.store.read()]
    export(desk.store, "t1", folder / f"export-{seats}")
    taken = best_each({"ours": lambda: _verified(folder / f"export-{seats}"), "seals": lambda: _hash(bodies)}, tries=5)
    ours, seals = (len(bodies) / taken[name] for name in ("ours", "seals"))
    limit, ratio = f"hashing the same bytes, one hash an entry: {rate(seals)}", ours / seals
    what = f"check an export stand-alone, {len(bodies):,} entries, {seats * len(LOSING)} wagers a round"
    holds = ratio >= wanted if wanted else None
    return Claim(what, rate(ours), limit, ratio, f"at least {wanted}" if wanted else "", holds)


def _verified(path: Path) -> None:
    with path.open("rb") as file:
        assert verify(file).sound


def _hash(bodies: list[bytes]) -> None:
    last = START.seal
    for body in bodies:
        last = sha256(last + body).digest()


def _entry(seq: int) -> Entry:
    event = msgspec.Raw(msgspec.json.encode(EVENT))
    by = By("terminal-7", "player")
    return Entry(seq, "2026-03-01T20:15:00.123456Z", by, "0f8fad5b-d9cb-469f-a165-70867728950e", DIGEST, event)


def _batch(size: int, head: Head = START) -> list[Sealed]:
    return sealed(head, [_entry(head.seq + place) for place in range(1, size + 1)])


DIGEST = sha256(b"a command").hexdigest()
