"""`taisai drain`: asks a node to hand its tables over."""

import os
from contextlib import closing
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.journal.leases import Doing
from taisai.rules.refusals import Refused, did_you_mean


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--node", "name", metavar="NAME", default="", help="The node, if there are several.")
@json_option
def command(folder: Path, name: str, as_json: bool) -> None:
    """Hand the tables of a node over to the others, and stop it.

    FOLDER is the house's, whose journals are in a database. Tables that deal themselves finish the current round and
    begin no other. Then the node stops in order, and the others have its tables at once; if there are none, the next
    start has them. No round becomes void. A round that takes longer than nodes.drain_s is left as after a restart.

    Example: taisai drain taisai-house --node tables-1
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - keeps --help fast

    settings = load({"folder": folder}, os.environ)
    with closing(settings.place.open_for_reading()) as journals:
        leases = journals.leases()
        if leases is None:
            raise click.UsageError("the journals of this house are in a file, so it has no nodes; stop it instead")
        with closing(leases):
            known = {node.name: node for node in leases.living() if node.doing is not Doing.AT_REST}
            name = name or (next(iter(known)) if len(known) == 1 else "")
            if name not in known:
                _refuse(name, tuple(known))
            leases.drain(known[name].id)
    if as_json:
        print_json({"node": name})
    else:
        console().print(f"{name} will stop when the current rounds are finished", markup=False)


def _refuse(name: str, known: tuple[str, ...]) -> None:
    from taisai.journal.refusals import JournalRefusal  # noqa: PLC0415

    words = (
        f"no node {name!r} of this house is running{did_you_mean(name, known)}" if name else "choose a node with --node"
    )
    raise Refused(JournalRefusal.TABLE_UNKNOWN, f"{words}; there are: {', '.join(known) or 'none'}", name)
