"""Backup and restore: the same house again, or nothing at all."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from stat import S_IMODE

import pytest
from house.script import clock, orders, resumed
from journal.files import change_bodies, journal_of
from journal.making import grow
from journal.test_disk import files_end_at
from keeping.clear import backup_in_the_clear
from keeping.test_selftest import make_house
from machines.watch import photo
from pyrage import x25519

from taisai.cli.journals import keys_beside
from taisai.house.key_files import make_batch_key
from taisai.house.settings import Settings
from taisai.house.signers import LABEL_FILE
from taisai.journal.batch_key import UNCHECKED, read_batch_keys
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing
from taisai.keeping.backup import (
    FORMAT,
    JOURNAL,
    KNOWN,
    MANIFEST,
    PUBLIC,
    RESTORED,
    SECRET,
    BackupRefusal,
    backup,
    journal_records,
    restore,
)
from taisai.keeping.backup_files import check_keys
from taisai.keeping.backup_key import read_public
from taisai.keeping.rotate import rotate
from taisai.keeping.selftest import self_test
from taisai.rules.refusals import Refused

TESTS = Path(__file__).parents[1]
ANOTHER = str(x25519.Identity.generate())
SETTINGS_TEXT = "# kept as it is\nport = 8081\n"


def quiet(*_):
    pass


def no_trace(folder, *expected):
    assert sorted(path.name for path in folder.iterdir()) == sorted(expected)


@pytest.fixture
def house(tmp_path):
    folder = tmp_path / "house"
    make_house(folder)
    rotate(Settings(folder=str(folder)), revoked=False)
    (folder / "taisai.toml").write_text(SETTINGS_TEXT)
    (folder / "keys" / LABEL_FILE).write_text("of a key in a token\n")
    return folder


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def heads(journal):
    with closing(open_for_reading(journal, UNCHECKED)) as file:
        return {name: SqliteStore(file, name).head() for name in file.tables()}


@pytest.mark.parametrize("name", ["copy", "copy.tar"])
@pytest.mark.parametrize("with_keys", [False, True])
def test_what_is_restored_is_what_was_backed_up(house, tmp_path, name, with_keys):
    out = tmp_path / name
    made = (backup_in_the_clear if with_keys else backup)(house, out, clock(), quiet)
    assert out.is_file() is name.endswith(".tar")
    again = tmp_path / "again"
    again.mkdir()  # an empty folder is as good as none
    assert restore(out, again, quiet) == made
    no_trace(tmp_path, "house", name, "again")
    assert heads(again / JOURNAL) == heads(house / JOURNAL)
    assert {name: record.seq for name, record in made.journals.items()} == {
        name: head.seq for name, head in heads(house / JOURNAL).items()
    }
    photos = []
    for journal in (house / JOURNAL, again / JOURNAL):
        with closing(open_for_writing(journal, keys_beside(house / JOURNAL))) as file:
            photos.append(photo(resumed(SqliteStore(file, "T1"))))
    assert photos[0] == photos[1]
    before, after = contents(house), contents(again)
    assert after.pop(RESTORED), "told of at the next start"
    for kept in ("keys/snapshot.key", "keys/backup.key", "keys/backup.pub"):
        assert before.pop(kept), "of no use elsewhere, or not for a backup to hold"
    assert before.keys() - after.keys() == (set() if with_keys else set(SECRET))
    assert all(before[name] == after[name] for name in after if not name.startswith(JOURNAL))


def test_a_restored_house_passes_the_self_test_and_goes_on(house, tmp_path):
    backup_in_the_clear(house, tmp_path / "copy", clock(), quiet)
    restore(tmp_path / "copy", tmp_path / "again", quiet)
    settings = Settings(folder=str(tmp_path / "again"))
    with closing(open_for_writing(settings.journal, keys_beside(settings.journal))) as file:
        stores = {name: SqliteStore(file, name) for name in file.tables()}
        assert [check for check in self_test(settings, stores, None, whole=True) if not check.ok] == []
        desk = resumed(stores["T1"])
        head = desk.head
        first = next(iter(orders()))
        assert desk.do(first).last <= head.seq  # an old order is still answered as it was
        assert file.connection.pragma("journal_mode") == "wal"


def test_secrets_stay_secret(house, tmp_path):
    backup_in_the_clear(house, tmp_path / "copy", clock(), quiet)
    backup_in_the_clear(house, tmp_path / "copy.tar", clock(), quiet)
    for name in ("copy", "copy.tar"):
        restore(tmp_path / name, tmp_path / f"from-{name}", quiet)
    assert S_IMODE((tmp_path / "copy.tar").stat().st_mode) == 0o600
    for folder in ("copy", "from-copy", "from-copy.tar"):
        assert S_IMODE((tmp_path / folder).stat().st_mode) == 0o700
        assert {S_IMODE((tmp_path / folder / name).stat().st_mode) for name in KNOWN} == {0o600}


@pytest.mark.parametrize("name", ["copy", "copy.tar"])
def test_private_keys_leave_the_house_for_a_public_key_or_not_at_all(house, tmp_path, name):
    """Whoever calls the function, too."""
    with pytest.raises(Refused) as refused:
        backup(house, tmp_path / name, clock(), quiet, with_keys=True)
    assert refused.value.code is BackupRefusal.KEYS_IN_THE_CLEAR
    no_trace(tmp_path, "house")
    secrets = [(house / kept).read_bytes() for kept in SECRET if (house / kept).exists()]
    backup(house, tmp_path / name, clock(), quiet)
    backup(house, tmp_path / "a.age", clock(), quiet, with_keys=True, public=read_public(house / "keys"))
    for made in (tmp_path / name, tmp_path / "a.age"):
        written = b"".join(path.read_bytes() for path in [made, *made.rglob("*")] if path.is_file())
        assert not any(secret in written for secret in secrets)


def test_the_manifest_can_be_checked_without_us(house, tmp_path):
    backup(house, tmp_path / "copy", clock(), quiet)
    manifest = json.loads((tmp_path / "copy" / MANIFEST).read_text())
    files = {name: content for name, content in contents(tmp_path / "copy").items() if name != MANIFEST}
    assert manifest["files"] == {name: sha256(content).hexdigest() for name, content in files.items()}
    assert set(manifest["journals"]) == {"T1", "T2", "house"}
    assert manifest["journals"]["house"]["balances"] == ""
    assert manifest["journals"]["T1"]["balances"] != manifest["journals"]["T2"]["balances"]


def test_progress_is_told_to_the_end(house, tmp_path):
    told = []
    backup(house, tmp_path / "copy", clock(), lambda *what: told.append(what))
    copying = [(done, of) for what, done, of in told if what == "copying"]
    checking = [(done, of) for what, done, of in told if what == "checking"]
    assert copying[-1][0] == copying[-1][1] > 1
    assert checking == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_house_that_never_stops_writing_is_backed_up(tmp_path, monkeypatch):
    monkeypatch.setattr("taisai.keeping.backup.PAGES", 1)  # many steps, between which the house writes
    (tmp_path / "house" / "keys").mkdir(parents=True)
    make_batch_key(tmp_path / "house" / "keys")
    command = [sys.executable, TESTS / "house" / "crashing.py", tmp_path / "house" / JOURNAL, "rws-6/2", "7", "by-hand"]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    seen = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        try:
            for place in range(4):
                acknowledged = 0
                for line in child.stdout:
                    word, *rest = line.split()
                    acknowledged = int(rest[-1]) if word == b"done" else acknowledged
                    if acknowledged > 400 * (place + 1):
                        break
                made = backup(tmp_path / "house", tmp_path / f"copy-{place}", clock(), quiet)
                assert made.journals["T1"].seq >= acknowledged
                seen.append(made.journals["T1"].seq)
        finally:
            child.kill()
    assert seen == sorted(set(seen))
    restore(tmp_path / "copy-3", tmp_path / "again", quiet)
    with (
        closing(
            SqliteStore.open(tmp_path / "again" / JOURNAL, "T1", keys_beside(tmp_path / "house" / JOURNAL))
        ) as again,
        closing(journal_of(tmp_path / "house" / JOURNAL, "T1")) as original,
    ):
        assert resumed(again).ledger.trial == 0
        assert list(again.read()) == list(original.read())[: seen[-1]]


def test_a_backup_is_of_one_moment(house, tmp_path, monkeypatch):
    monkeypatch.setattr("taisai.keeping.backup.PAGES", 1)
    turns = iter(range(10))
    with closing(SqliteStore.open(house / JOURNAL, "house", keys_beside(house / JOURNAL))) as store:
        before = store.head()
        made = backup(house, tmp_path / "copy", clock(), lambda *_: next(turns, None) is not None and grow(store, 1))
        assert store.head().seq == before.seq + 10
    assert (made.journals["house"].seq, made.journals["house"].seal) == (before.seq, before.seal.hex())


@pytest.mark.parametrize("number", [1, 3])
def test_a_house_with_a_damaged_journal_is_not_backed_up(house, tmp_path, number):
    with closing(sqlite3.connect(house / JOURNAL)) as file, file:
        file.execute("UPDATE batch SET seals = zeroblob(length(seals)) WHERE key = (? << 40) + 1", (number,))
    with pytest.raises(Refused) as refused:
        backup(house, tmp_path / "copy", clock(), quiet)
    assert refused.value.code is JournalRefusal.CORRUPT
    no_trace(tmp_path, "house")


@pytest.mark.parametrize("room", [0, 5_000, 40_000])
@pytest.mark.parametrize("name", ["copy", "copy.tar"])
def test_a_disk_that_fills_leaves_nothing(house, tmp_path, name, room):
    backup(house, tmp_path / "good", clock(), quiet)
    with files_end_at(room):
        for action in (
            lambda: backup(house, tmp_path / name, clock(), quiet),
            lambda: restore(tmp_path / "good", tmp_path / "again", quiet),
        ):
            with pytest.raises(Refused) as refused:
                action()
            assert refused.value.code in {BackupRefusal.FAILED, JournalRefusal.FAILED, JournalRefusal.FULL}
    no_trace(tmp_path, "house", "good")


@pytest.fixture
def copy(house, tmp_path):
    backup_in_the_clear(house, tmp_path / "copy", clock(), quiet)
    shutil.rmtree(house)
    return tmp_path / "copy"


def refusal(source, house):
    """Refused, and nothing is left behind."""
    before = {path.name for path in house.parent.iterdir()}
    with pytest.raises(Refused) as refused:
        restore(source, house, quiet)
    assert {path.name for path in house.parent.iterdir()} == before
    return refused.value


@pytest.mark.parametrize("name", KNOWN)
def test_a_changed_truncated_or_lost_file_is_named(copy, tmp_path, name):
    whole = (copy / name).read_bytes()
    for place in (0, len(whole) // 2, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 1
        for content in (bytes(changed), whole[:place]):
            (copy / name).write_bytes(content)
            found = refusal(copy, tmp_path / "again")
            assert (found.code, found.value) == (BackupRefusal.DAMAGED, name)
            assert f"{name} in {copy} is not what was backed up" in found.words
    (copy / name).unlink()
    assert f"{name} in {copy} is missing" in refusal(copy, tmp_path / "again").words


def test_a_tar_that_is_cut_anywhere_is_refused(house, tmp_path):
    backup(house, tmp_path / "copy.tar", clock(), quiet)
    whole = (tmp_path / "copy.tar").read_bytes()
    with tarfile.open(tmp_path / "copy.tar") as pack:
        *_, last = pack.getmembers()
        ends = [member.offset for member in pack.getmembers()] + [last.offset_data + last.size]
    places = sorted({0, 1, 511, 512, *ends, *(end + 700 for end in ends[:-1]), ends[-1] - 1})
    codes = set()
    for place in places:
        (tmp_path / "cut.tar").write_bytes(whole[:place])
        codes.add(refusal(tmp_path / "cut.tar", tmp_path / "again").code)
    assert codes == {BackupRefusal.INVALID, BackupRefusal.DAMAGED}
    restore(tmp_path / "copy.tar", tmp_path / "again", quiet)


def test_a_tar_with_a_damaged_header_is_refused(house, tmp_path):
    backup(house, tmp_path / "copy.tar", clock(), quiet)
    whole = (tmp_path / "copy.tar").read_bytes()
    with tarfile.open(tmp_path / "copy.tar") as pack:
        offsets = [member.offset for member in pack.getmembers()]
    for place in (offset + step for offset in offsets for step in range(0, 300, 23)):
        changed = bytearray(whole)
        changed[place] ^= 0x41
        (tmp_path / "bad.tar").write_bytes(changed)
        assert refusal(tmp_path / "bad.tar", tmp_path / "again").code in {BackupRefusal.INVALID, BackupRefusal.DAMAGED}


def test_a_tar_that_holds_a_file_twice_is_refused(house, tmp_path):
    backup(house, tmp_path / "copy.tar", clock(), quiet)
    with tarfile.open(tmp_path / "copy.tar", "a") as pack:
        pack.add(house / "taisai.toml", "taisai.toml")
    found = refusal(tmp_path / "copy.tar", tmp_path / "again")
    assert (found.code, found.value) == (BackupRefusal.INVALID, "taisai.toml")


def rehash(copy, change):
    """Somebody who knows about the manifest."""
    manifest = json.loads((copy / MANIFEST).read_text())
    manifest["files"] = {name: sha256((copy / name).read_bytes()).hexdigest() for name in manifest["files"]}
    change(manifest)
    (copy / MANIFEST).write_text(json.dumps(manifest))


def test_an_entry_that_was_changed_with_the_manifest_is_found_by_its_seal(copy, tmp_path):
    with closing(sqlite3.connect(copy / JOURNAL)) as file, file:
        change_bodies(file, lambda bodies: bodies.replace(b"1000", b"9000"))
    rehash(copy, lambda _: None)
    found = refusal(copy, tmp_path / "again")
    assert (found.code, found.value) == (BackupRefusal.DAMAGED, JOURNAL)
    assert found.words.startswith(f"{JOURNAL} in {copy}: the seal of entry ")


def test_a_journal_that_was_made_up_whole_is_not_what_the_house_wrote(copy, tmp_path):
    """Sealed anew from the first entry on."""
    with closing(SqliteStore.open(copy / JOURNAL, "T1", UNCHECKED)) as store:
        bodies = [entry.body.replace(b"1000", b"9000") for entry in store.read()]
        after = store.head()._replace(seq=0, seal=bytes(32))
        seals = sealed_bodies(after, bodies)
    with closing(sqlite3.connect(copy / JOURNAL)) as file, file:
        file.execute("DELETE FROM batch WHERE key < 2 << 40")
        row = ((1 << 40) + 1, bytes(32), b"".join(entry.seal for entry in seals), b"\n".join(bodies))
        file.execute("INSERT INTO batch VALUES (?, 0, 1, ?, x'', ?, ?)", row)
        file.execute("PRAGMA journal_mode = delete")
    (copy / f"{JOURNAL}.lock").unlink()
    rehash(copy, lambda _: None)
    found = refusal(copy, tmp_path / "again")
    assert (found.code, found.value) == (BackupRefusal.DAMAGED, JOURNAL)
    assert "was not written by this house" in found.words


def other_balances(manifest):
    manifest["journals"]["T2"]["balances"] = "0" * 64


def one_table_less(manifest):
    del manifest["journals"]["T2"]


def one_table_more(manifest):
    manifest["journals"]["T9"] = manifest["journals"]["T2"]


@pytest.mark.parametrize("change", [other_balances, one_table_less, one_table_more])
def test_a_manifest_that_says_something_else_is_refused(copy, tmp_path, change):
    rehash(copy, change)
    found = refusal(copy, tmp_path / "again")
    assert (found.code, found.value) == (BackupRefusal.DIFFERS, "T9" if change is one_table_more else "T2")


def test_a_backup_cannot_write_elsewhere(copy, tmp_path):
    (tmp_path / "secret").write_text("not yours")
    (copy / "taisai.toml").unlink()
    (copy / "taisai.toml").symlink_to(tmp_path / "secret")
    assert refusal(copy, tmp_path / "again").value == "taisai.toml"
    for name in ("../escaped", "/tmp/taisai-escaped", "keys/../../escaped"):
        with tarfile.open(tmp_path / "evil.tar", "w") as pack:
            pack.add(tmp_path / "secret", name)
            pack.getmembers()[0].name = name
        found = refusal(tmp_path / "evil.tar", tmp_path / "again")
        assert found.code is BackupRefusal.INVALID
    link = tarfile.TarInfo("taisai.toml")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    with tarfile.open(tmp_path / "link.tar", "w") as pack:
        pack.addfile(link)
    assert refusal(tmp_path / "link.tar", tmp_path / "again").value == "taisai.toml"


def made(folder):
    make_house(folder / "house")
    backup(folder / "house", folder / "copy", clock(), quiet)
    return folder / "copy"


def existing(folder):
    made(folder)
    made_again = folder / "house"
    backup(made_again, folder / "copy", clock(), quiet)


def invalid(folder):
    (made(folder) / MANIFEST).write_text("{")
    restore(folder / "copy", folder / "again", quiet)


def too_new(folder):
    rehash(made(folder), lambda manifest: manifest.update({"taisai-backup": FORMAT + 1}))
    restore(folder / "copy", folder / "again", quiet)


def encrypted(folder):
    make_house(folder / "house")
    backup(folder / "house", folder / "copy.age", clock(), quiet, public=read_public(folder / "house" / "keys"))
    return folder / "copy.age"


def damaged(folder):
    (made(folder) / JOURNAL).unlink()
    restore(folder / "copy", folder / "again", quiet)


def differing(folder):
    rehash(made(folder), one_table_less)
    restore(folder / "copy", folder / "again", quiet)


PROVOCATIONS = {
    BackupRefusal.MISSING: lambda folder: restore(folder / "none", folder / "again", quiet),
    BackupRefusal.EXISTS: existing,
    BackupRefusal.FOLDER_TAKEN: lambda folder: restore(made(folder), folder / "house", quiet),
    BackupRefusal.INVALID: invalid,
    BackupRefusal.TOO_NEW: too_new,
    BackupRefusal.DAMAGED: damaged,
    BackupRefusal.DIFFERS: differing,
    BackupRefusal.FAILED: lambda folder: restore(made(folder), folder / "none" / "again", quiet),
    BackupRefusal.KEY_WANTED: lambda folder: restore(encrypted(folder), folder / "again", quiet),
    BackupRefusal.KEY_WRONG: lambda folder: restore(encrypted(folder), folder / "again", quiet, secret=ANOTHER),
    BackupRefusal.KEYS_IN_THE_CLEAR: lambda folder: check_keys(folder / "copy", with_keys=True, plain=True),
}


def test_every_code_is_provoked():
    assert list(PROVOCATIONS) == list(BackupRefusal)


@pytest.mark.parametrize("code", PROVOCATIONS, ids=lambda code: code.value)
def test_a_refusal_has_code_words_and_value_and_says_what_to_do(tmp_path, code):
    with pytest.raises(Refused) as refused:
        PROVOCATIONS[code](tmp_path)
    assert refused.value.code is code
    assert "; " in refused.value.words
    assert refused.value.value != ""
    assert not list(tmp_path.glob(".*"))
    assert not (tmp_path / "again").exists()


def test_a_house_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Refused) as refused:
        backup(tmp_path / "none", tmp_path / "copy", clock(), quiet)
    assert refused.value.code is JournalRefusal.MISSING
    no_trace(tmp_path)


def test_keys_that_are_asked_for_and_not_there_are_told(house, tmp_path):
    (house / "keys" / "voucher.key").unlink()
    with pytest.raises(Refused) as refused:
        backup_in_the_clear(house, tmp_path / "copy", clock(), quiet)
    assert "voucher.key" in refused.value.words
    no_trace(tmp_path, "house")


def test_a_copy_can_be_read_where_nothing_can_be_written(house, tmp_path):
    backup(house, tmp_path / "copy", clock(), quiet)
    before = set(contents(tmp_path / "copy"))
    assert set(journal_records(tmp_path / "copy" / JOURNAL, read_batch_keys(house / "keys"), quiet)) == {
        "T1",
        "T2",
        "house",
    }
    assert set(contents(tmp_path / "copy")) == before == {JOURNAL, MANIFEST, *PUBLIC}
