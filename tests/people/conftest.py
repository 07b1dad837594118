import pytest
from people.making import House

from taisai.journal.sqlite import SqliteStore


@pytest.fixture
def house():
    return House().founded()


@pytest.fixture
def filed(tmp_path):
    """Houses over one real file, each opened after the one before was closed."""
    opened = []

    def reopen():
        while opened:
            opened.pop().close()
        opened.append(SqliteStore.open(tmp_path / "floor.journal", "house"))
        return House(opened[0])

    yield reopen
    for store in opened:
        store.close()
