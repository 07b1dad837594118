"""Exact figures over both draws, against an evaluator that lists every draw and every throw."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from multipliers.playing import SPOTS, TEXT, naive_back, naive_draws, naive_nets, write

from taisai import ROLLS, covariance, figures, paytable, plan
from taisai.maths.drawn_variance import drawn_variance
from taisai.maths.exposure import Book
from taisai.maths.par import par_lines

STRUCK = {0: 1, 1: 3, 2: 2}
TIMES = {2: 5, 10: 1}
WEIGHTS = st.dictionaries(st.integers(2, 60), st.integers(1, 9), min_size=1, max_size=2)
STAKES = st.dictionaries(st.sampled_from(["big", *SPOTS]), st.integers(1, 5).map(lambda one: 2 * one), min_size=1)


def text(struck, times):
    def told(weights):
        return "{ " + ", ".join(f"{number} = {weight}" for number, weight in weights.items()) + " }"

    head = TEXT.partition("struck = ")[0]
    return f"{head}struck = {told(struck)}\ntimes = {told(times)}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("multipliers") / "house"


@pytest.mark.parametrize("spot", ["big", *SPOTS])
def test_a_spot_is_what_all_draws_and_throws_say(folder, spot):
    table = paytable(write(folder))
    nets = naive_nets({spot: 1}, STRUCK, TIMES)
    mean = sum(net * chance for net, chance in nets.items())
    exact = figures(table[spot])
    assert exact.edge == -mean
    assert exact.variance == sum((net - mean) ** 2 * chance for net, chance in nets.items())
    assert exact.hit == sum(chance for net, chance in nets.items() if net > 0)


@settings(max_examples=8, deadline=None)
@given(
    stakes=STAKES,
    struck=st.dictionaries(st.integers(0, 4), st.integers(1, 5), min_size=1, max_size=3).filter(any),
    times=WEIGHTS,
)
def test_a_plan_has_every_net_result_with_its_chance(folder, stakes, struck, times):
    table = paytable(write(folder, text(struck, times)))
    made, nets = plan(table, stakes.items()), naive_nets(stakes, struck, times)
    assert {net: Fraction(ways, made.whole) for net, ways in made.distribution().items()} == nets
    mean = sum(net * chance for net, chance in nets.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in nets.items())
    assert (made.expected, made.variance) == (mean, variance)
    assert drawn_variance(table, stakes.items()) == variance
    assert made.expected == -sum(stake * figures(table[spot]).edge for spot, stake in stakes.items())
    together = sum(
        stakes[one] * stakes[two] * covariance(table[one], table[two]) for one in stakes for two in stakes if one != two
    )
    alone = sum(stake**2 * figures(table[spot]).variance for spot, stake in stakes.items())
    assert alone + together == variance


@settings(max_examples=8, deadline=None)
@given(
    stakes=STAKES,
    struck=st.dictionaries(st.integers(0, 4), st.integers(1, 5), min_size=1, max_size=3).filter(any),
    times=WEIGHTS,
    cap=st.integers(0, 4_000),
    spot=st.sampled_from(["big", *SPOTS]),
)
def test_exposure_is_the_worst_of_both_draws_and_room_is_left_under_a_cap(folder, stakes, struck, times, cap, spot):
    table = paytable(write(folder, text(struck, times)))
    draws = [drawn for drawn, _ in naive_draws(SPOTS, struck, times)]

    def naive_exposure(staked):
        return max(
            sum(stake * naive_back(name, roll.faces, drawn.get(name, 1)) - stake for name, stake in staked.items())
            for drawn in draws for roll in ROLLS
        )  # fmt: skip

    book = Book(table)
    for name, stake in stakes.items():
        book.add(name, stake)
    worst = naive_exposure(stakes)
    assert book.exposure == max(0, worst)
    room, step = book.headroom(spot, cap), table[spot].stake_step
    if worst > cap:
        assert room == 0
        return
    more = {**stakes, spot: stakes.get(spot, 0) + room}
    assert naive_exposure(more) <= cap
    assert naive_exposure({**more, spot: more[spot] + step}) > cap


def test_a_par_sheet_says_what_may_be_multiplied(folder):
    lines = {line.spots[0].id: line for line in par_lines(paytable(write(folder)))}
    assert lines["single-1"].spots[0].odds_words == "1/2/3, times 2 to 10"
    assert lines["big"].spots[0].odds_words == "1"
    assert lines["single-1"].returns == 1 - figures(lines["single-1"].spots[0]).edge
