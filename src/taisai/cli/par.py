"""`taisai par`: the PAR sheet of a pay table."""

from pathlib import Path
from typing import Final

import click

from taisai.books.load import rulebook
from taisai.cli.floor_books import located, paytable
from taisai.cli.output import json_option, print_json, table_argument
from taisai.rules.paytable import PayTable

NAMED: Final = Path("-")
"""Stands for a file name made from the pay table's name."""


@click.command()
@table_argument
@click.option(
    "--pdf",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=NAMED,
    metavar="[FILE]",
    help="Write it as a PDF to this new file, or to one named after the pay table.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=NAMED,
    metavar="[FILE]",
    help="Write it as a page to this new file, or to one named after the pay table.",
)
@json_option
def command(table: str, pdf: Path | None, html: Path | None, as_json: bool) -> None:
    """Show the PAR sheet of a pay table.

    TABLE is a pay table such as rws-6/2 or a path such as ./my-house/1. For each kind of spot the sheet has ways, hit
    frequency, pays, return, edge, variance, the volatility index at 90 %, and the 90 % confidence bands of the return
    after a thousand to ten million rounds.

    Examples: taisai par rws-6/2, or: taisai par rws-6/2 --pdf, which writes par-rws-6-2.pdf
    """
    from taisai.reports.files import write_new, write_new_bytes  # noqa: PLC0415
    from taisai.reports.par_sheet import par_page, par_text  # noqa: PLC0415
    from taisai.reports.pdf import pdf as made_pdf  # noqa: PLC0415

    ref = located(table)
    loaded, book = paytable(ref), rulebook(ref)
    if pdf:
        file = _named(pdf, loaded, "pdf")
        write_new_bytes(file, made_pdf(par_text(book, loaded)))
        click.echo(f"{file} written")
    if html:
        file = _named(html, loaded, "html")
        write_new(file, par_page(book, loaded))
        click.echo(f"{file} written")
    if as_json:
        print_json(_document(loaded))
    elif not (pdf or html):
        click.echo("\n".join(par_text(book, loaded)))


def _named(given: Path, table: PayTable, kind: str) -> Path:
    return Path(f"par-{table.id.replace('/', '-')}.{kind}") if given == NAMED else given


def _document(table: PayTable) -> dict[str, object]:
    from taisai.maths.par import par_lines  # noqa: PLC0415

    lines = [
        {
            "spots": [str(spot.id) for spot in line.spots],
            "pays": line.spots[0].odds_words,
            "ways": line.figures.ways,
            "hit": str(line.figures.hit),
            "return": str(line.returns),
            "edge": str(line.figures.edge),
            "variance": str(line.figures.variance),
            "volatility_90": str(line.volatility),
            "bands_90": [{"rounds": b.rounds, "low": str(b.low), "high": str(b.high)} for b in line.bands],
        }
        for line in par_lines(table)
    ]
    return {"id": table.id, "fingerprint": table.fingerprint, "lines": lines}
