"""What a roll lights."""

from typing import Annotated

import typer

from taisai.books.load import layout, paytable, rulebook
from taisai.cli.output import Json, console, print_json
from taisai.cli.paytable import Ref
from taisai.rules.call import call
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.spot import INFERRED_MARK

RollText = Annotated[str, typer.Argument(metavar="ROLL", help="Three faces in any order, such as 1-1-3.")]


def command(table: Ref, roll: RollText, json: Json = False) -> None:
    """Show what a roll lights and what the dealer calls.

    Winners have heavy frames. A window narrower than the layout gets the portrait arrangement.

    Example: taisai lit rws-6/2 1-1-3
    """
    loaded, shown = paytable(table), Roll.parse(roll)
    winners = loaded.lit(shown)
    words = call(shown, rulebook(table).phrases)
    if json:
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
    from taisai.cli.groups import print_marks  # noqa: PLC0415

    out = console()
    try:
        out.print(draw(layout(table, loaded), loaded, frozenset(spot.id for spot in winners), out.width), end="")
    except Refused as refused:
        if refused.code is not Refusal.LAYOUT_MISSING:
            raise
        out.print(f"[dim]{refused.words}[/]")
    out.print(f"[bold]{words}[/]")
    for spot in winners:
        out.print(f"  {spot.label} ({spot.id}) pays {spot.odds(shown)} to 1{INFERRED_MARK if spot.inferred else ''}")
    print_marks(out, loaded, winners)
