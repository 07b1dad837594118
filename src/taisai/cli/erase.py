"""`taisai erase`: erases a person's data from a house."""

import os
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("name", required=False, default="")
@click.option("--dispute", default="", metavar="TABLE:NUMBER", help="Erase the words of this dispute, not a person.")
@click.option("--player", default="", metavar="PSEUDONYM", help="Erase card number and name of this rated player.")
@click.option("--by", required=True, metavar="NAME", help="A shift manager, who is asked for the password.")
@click.option("--second", required=True, metavar="NAME", help="Another person who may approve, with their password.")
@click.option("--yes", is_flag=True, help="Do not ask again.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    folder: Path, name: str, dispute: str, player: str, by: str, second: str, yes: bool, as_json: bool
) -> None:  # fmt: skip
    """Erase somebody who has left, for good.

    FOLDER is the house's, which must not be running. NAME is the account's. The command destroys the key of everything
    recorded about that person: nobody can read the name, the addresses or the words any more. Every seal stays valid,
    and the house records that a person was erased and by whom. This cannot be undone. Encrypted backups contain the
    keys of their day: destroy the older ones, too.

    Example: taisai erase taisai-house dee.dealer --by first.manager --second gus.supervisor
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - keeps --help fast
    from taisai.server.offline_erasure import erase_dispute, erase_person, erase_player  # noqa: PLC0415

    if sum(map(bool, (name, dispute, player))) != 1:
        raise click.UsageError("name one thing to erase: a person, a dispute or a rated player")
    what = name or dispute or player
    table, _, number = dispute.rpartition(":")
    if dispute and not (table and number.isascii() and number.isdecimal()):
        raise click.UsageError(f"{dispute!r} is not a dispute; write its table and number, such as T1:7")
    passwords = {one: click.prompt(f"password of {one}", hide_input=True, err=True) for one in (by, second)}
    if not yes and click.prompt(f"type {what} to erase it for good", err=True) != what:
        raise click.Abort
    settings = load({"folder": folder}, os.environ)
    if dispute:
        erase_dispute(settings, table, int(number), passwords)
    elif player:
        erase_player(settings, player, passwords)
    else:
        erase_person(settings, name, passwords)
    if as_json:
        print_json({"folder": str(folder), "erased": what})
    else:
        console().print("erased; the house has recorded it", markup=False, soft_wrap=True)
