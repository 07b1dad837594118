"""A load test: many players at one table play whole rounds, every answer is timed, and every balance is checked."""

import asyncio
import random
import resource
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

import msgspec
import uvloop

from taisai.client.book import differences
from taisai.client.player import Pace, Player, Stakes
from taisai.client.tally import Bucket, Tally, Times, buckets, times
from taisai.client.terminal import Terminal
from taisai.client.web import Web
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.wire.bodies import SeatRounds, TableInfo, Tables
from taisai.wire.felts import Felt
from taisai.wire.messages import View

AT_ONCE: Final = 32  # simultaneous requests and handshakes
FILES_SPARE: Final = 256
TICK_S: Final = 0.2
CONNECT_WITHIN_S: Final = 120.0
TOLD: Final = ("seat", "credit", "stakes", "meter_wagered", "meter_won")

T = TypeVar("T")
U = TypeVar("U")


class Plan(msgspec.Struct, frozen=True):
    """`rate` is orders per second in total, 0 for as fast as answers come.

    `gap_s` keeps one terminal within the message limit of a socket."""

    address: str
    table: str
    terminals: int = 200
    rounds: int = 5
    rate: float = 0
    gap_s: float = 0.025
    seed: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """`wrong` lists wrong balances, in words; `balances` is what each seat has at the end.

    `seconds` is how long the rounds took; `taken_per_s` counts only the time in which wagers were open."""

    terminals: int
    rounds: int
    seconds: float
    seating_s: float
    taken: int
    refused: dict[str, int]
    taken_per_s: float
    answers: Times
    histogram: list[Bucket]
    roll_spread_ms: list[float]
    handed_back: int
    balances: dict[int, int]
    wrong: list[str]
    house_memory_bytes: int = 0


class Showing(Protocol):
    """A callback that shows progress."""

    def __call__(self, what: str, done: float, total: float) -> None: ...


def played(plan: Plan, show: Showing) -> Outcome:
    raise_file_limit(plan.terminals)
    return uvloop.run(load(plan, show))


async def load(plan: Plan, show: Showing) -> Outcome:
    web = Web(plan.address)
    try:
        stakes = await _stakes(web, plan)
    finally:
        web.close()
    tally, start_s = Tally(), time.monotonic()
    players = await _seated(plan, stakes, tally, show)
    keeping: list[asyncio.Task[None]] = []

    async def connected(player: Player) -> None:
        keeping.append(asyncio.create_task(player.terminal.keep_connected()))
        await player.terminal.until(lambda t: t.table, CONNECT_WITHIN_S)

    try:
        await _each(players, connected, show, "terminals connected")
        seating_s = time.monotonic() - start_s
        seconds = await _played(plan, players, show)
        wrong = await _checked(plan, players, show)
    finally:
        for player in players:
            player.terminal.close()
        await asyncio.gather(*keeping, return_exceptions=True)
    balances = {player.terminal.seat["seat"]: player.terminal.seat["credit"] for player in players}
    return _outcome(plan, tally, players, (seconds, seating_s), balances, wrong)


def _outcome(
    plan: Plan, tally: Tally, players: list[Player], took_s: tuple[float, float], balances: dict[int, int],
    wrong: list[str],
) -> Outcome:  # fmt: skip
    seconds, seating_s = took_s
    return Outcome(
        plan.terminals, plan.rounds, round(seconds, 2), round(seating_s, 2), len(tally.taken_s),
        dict(tally.refusals.most_common()), round(len(tally.taken_s) / (tally.open_s() or 1), 1), times(tally.taken_s),
        buckets(tally.taken_s), [round(spread * 1000, 1) for spread in tally.spreads_s()],
        sum(player.book.handed_back for player in players), balances, wrong,
    )  # fmt: skip


def raise_file_limit(terminals: int) -> None:
    """Raise the limit of open files: each socket needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = terminals + FILES_SPARE
    if hard != resource.RLIM_INFINITY and hard < needed:
        words = f"{terminals} terminals need {needed} open files but {hard} are allowed; raise ulimit -n or use fewer"
        raise Refused(Refusal.SETUP_INVALID, words, terminals)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))


async def _stakes(web: Web, plan: Plan) -> Stakes:
    lobby = msgspec.json.decode(await web.get("/api/tables"), type=Tables)
    tables = {one.table: one for one in lobby.tables}
    if plan.table not in tables:
        words = f"there is no table {plan.table!r} at {plan.address}{did_you_mean(plan.table, tables)}"
        raise Refused(Refusal.TABLE_UNKNOWN, words, plan.table)
    table = tables[plan.table]
    _check_fit(lobby, table, plan)
    felt = msgspec.json.decode(await web.get(f"/api/tables/{plan.table}/felt"), type=Felt)
    return Stakes(table, felt.spots)


def _check_fit(lobby: Tables, table: TableInfo, plan: Plan) -> None:
    for fits, words in (
        (lobby.demo, f"{lobby.house} is not a demo house; load tests need a demo house"),
        (table.electronic, f"table {plan.table} is dealt by hand; choose an electronic table"),
        (
            table.seats >= plan.terminals,
            f"table {plan.table} has {table.seats} seats for {plan.terminals} terminals; use fewer",
        ),
    ):
        if not fits:
            raise Refused(Refusal.SETUP_INVALID, words, plan.table)


async def _seated(plan: Plan, stakes: Stakes, tally: Tally, show: Showing) -> list[Player]:
    async def seated(number: int) -> Player:
        web = Web(plan.address)
        try:
            await web.post("/api/demo/seat", {"table": plan.table})
        finally:
            web.close()
        terminal = Terminal(plan.address, plan.table, web.cookies)
        return Player(terminal, stakes, tally, random.Random(f"{plan.seed} {number}"))  # noqa: S311 - a game of chance

    return await _each(range(plan.terminals), seated, show, "seats taken")


async def _played(plan: Plan, players: Sequence[Player], show: Showing) -> float:
    """Play from the first whole round on; return how long it took."""
    watched = players[0].terminal
    first = max(player.terminal.table["round"] for player in players) + 1
    last = first + plan.rounds - 1
    pace = Pace(plan.rate, plan.gap_s)
    playing = asyncio.gather(*(player.play(first, last, pace) for player in players))
    await watched.until(lambda t: t.table["round"] >= first, 600.0)
    start_s = time.monotonic()
    while not playing.done():
        show("rounds played", max(0, watched.table["round"] - first), plan.rounds)
        await asyncio.wait([playing], timeout=TICK_S)
    await playing
    show("rounds played", plan.rounds, plan.rounds)
    return time.monotonic() - start_s


async def _checked(plan: Plan, players: Sequence[Player], show: Showing) -> list[str]:
    """Check all seats against a fresh view: the updates must have led to the same state."""

    async def check(player: Player) -> list[str]:
        book, told = player.book, player.terminal.seat
        web = Web(plan.address)
        web.cookies = dict(player.terminal.cookies)
        try:
            view = msgspec.json.decode(await web.get(f"/api/tables/{plan.table}/view"), type=View)
            if book.open:
                rounds = await web.get(f"/api/tables/{plan.table}/rounds")
                book.recalled(msgspec.json.decode(rounds, type=SeatRounds).rounds)
        finally:
            web.close()
        seat = msgspec.structs.asdict(view.seat) if view.seat else {}
        strayed = [f"{key} was reported as {told[key]} but is {seat[key]}" for key in TOLD if told[key] != seat[key]]
        return [*(f"seat {told['seat']}: {words}" for words in strayed), *differences(book, seat)]

    found = await _each(players, check, show, "balances checked")
    return [words for wrong in found for words in wrong]


async def _each(of: Iterable[T], do: Callable[[T], Awaitable[U]], show: Showing, what: str) -> list[U]:
    """Do something for each item, some at a time, and return the results in order."""
    some, all_of_them, done = asyncio.Semaphore(AT_ONCE), list(of), 0

    async def one(item: T) -> U:
        nonlocal done
        async with some:
            made = await do(item)
        done += 1
        show(what, done, len(all_of_them))
        return made

    return await asyncio.gather(*(one(item) for item in all_of_them))
