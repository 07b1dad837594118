"""The `taisai` command."""

import os
import sys
from importlib import import_module
from typing import Any, Final

import click

from taisai.cli.output import complain, print_refusal
from taisai.extras import words_for
from taisai.rules.refusals import Refused, did_you_mean

COMMANDS: Final = (
    "books", "paytable", "edge", "par", "risk", "simulate", "hold", "dice", "lit", "compare", "apportion", "clauses",
    "check", "play", "recall", "keys", "export", "verify",
    "serve", "doctor", "rescue", "erase", "backup", "restore", "repair", "reindex", "write-off",
    "database", "move", "drain", "report", "alerts", "tumbler", "witness", "load",
)  # fmt: skip


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

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            context.fail(f"no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(context, args)


def _lacking(name: str, error: ModuleNotFoundError) -> click.Command:
    """Return a placeholder that says what to install."""
    if (words := words_for(error)) is None:
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
    try:
        app(prog_name="taisai")  # in every locale
    except Refused as refused:
        print_refusal(refused, as_json="--json" in sys.argv)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (words := words_for(error)) is None:
            raise
        complain(words)
        sys.exit(1)
