"""A damaged file of journals is made whole from a copy and from what is sound of itself, or nothing is changed."""

import json
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner
from house.script import clock, resumed
from journal.files import change_bodies
from journal.making import grow
from journal.signing import sign
from keeping.test_backup import heads, quiet
from keeping.test_selftest import make_house
from machines.people import GAMES
from machines.watch import photo

from taisai.cli.journals import keys_beside
from taisai.cli.repair import command
from taisai.house.desk import Desk
from taisai.journal.entry import Head
from taisai.journal.keys import load_private
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.keeping.backup import JOURNAL, BackupRefusal, backup
from taisai.keeping.repair import REPAIRED, repair
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

PIT = Person("pit", Role.PIT_MANAGER)


@pytest.fixture
def house(tmp_path):
    """With a copy of it as it was before the newest entries."""
    folder = tmp_path / "house"
    make_house(folder)
    backup(folder, tmp_path / "copy", clock(), quiet)
    with closing(open_for_writing(folder / JOURNAL, keys_beside(folder / JOURNAL))) as file:
        desk = Desk.resume(SqliteStore(file, "T1"), GAMES["rws-6/2"], clock)
        desk.do(Order("open again", PIT, c.OpenTable()))
        desk.do(Order("later", Person("dee", Role.DEALER), c.BuyIn(2, 700)))
        desk.do(Order("out", Person("dee", Role.DEALER), c.CashOut(2, "998877665544"), 0, PIT))
        desk.do(Order("back", Person("dee", Role.DEALER), c.BuyIn(3, 0, "998877665544")))
        grow(SqliteStore(file, "house"), 2)
    return folder


def damage(folder, seq, name="T1"):
    with closing(sqlite3.connect(folder / JOURNAL)) as file:
        (number,) = file.execute("SELECT number FROM journal WHERE name = ?", (name,)).fetchone()
        key = file.execute("SELECT max(key) FROM batch WHERE key <= ?", ((number << 40) + seq,)).fetchone()[0]
        change_bodies(file, lambda bodies: bodies.replace(b"seat", b"sait", 1) + b" ", "key = ?", key)
        file.commit()


def table(folder):
    with closing(open_for_reading(folder / JOURNAL, keys_beside(folder / JOURNAL))) as file:
        return photo(resumed(SqliteStore(file, "T1")))


def verified(folder):
    with closing(open_for_reading(folder / JOURNAL, keys_beside(folder / JOURNAL))) as file:
        return {name: SqliteStore(file, name).verify() for name in file.tables()}


def test_what_the_copy_has_comes_from_it_and_the_rest_is_kept(house, tmp_path):
    whole, ends = table(house), heads(house / JOURNAL)
    damage(house, 5)
    with pytest.raises(Refused):
        verified(house)
    made = repair(house, tmp_path / "copy", "2026-11-15T10:00:00Z", quiet)
    assert verified(house) == ends
    assert table(house) == whole
    assert made.journals["T1"].kept == 5
    assert made.journals["house"].kept == 2
    assert made.journals["T2"].kept == 0
    assert (house / made.aside).exists(), "the damaged file is never deleted"
    assert json.loads((house / REPAIRED).read_bytes())["aside"] == made.aside
    assert (house / JOURNAL).stat().st_mode & 0o777 == 0o600


def test_checkpoints_of_what_is_kept_are_kept_and_no_others(house, tmp_path):
    """Without them nobody would vouch for it, and the house would not start."""
    key = load_private(house / "keys")
    with closing(open_for_writing(house / JOURNAL, keys_beside(house / JOURNAL))) as file:
        store = SqliteStore(file, "T1")
        good = sign(store.head(), clock(), key)
        for note in (b"\0", sign(Head(store.head().seq, bytes(32)), clock(), key), good):
            store.add_checkpoint(note)
    before = checkpoints(tmp_path / "copy")
    damage(house, 5)
    repair(house, tmp_path / "copy", "2026-11-15T10:00:00Z", quiet)
    assert checkpoints(house) == [*before, good]


def checkpoints(folder):
    with closing(open_for_reading(folder / JOURNAL, keys_beside(folder / JOURNAL))) as file:
        return list(SqliteStore(file, "T1").checkpoints())


def test_claims_are_made_again(house, tmp_path):
    damage(house, 5)
    with closing(sqlite3.connect(house / JOURNAL)) as file:
        before = {key for (key,) in file.execute("SELECT key FROM claim")}
        file.execute("DELETE FROM claim")
        file.commit()
    repair(house, tmp_path / "copy", clock(), quiet)
    with closing(sqlite3.connect(house / JOURNAL)) as file:
        assert {key for (key,) in file.execute("SELECT key FROM claim")} == before


def test_damage_beyond_the_copy_changes_nothing(house, tmp_path):
    damage(house, heads(house / JOURNAL)["T1"].seq)
    before = (house / JOURNAL).read_bytes()
    with pytest.raises(Refused) as caught:
        repair(house, tmp_path / "copy", clock(), quiet)
    assert caught.value.code is JournalRefusal.CORRUPT
    assert (house / JOURNAL).read_bytes() == before
    assert not (house / REPAIRED).exists()
    assert not list(house.glob("*damaged*"))


def test_a_copy_that_is_damaged_itself_is_refused(house, tmp_path):
    damage(tmp_path / "copy", 5)
    with pytest.raises(Refused) as caught:
        repair(house, tmp_path / "copy", clock(), quiet)
    assert caught.value.code is JournalRefusal.CORRUPT


def test_a_file_that_cannot_be_opened_is_given_up_only_when_that_is_said(house, tmp_path):
    (house / JOURNAL).write_bytes(b"no database at all" * 100)
    with pytest.raises(Refused) as caught:
        repair(house, tmp_path / "copy", clock(), quiet)
    assert caught.value.code is BackupRefusal.DAMAGED
    assert "--give-up-rest" in caught.value.words
    made = repair(house, tmp_path / "copy", clock(), quiet, give_up=True)
    assert made.unreadable
    assert heads(house / JOURNAL) == heads(tmp_path / "copy" / JOURNAL)


def test_a_house_without_its_file_gets_the_copy(house, tmp_path):
    (house / JOURNAL).unlink()
    made = repair(house, tmp_path / "copy" / JOURNAL, clock(), quiet)
    assert (made.aside, made.unreadable) == ("", False)
    assert heads(house / JOURNAL) == heads(tmp_path / "copy" / JOURNAL)


def test_no_copy_and_a_running_house_are_refused(house, tmp_path):
    with pytest.raises(Refused) as caught:
        repair(house, tmp_path / "nowhere", clock(), quiet)
    assert caught.value.code is BackupRefusal.MISSING
    with closing(open_for_writing(house / JOURNAL, keys_beside(house / JOURNAL))), pytest.raises(Refused) as caught:
        repair(house, tmp_path / "copy", clock(), quiet)
    assert caught.value.code is JournalRefusal.LOCKED


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_the_command_says_what_came_from_where(house, tmp_path, flags):
    damage(house, 5)
    told = CliRunner().invoke(command, [str(house), str(tmp_path / "copy"), *flags], catch_exceptions=False)
    assert told.exit_code == 0
    if flags:
        assert json.loads(told.stdout)["journals"]["T1"]["kept"] == 5
    else:
        assert "5 kept" in told.stdout
        assert "the old file was renamed to journal.sqlite.damaged-" in told.stdout
