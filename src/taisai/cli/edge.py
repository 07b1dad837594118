"""`taisai edge`: exact figures of every spot of a pay table, or of a plan of wagers."""

import os

import click

from taisai.cli.floor_books import known_tables, paytable
from taisai.cli.groups import Group, groups, marks
from taisai.cli.output import json_option, percent, print_json
from taisai.maths.exact import figures
from taisai.rules.control_characters import spelled_out
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused

BAR_MIN, BAR_MAX, WIDTH = 8, 40, 80
HEADINGS = ("spots", "n", "pays", "wins", "edge", "edge %")
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
    """Print the spots by their edge, without Rich, which would take longer than all the rest."""
    rows = sorted(groups(table), key=lambda group: group.figures.edge)
    cells = [HEADINGS, *(_cells(group) for group in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADINGS))]
    room = max(BAR_MIN, min(BAR_MAX, _width() - sum(widths) - 3 * len(widths)))
    most = max(abs(group.figures.edge) for group in rows) or 1
    lines = [click.style(f"{table.id}: {spelled_out(table.name)}", bold=True)]
    lines.append(click.style(_line(HEADINGS, widths), bold=True))
    for group, row in zip(rows, cells[1:], strict=True):
        edge = group.figures.edge
        style = "green" if edge < 0 else "yellow" if percent(edge) < 10 else "red"
        bar = click.style("█" * max(1, round(room * float(abs(edge) / most))), fg=style)
        lines.append(f"{_line(row, widths)}   {bar}")
    click.echo("\n".join([*lines, CAPTION, *map(spelled_out, marks(table, table.spots)), ""]))


def _width() -> int:
    """Return the width of the terminal; shutil, which knows it too, is slow to import."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        return WIDTH


def _cells(group: Group) -> tuple[str, ...]:
    exact = group.figures
    hit, edge = f"{float(exact.hit):.2%}", f"{percent(exact.edge):.4f}"
    return spelled_out(group.name), str(len(group.spots)), spelled_out(group.odds), hit, str(exact.edge), edge


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return "   ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)])
