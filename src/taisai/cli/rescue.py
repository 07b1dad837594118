"""`taisai rescue`: a new one-time code for a shift manager who can no longer sign in."""

import os
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("name", required=False, default="")
@json_option
def command(folder: Path, name: str, as_json: bool) -> None:
    """Give a manager who can no longer sign in a new one-time code.

    FOLDER is the house's, which must not be running. NAME is a shift manager; it may be left out if there is only one.
    Their password and PIN become invalid; the code sets one new password within 24 hours. The house records a critical
    event, which somebody must acknowledge.

    Example: taisai rescue taisai-house first.manager
    """
    from taisai.house.settings_reader import load  # noqa: PLC0415 - keeps --help fast
    from taisai.server.offline_people import rescued  # noqa: PLC0415

    found, code = rescued(load({"folder": folder}, os.environ), name, f"user {os.getuid()} of this machine")
    if as_json:
        print_json({"name": found, "code": code})
        return
    out = console()
    out.print(f"the account {found} was reset; the one-time code is [b]{code}[/b]", soft_wrap=True)
    out.print("it is shown only once; use it to set a password within 24 hours. The house recorded this")
