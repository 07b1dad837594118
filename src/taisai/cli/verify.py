"""Checking a journal as the stand-alone verifier does."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from taisai.cli.journals import open_journal, table_option
from taisai.cli.output import json_option
from taisai.journal import verify_taisai
from taisai.journal.export import export

SQLITE = b"SQLite format 3\0"


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@table_option
@click.option(
    "--key", type=click.Path(path_type=Path), metavar="PUBLIC", help="The public key that signed the anchors."
)
@json_option
def command(file: Path, table: str, key: Path | None, as_json: bool) -> None:
    """Check a journal or an export: seals, anchors, money, awards.

    FILE is an export, or a journal file, which is exported for the purpose. Exit code 1 names the first bad entry.

    Example: taisai verify rws.jsonl --key keys/taisai-public.pem
    """
    with TemporaryDirectory() as folder:
        if _is_journal(file):
            name, store = open_journal(file, table)
            file = Path(folder) / "export.jsonl"
            try:
                export(store, name, file)
            finally:
                store.close()
        words = [str(file), *(["--key", str(key)] if key else []), *(["--json"] if as_json else [])]
        sys.exit(verify_taisai.main(words))


def _is_journal(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE
