"""Files of journals for the tests of what may befall them."""

import sqlite3
from contextlib import closing

import pytest
from journal.making import grow

from taisai.cli.journals import keys_beside
from taisai.journal.packed_bodies import unpacked
from taisai.journal.seal import checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused


def grown(path):
    """A closed file with one table."""
    store = SqliteStore.open(path, "t1")
    grow(store, 1, 64, 5, 256, 1)
    store.save_snapshot(Snapshot(store.head(), b"state"))
    store.close()
    return path


def change_bodies(database, change, where="1", *values):
    """Behind everybody's back, and so that it can be read: only the seals tell."""
    for key, stored in database.execute(f"SELECT key, bodies FROM batch WHERE {where}", values).fetchall():
        changed = change(b"\n".join(unpacked(stored)))
        database.execute("UPDATE batch SET bodies = ? WHERE key = ?", (changed, key))


def all_bytes(path):
    """Of a file, and of what is squeezed in it: for whoever looks for something that must not be there."""
    content = path.read_bytes()
    if content.startswith(b"SQLite"):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            for (stored,) in database.execute("SELECT bodies FROM batch").fetchall():
                content += b"\n".join(unpacked(stored))
    return content


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    return caught.value


def file_of(path):
    """A file of journals, with the key of the house that it lies in."""
    return open_for_reading(path, keys_beside(path))


def journal_of(path, table):
    return SqliteStore.open_for_reading(path, table, keys_beside(path))


def entries(path):
    store = SqliteStore.open_for_reading(path, "t1")
    try:
        return list(checked(store.read()))
    finally:
        store.close()
