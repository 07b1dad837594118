"""`taisai reindex`: rebuilds the indexes of a house's journals."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.journal_index import complete
from taisai.house.journal_log import begun, grow
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.store import Store
from taisai.people.minutes import complete as complete_register


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Rebuild the indexes and hashes of a house's journals.

    FOLDER is the house's, which must not be running. An index says where each round, seat, voucher and minute is in a
    journal, so that nobody has to read all of it. Indexes and log hashes are derived from the entries; this command
    deletes them and reads the entries again. Use it if taisai doctor reports a wrong index or log. If a checkpoint
    still does not fit, the entries themselves were changed.

    Example: taisai reindex taisai-house
    """
    made: dict[str, int] = {}
    settings = Settings(folder=str(folder))
    with closing(open_for_writing(settings.journal, read_batch_keys(settings.keys_folder))) as file:
        for name in file.tables():
            store = SqliteStore(file, name)
            if name != HOUSE:  # which has no owner
                store.take()
            store.tree.clear()
            store.tree.add(grow(store, begun(store)))
            made[name] = _made(store, complete_register if name == HOUSE else complete)
    if as_json:
        print_json({"journals": made})
        return
    for name, seq in made.items():
        console().print(f"{name}: the index covers {seq} entries", markup=False)


def _made(store: SqliteStore, complete: Callable[[Store], None]) -> int:
    store.index.clear()
    complete(store)
    return store.index.upto()
