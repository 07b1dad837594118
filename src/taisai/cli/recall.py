"""A round told again from its journal."""

from pathlib import Path

import click

from taisai.cli.journals import journal_argument, open_journal, table_option
from taisai.cli.output import console, json_option, print_json
from taisai.house.recall import recall
from taisai.house.tell import tell


@click.command()
@journal_argument
@click.argument("number", metavar="ROUND", type=int)
@table_option
@json_option
def command(journal: Path, number: int, table: str, as_json: bool) -> None:
    """Tell a round again, step by step.

    Voids, corrections and disputes about the round are told too, whenever they came.

    Example: taisai recall floor.journal 41
    """
    _, store = open_journal(journal, table)
    try:
        found = recall(store, number)
    finally:
        store.close()
    if as_json:
        print_json({"round": number, "steps": [told._asdict() | {"told": tell(told.event)} for told in found]})
        return
    out = console()
    for told in found:
        out.print(f"{told.seq:>6}  {told.at}  {told.by}: {tell(told.event)}", markup=False, soft_wrap=True)
