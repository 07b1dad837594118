"""Checks a report that a house signed."""

import os
from pathlib import Path
from typing import Final

import click

from taisai.cli.output import console, print_json
from taisai.journal.keys import load_public

TAIL_BYTES: Final = 4096  # the signature is the last line


def is_signed(file: Path) -> bool:
    from taisai.reports.signatures import is_signed as ends_signed  # noqa: PLC0415 - not needed for journals

    with file.open("rb") as opened:
        opened.seek(max(0, opened.seek(0, os.SEEK_END) - TAIL_BYTES))
        return ends_signed(opened.read())


def show_checked(file: Path, key: Path | None, *, as_json: bool) -> None:
    from taisai.reports.signatures import check  # noqa: PLC0415

    if key is None:
        raise click.UsageError(f"{file} is a signed report; add the public key of the house with --key")
    house = check(file.read_bytes(), load_public(key).public_bytes_raw())
    if as_json:
        print_json({"sound": True, "signed_by": house})
    else:
        console().print(f"sound: every byte is as {house} signed it", markup=False, soft_wrap=True)
