"""What is kept of a journal is a checkpoint of its log: anybody's software reads it; no other root is ever signed."""

import asyncio
from contextlib import closing

import pytest
from attack.kit.logs import read
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from journal.making import entry, grow
from log.trees import naive_root
from server.making import HAND, house, settings_of
from server.test_logs import Outsider, play, signed
from server.test_rotations import export_of

from taisai.house import journal_checkpoints as made
from taisai.house.journal_log import tiled
from taisai.house.rotations import verified
from taisai.journal.entry import Head
from taisai.journal.export import framed_note, note_in
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import sealed
from taisai.journal.tree import TileRoot
from taisai.journal.verify_taisai import main, read_key
from taisai.journal.verify_taisai import verify as verify_export
from taisai.keeping.rotate import rotate
from taisai.log.checkpoints import opened, sealing_of
from taisai.log.notes import key_of, parse
from taisai.log.proofs import check_consistency, consistency
from taisai.log.rotations import Term
from taisai.rules.refusals import Refused

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
LOG = key_of("house.example/T1", KEY)
AT = "2026-11-15T06:10:01+00:00"


def evening(folder, rounds=2):
    async def go():
        async with house(folder, HAND) as server:
            if not server.table("H").desk.table.round:
                await server.open("H", 1)
            await play(server, rounds)
            await signed(server)
            return (await Outsider.of(server)).keys["H"]

    return asyncio.run(go())


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def notes(path):
    return [note_in(line) for line in lines_of(path) if line.startswith(b"c ")]


def test_every_checkpoint_that_a_house_keeps_is_one_that_its_log_leads_to(tmp_path):
    key = evening(tmp_path / "house")
    found = notes(export_of(tmp_path, tmp_path / "house"))
    assert found
    settings = settings_of(tmp_path / "house", HAND)
    with closing(settings.place.open_for_reading()) as journals:
        store = journals.store("H")
        whole = store.head().seq
        for note in found:
            checkpoint, _ = opened(note, key)
            assert checkpoint.root == tiled(store, checkpoint.size).root()
            assert sealing_of(checkpoint).seal == next(store.read(checkpoint.size - 1)).seal
            path = consistency(tiled(store, whole).hash, checkpoint.size, whole)
            check_consistency(checkpoint.size, checkpoint.root, whole, tiled(store, whole).root(), path)


def test_an_export_verifies_and_a_forged_checkpoint_is_named(tmp_path):
    evening(tmp_path / "house")
    path = export_of(tmp_path, tmp_path / "house")
    key = read_key((tmp_path / "house" / "keys" / "taisai-public.pem").read_text())
    lines = lines_of(path)
    verdict = verify_export(lines, key)
    assert (verdict.sound, verdict.checkpoints > 0, verdict.key) == (True, True, "trusted")
    place = next(at for at, line in enumerate(lines) if line.startswith(b"c "))
    note = note_in(lines[place]).decode()
    name, size, root, said, *_ = note.split("\n")
    for forged in (
        *(
            note.replace(f"{name}\n{size}\n", f"{name}\n{other}\n")
            for other in (int(size) + 1, int(size) - 1, "²", "٣", "-1", "9" * 5_000, "")
        ),
        note.replace("taisai-head", "another-line"),
        note.replace(said, said.replace(" 60", " 0")),
        note.replace(said, said[:-66]),
        note.replace(root, "A" * 43 + "="),
        note[:-5] + "AAA=\n",
        note[:-1],
        "x",
        "",
    ):
        assert forged != note
        line = framed_note(forged.encode())
        assert not verify_export([*lines[:place], line, *lines[place + 1 :]], key).sound, forged


def test_checkpoints_of_replaced_keys_count_for_their_time(tmp_path, capsys):
    folder = tmp_path / "house"
    evening(folder)
    settings = settings_of(folder, HAND)
    public = tmp_path / "old.pem"
    public.write_bytes((settings.keys_folder / "taisai-public.pem").read_bytes())
    rotate(settings, revoked=False)
    evening(folder)
    path, chain = export_of(tmp_path, folder), settings.keys_folder / "rotations.jsonl"
    assert len({parse(note).signatures[0].key_id for note in notes(path)}) == 2
    for key in (public, settings.keys_folder / "taisai-public.pem"):
        assert main([str(path), "--key", str(key)]) == 1
        assert main([str(path), "--key", str(key), "--rotations", str(chain)]) == 0
    capsys.readouterr()


def signer_of(store):
    return made.JournalCheckpoints("house.example", KEY, lambda _: store)


def judged(note):
    """As the house reads it, and as an outsider's software does."""
    checkpoint, _ = opened(note, LOG)
    assert verified(note, [Term(LOG)]) == checkpoint
    return checkpoint.size, checkpoint.root


def test_what_the_house_reads_is_what_was_signed():
    store = grow(MemoryStore(), 7)
    note = signer_of(store).sign("T1", store.head(), AT)
    assert judged(note) == (7, naive_root([one.body for one in store.read()]))
    assert read(note) == (7, AT, 60)
    for bad in (note.replace(b"\n7\n", b"\n8\n"), note.replace(b" 60\n", b" 0\n"), note[:-3], b"", b"{}", b"\xff"):
        with pytest.raises(Refused):
            verified(bad, [Term(LOG)])
    for held in ([Term(key_of(LOG.name, OTHER))], [Term(LOG, 8)], [Term(LOG, 0, 6)]):
        with pytest.raises(Refused):
            verified(note, held)


def test_where_nothing_can_be_read_yet_it_is_a_checkpoint_of_the_empty_log():
    assert judged(signer_of(MemoryStore()).sign("T1", Head(7, b"s" * 32), AT)) == (0, naive_root([]))


def test_entries_that_follow_the_head_are_never_in_its_checkpoint():
    store = grow(MemoryStore(), 9)
    assert judged(signer_of(store).sign("T1", Head(7, b"s" * 32), AT)) == (0, naive_root([]))


def test_where_much_is_missing_it_is_a_checkpoint_of_what_was_hashed_by_then(monkeypatch):
    monkeypatch.setattr(made, "ENTRIES_MOST", 100)
    store = grow(MemoryStore(), 300)
    store.tree.add([TileRoot(0, 0, naive_root([one.body for one in store.read()][:256]))])
    signer = signer_of(store)
    assert judged(signer.sign("T1", store.head(), AT))[0] == 300
    grow(store, 101)
    note = signer.sign("T1", store.head(), AT)
    assert judged(note) == (300, naive_root([one.body for one in store.read()][:300]))
    assert judged(signer_of(store).sign("T1", store.head(), AT))[0] == 256, "what is stored, for a house that starts"
    assert sealing_of(opened(note, LOG)[0]).seal == next(store.read(299)).seal


def test_a_journal_that_is_another_since_gets_a_tree_of_its_own():
    """Nobody ever has two roots of one size of one history: the tree is made anew from what is there."""
    stores = [grow(MemoryStore(), 5)]
    signer = made.JournalCheckpoints("h", KEY, lambda _: stores[-1])
    signer.sign("T1", stores[-1].head(), AT)
    other = MemoryStore()
    other.append(other.head(), sealed(other.head(), [entry(seq, {"is": "Another", "n": seq}) for seq in range(1, 9)]))
    stores.append(other)
    checkpoint, _ = opened(signer.sign("T1", other.head(), AT), key_of("h/T1", KEY))
    assert checkpoint.root == naive_root([entry.body for entry in other.read()])
