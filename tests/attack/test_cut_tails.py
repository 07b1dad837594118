"""A house whose journals have lost something does not start as if nothing were wrong."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time as clock
from contextlib import closing

import pytest
from attack.kit.files import database, rewrite
from attack.kit.houses import DEALT, SELF, credit_of, happened, opened
from attack.kit.logs import cut, length
from click.testing import CliRunner
from keeping.clear import backup_in_the_clear
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import house, settings_of
from warm import warm

from taisai.cli.write_off import command as write_off
from taisai.house.settings_writer import written
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.keys import PUBLIC_FILE, load_private, load_public
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.keeping.backup import restore
from taisai.keeping.marks import MarkRefusal, places, read_marks, write_marks
from taisai.rules.refusals import Refused
from taisai.table import commands as c

AT = "2026-11-15T10:00:00+00:00"


async def evening(folder, *tables, **more):
    async with house(folder, *(tables or (DEALT,)), **more) as server:
        await opened(server, "H", 1)
        await server.do("H", c.BuyIn(2, 700))


async def start(folder, *tables, look=lambda server: None, **more):
    async def started():
        async with house(folder, *(tables or (DEALT,)), **more) as server:
            return look(server)

    return await started()


async def refused(folder, *tables, **more):
    with pytest.raises(Refused) as caught:
        await start(folder, *tables, **more)
    return caught.value


@pytest.mark.parametrize("journal", ["H", "house"])
async def test_a_cut_tail_is_missed_at_the_start(tmp_path, journal):
    await evening(tmp_path)
    whole = length(tmp_path, journal)
    cut(tmp_path, journal, whole - 3)
    shorter = length(tmp_path, journal)
    found = await refused(tmp_path)
    assert found.code is MarkRefusal.BEHIND
    assert f"{journal} ends with entry {shorter}" in found.words
    assert f"entry {whole}" in found.words
    for way in ("taisai restore", "taisai repair", "taisai write-off"):
        assert way in found.words
    assert length(tmp_path, journal) == shorter, "nothing is written to what is cut"


async def test_a_history_of_the_same_length_with_another_end_is_found(tmp_path):
    await evening(tmp_path)
    rewrite(tmp_path, "H", length(tmp_path, "H") - 2, lambda line: line.replace(b'"amount":700', b'"amount":1'))
    with database(tmp_path) as file:
        file.execute("DELETE FROM checkpoint")
    assert "was not written by this house" in (await refused(tmp_path)).words


async def test_a_house_with_keys_and_no_journal_does_not_begin_anew(tmp_path):
    await evening(tmp_path)
    for path in tmp_path.glob("journal.sqlite*"):
        path.unlink()
    found = await refused(tmp_path)
    assert found.code is MarkRefusal.NO_JOURNAL
    assert "taisai restore" in found.words
    assert not (tmp_path / "journal.sqlite").exists()
    (tmp_path / "keys" / "marks.json").unlink()
    assert (await refused(tmp_path)).code is MarkRefusal.NO_JOURNAL, "its other keys are there"


async def test_keys_that_were_made_beforehand_are_no_house(tmp_path):
    from taisai.journal.keys import make_keys

    make_keys(tmp_path / "keys")
    assert await start(tmp_path, look=lambda server: bool(server.house.first_code))


async def test_a_table_whose_journal_is_gone_is_missed_and_one_that_is_new_is_not(tmp_path):
    await evening(tmp_path)
    await start(tmp_path, DEALT, SELF)
    with database(tmp_path) as file:
        file.execute("DELETE FROM journal WHERE name = 'E'")
    assert (await refused(tmp_path, DEALT, SELF)).code is MarkRefusal.BEHIND


async def test_marks_that_are_gone_or_forged_are_missed_too(tmp_path):
    await evening(tmp_path)
    path = tmp_path / "keys" / "marks.json"
    good = path.read_bytes()
    path.unlink()
    assert (await refused(tmp_path)).code is MarkRefusal.GONE
    for forged in (b"", b"{}", good.replace(b'"H":{"seq":', b'"H":{"seq":1'), good.replace(b'"H"', b'"X"')):
        path.write_bytes(forged)
        assert (await refused(tmp_path)).code is MarkRefusal.INVALID
    path.write_bytes(good)
    await start(tmp_path)


@pytest.mark.parametrize("place", ["mirror_folder", "checkpoints_folder"])
async def test_another_disk_remembers_what_the_house_s_own_has_forgotten(tmp_path, place):
    """Everything in the folder of the house is as it was an hour ago, its marks too."""
    more = {place: str(tmp_path / "other")}
    await evening(tmp_path / "house", **more)
    shutil.copytree(tmp_path / "house", tmp_path / "old")
    await start(tmp_path / "house", **more)
    shutil.rmtree(tmp_path / "house")
    (tmp_path / "old").rename(tmp_path / "house")
    if place == "mirror_folder":
        (tmp_path / "other" / "journal.sqlite").unlink()
        for path in (tmp_path / "other").glob("journal.sqlite-*"):
            path.unlink()
    assert (await refused(tmp_path / "house", **more)).code is MarkRefusal.BEHIND


@pytest.mark.parametrize("lost", ["its end", "its file"])
async def test_what_a_mirror_lost_while_the_house_was_stopped_is_critical_and_comes_back(tmp_path, lost):
    more = {"mirror_folder": str(tmp_path / "mirror")}
    await evening(tmp_path / "house", **more)
    whole = mirrored(tmp_path)
    assert not await start(tmp_path / "house", look=lambda server: happened(server, "data-lost"), **more)
    cut_mirror(tmp_path / "mirror", whole, lost)
    told = await start(tmp_path / "house", look=lambda server: happened(server, "data-lost"), **more)
    assert [one.severity for one in told] == ["critical"] * len(told)
    assert any(f" to {whole} of H, which it had before" in one.words for one in told)
    assert mirrored(tmp_path) == whole
    again = await start(tmp_path / "house", look=lambda server: happened(server, "data-lost"), **more)
    assert len(again) == len(told)


async def test_a_mirror_that_lacks_entries_after_a_kill_or_is_a_new_one_is_no_alarm(tmp_path):
    await evening(tmp_path / "house")
    more = {"mirror_folder": str(tmp_path / "mirror")}
    await start(tmp_path / "house", **more)
    marks = read_marks(
        tmp_path / "house" / "keys" / "marks.json", load_public(tmp_path / "house" / "keys" / PUBLIC_FILE)
    )
    assert marks.mirror == str(tmp_path / "mirror" / "journal.sqlite")
    for folder in (tmp_path / "house" / "keys", tmp_path / "mirror"):  # as they are when the process is killed
        write_marks(
            folder / "marks.json", replace(marks, stopped=False, mirror=""), load_private(tmp_path / "house" / "keys")
        )
    whole = mirrored(tmp_path)
    cut_mirror(tmp_path / "mirror", whole, "its end")
    assert not await start(tmp_path / "house", look=lambda server: happened(server, "data-lost"), **more)
    assert mirrored(tmp_path) == whole


def mirrored(folder):
    """The number of the last entry in the mirror, which needs the keys of its house."""
    keys = read_batch_keys(folder / "house" / "keys")
    with closing(SqliteStore.open_for_reading(folder / "mirror" / "journal.sqlite", "H", keys)) as store:
        return store.head().seq


def cut_mirror(folder, whole, lost):
    if lost == "its end":
        cut(folder, "H", whole - 2)
        return
    for path in folder.glob("journal.sqlite*"):
        path.unlink()


def run(folder, *flags, code=0):
    told = CliRunner().invoke(write_off, [str(folder), *flags], input="yes\n")
    assert told.exit_code == code, told.output
    return told.output


async def test_a_loss_that_somebody_answers_for_is_on_record_and_play_goes_on(tmp_path):
    await evening(tmp_path)
    whole = length(tmp_path, "H")
    cut(tmp_path, "H", whole - 1)
    told = run(tmp_path, "--reason", "the disk broke")
    assert "1 entry" in told or "entries" in told

    def look(server):
        (loss,) = happened(server, "data-lost")
        assert f"H: entry {whole}" in loss.words
        assert "the disk broke" in loss.words
        assert "user" in loss.by
        assert loss.severity == "critical"
        return credit_of(server, 2)

    assert await start(tmp_path, look=look) == 0
    await start(tmp_path, look=look)
    assert json.loads((tmp_path / "keys" / "marks.json").read_bytes())["marks"]["losses"] == []


async def test_a_loss_of_everything_is_on_record_too(tmp_path):
    await evening(tmp_path)
    whole = length(tmp_path, "H")
    for path in tmp_path.glob("journal.sqlite*"):
        path.unlink()
    run(tmp_path, "--reason", "stolen")
    assert f"{whole} entries" in await start(tmp_path, look=lambda server: happened(server, "data-lost")[0].words)


async def test_nothing_is_accepted_where_nothing_is_lost_or_nobody_agrees(tmp_path):
    await evening(tmp_path)
    with pytest.raises(Refused) as caught:
        CliRunner().invoke(write_off, [str(tmp_path), "--reason", "x", "--yes"], catch_exceptions=False)
    assert caught.value.code is MarkRefusal.NOTHING_LOST
    cut(tmp_path, "H", length(tmp_path, "H") - 1)
    told = CliRunner().invoke(write_off, [str(tmp_path), "--reason", "x"], input="no\n")
    assert told.exit_code == 1
    assert (await refused(tmp_path)).code is MarkRefusal.BEHIND


async def test_a_running_house_accepts_no_loss(tmp_path):
    async with house(tmp_path, DEALT):
        with pytest.raises(Refused) as caught:
            CliRunner().invoke(write_off, [str(tmp_path), "--reason", "x", "--yes"], catch_exceptions=False)
        assert caught.value.code is JournalRefusal.LOCKED


async def test_a_backup_that_is_older_than_the_marks_is_no_silent_way_back(tmp_path):
    more = {"checkpoints_folder": str(tmp_path / "out")}
    await evening(tmp_path / "house", **more)
    backup_in_the_clear(tmp_path / "house", tmp_path / "copy", AT, lambda *_: None)
    await start(tmp_path / "house", **more)
    restore(tmp_path / "copy", tmp_path / "again", lambda *_: None)
    assert (await refused(tmp_path / "again", **more)).code is MarkRefusal.BEHIND


@pytest.mark.parametrize("key", ["snapshot.key", "voucher.key", "taisai-private.pem"])
async def test_a_house_with_journals_does_not_start_without_one_of_its_keys_even_if_its_marks_are_gone_too(
    tmp_path, key
):
    await evening(tmp_path)
    for name in ("marks.json", key):
        (tmp_path / "keys" / name).rename(tmp_path / name)
    found = await refused(tmp_path)
    assert found.code in (JournalRefusal.KEY_MISSING, MarkRefusal.GONE)
    (tmp_path / "marks.json").rename(tmp_path / "keys" / "marks.json")
    assert (await refused(tmp_path)).code is JournalRefusal.KEY_MISSING
    assert not (tmp_path / "keys" / key).exists()
    (tmp_path / key).rename(tmp_path / "keys" / key)
    await start(tmp_path)


async def test_checkpoints_that_the_marks_know_of_are_missed_even_where_nothing_else_promises_them(tmp_path):
    """All checkpoints are gone, as if the house had never signed any."""
    await evening(tmp_path)
    with database(tmp_path) as file:
        file.execute("DELETE FROM checkpoint")
    with pytest.raises(Refused) as caught:
        await start(tmp_path)
    assert "checkpoints of H" in [check.name for check in caught.value.checks if not check.ok]


async def test_marks_are_in_every_place_and_only_the_owner_reads_them(tmp_path):
    more = {"mirror_folder": str(tmp_path / "m"), "checkpoints_folder": str(tmp_path / "a")}
    await evening(tmp_path / "house", **more)
    found = places(settings_of(tmp_path / "house", DEALT, **more))
    assert len(found) == 3
    for path in found:
        assert path.stat().st_mode & 0o777 == 0o600
        marks = json.loads(path.read_bytes())["marks"]["journals"]
        assert {name: mark["seq"] for name, mark in marks.items()} == {
            name: length(tmp_path / "house", name) for name in ("H", "house")
        }


async def test_a_place_that_cannot_be_written_stops_nothing_and_is_told(tmp_path):
    async with house(tmp_path / "house", DEALT, checkpoints_folder=str(tmp_path / "a")) as server:
        (tmp_path / "a").rename(tmp_path / "b")
        await opened(server, "H", 1)
        await server.house.caretaker._mark()
        server.house.caretaker._watch_marks()
        server.house.caretaker._write_notes()
        assert happened(server, "marks-lost")
        (tmp_path / "b").rename(tmp_path / "a")
        await server.house.caretaker._mark()
        server.house.caretaker._watch_marks()
        server.house.caretaker._write_notes()
        assert happened(server, "marks-back")


@pytest.mark.long
def test_a_mark_is_never_ahead_of_what_a_killed_house_had_written(tmp_path):
    moment = random.Random(7)
    code = "import taisai.server.caretaker as c; c.MARK_S = 0.01; from taisai.cli.main import main; main()"
    command = [sys.executable, "-c", code, "serve", "--folder", str(tmp_path), "--json"]
    environment = os.environ | {"TAISAI_PORT": "0"} | warm(tmp_path)
    (tmp_path / "taisai.toml").write_text(written(settings_of(tmp_path, SELF, demo=True)))
    for _ in range(6):
        child = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            line = child.stdout.readline()
            assert line, "it starts after every kill"
            text += line
        clock.sleep(moment.uniform(0.1, 2))
        child.send_signal(signal.SIGKILL)
        child.communicate(timeout=PATIENCE_S)
    marks = json.loads((tmp_path / "keys" / "marks.json").read_bytes())["marks"]["journals"]
    assert 10 < marks["E"]["seq"] <= length(tmp_path, "E")
