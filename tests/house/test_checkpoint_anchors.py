"""Anchors are checkpoints of the journal's log: anybody's software reads them, and no other root is ever signed."""

import json
from contextlib import closing

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from journal.making import entry, grow
from log.trees import naive_root
from server.making import HAND, house, settings_of
from server.test_logs import Outsider, play, signed
from server.test_rotations import export_of

from taisai.house import checkpoint_anchors as made
from taisai.house.journal_log import tiled
from taisai.house.settings_reader import with_values
from taisai.journal.anchor import Anchor, anchored, line_of, sign, verify
from taisai.journal.entry import Head
from taisai.journal.keys import key_name
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import sealed
from taisai.journal.tree import TileRoot
from taisai.journal.verify_taisai import main, read_key
from taisai.journal.verify_taisai import verify as verify_export
from taisai.keeping.rotate import rotate
from taisai.log.checkpoints import Checkpoint, opened
from taisai.log.notes import key_of
from taisai.log.proofs import check_consistency, consistency
from taisai.rules.refusals import Refused

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
LOG = key_of("house.example/T1", KEY)
HEAD = Head(7, b"s" * 32)


async def evening(folder, rounds=2):
    async with house(folder, HAND) as server:
        if not server.table("H").desk.table.round:
            await server.open("H", 1)
        await play(server, rounds)
        await signed(server)
        return (await Outsider.of(server)).keys["H"]


def anchors(path):
    lines = path.read_bytes().splitlines()
    return [json.loads(line) for line in lines if line.startswith(b'{"anchor"')]


async def test_every_anchor_of_a_house_is_a_checkpoint_that_its_log_leads_to(tmp_path):
    key = await evening(tmp_path / "house")
    found = anchors(export_of(tmp_path, tmp_path / "house"))
    assert found
    settings = settings_of(tmp_path / "house", HAND)
    with closing(settings.place.open_for_reading()) as journals:
        store = journals.store("H")
        whole = store.head().seq
        for one in found:
            checkpoint, _ = opened(one["checkpoint"], key)
            assert checkpoint.size == one["anchor"]["seq"]
            assert checkpoint.root == tiled(store, checkpoint.size).root()
            path = consistency(tiled(store, whole).hash, checkpoint.size, whole)
            check_consistency(checkpoint.size, checkpoint.root, whole, tiled(store, whole).root(), path)


@pytest.mark.parametrize("most", [made.ENTRIES_MOST, 0])
async def test_an_export_with_such_anchors_verifies_and_a_forged_one_is_named(tmp_path, monkeypatch, most):
    """Whether their checkpoints have all entries or none of them."""
    monkeypatch.setattr(made, "ENTRIES_MOST", most)
    await evening(tmp_path / "house")
    path = export_of(tmp_path, tmp_path / "house")
    key = read_key((tmp_path / "house" / "keys" / "taisai-public.pem").read_text())
    lines = path.read_bytes().splitlines(keepends=True)
    report = verify_export(lines, key)
    assert (report.sound, report.anchors > 0, report.signatures) == (True, True, "checked")
    place = next(at for at, line in enumerate(lines) if line.startswith(b'{"anchor"'))
    told = json.loads(lines[place])

    def judged(**changes):
        forged = json.dumps(told | changes, separators=(",", ":")).encode() + b"\n"
        return verify_export([*lines[:place], forged, *lines[place + 1 :]], key)

    note, anchor = told["checkpoint"], told["anchor"]
    name, size, *_ = note.split("\n")
    assert (int(size) < anchor["seq"]) == (most == 0)
    for changes in (
        *(
            {"checkpoint": note.replace(f"{name}\n{size}\n", f"{name}\n{other}\n")}
            for other in (anchor["seq"] + 1, anchor["seq"] - 1, "²", "٣", "-1", "9" * 5_000, "")
        ),
        {"checkpoint": note.replace("taisai-anchor", "another-line")},
        {"checkpoint": note.replace(anchor["seal"], "0" * 64)},
        {"checkpoint": note[:-5] + "AAA=\n"},
        {"checkpoint": "x"},
        {"checkpoint": ""},
        {"anchor": anchor | {"seal": "0" * 64}},
        {"anchor": anchor | {"at": "2026-01-01T00:00:00Z"}},
        {"anchor": anchor | {"every_s": 0}},
        {"anchor": anchor | {"key": key_name(OTHER.public_key())}},
    ):
        assert not judged(**changes).sound, changes


async def test_anchors_of_replaced_keys_count_for_their_time(tmp_path, capsys):
    folder = tmp_path / "house"
    await evening(folder)
    settings = settings_of(folder, HAND)
    public = tmp_path / "old.pem"
    public.write_bytes((settings.keys_folder / "taisai-public.pem").read_bytes())
    rotate(settings, revoked=False)
    await evening(folder)
    path, chain = export_of(tmp_path, folder), settings.keys_folder / "rotations.jsonl"
    assert len({one["anchor"]["key"] for one in anchors(path)}) == 2
    for key in (public, settings.keys_folder / "taisai-public.pem"):
        assert main([str(path), "--key", str(key)]) == 1
        assert main([str(path), "--key", str(key), "--rotations", str(chain)]) == 0
    capsys.readouterr()


def test_an_older_anchor_stays_good():
    line = sign(HEAD, "2026", KEY, every_s=60)
    assert verify(line, KEY.public_key()).seq == 7
    assert b"checkpoint" not in line


def forged(text=None, key=KEY, size=7, **changes):
    anchor = Anchor(7, HEAD.seal.hex(), "2026", key_name(KEY.public_key()), 60)
    note = Checkpoint(LOG.name, size, b"r" * 32, text or line_of(anchor, size)).note.signed(LOG, key)
    fields = {"seq": 7, "seal": HEAD.seal.hex(), "at": "2026", "key": key_name(KEY.public_key()), "every_s": 60}
    return anchored(Anchor(**(fields | changes)), str(note))


def test_what_the_house_reads_is_what_was_signed():
    assert verify(forged(), KEY.public_key()).seq == 7
    assert verify(forged(size=5), KEY.public_key()).seq == 7
    for line in (
        forged(seq=8), forged(seal="0" * 64), forged(at="2027"), forged(every_s=0), forged(seq=6),
        forged("taisai-anchor x\n"), forged(key=OTHER), anchored(Anchor(7, "", "", ""), "x"),
        forged(size=8), forged(size=5, seq=6), forged(size=5, seq=8), forged(size=5, seq=5),
        forged(line_of(Anchor(7, HEAD.seal.hex(), "2026", "", 60), 7), size=5),
    ):  # fmt: skip
        with pytest.raises(Refused):
            verify(line, KEY.public_key())
    with pytest.raises(Refused):
        verify(forged(), OTHER.public_key())


def signer_of(tmp_path, store):
    return made.CheckpointAnchors(
        with_values(folder=str(tmp_path), witnesses_log_name="house.example"), KEY, lambda _: store
    )


def judged(line):
    """As the house reads it, and as an outsider's software does: the entry, and how many the log has in it."""
    checkpoint, _ = opened(json.loads(line)["checkpoint"], LOG)
    return verify(line, KEY.public_key()).seq, checkpoint.size, checkpoint.root


def test_where_nothing_can_be_read_yet_it_is_a_checkpoint_of_the_empty_log(tmp_path):
    line = signer_of(tmp_path, MemoryStore()).sign("T1", HEAD, "2026")
    assert judged(line) == (7, 0, naive_root([]))


def test_entries_that_follow_the_head_are_never_in_its_checkpoint(tmp_path):
    store = grow(MemoryStore(), 9)
    assert judged(signer_of(tmp_path, store).sign("T1", HEAD, "2026")) == (7, 0, naive_root([]))


def test_where_much_is_missing_it_is_a_checkpoint_of_what_was_hashed_by_then(tmp_path, monkeypatch):
    monkeypatch.setattr(made, "ENTRIES_MOST", 100)
    store = grow(MemoryStore(), 300)
    store.tree.add([TileRoot(0, 0, naive_root([one.body for one in store.read()][:256]))])
    signer = signer_of(tmp_path, store)
    assert judged(signer.sign("T1", store.head(), "2026-11-15T06:10:01"))[:2] == (300, 300)
    grow(store, 101)
    line = signer.sign("T1", store.head(), "2026-11-15T06:11:01")
    assert judged(line) == (401, 256, naive_root([one.body for one in store.read()][:256]))


def test_a_flood_within_a_minute_is_hashed_once_and_every_anchor_is_a_checkpoint(tmp_path):
    store = MemoryStore()
    signer = signer_of(tmp_path, store)

    def anchor(count, at):
        grow(store, count)
        return judged(signer.sign("T1", store.head(), at))

    def root(size):
        return naive_root([one.body for one in store.read()][:size])

    assert anchor(10, "2026-11-15T06:10:01") == (10, 10, root(10))
    assert anchor(500, "2026-11-15T06:10:02") == (510, 510, root(510))
    assert anchor(1_000, "2026-11-15T06:10:03") == (1_510, 510, root(510))
    assert anchor(1_000, "2026-11-15T06:10:04") == (2_510, 510, root(510))
    assert anchor(10, "2026-11-15T06:11:00") == (2_520, 2_520, root(2_520))


def test_a_journal_that_is_another_since_gets_a_tree_of_its_own(tmp_path):
    """Nobody ever has two roots of one size of one history: the tree is made anew from what is there."""
    stores = [grow(MemoryStore(), 5)]
    signer = made.CheckpointAnchors(
        with_values(folder=str(tmp_path), witnesses_log_name="h"), KEY, lambda _: stores[-1]
    )
    signer.sign("T1", stores[-1].head(), "2026-11-15T06:10:01")
    other = MemoryStore()
    other.append(other.head(), sealed(other.head(), [entry(seq, {"is": "Another", "n": seq}) for seq in range(1, 9)]))
    stores.append(other)
    told = json.loads(signer.sign("T1", other.head(), "2026-11-15T06:10:02"))
    checkpoint, _ = opened(told["checkpoint"], key_of("h/T1", KEY))
    assert checkpoint.root == naive_root([entry.body for entry in other.read()])
