"""`taisai paytable`: every spot of a pay table, what it pays and on which rolls."""

import click

from taisai.cli.floor_books import paytable
from taisai.cli.output import console, json_option, print_json, table_argument
from taisai.rules.paytable import PayTable, plain


@click.command()
@table_argument
@json_option
def command(table: str, as_json: bool) -> None:
    """Show a pay table: what every spot pays and when it wins.

    TABLE is a pay table such as rws-6/2, or a path such as ./my-house/1.

    With --json every winning roll of every spot is listed with its odds to 1. Odds marked * are inferred.

    Example: taisai paytable etg/2
    """
    loaded = paytable(table)
    if as_json:
        print_json(_document(loaded))
        return
    from rich.table import Table  # noqa: PLC0415

    from taisai.cli.groups import groups, print_marks  # noqa: PLC0415

    out = console()
    grid = Table(title=f"{loaded.id}: {loaded.name}", caption=f"fingerprint {loaded.fingerprint}", title_style="bold")
    for heading in ("spots", "how many", "pays to 1", "ways of 216", "clause"):
        grid.add_column(heading, justify="left" if heading in {"spots", "clause"} else "right")
    for group in groups(loaded):
        clause = group.spots[0].clause
        grid.add_row(group.name, str(len(group.spots)), group.odds, str(group.figures.ways), clause)
    out.print(grid)
    print_marks(out, loaded, loaded.spots)


def _document(table: PayTable) -> dict[str, object]:
    return {
        "id": table.id,
        "fingerprint": table.fingerprint,
        "spots": [plain(spot) for spot in table.spots],
        "inferred": {spot.id: spot.inferred for spot in table.spots if spot.inferred},
    }
