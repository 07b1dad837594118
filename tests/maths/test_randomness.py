"""Each test of a tumbler passes good throws as often as it should, and catches bad ones."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import kstest

from taisai import ROLLS
from taisai.maths.randomness import GAPS, QUESTIONS, SETS, Finding, _complete, findings, is_ascending, passed

LEVEL = Fraction(1, 100)
SIZE = 5_000


def good(seed, size=SIZE):
    return np.random.default_rng(seed).integers(1, 7, (size, 3))


def biased(rng):
    """One face a little too often."""
    return np.where(rng.random((SIZE, 3)) < 0.06, 6, rng.integers(1, 7, (SIZE, 3)))


def biased_die(die):
    def made(rng):
        throws = rng.integers(1, 7, (SIZE, 3))
        throws[:, die] = np.where(rng.random(SIZE) < 0.1, 1, throws[:, die])
        return throws

    return made


def stuck(rng):
    throws = rng.integers(1, 7, (SIZE, 3))
    throws[:, 1] = 4
    return throws


def alternating(rng):
    """High and low by turns, more often than not."""
    stream = rng.integers(1, 7, 3 * SIZE)
    turned = (np.arange(3 * SIZE) % 2 == 0) & (rng.random(3 * SIZE) < 0.5)
    low = (stream - 1) % 3 + 1
    stream = np.where(turned, low, np.where(rng.random(3 * SIZE) < 0.5, low + 3, stream))
    return stream.reshape(-1, 3)


def odd_then_even(rng):
    stream = rng.integers(1, 4, 3 * SIZE) * 2
    return (stream - np.arange(3 * SIZE) % 2).reshape(-1, 3)


def repeated_blocks(rng):
    """Every hundred throws twice."""
    return np.concatenate([np.tile(rng.integers(1, 7, (100, 3)), (2, 1)) for _ in range(SIZE // 200)])


def period_216(rng):
    """Every throw once, over and over in the same order: as even as can be."""
    every = np.array([(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)])
    return np.tile(rng.permutation(every), (24, 1))


def sticky(rng):
    """A throw stays as it is now and then."""
    throws = rng.integers(1, 7, (SIZE, 3))
    for place in np.flatnonzero(rng.random(SIZE - 1) < 0.15) + 1:
        throws[place] = throws[place - 1]
    return throws


def never_twice(rng):
    """No face follows itself."""
    steps = rng.integers(1, 6, 3 * SIZE)
    return (np.cumsum(steps) % 6 + 1).reshape(-1, 3)


def pairs_too_often(rng):
    throws = rng.integers(1, 7, (SIZE, 3))
    throws[:, 2] = np.where(rng.random(SIZE) < 0.1, throws[:, 0], throws[:, 2])
    return throws


def rising(rng):
    """High throws follow high ones."""
    drift = np.cumsum(rng.normal(0, 0.2, SIZE))
    return np.clip(np.rint(rng.normal(3.5 + np.sin(drift), 1.7, (3, SIZE)).T), 1, 6).astype(np.int64)


def shuffled_bag(rng):
    """All six faces before any comes again, as a careless programmer would have it."""
    return np.concatenate([rng.permutation(6) + 1 for _ in range(SIZE // 2)]).reshape(-1, 3)


BAD = {
    "faces": biased,
    "die 1": biased_die(0),
    "die 2": stuck,
    "die 3": biased_die(2),
    "216 throws": period_216,
    "56 rolls": pairs_too_often,
    "runs of high and low": alternating,
    "runs of odd and even": odd_then_even,
    "runs of totals": sticky,
    "serial, neighbours": odd_then_even,
    "serial, same die": sticky,
    "correlation, neighbours": never_twice,
    "correlation, totals": rising,
    "repetition": repeated_blocks,
    **{f"gaps of {face}": never_twice for face in range(1, 7)},
    "poker": shuffled_bag,
    "coupon collector": shuffled_bag,
}
KINDS = sorted({*BAD.values(), period_216, repeated_blocks, stuck, alternating}, key=lambda kind: kind.__qualname__)
NAMES = [question.name for question in QUESTIONS]


def by_name(throws):
    return {finding.name: finding for finding in findings(throws)}


def test_there_is_a_bad_tumbler_for_every_test():
    assert list(BAD) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_test_catches_a_bad_tumbler_by_itself(name):
    for seed in (1, 2, 3):
        assert by_name(BAD[name](np.random.default_rng(seed)))[name].p < LEVEL / len(NAMES)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__qualname__)
def test_a_bad_tumbler_fails(kind):
    for seed in (4, 5, 6):
        assert not all(passed(findings(kind(np.random.default_rng(seed))), LEVEL))


def test_throws_that_are_all_the_same_fail_without_a_fault():
    for throws in (np.full((SIZE, 3), 6), np.tile([1, 6, 2], (SIZE, 1))):
        found = findings(throws)
        assert all(0 <= finding.p <= 1 and np.isfinite(finding.statistic) for finding in found)
        assert not all(passed(found, LEVEL))


@pytest.fixture(scope="module")
def many():
    """The p-values of each test over a few hundred good tumblers."""
    found = [by_name(good(seed, 3_000)) for seed in range(400)]
    return {name: np.array([one[name].p for one in found]) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_p_values_of_good_tumblers_are_uniform(many, name):
    assert kstest(many[name], "uniform").pvalue > 0.002


def test_a_good_tumbler_fails_about_once_in_a_hundred(many):
    """Of 400, four are expected; the tests hang together a little, so perhaps fewer."""
    smallest = np.min(list(many.values()), axis=0)
    assert 0 < (smallest * len(NAMES) <= LEVEL).sum() <= 9
    assert all(passed(findings(good(1)), LEVEL))


def test_ascending_throws_are_asked_only_what_does_not_need_the_dice():
    throws = np.sort(good(7), axis=1)
    assert is_ascending(throws)
    assert not is_ascending(good(7))
    found = findings(throws)
    assert [finding.name for finding in found] == [
        "faces",
        "56 rolls",
        "runs of totals",
        "correlation, totals",
        "repetition",
    ]
    assert all(passed(found, LEVEL))
    assert by_name(good(7))["56 rolls"] == found[1]


def test_the_statistic_of_the_56_rolls_is_counted_again_slowly():
    throws = good(8, 1_500)
    counts = dict.fromkeys(map(str, ROLLS), 0)
    for throw in throws.tolist():
        counts["-".join(map(str, sorted(throw)))] += 1
    expected = {str(roll): 1_500 * roll.ways / 216 for roll in ROLLS}
    statistic = sum((counts[roll] - expected[roll]) ** 2 / expected[roll] for roll in counts)
    finding = by_name(throws)["56 rolls"]
    assert finding.statistic == pytest.approx(statistic)
    assert finding.freedom == 55


def test_degrees_of_freedom():
    found = by_name(good(9))
    assert found["faces"].freedom == found["die 1"].freedom == 5
    assert found["216 throws"].freedom == 215
    assert found["serial, neighbours"].freedom == found["serial, same die"].freedom == 35
    assert found["gaps of 1"].freedom == GAPS
    assert found["coupon collector"].freedom == len(SETS) - 1
    assert found["runs of totals"].freedom == 0


def test_complete_sets_are_counted_as_they_are():
    assert [_complete(size) for size in (5, 6, 7)] == [0, 720, 15_120]


def finding(p):
    return Finding("x", 0.0, 1, p)


def test_holm_lets_no_more_fail_than_it_must():
    assert passed([finding(0.5), finding(0.004), finding(0.2)], LEVEL) == [True, True, True]
    assert passed([finding(0.5), finding(0.003), finding(0.2)], LEVEL) == [True, False, True]
    assert passed([finding(0.004), finding(0.003), finding(0.2)], LEVEL) == [False, False, True]
    assert passed([finding(0.003), finding(0.006), finding(0.009)], LEVEL) == [False, True, True]
