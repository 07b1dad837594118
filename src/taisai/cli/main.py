"""The `taisai` command."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

import click

from taisai.cli.output import complain, print_refusal
from taisai.extras import words_for
from taisai.rules.refusals import Refused, did_you_mean

COMMANDS: Final = {
    "books": "List the rulebooks, their pay tables and fingerprints.",
    "paytable": "Show a pay table: what every spot pays and when it wins.",
    "edge": "Show exact figures of every spot, or of a plan of wagers.",
    "par": "Show the PAR sheet of a pay table.",
    "risk": "Show what a plan does over many rounds.",
    "simulate": "Simulate evenings of a plan, with a stated error.",
    "hold": "Show what a house wins of a mix of wagers.",
    "dice": "Judge whether dice are fair.",
    "lit": "Show what a roll lights and what the dealer calls.",
    "compare": "Show what differs between two pay tables and what it is worth.",
    "apportion": "Share a box's maximum among its players pro rata.",
    "clauses": "Show the clauses of a rule document and what proves them.",
    "check": "Check a rulebook and report every problem at once.",
    "play": "Play a scenario and show what happens.",
    "recall": "Show a recorded round again, step by step.",
    "keys": "Create, move or replace the keys of a house.",
    "export": "Export a journal for an outsider to check.",
    "verify": "Check a journal, an export, a receipt, tiles or a report.",
    "serve": "Run a house until it is stopped.",
    "doctor": "Check the machine, the disk, the clock, keys and journals.",
    "rescue": "Give a manager who can no longer sign in a new one-time code.",
    "erase": "Erase somebody who has left, for good.",
    "backup": "Back up a house while it runs.",
    "restore": "Restore a house from a backup, and check that it is the same.",
    "repair": "Repair the damaged journals of a house from a copy.",
    "reindex": "Rebuild the indexes and hashes of a house's journals.",
    "write-off": "Give up entries that a house has lost.",
    "database": "Make a PostgreSQL database ready for a house.",
    "move": "Move a house into a database, or back into a file.",
    "drain": "Hand the tables of a node over to the others, and stop it.",
    "report": "Make a report of one or more tables.",
    "alerts": "List receivers of alerts, and alerts that were not delivered.",
    "tumbler": "Test the electronic tumbler.",
    "witness": "Run a witness of logs until it is stopped.",
    "load": "Play with many terminals at once, and check every balance.",
}  # stands here too, so that --help imports none of them


FIGURES: Final = ("books", "paytable", "edge", "lit", "compare", "apportion", "clauses", "check")
LAB: Final = ("par", "risk", "simulate", "hold", "dice")
NODES: Final = ("database", "drain")


def _part(name: str) -> str:
    """Return the extra that brings all that a command needs."""
    return "" if name in FIGURES else "lab" if name in LAB else "cluster" if name in NODES else "house"


class Commands(click.Group):
    """Imports a command only when it is used."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        try:
            command: click.Command = import_module(f"taisai.cli.{name.replace('-', '_')}").command
        except ModuleNotFoundError as error:
            return _lacking(name, error)
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            context.fail(f"no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(context, args)


def _lacking(name: str, error: ModuleNotFoundError) -> click.Command:
    """Return a placeholder that says what to install."""
    if (words := words_for(error, _part(name))) is None:
        raise error

    def refuse() -> None:
        raise error

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, context_settings=anything, callback=refuse, help=f"Not installed: {words}.")


def _print_build(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from taisai.keeping.build import build  # noqa: PLC0415 - keeps --help fast

        sys.stdout.write(f"taisai {build()}\n")
        context.exit()


@click.group(cls=Commands, no_args_is_help=True, context_settings={"max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_build,
    help="Print the version and exit.",
)  # fmt: skip
def app() -> None:
    """Tai Sai (Sic Bo): the published rules as data, and exact figures for every wager.

    A pay table is named by its rulebook and number, such as rws-6/2, or by the path of your own rulebook,
    such as ./my-house/1. Spots are named as in: big, single-3, total-11, double-2, domino-1-2, any-triple.

    Start with: taisai books, then taisai edge rws-6/2, then taisai lit rws-6/2 1-1-3.

    Exit codes: 0 done, 1 refused or invalid, 2 the command line was not understood.
    """


def main() -> None:
    os.umask(0o077)  # only the owner may read what a command writes
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # what a terminal cannot show is a question mark, and no traceback
    try:
        app(prog_name="taisai")  # in every locale
    except Refused as refused:
        print_refusal(refused, as_json="--json" in sys.argv)
        sys.exit(1)
    except ModuleNotFoundError as error:
        named = next((word for word in sys.argv[1:] if word in COMMANDS), "")
        if (words := words_for(error, _part(named))) is None:
            raise
        complain(words)
        sys.exit(1)
