"""The journal in PostgreSQL: who comes second writes nothing, a server that fails or is silent loses nothing."""

import threading
import time
from contextlib import closing, contextmanager
from functools import partial

import psycopg
import pytest
from engines.postgres import serving
from house.script import installed, orders, resumed
from journal.files import refused
from journal.making import batch, grow
from machines.watch import same
from patience import PATIENCE_S

from taisai.house.journal_index import differs
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_schema import VERSION, check_made, prepare
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused


@pytest.fixture
def address(postgres):
    return postgres.database("one")


@pytest.fixture
def opened(address):
    """Each with a connection of its own, as in processes of their own."""
    made = []

    def open_one(table="t1"):
        made.append(Database(address))
        return PostgresStore(made[-1], table)

    yield open_one
    for database in made:
        database.close()


class Held:
    """Somebody else's transaction, which holds a row until it is told to end."""

    def __init__(self, address, statement, database="one"):
        self.connection, self.database = psycopg.connect(address), database
        self.connection.execute(statement)

    def wait_for(self, count=1):
        """Until so many others truly wait for what this one holds."""
        end_s = time.monotonic() + PATIENCE_S
        with psycopg.connect(self.connection.info.dsn, autocommit=True) as looking:
            query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
            while looking.execute(query, (self.database,)).fetchone()[0] < count:
                assert time.monotonic() < end_s
                time.sleep(0.01)

    def end(self):
        self.connection.commit()
        self.connection.close()


def started(action, *given):
    """In a thread; its outcome comes with `result()`."""
    outcome = []

    def run():
        try:
            outcome.append(action(*given))
        except Refused as refusal:
            outcome.append(refusal.code)

    thread = threading.Thread(target=run)
    thread.start()

    def result():
        thread.join(PATIENCE_S)
        return outcome[0]

    return result


def test_an_append_that_waited_for_a_taking_writes_nothing(address, opened):
    old = opened()
    old.take()
    grow(old, 2)
    head = old.head()
    taking = Held(address, "UPDATE journal SET epoch = epoch + 1")
    appending = started(old.append, head, batch(3, head), ["voucher:1"])
    taking.wait_for()
    taking.end()
    assert appending() is JournalRefusal.TAKEN
    assert (opened().head(), old.claimed("voucher:1")) == (head, False)


def test_a_taking_that_waited_for_an_append_reads_it_afterwards(address, opened):
    old, new = opened(), opened()
    old.take()
    grow(old, 2)
    appending = Held(address, "SELECT FROM journal FOR UPDATE")  # as the statement of an append does first
    taking = started(new.take)
    appending.wait_for()
    written = old._made(1, old.head(), batch(1, old.head()))
    row = (written.first, written.epoch, written.mac_key, written.before, written.mac, written.seals, written.bodies)
    appending.connection.execute("INSERT INTO batch VALUES (1, %s, %s, %s, %s, %s, %s, %s)", row)
    appending.end()
    assert taking() == 2
    assert new.head().seq == 3


def test_of_two_appends_behind_one_head_one_is_written(address, opened):
    one, other = opened(), opened()
    waiting = Held(address, "SELECT FROM journal FOR UPDATE")
    first, second = batch(2), batch(3)
    outcomes = [started(store.append, START, some) for store, some in ((one, first), (other, second))]
    waiting.wait_for(2)
    waiting.end()
    assert sorted(map(str, (outcome() for outcome in outcomes))) == sorted(map(str, (None, JournalRefusal.MOVED)))
    assert list(checked(one.read())) in (first, second)


def test_one_voucher_is_redeemed_at_one_of_two_tables(address, opened):
    one, other = opened("t1"), opened("t2")
    waiting = Held(address, "LOCK TABLE claim")
    outcomes = [started(store.append, START, batch(1), ["voucher:1"]) for store in (one, other)]
    waiting.wait_for(2)
    waiting.end()
    assert sorted(map(str, (outcome() for outcome in outcomes))) == sorted(map(str, (None, JournalRefusal.CLAIMED)))
    assert sorted((one.head().seq, other.head().seq)) == [0, 1]


def test_two_takings_at_once_get_epochs_of_their_own(address, opened):
    stores = [opened() for _ in range(4)]
    waiting = Held(address, "SELECT FROM journal FOR UPDATE")
    takings = [started(store.take) for store in stores]
    waiting.wait_for(4)
    waiting.end()
    assert sorted(taking() for taking in takings) == [1, 2, 3, 4]
    assert sum(isinstance(started(grow, store, 1)(), PostgresStore) for store in stores) == 1


@pytest.mark.parametrize("write", ["append", "snapshot", "checkpoint"])
def test_an_answer_that_does_not_come_is_not_waited_for_and_the_journal_taken_again_shuts_it_out(address, write):
    with closing(Database(address, answer_s=0.2)) as database:
        store = PostgresStore(database, "t1")
        store.take()
        grow(store, 2)
        head = store.head()
        held = Held(address, "SELECT FROM journal FOR UPDATE")
        asked = {
            "append": (store.append, head, batch(1, head)),
            "snapshot": (store.save_snapshot, Snapshot(head, b"state")),
            "checkpoint": (store.add_checkpoint, b"checkpoint"),
        }
        assert refused(*asked[write]).code is JournalRefusal.FAILED
        taking = started(store.take_again)  # which must wait too, and may be cut off: then it is tried again
        held.wait_for()
        held.end()
        while not isinstance(epoch := taking(), int):
            taking = started(store.take_again)
        assert epoch > 1
        assert store.head().seq in (2, 3), "it may have been written after all; what matters is that it is known now"
        grow(store, 1)
        assert store.verify() == store.head()


@pytest.mark.processes
def test_a_server_that_is_killed_loses_nothing_acknowledged_and_is_found_again():
    with serving() as server, closing(Database(server.database("one"))) as database:
        store = PostgresStore(database, "t1")
        store.take()
        grow(store, 5, 64)
        head = store.head()
        server.kill()
        assert refused(store.append, head, batch(1, head)).code is JournalRefusal.FAILED
        server.start()
        assert store.take_again() == 2
        assert grow(store, 1).verify().seq == 70


def test_a_whole_evening_is_the_same_after_another_process_took_the_table(opened):
    old = opened("T1")
    old.take()
    desk = installed(old)
    for order in orders():
        desk.do(order)
    desk.save_snapshot()
    new = opened("T1")
    new.take()
    assert same(desk, resumed(new))
    assert not differs(new)
    assert refused(desk.save_snapshot).code is JournalRefusal.TAKEN


@contextmanager
def with_setting(postgres, address, name, value):
    with psycopg.connect(postgres.address("postgres"), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE one SET {name} = {value}")
        yield
        connection.execute(f"ALTER DATABASE one RESET {name}")


def test_a_database_that_forgets_what_it_committed_is_refused(postgres, address):
    with with_setting(postgres, address, "synchronous_commit", "off"):
        refusal = refused(Database, address)
    assert (refusal.code, refusal.value) == (JournalRefusal.NOT_DURABLE, "off")
    assert "synchronous_commit = off" in refusal.words
    with serving(fsync="off") as careless:
        assert "fsync = off" in refused(Database, careless.database("one")).words


def test_a_database_that_was_closed_opens_no_connection_again(address):
    """Whoever still reads in a thread of a house that stops is refused: nobody would close that connection."""
    database = Database(address)
    database.close()
    refusal = refused(database.tables)
    assert (refusal.code, "is closed" in refusal.words) == (JournalRefusal.FAILED, True)
    assert database._connection is None


def test_a_database_of_a_newer_taisai_is_refused_and_left_as_it_is(address):
    Database(address).close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE taisai SET version = %s", (VERSION + 1,))
        refusal = refused(Database, address)
        assert (refusal.code, refusal.value) == (JournalRefusal.TOO_NEW, VERSION + 1)
        assert connection.execute("SELECT version FROM taisai").fetchone() == (VERSION + 1,)


@pytest.mark.parametrize("version", range(1, VERSION))
@pytest.mark.parametrize("ready", [prepare, check_made])
def test_a_database_of_an_older_form_is_refused_before_anything_is_asked_of_it(address, version, ready):
    Database(address).close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE taisai SET version = %s", (version,))
    refusal = refused(partial(Database, ready=ready), address)
    assert (refusal.code, refusal.value) == (JournalRefusal.NOT_OURS, version)
    assert "begin a new one" in refusal.words


def test_two_that_come_first_at_once_make_the_tables_once(address):
    opening = [started(Database, address) for _ in range(4)]
    for one in opening:
        one().close()
    with closing(Database(address)) as database:
        assert database.tables() == {}


def test_whoever_may_not_write_is_told_so_and_no_word_tells_a_password(postgres, address):
    Database(address).close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS reader")
        connection.execute("CREATE ROLE reader LOGIN PASSWORD 'a secret of ours'")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        theirs = address.replace("user=taisai", "user=reader password='a secret of ours'")
        with closing(Database(theirs)) as database:
            refusal = refused(PostgresStore, database, "t1")
        connection.execute("DROP OWNED BY reader")
        connection.execute("DROP ROLE reader")
    assert refusal.code is JournalRefusal.READ_ONLY
    nowhere = refused(Database, "host=127.0.0.1 port=1 user=taisai dbname=one password='a secret of ours'")
    assert nowhere.code is JournalRefusal.FAILED
    assert not any("secret" in f"{one.words} {one.value}" for one in (refusal, nowhere))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE batch SET bodies = substr(bodies, 2) WHERE first = 6",
        "UPDATE batch SET seals = substr(seals, 33) WHERE first = 6",
        "DELETE FROM batch WHERE first = 6",
        "UPDATE batch SET bodies = overlay(bodies PLACING '\\x00'::bytea FROM 30) WHERE first = 6",
    ],
)
def test_what_somebody_changed_in_the_database_is_found(address, opened, damage):
    store = grow(opened(), 5, 64, 3)
    with psycopg.connect(address) as connection:
        connection.execute(damage)
    assert refused(store.verify).code is JournalRefusal.CORRUPT
