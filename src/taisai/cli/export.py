"""`taisai export`: a journal as a file that anyone can check."""

from pathlib import Path
from shutil import copyfile

import click

from taisai.cli.journals import journal_argument, keys_beside, open_journal, table_option
from taisai.cli.output import console, json_option, print_json
from taisai.house.clock import now
from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.house.tables import HOUSE
from taisai.house.tile_files import write_tiles
from taisai.journal import verify_taisai
from taisai.journal.export import export
from taisai.journal.keys import key_name, load_private
from taisai.journal.sqlite import SqliteStore
from taisai.log.checkpoints import Checkpoint


@click.command()
@journal_argument
@click.argument("file", type=click.Path(path_type=Path))
@table_option
@click.option("--keys", type=click.Path(path_type=Path), help="Sign a checkpoint with this folder's key first.")
@click.option("--verifier", type=click.Path(path_type=Path), help="Also write the stand-alone verifier to this file.")
@click.option("--tiles", is_flag=True, help="FILE is a folder: write the log's checkpoint, tiles and bundles there.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - one per option
    journal: Path, file: Path, table: str, keys: Path | None, verifier: Path | None, tiles: bool, as_json: bool
) -> None:
    """Export a journal for an outsider to check.

    FILE is written completely or not at all. The verifier is one Python file that does not need this package.

    With --tiles the journal is written as a log in the format of c2sp.org/tlog-tiles: any web server can serve the
    folder, and the same command updates it.

    Example: taisai export floor.journal rws.jsonl --keys ./keys --verifier verify_taisai.py
    """
    name, store = open_journal(journal, table)
    try:
        if keys:
            _sign(journal, name, keys)
        if tiles:
            _tell_tiles(name, file, write_tiles(store, file), as_json=as_json)
            return
        head = export(store, name, file)
    finally:
        store.close()
    if verifier:
        copyfile(verify_taisai.__file__, verifier)
    if as_json:
        print_json({"table": name, "file": str(file), "entries": head.seq, "seal": head.seal.hex()})
    else:
        console().print(f"{head.seq} entries of table {name} in {file}; head {head.seal.hex()[:16]}", soft_wrap=True)


def _tell_tiles(name: str, folder: Path, checkpoint: Checkpoint, *, as_json: bool) -> None:
    root = checkpoint.root.hex()
    if as_json:
        print_json(
            {"table": name, "folder": str(folder), "log": checkpoint.origin, "size": checkpoint.size, "root": root}
        )
    else:
        words = f"{checkpoint.size} entries of table {name} as tiles in {folder}; root {root[:16]}"
        console().print(words, soft_wrap=True)


def _sign(journal: Path, table: str, keys: Path) -> None:
    key = load_private(keys)
    writing = SqliteStore.open(journal, table, keys_beside(journal))
    try:
        if table != HOUSE:
            writing.take()
        checkpoints = JournalCheckpoints(f"taisai/{key_name(key.public_key())[:16]}", key, lambda _: writing)
        writing.add_checkpoint(checkpoints.sign(table, writing.head(), now()))
    finally:
        writing.close()
