"""A house gets another signing key: journals, witnesses, receipts and verifiers go on, a thief of the old one not."""

import asyncio
import json
import subprocess
import sys
from base64 import b64decode
from contextlib import closing
from shutil import copytree

import pytest
from journal.files import file_of
from journal.signing import sign
from server.killing import rotate_killed
from server.making import HAND, house, settings_of, until
from server.test_logs import Outsider, play, signed
from server.test_witnesses import cosigned, founded, noted
from witness.running import Listening, listening

from taisai.house.clock import now
from taisai.house.rotations import rotations, terms_of
from taisai.journal.entry import Head
from taisai.journal.export import export
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE, load_private, load_public
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.tree import Kept
from taisai.journal.verify_taisai import main as verify
from taisai.keeping.rotate import finish_rotation, rotate
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.submissions import submission
from taisai.outside import web
from taisai.outside.connections import Connections
from taisai.rules.refusals import Refused
from taisai.server import logs
from taisai.server import witnesses as asking
from taisai.server.checks import SelfTestFailed
from taisai.server.logs import log_key


async def posted(url, content):
    return await web.post(Connections(), url, content, media="text/plain", bytes_max=100_000)


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(asking, "AGAIN_S", 0.3)
    monkeypatch.setattr(logs, "EVERY_S", 0.05)


async def played(folder, **settings):
    async with house(folder, HAND, **settings) as server:
        if server.table("H").desk.table.round == 0:
            await server.open("H", 1)
        await play(server)
        await signed(server)
        return (await Outsider.of(server)).keys, (await server.get("/api/logs/H/checkpoint")).body


async def test_a_house_goes_on_with_its_new_key_under_its_old_name(tmp_path):
    before, _ = await played(tmp_path)
    settings = settings_of(tmp_path, HAND)
    old = load_private(settings.keys_folder)
    rotate(settings, revoked=False)
    assert (
        load_private(settings.keys_folder).public_key()
        == load_public(settings.keys_folder / PUBLIC_FILE)
        != old.public_key()
    )
    after, _ = await played(tmp_path)
    assert before["H"].name == after["H"].name
    assert before["H"].public != after["H"].public
    held = terms_of(settings, "H")
    assert {term.key.public for term in held} == {before["H"].public, after["H"].public}


def export_of(tmp_path, house_folder):
    path = tmp_path / "export.jsonl"
    path.unlink(missing_ok=True)
    with closing(file_of(house_folder / "journal.sqlite")) as file:
        export(SqliteStore(file, "H"), "H", path)
    return path


async def test_outsiders_who_trust_the_old_key_follow_it_to_the_new_one(tmp_path, capsys):
    folder = tmp_path / "house"
    before, first = await played(folder)
    settings = settings_of(folder, HAND)
    thief = load_private(settings.keys_folder)
    rotate(settings, revoked=True)
    _, second = await played(folder)
    told, chain = tmp_path / "note", settings.keys_folder / "rotations.jsonl"
    exported = export_of(tmp_path, folder)
    key = str(before["H"])

    def judged(note, *words):
        told.write_bytes(note)
        code = verify([str(exported), "--checkpoint", str(told), "--log", key, *words])
        return code, capsys.readouterr().out

    own = tmp_path / "own.jsonl"
    lines = [line for line in chain.read_bytes().splitlines() if json.loads(line)["log"] == "H"]
    own.write_bytes(b"\n".join(lines) + b"\n")
    for note in (first, second):
        assert judged(note)[0] == 1, "nobody told them of the new key, which signed the newest checkpoints"
    assert judged(second, "--rotations", str(own))[0] == 0
    assert judged(first, "--rotations", str(own))[0] == 0, "what was signed before stays good"
    size, root = second.decode().split("\n")[1:3]
    forged = Checkpoint(before["H"].name, int(size), b64decode(root))
    code, words = judged(str(forged.note.signed(before["H"], thief)).encode(), "--rotations", str(own))
    assert (code, "replaced key" in words) == (1, True)


async def test_a_witness_follows_the_house_and_not_a_thief_of_the_old_key(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)

    async def go(settings):
        async with house(folder, HAND, witness=tuple(settings)) as server:
            if server.table("H").desk.table.round == 0:
                await server.open("H", 1)
            await play(server)
            await cosigned(server)
            one = server.house.logs.log("H")
            return one.cosigned[0], one.key

    with listening(witness) as settings:
        before, old = await go(settings)
        own = settings_of(folder, HAND)
        thief = load_private(own.keys_folder)
        rotate(own, revoked=True)
        after, new = await go(settings)
        assert after.size > before.size
        assert witness._folder.logs[new.name] == new
        larger = Checkpoint(old.name, after.size + 1, b"f" * 32)
        for checkpoint in (larger, after):
            note = checkpoint.note.signed(old, thief)
            told = await posted(f"{settings[0].url}/add-checkpoint", submission(after.size, [], note))
            assert (told.status, b"not signed" in told.body) == (403, True)


async def test_a_witness_that_was_away_while_the_key_was_replaced_twice_is_told_how(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)
    with listening(witness) as settings:
        witness.go()
        for _ in range(2):
            await played(folder)
            rotate(settings_of(folder, HAND), revoked=False)
        witness.come()

        async def go():
            async with house(folder, HAND, witness=tuple(settings)) as server:
                await play(server)
                await cosigned(server)
                return server.house.logs.log("H").key

        assert witness._folder.logs[(key := (await go())).name] == key


async def test_that_a_key_was_replaced_or_revoked_is_on_record(tmp_path):
    await played(tmp_path)
    words = [sys.executable, "-c", "from taisai.cli.main import main; main()", "keys"]
    quiet = {"capture_output": True, "text": True, "check": False}
    said = await asyncio.to_thread(subprocess.run, [*words, "rotate", tmp_path], **quiet)
    assert (said.returncode, "both signed a checkpoint of 2 journals" in said.stdout) == (0, True), said
    revoking = [*words, "revoke", tmp_path, "--why", "it was stolen", "--json"]
    told = await asyncio.to_thread(subprocess.run, revoking, **quiet)
    assert told.returncode == 0, told
    assert json.loads(told.stdout)["revoked"] is True

    async with house(tmp_path, HAND) as server:
        await until(lambda: noted(server, "key-revoked") and noted(server, "key-replaced"))
        assert "it was stolen" in noted(server, "key-revoked").words
        assert (await server.get("/api/logs/H/rotations")).body.count(b"taisai-key-new") == 2
    assert [one.is_revoked for one in rotations(settings_of(tmp_path, HAND), "H")] == [False, True]


async def test_a_kept_checkpoint_or_one_that_a_thief_signs_later_stops_the_house(tmp_path):
    await played(tmp_path)
    settings = settings_of(tmp_path, HAND)
    thief, name = load_private(settings.keys_folder), log_key(settings, load_private(settings.keys_folder), "H").name
    rotate(settings, revoked=True)
    await played(tmp_path)

    def plant(planting):
        with closing(settings.place.open_for_writing()) as journals:
            store = journals.store("H")
            store.take()
            planting(store, store.head())

    def checkpoint(store, head):
        store.add_checkpoint(sign(Head(head.seq, head.seal), now(), thief))

    plant(checkpoint)
    with pytest.raises(SelfTestFailed, match="replaced at"):
        await played(tmp_path)

    def checkpoint(store, head):
        forged = Checkpoint(name, head.seq, b"f" * 32).note.signed(key_of(name, thief), thief)
        store.tree.save_checkpoint(Kept.SIGNED, str(forged).encode())

    plant(checkpoint)
    with pytest.raises(SelfTestFailed, match="not signed by"):
        await played(tmp_path)


@pytest.mark.parametrize("at", range(12))
async def test_a_rotation_that_is_killed_at_any_write_is_gone_through_with_or_never_was(tmp_path, monkeypatch, at):
    before, _ = await played(tmp_path)
    settings = settings_of(tmp_path, HAND)
    rotate_killed(settings, monkeypatch, at)
    after, _ = await played(tmp_path)
    assert after["H"].name == before["H"].name
    changed = after["H"].public != before["H"].public
    assert len(rotations(settings, "H")) == int(changed)
    assert not list(settings.keys_folder.glob("*.next"))
    assert load_private(settings.keys_folder).public_key() == load_public(settings.keys_folder / PUBLIC_FILE)
    finish_rotation(settings)
    await played(tmp_path)


async def test_the_old_private_key_is_nowhere_in_the_folder_any_more(tmp_path):
    await played(tmp_path)
    settings = settings_of(tmp_path, HAND)
    secret = (settings.keys_folder / PRIVATE_FILE).read_text().splitlines()[1]
    rotate(settings, revoked=False)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert (settings.keys_folder / PRIVATE_FILE).stat().st_mode & 0o077 == 0


async def test_a_house_that_runs_is_not_touched(tmp_path):
    async with house(tmp_path, HAND):
        with pytest.raises(Refused):
            rotate(settings_of(tmp_path, HAND), revoked=False)
    settings = settings_of(tmp_path, HAND)
    assert rotations(settings, "H") == []
    assert not list(settings.keys_folder.glob("*.next"))


async def test_a_house_in_a_database_gets_another_key_and_a_node_with_the_old_one_is_refused(tmp_path, postgres, bus):
    postgres.database("rotated")
    database = postgres.uri("rotated")
    folder, left = tmp_path / "house", tmp_path / "left"
    await played(folder, nodes_database=database, nodes_bus=(bus,))
    copytree(folder, left)
    settings = settings_of(folder, HAND, nodes_database=database)
    for _ in range(2):
        rotate(settings, revoked=False)
        await played(folder, nodes_database=database, nodes_bus=(bus,))
    assert len(rotations(settings, "H")) == 2
    with pytest.raises(Refused, match="another signing key") as refused:
        await played(left, nodes_database=database, nodes_bus=(bus,))
    assert refused.value.code is JournalRefusal.NOT_OURS


async def test_a_house_in_a_database_that_somebody_serves_keeps_its_key(tmp_path, postgres, bus):
    postgres.database("served")
    database = postgres.uri("served")

    async def go():
        async with house(tmp_path, HAND, nodes_database=database, nodes_bus=(bus,)):
            with pytest.raises(Refused) as refused:
                await asyncio.to_thread(rotate, settings_of(tmp_path, HAND, nodes_database=database), revoked=False)
            return refused.value.code

    assert await go() is JournalRefusal.LOCKED
    assert rotations(settings_of(tmp_path, HAND, nodes_database=database), "H") == []
