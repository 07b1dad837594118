"""The journals of a house moved to another place."""

import os
from pathlib import Path

import click

from taisai.cli.backup import shown_progress
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now

FILE = "file"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--to", "target", required=True, metavar="ADDRESS", help="postgresql://..., or: file.")
@click.option("--from", "source", metavar="ADDRESS", help="The database that has them, where the settings do not say.")
@json_option
def command(folder: Path, target: str, source: str | None, as_json: bool) -> None:
    """Move a house into a database, or back into a file.

    FOLDER is the house's, which must not be running. Entries, seals, claims, snapshots and anchors are copied as they
    are, compared, and every seal is checked where they arrive; the keys stay in the folder. Whatever ends it midway,
    nothing has half happened: run it again. A file is set aside, never deleted, and a database that was left says so.
    The house writes the move down at its next start. The role of the address must own the tables.

    Example: taisai move taisai-house --to postgresql://owner@db.example.com/house
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - a list of options does not wait for it
    from taisai.keeping.move import move_to_database, move_to_file  # noqa: PLC0415

    with shown_progress(silent=as_json) as progress:
        if target == FILE:
            settings = load({"folder": folder, "database": source}, os.environ)
            moved = move_to_file(settings, now(), progress)
        else:
            settings = load({"folder": folder, "database": target}, os.environ)
            moved = move_to_database(settings, now(), progress)
    if as_json:
        print_json(moved)
        return
    out = console()
    for name, seq in moved.journals.items():
        out.print(f"{name}: {seq} entries", markup=False, soft_wrap=True)
    aside = f"; the file is {moved.aside} now" if moved.aside else ""
    out.print(f"moved to {moved.target}: every seal fits{aside}", markup=False, soft_wrap=True)
    then = "take database out of the settings" if target == FILE else f'say database = "{target}" in the settings'
    out.print(f"before the next start {then}", markup=False, soft_wrap=True)
