"""`taisai books`: the rulebooks and pay tables that are shipped or on the floor, with source and fingerprint."""

from itertools import groupby

import click

from taisai.cli.floor_books import known_tables
from taisai.cli.output import console, json_option, print_json
from taisai.rules.paytable import PayTable
from taisai.rules.rulebook import Rulebook


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the rulebooks, their pay tables and fingerprints.

    The list includes those of the house in this folder, or of the house that TAISAI_FOLDER names. The fingerprint is a
    SHA-256 over everything in a pay table: equal fingerprints mean equal tables.

    Example: taisai books
    """
    books = [
        (held[0].book, [one.table for one in held])
        for _, group in groupby(known_tables(), key=lambda one: one.book.id)
        for held in [list(group)]
    ]
    if as_json:
        print_json({"books": [_plain(book) | {"tables": [_plain_table(t) for t in tables]} for book, tables in books]})
        return
    from rich.table import Table  # noqa: PLC0415

    out = console()
    for book, tables in books:
        identity = book.rulebook
        since = f", in force from {identity.in_force_from}" if identity.in_force_from else ""
        grid = Table(
            title=f"{book.id}: {identity.source} ({identity.edition}{since})",
            title_justify="left",
            title_style="bold",
            caption=f"electronic tumbler: {identity.electronic.replace('-', ' ')}",
            caption_justify="left",
        )
        for heading in ("pay table", "name", "spots", "fingerprint"):
            grid.add_column(heading, justify="right" if heading == "spots" else "left")
        for table in tables:
            grid.add_row(table.id, table.name, str(len(table.spots)), table.fingerprint[:16])
        out.print(grid)


def _plain(book: Rulebook) -> dict[str, object]:
    identity = book.rulebook
    return {
        "id": book.id,
        "title": identity.title,
        "house": identity.house,
        "source": identity.source,
        "edition": identity.edition,
        "in_force_from": identity.in_force_from,
        "currency": identity.currency,
        "electronic": identity.electronic,
    }


def _plain_table(table: PayTable) -> dict[str, object]:
    inferred = [spot.id for spot in table.spots if spot.inferred]
    return {
        "id": table.id,
        "name": table.name,
        "spots": len(table.spots),
        "fingerprint": table.fingerprint,
        "inferred": inferred,
    }
