"""Files of journals for the tests of what may befall them."""

import pytest
from journal.making import grow

from taisai.journal.seal import checked
from taisai.journal.sqlite import SqliteStore
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused


def grown(path):
    """A closed file with one table."""
    store = SqliteStore.open(path, "t1")
    grow(store, 1, 64, 5, 256, 1)
    store.save_snapshot(Snapshot(store.head(), b"state"))
    store.close()
    return path


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    return caught.value


def entries(path):
    store = SqliteStore.open_for_reading(path, "t1")
    try:
        return list(checked(store.read()))
    finally:
        store.close()
