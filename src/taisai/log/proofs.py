"""Proofs of RFC 6962: that an entry is in a tree, and that a tree is the beginning of another."""

from collections.abc import Callable, Sequence

from taisai.log.refusals import LogRefusal
from taisai.log.tree import EMPTY, node_hash
from taisai.rules.refusals import Refused

Hashes = Callable[[int, int], bytes]
"""The root over the leaves from one number up to, and without, another."""


def inclusion(hashes: Hashes, index: int, size: int) -> list[bytes]:
    """Return the hashes from the leaf's sibling up to the children of the root."""
    assert 0 <= index < size, (index, size)
    low, high, path = 0, size, list[bytes]()
    while high - low > 1:
        middle = low + split(high - low)
        if index < middle:
            path.append(hashes(middle, high))
            high = middle
        else:
            path.append(hashes(low, middle))
            low = middle
    return path[::-1]


def consistency(hashes: Hashes, old: int, new: int) -> list[bytes]:
    """Return the proof; empty if none is needed: from the empty tree, or to the same tree."""
    assert 0 <= old <= new, (old, new)
    if old in (0, new):
        return []
    low, high, path, is_whole = 0, new, list[bytes](), True
    while old < high:
        middle = low + split(high - low)
        if old <= middle:
            path.append(hashes(middle, high))
            high = middle
        else:
            path.append(hashes(low, middle))
            low, is_whole = middle, False
    return ([] if is_whole else [hashes(low, high)]) + path[::-1]


def split(size: int) -> int:
    """Return the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def check_inclusion(leaf: bytes, index: int, size: int, root: bytes, path: Sequence[bytes]) -> None:
    """`leaf` is the leaf's hash."""
    if not 0 <= index < size:
        raise _wrong(f"there is no entry {index} in a tree of {size}")
    found, last = leaf, size - 1
    for sibling in path:
        if not last:
            raise _wrong(f"the proof of entry {index} is too long for a tree of {size}")
        if index & 1 or index == last:
            found = node_hash(sibling, found)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        index, last = index >> 1, last >> 1
    if last or found != root:
        raise _wrong("the proof does not lead from the entry to the root of the checkpoint")


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> None:
    if not 0 <= old <= new:
        raise _wrong(f"a tree of {new} entries does not follow one of {old}")
    if old in (0, new):
        if path or (old == new and old_root != new_root) or (not old and old_root != EMPTY):
            raise _wrong(f"two trees of {old} entries differ, or a proof is given where none is needed")
        return
    seeds = [old_root] if not old & old - 1 else []
    if not path:
        raise _wrong(f"no proof leads from {old} entries to {new}")
    _check_both(old - 1, new - 1, [*seeds, *path], (old_root, new_root))


def _check_both(node: int, last: int, path: Sequence[bytes], roots: tuple[bytes, bytes]) -> None:
    while node & 1:
        node, last = node >> 1, last >> 1
    before = after = path[0]
    for sibling in path[1:]:
        if not last:
            raise _wrong("the proof is too long")
        if node & 1 or node == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        node, last = node >> 1, last >> 1
    if last or (before, after) != roots:
        raise _wrong("the proof does not lead from the old root to the new one")


def _wrong(words: str) -> Refused:
    return Refused(LogRefusal.PROOF_WRONG, f"{words}; do not trust what it should prove", "")
