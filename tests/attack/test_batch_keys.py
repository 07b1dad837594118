"""The key of batches: replaced, lost, and restored."""

import asyncio
import shutil
from contextlib import closing

import pytest
from attack.kit.appending import BOUGHT, FileRows, appended, forged
from attack.kit.houses import DEALT, happened, opened
from journal.files import file_of, refused
from journal.making import grow
from keeping.clear import backup_in_the_clear
from server.making import BOSS, OF_ROLE, WORD, house, settings_of

from taisai.house.tables import HOUSE
from taisai.journal.batch_key import FILE, BatchKeys, read_batch_keys
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.keeping.backup import backup, restore
from taisai.keeping.marks import MarkRefusal
from taisai.keeping.own_keys import key_digests
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server.offline_keys import accept_without_key, replace_batch_key

AT = "2026-11-15T10:00:00+00:00"
FIRST, SECOND = OF_ROLE[Role.SHIFT_MANAGER], OF_ROLE[Role.PIT_MANAGER]


def quiet(*_):
    pass


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening") / "house"

    async def play():
        async with house(folder, DEALT) as server:
            await opened(server, "H", 1)

    asyncio.run(play())
    return folder


@pytest.fixture
def folder(evening, tmp_path):
    shutil.copytree(evening, tmp_path / "house")
    return tmp_path / "house"


def started(folder, look=lambda server: None):
    async def begun():
        async with house(folder, DEALT) as server:
            return look(server)

    return asyncio.run(begun())


def test_the_entry_of_a_rotation_is_the_last_of_the_old_key_and_beyond_it_that_key_is_refused(folder):
    old = read_batch_keys(folder / "keys")
    ends = replace_batch_key(settings_of(folder, DEALT), "somebody")
    new = read_batch_keys(folder / "keys")
    assert new.retired[0].secret == old.secret != new.secret
    with closing(file_of(folder / "journal.sqlite")) as file:
        *_, last = SqliteStore(file, HOUSE).read()
        assert (last.seq, b"key 1 of batches is replaced" in last.body) == (ends[HOUSE], True)
    seq, epoch, key, before, _, seal, body = forged(FileRows(folder), "H", BOUGHT)
    mac = BatchKeys(old.secret).of("H").mac(epoch, seq, 1, before, seal)
    FileRows(folder).add("H", seq, epoch, key, before, mac, seal, body)
    assert "key 1 of batches does not count there" in refused(started, folder).words


def test_a_house_whose_key_was_replaced_plays_on_and_keeps_its_identity(folder):
    settings = settings_of(folder, DEALT)
    before = key_digests(settings)
    replace_batch_key(settings, "somebody")
    assert key_digests(settings) == before
    assert started(folder, lambda server: len(happened(server, "key-replaced"))) == 1
    with closing(file_of(folder / "journal.sqlite")) as file:
        assert SqliteStore(file, HOUSE).verify().seq
        assert FileRows(folder).last(HOUSE)[2] == 2


def test_a_branch_that_the_house_once_wrote_is_not_put_behind_its_last_stop(folder):
    """With MACs that are right: marks say where it stopped."""
    assert started(folder) is None
    with closing(SqliteStore.open(folder / "journal.sqlite", "H", read_batch_keys(folder / "keys"))) as store:
        store.take()
        grow(store, 1)
    assert refused(started, folder).code is MarkRefusal.BEYOND


def test_an_encrypted_backup_holds_the_key_and_a_plain_one_does_not(folder, tmp_path):
    backup_in_the_clear(folder, tmp_path / "whole", AT, quiet)
    assert (tmp_path / "whole" / "keys" / FILE).read_bytes() == (folder / "keys" / FILE).read_bytes()
    backup(folder, tmp_path / "plain", AT, quiet)
    assert not (tmp_path / "plain" / "keys" / FILE).exists()


def restored(folder, tmp_path):
    """Without the key of batches, and with all others."""
    backup(folder, tmp_path / "plain", AT, quiet)
    restore(tmp_path / "plain", tmp_path / "again", quiet)
    for path in (folder / "keys").iterdir():
        if path.name != FILE and not (tmp_path / "again" / "keys" / path.name).exists():
            shutil.copy(path, tmp_path / "again" / "keys")
    return tmp_path / "again"


def test_a_restore_without_the_key_does_not_start_until_two_people_accept_it(folder, tmp_path):
    again = restored(folder, tmp_path)
    assert refused(started, again).code is JournalRefusal.KEY_MISSING
    ends = accept_without_key(settings_of(again, DEALT), {FIRST: WORD, SECOND: WORD})
    assert ends["H"]
    (told,) = started(again, lambda server: happened(server, "acted-by-two"))
    assert "by their seals alone" in told.words
    assert refused(accept_without_key, settings_of(again, DEALT), {FIRST: WORD, SECOND: WORD}).code is (
        JournalRefusal.KEY_EXISTS
    )


def test_nobody_accepts_journals_with_a_wrong_password_or_alone(folder, tmp_path):
    again = restored(folder, tmp_path)
    for passwords in ({FIRST: WORD, SECOND: "guessed it is not"}, {BOSS: WORD, FIRST: WORD}):
        with pytest.raises(Refused):
            accept_without_key(settings_of(again, DEALT), passwords)
        assert not (again / "keys" / FILE).exists()


def test_an_entry_appended_to_a_backup_is_nobody_s_for_whoever_has_the_key(folder, tmp_path):
    again = restored(folder, tmp_path)
    appended(FileRows(again), "H", BOUGHT)
    shutil.copy(folder / "keys" / FILE, again / "keys")
    assert "was not written by this house" in refused(started, again).words
