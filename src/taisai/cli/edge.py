"""`taisai edge`: exact figures of every spot of a pay table, or of a plan of wagers."""

import click

from taisai.cli.floor_books import known_tables, paytable
from taisai.cli.output import console, json_option, percent, print_json
from taisai.maths.exact import figures
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused

BAR_MIN, BAR_MAX = 8, 40
FIGURES_WIDTH = 54
CAPTION = "edge: what the house expects to keep of a unit staked"


@click.command()
@click.argument("table", metavar="[TABLE]", default="")
@click.option("--wager", "-w", "wagers", multiple=True, metavar="SPOT=STAKE", help="A wager of a plan; once for each.")
@json_option
def command(table: str, wagers: tuple[str, ...], as_json: bool) -> None:
    """Show exact figures of every spot, or of a plan of wagers.

    TABLE is a pay table such as rws-6/2 or a path such as ./my-house/1; without one, all that are shipped or on the
    floor of the house in this folder are shown.

    The edge is what the house expects to keep of a unit staked, as an exact fraction. With --wager, the whole plan is
    calculated: edge, deviation, every net result of a round, best and worst roll.

    Examples: taisai edge rws-6/2, or: taisai edge rws-6/2 --wager big=100 --wager double-2=10
    """
    if wagers:
        from taisai.cli.plan import show_plan  # noqa: PLC0415

        show_plan(paytable(table or _unsaid()), wagers, as_json=as_json)
    elif as_json:
        print_json(
            _document(paytable(table)) if table else {"tables": [_document(one.table) for one in known_tables()]}
        )
    else:
        for loaded in [paytable(table)] if table else [one.table for one in known_tables()]:
            _print(loaded)


def _unsaid() -> str:
    words = "a plan needs its pay table, such as: taisai edge rws-6/2 --wager big=100"
    raise Refused(Refusal.TABLE_UNSAID, words, "")


def _document(table: PayTable) -> dict[str, object]:
    spots = []
    for spot in table.spots:
        exact = figures(spot)
        spots.append(
            {
                "id": spot.id,
                "ways": exact.ways,
                "hit": str(exact.hit),
                "edge": str(exact.edge),
                "edge_percent": percent(exact.edge),
                "variance": str(exact.variance),
                "inferred": bool(spot.inferred),
            }
        )
    return {"id": table.id, "spots": spots}


def _print(table: PayTable) -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    from taisai.cli.groups import groups, print_marks  # noqa: PLC0415

    out = console()
    rows = sorted(groups(table), key=lambda group: group.figures.edge)
    widest = max(len(group.name) for group in rows)
    room = max(BAR_MIN, min(BAR_MAX, out.width - widest - FIGURES_WIDTH))
    most = max(abs(group.figures.edge) for group in rows) or 1
    grid = Table(title=f"{table.id}: {table.name}", title_style="bold", box=SIMPLE_HEAD, caption=CAPTION)
    grid.add_column("spots", no_wrap=True)
    for heading in ("n", "pays", "wins", "edge", "edge %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("", width=room, no_wrap=True)
    for group in rows:
        exact = group.figures
        bar = "█" * max(1, round(room * float(abs(exact.edge) / most)))
        style = "green" if exact.edge < 0 else "yellow" if percent(exact.edge) < 10 else "red"
        figures_shown = (f"{float(exact.hit):.2%}", str(exact.edge), f"{percent(exact.edge):.4f}")
        grid.add_row(group.name, str(len(group.spots)), group.odds, *figures_shown, f"[{style}]{bar}[/]")
    out.print(grid)
    print_marks(out, table, table.spots)
