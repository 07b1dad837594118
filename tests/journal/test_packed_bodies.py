"""Batches as they lie on the disk."""

import pytest

from taisai.journal.packed_bodies import SHORTEST, DamagedError, packed, unpacked

BODY = b'{"seq":1,"event":{"is":"wager-placed"}}'


@pytest.mark.parametrize("count", [1, SHORTEST // len(BODY) - 1, SHORTEST // len(BODY) + 1, 1_000])
def test_whatever_is_packed_comes_back(count):
    assert unpacked(packed([BODY] * count)) == [BODY] * count


def test_a_lone_wager_lies_there_as_it_is_and_many_are_squeezed():
    assert packed([BODY]) == BODY
    many = [BODY] * 100
    assert len(packed(many)) < len(b"\n".join(many)) // 10


def test_a_squeezed_batch_that_is_cut_is_damaged():
    with pytest.raises(DamagedError):
        unpacked(packed([BODY] * 100)[:-3])
