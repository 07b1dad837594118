"""Prints the figures of a plan of wagers."""

from fractions import Fraction
from math import isqrt

from rich.console import Console
from rich.table import Table

from taisai.cli.groups import print_marks
from taisai.cli.output import console, percent, print_json
from taisai.maths.plan import Plan, plan
from taisai.rules.odds import exact_decimal
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused, shown
from taisai.rules.roll import Roll
from taisai.rules.spot import INFERRED_MARK

BAR_WIDTH = 40
DIGITS_MAX = 100


def show_plan(table: PayTable, wagers: tuple[str, ...], *, as_json: bool) -> None:
    made = plan(table, [parse_wager(text) for text in wagers])
    if as_json:
        print_json(_document(table, made))
    else:
        _print(console(), table, made)


def parse_wager(text: str) -> tuple[str, int]:
    spot, sign, stake = text.partition("=")
    if not sign or not stake.removeprefix("-").isdecimal() or not stake.isascii() or len(stake) > DIGITS_MAX:
        words = f"{shown(text)!r} is not a wager; enter a spot and a whole number, such as big=100"
        raise Refused(Refusal.WAGER_INVALID, words, shown(text))
    return spot, int(stake)


def _document(table: PayTable, made: Plan) -> dict[str, object]:
    return {
        "id": table.id,
        "wagers": [
            {"spot": spot, "stake": stake, "inferred": bool(table[spot].inferred)}
            for spot, stake in made.stakes.items()
        ],
        "staked": made.staked,
        "expected": str(made.expected),
        "edge": str(made.edge),
        "edge_percent": percent(made.edge),
        "variance": str(made.variance),
        "deviation": float(_root(made.variance)),
        "distribution": [
            {"net": exact_decimal(net), "ways": ways, "probability": str(Fraction(ways, made.whole))}
            for net, ways in made.distribution().items()
        ],
        "worst": {"net": exact_decimal(made.worst), "rolls": _names(made.rolls_with(made.worst))},
        "best": {"net": exact_decimal(made.best), "rolls": _names(made.rolls_with(made.best))},
    }


def _root(variance: Fraction) -> Fraction:
    """Return the square root, rounded down to four decimals."""
    return Fraction(isqrt(int(variance * 10**8)), 10**4)


def _names(rolls: tuple[Roll, ...]) -> list[str]:
    return [str(roll) for roll in rolls]


def _print(out: Console, table: PayTable, made: Plan) -> None:
    marked = [f"{spot}={stake}{INFERRED_MARK if table[spot].inferred else ''}" for spot, stake in made.stakes.items()]
    out.print(f"[bold]{table.id}[/]: {', '.join(marked)}")
    out.print(f"staked {made.staked}, expected net {float(made.expected):.4f} ({made.expected})")
    out.print(f"edge {percent(made.edge):.4f} % ({made.edge}), standard deviation {float(_root(made.variance)):.4f}")
    for word, net in (("worst", made.worst), ("best", made.best)):
        rolls = _names(made.rolls_with(net))
        shown = ", ".join(rolls[:6]) + (f" and {len(rolls) - 6} more" if len(rolls) > 6 else "")
        out.print(f"{word} {exact_decimal(net)} on {shown}")
    grid = Table(title="net result of one round", title_style="bold")
    for heading in ("net", f"ways of {made.whole}", "%"):
        grid.add_column(heading, justify="right")
    grid.add_column("", width=BAR_WIDTH, no_wrap=True)
    most = max(made.distribution().values())
    for net, ways in made.distribution().items():
        style = "green" if net > 0 else "red" if net < 0 else "white"
        bar = f"[{style}]{'█' * max(1, BAR_WIDTH * ways // most)}[/]"
        grid.add_row(exact_decimal(net), str(ways), f"{float(Fraction(ways, made.whole)):.2%}", bar)
    out.print(grid)
    print_marks(out, table, [table[spot] for spot in made.stakes])
