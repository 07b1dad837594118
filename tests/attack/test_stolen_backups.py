"""Whoever gets hold of a backup, or looks into the folders of a house, learns nothing."""

import asyncio
import json
import os
import sqlite3

import pytest
from attack.kit.houses import CREDIT, DEALT, credit_of, happened, opened
from click.testing import CliRunner
from keeping.clear import backup_in_the_clear
from pyrage import x25519
from server.making import house, settings_of, until

from taisai.cli.backup import command as backup
from taisai.cli.keys import command as keys
from taisai.cli.restore import command as restore
from taisai.house.settings_writer import written
from taisai.journal.refusals import JournalRefusal
from taisai.keeping import backup as backups
from taisai.keeping.backup_files import BackupRefusal
from taisai.rules.refusals import Refused

TOLD = (b"SQLite format 3", b"first.manager", b"dee.dealer", b"argon2", b"rws-6", b"nz-2008", b"PUBLIC KEY")


@pytest.fixture
def folder(tmp_path):
    async def evening():
        async with house(tmp_path / "house", DEALT) as server:
            await opened(server, "H", 1)

    (tmp_path / "house").mkdir(mode=0o700)
    settings = settings_of(tmp_path / "house", DEALT)
    settings.file.write_text(written(settings))
    asyncio.run(evening())
    return tmp_path / "house"


def run(command, *args, code=0, typed=""):
    told = CliRunner().invoke(command, [str(arg) for arg in args], input=typed, catch_exceptions=code != 0)
    assert told.exit_code == code, told.output
    return told


def secret_of(folder):
    return (folder / "keys" / "backup.key").read_text().strip()


def test_a_backup_is_closed_to_whoever_has_not_the_key(folder, tmp_path):
    secret = secret_of(folder)
    run(backup, folder, tmp_path / "monday.tar")
    file = tmp_path / "monday.tar.age"
    content = file.read_bytes()
    assert content.startswith(b"age-encryption.org/v1\n")
    assert [told for told in TOLD if told in content] == []
    assert file.stat().st_mode & 0o777 == 0o600
    refused = run(restore, file, tmp_path / "x", code=1, typed=f"{x25519.Identity.generate()}\n").exception
    assert refused.code is BackupRefusal.KEY_WRONG
    with pytest.raises(Refused) as caught:
        backups.restore(file, tmp_path / "x", lambda *_: None)
    assert caught.value.code is BackupRefusal.KEY_WANTED
    for damaged in (content[:-1], content[: len(content) // 2], content[:5000] + b"\0" + content[5001:]):
        (tmp_path / "bad.age").write_bytes(damaged)
        refused = run(restore, tmp_path / "bad.age", tmp_path / "x", code=1, typed=secret + "\n").exception
        assert refused.code in {BackupRefusal.DAMAGED, BackupRefusal.INVALID}
    assert not (tmp_path / "x").exists()


async def test_whoever_has_the_key_gets_the_house_back(folder, tmp_path):
    secret = secret_of(folder)
    run(backup, folder, tmp_path / "monday.age", "--with-keys")
    typed = " ".join(secret[place : place + 4] for place in range(0, len(secret), 4))
    run(restore, tmp_path / "monday.age", tmp_path / "again", typed=f"{typed}\n")
    (tmp_path / "usb").write_text(f"# a note\n{secret}\n")
    run(restore, tmp_path / "monday.age", tmp_path / "once more", "--key", tmp_path / "usb")

    async def look():
        async with house(tmp_path / "again", DEALT) as server:
            return credit_of(server, 1)

    assert await look() == CREDIT


def test_nothing_that_can_be_read_ever_lies_where_backups_go(folder, tmp_path):
    there, seen = tmp_path / "nas", []
    there.mkdir()

    def look(*_):
        seen.extend(path for path in there.rglob("*") if path.is_file() and b"SQLite" in path.read_bytes()[:100])

    public = (folder / "keys" / "backup.pub").read_text().strip()
    backups.backup(folder, there / "x.age", "2026-11-15T10:00:00Z", look, public=public)
    assert seen == []
    assert [path.name for path in there.iterdir()] == ["x.age"]
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_who_wants_it_plain_says_so(folder, tmp_path):
    run(backup, folder, tmp_path / "copy", "--plain")
    with sqlite3.connect(tmp_path / "copy" / "journal.sqlite") as file:
        assert file.execute("SELECT count(*) FROM snapshot").fetchone() == (0,)
    for path in (tmp_path / "copy").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_house_that_has_no_key_yet_is_not_backed_up_in_the_clear_by_mistake(folder, tmp_path):
    (folder / "keys" / "backup.pub").unlink()
    refused = run(backup, folder, tmp_path / "x", code=1).exception
    assert refused.code is JournalRefusal.KEY_MISSING
    assert not (tmp_path / "x").exists()


async def test_the_daily_backup_is_encrypted_too(tmp_path):
    async with house(tmp_path / "house", DEALT, backup_folder=str(tmp_path)) as server:
        await server.house.caretaker._back_up()
        (made,) = tmp_path.glob("backup-*")
        assert made.name.endswith(".tar.age")
        assert made.read_bytes().startswith(b"age-encryption.org/v1\n")


async def test_the_owner_takes_the_key_away_and_backups_go_on(folder, tmp_path):
    secret = secret_of(folder)
    told = run(keys, "backup", folder, "--keep")
    assert secret in told.output
    assert secret_of(folder) == secret
    run(keys, "backup", folder, typed="WRONGXYZ\n", code=1)
    assert secret_of(folder) == secret, "whoever has not written it down does not lose it"
    run(keys, "backup", folder, typed=f"{secret[-8:].lower()}\n")
    assert not (folder / "keys" / "backup.key").exists()
    assert "was already moved off this machine" in run(keys, "backup", folder).output
    run(backup, folder, tmp_path / "later.age")
    run(restore, tmp_path / "later.age", tmp_path / "again", typed=f"{secret}\n")

    async with house(folder, DEALT) as server:
        await until(lambda: happened(server, "backup-key-taken"))
        assert "user" in happened(server, "backup-key-taken")[0].by


def test_the_key_can_go_to_a_file_and_be_made_anew(folder, tmp_path):
    first = secret_of(folder)
    run(keys, "backup", folder, "--out", tmp_path / "usb")
    assert first in (tmp_path / "usb").read_text()
    assert (tmp_path / "usb").stat().st_mode & 0o777 == 0o600
    assert not (folder / "keys" / "backup.key").exists()
    shown = json.loads(run(keys, "backup", folder, "--new", "--json").output)
    assert shown["secret"] == secret_of(folder) != first
    run(backup, folder, tmp_path / "x.age")
    assert run(restore, tmp_path / "x.age", tmp_path / "y", "--key", tmp_path / "usb", code=1).exception


@pytest.fixture
def anybody():
    before = os.umask(0)
    yield
    os.umask(before)


async def test_whoever_starts_a_house_its_files_are_the_owner_s_alone(tmp_path, anybody):
    places = {name: str(tmp_path / name) for name in ("checkpoints_folder", "mirror_folder", "keys_tumbler_folder")}

    def check():
        for path in (tmp_path / "house", *tmp_path.rglob("*")):
            assert path.stat().st_mode & 0o077 == 0, path

    async with house(tmp_path / "house", DEALT, **places) as server:
        await opened(server, "H", 1)
        check()
    check()
    public = (tmp_path / "house" / "keys" / "backup.pub").read_text().strip()
    backups.backup(tmp_path / "house", tmp_path / "a.age", "2026-11-15", lambda *_: None, public=public)
    backup_in_the_clear(tmp_path / "house", tmp_path / "a", "2026-11-15", lambda *_: None)
    backups.backup(tmp_path / "house", tmp_path / "a.tar", "2026-11-15", lambda *_: None)
    backups.restore(tmp_path / "a.tar", tmp_path / "b", lambda *_: None)
    check()
    for path in [tmp_path / "house", *(tmp_path / "house").glob("journal*"), tmp_path / "mirror_folder"]:
        path.chmod(path.stat().st_mode | 0o055)
    await play_again(tmp_path / "house", places)
    check()


async def play_again(folder, places):
    async with house(folder, DEALT, **places):
        pass


async def test_a_key_that_others_could_read_is_not_quietly_closed(tmp_path):
    """It was open, so it may have been read: the house says so and does not start."""
    await play_again(tmp_path, {})
    (tmp_path / "keys" / "voucher.key").chmod(0o644)
    with pytest.raises(Refused) as caught:
        await play_again(tmp_path, {})
    assert "voucher key" in caught.value.words


def test_every_command_writes_for_its_owner_alone(tmp_path, anybody, monkeypatch):
    from taisai.cli.main import main

    monkeypatch.setattr("sys.argv", ["taisai", "keys", str(tmp_path / "keys")])
    with pytest.raises(SystemExit):
        main()
    for path in (tmp_path / "keys").iterdir():
        assert path.stat().st_mode & 0o077 == 0
