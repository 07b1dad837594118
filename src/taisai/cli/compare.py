"""`taisai compare`: two pay tables side by side, what differs and what it is worth."""

from fractions import Fraction
from typing import NamedTuple

import click

from taisai.cli.floor_books import paytable
from taisai.cli.output import console, json_option, percent, print_json, table_argument
from taisai.maths.exact import figures
from taisai.rules.paytable import PayTable
from taisai.rules.spot import Spot


class Side(NamedTuple):
    odds: str
    edge: Fraction
    inferred: bool


class Difference(NamedTuple):
    """One spot that differs between the two tables; a side is None if its table does not have the spot."""

    spot: str
    one: Side | None
    other: Side | None

    @property
    def gain(self) -> Fraction | None:
        """What a player gains at the second table, per unit staked."""
        return self.one.edge - self.other.edge if self.one and self.other else None


@click.command()
@table_argument
@click.argument("other", metavar="OTHER")
@json_option
def command(table: str, other: str, as_json: bool) -> None:
    """Show what differs between two pay tables and what it is worth.

    Spots that pay the same on every roll are left out. The gain is what a player saves at the second table, in units
    per hundred staked.

    Example: taisai compare rws-6/2 etg/2
    """
    one, two = paytable(table), paytable(other)
    found = differences(one, two)
    if as_json:
        print_json(_document(one, two, found))
    else:
        _print(one, two, found)


def differences(one: PayTable, two: PayTable) -> list[Difference]:
    ids = dict.fromkeys([*one.by_id, *two.by_id])
    pairs = ((spot, one.by_id.get(spot), two.by_id.get(spot)) for spot in ids)
    return [Difference(spot, _side(a), _side(b)) for spot, a, b in pairs if not (a and b and _plays_alike(a, b))]


def _plays_alike(one: Spot, other: Spot) -> bool:
    return (one.wins, one.drawn, one.commission) == (other.wins, other.drawn, other.commission)


def _side(spot: Spot | None) -> Side | None:
    return Side(spot.odds_words, figures(spot).edge, bool(spot.inferred)) if spot else None


def _document(one: PayTable, two: PayTable, found: list[Difference]) -> dict[str, object]:
    def plain(side: Side | None) -> dict[str, object] | None:
        return side and {"odds": side.odds, "edge": str(side.edge), "inferred": side.inferred}

    rows = []
    for row in found:
        gain = None if row.gain is None else str(row.gain)
        gain_percent = None if row.gain is None else percent(row.gain)
        rows.append(
            {
                "spot": row.spot,
                "one": plain(row.one),
                "other": plain(row.other),
                "gain": gain,
                "gain_percent": gain_percent,
            }
        )
    alike = len({*one.by_id, *two.by_id}) - len(found)
    return {"one": one.id, "other": two.id, "alike": alike, "differences": rows}


def _print(one: PayTable, two: PayTable, found: list[Difference]) -> None:
    from rich.table import Table  # noqa: PLC0415

    from taisai.cli.groups import print_marks  # noqa: PLC0415

    def cell(side: Side | None) -> str:
        return f"{side.odds} ({percent(side.edge):.4f} %)" if side else "not offered"

    out = console()
    alike = len({*one.by_id, *two.by_id}) - len(found)
    grid = Table(title=f"{one.id} and {two.id}: {alike} spots the same, {len(found)} different", title_style="bold")
    grid.add_column("spot")
    for heading in (f"{one.id} pays (edge)", f"{two.id} pays (edge)", f"gain on {two.id}"):
        grid.add_column(heading, justify="right")
    for row in found:
        gain = "" if row.gain is None else f"{percent(row.gain):+.4f}"
        grid.add_row(row.spot, cell(row.one), cell(row.other), gain)
    if found:
        out.print(grid)
    else:
        out.print(f"{one.id} and {two.id} have the same {alike} spots and pay the same on every roll.")
    for table in (one, two):
        print_marks(out, table, [table[row.spot] for row in found if row.spot in table.by_id])
