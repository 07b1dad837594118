"""The doctor says what is wrong and what to do, and touches nothing."""

import json
import os
import resource
from contextlib import closing, contextmanager

import pytest
from click.testing import CliRunner
from house.script import GAME
from keeping.test_selftest import make_house

from taisai.cli.doctor import command
from taisai.cli.journals import keys_beside
from taisai.house.desk import Desk
from taisai.house.key_files import made_key
from taisai.house.settings import PREFIX
from taisai.house.settings_writer import written
from taisai.house.setup import Setup
from taisai.journal.keys import make_keys
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.keeping import software
from taisai.keeping.backup_key import forget_secret, make_backup_keys


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """What the doctor says; the code must be that of a house with something, or nothing, to fix."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)

    def ask(*args, code=0):
        told = CliRunner().invoke(command, [str(arg) for arg in args])
        assert told.exit_code == code, told.output
        return told.output

    return ask


@pytest.fixture
def house(tmp_path):
    settings = make_house(tmp_path / "house")
    settings.file.touch(mode=0o600)
    settings.file.write_text(written(settings))
    forget_secret(settings.keys_folder)
    return settings


def lines(told, mark):
    return [line for line in told.splitlines() if line.startswith(mark)]


def test_a_house_that_does_not_exist_yet(ask, tmp_path):
    told = ask()
    assert "no house in" in told
    assert "taisai serve creates its keys, database and first account" in told
    assert "demo floor: T1 (electronic tumbler, house game with the pay table rws-6/2), T2 (nz-2008/1)\n" in told
    assert "Python 3.11" in told
    assert lines(told, "✗") == []
    assert list(tmp_path.iterdir()) == []


def test_a_sound_house(ask, house, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    told = ask("house")
    assert lines(told, "✗") == lines(told, "!") == []
    for part in (
        "settings",
        "machine",
        "disk",
        "database",
        "clock",
        "keys",
        "voucher key",
        "seals of T1",
        "ledger of T2",
    ):
        assert f"✓ {part}: " in told
    assert "no process is writing to it" in told
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_the_same_for_machines(ask, house):
    document = json.loads(ask("house", "--whole", "--json"))
    assert document["ok"] is True
    assert document["folder"] == house.folder
    assert {finding["level"] for finding in document["found"]} == {"good"}
    seals = next(finding for finding in document["found"] if finding["area"] == "seals of T1")
    assert "entries after 0" in seals["words"]


def test_a_running_house_is_only_read(ask, house):
    with closing(open_for_writing(house.journal, keys_beside(house.journal))) as file:
        SqliteStore(file, "T1")
        told = ask("house")
    assert f"process {os.getpid()} on " in told
    assert lines(told, "✗") == []


def test_a_house_that_was_brought_here_without_its_lock(ask, house):
    house.journal.with_name("journal.sqlite.lock").unlink()
    assert "no process is writing to it" in ask("house")


def test_settings_that_do_not_fit_are_all_told(ask, house, monkeypatch):
    house.file.write_text(house.file.read_text().replace("\nport = 8080", "\nport = -1") + "seat = 8\n")
    monkeypatch.setenv("TAISAI_DEMO", "perhaps")
    told = ask("house", code=1)
    wrong = lines(told, "✗ settings")
    assert len(wrong) == 3
    assert "port: not valid: -1" in wrong[0]
    assert "table.seat: unknown name: seat (did you mean seats?)" in wrong[1]
    assert "TAISAI_DEMO: not valid: perhaps" in wrong[2]
    assert "✓ settings" not in told
    assert "✓ seals of T1" in told


def test_what_the_self_test_finds_is_to_be_mended(ask, house):
    house.voucher_key.chmod(0o644)
    told = ask("house", code=1)
    assert lines(told, "✗") == [
        f"✗ voucher key: other users can read {house.voucher_key}; run chmod 600 {house.voucher_key}"
    ]
    assert told.endswith(" 0 to look at, 1 to fix\n")
    document = json.loads(ask("house", "--json", code=1))
    assert document["ok"] is False


def test_a_database_of_somebody_else(ask, house):
    house.journal.write_bytes(b"something else altogether" * 100)
    assert "is not a taisai journal" in "".join(lines(ask("house", code=1), "✗ database"))


def test_what_others_can_get_at_and_a_key_that_nobody_took_away(ask, house):
    house.journal.chmod(0o640)
    make_backup_keys(house.keys_folder, anew=True)
    told = lines(ask("house"), "!")
    assert told[0].startswith(f"! rights: other users can access {house.journal}; the next start fixes this")
    assert "move it off: taisai keys backup" in told[-1]


def test_keys_without_a_database_are_to_be_mended_unless_they_were_made_beforehand(ask, tmp_path):
    make_keys(tmp_path / "house" / "keys")
    assert "yet; taisai serve creates it" in "".join(lines(ask("house"), "✓ database"))
    made_key(tmp_path / "house" / "keys" / "voucher.key")
    told = ask("house", code=1)
    assert "taisai restore" in "".join(lines(told, "✗ database"))
    assert told.endswith("1 to fix\n")


@contextmanager
def files_allowed(number):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_too_few_open_files_for_the_seats(ask):
    with files_allowed(215):
        assert "215 open files allowed, 216 needed for 16 seats; allow more: ulimit -n 216" in ask(code=1)
    with files_allowed(216):
        ask()


def test_a_clock_before_the_newest_entry(ask, tmp_path, house):
    with closing(open_for_writing(house.journal, keys_beside(house.journal))) as file:
        Desk.install(SqliteStore(file, "T9"), GAME, Setup("T9"), lambda: "2999-01-01T00:00:00+00:00")
    assert "before the newest entry, 2999-01-01" in "".join(lines(ask("house", code=1), "✗ clock"))


def test_entries_without_a_time_do_not_matter(ask, house):
    with closing(open_for_writing(house.journal, keys_beside(house.journal))) as file:
        Desk.install(SqliteStore(file, "T9"), GAME, Setup("T9"), lambda: "evening")
    assert "✓ clock: " in ask("house")


def test_a_clock_before_the_software_was_made(ask, monkeypatch):
    monkeypatch.setattr("taisai.cli.doctor.now", lambda: "1970-01-01T00:00:05+00:00")
    assert f"before the release of this software, {software.RELEASED}" in "".join(lines(ask(code=1), "✗ clock"))


def test_a_clock_that_jumps(ask, monkeypatch):
    times = iter(["2027-01-01T00:00:00+00:00", "2027-01-01T00:00:09+00:00"])
    ticks = iter([100.0, 100.1])
    monkeypatch.setattr("taisai.cli.doctor.now", lambda: next(times))
    monkeypatch.setattr("taisai.cli.doctor.monotonic", lambda: next(ticks))
    assert "the clock jumped by 8.9 s just now; set the clock" in "".join(lines(ask(code=1), "✗ clock"))


def test_a_place_where_nothing_can_be_written(ask):
    told = lines(ask("/proc/taisai-house", code=1), "✗ disk")
    assert "0 MiB free at /proc; free some" in told[0]
    assert "/proc cannot be written" in told[1]


def test_a_slow_or_small_disk_is_worth_a_look(ask, monkeypatch):
    monkeypatch.setattr("taisai.cli.doctor.FLUSH_SLOW_MS", -1)
    monkeypatch.setattr("taisai.cli.doctor.ROOM_WANTED", 2**70)
    told = lines(ask(), "! disk")
    assert "play stops when the disk is full" in told[0]
    assert "a faster disk makes wagers faster" in told[1]
