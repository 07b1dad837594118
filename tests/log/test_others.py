"""Software that we did not write comes to the same roots, and takes our proofs."""

import pytest
from log.trees import LEAVES, grown, tiled
from pymerkle import (
    ConsistencyProof,
    InclusionProof,
    InmemoryTree,
    InvalidProof,
    verify_consistency,
    verify_inclusion,
)

from taisai.log.proofs import check_consistency, consistency, inclusion
from taisai.log.tree import leaf_hash

SIZES = (1, 2, 3, 7, 8, 13, 64, 100, 255, 256, 257, 300, 511, 513, 600)
TREE = tiled(LEAVES)


@pytest.fixture(scope="module")
def other():
    tree = InmemoryTree(algorithm="sha256")
    for leaf in LEAVES:
        tree.append_entry(leaf)
    return tree


def of_ours(other, index, size):
    """Our proof in its own terms: the leaf first, and the order of hashing as it expects it."""
    path = [leaf_hash(LEAVES[index]), *inclusion(TREE.hash, index, size)]
    return InclusionProof("sha256", True, size, index + 1, other.prove_inclusion(index + 1, size).rule, path)


@pytest.mark.parametrize("size", SIZES)
def test_it_comes_to_the_same_roots(other, size):
    assert other.get_root(size) == grown(LEAVES[:size]).root()


@pytest.mark.parametrize("size", SIZES)
def test_it_takes_our_proofs_of_inclusion_and_no_other(other, size):
    root = other.get_root(size)
    for index in {0, size // 3, size // 2, size - 1}:
        proof = of_ours(other, index, size)
        verify_inclusion(leaf_hash(LEAVES[index]), root, proof, index=index + 1, size=size)
        with pytest.raises(InvalidProof):
            verify_inclusion(leaf_hash(b"forged"), root, proof, index=index + 1, size=size)


@pytest.mark.parametrize("new", SIZES)
def test_our_proofs_of_consistency_lead_from_its_roots_to_its_roots(other, new):
    for old in {one for one in SIZES if one <= new}:
        check_consistency(old, other.get_root(old), new, other.get_root(new), consistency(TREE.hash, old, new))


def consistency_of_ours(other, old, new, changed=None):
    """Our proof in its own terms. It begins with the last leaf of the old tree, the first hash of our proof where
    the old size is odd; elsewhere it splits what we hash, so only odd sizes can be compared."""
    path = consistency(TREE.hash, old, new) if changed is None else changed
    path = [path[1], path[0], *path[2:]]
    own = other.prove_consistency(old, new)
    return ConsistencyProof("sha256", True, new, old, own.rule, own.subset, path)


@pytest.mark.parametrize("new", SIZES)
def test_it_takes_our_proofs_of_consistency_and_no_other(other, new):
    for old in {one for one in SIZES if one < new and one % 2 and one > 1}:
        proof = consistency_of_ours(other, old, new)
        verify_consistency(other.get_root(old), other.get_root(new), proof, prior_size=old, later_size=new)
        path = consistency(TREE.hash, old, new)
        for place in range(len(path)):
            forged = consistency_of_ours(other, old, new, [*path[:place], b"f" * 32, *path[place + 1 :]])
            with pytest.raises(InvalidProof):
                verify_consistency(other.get_root(old), other.get_root(new), forged, prior_size=old, later_size=new)
