"""All desks of a house are made ready together: one commit, nothing signed before it is durable, nothing half there."""

import pytest
from house.script import Around

from taisai.house.cage import Cage
from taisai.house.desk import Desk
from taisai.house.desks import LAST_BATCH_FEW, LAST_BATCH_MOST, Journals, all_ready, before_last_batch
from taisai.house.games import game
from taisai.house.setup import stated
from taisai.house.tables import TableSettings
from taisai.journal.entry import By, Fact, encode
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.refusals import Refusal, Refused

TABLES = tuple(TableSettings(f"T{number}", ref) for number, ref in enumerate(("rws-6/2", "nz-2008/1", "rws-6/2"), 1))


class House:
    """Journals of several tables in one file, and what was signed, with what was durable at that moment."""

    def __init__(self, path):
        self.path, self.file = path, open_for_writing(path)
        self.commits, self.signed = [], []
        self.file.connection.set_commit_hook(lambda: bool(self.commits.append(1)))

    def journals(self, store=None):
        return Journals(store or (lambda name: SqliteStore(self.file, name)), self.signing, self.file.together)

    def signing(self, name):
        def sign(head, _):
            seen = SqliteStore.open_for_reading(self.path, name)
            self.signed.append((name, head == seen.head()))
            seen.close()
            return b"h/T1\n1\n"

        return sign

    def ready(self, *tables, tested=None, store=None):
        self.commits.clear()
        return all_ready(tables or TABLES, self.journals(store), Cage(), tested or {})


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path / "journal.sqlite")
    yield made
    made.file.close()


def test_new_tables_are_installed_and_signed_with_few_commits(house):
    ready = house.ready()
    assert [(name, one.desk.head.seq, one.unheard) for name, one in ready.items()] == [
        (f"T{n}", 2, 0) for n in (1, 2, 3)
    ]
    known_names = len(TABLES)
    assert len(house.commits) <= known_names + 2, "each new name, the entries, the checkpoints"


def test_nothing_is_signed_before_it_is_durable(house):
    house.ready()
    assert house.signed == [("T1", True), ("T2", True), ("T3", True)]


def test_a_table_that_cannot_be_opened_leaves_no_other_half_installed(house):
    wrong = TableSettings("T4", "rws-6/2", chips=(7, 5))
    with pytest.raises(Refused) as refused:
        house.ready(*TABLES, wrong)
    assert refused.value.code is Refusal.SETUP_INVALID
    assert [SqliteStore(house.file, table.id).head() for table in TABLES] == [START] * 3
    assert house.signed == []
    assert [one.desk.head.seq for one in house.ready().values()] == [2, 2, 2], "the next start begins anew"


def test_tables_that_are_there_write_nothing_but_their_checkpoints(house):
    house.ready()
    assert [one.desk.head.seq for one in house.ready().values()] == [2, 2, 2]
    assert len(house.commits) <= 2


def test_checkpoints_that_cannot_be_written_keep_nobody_from_playing(house):
    class Full(Around):
        def add_checkpoint(self, _):
            raise Refused(JournalRefusal.FULL, "no space left", "disk")

    ready = house.ready(store=lambda name: Full(SqliteStore(house.file, name)))
    assert [one.desk.head.seq for one in ready.values()] == [2, 2, 2]


def test_a_desk_that_has_read_the_journal_is_not_read_again(house):
    house.ready()
    tested = Desk.resume(SqliteStore(house.file, "T1"), game("rws-6/2"), str)

    class Unread(Around):
        def snapshot(self):
            raise AssertionError("it was read already")

    ready = house.ready(TABLES[0], tested={"T1": tested}, store=lambda name: Unread(SqliteStore(house.file, name)))
    assert ready["T1"].desk.table is tested.table


def test_unless_something_was_written_since(house):
    house.ready()
    store = SqliteStore(house.file, "T1")
    store.take()
    tested = Desk.resume(store, game("rws-6/2"), str)
    other = Desk.resume(store, game("rws-6/2"), str)
    other._note([stated(other.game)], "later")
    ready = house.ready(TABLES[0], tested={"T1": tested})
    assert ready["T1"].desk.head == other.head != tested.head


# ---- where the last batch begins ----


def written(store, at, count):
    head = store.head()
    by, seqs = By("d", "dealer"), range(head.seq + 1, head.seq + count + 1)
    store.append(head, sealed_bodies(head, encode([Fact(seq, at, by, f"c {seq}", "", {"is": "x"}) for seq in seqs])))


@pytest.mark.parametrize("last", [1, 2, LAST_BATCH_FEW, LAST_BATCH_FEW + 1, 3_000])
def test_the_last_batch_is_found_whatever_its_size(last):
    store = MemoryStore()
    written(store, "20:00", 100)
    written(store, "20:01", last)
    assert before_last_batch(store, 100 + last) == 100


def test_a_journal_of_one_batch_has_all_in_it():
    store = MemoryStore()
    written(store, "20:00", 90)
    assert before_last_batch(store, 90) == 0


def test_nobody_looks_back_for_ever():
    store = MemoryStore()
    written(store, "20:00", LAST_BATCH_MOST + 500)
    assert before_last_batch(store, LAST_BATCH_MOST + 500) == 500


def test_what_was_written_since_is_not_looked_at():
    store = MemoryStore()
    for minute in range(3):
        written(store, f"20:0{minute}", 5)
    assert before_last_batch(store, 10) == 5
