"""An entry that somebody appended to the database, with a right seal, is believed nowhere."""

import asyncio
import shutil
from contextlib import closing
from functools import partial

import psycopg
import pytest
from attack.kit.appending import BOUGHT, PROMOTED, DatabaseRows, FileRows, appended
from attack.kit.files import database
from attack.kit.houses import CREDIT, DEALT, credit_of, happened, opened
from click.testing import CliRunner
from journal.files import file_of, journal_of, refused
from server.making import house, settings_of, until

from taisai.cli.recall import command as recall
from taisai.cli.report import command as report
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import FILE, NO_HOUSE, read_batch_keys
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.postgres_rights import grant
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START
from taisai.journal.sqlite import SqliteStore
from taisai.keeping.backup import backup
from taisai.keeping.mirror import Mirror
from taisai.keeping.move import move_to_database, move_to_file
from taisai.keeping.repair import repair
from taisai.rules.refusals import Refused
from taisai.server.checks import SelfTestFailed
from taisai.table import commands as c

AT = "2026-11-15T10:00:00+00:00"


def quiet(*_):
    pass


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A house that has played, with a mirror, and stopped."""
    folder = tmp_path_factory.mktemp("evening") / "house"

    async def play():
        async with house(folder, DEALT, mirror_folder=str(folder / "mirror")) as server:
            await opened(server, "H", 1)

    folder.mkdir()
    asyncio.run(play())
    return folder


@pytest.fixture
def folder(evening, tmp_path):
    shutil.copytree(evening, tmp_path / "house")
    return tmp_path / "house"


def started(folder, look=lambda server: None, **more):
    async def begun():
        async with house(folder, DEALT, mirror_folder=str(folder / "mirror"), **more) as server:
            return look(server)

    return asyncio.run(begun())


def not_believed(folder, **more):
    with pytest.raises(Refused) as caught:
        started(folder, **more)
    assert "was not written by this house" in caught.value.words
    return caught.value


@pytest.mark.parametrize("mac", ["of nobody", "of the batch before", "empty"])
def test_a_stopped_house_that_was_appended_to_does_not_start_and_its_mirror_stays_clean(folder, mac):
    mirror = FileRows(folder / "mirror").count("H")
    seq = appended(FileRows(folder), "H", BOUGHT, mac)
    assert f"entry {seq} of H" in not_believed(folder).words
    assert FileRows(folder / "mirror").count("H") == mirror


def test_nobody_promotes_themselves_in_the_journal_of_a_stopped_house(folder):
    appended(FileRows(folder), HOUSE, PROMOTED)
    assert not_believed(folder).code is JournalRefusal.FORGED


def test_an_entry_appended_to_the_mirror_does_not_come_back_with_a_repair(folder):
    appended(FileRows(folder / "mirror"), "H", BOUGHT)
    ends = FileRows(folder).count("H")
    assert refused(repair, folder, folder / "mirror", AT, quiet).code is JournalRefusal.FORGED
    assert FileRows(folder).count("H") == ends


def test_a_repair_keeps_no_appended_entry_of_the_damaged_file(folder, tmp_path):
    backup(folder, tmp_path / "copy", AT, quiet)
    appended(FileRows(folder), "H", BOUGHT)
    assert refused(repair, folder, tmp_path / "copy", AT, quiet).code is JournalRefusal.FORGED
    before = FileRows(folder).count("H") - 1
    repair(folder, tmp_path / "copy", AT, quiet, give_up=True)
    assert FileRows(folder).count("H") == before
    assert started(folder, lambda server: credit_of(server, 1)) == CREDIT


def test_a_backup_is_not_made_of_a_journal_that_was_appended_to(folder, tmp_path):
    appended(FileRows(folder), "H", BOUGHT)
    assert refused(backup, folder, tmp_path / "copy", AT, quiet).code is JournalRefusal.FORGED
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("command", [(report, "turnover"), (recall,)], ids=["report", "recall"])
def test_no_report_and_no_lookup_tells_of_it(folder, command):
    seq = appended(FileRows(folder), "H", BOUGHT)
    command, *words = command
    args = [*words, str(folder / "journal.sqlite")] if words else [str(folder / "journal.sqlite"), "1", "--table", "H"]
    told = CliRunner().invoke(command, args)
    assert told.exit_code
    assert f"entry {seq} of H" in f"{told.output}{told.exception}"


def test_a_batch_in_the_middle_that_was_replaced_is_not_read_alone(folder):
    """Sealed anew to the end, as anyone can, and with the MACs as they were."""
    with closing(file_of(folder / "journal.sqlite")) as file:
        middle = SqliteStore(file, "H").head().seq // 2
    with database(folder) as file:
        low = file.execute("SELECT number FROM journal WHERE name = 'H'").fetchone()[0] << 40
        (key,) = file.execute("SELECT max(key) FROM batch WHERE key <= ?", (low + middle,)).fetchone()
        file.execute("UPDATE batch SET before = zeroblob(32) WHERE key = ?", (key,))
    with closing(file_of(folder / "journal.sqlite")) as file:
        assert refused(lambda: next(SqliteStore(file, "H").read(middle - 1))).code is JournalRefusal.CORRUPT


def test_a_running_house_believes_nothing_that_another_process_appends(tmp_path):
    async def evening():
        async with house(tmp_path, DEALT) as server:
            await opened(server, "H", 1)
            await asyncio.to_thread(appended_apart, tmp_path)
            with pytest.raises(Refused) as caught:
                await server.do("H", c.BuyIn(2, 700))
            assert caught.value.code.value == "journal-down"
            await until(lambda: server.table("H").down == "journal-forged")
            assert credit_of(server, 1) <= CREDIT
            await until(lambda: happened(server, "journal-damaged"))
            assert happened(server, "journal-damaged")[0].table == "H"

    asyncio.run(evening())
    with pytest.raises(Refused, match="was not written by this house"):
        asyncio.run(evening())


def appended_apart(folder):
    """From another process: two libraries in one would take each other's locks away."""
    import subprocess
    import sys

    code = (
        "import sys; from pathlib import Path; from attack.kit.appending import *;"
        " appended(FileRows(Path(sys.argv[1])), 'H', BOUGHT)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=True, cwd="tests")


def test_without_its_key_a_house_does_not_start_and_changes_nothing(folder):
    (folder / "keys" / FILE).unlink()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(Refused) as caught:
        started(folder)
    assert caught.value.code is JournalRefusal.KEY_MISSING
    assert "nobody can tell who wrote the journals" in caught.value.words
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.fixture
def node(postgres):
    """The database of a house and the address of whoever may do there what a node may."""
    postgres.database("appended")
    with psycopg.connect(postgres.uri("appended"), autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS appending_node")
        owner.execute("CREATE ROLE appending_node LOGIN")
        grant(postgres.uri("appended"), "appending_node")
        yield postgres.uri("appended"), postgres.uri("appended", "appending_node")
        owner.execute("DROP OWNED BY appending_node")
        owner.execute("DROP ROLE appending_node")


@pytest.mark.parametrize(("journal", "event"), [("H", BOUGHT), (HOUSE, PROMOTED)])
def test_what_a_node_s_role_appends_to_the_database_is_nobody_s(folder, node, journal, event):
    address, role = node
    settings = settings_of(folder, DEALT, nodes_database=address)
    move_to_database(settings, AT, quiet)
    keys = read_batch_keys(folder / "keys")
    seq = appended(DatabaseRows(role), journal, event)
    with closing(PostgresJournals(role, keys)) as journals:
        store = journals.store(journal)
        for action in (store.head, store.take, store.verify, lambda: next(store.read(seq - 1))):
            assert refused(action).code is JournalRefusal.FORGED
    assert refused(move_to_file, settings, AT, quiet).code is JournalRefusal.FORGED
    assert not settings.journal.exists()


def test_no_backup_and_no_report_is_made_of_a_database_that_was_appended_to(folder, node, tmp_path):
    address, role = node
    settings = settings_of(folder, DEALT, nodes_database=address)
    move_to_database(settings, AT, quiet)
    seq = appended(DatabaseRows(role), "H", BOUGHT)
    copying = refused(partial(backup, database=address), folder, tmp_path / "copy", AT, quiet)
    assert (copying.code, (tmp_path / "copy").exists()) == (JournalRefusal.FORGED, False)
    with closing(settings.place.open_for_reading()) as journals:
        assert f"entry {seq} of H" in refused(lambda: list(journals.store("H").lines())).words


def test_what_was_appended_to_a_file_does_not_move_into_a_database(folder, node):
    address, _ = node
    appended(FileRows(folder), "H", BOUGHT)
    assert refused(move_to_database, settings_of(folder, DEALT, nodes_database=address), AT, quiet).code is (
        JournalRefusal.FORGED
    )
    with closing(PostgresJournals(address, NO_HOUSE)) as journals:
        assert journals.tables() == {}


def test_a_node_that_takes_over_does_not_believe_it(folder, node, bus):
    address, role = node
    settings = settings_of(folder, DEALT, nodes_database=address)
    move_to_database(settings, AT, quiet)
    appended(DatabaseRows(role), "H", BOUGHT)

    async def taken_over():
        async with house(folder, DEALT, nodes_database=role, nodes_bus=(bus,)):
            pass

    with pytest.raises((Refused, SelfTestFailed), match="was not written by this house"):
        asyncio.run(asyncio.wait_for(taken_over(), 60))


async def test_a_running_node_believes_nothing_that_its_own_role_appends(tmp_path, node, bus):
    _, role = node
    async with house(tmp_path, DEALT, nodes_database=role, nodes_bus=(bus,)) as server:
        await opened(server, "H", 1)
        await asyncio.to_thread(appended, DatabaseRows(role), "H", BOUGHT)
        with pytest.raises(Refused):
            await server.do("H", c.BuyIn(2, 700))
        await until(lambda: server.table("H").down == "journal-forged")
        assert credit_of(server, 1) <= CREDIT
        await until(lambda: happened(server, "journal-damaged"))


def test_a_mirror_that_catches_up_launders_nothing(folder):
    """What was appended while the mirror was away comes to it with no MAC of the house."""
    keys, behind = read_batch_keys(folder / "keys"), folder / "behind.sqlite"
    with (
        closing(journal_of(folder / "journal.sqlite", "H")) as store,
        closing(SqliteStore.open(behind, "H", keys)) as copy,
    ):
        copy.append(START, list(store.read())[:-3])
    seq = appended(FileRows(folder), "H", BOUGHT)
    mirror = Mirror(behind, keys, must=True)
    with closing(journal_of(folder / "journal.sqlite", "H")) as store:
        assert refused(mirror.begin, {"H": store}).code is JournalRefusal.FORGED
    mirror.close()
    with closing(journal_of(behind, "H")) as copy:
        assert copy.verify().seq < seq
