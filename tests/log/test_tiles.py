"""Tiles lie where tlog-tiles says, and are what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log.trees import LEAVES, tiled, tiles_by_hand

from taisai.log.entries import logged
from taisai.log.refusals import LogRefusal
from taisai.log.tiles import Tile, bundle, cut, parse, tiles_of, unbundled
from taisai.log.tree import leaf_hash, root_of
from taisai.rules.refusals import Refused

PATHS = {
    "0/000": Tile(0, 0),
    "0/000.p/5": Tile(0, 0, 5),
    "1/x001/x234/067": Tile(1, 1_234_067),
    "63/x001/000.p/255": Tile(63, 1000, 255),
    "entries/x123/456": Tile(-1, 123_456),
    "entries/012.p/1": Tile(-1, 12, 1),
}


@pytest.mark.parametrize("path", PATHS)
def test_a_tile_lies_where_the_specification_says(path):
    assert parse(path) == PATHS[path]
    assert PATHS[path].path == path


@pytest.mark.parametrize(
    "path",
    ["", "0", "0/1", "0/0001", "64/000", "00/000", "0/x000/001", "0/001.p/0", "0/001.p/256", "0/001.p/07", "0/001/",
     "x/000", "entries/", "0/x01/001", "-1/000", "0/001.p/", "0/../001", "0/٠٠١", "0/000.p/1\n"],
)  # fmt: skip
def test_any_other_path_is_refused(path):
    with pytest.raises(Refused) as caught:
        parse(path)
    assert caught.value.code is LogRefusal.TILE_INVALID


def test_a_tree_of_seventy_thousand_has_the_tiles_of_the_specifications_example():
    found = list(tiles_of(70_000))
    assert sum(tile.level == 0 and tile.width == 256 for tile in found) == 273
    assert Tile(0, 273, 112) in found
    assert Tile(1, 0) in found
    assert Tile(1, 1, 17) in found
    assert Tile(2, 0, 1) in found
    assert len([tile for tile in found if tile.is_bundle]) == 274
    assert list(tiles_of(0)) == []


@given(st.integers(0, 700))
def test_each_size_has_exactly_its_tiles(size):
    for tile in tiles_of(size):
        assert tile.is_in(size)
        assert not tile.is_in(tile.first * 256 ** max(tile.level, 0))
        assert not tile._replace(number=tile.number + 1, width=1).is_in(size) or tile.width == 256


def test_any_range_has_the_root_of_its_leaves():
    read = tiles_by_hand(LEAVES)
    tree = tiled(LEAVES)
    assert tree.hash(0, 512) == root_of(read(Tile(1, 0, 2)))
    assert tree.hash(7, 8) == leaf_hash(LEAVES[7])
    assert tree.hash(256, 512) == root_of(read(Tile(0, 1)))


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_a_bundle_gives_its_entries_back(entries):
    assert unbundled(bundle(entries)) == entries


@pytest.mark.parametrize("content", [b"\0", b"\0\2a", bundle([b"abc", b"de"])[:-1]])
def test_a_bundle_that_is_cut_is_refused(content):
    with pytest.raises(Refused) as caught:
        unbundled(content)
    assert caught.value.code is LogRefusal.TILE_INVALID


def test_hashes_are_cut_apart():
    assert cut(bytes(32) + b"x" * 32) == [bytes(32), b"x" * 32]


def test_an_entry_too_long_for_a_bundle_is_logged_by_its_hash():
    long = b"{" + b"x" * 65_535
    assert logged(long[:-1]) == long[:-1]
    assert len(logged(long)) < 100
    assert logged(long) != logged(long + b"y")
    assert unbundled(bundle([logged(long)])) == [logged(long)]
