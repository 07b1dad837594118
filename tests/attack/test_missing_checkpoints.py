"""History that no checkpoint vouches for, where checkpoints should stand, is not believed."""

import json
import subprocess
import sys
from contextlib import closing

import pytest
from attack.kit.clocks import Time
from attack.kit.files import database, number_of, rewrite
from attack.kit.houses import DEALT, opened, played
from attack.kit.logs import checkpoints, forget_marks, read, take_checkpoints_away
from server.making import house, settings_of

from taisai.cli.journals import keys_beside
from taisai.journal import verify_taisai
from taisai.journal.export import export, note_in
from taisai.journal.keys import PUBLIC_FILE
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.keeping import selftest
from taisai.rules.refusals import Refused
from taisai.server.checks import SelfTestFailed

ROUNDS = 20
JUMPS = (86_400, -3 * 86_400, 7_200)


@pytest.fixture
def time(monkeypatch):
    return Time(monkeypatch)


async def evening(folder, time, rounds=ROUNDS, **more):
    async with house(folder, DEALT, **more) as server:
        await opened(server, "H", 1)
        await played(server, time, rounds)


def verified(folder, journal="H", *more):
    """As an outsider does it, who has the public key."""
    path = folder / f"{journal}.jsonl"
    path.unlink(missing_ok=True)
    with closing(open_for_reading(folder / "journal.sqlite", keys_beside(folder / "journal.sqlite"))) as file:
        export(SqliteStore(file, journal), journal, path)
    command = [sys.executable, verify_taisai.__file__, path, "--key", folder / "keys" / PUBLIC_FILE, "--json", *more]
    return json.loads(subprocess.run(command, capture_output=True, check=False).stdout)


def failing(folder, journal="H", *, whole=False):
    """What the self-test says of a journal's checkpoints, before anything else is done."""
    settings = settings_of(folder, DEALT)
    with closing(open_for_reading(settings.journal, keys_beside(settings.journal))) as file:
        stores = {name: SqliteStore(file, name) for name in file.tables()}
        checks = selftest.self_test(settings, stores, None, whole=whole)
    return [check.words for check in checks if check.name == f"checkpoints of {journal}" and not check.ok]


async def start_again(folder):
    async with house(folder, DEALT):
        pass


async def test_play_is_signed_each_minute_and_passes(tmp_path, time):
    await evening(tmp_path, time)
    times = [checkpoint.at[:16] for checkpoint in checkpoints(tmp_path)]
    assert len({*times}) >= ROUNDS * 30 // 60
    assert {checkpoint.every_s for checkpoint in checkpoints(tmp_path)} == {60}
    for whole in (False, True):
        assert failing(tmp_path, whole=whole) == failing(tmp_path, "house", whole=whole) == []
    for journal in ("H", "house"):
        assert verified(tmp_path, journal)["sound"]


async def test_what_was_written_after_the_last_checkpoint_that_is_left_is_not_believed(tmp_path, time):
    """The end is rewritten, and the checkpoints that knew better are gone: nothing else is wrong with it."""
    await evening(tmp_path, time)
    kept = checkpoints(tmp_path)[1].size
    rewrite(
        tmp_path, "H", kept, lambda line: line.replace(b'"by":{"name":"a member', b'"by":{"name":"b member'), keyed=True
    )
    take_checkpoints_away(tmp_path, "H", kept)
    with pytest.raises(Refused):
        await start_again(tmp_path)
    forget_marks(tmp_path)
    (told,) = failing(tmp_path)
    assert f"entry {kept + 1}" in told
    assert failing(tmp_path, whole=True)
    report = verified(tmp_path)
    assert (report["sound"], report["bad_seq"]) == (False, kept + 1)
    with pytest.raises(SelfTestFailed) as caught:
        await start_again(tmp_path)
    assert "checkpoints of H" in [check.name for check in caught.value.checks if not check.ok]


async def test_the_house_s_own_journal_is_held_to_the_same(tmp_path, time):
    async with house(tmp_path, DEALT) as server:
        for place in range(20):
            time.goes_on(30)
            server.employ(f"new.{place}", server.register.staff()[0].role)
    assert verified(tmp_path, "house")["sound"]
    kept = checkpoints(tmp_path, "house")[1].size
    take_checkpoints_away(tmp_path, "house", kept)
    forget_marks(tmp_path)
    assert failing(tmp_path, "house")
    assert not verified(tmp_path, "house")["sound"]


async def test_a_gap_in_the_middle_is_found_by_the_whole_test_and_by_an_outsider(tmp_path, time):
    await evening(tmp_path, time)
    seqs = [checkpoint.size for checkpoint in checkpoints(tmp_path)]
    with database(tmp_path) as file:
        rows = file.execute("SELECT number FROM checkpoint WHERE journal = ?", (number_of(file, "H"),)).fetchall()
        for (number,) in rows[1:-1]:
            file.execute("DELETE FROM checkpoint WHERE number = ?", (number,))
    assert failing(tmp_path) == []
    assert f"entry {seqs[0] + 1}" in failing(tmp_path, whole=True)[0]
    assert verified(tmp_path)["bad_seq"] == seqs[0] + 1


async def test_a_key_without_a_single_checkpoint_proves_nothing(tmp_path, time):
    await evening(tmp_path, time, 2)
    take_checkpoints_away(tmp_path, "H")
    report = verified(tmp_path)
    assert not report["sound"]
    assert "no checkpoint" in report["bad_why"]


@pytest.mark.parametrize("jump_s", JUMPS)
async def test_a_clock_that_is_set_and_a_table_that_rests_are_no_forgery(tmp_path, time, jump_s):
    async with house(tmp_path, DEALT) as server:
        await opened(server, "H", 1)
        for _ in range(4):
            await played(server, time, 3)
            time.goes_on(jump_s)
            await played(server, time, 1)
    assert verified(tmp_path)["sound"]
    assert failing(tmp_path) == failing(tmp_path, whole=True) == []
    await start_again(tmp_path)


async def test_a_process_that_is_killed_starts_again_however_often(tmp_path, time, monkeypatch):
    """Nothing is signed at the end, as when the power fails."""

    for pause_s in (10, 100_000, 600, 90, 10_000_000):
        async with house(tmp_path, DEALT) as server:
            if not server.table("H").desk.table.seats[1].credit:
                await opened(server, "H", 1)
            await played(server, time, 5)
            monkeypatch.setattr(type(server.house), "sign_head", lambda *_: None)
            monkeypatch.setattr(type(server.table("H").desk), "sign_head", lambda *_: None)
        monkeypatch.undo()
        again = Time(monkeypatch)
        again.at_s = time.at_s + pause_s
        time = again
    assert failing(tmp_path, whole=True) == failing(tmp_path, "house", whole=True) == []
    assert verified(tmp_path)["sound"]


async def test_starts_that_fail_do_not_make_the_next_one_fail(tmp_path, time):
    """Each writes down that it failed, in the house's own journal."""

    await evening(tmp_path, time, 1)
    key = tmp_path / "keys" / "voucher.key"
    key.chmod(0o644)
    for _ in range(12):
        time.goes_on(1_000)
        with pytest.raises(SelfTestFailed):
            async with house(tmp_path, DEALT):
                pass
    key.chmod(0o600)
    await start_again(tmp_path)


async def test_a_place_outside_that_cannot_be_written_costs_no_checkpoint_and_is_told(tmp_path, time):
    async with house(tmp_path / "house", DEALT, checkpoints_folder=str(tmp_path / "out")) as server:
        await opened(server, "H", 1)
        (tmp_path / "out").rename(tmp_path / "away")
        await played(server, time, 20)
        assert len(list(server.house.stores()["H"].checkpoints())) > 3
        server.house.caretaker._watch_checkpoints()
        server.house.caretaker._write_notes()
        assert server.register.search(code="checkpoints-lost").happenings
        (tmp_path / "away").rename(tmp_path / "out")
        await played(server, time, 20)
        server.house.caretaker._watch_checkpoints()
        server.house.caretaker._write_notes()
        assert server.register.search(code="checkpoints-back").happenings
    outside = (tmp_path / "out" / "H.checkpoints").read_bytes().splitlines(keepends=True)
    assert [read(note_in(line)) for line in outside] == checkpoints(tmp_path / "house"), "what it missed came after"
