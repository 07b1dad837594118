"""How every command speaks: JSON for machines, tables for people, one sentence for a refusal."""

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
import msgspec

from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from rich.console import Console

table_argument = click.argument("table", metavar="TABLE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def print_json(document: Any) -> None:
    text = msgspec.json.encode(document, enc_hook=str)
    sys.stdout.write(msgspec.json.format(text, indent=2).decode() + "\n")


def console() -> "Console":
    from rich.console import Console  # noqa: PLC0415 - machines do not wait for it

    return Console(highlight=False)


def percent(number: Fraction) -> float:
    return round(float(number * 100), 4)


def print_refusal(refused: Refused, *, as_json: bool) -> None:
    if as_json:
        value = refused.value if isinstance(refused.value, int | str) else str(refused.value)
        print_json({"refused": {"code": refused.code.value, "words": refused.words, "value": value}})
    sys.stderr.write(f"taisai: {refused.words}\n")
