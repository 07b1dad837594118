"""`taisai serve`: runs a house, with tables that people can connect to."""

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taisai.cli.output import console, json_option, print_json
from taisai.cli.setting_flags import SettingsCommand, given
from taisai.extras import CLUSTER, HOUSE, LAB, check_installed

if TYPE_CHECKING:
    from taisai.house.settings import Settings
    from taisai.server.run import Running

FILE, FOLDER = (
    "taisai.toml",
    "taisai-house",
)  # repeated here, so that nothing is imported before compiled files are known to be ours
WELCOME = (
    ("players", "/", "the lobby: tables, and a demo seat in one click"),
    ("dealers", "/console", "the dealer's console"),
    ("pit", "/pit", "supervisors and managers"),
    ("programs", "/api/openapi.json", "the HTTP API; WebSockets at /socket"),
)


def _clean(args: list[str]) -> None:
    """Begin with compiled files that are known to be ours; until then, nothing else is imported."""
    folder = Path(given(args, "--folder") or os.environ.get("TAISAI_FOLDER") or FOLDER)
    check_installed((*(CLUSTER if _is_node(args, folder / FILE) else ()), *HOUSE, *LAB))
    from taisai.keeping.bytecode import begin_anew  # noqa: PLC0415 - keeps --help fast

    try:
        begin_anew(folder)
    except OSError as error:
        from taisai.house.settings_problems import folder_unmade  # noqa: PLC0415

        raise folder_unmade(folder, error.strerror or str(error)) from error


def _is_node(args: list[str], file: Path) -> bool:
    """Return whether flags, the environment or the file say so; what is wrong with the file is told later."""
    if any(word.startswith(("--nodes-database", "--nodes-bus")) for word in args):
        return True
    if os.environ.get("TAISAI_NODES_DATABASE") or os.environ.get("TAISAI_NODES_BUS"):
        return True
    try:
        nodes = tomllib.loads(file.read_text(encoding="utf-8")).get("nodes")
    except (OSError, ValueError):
        return False
    return isinstance(nodes, dict) and bool(nodes.get("database") or nodes.get("bus"))


@click.command(cls=SettingsCommand, before=_clean)
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
    "--log", default="warning", type=click.Choice(["debug", "info", "warning", "error"]), help="The log level."
)
@json_option
def command(*, accepter: str, settings_by: str, second: str, log: str, as_json: bool, **flags: Any) -> None:
    """Run a house until it is stopped.

    The first start creates the folder with its keys and journal, and shows a one-time code for the first account.
    Without a taisai.toml in the folder a demo floor runs: T1 deals itself, T2 is dealt by hand. Settings come from the
    file, then from the environment (TAISAI_PORT=8081), then from these flags; later ones win.

    Every setting has a flag, named as in the file: --mail-host is host under [mail]. The usual ones are listed below; a
    list takes its flag several times.

    With --nodes-database and --nodes-bus this process is a node. You may start several, on one or more machines, each
    with a folder of its own and the house's keys: each has some of the tables, and any of them answers for all. The
    tables of a node that ends, is killed or is cut off move to the others.

    Nothing is served before the self-test has passed. SIGTERM and Ctrl-C stop the house in order.

    Example: taisai serve --folder ./house --port 8080
    """
    from taisai.house.settings_problems import check_way  # noqa: PLC0415 - see SettingsCommand
    from taisai.house.settings_reader import load  # noqa: PLC0415
    from taisai.server.run import log_to  # noqa: PLC0415

    settings = load(flags, os.environ)
    check_way(settings)
    log_to(level=log.upper())
    for name in dict.fromkeys(filter(None, (accepter, settings_by, second))):
        _prove(settings, name)
    _run(settings, (accepter, settings_by, second), as_json=as_json)


def _run(settings: "Settings", accepted: tuple[str, str, str], *, as_json: bool) -> None:
    import uvloop  # noqa: PLC0415

    from taisai.keeping.bytecode import remember  # noqa: PLC0415
    from taisai.server.acceptance import Accepting  # noqa: PLC0415
    from taisai.server.run import serve  # noqa: PLC0415

    def ready(running: "Running") -> None:
        remember(Path(settings.folder))
        _tell(running, as_json=as_json)

    uvloop.run(serve(settings, ready, accepting=Accepting(*accepted)))
    if not as_json:
        console().print("stopped cleanly; unfinished rounds are concluded at the next start")


def _prove(settings: "Settings", name: str) -> None:
    """Authenticate the person responsible for new software, before any of it runs."""
    from taisai.server.offline_people import proved  # noqa: PLC0415

    password = click.prompt(f"password of {name}", hide_input=True)
    proved(settings, name, password)


def _tell(running: "Running", *, as_json: bool) -> None:
    from taisai.house.tables import kind_of  # noqa: PLC0415
    from taisai.keeping.backup_key import secret_here  # noqa: PLC0415

    house, address = running
    code = house.first_code
    if as_json:
        tables = [table.id for table in house.settings.tables]
        print_json({"address": address, "tables": tables, "first_account": "first.manager", "first_code": code})
        return
    out = console()
    out.print(f"[b]{house.settings.name}[/b] is open: {len(house.checks)} self-tests passed\n")
    for who, path, what in WELCOME:
        out.print(f"  {who:<9} {address}{path:<20} {what}", highlight=False, soft_wrap=True)
    for table in house.settings.tables:
        words = ", ".join(filter(None, (table.paytable, table.title, kind_of(table))))
        out.print(f"  table {table.id}: {words}", highlight=False, soft_wrap=True)
    for one in house.settings.shut:
        words = f"  table {one.id} stays closed because {one.paytable} cannot be read: {one.why}"
        out.print(words, highlight=False, markup=False, soft_wrap=True)
    for lost in house.passwords_lost:
        out.print(f"\n  {lost}", markup=False, soft_wrap=True)
    if code:
        out.print("\n  the first account is [b]first.manager[/b], with the one-time code "
                  f"[b]{code}[/b]\n  it is shown only once; use it to set a password within 24 hours")  # fmt: skip
    if not house.settings.demo and secret_here(house.settings.keys_folder):
        out.print("\n  the key that opens backups is still on this machine; move it off with "
                  f"[b]taisai keys backup {house.settings.folder}[/b]", soft_wrap=True)  # fmt: skip
    out.print("\npress Ctrl-C to stop", highlight=False)
