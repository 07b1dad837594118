"""`taisai database`: prepares a PostgreSQL database for a house."""

import click

from taisai.cli.output import console, json_option, print_json


@click.command()
@click.argument("address", metavar="ADDRESS")
@click.option("--node", "role", required=True, metavar="ROLE", help="The role that taisai serve connects with.")
@json_option
def command(address: str, role: str, as_json: bool) -> None:
    """Make a PostgreSQL database ready for a house.

    ADDRESS connects as the owner of the tables. The command creates them and gives the role the rights that a process
    of the house needs: it may add entries, claims and checkpoints, but never change or delete one; it may take
    journals, save snapshots and renew its lease. Do this once, and again after an update of taisai that says so.

    Example: taisai database postgresql://owner@db.example.com/house --node taisai
    """
    from taisai.journal.place import described  # noqa: PLC0415 - keeps --help fast
    from taisai.journal.postgres_rights import RIGHTS, grant  # noqa: PLC0415

    grant(address, role)
    if as_json:
        print_json({"place": described(address), "role": role, "rights": RIGHTS})
        return
    for table, rights in RIGHTS.items():
        console().print(f"{table:<12}{rights}", markup=False)
    console().print(f"{described(address)} is ready; {role} has the rights listed above", markup=False, soft_wrap=True)
