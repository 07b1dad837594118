"""The engine: a wager in a full round, settlement, and replay compared with the eventsourcing library."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from time import perf_counter
from typing import NamedTuple

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from measure import Claim, Name, best_each, rate

from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.house.snapshots import snapshot_of
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.decide import decide
from taisai.table.evolve import evolve
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person
from taisai.table.state import Table

GAME = game("rws-6/2")
SPOTS = [str(spot.id) for spot in GAME.paytable.spots]
SIZES = (10**2, 10**3, 10**4)
SEATS, BATCH, TRIES = 100, 200, 15
REPLAYED, AFTER = 10**4, 10**3
USUAL = 10**3

Prepare = Callable[[], Callable[[], object]]


class Replayed(NamedTuple):
    """`wagers` of one round, a snapshot or none, and wagers `after` it."""

    what: str
    wagers: int
    after: int = 0
    snapshot: bool = True
    least: int = 0


REPLAYS = (
    Replayed(f"replay {REPLAYED:,} events from nothing, seals checked", REPLAYED, snapshot=False, least=6),
    Replayed(f"resume from a snapshot in a round of {USUAL:,} wagers", USUAL, least=1),
    Replayed(f"the same with {AFTER:,} more after the snapshot, seals checked", USUAL, AFTER, least=1),
    Replayed(f"resume from a snapshot in a round of {REPLAYED:,} wagers, whose orders stand in the journal", REPLAYED),
)
DEALER, MANAGER = Person("Mei", Role.DEALER), Person("Ann", Role.PIT_MANAGER)
PLAYERS = [Person(f"p{seat}", Role.PLAYER, seat) for seat in range(1, SEATS + 1)]
LIMITS = (LimitRule("", 5, 10**9, 10**9),)
SETTLING = [Order(name, DEALER, command, 1) for name, command in (("c", c.CollectLosers()), ("p", c.PayArea()))]
DIGEST = "dc9f5806ec1fa2240b4e8c535c0826df"
CAPPED = (LimitRule("", 5, 10**9, 10**9, 10**12),)


def claims() -> Iterator[Claim]:
    yield from _placing(LIMITS, "place a wager (decide, evolve)", 100_000)
    yield from _placing(CAPPED, "the same under an exposure cap", 0)
    yield from _settling()
    yield from _replaying()


def _placing(limits: tuple[LimitRule, ...], what: str, wanted: int) -> Iterator[Claim]:
    tables = {size: msgspec.json.encode(betting(size, limits).table) for size in SIZES}
    orders = [wager(place) for place in range(BATCH)]
    times = fastest({size: placer(state, orders) for size, state in tables.items()})
    for size in SIZES:
        per_second, ratio = BATCH / times[size], times[size] / times[SIZES[0]]
        limit = f"{wanted:,} a second; flat within 1.3" if wanted else f"with {SIZES[0]}: flat within 1.3"
        holds = ratio <= 1.3 and per_second >= wanted
        yield Claim(f"{what}, {size:,} in the round", rate(per_second), limit, ratio, "at most 1.3", holds)


def _settling() -> Iterator[Claim]:
    desks = {size: _entered(size) for size in SIZES}
    times = fastest({size: settler(msgspec.json.encode(desk.table)) for size, desk in desks.items()})
    first = times[SIZES[0]] / SIZES[0]
    for size in SIZES:
        taken = times[size] / size
        limit = f"each with {SIZES[0]}: {first * 1e6:.2f} µs"
        yield Claim(f"settle a round of {size:,} wagers", f"{times[size] * 1000:.2f} ms", limit, taken / first)


def _replaying() -> Iterator[Claim]:
    """Compare each with the library's own way: all events with all events, a snapshot with a snapshot."""
    for one in REPLAYS:
        times = best_each({"ours": _ours(one), "peer": _peer(one)}, 7)
        ratio = times["peer"] / times["ours"]
        figure, limit = f"{times['ours'] * 1e3:.1f} ms", f"eventsourcing, the same: {times['peer'] * 1e3:.1f} ms"
        wanted = f"at least {one.least}" if one.least else ""
        yield Claim(one.what, figure, limit, ratio, wanted, ratio >= one.least if wanted else None)


def _ours(one: Replayed) -> Callable[[], object]:
    desk, store = betting(one.wagers, LIMITS), MemoryStore()
    snapshot = snapshot_of(desk, desk.head)
    for place in range(one.wagers, one.wagers + one.after):
        desk.do(wager(place))
    store.append(store.head(), list(desk.store.read()))
    if one.snapshot:
        store.save_snapshot(snapshot)
    return partial(Desk.resume, store, GAME, str)


def fastest(prepared: dict[Name, Prepare]) -> dict[Name, float]:
    """Like `best_each`, with an untimed preparation before each try."""
    return {name: min(times) for name, times in in_turns(prepared, perf_counter, TRIES).items()}


def in_turns(prepared: dict[Name, Prepare], clock: Callable[[], float], tries: int) -> dict[Name, list[float]]:
    times: dict[Name, list[float]] = {name: [] for name in prepared}
    for _ in range(tries):
        for name, prepare in prepared.items():
            action = prepare()
            start = clock()
            action()
            times[name].append(clock() - start)
    return times


def placer(state: bytes, orders: list[Order]) -> Prepare:
    def place(table: Table) -> None:
        for order in orders:
            for happened in decide(GAME, table, order):
                evolve(table, happened)

    return lambda: (table := msgspec.json.decode(state, type=Table)) and (lambda: place(table))


def settler(state: bytes) -> Prepare:
    return placer(state, SETTLING)


def wager(place: int, stake: int = 10) -> Order:
    """Return a wager. Each of the first ten thousand is different."""
    person = PLAYERS[place // len(SPOTS) % SEATS]
    return Order(f"w{place}", person, c.PlaceWager(person.seat, SPOTS[place % len(SPOTS)], stake), 1)


def betting(wagers: int, limits: tuple[LimitRule, ...], stake: int = 10) -> Desk:
    desk = Desk.install(MemoryStore(), GAME, Setup("T1", seats=SEATS, limits=limits), str)
    desk.do(Order("open", MANAGER, c.OpenTable()))
    for person in PLAYERS:
        desk.do(Order(f"buy {person.seat}", person, c.BuyIn(person.seat, 10**6)))
    desk.do(Order("bets", DEALER, c.OpenBets(), 1))
    for place in range(wagers):
        desk.do(wager(place, stake))
    return desk


def _entered(wagers: int) -> Desk:
    return rolled(betting(wagers, LIMITS))


def rolled(desk: Desk) -> Desk:
    ids = count()
    presses = (c.PressButton(face) for face in (2, 2, 5))
    for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *presses, c.EnterRoll()):
        desk.do(Order(f"step {next(ids)}", DEALER, command, 1))
    return desk


class Peer(Aggregate):
    """A minimal table in the library: one event with the fields of a placed wager. Like ours, it remembers accepted
    orders and has JSON snapshots."""

    def __init__(self) -> None:
        self.staked: dict[str, int] = {}
        self.answered: dict[str, list[object]] = {}

    @event("WagerPlaced")
    def place(  # noqa: PLR0913, PLR0917 - as many as ours
        self, order: str, digest: str, number: int, seat: int, spot: str, stake: int, placed_by: str
    ) -> None:
        del number, placed_by
        box = f"{seat} {spot}"
        self.staked[box] = self.staked.get(box, 0) + stake
        self.answered[order] = [digest, self.version]


class Keeping(Application):
    is_snapshotting_enabled = True


def _peer(one: Replayed) -> Callable[[], object]:
    """Read from the library's in-memory recorder, its fastest."""
    application, table = Keeping(), Peer()
    _place(table, range(one.wagers))
    application.save(table)
    if one.snapshot:
        application.take_snapshot(table.id)
    _place(table, range(one.wagers, one.wagers + one.after))
    application.save(table)
    return partial(application.repository.get, table.id)


def _place(table: Peer, places: range) -> None:
    for place in places:
        seat, spot = place // len(SPOTS) % SEATS, SPOTS[place % len(SPOTS)]
        table.place(f"w{place}", DIGEST, 1, seat, spot, 10, "player")


if __name__ == "__main__":
    for claim in claims():
        print(claim)
