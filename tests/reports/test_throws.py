"""Throws are collected as they come, and read and written without losing their order."""

import numpy as np
import pytest

from taisai.maths.dice.recorded import recorded
from taisai.maths.refusals import LabRefusal
from taisai.reports.throws import CHUNK, SHARED, collected, share_a_stretch, written
from taisai.rules.refusals import Refused


def test_throws_are_collected_in_their_order():
    thrown, told = np.random.default_rng(1).integers(1, 7, (CHUNK + 8, 3)).tolist(), []
    rest = iter(thrown)
    throws = collected(rest, CHUNK + 7, told.append)
    assert throws.tolist() == thrown[:-1]
    assert list(rest) == thrown[-1:], "no throw is left out"
    assert told == [CHUNK, 7]


def test_throws_are_read_as_they_were_written():
    throws = np.random.default_rng(2).integers(1, 7, (2000, 3))
    assert (recorded(written(throws).splitlines(keepends=True)) == throws).all()


def test_empty_lines_are_passed_over():
    assert len(recorded(["1-2-3\n", "\n", " 6-5-4 \n"] * 1000)) == 2000


@pytest.mark.parametrize("line", ["1-2", "1-2-7", "x", "1-2-3-4", "١-2-3", "123"])
def test_a_bad_line_is_named(line):
    with pytest.raises(Refused) as refused:
        recorded(["1-2-3\n"] * 41 + [line])
    assert refused.value.code is LabRefusal.THROWS_INVALID
    assert refused.value.words.startswith("line 42: ")


def test_a_stretch_that_two_streams_share_is_found_wherever_it_lies():
    one, other = (np.random.default_rng(seed).integers(1, 7, (500, 3)) for seed in (1, 2))
    assert not share_a_stretch(one, other)
    other[100 : 100 + SHARED] = one[333 : 333 + SHARED]
    assert share_a_stretch(one, other)
    other[100 + SHARED // 2] = 7 - other[100 + SHARED // 2]
    assert not share_a_stretch(one, other)
