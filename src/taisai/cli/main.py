"""The `taisai` command."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from taisai.cli import apportion, books, check, clauses, compare, edge, lit, paytable
from taisai.cli.output import print_refusal
from taisai.rules.refusals import Refused

HELP = """Tai Sai (Sic Bo): the published rules as data, and exact figures for every wager.

A pay table is named by its rulebook and number, such as rws-6/2, or by the path of your own rulebook,
such as ./my-house/1. Spots are named as in: big, single-3, total-11, double-2, domino-1-2, any-triple.

Start with: taisai books, then taisai edge rws-6/2, then taisai lit rws-6/2 1-1-3.

Exit codes: 0 done, 1 refused or invalid, 2 the command line was not understood."""

app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
for module in (books, paytable, edge, lit, compare, apportion, clauses, check):
    app.command(name=module.__name__.rpartition(".")[2])(module.command)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"taisai {version('taisai')}")
        raise typer.Exit


@app.callback(help=HELP)
def options(
    show: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and leave."),
    ] = False,
) -> None:
    pass


def main() -> None:
    try:
        app()
    except Refused as refused:
        print_refusal(refused, as_json="--json" in sys.argv)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
