"""The tree is RFC 6962's, in whatever batches it grows."""

from hypothesis import given
from hypothesis import strategies as st
from log.trees import LEAVES, grown, naive_root, tiles_by_hand

from taisai.log.tiles import Tile, TiledTree
from taisai.log.tree import EMPTY, Tree, leaf_hash, leaf_hashes, node_hash, widths

PUBLISHED = [bytes.fromhex(one) for one in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]  # the test vectors of Certificate Transparency


def test_the_published_roots():
    assert [grown(PUBLISHED[:size]).root().hex() for size in range(9)] == ROOTS


def test_every_size_to_several_hundred_has_the_root_of_the_definition():
    for size in range(len(LEAVES) + 1):
        tree = grown(LEAVES[:size])
        assert (tree.size, tree.root()) == (size, naive_root(LEAVES[:size]))


@given(st.lists(st.integers(0, len(LEAVES)), max_size=6).map(sorted))
def test_batches_of_any_length_lead_to_the_same_tree(cuts):
    assert grown(LEAVES, *cuts).edge == grown(LEAVES).edge


def test_tiles_are_given_back_when_they_are_full_and_are_what_the_definition_says():
    many = [bytes([n & 255, n >> 8 & 255, n >> 16]) for n in range(256 * 256 + 300)]
    tree, full = Tree(), []
    for low in range(0, len(many), 1000):
        full += tree.add(leaf_hashes(many[low : low + 1000]))
    assert [(one.level, one.number) for one in full if one.level] == [(1, 0)]
    assert [one.number for one in full if not one.level] == list(range(257))
    read = tiles_by_hand(many)
    assert full[3].root == read(Tile(1, 0))[full[3].number]
    assert tree.root() == naive_root(many)
    assert TiledTree(len(many), read).tree().edge == tree.edge


def test_the_edge_stays_short_however_long_the_log_is():
    assert widths(0) == [0]
    assert widths(256) == [0, 1]
    assert widths(70_000) == [112, 17, 1]
    assert sum(widths(2**40 - 1)) == 5 * 255


def test_a_leaf_is_never_taken_for_a_node():
    left, right = leaf_hashes([b"a", b"b"])
    assert leaf_hash(left + right) != node_hash(left, right)
    assert leaf_hashes([b"a"]) == [leaf_hash(b"a")]
    assert Tree().root() == EMPTY
