"""The lab's exact figures of pay tables and plans: plain functions, which run in the reading process."""

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt

from taisai.books.shelf import shelf, shelved
from taisai.maths.exact import figures
from taisai.maths.exposure import Book
from taisai.maths.plan import Plan, plan
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS, WAYS
from taisai.rules.rulebook import Rulebook
from taisai.rules.spot import Spot
from taisai.server import felts
from taisai.wire import lab as w


def _spot(spot: Spot) -> w.LabSpot:
    return w.LabSpot(**felts.spot_fields(spot), variance=str(figures(spot).variance), reason=spot.inferred)


def tables(refs: tuple[str, ...]) -> w.LabTables:
    return w.LabTables(tuple(_lab_table(one.book, one.table) for one in shelf(refs).values()))


def _lab_table(book: Rulebook, table: PayTable) -> w.LabTable:
    said, number = book.rulebook, int(table.id.rpartition("/")[2])
    spots = tuple(map(_spot, table.spots))
    return w.LabTable(
        table.id, table.name, book.id, number, said.house, said.title, said.edition, said.source, table.fingerprint,
        spots,
    )  # fmt: skip


def comparison(one_name: str, other_name: str, refs: tuple[str, ...]) -> w.Comparison:
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


def planned(name: str, wagers: tuple[w.PlanWager, ...], refs: tuple[str, ...]) -> w.PlanFigures:
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
