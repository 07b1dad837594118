"""The page of the command: the --help text of every command."""

from collections.abc import Iterator
from importlib import import_module
from typing import Final

import click
from click.testing import CliRunner
from pages.writing import headed

from taisai.cli.main import COMMANDS, app

WIDTH: Final = 98


def command_page() -> str:
    lines = []
    for command in ("", *_commands()):
        shown = CliRunner().invoke(app, [*command.split(), "--help"], prog_name="taisai", terminal_width=WIDTH)
        lines += [f"## taisai {command}".rstrip() + "\n", "```text", shown.stdout.strip(), "```\n"]
    return headed("The `taisai` command", lines, source="the commands")


def _commands() -> Iterator[str]:
    """Yield all commands, including subcommands such as `tumbler test`."""
    for name in COMMANDS:
        yield name
        command = import_module(f"taisai.cli.{name.replace('-', '_')}").command
        if isinstance(command, click.Group):
            yield from (f"{name} {below}" for below in command.commands)
