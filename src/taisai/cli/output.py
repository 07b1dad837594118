"""The output of every command: JSON for programs, tables for people, one sentence for a refusal."""

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
import msgspec

from taisai.rules.control_characters import spelled_out, spelled_out_json, whole
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from rich.console import Console

table_argument = click.argument("table", metavar="TABLE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def print_json(document: Any) -> None:
    text = msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2).decode()
    sys.stdout.write(spelled_out_json(text) + "\n")


def console(**options: Any) -> "Console":
    from taisai.cli.plain_console import PlainConsole  # noqa: PLC0415 - keeps JSON output fast

    return PlainConsole(highlight=False, **options)


def percent(number: Fraction) -> float:
    return round(float(number * 100), 4)


def print_refusal(refused: Refused, *, as_json: bool) -> None:
    if as_json:
        value = refused.value if isinstance(refused.value, int | str) else str(refused.value)
        value = whole(value) if isinstance(value, str) else value
        print_json({"refused": {"code": refused.code.value, "words": whole(refused.words), "value": value}})
    complain(refused.words)


def complain(words: str) -> None:
    sys.stderr.write(f"taisai: {spelled_out(words, lines=True)}\n")
