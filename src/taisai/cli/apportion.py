"""`taisai apportion`: pro-rata settlement of a box that exceeded its limits unnoticed."""

import click

from taisai.cli.output import console, json_option, print_json
from taisai.rules.refusals import Refusal, Refused
from taisai.table.apportion import Apportionment, Box, apportion, apportion_pair


@click.command()
@click.argument("stakes", metavar="STAKES [STAKES]", nargs=-1, required=True)
@click.option("--min", "minimum", type=int, required=True, help="The minimum for one player's wager.")
@click.option("--max", "maximum", type=int, required=True, help="The maximum for a box over all players.")
@click.option("--differential", type=int, help="The largest difference between the two sides.")
@click.option("--unit", type=int, default=1, help="The smallest chip: shares are whole multiples of it.")
@json_option
def command(
    stakes: tuple[str, ...], minimum: int, maximum: int, differential: int | None, unit: int, as_json: bool
) -> None:
    """Share a box's maximum among its players pro rata.

    STAKES are those on a box in the order placed, such as 60,1000; a second list is the other side of a pair. This is
    for stakes that exceeded the limits unnoticed (RWS 5.1.1 and 5.1.2). Nobody's share falls below the minimum. What is
    not settled goes back, whatever the dice show. If the minimums alone exceed the maximum, the Shift Manager decides
    about the overflow.

    Examples: taisai apportion --min 50 --max 500 60,1000, or for the two sides of a pair:
    taisai apportion --min 25 --max 5000 --differential 1000 2500,1500,100 800,200
    """
    boxes = [Box(_stakes(text), minimum, maximum) for text in stakes]
    results = _results(boxes, differential, unit)
    if as_json:
        print_json(
            {
                "settled": [result.settled for result in results],
                "returned": [result.returned for result in results],
                "overflow": [result.overflow for result in results],
            }
        )
    else:
        _print(boxes, results)


def _results(boxes: list[Box], differential: int | None, unit: int) -> list[Apportionment]:
    match boxes, differential:
        case [box], None:
            return [apportion(box, unit)]
        case [one, other], int():
            return list(apportion_pair(one, other, differential, unit))
        case [_, _], None:
            words = "two lists of stakes are the two sides of a pair; add their --differential"
        case [_], int():
            words = "a Differential needs two sides; enter the stakes of the other side too"
        case _:
            words = f"{len(boxes)} lists of stakes are too many; enter one for a box, or two for a pair"
    raise Refused(Refusal.LIMITS_INVALID, words, differential or len(boxes))


def _stakes(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    for part in parts:
        if not (part.removeprefix("-").isdecimal() and part.isascii()):
            words = f"{part!r} is not a stake; enter whole numbers separated by commas, such as 60,1000"
            raise Refused(Refusal.STAKE_INVALID, words, part)
    return tuple(map(int, parts))


def _print(boxes: list[Box], results: list[Apportionment]) -> None:
    from rich.table import Table  # noqa: PLC0415

    out = console()
    for box, result in zip(boxes, results, strict=True):
        grid = Table()
        for heading in ("stake", "settled", "returned"):
            grid.add_column(heading, justify="right")
        for row in zip(box.stakes, result.settled, result.returned, strict=True):
            grid.add_row(*map(str, row))
        grid.add_section()
        grid.add_row(str(sum(box.stakes)), str(result.total), str(sum(result.returned)))
        out.print(grid)
        if result.overflow:
            out.print(
                f"[bold]overflow {result.overflow}[/]: the minimums alone exceed the cap; the Shift Manager decides"
            )
