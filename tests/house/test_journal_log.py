"""A journal is a log: whatever is stored of its tree is what its entries lead to, or it is told."""

import sqlite3
from contextlib import closing

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from journal.making import grow as written
from log.trees import naive_root

from taisai.house.journal_log import begun, content, fault, grow, newest, tiled
from taisai.house.tile_files import write_tiles
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.sqlite import SqliteStore
from taisai.journal.tree import Kept
from taisai.log.checkpoints import Checkpoint, opened
from taisai.log.entries import logged
from taisai.log.notes import Key, key_of
from taisai.log.proofs import check_consistency, check_inclusion, consistency, inclusion
from taisai.log.rotations import Term
from taisai.log.tiles import TiledTree, cut, tiles_of, unbundled
from taisai.log.tree import Tree, leaf_hash, root_of
from taisai.rules.refusals import Refused

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
HELD = [Term(Key("log", 1, KEY.public_key().public_bytes_raw()))]


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    if request.param == "memory":
        yield MemoryStore()
        return
    with closing(SqliteStore.open(tmp_path / "journal", "T1")) as opened:
        yield opened


def bodies(store):
    return [entry.body for entry in store.read()]


def kept(store, name="house/T1"):
    tree = begun(store)
    store.tree.add(grow(store, tree))
    note = Checkpoint(name, tree.size, tree.root()).note.signed(key_of(name, KEY), KEY)
    store.tree.save_checkpoint(Kept.SIGNED, str(note).encode())
    return tree


def test_a_tree_grows_with_its_journal(store):
    tree = Tree()
    for count in (1, 200, 55, 1, 700, 300):
        written(store, count)
        store.tree.add(grow(store, tree))
        assert (tree.size, tree.root()) == (store.head().seq, naive_root(bodies(store)))
        assert begun(store).size == store.head().seq // 256 * 256
        again = begun(store)
        assert grow(store, again) == []
        assert again.edge == tree.edge


def test_what_was_not_stored_is_made_anew_with_the_next_growth(store):
    written(store, 900)
    grow(store, begun(store))
    assert begun(store).size == 0
    kept(store)
    assert begun(store).size == 768
    assert fault(store, HELD, whole=True) == ""


def test_every_tile_and_every_proof_is_read_from_what_is_stored(store):
    written(store, 300, 300)
    kept(store)
    leaves = bodies(store)
    for tile in tiles_of(600):
        told = content(store, tile)
        if tile.is_bundle:
            assert unbundled(told) == leaves[tile.first : tile.first + tile.width]
        elif not tile.level:
            assert cut(told) == [leaf_hash(leaf) for leaf in leaves[tile.first : tile.first + tile.width]]
        else:
            assert root_of(cut(told)) == naive_root(leaves[:512])
    for size, index in ((600, 0), (600, 599), (512, 300), (257, 256)):
        path = inclusion(tiled(store, size).hash, index, size)
        check_inclusion(leaf_hash(leaves[index]), index, size, naive_root(leaves[:size]), path)
        proof = consistency(tiled(store, 600).hash, size, 600)
        check_consistency(size, naive_root(leaves[:size]), 600, naive_root(leaves), proof)


def test_an_entry_too_long_for_a_bundle_is_in_the_log_by_its_hash(store):
    long = b'{"seq":1,' + b" " * 70_000 + b"}"
    store.append(START, sealed_bodies(START, [long]))
    assert kept(store).root() == leaf_hash(logged(long))


def test_the_newest_checkpoint_is_remembered(store):
    assert newest(store) is None
    written(store, 5)
    tree = kept(store)
    checkpoint, note = newest(store)
    assert (checkpoint.size, checkpoint.root) == (5, tree.root())
    assert newest(store, Kept.COSIGNED) is None
    store.tree.save_checkpoint(Kept.COSIGNED, str(note).encode())
    assert newest(store, Kept.COSIGNED) == (checkpoint, note)


def changed(path, statement, *values):
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute(statement, values).rowcount > 0


@pytest.fixture
def long(tmp_path):
    with closing(SqliteStore.open(tmp_path / "journal", "T1")) as opened:
        written(opened, 700)
        kept(opened)
    return tmp_path / "journal"


def found(path, *, whole):
    with closing(SqliteStore.open_for_reading(path, "T1")) as store:
        return fault(store, HELD, whole=whole)


def test_a_stored_hash_that_was_changed_is_found(long):
    changed(long, "UPDATE tile SET root = zeroblob(32) WHERE level = 0 AND number = 1")
    assert found(long, whole=False) == "the signed checkpoint does not match the entries"


def test_entries_that_were_sealed_anew_do_not_fit_the_checkpoint(tmp_path, long):
    """Whoever has the database changes one entry and makes all seals and hashes again."""
    with closing(SqliteStore.open_for_reading(long, "T1")) as store:
        told, signed = bodies(store), store.tree.checkpoint(Kept.SIGNED)
    told[300] = told[300].replace(b"Mei", b"Mai")
    with closing(SqliteStore.open(tmp_path / "rewritten", "T1")) as store:
        store.append(START, sealed_bodies(START, told))
        store.tree.add(grow(store, begun(store)))
        store.tree.save_checkpoint(Kept.SIGNED, signed)
    assert found(tmp_path / "rewritten", whole=False) == "the signed checkpoint does not match the entries"


def test_a_checkpoint_ahead_of_its_journal_is_found(long):
    changed(long, "DELETE FROM batch WHERE 1")
    assert "700 entries" in found(long, whole=False)


def test_a_checkpoint_signed_by_somebody_else_is_refused(long):
    with closing(SqliteStore.open_for_reading(long, "T1")) as store, pytest.raises(Exception, match="forged|signed"):
        fault(store, [Term(Key("log", 1, b"n" * 32))], whole=False)


def test_hashes_that_went_missing_are_made_anew(long):
    changed(long, "DELETE FROM tile WHERE level = 0 AND number = 0")
    assert found(long, whole=True) == ""
    with closing(SqliteStore.open(long, "T1")) as store:
        assert begun(store).size == 0
        kept(store)
        assert begun(store).size == 512


def test_a_log_as_files_is_what_its_journal_is(long, tmp_path):
    with closing(SqliteStore.open(long, "T1")) as store:
        checkpoint = write_tiles(store, tmp_path / "tiles")
        leaves = bodies(store)
        written(store, 100)
        kept(store)
        later = write_tiles(store, tmp_path / "tiles")
        leaves_later = bodies(store)
    assert (checkpoint.size, later.size) == (700, 800)

    def read(tile):
        return cut((tmp_path / "tiles" / "tile" / tile.path).read_bytes())

    for size, all_of_them in ((700, leaves), (800, leaves_later)):
        assert TiledTree(size, read).root() == naive_root(all_of_them)
        told = [tile for tile in tiles_of(size) if tile.is_bundle]
        found = [unbundled((tmp_path / "tiles" / "tile" / tile.path).read_bytes()) for tile in told]
        assert [entry for some in found for entry in some] == all_of_them
    assert opened((tmp_path / "tiles" / "checkpoint").read_bytes(), key_of("house/T1", KEY))[0] == later


def test_a_journal_without_a_checkpoint_has_no_tiles_to_write(store, tmp_path):
    written(store, 3)
    with pytest.raises(Refused) as caught:
        write_tiles(store, tmp_path / "tiles")
    assert caught.value.code is JournalRefusal.EXPORT_FAILED
    assert not (tmp_path / "tiles").exists()


def test_tiles_are_not_written_of_entries_that_do_not_lead_to_the_checkpoint(long, tmp_path):
    changed(long, "UPDATE tile SET root = zeroblob(32) WHERE level = 0 AND number = 1")
    with closing(SqliteStore.open(long, "T1")) as store, pytest.raises(Refused) as caught:
        write_tiles(store, tmp_path / "tiles")
    assert caught.value.code is JournalRefusal.CORRUPT
    (tmp_path / "tiles").write_text("a file")


def test_a_folder_that_cannot_be_written_is_told(long, tmp_path):
    (tmp_path / "tiles").write_text("a file")
    with closing(SqliteStore.open(long, "T1")) as store, pytest.raises(Refused) as caught:
        write_tiles(store, tmp_path / "tiles")
    assert caught.value.code is JournalRefusal.EXPORT_FAILED
