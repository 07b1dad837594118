"""The indexes of a house's journals, made anew."""

from contextlib import closing
from pathlib import Path

import click

from taisai.cli.output import console, json_option, print_json
from taisai.house.indexing import complete
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Make the indexes of a house's journals anew.

    FOLDER is the house's, which must not be running. An index says where each round, seat, voucher and minute is in a
    journal, so that nobody reads all of it. It is derived from the entries; this throws it away and reads them again.
    Do it where taisai doctor says that an index is wrong.

    Example: taisai reindex taisai-house
    """
    made: dict[str, int] = {}
    with closing(open_for_writing(Settings(folder=str(folder)).journal)) as file:
        for name in file.tables():
            if name != HOUSE:
                made[name] = _made(SqliteStore(file, name))
    if as_json:
        print_json({"journals": made})
        return
    for name, seq in made.items():
        console().print(f"{name}: the index knows {seq} entries", markup=False)


def _made(store: SqliteStore) -> int:
    store.index.clear()
    complete(store)
    return store.index.upto()
