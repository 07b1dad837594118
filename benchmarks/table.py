"""The engine: a wager in a full round, settling, and replay against the eventsourcing library's."""

from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from measure import Claim, best_each, rate

from taisai.house.desk import Desk
from taisai.house.setup import Setup
from taisai.house.start import game
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
REPLAYED = 10**4
DEALER, MANAGER = Person("Mei", Role.DEALER), Person("Ann", Role.PIT_MANAGER)
PLAYERS = [Person(f"p{seat}", Role.PLAYER, seat) for seat in range(1, SEATS + 1)]
LIMITS = (LimitRule("", 5, 10**9, 10**9),)
CAPPED = (LimitRule("", 5, 10**9, 10**9, 10**12),)


def claims() -> Iterator[Claim]:
    yield from _placing(LIMITS, "place a wager (decide, evolve)", 100_000)
    yield from _placing(CAPPED, "the same under an exposure cap", 0)
    yield from _settling()
    yield from _replaying()


def _placing(limits: tuple[LimitRule, ...], what: str, wanted: int) -> Iterator[Claim]:
    tables = {size: msgspec.json.encode(_betting(size, limits).table) for size in SIZES}
    orders = [_wager(place) for place in range(BATCH)]
    times = _fastest({size: _placer(state, orders) for size, state in tables.items()})
    for size in SIZES:
        per_second, ratio = BATCH / times[size], times[size] / times[SIZES[0]]
        limit = f"{wanted:,} a second; flat within 1.3" if wanted else f"with {SIZES[0]}: flat within 1.3"
        holds = ratio <= 1.3 and per_second >= wanted
        yield Claim(f"{what}, {size:,} in the round", rate(per_second), limit, ratio, "at most 1.3", holds)


def _settling() -> Iterator[Claim]:
    desks = {size: _entered(size) for size in SIZES}
    times = _fastest({size: _settler(msgspec.json.encode(desk.table)) for size, desk in desks.items()})
    first = times[SIZES[0]] / SIZES[0]
    for size in SIZES:
        taken = times[size] / size
        limit = f"each with {SIZES[0]}: {first * 1e6:.2f} µs"
        yield Claim(f"settle a round of {size:,} wagers", f"{times[size] * 1000:.2f} ms", limit, taken / first)


def _replaying() -> Iterator[Claim]:
    desk = _betting(REPLAYED, LIMITS)
    desk.save_snapshot()
    store, bare = desk.store, MemoryStore()
    bare.append(bare.head(), list(store.read()))
    actions: dict[str, Callable[[], object]] = {
        "nothing": lambda: Desk.resume(bare, GAME, str),
        "a snapshot": lambda: Desk.resume(store, GAME, str),
        "peer": _peer(REPLAYED),
    }
    times = best_each(actions, 7)
    limit = f"eventsourcing: {rate(REPLAYED / times['peer'])}"
    for name in ("nothing", "a snapshot"):
        ratio = times["peer"] / times[name]
        yield Claim(
            f"replay {REPLAYED:,} events from {name}, seals checked",
            rate(REPLAYED / times[name]),
            limit,
            ratio,
            "at least 6",
            ratio >= 6,
        )


def _fastest(prepared: dict[int, Callable[[], Callable[[], object]]]) -> dict[int, float]:
    """As `best_each`, with a preparation before each try that is not timed."""
    times: dict[int, float] = {}
    for _ in range(TRIES):
        for name, prepare in prepared.items():
            action = prepare()
            start = perf_counter()
            action()
            times[name] = min(times.get(name, 10.0), perf_counter() - start)
    return times


def _placer(state: bytes, orders: list[Order]) -> Callable[[], Callable[[], object]]:
    def place(table: Table) -> None:
        for order in orders:
            for happened in decide(GAME, table, order):
                evolve(table, happened)

    return lambda: (table := msgspec.json.decode(state, type=Table)) and (lambda: place(table))


def _settler(state: bytes) -> Callable[[], Callable[[], object]]:
    orders = [Order(name, DEALER, command, 1) for name, command in (("c", c.CollectLosers()), ("p", c.PayArea()))]
    return _placer(state, orders)


def _wager(place: int) -> Order:
    """Each of the first ten thousand is a wager of its own."""
    person = PLAYERS[place // len(SPOTS) % SEATS]
    return Order(f"w{place}", person, c.PlaceWager(person.seat, SPOTS[place % len(SPOTS)], 10), 1)


def _betting(wagers: int, limits: tuple[LimitRule, ...]) -> Desk:
    desk = Desk.install(MemoryStore(), GAME, Setup("T1", seats=SEATS, limits=limits), str)
    desk.do(Order("open", MANAGER, c.OpenTable()))
    for person in PLAYERS:
        desk.do(Order(f"buy {person.seat}", person, c.BuyIn(person.seat, 10**6)))
    desk.do(Order("bets", DEALER, c.OpenBets(), 1))
    for place in range(wagers):
        desk.do(_wager(place))
    return desk


def _entered(wagers: int) -> Desk:
    desk = _betting(wagers, LIMITS)
    ids = count()
    presses = (c.PressButton(face) for face in (2, 2, 5))
    for command in (c.CloseBets(), c.TumbleDice(3), c.RevealDice(), *presses, c.EnterRoll()):
        desk.do(Order(f"step {next(ids)}", DEALER, command, 1))
    return desk


class Peer(Aggregate):
    """A table of the library, as simple as can be: one event, with the fields of a placed wager."""

    def __init__(self) -> None:
        self.staked: dict[tuple[int, str], int] = {}

    @event("WagerPlaced")
    def place(self, number: int, seat: int, spot: str, stake: int, excess: int, placed_by: str) -> None:
        del number, excess, placed_by
        self.staked[seat, spot] = self.staked.get((seat, spot), 0) + stake


def _peer(events: int) -> Callable[[], object]:
    """Events read from the library's in-memory recorder, which is its fastest."""
    application: Application = Application()
    table = Peer()
    for place in range(events):
        table.place(1, place % SEATS, SPOTS[place % len(SPOTS)], 10, 0, "player")
    application.save(table)
    return lambda: application.repository.get(table.id)
