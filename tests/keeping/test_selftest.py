"""The self-test finds what was changed behind the house's back, and says what to do."""

import sqlite3
from contextlib import closing, contextmanager

import msgspec
import pytest
from click.testing import CliRunner
from house.script import Counting, clock, installed, orders
from journal.files import change_bodies
from journal.making import grow
from journal.signing import sign
from machines.people import GAMES

from taisai.cli.journals import keys_beside
from taisai.cli.reindex import command as reindex
from taisai.house.desk import Desk
from taisai.house.dice_watch import Crossing, DiceWatch
from taisai.house.key_files import PERSON_KEYS, keyed, made_key, make_batch_key
from taisai.house.settings import Settings
from taisai.house.snapshots import memory_of, packed
from taisai.house.tables import TableSettings
from taisai.journal.entry import Head
from taisai.journal.export import framed_note
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE, load_private, make_keys
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.journal.store import Snapshot
from taisai.keeping import software, table_tests
from taisai.keeping.backup_key import make_backup_keys
from taisai.keeping.outside_checkpoints import checkpoints_file
from taisai.keeping.selftest import self_test
from taisai.maths.dice.watch import Watch
from taisai.people.minutes import complete
from taisai.privacy.keys import PersonKeys
from taisai.table import commands as c
from taisai.table.state import Betting

SCRIPT = tuple(orders())
TABLES = (TableSettings("T1", "rws-6/2"), TableSettings("T2", "etg/2"), TableSettings("T3", "nz-2008/1"))
NAMES = [
    "software",
    "packages",
    "bytecode",
    "keys",
    "voucher key",
    "pepper",
    "snapshot key",
    "key of batches",
    "tumbler key",
    *(f"{what} of {name}" for name in ("T1", "T2", "house") for what in ("seals", "checkpoints", "log")),
    "index of house",
    *(
        f"{what} of {name}"
        for name in ("T1", "T2", "T3")
        for what in ("lit layout", "pay table", "ledger", "rounds", "index")
    ),
]


def make_house(folder):
    """Two tables with a history, one that is new, and the house's own journal; every table has checkpoints."""
    make_keys(folder / "keys")
    settings = Settings(folder=str(folder), tables=TABLES)
    make_batch_key(settings.keys_folder)
    for key in (settings.voucher_key, settings.pepper_key, settings.snapshot_key):
        made_key(key)
    make_backup_keys(settings.keys_folder)
    PersonKeys(settings.keys_folder / PERSON_KEYS).person("ann")
    folder.chmod(0o700)
    with closing(open_for_writing(settings.journal, keys_beside(settings.journal))) as file:
        names = ("T1", "T2", "house")
        first, second, own = (keyed(SqliteStore(file, name), name, settings.snapshot_key) for name in names)
        desk = installed(first)
        for place, order in enumerate(SCRIPT):
            desk.do(order)
            if place in {len(SCRIPT) // 2, len(SCRIPT) - 2}:
                checkpoint(settings, first)
            if place == len(SCRIPT) - 5:
                desk.save_snapshot()
        checkpoint(settings, installed(second, "T2", "etg/2").store, "T2")
        grow(own, 3, 4)
    return settings


def checkpoint(settings, store, table="T1"):
    store.add_checkpoint(sign(store.head(), clock(), load_private(settings.keys_folder), store, table))


@contextmanager
def opened(settings, opening=open_for_reading):
    with closing(opening(settings.journal, keys_beside(settings.journal))) as file:
        yield {name: keyed(SqliteStore(file, name), name, settings.snapshot_key) for name in file.tables()}


def failures(settings, recorded=None, *, whole=False):
    with opened(settings) as stores:
        checks = self_test(settings, stores, recorded, whole=whole)
    names = [check.name for check in checks]
    assert [name for name in names if not is_verdict(name)] == NAMES
    assert any(map(is_verdict, names)) is whole
    return {check.name: check.words for check in checks if not check.ok and not is_verdict(check.name)}


def is_verdict(name):
    """It reads the whole journal as an outsider does, and so fails beside many another test."""
    return name.startswith("verdict of ")


def verdicts(settings):
    """Whether each is good, and its words."""
    with opened(settings) as stores:
        checks = self_test(settings, stores, None, whole=True)
    return {check.name: (check.ok, check.words) for check in checks if is_verdict(check.name)}


def both(settings):
    return failures(settings), failures(settings, whole=True)


@pytest.fixture
def house(tmp_path):
    return make_house(tmp_path)


@contextmanager
def behind_its_back(house):
    with closing(sqlite3.connect(house.journal)) as file, file:
        yield file


def test_a_sound_house_passes(house):
    assert both(house) == ({}, {})
    assert failures(house, software.installed()) == {}
    found = verdicts(house)
    assert [one for one in found.items() if not one[1][0]] == []
    said = found["verdict of T1"][1]
    assert "signed with the trusted key" in said
    assert "no trusted witness has seen any of it" in said
    assert "rolls of " in said


def test_the_start_reads_no_more_than_came_after_the_snapshot(house):
    with opened(house) as stores:
        entries, since = stores["T1"].head().seq, stores["T1"].head().seq - stores["T1"].snapshot().head.seq
        counts = {}
        for whole in (False, True):
            counting = Counting(stores["T1"])
            self_test(house, {"T1": counting}, None, whole=whole)
            counts[whole] = counting.read_count
    assert 0 < since < entries // 3
    assert counts[False] <= 5 * since + 6  # seals, checkpoints, replay, rules, rounds; and single entries
    assert counts[True] > entries


def test_changed_software_is_named(house):
    recorded = software.installed()
    recorded["house/desk.py"] = "0" * 64
    del recorded["keeping/software.py"]
    words = failures(house, recorded)["software"]
    assert words.startswith("house/desk.py was changed: ")
    assert "keeping/software.py is new; install taisai again" in words
    assert "and 7 more" in failures(house, recorded | {f"x{place}": "" for place in range(8)})["software"]


def test_keys_are_there_belong_together_and_are_secret(house, tmp_path):
    private, public = house.keys_folder / PRIVATE_FILE, house.keys_folder / PUBLIC_FILE
    private.chmod(0o640)
    assert failures(house) == {"keys": f"other users can read {private}; run chmod 600 {private}"}
    private.chmod(0o600)
    public.write_bytes(make_keys(tmp_path / "other").read_bytes())
    found = failures(house)
    assert "are not a pair" in found["keys"]
    assert "is not signed by" in found["checkpoints of T1"]
    public.unlink()
    assert "cannot be read" in failures(house)["keys"]


@pytest.mark.parametrize("name", ["voucher key", "snapshot key"])
def test_secret_keys_are_keys_and_secret(house, name):
    path = house.keys_folder / name.replace(" ", ".")
    path.chmod(0o604)
    assert list(failures(house)) == [name]
    path.chmod(0o600)
    with opened(house) as stores:
        for content in (b"", b"0" * 63, b"x" * 64, b"\xff" * 64):
            path.write_bytes(content)
            checks = {check.name: check for check in self_test(house, stores, None)}
            assert "is not a key of 32 bytes" in checks[name].words


def test_the_tumbler_s_key_is_a_key_and_secret(house):
    house.tumbler_key.touch(mode=0o600)
    for content in (b"", b"0" * 63, b"x" * 64, b"\xff" * 64, b"0" * 64):
        house.tumbler_key.write_bytes(content)
        assert "is not a tumbler key" in failures(house)["tumbler key"]
    house.tumbler_key.write_bytes(b"0" * 64 + b"\n")
    assert failures(house) == {}
    house.tumbler_key.chmod(0o640)
    assert list(failures(house)) == ["tumbler key"]


def test_the_voucher_key_is_there(house):
    house.voucher_key.unlink()
    assert "restore it" in failures(house)["voucher key"]


def test_a_changed_entry_is_found(house):
    """Before the snapshot only the whole test looks; after it, the start does too."""
    with behind_its_back(house) as file:
        keys = [key for (key,) in file.execute("SELECT key FROM batch WHERE key < 2 << 40 ORDER BY key")]
        change_bodies(file, lambda bodies: bodies.replace(b"big", b"odd"), "key = ?", keys[6])
    start, whole = both(house)
    assert start == {}
    assert {"seals of T1", "ledger of T1", "rounds of T1"} <= set(whole)
    assert "does not match" in whole["seals of T1"]
    found, said = verdicts(house)["verdict of T1"]
    assert (found, "the seal of entry " in said) == (False, True)
    with behind_its_back(house) as file:
        change_bodies(file, lambda bodies: bodies.replace(b"at", b"on"), "key = ?", keys[-1])
    assert {"seals of T1", "ledger of T1"} <= set(failures(house))


def test_an_index_that_hides_a_minute_of_the_house_is_found_and_made_anew(house):
    with opened(house, open_for_writing) as stores:
        complete(stores["house"])
    assert both(house) == ({}, {})
    with behind_its_back(house) as file:
        assert file.execute("DELETE FROM pointer WHERE what = 'minute' AND seq = 1").rowcount
    start, whole = both(house)
    assert start == {}
    assert "index of house" in whole
    CliRunner().invoke(reindex, [house.folder], catch_exceptions=False)
    assert both(house) == ({}, {})


def test_an_index_that_hides_a_round_is_found_and_made_anew(house):
    with behind_its_back(house) as file:
        assert file.execute("DELETE FROM pointer WHERE what = 'round' AND number = 1").rowcount
    start, whole = both(house)
    assert (start, set(whole)) == ({}, {"index of T1"})
    assert "run taisai reindex" in whole["index of T1"]
    done = CliRunner().invoke(reindex, [house.folder], catch_exceptions=False)
    with opened(house) as stores:
        assert done.output.splitlines()[0] == f"T1: the index covers {stores['T1'].head().seq} entries"
    assert both(house) == ({}, {})


def test_a_hash_of_a_log_that_is_not_of_its_entries_is_found_and_made_anew(house):
    with behind_its_back(house) as file:
        file.execute("INSERT INTO tile VALUES (1, 0, 0, zeroblob(32))")
    start, whole = both(house)
    assert (start, list(whole)) == ({}, ["log of T1"])
    assert "try taisai reindex" in whole["log of T1"]
    CliRunner().invoke(reindex, [house.folder], catch_exceptions=False)
    assert both(house) == ({}, {})


def test_a_house_journal_that_was_changed_is_found(house):
    with behind_its_back(house) as file:
        file.execute("UPDATE batch SET seals = zeroblob(length(seals)) WHERE key >= 3 << 40")
    assert all("seals of house" in found for found in both(house))


def cut(house, keeping):
    """The newest entries are gone, and the snapshot that knew of them."""
    with behind_its_back(house) as file:
        file.execute("DELETE FROM snapshot")
        file.execute("DELETE FROM batch WHERE key < 2 << 40 AND key > (1 << 40) + ?", (keeping,))


def test_a_cut_tail_is_found_by_its_checkpoint(house):
    cut(house, 20)
    start, whole = both(house)
    assert "is cut short" in start["checkpoints of T1"]
    assert "restore a copy that has it" in whole["checkpoints of T1"]
    assert "seals of T1" not in {**start, **whole}


def test_a_cut_tail_is_found_by_a_checkpoint_outside(house, tmp_path):
    house = msgspec.structs.replace(house, checkpoints_folder=str(tmp_path))
    with opened(house) as stores:
        note = sign(stores["T1"].head(), clock(), load_private(house.keys_folder))
    checkpoints_file(house, "T1").write_bytes(framed_note(note) + framed_note(note)[:20])
    assert both(house) == ({}, {})
    with behind_its_back(house) as file:
        file.execute("DELETE FROM checkpoint")
    cut(house, 20)
    assert "is cut short" in failures(house)["checkpoints of T1"]


def test_a_checkpoint_of_another_history_is_found(house):
    with opened(house, open_for_writing) as stores:
        key = load_private(house.keys_folder)
        stores["T1"].add_checkpoint(sign(Head(3, bytes(32)), clock(), key))
        good = sign(stores["T1"].head(), clock(), key)
    assert "entry 3 was signed" in failures(house)["checkpoints of T1"]
    with opened(house, open_for_writing) as stores:
        stores["T1"].add_checkpoint(good)
    start, whole = both(house)
    assert start == {}
    assert "was changed: entry 3 was signed" in whole["checkpoints of T1"]


def change_memory(house, change):
    """A snapshot with its digest right and its content wrong."""
    with opened(house, open_for_writing) as stores:
        store = stores["T1"]
        desk = Desk.resume(store, GAMES["rws-6/2"], clock)
        memory = memory_of(desk)
        change(memory)
        store.save_snapshot(Snapshot(store.head(), packed(memory)))


def one_sided(memory):
    memory.balances["seat:2"] += 5


def two_sided(memory):
    memory.balances["seat:2"] += 5
    memory.balances["house"] -= 5


def table_and_ledger(memory):
    two_sided(memory)
    memory.table.seats[2].credit += 5


def stake_left(memory):
    memory.balances["layout"] = 7
    memory.balances["house"] -= 7


def debt_forgiven(memory):
    memory.table.seats[1].owed = 0


WRONG = {
    one_sided: "the trial balance is 5",
    two_sided: "seat:2 has 1005 in the ledger, 1000 at the table",
    stake_left: "layout has 7 in the ledger, 0 at the table",
    debt_forgiven: "owed:1 has -1590 in the ledger, 0 at the table",
}


@pytest.mark.parametrize("change", WRONG)
def test_balances_that_do_not_agree_are_found(house, change):
    change_memory(house, change)
    found = failures(house)
    assert list(found) == ["ledger of T1"]
    assert WRONG[change] in found["ledger of T1"]
    assert "stop play" in found["ledger of T1"]


def throws_forged(memory):
    memory.dice = DiceWatch(Watch(900, (450,) * 6), 1000, (Crossing(9, 1000, 900, 7.0),))


@pytest.mark.parametrize("change", [table_and_ledger, throws_forged])
def test_a_snapshot_that_history_does_not_lead_to_is_found_by_the_whole_test(house, change):
    change_memory(house, change)
    start, whole = both(house)
    assert start == {}
    assert "the snapshot does not match the journal" in whole["ledger of T1"]


@pytest.mark.parametrize("step", [c.PlaceWager, c.CloseBets, c.EnterRoll, c.CollectLosers])
def test_a_round_under_way_passes(tmp_path, step):
    house = make_house(tmp_path / "house")
    with closing(open_for_writing(house.journal, keys_beside(house.journal))) as file:
        desk = installed(SqliteStore(file, "T3"), "T3")
        for order in SCRIPT:
            desk.do(order)
            if isinstance(order.command, step):
                break
        assert desk.table.current
        assert isinstance(desk.table.phase, Betting) is (step is c.PlaceWager)
    tables = (TABLES[0], TABLES[1], TableSettings("T3", "rws-6/2"))
    with opened(house) as stores:
        checks = self_test(msgspec.structs.replace(house, tables=tables), stores, None)
    assert [check.words for check in checks if not check.ok] == []


def test_chips_have_their_float_looked_at(tmp_path):
    with closing(open_for_writing(tmp_path / "journal.sqlite", keys_beside(tmp_path / "journal.sqlite"))) as file:
        desk = installed(SqliteStore(file, "T1"), money="chips")
    desk.table.bank.now = 40
    assert list(table_tests.misfits(desk.table, desk.ledger)) == ["float has 0 in the ledger, 40 at the table"]


def test_another_pay_table_than_the_installed_is_found(house):
    other = msgspec.structs.replace(house, tables=(TableSettings("T1", "rws-6/3"), *TABLES[1:]))
    found = failures(other)
    assert set(found) == {"lit layout of T1", "pay table of T1", "ledger of T1"}
    assert "was installed with another pay table, rws-6/2" in found["pay table of T1"]
    assert "wrongly on" in found["lit layout of T1"]


def test_a_layout_that_is_not_there_is_told(house, tmp_path, monkeypatch):
    from shutil import copytree

    from taisai.books.files import SHIPPED

    monkeypatch.setattr("taisai.books.identity.SHIPPED", tmp_path)  # so that a copy may have the id of a shipped one
    copytree(SHIPPED / "etg", tmp_path / "mine")
    (tmp_path / "mine" / "layout-2.toml").unlink()
    tables = (TABLES[0], TableSettings("T2", str(tmp_path / "mine" / "2")), TABLES[2])
    found = failures(msgspec.structs.replace(house, tables=tables))
    assert list(found) == ["lit layout of T2"]


@pytest.mark.parametrize(("bodies", "seals"), [(b"\0", b"\0"), (b"{}", bytes(32)), (b"\n", bytes(64))])
def test_what_is_damaged_beyond_reading_is_a_failed_check_too(house, bodies, seals):
    with behind_its_back(house) as file:
        file.execute("UPDATE batch SET bodies = ?, seals = ? WHERE key = (1 << 40) + 1", (bodies, seals))
        file.execute("UPDATE checkpoint SET note = x'00'")
        file.execute("DELETE FROM snapshot")
    start, whole = both(house)
    broken = {
        "seals of T1",
        "checkpoints of T1",
        "checkpoints of T2",
        "lit layout of T1",
        "pay table of T1",
        "ledger of T1",
    }
    assert set(start) == broken | {"rounds of T1", "index of T1"}
    assert set(whole) - {"log of T1"} == set(start)  # its leaves are bytes, which may still be read
