"""Many rounds of a plan, against whole numbers, and against everything that must be so."""

from fractions import Fraction
from itertools import accumulate
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maths.chance.reference import binomial, exact_binomial_tail, packed_powers, powers
from shipped import TABLES

from taisai import Refused, paytable, plan
from taisai.maths.chance.evening import ROUNDS_MAX, evening
from taisai.maths.chance.lattice import Lattice, Steps
from taisai.maths.chance.quantiles import quantile
from taisai.maths.chance.short import COUNTED_MAX, FEW, at_once
from taisai.maths.chance.spectrum import Many, _turns, _whole_turns
from taisai.maths.chance.sums import Sum
from taisai.maths.chance.tails import at_least
from taisai.maths.refusals import LabRefusal

RWS = paytable("rws-6/2")
BIG, SINGLE = [("big", 100)], [("single-2", 10)]
SIX = [("single-1", 10), ("single-2", 10), ("double-3", 5), ("total-9", 5), ("domino-1-2", 5), ("triple-4", 1)]
PROMISED = 1e-12


def variation(night):
    """The total variation between what is answered and whole numbers."""
    lattice, spread = night.lattice, night.spread
    ways = packed_powers(lattice.sizes, lattice.ways, night.rounds)
    exact = np.array([float(Fraction(many, lattice.all_ways**night.rounds)) for many in ways])
    first = int((spread.first - night.rounds * lattice.worst) / lattice.step)
    answered = np.zeros(len(exact))
    answered[first : first + len(spread.chances)] = spread.chances
    return np.abs(answered - exact).sum() / 2


@pytest.mark.parametrize("wagers", [BIG, [("triple-2", 1)], [("big", 100), ("double-2", 10)]], ids=str)
def test_400_rounds_agree_with_whole_numbers(wagers):
    night = evening(plan(RWS, wagers), 400)
    assert variation(night) < night.spread.error < PROMISED


@pytest.mark.parametrize("rounds", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("wagers", [BIG, SINGLE, SIX], ids=str)
def test_a_few_rounds_agree_with_whole_numbers(wagers, rounds):
    night = evening(plan(RWS, wagers), rounds)
    assert variation(night) < night.spread.error < PROMISED


@pytest.mark.parametrize(("spot", "wins"), [("big", 105), ("triple-2", 1)])
def test_a_million_rounds_agree_with_a_binomial_of_256_bits(spot, wins):
    night = evening(plan(RWS, [(spot, 100)]), 10**6)
    exact, whole = binomial(10**6, wins, 216 - wins, reach=7_000)
    first = int((night.spread.first - 10**6 * night.lattice.worst) / night.lattice.step)
    answered = dict(enumerate(night.spread.chances.tolist(), start=first))
    away = sum(abs(Fraction(answered.get(count, 0)) - Fraction(part, whole)) for count, part in exact.items())
    assert away / 2 < night.spread.error < PROMISED
    assert not set(answered) - set(exact)


def test_chances_of_a_million_rounds_have_twelve_digits_far_from_the_middle():
    night = evening(plan(RWS, BIG), 10**6)
    exact, whole = binomial(10**6, 105, 111, reach=25_000, bits=2_048)
    ahead = Fraction(sum(part for count, part in exact.items() if count > 500_000), whole)
    assert 1e-170 < ahead < 1e-169
    assert abs(Fraction(night.ahead.value) / ahead - 1) < Fraction(1, 10**12)
    assert abs(Fraction(night.ahead.value) - ahead) <= Fraction(night.ahead.error)


@pytest.mark.parametrize("wins", [230, 300, 380, 400])
def test_tails_of_400_rounds_have_twelve_digits_down_to_the_last(wins):
    exact = exact_binomial_tail(400, 105, 111, wins)
    answered = evening(plan(RWS, BIG), 400).at_least(100 * (2 * wins - 400))
    assert abs(Fraction(answered.value) - exact) <= Fraction(answered.error)
    assert answered.error < PROMISED * float(exact)


def test_every_tail_of_a_plan_is_within_its_bound():
    night = evening(plan(RWS, [("big", 100), ("double-2", 10)]), 60)
    ways = packed_powers(night.lattice.sizes, night.lattice.ways, 60)
    whole = 216**60
    for steps, (many, below) in enumerate(zip(ways, accumulate(ways), strict=True)):
        net = night.lattice.net(steps, 60)
        for answered, exact in (
            (night.at_most(net), below),
            (night.below(net), below - many),
            (night.at_least(net), whole - below + many),
            (night.above(net), whole - below),
        ):
            assert abs(Fraction(answered.value) - Fraction(exact, whole)) <= Fraction(answered.error), (net, exact)


def test_quantiles_are_the_first_results_that_are_not_exceeded_so_often():
    night = evening(plan(RWS, SINGLE), 50)
    ways = powers(night.plan.distribution(), 50)
    totals = dict(zip(sorted(ways), accumulate(ways[net] for net in sorted(ways)), strict=True))
    for chance in (1e-40, 1e-12, 0.001, 0.05, 0.5, 0.77, 0.95, 1 - 1e-6, 1 - 1e-12):
        exact = next(net for net, below in totals.items() if Fraction(below, 216**50) >= Fraction(chance))
        assert night.quantile(chance) == exact, chance


@pytest.mark.parametrize("ways", [{-1: 108, 1: 108}, {-1: 9, 4: 1}, {-2: 1, 0: 3, 1: 4}, {-1: 111, 1: 105}], ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 3, 8, 20])
def test_a_quantile_at_an_exact_tie_is_the_result_that_reaches_it(ways, rounds):
    summed = Sum(Lattice.of({Fraction(net): many for net, many in ways.items()}), rounds)
    exact = packed_powers(summed.lattice.sizes, summed.lattice.ways, rounds)
    whole = summed.lattice.all_ways**rounds
    reached = [Fraction(below, whole) for below in accumulate(exact)]
    for steps, chance in enumerate(reached):
        if exact[steps] and 1e-8 < chance < 1 - Fraction(1, 10**8):
            assert quantile(summed, float(chance)) == steps
            beyond = chance + Fraction(1, 10**11)
            assert quantile(summed, float(beyond)) == next(at for at, one in enumerate(reached) if one >= beyond)


def test_a_million_million_rounds_have_quantiles_near_those_of_a_normal_distribution():
    night = evening(plan(RWS, SIX), ROUNDS_MAX)
    deviation = float(night.variance) ** 0.5
    for chance, away in ((0.01, -2.326347874), (0.5, 0.0), (0.99, 2.326347874)):
        assert abs(float(night.quantile(chance) - night.expected) / deviation - away) < 1e-5
    with pytest.raises(Refused, match="use quantiles") as refused:
        _ = night.spread
    assert refused.value.code is LabRefusal.LATTICE_TOO_LARGE


def test_quantiles_agree_with_the_whole_distribution_of_a_million_rounds():
    night = evening(plan(RWS, SIX), 10**6)
    whole = np.cumsum(night.spread.chances)
    for chance in (0.01, 0.3, 0.5, 0.9, 0.999):
        assert night.quantile(chance) == night.spread.net(int(np.searchsorted(whole, chance)))


def test_an_interval_holds_what_it_says():
    night = evening(plan(RWS, SINGLE), 300)
    low, high = night.interval(0.9)
    assert night.at_most(high).value - night.below(low).value >= 0.9
    assert night.below(low).value <= 0.05
    assert night.above(high).value <= 0.05


def test_ahead_even_and_behind_are_all():
    night = evening(plan(RWS, BIG), 200)
    half = exact_binomial_tail(200, 105, 111, 100) - exact_binomial_tail(200, 105, 111, 101)
    assert night.even.holds(float(half))
    assert night.ahead.value + night.even.value + night.behind.value == pytest.approx(1, abs=1e-13)
    odd = evening(plan(RWS, BIG), 201)
    assert odd.even.value == 0


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.integers(-40, 40), st.integers(1, 2**90), min_size=2, max_size=9), st.integers(1, 20))
def test_chances_of_any_denominator_agree_with_whole_numbers(ways, rounds):
    """Multipliers make denominators of any length: what is counted in words of a machine must not overflow."""
    lattice = Lattice.of({Fraction(net): many for net, many in ways.items()})
    exact = packed_powers(lattice.sizes, lattice.ways, rounds)
    whole = lattice.all_ways**rounds
    points = Sum(lattice, rounds).points
    found = dict(enumerate(points.chances.tolist(), start=points.first))
    away = sum(abs(found.get(steps, 0.0) - float(Fraction(many, whole))) for steps, many in enumerate(exact))
    assert away / 2 < points.error < PROMISED


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(st.integers(0, 9), st.integers(1, 2**16), min_size=2, max_size=6),
    st.sampled_from([1, 2, 7, 60, FEW, FEW + 1, 150]),
    st.integers(1, 2**20),
)
def test_short_sums_agree_with_whole_numbers_whichever_way_they_are_computed(ways, rounds, most):
    """Whether one result is likely or all are, at the limit of either way and beyond it."""
    ways[min(ways)] += most
    lattice = Lattice.of({Fraction(net): many for net, many in ways.items()})
    exact = packed_powers(lattice.sizes, lattice.ways, rounds)
    whole = lattice.all_ways**rounds
    summed = Sum(lattice, rounds)
    for points in (summed.points, summed._selected()):
        found = dict(enumerate(points.chances.tolist(), start=points.first))
        away = sum(abs(found.get(steps, 0.0) - many / whole) for steps, many in enumerate(exact))
        assert away / 2 <= points.error < PROMISED


def test_the_way_is_chosen_by_size():
    two, many = (
        Lattice.of({Fraction(-1): 111, Fraction(1): 105}),
        Lattice.of({Fraction(-1): 111, Fraction(0): 9, Fraction(999_998): 96}),
    )
    assert all(at_once(two, rounds) for rounds in (1, FEW, 1_000, COUNTED_MAX))
    assert not at_once(two, COUNTED_MAX + 1)
    assert at_once(many, 1)
    assert not at_once(many, 2)


@pytest.mark.parametrize("won", [1, 105, 10**6, 2**70])
@pytest.mark.parametrize("rounds", [2, 57, 400, 900, COUNTED_MAX])
def test_two_results_are_counted_to_the_last_digits(won, rounds):
    found, error = at_once(Lattice.of({Fraction(-1): 111, Fraction(1): won}), rounds)
    exact, whole = binomial(rounds, won, 111, reach=1_200)
    answered = dict(enumerate(found.tolist()))
    away = sum(abs(Fraction(answered.pop(count)) - Fraction(part, whole)) for count, part in exact.items())
    assert (away + Fraction(sum(answered.values()))) / 2 <= error < PROMISED


@pytest.mark.parametrize("rounds", [2, 6, 20, 31, 50, 100])
@pytest.mark.parametrize("sizes", [(0, 98, 100, 196), (0, 1, 2, 5, 6, 9, 12, 13), (0, 1, 63)], ids=str)
def test_sums_of_every_length_agree_with_whole_numbers(sizes, rounds):
    """By all the ways that a sum of a few rounds is computed, and at the lengths where one begins."""
    lattice = Lattice.of(dict(zip(map(Fraction, sizes), [111, 100, 4, 1, 7, 5, 3, 2][: len(sizes)], strict=True)))
    exact, whole = packed_powers(lattice.sizes, lattice.ways, rounds), lattice.all_ways**rounds
    points = Sum(lattice, rounds).points
    answered = dict(enumerate(points.chances.tolist(), start=points.first))
    away = sum(abs(answered.get(steps, 0.0) - float(Fraction(many, whole))) for steps, many in enumerate(exact))
    assert away / 2 <= points.error < PROMISED


@pytest.mark.parametrize("bits", [31, 32, 63, 64, 130])
@pytest.mark.parametrize("rounds", [7, 60])
def test_no_length_of_a_denominator_is_counted_wrong(bits, rounds):
    lattice = Lattice.of({Fraction(-1): 2**bits - 1, Fraction(1): 2**bits // 3, Fraction(9): 5**9, Fraction(10): 3})
    exact = packed_powers(lattice.sizes, lattice.ways, rounds)
    whole = lattice.all_ways**rounds
    points = Sum(lattice, rounds).points
    found = dict(enumerate(points.chances.tolist(), start=points.first))
    away = sum(abs(found.get(steps, 0.0) - float(Fraction(many, whole))) for steps, many in enumerate(exact))
    assert away / 2 < points.error < PROMISED
    starts = (1, rounds, 3 * rounds)
    told = [at_least(lattice, rounds, start).value for start in starts]
    assert told == pytest.approx([float(Fraction(sum(exact[start:]), whole)) for start in starts], rel=1e-11)


def test_whole_turns_of_the_longest_evenings_are_exact():
    """Frequencies, steps and rounds at their limits: each product passes what a word of a machine holds."""
    sizes, size, rounds = np.array([-(10**6), -1, 0, 10**6]), 2 * 10**13 + 6, 10**12
    frequencies = np.array([0, 3, 2**21 + 1, 10**12 + 7, 5 * 10**12 + 1, 10**13])
    turns, left = _turns(frequencies, sizes, size)
    for row, frequency in enumerate(frequencies.tolist()):
        for column, one in enumerate(sizes.tolist()):
            assert int(turns[row, column]) * size + int(left[row, column]) == frequency * one
            assert 2 * abs(int(left[row, column])) <= size
    for per in (216, 2**31 - 1, 2**31 + 11, 2**63 + 29, 7**60):
        ways = (1, per // 5, per // 7, per - per // 5 - per // 7 - 1)
        told = _whole_turns(Many(Steps(sizes, np.ones(4) / 4, sizes * 1.0), rounds, ways), turns)
        exact = [Fraction(rounds * sum(map(mul, one, ways)), per) % 1 for one in turns.tolist()]
        assert told.tolist() == pytest.approx(list(map(float, exact)), abs=1e-15)


def test_a_plan_that_always_has_the_same_result():
    same = Lattice.of({Fraction(-3): 216})
    assert (same.top, same.mean, same.variance) == (0, 0, 0)


@st.composite
def plans(draw):
    table = draw(st.sampled_from(TABLES))
    ids = draw(st.lists(st.sampled_from([spot.id for spot in table.spots]), min_size=1, max_size=6))
    return plan(table, [(spot, 5 * draw(st.integers(1, 20))) for spot in ids])


@settings(max_examples=25, deadline=None)
@given(plans(), st.integers(1, 3_000))
def test_any_plan_keeps_the_mean_and_the_variance_of_its_rounds(made, rounds):
    night = evening(made, rounds)
    spread = night.spread
    nets = float(spread.first - night.expected) + float(spread.step) * np.arange(len(spread.chances))
    deviation = float(night.variance) ** 0.5 or 1.0
    assert abs(spread.chances.sum() - 1) <= 2 * spread.error
    assert spread.error < PROMISED
    assert abs(spread.chances @ nets) < 1e-9 * deviation
    assert spread.chances @ nets**2 == pytest.approx(float(night.variance), rel=1e-9)


@settings(max_examples=15, deadline=None)
@given(plans(), st.integers(1, 10**9), st.lists(st.floats(0.001, 0.999), min_size=2, max_size=3))
def test_quantiles_rise_with_the_chance_and_fit_the_chances(made, rounds, chances):
    night = evening(made, rounds)
    found = [night.quantile(chance) for chance in sorted(chances)]
    assert found == sorted(found)
    for chance, net in zip(sorted(chances), found, strict=True):
        assert night.at_most(net).value >= chance - 1e-12
        assert night.below(net).value <= chance + 1e-12


@settings(max_examples=15, deadline=None)
@given(plans(), st.integers(1, 10**6), st.integers(-300, 300), st.integers(0, 50))
def test_more_is_never_likelier(made, rounds, deviations, more):
    night = evening(made, rounds)
    net = night.expected + Fraction(deviations, 40) * Fraction(float(night.variance) ** 0.5)
    less, greater = night.at_least(net), night.at_least(net + more)
    assert greater.value <= less.value + less.error
    assert 0 <= less.value <= 1 + less.error


results = st.dictionaries(
    st.integers(-40, 400).map(lambda halves: Fraction(halves, 2)), st.integers(1, 90), min_size=1, max_size=9
)


@settings(max_examples=40, deadline=None)
@given(results, st.integers(1, 6))
def test_a_strangers_rulebook_agrees_with_whole_numbers_within_the_stated_bounds(distribution, rounds):
    """Whatever the results of a round and their chances are."""
    lattice = Lattice.of(distribution)
    ways, whole = powers(distribution, rounds), sum(distribution.values()) ** rounds
    points = Sum(lattice, rounds).points
    answered = {lattice.net(points.first + at, rounds): chance for at, chance in enumerate(points.chances.tolist())}
    away = sum(abs(Fraction(answered.get(net, 0)) - Fraction(ways.get(net, 0), whole)) for net in {*answered, *ways})
    assert away / 2 <= Fraction(points.error)
    assert points.error < PROMISED
    for net in list(ways)[:: max(1, len(ways) // 4)]:
        steps = lattice.steps_for(net, rounds)
        exact = Fraction(sum(many for other, many in ways.items() if other >= net), whole)
        found = at_least(lattice, rounds, steps)
        assert abs(Fraction(found.value) - exact) <= Fraction(found.error)


@pytest.mark.parametrize("rounds", [0, -1, ROUNDS_MAX + 1])
def test_no_rounds_or_too_many_are_refused_with_the_number(rounds):
    with pytest.raises(Refused, match="is not a number of rounds") as refused:
        evening(plan(RWS, BIG), rounds)
    assert (refused.value.code, refused.value.value) == (LabRefusal.ROUNDS_INVALID, str(rounds))


@pytest.mark.parametrize("chance", [0, 1, -0.5, 2, float("nan")])
def test_a_chance_that_is_none_is_refused(chance):
    with pytest.raises(Refused, match="is not a chance") as refused:
        evening(plan(RWS, BIG), 10).quantile(chance)
    assert refused.value.code is LabRefusal.CHANCE_INVALID


def test_stakes_without_a_common_unit_are_refused_and_not_answered_wrongly():
    with pytest.raises(Refused, match="larger common unit") as refused:
        evening(plan(RWS, [("big", 9_999_991), ("double-2", 10)]), 10).ahead  # noqa: B018
    assert refused.value.code is LabRefusal.LATTICE_TOO_LARGE
