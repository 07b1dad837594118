"""Runs a house: tables that people can connect to."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taisai.cli.output import console, json_option, print_json

if TYPE_CHECKING:
    from taisai.house.settings import Settings
    from taisai.server.run import Running

FOLDER = "taisai-house"  # said here too, so that nothing is imported before compiled files are known to be ours
WELCOME = (
    ("players", "/", "the lobby: tables, and a demo seat in one click"),
    ("dealers", "/console", "the dealer's console"),
    ("pit", "/pit", "supervisors and managers"),
    ("programs", "/api/openapi.json", "everything over HTTP; sockets at /socket"),
)


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), help="The house's folder; made where it is missing.")
@click.option("--host", help="The address to listen on: 127.0.0.1 is this machine alone.")
@click.option("--port", type=int, help="The port to listen on; 0 takes a free one.")
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Serve HTTPS with this certificate.")
@click.option("--tls-key", type=click.Path(path_type=Path), help="The certificate's private key.")
@click.option(
    "--accept-software",
    "accepter",
    metavar="NAME",
    default="",
    help="Accept software that has changed, as this technician or shift manager; asks for the password.",
)
@click.option(
    "--accept-settings",
    "settings_by",
    metavar="NAME",
    default="",
    help="Accept changed settings that decide about money, as this technician or shift manager; asks for the password.",
)
@click.option(
    "--second", metavar="NAME", default="", help="Who agrees to what is accepted; asks for their password too."
)
@click.option(
    "--log", default="warning", type=click.Choice(["debug", "info", "warning", "error"]), help="What is logged."
)
@json_option
def command(  # noqa: PLR0913, PLR0917 - an option each
    folder: Path | None, host: str | None, port: int | None, tls_cert: Path | None, tls_key: Path | None,
    accepter: str, settings_by: str, second: str, log: str, as_json: bool,
) -> None:  # fmt: skip
    """Run a house until it is stopped.

    The first start makes the folder with its keys and journal, and tells a one-time code for the first account. With no
    taisai.toml in the folder a demo floor runs: T1 deals itself, T2 is dealt by hand. Settings come from the file, then
    from the environment (TAISAI_PORT=8081), then from these flags.

    Nothing is served before the self-test has passed. SIGTERM and Ctrl-C stop it in order.

    Example: taisai serve --folder ./house --port 8080
    """
    from taisai.keeping.bytecode import begin_anew  # noqa: PLC0415 - a list of options does not wait for it

    begin_anew(folder or Path(os.environ.get("TAISAI_FOLDER") or FOLDER))
    from taisai.house.settings import load  # noqa: PLC0415
    from taisai.server.run import log_to  # noqa: PLC0415

    flags = {"folder": folder, "host": host, "port": port, "tls_cert": tls_cert, "tls_key": tls_key}
    settings = load(flags, os.environ)
    log_to(level=log.upper())
    for name in dict.fromkeys(filter(None, (accepter, settings_by, second))):
        _prove(settings, name)
    _run(settings, (accepter, settings_by, second), as_json=as_json)


def _run(settings: "Settings", accepted: tuple[str, str, str], *, as_json: bool) -> None:
    import uvloop  # noqa: PLC0415

    from taisai.keeping.bytecode import remember  # noqa: PLC0415
    from taisai.server.accepting import Accepting  # noqa: PLC0415
    from taisai.server.run import serve  # noqa: PLC0415

    def ready(running: "Running") -> None:
        remember(Path(settings.folder))
        _tell(running, as_json=as_json)

    uvloop.run(serve(settings, ready, accepting=Accepting(*accepted)))
    if not as_json:
        console().print("stopped in order; rounds under way are concluded at the next start")


def _prove(settings: "Settings", name: str) -> None:
    """Whoever answers for new software proves who they are, before anything of it runs."""
    from taisai.server.resting import proved  # noqa: PLC0415

    password = click.prompt(f"password of {name}", hide_input=True)
    proved(settings, name, password)


def _tell(running: "Running", *, as_json: bool) -> None:
    from taisai.house.tables import kind_of  # noqa: PLC0415
    from taisai.keeping.backup_key import secret_here  # noqa: PLC0415

    house, address = running
    code = house.first_code
    if as_json:
        tables = list(house.floor.tables)
        print_json({"address": address, "tables": tables, "first_account": "first.manager", "first_code": code})
        return
    out = console()
    out.print(f"[b]{house.settings.name}[/b] is open: {len(house.checks)} self-tests passed\n")
    for who, path, what in WELCOME:
        out.print(f"  {who:<9} {address}{path:<20} {what}", highlight=False, soft_wrap=True)
    for name, one in house.floor.tables.items():
        words = ", ".join(filter(None, (one.settings.paytable, one.settings.title, kind_of(one.settings))))
        out.print(f"  table {name}: {words}", highlight=False, soft_wrap=True)
    for lost in house.passwords_lost:
        out.print(f"\n  {lost}", markup=False, soft_wrap=True)
    if code:
        out.print("\n  the first account is [b]first.manager[/b], with the one-time code "
                  f"[b]{code}[/b]\n  it is told only now and sets one password, within 24 hours")  # fmt: skip
    if not house.settings.demo and secret_here(house.settings.keys):
        out.print("\n  the key that opens backups still lies here: take it away with "
                  f"[b]taisai keys backup {house.settings.folder}[/b]", soft_wrap=True)  # fmt: skip
    out.print("\nCtrl-C stops it", highlight=False)
