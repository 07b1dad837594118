"""`taisai lit`: the spots that a roll lights."""

from typing import TYPE_CHECKING

import click

from taisai.books.load import layout, rulebook
from taisai.cli.floor_books import located, paytable
from taisai.cli.output import console, json_option, print_json, table_argument
from taisai.rules.call import call
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.spot import INFERRED_MARK

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@table_argument
@click.argument("roll", metavar="ROLL")
@json_option
def command(table: str, roll: str, as_json: bool) -> None:
    """Show what a roll lights and what the dealer calls.

    TABLE is a pay table such as rws-6/2; ROLL is three faces in any order, such as 1-1-3. Winners have heavy frames.
    A window narrower than the layout gets the portrait arrangement.

    Example: taisai lit rws-6/2 1-1-3
    """
    table = located(table)
    loaded, shown, book = paytable(table), Roll.parse(roll), rulebook(table)
    winners = loaded.lit(shown)
    words = call(shown, book.phrases, book.dice)
    if as_json:
        odds = {spot.id: str(spot.odds(shown)) for spot in winners}
        inferred = [spot.id for spot in winners if spot.inferred]
        print_json(
            {
                "roll": str(shown),
                "total": shown.total,
                "call": words,
                "spots": list(odds),
                "odds": odds,
                "inferred": inferred,
            }
        )
        return
    from taisai.cli.felt import draw  # noqa: PLC0415

    out = console()
    try:
        out.print(draw(layout(table, loaded), loaded, frozenset(spot.id for spot in winners), out.width), end="")
    except Refused as refused:
        if refused.code is not Refusal.LAYOUT_MISSING:
            raise
        out.print(f"[dim]{refused.words}[/]")
    out.print(f"[bold]{words}[/]")
    _told(out, loaded, shown)


def _told(out: "Console", loaded: PayTable, shown: Roll) -> None:
    """Print the winners with their odds, then stakes that come back without a win."""
    from taisai.cli.groups import print_marks  # noqa: PLC0415

    winners = loaded.lit(shown)
    for spot in winners:
        out.print(f"  {spot.label} ({spot.id}) pays {spot.odds(shown)} to 1{INFERRED_MARK if spot.inferred else ''}")
    for spot in loaded.spots:
        back = spot.odds(shown)
        if back and not back.wins:
            out.print(f"  {spot.label} ({spot.id}): {back.words}", markup=False)
    print_marks(out, loaded, winners)
