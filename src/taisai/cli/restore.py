"""A house from a backup."""

from pathlib import Path

import click

from taisai.cli.backup import shown_progress, tell
from taisai.cli.output import json_option
from taisai.house.backup import restore


@click.command()
@click.argument("source", metavar="BACKUP", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def command(source: Path, folder: Path, as_json: bool) -> None:
    """Make a house from a backup, and check that it is the same.

    BACKUP is what taisai backup made, a folder or a .tar. FOLDER must be empty or absent. Every file is compared with
    the manifest, every seal is checked, and every journal is replayed: heads and balances must be those that were
    backed up. If anything is wrong, nothing is restored. Private keys that were not in the backup have to be brought
    to the folder keys by hand.

    Example: taisai restore /mnt/copies/monday.tar taisai-house
    """
    with shown_progress(silent=as_json) as progress:
        made = restore(source, folder, progress)
    tell(made, str(folder), "restored to", as_json=as_json)
