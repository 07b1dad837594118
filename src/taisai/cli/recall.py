"""`taisai recall`: shows a round again from its journal."""

from pathlib import Path

import click

from taisai.cli.journals import journal_argument, open_journal, table_option
from taisai.cli.output import console, json_option, print_json
from taisai.house.dealers import dealers
from taisai.house.narration import tell
from taisai.house.recall import recall, recorded_currency, recorded_kind


@click.command()
@journal_argument
@click.argument("number", metavar="ROUND", type=int)
@table_option
@json_option
def command(journal: Path, number: int, table: str, as_json: bool) -> None:
    """Show a recorded round again, step by step.

    Voids, corrections and disputes about the round are included, whenever they happened.

    Example: taisai recall floor.journal 41
    """
    name, store = open_journal(journal, table)
    try:
        found, kind, currency = recall(store, number), recorded_kind(store), recorded_currency(store)
    finally:
        store.close()
    if as_json:
        steps = [told._asdict() | {"told": tell(told.event, currency)} for told in found]
        print_json({"table": name, "kind": kind, "round": number, "dealt_by": dealers(found), "steps": steps})
        return
    out = console()
    if kind:
        out.print(f"table {name}: {kind}", markup=False, soft_wrap=True)
    for told in found:
        out.print(f"{told.seq:>6}  {told.at}  {told.by}: {tell(told.event, currency)}", markup=False, soft_wrap=True)
    out.print(f"round {number} was dealt by {', '.join(dealers(found))}", markup=False, soft_wrap=True)
