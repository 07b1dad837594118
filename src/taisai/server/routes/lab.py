"""The lab, open to everyone: exact figures of every shipped or installed pay table, and of any plan of wagers."""

import asyncio
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import isqrt

import msgspec

from taisai.books.shelf import shelf, shelved
from taisai.maths.exact import figures
from taisai.maths.exposure import Book
from taisai.maths.plan import Plan, plan
from taisai.people.rights import Right
from taisai.reports.page import POLICY
from taisai.reports.par_sheet import par_page
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS, WAYS
from taisai.rules.rulebook import Rulebook
from taisai.rules.spot import Spot
from taisai.server import felts
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.designs import designed
from taisai.server.lab_readings import AskDice, AskEvening, AskHouse, AskSystems, AskTableDice, LabQuestion
from taisai.wire import design as d
from taisai.wire import felts as f
from taisai.wire import lab as w
from taisai.wire import risk as r

PLANS_KEPT = 256
HOUSES_KEPT = 8

# A first calculation takes some hundred milliseconds, so all run in threads: tables never wait for the lab.


def _refs(call: Call) -> tuple[str, ...]:
    """Return the pay tables of the floor. They may be local paths, which answers must not show."""
    return tuple(table.paytable for table in call.house.settings.tables)


def _spot(spot: Spot) -> w.LabSpot:
    return w.LabSpot(**felts.spot_fields(spot), variance=str(figures(spot).variance), reason=spot.inferred)


async def lab_tables(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(_tables, _refs(call)))


@lru_cache(HOUSES_KEPT)
def _tables(refs: tuple[str, ...]) -> bytes:
    """As JSON, which all answers share: it has some 360 kB."""
    return msgspec.json.encode(w.LabTables(tuple(_lab_table(one.book, one.table) for one in shelf(refs).values())))


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
    return shelved(f"{call.path['book']}/{call.path['number']}", _refs(call)).ref


async def lab_par(call: Call) -> Answer:
    """Return the same page as `taisai par --html`."""
    one = shelved(f"{call.path['book']}/{call.path['number']}", _refs(call))
    page = await asyncio.to_thread(par_page, one.book, one.table)
    return Answer(page.encode(), media="text/html; charset=utf-8", policy=f"{POLICY}; frame-ancestors 'none'")


async def lab_compare(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(_comparison, call.query.one, call.query.other, _refs(call)))


@lru_cache(PLANS_KEPT)
def _comparison(one_name: str, other_name: str, refs: tuple[str, ...]) -> w.Comparison:
    one, other = shelved(one_name, refs).table, shelved(other_name, refs).table
    both = tuple(_compared(spot, other.by_id[spot.id]) for spot in one.spots if spot.id in other.by_id)
    one_only, other_only = _lacking(one, other), _lacking(other, one)
    alike = sum(pair.alike for pair in both)
    same = alike == len(one.spots) == len(other.spots)
    return w.Comparison(one.id, other.id, same, alike, both, one_only, other_only)


def _compared(one: Spot, other: Spot) -> w.ComparedSpot:
    gain = figures(one).edge - figures(other).edge
    return w.ComparedSpot(_spot(one), _spot(other), _plays_alike(one, other), str(gain))


def _plays_alike(one: Spot, other: Spot) -> bool:
    return (one.wins, one.drawn, one.commission) == (other.wins, other.drawn, other.commission)


def _lacking(table: PayTable, other: PayTable) -> tuple[w.LabSpot, ...]:
    return tuple(_spot(spot) for spot in table.spots if spot.id not in other.by_id)


async def lab_plan(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(_planned, call.body.paytable, call.body.wagers, _refs(call)))


@lru_cache(maxsize=PLANS_KEPT)
def _planned(name: str, wagers: tuple[w.PlanWager, ...], refs: tuple[str, ...]) -> w.PlanFigures:
    table = shelved(name, refs).table
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
        profit=_chance(made, (ways for net, ways in spread.items() if net > 0)),
        even=_chance(made, (ways for net, ways in spread.items() if net == 0)),
        loss=_chance(made, (ways for net, ways in spread.items() if net < 0)),
        distribution=tuple(
            w.NetResult(str(net), float(Fraction(ways * WAYS, made.whole))) for net, ways in spread.items()
        ),
        worst=_rolls_with(made, made.worst),
        best=_rolls_with(made, made.best),
        exposure=str(book.exposure),
        losses=tuple(w.RollLoss(str(roll), roll.ways, str(book.loss(roll))) for roll in ROLLS),
    )


def _root(variance: Fraction) -> str:
    """Return the square root, rounded down to four decimals."""
    whole, rest = divmod(isqrt(int(variance * 10**8)), 10**4)
    return f"{whole}.{rest:04d}"


def _chance(made: Plan, ways: Iterable[int]) -> str:
    return str(Fraction(sum(ways), made.whole))


def _rolls_with(made: Plan, net: Fraction) -> w.NetRolls:
    return w.NetRolls(str(net), tuple(map(str, made.rolls_with(net))))


async def lab_design(call: Call) -> Answer:
    return Answer(await asyncio.to_thread(designed, call.body, _refs(call)))


async def lab_evening(call: Call) -> Answer:
    return await _asked(call, AskEvening(call.body, await _ref_of(call)))


async def lab_systems(call: Call) -> Answer:
    return await _asked(call, AskSystems(call.body, await _ref_of(call)))


async def lab_house(call: Call) -> Answer:
    return await _asked(call, AskHouse(call.body, await _ref_of(call)))


async def lab_dice(call: Call) -> Answer:
    return await _asked(call, AskDice(call.body))


async def table_dice(call: Call) -> Answer:
    one, place = call.table, call.house.settings.place
    return await _asked(call, AskTableDice(place, one.settings.id, one.desk.table.round + 1, call.query.rounds))


async def _ref_of(call: Call) -> str:
    return (await asyncio.to_thread(shelved, call.body.paytable, _refs(call))).ref


async def _asked(call: Call, question: LabQuestion) -> Answer:
    """Ask the lab's own process, which answers one question at a time."""
    return Answer(await call.house.reader.read(question, call.caller.name or call.peer))


_one = "/api/lab/tables/{book}/{number}"
ROUTES = (
    Route("GET", "/api/lab/tables", lab_tables, "List the pay tables with exact figures", Access.ANYBODY,
          w.LabTables),
    Route("GET", f"{_one}/felt", lab_felt, "Get the layout of a pay table", Access.ANYBODY, f.Felt),
    Route("GET", f"{_one}/lit", lab_lit, "Get the spots that each roll lights", Access.ANYBODY, f.Lit),
    Route("GET", f"{_one}/par", lab_par, "Get the printable PAR sheet of a pay table", Access.ANYBODY, bytes,
          media=("text/html",)),
    Route("GET", "/api/lab/compare", lab_compare, "Compare two pay tables", Access.ANYBODY, w.Comparison,
          query=w.CompareQuery),
    Route("POST", "/api/lab/plan", lab_plan, "Get exact figures of a plan of wagers", Access.ANYBODY, w.PlanFigures,
          w.PlanAsked),
    Route("POST", "/api/lab/design", lab_design, "Get figures, layout and rulebook of a design", Access.ANYBODY,
          d.DesignFigures, d.DesignAsked),
    Route("POST", "/api/lab/evening", lab_evening, "Get cost, spread, ruin and goal over many rounds", Access.ANYBODY,
          r.EveningFigures, r.EveningAsked, long=True),
    Route("POST", "/api/lab/systems", lab_systems, "Compare betting systems from the same bankroll", Access.ANYBODY,
          r.SystemsFigures, r.SystemsAsked, long=True),
    Route("POST", "/api/lab/house", lab_house, "Get the win and hold of a house over many rounds", Access.ANYBODY,
          r.HouseFigures, r.HouseAsked, long=True),
    Route("POST", "/api/lab/dice", lab_dice, "Test recorded throws for unfair dice", Access.ANYBODY,
          r.DiceFigures, r.DiceAsked, long=True),
    Route("GET", "/api/tables/{table}/dice", table_dice, "Test the throws of a table for unfair dice",
          Right.READ_REPORTS, r.DiceFigures, query=r.TableDiceQuery, long=True),
)  # fmt: skip
