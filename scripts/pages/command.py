"""The page of the command: the --help text of every command."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
from pages.writing import headed

from taisai.cli.main import COMMANDS


def command_page() -> str:
    lines = []
    for command in ("", *_commands()):
        shown = subprocess.run(
            [str(Path(sys.executable).parent / "taisai"), *command.split(), "--help"],
            capture_output=True, text=True, check=True, env={"COLUMNS": "100", "LANG": "C.UTF-8"},
        )  # fmt: skip
        lines += [f"## taisai {command}".rstrip() + "\n", "```text", shown.stdout.strip(), "```\n"]
    return headed("The `taisai` command", lines, source="the commands")


def _commands() -> Iterator[str]:
    """Yield all commands, including subcommands such as `tumbler test`."""
    for name in COMMANDS:
        yield name
        command = import_module(f"taisai.cli.{name.replace('-', '_')}").command
        if isinstance(command, click.Group):
            yield from (f"{name} {below}" for below in command.commands)
