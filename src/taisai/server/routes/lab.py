"""The lab: exact figures of every shipped pay table and of any plan of wagers, for anybody."""

import asyncio
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from math import isqrt

from taisai.books.files import book_ids
from taisai.books.load import paytables, rulebook
from taisai.maths.exact import figures
from taisai.maths.exposure import Book
from taisai.maths.plan import Plan, plan
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.roll import ROLLS, WAYS
from taisai.rules.rulebook import Rulebook
from taisai.rules.spot import Spot
from taisai.server import felts
from taisai.server.call import Access, Answer, Call, Route
from taisai.wire import felts as f
from taisai.wire import lab as w

PLANS_KEPT = 256

# The first time takes some hundred milliseconds, so all of it is done in threads: tables do not wait for the lab.


@cache
def _shipped() -> dict[str, tuple[Rulebook, PayTable]]:
    return {table.id: (rulebook(book), table) for book in book_ids() for table in paytables(book)}


def _table(ref: str) -> PayTable:
    """Only what is shipped: a path of this machine is none of anybody's business."""
    if ref not in _shipped():
        raise Refused(Refusal.TABLE_UNKNOWN, f"no pay table {ref!r} is shipped{did_you_mean(ref, _shipped())}", ref)
    return _shipped()[ref][1]


def _spot(spot: Spot) -> w.LabSpot:
    exact = figures(spot)
    return w.LabSpot(
        str(spot.id), spot.area, spot.label, spot.odds_words, bool(spot.inferred), spot.clause,
        exact.ways, str(exact.hit), str(exact.edge), spot.stake_step, str(exact.variance), spot.inferred,
    )  # fmt: skip


async def lab_tables(_: Call) -> Answer:
    return Answer(await asyncio.to_thread(_tables))


@cache
def _tables() -> w.LabTables:
    return w.LabTables(tuple(_lab_table(book, table) for book, table in _shipped().values()))


def _lab_table(book: Rulebook, table: PayTable) -> w.LabTable:
    said, number = book.rulebook, int(table.id.rpartition("/")[2])
    spots = tuple(map(_spot, table.spots))
    return w.LabTable(
        table.id, table.name, book.id, number, said.house, said.title, said.edition, said.source, table.fingerprint,
        spots,
    )  # fmt: skip


async def lab_felt(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(lambda: felts.felt(_ref(call))))


async def lab_lit(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(lambda: felts.lit(_ref(call))))


def _ref(call: Call) -> str:
    return _table(f"{call.path['book']}/{call.path['number']}").id


async def lab_compare(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(_asked_comparison, call.query))


def _asked_comparison(query: w.CompareQuery) -> w.Comparison:
    return _comparison(_table(query.one).id, _table(query.other).id)


@cache
def _comparison(one_ref: str, other_ref: str) -> w.Comparison:
    one, other = _table(one_ref), _table(other_ref)
    both = tuple(_compared(spot, other.by_id[spot.id]) for spot in one.spots if spot.id in other.by_id)
    one_only, other_only = _lacking(one, other), _lacking(other, one)
    alike = sum(pair.alike for pair in both)
    same = alike == len(one.spots) == len(other.spots)
    return w.Comparison(one.id, other.id, same, alike, both, one_only, other_only)


def _compared(one: Spot, other: Spot) -> w.ComparedSpot:
    gain = figures(one).edge - figures(other).edge
    return w.ComparedSpot(_spot(one), _spot(other), one.wins == other.wins, str(gain))


def _lacking(table: PayTable, other: PayTable) -> tuple[w.LabSpot, ...]:
    return tuple(_spot(spot) for spot in table.spots if spot.id not in other.by_id)


async def lab_plan(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(_planned, call.body.paytable, call.body.wagers))


@lru_cache(maxsize=PLANS_KEPT)
def _planned(ref: str, wagers: tuple[w.PlanWager, ...]) -> w.PlanFigures:
    table = _table(ref)
    made, book = plan(table, ((wager.spot, wager.stake) for wager in wagers)), Book(table)
    for spot, stake in made.stakes.items():
        book.add(spot, stake)
    spread = made.distribution()
    return w.PlanFigures(
        paytable=table.id,
        wagers=tuple(w.PlanWager(spot, stake) for spot, stake in made.stakes.items()),
        staked=made.staked,
        expected=str(made.expected),
        edge=str(made.edge),
        variance=str(made.variance),
        deviation=_root(made.variance),
        profit=_chance(ways for net, ways in spread.items() if net > 0),
        even=_chance(ways for net, ways in spread.items() if net == 0),
        loss=_chance(ways for net, ways in spread.items() if net < 0),
        distribution=tuple(w.NetResult(str(net), ways) for net, ways in spread.items()),
        worst=_rolls_with(made, made.worst),
        best=_rolls_with(made, made.best),
        exposure=str(book.exposure),
        losses=tuple(w.RollLoss(str(roll), roll.ways, str(book.loss(roll))) for roll in ROLLS),
    )


def _root(variance: Fraction) -> str:
    """The square root, rounded down to four decimals."""
    whole, rest = divmod(isqrt(int(variance * 10**8)), 10**4)
    return f"{whole}.{rest:04d}"


def _chance(ways: Iterable[int]) -> str:
    return str(Fraction(sum(ways), WAYS))


def _rolls_with(made: Plan, net: Fraction) -> w.NetRolls:
    return w.NetRolls(str(net), tuple(map(str, made.rolls_with(net))))


_one = "/api/lab/tables/{book}/{number}"
ROUTES = (
    Route("GET", "/api/lab/tables", lab_tables, "Exact figures of every shipped pay table", Access.ANYBODY,
          w.LabTables),
    Route("GET", f"{_one}/felt", lab_felt, "The layout of a shipped pay table", Access.ANYBODY, f.Felt),
    Route("GET", f"{_one}/lit", lab_lit, "What each roll lights on a shipped pay table", Access.ANYBODY, f.Lit),
    Route("GET", "/api/lab/compare", lab_compare, "Two pay tables side by side", Access.ANYBODY, w.Comparison,
          query=w.CompareQuery),
    Route("POST", "/api/lab/plan", lab_plan, "Exact figures of a plan of wagers", Access.ANYBODY, w.PlanFigures,
          w.PlanAsked),
)  # fmt: skip
