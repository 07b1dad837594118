"""A database that comes back without its last commits: whoever wrote them misses them at once."""

from contextlib import closing

import psycopg
from house.script import installed, orders, resumed
from journal.files import refused
from msgspec.structs import replace
from people.making import House as People

from taisai.house.cage import Cage
from taisai.house.desks import Journals, all_ready
from taisai.house.tables import TableSettings
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.refusals import JournalRefusal

SCRIPT = tuple(orders())


def forget_last(store):
    store.journal.entries.pop()


def test_a_table_that_is_read_again_misses_what_its_process_wrote_however_often_it_tries():
    store = MemoryStore()
    desk = installed(store)
    desk.do(SCRIPT[0])
    known, last = desk.head, store.journal.entries[-1]
    forget_last(store)
    for _ in range(2):
        assert refused(desk.restore).code is JournalRefusal.LOST
    store.journal.entries.append(last)
    desk.restore()
    assert desk.head == known
    desk.do(SCRIPT[1])


def test_another_entry_in_the_place_of_the_last_is_missed_too():
    store = MemoryStore()
    desk = installed(store)
    desk.do(SCRIPT[0])
    forget_last(store)
    other = resumed(MemoryStore(journal=store.journal))
    other.do(replace(SCRIPT[0], id="another"))
    assert other.head.seq == desk.head.seq
    assert "is not the one that was written" in refused(desk.restore).words


def test_a_server_that_lost_its_last_commit_stops_the_table(postgres):
    postgres.database("lost")
    with closing(Database(postgres.uri("lost"))) as database:
        store = PostgresStore(database, "T1")
        desk = installed(store)
        desk.do(SCRIPT[0])
        with psycopg.connect(postgres.uri("lost")) as connection:
            connection.execute("DELETE FROM batch WHERE first = (SELECT max(first) FROM batch)")
        lost = refused(desk.do, SCRIPT[1])
        assert lost.code is JournalRefusal.LOST
        assert "came back without its last commits" in lost.words


def test_a_table_is_not_taken_behind_what_the_marks_and_nodes_know():
    file = MemoryFile()
    known = installed(file.store("T1")).head
    file.journals["T1"].entries.pop()
    journals = Journals(file.store, lambda _: lambda *_: b"", known=lambda _: known)
    lost = refused(all_ready, [TableSettings("T1", "rws-6/2", seats=4)], journals, Cage(), {})
    assert lost.code is JournalRefusal.LOST


def test_the_records_of_people_miss_it_as_well():
    people = People().founded()
    people.store.journal.entries.pop()
    assert refused(people.register.follow).code is JournalRefusal.LOST
