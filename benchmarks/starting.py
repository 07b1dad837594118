"""How long a table takes to recover after a start, with short and long histories before its snapshot, and with as many
wagers after it as possible."""

import os
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import history
from measure import Claim, best, best_each

from taisai.house.clock import now
from taisai.house.commitments import Commitments
from taisai.house.desk import SNAPSHOT_EVERY, Desk
from taisai.house.games import game
from taisai.house.journal_index import complete
from taisai.house.seat_history import LivedRounds
from taisai.house.setup import Setup
from taisai.journal.entry import By, Fact, encode
from taisai.journal.keyed import KeyedStore
from taisai.journal.seal import sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.table import events as e
from taisai.table.evolve import evolve

GAME = game("rws-6/2")
ROUNDS = tuple(int(size) for size in os.environ.get("TAISAI_ROUNDS", "1000,10000,50000").split(","))
ITSELF = By("taisai", "automation")
AT_ONCE = 500
ENTRIES = 200_000
ROLL = e.RollEntered(0, "2-2-5", "double 2, 5, total 9", ("small",))


def claims() -> Iterator[Claim]:
    """The first history is long enough that every reading of the last entries is a full one."""
    times = {rounds: _started(rounds) for rounds in ROUNDS}
    for place, what in enumerate(("at its snapshot", f"{SNAPSHOT_EVERY:,} entries after its snapshot")):
        first = times[ROUNDS[0]][place]
        for rounds, taken in ((rounds, both[place]) for rounds, both in times.items()):
            limit = f"with {ROUNDS[0]:,}: {first * 1e3:.0f} ms"
            wanted = "" if rounds == ROUNDS[0] else "at most 2 and flat"
            yield Claim(f"start of a table {what}, {rounds:,} rounds behind it", f"{taken * 1e3:.0f} ms", limit,
                        taken / first, wanted, taken <= 2 * first if wanted else None)  # fmt: skip
    yield _bare()


def _bare() -> Claim:
    """Without other evidence the seals are checked on the way, which is most of the cost."""
    with TemporaryDirectory() as folder:
        store = SqliteStore.open(Path(folder) / "journal", "T1")
        desk = Desk.install(store, GAME, Setup("T1"), now)
        history.written(desk, ENTRIES)
        bare = Bare(store)
        actions = {"start": lambda: Desk.resume(bare, GAME, now), "seals": store.verify}
        times = best_each(actions, 5)
        store.close()
    ratio = times["start"] / times["seals"]
    limit = f"checking the seals alone: {times['seals']:.2f} s"
    what = f"start of a table with {ENTRIES:,} entries and no snapshot"
    return Claim(what, f"{times['start']:.2f} s", limit, ratio, "at most 3", ratio <= 3)


class Bare(KeyedStore):
    """A store that hides its snapshots."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__(store, bytes(32))

    def snapshot(self) -> None:
        return None


def _started(rounds: int) -> tuple[float, float]:
    """Start at the snapshot, and as long after it as a kill can come before the next is due."""
    with TemporaryDirectory() as folder:
        store = SqliteStore.open(Path(folder) / "journal", "T1")
        desk = _written(store, rounds)
        at_once = best(partial(_start, store), 5)
        history.played(desk, desk.head.seq + SNAPSHOT_EVERY)
        complete(store)
        later = best(partial(_start, store), 5)
        store.close()
        return at_once, later


def _start(store: SqliteStore) -> None:
    desk = Desk.resume(store, GAME, now)
    Commitments(desk)
    LivedRounds(desk)


def _written(store: SqliteStore, rounds: int) -> Desk:
    """Write rounds without wagers, as at an electronic table at night; then a snapshot."""
    desk = Desk.install(store, GAME, Setup("T1", automation=("tumble", "reveal", "enter")), now)
    events = _night(rounds)
    evolve(desk.table, next(events))
    head = store.head()
    while some := list(islice(events, AT_ONCE)):
        facts = [Fact(seq, "2026-11-15T06:10:00.123+00:00", ITSELF, f"c{seq}", "", event)
                 for seq, event in enumerate(some, head.seq + 1)]  # fmt: skip
        entries = sealed_bodies(head, encode(facts))
        store.append(head, entries)
        head = store.head()
        for event in some:
            evolve(desk.table, event)
    desk.head = head
    desk.save_snapshot()
    return desk


def _night(rounds: int) -> Iterator[e.Event]:
    yield e.TableOpened(0)
    for number in range(1, rounds + 1):
        yield e.RoundBegun(number, GAME.paytable.id, GAME.paytable.fingerprint)
        yield e.BetsOpened(number, "Place your bets")
        yield e.BetsClosed(number, "No more bets", bell=True)
        yield e.DiceTumbled(number, 3)
        yield e.DiceRevealed(number)
        yield from (e.ButtonPressed(number, face) for face in (2, 2, 5))
        yield e.RollEntered(number, ROLL.roll, ROLL.call, ROLL.lit)
        yield e.LosersCollected(number, ROLL.roll, (), {}, 0)
        yield e.RoundSettled(number, ROLL.roll)
