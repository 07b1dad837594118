"""A journal as a file that anyone can check."""

from pathlib import Path
from shutil import copyfile

import click

from taisai.cli.journals import journal_argument, open_journal, table_option
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.journal import verify_taisai
from taisai.journal.anchor import sign
from taisai.journal.export import export
from taisai.journal.keys import load_private
from taisai.journal.sqlite import SqliteStore


@click.command()
@journal_argument
@click.argument("file", type=click.Path(path_type=Path))
@table_option
@click.option("--keys", type=click.Path(path_type=Path), help="Anchor the journal's head with this folder's key first.")
@click.option("--verifier", type=click.Path(path_type=Path), help="Also write the stand-alone verifier to this file.")
@json_option
def command(journal: Path, file: Path, table: str, keys: Path | None, verifier: Path | None, as_json: bool) -> None:
    """Export a journal for an outsider to check.

    FILE is written whole or not at all. The verifier is one Python file that does not need this package.

    Example: taisai export floor.journal rws.jsonl --keys ./keys --verifier verify_taisai.py
    """
    name, store = open_journal(journal, table)
    try:
        if keys:
            _anchor(journal, name, keys)
        head = export(store, name, file)
    finally:
        store.close()
    if verifier:
        copyfile(verify_taisai.__file__, verifier)
    if as_json:
        print_json({"table": name, "file": str(file), "entries": head.seq, "seal": head.seal.hex()})
    else:
        console().print(f"{head.seq} entries of table {name} in {file}; head {head.seal.hex()[:16]}", soft_wrap=True)


def _anchor(journal: Path, table: str, keys: Path) -> None:
    key = load_private(keys)
    writing = SqliteStore.open(journal, table)
    try:
        writing.save_anchor(sign(writing.head(), now(), key))
    finally:
        writing.close()
