"""A snapshot that the house did not make is found at the start, is not used, and is told of."""

from hashlib import sha256

import pytest
from attack.kit.files import database, forge_snapshot, number_of
from attack.kit.houses import CREDIT, DEALT, SELF, credit_of, happened, opened
from house.script import Counting
from journal.files import change_bodies
from people.making import House as People
from server.making import BOSS, CHEAP, house

from taisai.cli.journals import keys_beside
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.key_files import readable
from taisai.house.tables import HOUSE
from taisai.journal.keyed import KeyedStore, key_of
from taisai.journal.memory import MemoryStore
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.people.register import Register
from taisai.rules.vocabulary import Role

MORE = CREDIT * 9


def richer(state):
    """Seat 1 and the house's account agree, so that every balance is still right."""
    assert state.count(b'"seat:1":%d' % CREDIT) == 1
    found = state.replace(b'"seat:1":%d' % CREDIT, b'"seat:1":%d' % MORE)
    found = found.replace(b'"cash":-%d' % CREDIT, b'"cash":-%d' % MORE)
    return found.replace(b'"credit":%d' % CREDIT, b'"credit":%d' % MORE)


def stripped(state):
    """As a version that knew no MAC would have left it."""
    return richer(state)[32:]


def unkeyed(state):
    """With the MAC of somebody who has no key."""
    return b"\0" * 32 + richer(state)[32:]


async def begin(folder, *tables):
    async with house(folder, *(tables or (DEALT,))) as server:
        await opened(server, "H", 1)


@pytest.mark.parametrize("veiled", [False, True], ids=["in the clear", "with the keys of people"])
@pytest.mark.parametrize("forge", [richer, stripped, unkeyed])
async def test_credit_that_only_a_forged_snapshot_knows_is_not_there_at_the_next_start(tmp_path, forge, veiled):
    await begin(tmp_path)
    forge_snapshot(tmp_path, "H", forge, veiled=veiled)
    async with house(tmp_path, DEALT) as server:
        assert credit_of(server, 1) == CREDIT
        (told,) = happened(server, "snapshot-refused")
        assert (told.table, told.severity) == ("H", "critical")
        assert "the journal was replayed instead" in told.words
    async with house(tmp_path, DEALT) as server:
        assert len(happened(server, "snapshot-refused")) == 1, "its own snapshot has taken the forged one's place"


async def test_nobody_promotes_themselves_in_the_snapshot_of_the_register(tmp_path):
    def promoted(state):
        begun = state.index(b'"dee.dealer":{')
        place = state.index(b'"role":"dealer"', begun)
        return state[:place] + b'"role":"shift-manager"' + state[place + len(b'"role":"dealer"') :]

    await begin(tmp_path)
    forge_snapshot(tmp_path, HOUSE, promoted)
    async with house(tmp_path, DEALT) as server:
        assert server.register.state.people["dee.dealer"].role is Role.DEALER
        (told,) = happened(server, "snapshot-refused")
        assert told.table == HOUSE


def test_a_snapshot_of_one_table_is_not_taken_for_another_s():
    one, other = (KeyedStore(MemoryStore(), key_of(b"k" * 32, name)) for name in ("T1", "T2"))
    Register.open(one, now, hasher=CHEAP).save_snapshot()
    other._shelf.save_snapshot(one._shelf.snapshot())
    assert one.snapshot()
    assert other.snapshot() is None


async def test_a_forged_number_does_not_keep_snapshots_away_for_good(tmp_path):
    """One that claims to be newer than all entries would never be replaced."""

    await begin(tmp_path)
    with database(tmp_path) as file:
        file.execute("UPDATE snapshot SET seq = seq + 1000000000 WHERE journal = ?", (number_of(file, "H"),))
    async with house(tmp_path, DEALT) as server:
        assert credit_of(server, 1) == CREDIT
    with database(tmp_path) as file:
        (seq,) = file.execute("SELECT seq FROM snapshot WHERE journal = ?", (number_of(file, "H"),)).fetchone()
    assert seq < 1_000_000


async def test_seals_are_not_passed_over_because_of_a_forged_snapshot(tmp_path):
    """The start checks seals since the snapshot: whoever forges one at the end would have none checked at all."""

    await begin(tmp_path)
    with database(tmp_path) as file:
        change_bodies(file, lambda bodies: bodies.replace(b'"amount":%d' % CREDIT, b'"amount":%d' % MORE))
    forge_snapshot(tmp_path, "H", richer)
    with pytest.raises(Exception, match="seals of H|does not match"):
        async with house(tmp_path, DEALT):
            pass


async def test_an_honest_house_reads_nothing_of_its_history_and_tells_of_nothing(tmp_path):
    await begin(tmp_path)
    key = (tmp_path / "keys" / "snapshot.key").read_bytes()
    file = open_for_reading(tmp_path / "journal.sqlite", keys_beside(tmp_path / "journal.sqlite"))
    counting = Counting(SqliteStore(file, "H"))
    store = KeyedStore(counting, key_of(bytes.fromhex(key.decode()), "H"))
    Desk.resume(readable(store, "H", tmp_path / "keys"), game("nz-2008/1"), now)
    file.close()
    assert counting.read_count == 0
    async with house(tmp_path, DEALT) as server:
        assert happened(server, "snapshot-refused") == ()


async def test_a_house_restored_without_the_key_replays_its_journals_and_nothing_else(tmp_path):
    await begin(tmp_path)
    (tmp_path / "keys" / "snapshot.key").unlink()
    (tmp_path / "restored.json").write_text("{}")
    async with house(tmp_path, DEALT) as server:
        assert credit_of(server, 1) == CREDIT
        assert {told.table for told in happened(server, "snapshot-refused")} == {"H", HOUSE}


async def test_the_key_is_in_a_file_of_its_own_that_only_the_house_reads(tmp_path):
    await begin(tmp_path)
    path = tmp_path / "keys" / "snapshot.key"
    assert path.stat().st_mode & 0o777 == 0o600
    secret = bytes.fromhex(path.read_text())
    assert len(secret) == 32
    with database(tmp_path) as file:
        kept = b"".join(map(bytes, (row[0] for row in file.execute("SELECT state FROM snapshot"))))
    for found in (secret, secret.hex().encode(), sha256(secret).digest()):
        assert found not in kept


def test_without_a_key_snapshots_work_as_before():
    people = People().founded()
    people.register.save_snapshot()
    assert people.open().state.people[people.register.staff()[0].name]
    assert people.store.snapshot()


async def test_an_electronic_table_is_no_exception(tmp_path):
    async with house(tmp_path, DEALT, SELF) as server:
        await opened(server, "E", 2)
    forge_snapshot(tmp_path, "E", lambda state: state.replace(b'"credit":%d' % CREDIT, b'"credit":%d' % MORE))
    async with house(tmp_path, DEALT, SELF) as server:
        assert {told.table for told in happened(server, "snapshot-refused")} == {"E"}
        assert BOSS in server.register.state.people
