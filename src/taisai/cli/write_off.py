"""`taisai write-off`: lets a house continue after a loss."""

import os
from contextlib import closing
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.settings_reader import load
from taisai.keeping.accepted_losses import Losses


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--reason", required=True, help="Why it is lost and cannot be brought back: for the record.")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@json_option
def command(folder: Path, reason: str, yes: bool, as_json: bool) -> None:
    """Give up entries that a house has lost.

    FOLDER is the house's, which must not be running. A house whose journals are shorter than its marks say does not
    start. Try taisai repair and taisai restore first: entries that are written off are lost, with the money that they
    moved. When it next starts, the house records what was lost, which user of this machine wrote it off, and the
    reason, as a critical significant event.

    Example: taisai write-off taisai-house --reason "both disks burnt; backup of Monday"
    """
    with closing(Losses(load({"folder": folder}, os.environ))) as losses:
        told = losses.told()
        if told and not yes:
            _ask(told)
        accepted = losses.accept(now(), f"user {os.getuid()} of this machine", reason)
    if as_json:
        print_json({"folder": str(folder), "lost": accepted, "reason": reason})
    else:
        console().print(f"accepted; the house in {folder} records it when it next starts", markup=False, soft_wrap=True)


def _ask(told: tuple[str, ...]) -> None:
    for words in told:
        click.echo(f"lost: {words}")
    if click.prompt("type yes to continue without it") != "yes":
        raise click.Abort
