from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import ROLLS, Refusal, Refused, Roll, covariance, paytable, plan

THROWS = [Roll.of(*faces) for faces in product(range(1, 7), repeat=3)]
RWS, ETG = paytable("rws-6/2"), paytable("etg/2")
SPOTS = ["big", "small", "odd", "single-2", "double-2", "triple-2", "total-8", "any-triple", "four-1-2-3-4"]

wagers = st.lists(st.tuples(st.sampled_from(SPOTS), st.integers(1, 500)), min_size=1, max_size=4)
tables = st.sampled_from([RWS, ETG])


def net_on(table, bought, throw):
    total = Fraction(0)
    for spot_id, stake in bought:
        odds = table[spot_id].odds(throw)
        total += stake * odds.to_one if odds else -stake
    return total


def check_by_throws(table, bought):
    found = plan(table, bought)
    nets = [net_on(table, bought, throw) for throw in THROWS]
    expected = sum(nets) / 216
    assert found.nets == tuple(net_on(table, bought, roll) for roll in ROLLS)
    assert found.staked == sum(stake for _, stake in bought)
    assert found.expected == expected
    assert found.edge == -expected / found.staked
    assert found.variance == sum((net - expected) ** 2 for net in nets) / 216
    assert found.distribution() == {net: nets.count(net) for net in set(nets)}
    assert (found.worst, found.best) == (min(nets), max(nets))


def test_big_with_a_double_has_the_figures_of_its_216_throws():
    check_by_throws(RWS, [("big", 100), ("double-2", 10)])


def test_big_with_a_double_worked_by_hand():
    found = plan(RWS, [("big", 100), ("double-2", 10)])
    # The double pays 11 to 1 on 16 throws, none of which is Big; Big wins on 105; on the other 95 all is lost.
    assert found.distribution() == {Fraction(-110): 95, Fraction(10): 16, Fraction(90): 105}
    assert (found.staked, found.expected, found.edge) == (110, Fraction(-35, 9), Fraction(7, 198))
    assert (found.worst, found.best) == (-110, 90)


def test_the_rolls_of_a_net_result_are_named():
    found = plan(RWS, [("big", 100), ("double-2", 10)])
    texts = ["1-2-2", "2-2-2", "2-2-3", "2-2-4", "2-2-5", "2-2-6"]
    assert found.rolls_with(Fraction(10)) == tuple(map(Roll.parse, texts))
    assert found.rolls_with(Fraction(11)) == ()
    big = tuple(roll for roll in ROLLS if roll.total >= 11 and roll.different > 1)
    assert found.rolls_with(found.best) == big
    assert len(found.rolls_with(found.worst)) == 56 - 6 - len(big)


@settings(max_examples=30, deadline=None)
@given(tables, wagers)
def test_any_plan_has_the_figures_of_its_216_throws(table, bought):
    check_by_throws(table, bought)


@settings(max_examples=30, deadline=None)
@given(tables, wagers)
def test_variance_is_the_sum_over_all_pairs_of_wagers(table, bought):
    pairs = product(bought, repeat=2)
    expected = sum(a * b * covariance(table[one], table[other]) for (one, a), (other, b) in pairs)
    assert plan(table, bought).variance == expected


@settings(max_examples=50, deadline=None)
@given(tables, wagers)
def test_a_distribution_runs_from_the_worst_to_the_best_over_216_ways(table, bought):
    found = plan(table, bought)
    distribution = found.distribution()
    assert sum(distribution.values()) == 216
    assert list(distribution) == sorted(distribution)
    assert (next(iter(distribution)), next(reversed(distribution))) == (found.worst, found.best)


def test_wagers_on_the_same_spot_add_up():
    twice = plan(RWS, [("big", 100), ("double-2", 10), ("big", 50)])
    assert twice == plan(RWS, [("big", 150), ("double-2", 10)])
    assert twice.stakes == {"big": 150, "double-2": 10}


def test_half_odds_give_exact_halves():
    assert plan(ETG, [("double-2", 1)]).best == Fraction(23, 2)


def test_an_unknown_spot_is_refused_with_the_nearest():
    with pytest.raises(Refused, match=r"did you mean double-2\?") as refused:
        plan(RWS, [("big", 10), ("doubel-2", 10)])
    assert (refused.value.code, refused.value.value) == (Refusal.SPOT_UNKNOWN, "doubel-2")


def test_an_unknown_spot_comes_before_a_bad_stake():
    with pytest.raises(Refused) as refused:
        plan(RWS, [("bgi", 0)])
    assert refused.value.code is Refusal.SPOT_UNKNOWN


@pytest.mark.parametrize("stake", [0, -1, -100])
def test_a_stake_below_one_is_refused_with_the_value(stake):
    with pytest.raises(Refused, match=f"{stake} on 'double-2' is not a stake") as refused:
        plan(RWS, [("big", 200), ("double-2", stake)])
    assert (refused.value.code, refused.value.value) == (Refusal.STAKE_INVALID, stake)


def test_an_empty_plan_is_refused():
    with pytest.raises(Refused, match="at least one wager") as refused:
        plan(RWS, [])
    assert refused.value.code is Refusal.WAGER_INVALID


def test_a_plan_is_made_of_pairs_or_of_stakes_by_spot():
    table = paytable("rws-6/2")
    assert plan(table, {"big": 100, "double-2": 10}) == plan(table, [("big", 60), ("double-2", 10), ("big", 40)])
