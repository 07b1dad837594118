"""A proof proves one thing, and nothing that was changed about it is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log.test_tree import PUBLISHED, ROOTS
from log.trees import LEAVES, naive_root, tiled

from taisai.log.proofs import check_consistency, check_inclusion, consistency, inclusion
from taisai.log.refusals import LogRefusal
from taisai.log.tree import leaf_hash
from taisai.rules.refusals import Refused

SIZES = st.integers(1, 600)
OTHER = bytes(32)
BIG = tiled(LEAVES)

IN_PUBLISHED = {  # index, size
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
BETWEEN_PUBLISHED = {
    (1, 1): [],
    (1, 8): IN_PUBLISHED[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): IN_PUBLISHED[1, 5][1:],
}


def refused(check, *given):
    with pytest.raises(Refused) as caught:
        check(*given)
    assert caught.value.code is LogRefusal.PROOF_WRONG
    return True


@pytest.mark.parametrize(("index", "size"), IN_PUBLISHED)
def test_the_published_proofs_of_inclusion(index, size):
    path = inclusion(tiled(PUBLISHED[:size]).hash, index, size)
    assert [one.hex() for one in path] == IN_PUBLISHED[index, size]
    check_inclusion(leaf_hash(PUBLISHED[index]), index, size, bytes.fromhex(ROOTS[size]), path)


@pytest.mark.parametrize(("old", "new"), BETWEEN_PUBLISHED)
def test_the_published_proofs_of_consistency(old, new):
    path = consistency(tiled(PUBLISHED[:new]).hash, old, new)
    assert [one.hex() for one in path] == BETWEEN_PUBLISHED[old, new]
    check_consistency(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), path)


def test_every_entry_of_every_tree_up_to_seventy_is_proved():
    for size in range(1, 71):
        root = naive_root(LEAVES[:size])
        for index in range(size):
            path = inclusion(BIG.hash, index, size)
            check_inclusion(leaf_hash(LEAVES[index]), index, size, root, path)
            assert len(path) <= 7


def test_every_tree_up_to_seventy_is_the_beginning_of_every_later_one():
    roots = [naive_root(LEAVES[:size]) for size in range(71)]
    for new in range(71):
        for old in range(new + 1):
            check_consistency(old, roots[old], new, roots[new], consistency(BIG.hash, old, new))


@given(SIZES, st.data())
def test_a_proof_of_inclusion_that_was_changed_anywhere_is_refused(size, data):
    index = data.draw(st.integers(0, size - 1))
    root, leaf, path = naive_root(LEAVES[:size]), leaf_hash(LEAVES[index]), inclusion(BIG.hash, index, size)
    check_inclusion(leaf, index, size, root, path)
    assert refused(check_inclusion, leaf_hash(b"forged"), index, size, root, path)
    assert refused(check_inclusion, leaf, index, size, OTHER, path)
    assert refused(check_inclusion, leaf, index, size, root, [*path, OTHER])
    assert refused(check_inclusion, leaf, size, size, root, path)
    assert refused(check_inclusion, leaf, -1, size, root, path)
    for place in range(len(path)):
        assert refused(check_inclusion, leaf, index, size, root, [*path[:place], OTHER, *path[place + 1 :]])
        assert refused(check_inclusion, leaf, index, size, root, path[:place] + path[place + 1 :])


@given(SIZES, st.data())
def test_a_proof_of_inclusion_is_of_one_place_only(size, data):
    index, other = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    path = inclusion(BIG.hash, index, size)
    if other != index:
        assert refused(check_inclusion, leaf_hash(LEAVES[index]), other, size, naive_root(LEAVES[:size]), path)


@given(SIZES, st.data())
def test_a_proof_of_consistency_that_was_changed_anywhere_is_refused(new, data):
    old = data.draw(st.integers(1, new))
    before, after, path = naive_root(LEAVES[:old]), naive_root(LEAVES[:new]), consistency(BIG.hash, old, new)
    check_consistency(old, before, new, after, path)
    assert refused(check_consistency, old, OTHER, new, after, path)
    assert refused(check_consistency, old, before, new, OTHER, path)
    assert refused(check_consistency, old, before, new, after, [*path, OTHER])
    for place in range(len(path)):
        assert refused(check_consistency, old, before, new, after, [*path[:place], OTHER, *path[place + 1 :]])
        assert refused(check_consistency, old, before, new, after, path[:place] + path[place + 1 :])


@given(st.integers(2, 300), st.data())
def test_a_log_that_was_rewritten_has_no_proof(new, data):
    """Whatever proof the forked log itself gives: its old part is not what was signed."""
    old = data.draw(st.integers(1, new - 1))
    place = data.draw(st.integers(0, old - 1))
    forked = [*LEAVES[:place], b"rewritten", *LEAVES[place + 1 : new]]
    path = consistency(tiled(forked).hash, old, new)
    assert refused(check_consistency, old, naive_root(LEAVES[:old]), new, naive_root(forked), path)


def test_a_tree_never_shrinks():
    assert refused(check_consistency, 5, naive_root(LEAVES[:5]), 4, naive_root(LEAVES[:4]), [])
    assert refused(check_consistency, 0, OTHER, 4, naive_root(LEAVES[:4]), [])
    assert refused(check_consistency, 0, naive_root([]), 4, naive_root(LEAVES[:4]), [OTHER])
    assert refused(check_consistency, 3, naive_root(LEAVES[:3]), 4, naive_root(LEAVES[:4]), [])
