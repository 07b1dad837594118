"""What the page on mathematics states, by counting all cases in whole numbers."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb, exp, lgamma, log, sqrt

import numpy as np
import pytest
from scipy.stats import binom, chi2, norm

from taisai import ROLLS, Watch, paytable, plan
from taisai.maths.dice import judgement
from taisai.maths.dice.judgement import FAIR_ROLLS, g, williams
from taisai.maths.dice.power import power_to_see
from taisai.maths.drawn_nets import _this_set_alone
from taisai.maths.hold.reserve import coefficient
from taisai.maths.randomness import GAPS, SETS, _complete, _correlation_neighbours, _lagged, _repetition, _runs
from taisai.maths.ruin.bankroll import walk
from taisai.maths.simulation.draws import FAIR, NUMBERS, SHARE
from taisai.maths.simulation.estimate import Z_99, of_chance
from taisai.rules.multipliers import Multipliers

FACES = range(1, 7)


@pytest.mark.parametrize("winners", [1, 2, 3])
def test_given_winners_are_struck_as_often_as_among_all_draws(winners):
    drawn = Multipliers(tuple("abcde"), ((1, 2), (2, 1), (3, 5)), ((2, 1),))
    for many in range(winners + 1):
        chance = Fraction(0)
        for struck, weight in drawn.struck:
            sets = list(combinations(range(5), struck))
            fits = sum(set(one) & set(range(winners)) == set(range(many)) for one in sets)
            chance += Fraction(weight * fits, 8 * len(sets))
        assert _this_set_alone(drawn, winners, many) == chance


@pytest.mark.parametrize(("ups", "downs"), [(1, 1), (2, 3), (4, 4), (1, 6)])
def test_runs_have_the_mean_and_variance_of_all_orders(ups, downs):
    size, orders = ups + downs, [set(one) for one in combinations(range(ups + downs), ups)]
    runs = [1 + sum((a in one) != (b in one) for a, b in pairwise(range(size))) for one in orders]
    mu = Fraction(2 * ups * downs, size)
    mean, square = Fraction(sum(runs), len(runs)), Fraction(sum(one * one for one in runs), len(runs))
    assert (mean, square - mean**2) == (1 + mu, mu * (mu - 1) / (size - 1))
    if square > mean**2:
        above = np.array([place in orders[0] for place in range(size)])
        assert _runs("", above).statistic == pytest.approx((runs[0] - mean) / sqrt(square - mean**2))


def test_five_faces_differ_in_as_many_ways_as_counted():
    different = Counter(len(set(hand)) for hand in product(FACES, repeat=5))
    assert different == {1: 6, 2: 450, 3: 3000, 4: 3600, 5: 720}


def test_all_six_have_shown_in_as_many_ways_as_counted():
    for size in range(6, 9):
        assert _complete(size) == sum(len(set(one)) == 6 for one in product(FACES, repeat=size))
    assert SETS[0] == 7


def test_gaps_are_as_likely_as_all_faces_in_between():
    for gap in range(4):
        ways = sum(6 not in one for one in product(FACES, repeat=gap))
        assert Fraction(ways, 6 ** (gap + 1)) == Fraction(5**gap * 6 ** (GAPS - 1 - gap), 6**GAPS)


def test_products_of_neighbours_have_the_variance_that_is_divided_by():
    faces = [Fraction(2 * face - 7, 2) for face in FACES]
    assert sum(one * one for one in faces) / 6 == Fraction(35, 12)
    size = 4
    sums = [sum(a * b for a, b in pairwise(stream)) for stream in product(faces, repeat=size)]
    assert sum(sums) == 0
    assert sum(one * one for one in sums) / len(sums) == (size - 1) * Fraction(35, 12) ** 2
    throws = np.array([[1, 6, 6], [5, 5, 2]])
    stream = [Fraction(2 * int(face) - 7, 2) for face in throws.ravel()]
    expected = sum(a * b for a, b in pairwise(stream)) / (Fraction(35, 12) * Fraction(sqrt(5)))
    assert _correlation_neighbours("", throws).statistic == pytest.approx(float(expected))


def test_the_largest_correlation_is_judged_as_the_largest_of_so_many():
    throws = np.random.default_rng(3).integers(1, 7, (60, 3))
    found, deviates = _repetition("", throws), _lagged(throws, 30)
    one_sided = norm.sf(np.abs(deviates).max())
    assert found.p == pytest.approx(1 - (1 - 2 * one_sided) ** 30)


def test_g_would_be_too_large_without_williams():
    """Its exact mean: counts of each roll are binomial."""
    size, counts = 1080, np.arange(1081)
    mean = 0.0
    for share in FAIR_ROLLS:
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(counts > 0, 2 * counts * np.log(counts / (size * share)), 0.0)
        mean += float(binom.pmf(counts, size, share) @ parts)
    assert mean == pytest.approx(55.7, abs=0.06)
    q = williams(size * FAIR_ROLLS)
    assert q == pytest.approx(1 + (sum(1 / FAIR_ROLLS) - 1) / (6 * size * 55))
    assert mean / q == pytest.approx(55, abs=0.15)
    assert g(np.array([1.0, 0.0]), np.array([0.5, 0.5])) == pytest.approx(2 * log(2))


@pytest.mark.parametrize("throw", [(6, 6, 6), (1, 2, 6)])
def test_an_e_value_has_the_mean_1_over_all_throws(throw):
    watch = Watch().after(throw, in_order=True)
    for in_order in (True, False):
        after = [watch.after(faces, in_order=in_order).e for faces in product(FACES, repeat=3)]
        assert sum(after) / 216 == pytest.approx(watch.e, rel=1e-10)


def test_the_products_of_forecasts_telescope():
    counts, alpha, wealth = [0] * 6, 3.0, 1.0
    for face in (6, 6, 1, 6, 2, 6):
        wealth *= 6 * (alpha + counts[face - 1]) / (6 * alpha + sum(counts))
        counts[face - 1] += 1
    size = sum(counts)
    logarithm = size * log(6) + lgamma(6 * alpha) - 6 * lgamma(alpha) - lgamma(6 * alpha + size)
    assert exp(logarithm + sum(lgamma(alpha + one) for one in counts)) == pytest.approx(wealth)


def test_a_bias_splits_chi_squared_into_its_face_and_the_others():
    counts = [9, 4, 5, 3, 7, 2]
    size, first, others = sum(counts), counts[0], counts[1:]
    whole = sum((one - size / 6) ** 2 / (size / 6) for one in counts)
    even = sum((one - (size - first) / 5) ** 2 / ((size - first) / 5) for one in others)
    assert whole == pytest.approx(6 / size * (6 / 5 * (first - size / 6) ** 2 + (size - first) / 5 * even))


def test_the_power_of_the_verdict_is_the_mean_over_the_biased_face():
    excess, throws = 0.03, 400
    faces, limit = 3 * throws, chi2.isf(0.01 / len(judgement.tests_of(throws, in_order=True)), 5)
    power = 0.0
    for count in range(faces + 1):
        left = (limit * faces / 6 - 6 / 5 * (count - faces / 6) ** 2) * 5 / (faces - count) if count < faces else -1.0
        power += binom.pmf(count, faces, 1 / 6 + excess) * chi2.sf(left, 4)
    assert 0.1 < power_to_see(excess, throws, level=0.01) == pytest.approx(power, rel=1e-9)


def test_lundbergs_coefficient_makes_a_martingale():
    mix = plan(paytable("rws-6/2"), {"big": 1000, "single-2": 500})
    house = walk(mix)
    slope = coefficient(house.turned)
    mean = sum(many * exp(slope * float(net / house.unit)) for net, many in mix.distribution().items()) / mix.whole
    assert mean == pytest.approx(1, abs=1e-12)
    assert slope > 0


def test_wilsons_interval_solves_its_equation():
    found = of_chance(3, 40)
    ends = sorted(np.roots([1 + Z_99**2 / 40, -(2 * 3 / 40 + Z_99**2 / 40), (3 / 40) ** 2]).real)
    assert found.error == pytest.approx(max(3 / 40 - ends[0], ends[1] - 3 / 40))


def test_sixteen_bits_are_divided_fairly():
    assert (SHARE, FAIR, NUMBERS - FAIR) == (303, 65448, 88)


def test_rolls_are_the_arrangements_of_their_faces():
    assert len(ROLLS) == comb(8, 3)
    assert [roll.ways for roll in ROLLS] == [len(set(permutations(roll.faces))) for roll in ROLLS]
