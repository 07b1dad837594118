"""The role of a node in the database: it can do all that a house needs, and change nothing that was written."""

from contextlib import closing

import psycopg
import pytest
from journal.files import refused
from journal.making import grow

from taisai.journal.leases import Node
from taisai.journal.postgres import PostgresStore
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_leases import PostgresLeases
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.postgres_rights import RIGHTS, grant
from taisai.journal.refusals import JournalRefusal
from taisai.journal.store import Snapshot
from taisai.journal.tree import Kept, TileRoot

KEPT = ("batch", "claim", "checkpoint", "house_key", "taisai")


@pytest.fixture
def node(postgres):
    """The address of whoever may do what a node may."""
    postgres.database("rights")
    with psycopg.connect(postgres.uri("rights"), autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS node_of_rights")
        owner.execute("CREATE ROLE node_of_rights LOGIN")
        grant(postgres.uri("rights"), "node_of_rights")
        yield postgres.uri("rights", "node_of_rights")
        owner.execute("DROP OWNED BY node_of_rights")
        owner.execute("DROP ROLE node_of_rights")


@pytest.fixture
def store(node):
    with closing(Database(node)) as database:
        yield PostgresStore(database, "t1")


def test_a_node_writes_all_that_a_house_writes(node, store):
    store.take()
    grow(store, 3, 2)
    store.take_again()
    store.save_snapshot(Snapshot(store.head(), b"state"))
    store.save_snapshot(Snapshot(store.head(), b"another"))
    store.add_checkpoint(b"checkpoint")
    store.tree.add([TileRoot(0, 0, bytes(32))])
    store.tree.save_checkpoint(Kept.SIGNED, b"one")
    store.tree.save_checkpoint(Kept.SIGNED, b"two")
    store.tree.clear()
    store.index.clear()
    assert store.verify() == store.head()
    with closing(PostgresLeases(Database(node))) as leases:
        leases.enrol(Node("n.1", "n", "", "1"))
        assert leases.renew("n.1")
        leases.serve("n.1")
        assert leases.hold("house", "n.1")
        leases.end("n.1")
    with closing(PostgresJournals(node)) as journals:
        journals.check_keys({"signing key": b"x"})


@pytest.mark.parametrize("table", KEPT)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}", "ALTER TABLE {} ADD x int"])
def test_nothing_that_was_written_is_deleted_by_a_node(node, store, table, statement):
    grow(store, 1)
    with psycopg.connect(node) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.format(table))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE batch SET bodies = 'x'",
        "UPDATE claim SET key = 'x'",
        "UPDATE checkpoint SET note = 'x'",
        "UPDATE journal SET name = 'x'",
        "UPDATE journal SET digest = 'x'",
        "DELETE FROM journal",
        "DELETE FROM snapshot",
        "UPDATE house_key SET digest = 'x'",
        "UPDATE taisai SET state = 'here'",
        "CREATE TABLE mine (x int)",
    ],
)
def test_nothing_that_was_written_is_changed_by_a_node(node, store, change):
    grow(store, 1)
    with psycopg.connect(node) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(change)


def test_every_table_has_its_rights(node):
    with psycopg.connect(node) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert {name for (name,) in found} == RIGHTS.keys()


def test_a_node_that_finds_no_tables_is_told_who_makes_them(postgres, node):
    postgres.database("bare")
    refusal = refused(Database, postgres.uri("bare", "node_of_rights"))
    assert refusal.code is JournalRefusal.READ_ONLY
    assert "taisai database" in refusal.words


def test_rights_that_somebody_gave_beside_ours_are_taken_back(postgres, node, store):
    with psycopg.connect(postgres.uri("rights"), autocommit=True) as owner:
        owner.execute("GRANT ALL ON batch TO node_of_rights")
    grant(postgres.uri("rights"), "node_of_rights")
    with psycopg.connect(node) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM batch")
