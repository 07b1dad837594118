"""`taisai move`: moves the journals of a house."""

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
@click.option("--from", "source", metavar="ADDRESS", help="The present database, if the settings do not name it.")
@json_option
def command(folder: Path, target: str, source: str | None, as_json: bool) -> None:
    """Move a house into a database, or back into a file.

    FOLDER is the house's, which must not be running. Entries, seals, claims, snapshots and checkpoints are copied
    unchanged and compared, and every seal is checked at the destination; the keys stay in the folder. If the command is
    interrupted, nothing is half done: run it again. The old file is renamed, never deleted, and a database that the
    house left says so. The house records the move when it next starts. The role in the address must own the tables.

    Example: taisai move taisai-house --to postgresql://owner@db.example.com/house
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - keeps --help fast
    from taisai.keeping.move import move_to_database, move_to_file  # noqa: PLC0415

    with shown_progress(silent=as_json) as progress:
        if target == FILE:
            settings = load({"folder": folder, "nodes_database": source}, os.environ)
            moved = move_to_file(settings, now(), progress)
        else:
            settings = load({"folder": folder, "nodes_database": target}, os.environ)
            moved = move_to_database(settings, now(), progress)
    if as_json:
        print_json(moved)
        return
    out = console()
    for name, seq in moved.journals.items():
        out.print(f"{name}: {seq} entries", markup=False, soft_wrap=True)
    aside = f"; the old file was renamed to {moved.aside}" if moved.aside else ""
    out.print(f"moved to {moved.target}: every seal is valid{aside}", markup=False, soft_wrap=True)
    then = (
        "remove database and bus from the settings"
        if target == FILE
        else f'set nodes.database = "{target}" and nodes.bus in the settings'
    )
    out.print(f"before the next start, {then}", markup=False, soft_wrap=True)
