"""Goal and ruin, against closed forms, fractions and each other."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import Refused, paytable, plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import PLACES_MAX, walk
from taisai.maths.ruin.elimination import eliminated
from taisai.maths.ruin.ending import ending
from taisai.maths.ruin.horizon import bankroll_for, horizon
from taisai.maths.systems.course import Stand, course_to_end

RWS = paytable("rws-6/2")
BIG = plan(RWS, [("big", 100)])
SINGLE = plan(RWS, [("single-2", 10)])
MIXED = plan(RWS, [("big", 20), ("double-2", 10)])


def classic(units, goal, win=Fraction(105, 216)):
    """De Moivre's: the chance to reach the goal, and the rounds until goal or ruin."""
    ratio = (1 - win) / win
    reached = (ratio**units - 1) / (ratio**goal - 1)
    return reached, (units - goal * reached) / (1 - 2 * win)


def by_fractions(made, bankroll, goal):
    """The same equations for every bankroll, eliminated in fractions."""
    nets = {net: Fraction(ways, 216) for net, ways in made.distribution().items()}
    plays = [b for b in range(bankroll % 10, goal, 10) if b >= made.staked]
    rows = {b: {b: Fraction(1)} for b in plays}
    right = {b: [Fraction(0), Fraction(1)] for b in plays}
    for b in plays:
        for net, chance in nets.items():
            if b + net in rows:
                rows[b][b + net] = rows[b].get(b + net, Fraction(0)) - chance
            elif b + net >= goal:
                right[b][0] += chance
    for pivot in plays:
        for b in plays:
            if b != pivot and rows[b].get(pivot):
                share = rows[b][pivot] / rows[pivot][pivot]
                for column, value in rows[pivot].items():
                    rows[b][column] = rows[b].get(column, Fraction(0)) - share * value
                right[b] = [own - share * other for own, other in zip(right[b], right[pivot], strict=True)]
    return [value / rows[bankroll][bankroll] for value in right[bankroll]]


@pytest.mark.parametrize(("units", "goal"), [(1, 2), (10, 20), (100, 200), (50, 5_000), (500, 5_500)])
def test_even_money_agrees_with_the_closed_form_to_full_digits(units, goal):
    end = ending(BIG, 100 * units, 100 * goal)
    reached, rounds = classic(units, goal)
    for answered, exact in ((end.goal, reached), (end.ruin, 1 - reached), (end.rounds, rounds)):
        assert abs(Fraction(answered.value) - exact) <= Fraction(answered.error)
        assert abs(Fraction(answered.value) / exact - 1) < Fraction(1, 10**13)


def test_a_chance_of_1e_121_has_its_digits():
    assert 1e-122 < ending(BIG, 50_000, 550_000).goal.value < 1e-120


@pytest.mark.parametrize(("made", "bankroll", "goal"), [(SINGLE, 60, 150), (MIXED, 100, 260), (MIXED, 30, 500)])
def test_other_plans_agree_with_fractions(made, bankroll, goal):
    end = ending(made, bankroll, goal)
    reached, rounds = by_fractions(made, bankroll, goal)
    assert abs(Fraction(end.goal.value) - reached) <= Fraction(end.goal.error)
    assert abs(Fraction(end.ruin.value) - (1 - reached)) <= Fraction(end.ruin.error)
    assert abs(Fraction(end.rounds.value) - rounds) <= Fraction(end.rounds.error)
    assert end.cost.value == pytest.approx(float(made.edge * made.staked * rounds), rel=1e-12)


@pytest.mark.parametrize("made", [BIG, SINGLE, MIXED])
def test_within_very_many_rounds_is_the_same_as_ever(made):
    bankroll, goal = 10 * made.staked, 15 * made.staked
    soon, ever = horizon(made, bankroll, 6_000, goal), ending(made, bankroll, goal)
    assert soon.goal.value == pytest.approx(ever.goal.value, rel=1e-11)
    assert soon.ruin.value == pytest.approx(ever.ruin.value, rel=1e-11)
    assert soon.staked.value == pytest.approx(ever.staked.value, rel=1e-11)


def test_a_few_rounds_agree_with_every_way_they_can_go():
    def paths(bankroll, rounds):
        """The chances of ruin and goal, and what is expected to be staked."""
        if bankroll < 10:
            return np.array([Fraction(1), 0, 0])
        if bankroll >= 60:
            return np.array([0, Fraction(1), 0])
        if not rounds:
            return np.array([Fraction(0), 0, 0])
        later = sum(Fraction(w, 216) * paths(bankroll + net, rounds - 1) for net, w in SINGLE.distribution().items())
        return later + np.array([0, 0, 10])

    ruin, goal, staked = paths(Fraction(25), 6)
    found = horizon(SINGLE, 25, 6, 60)
    assert (found.ruin.holds(float(ruin)), found.goal.holds(float(goal)), found.staked.holds(float(staked))) == (
        1,
        1,
        1,
    )
    assert found.playing.value == pytest.approx(float(1 - ruin - goal), abs=1e-14)


def test_without_a_goal_everybody_is_ruined_or_plays_and_walds_identity_holds():
    found = horizon(MIXED, 300, 400)
    assert found.ruin.value + found.playing.value == pytest.approx(1, abs=1e-12)
    bankrolls = float(found.first) + float(found.unit) * np.arange(len(found.last))
    assert found.ruined[0] == 0
    assert (np.diff(found.ruined) >= 0).all()
    ended = horizon(SINGLE, 300, 400)  # its ruin is always at nothing, so the mean is known
    bankrolls = float(ended.first) + float(ended.unit) * np.arange(len(ended.last))
    assert ended.last @ bankrolls - 300 == pytest.approx(-float(SINGLE.edge) * ended.staked.value, rel=1e-10)


def test_the_bankroll_for_a_risk_is_the_smallest_that_has_no_more():
    for made, risk in ((BIG, 0.01), (MIXED, 0.2), (SINGLE, 1e-6)):
        bankroll = bankroll_for(made, 300, risk)
        assert horizon(made, bankroll, 300).ruin.value <= risk
        assert horizon(made, bankroll - walk(made).unit, 300).ruin.value > risk


@pytest.mark.parametrize("risk", [1e-6, 1e-19, 1e-21, 1e-25, 1e-60, 1e-110])
def test_the_bankroll_for_a_tiny_risk_is_that_of_whole_numbers(risk):
    """Below e^-45 every risk once had the same answer."""
    rounds, ruined = 150, {}
    for units in range(1, rounds + 2):
        ruined[units] = Fraction(_ways_below(units, rounds), 216**rounds)
    least = next(units for units, chance in ruined.items() if chance <= Fraction(risk))
    assert bankroll_for(BIG, rounds, risk) == 100 * least


@cache
def _ways_to_fall(rounds):
    """The ways in which the lowest point of all rounds is each number of units below the start."""
    ways = {(0, 0): 1}  # where it is, and how low it was
    for _ in range(rounds):
        after = Counter()
        for (place, low), many in ways.items():
            after[place + 1, low] += 105 * many
            after[place - 1, min(low, place - 1)] += 111 * many
        ways = after
    found = Counter()
    for (_, low), many in ways.items():
        found[-low] += many
    return found


def _ways_below(units, rounds):
    return sum(many for low, many in _ways_to_fall(rounds).items() if low >= units)


def test_a_bankroll_far_from_ruin_needs_no_goal():
    """It was refused for its distance to a goal that nobody gave."""
    soon, near = horizon(BIG, 99_999_999_900, 200), horizon(BIG, 20_000, 200)
    assert soon.ruin.value <= soon.ruin.error < 1e-19
    assert soon.staked.holds(20_000)
    assert float(soon.last.sum()) == pytest.approx(1, abs=1e-12)
    assert near.ruin.value == pytest.approx(float(Fraction(111, 216) ** 200), rel=1e-12)
    with pytest.raises(Refused, match="use fewer rounds or rounder stakes"):
        horizon(plan(RWS, [("big", 10**7), ("double-2", 1)]), 10**12, 200)
    with pytest.raises(Refused, match="units apart; use rounder stakes"):
        horizon(plan(RWS, [("big", 10**20), ("double-2", 1)]), 10**22, 10)


@pytest.mark.parametrize("units", [1_000, 1_080, 1_100, 1_120, 5_000])
def test_a_chance_below_the_numbers_of_a_computer_is_within_its_bound(units):
    """It was once 0 ± 0, or a number with few digits and a bound for all of them."""
    rare, lost = classic(1, 13 * units)[0], Fraction(111, 216) ** units
    assert rare < Fraction(1, 10**300)
    for found, exact in (
        (ending(BIG, 100, 1_300 * units).goal, rare),
        (course_to_end(Stand(BIG, 100, 1_300 * units), "flat").goal, rare),
        (horizon(BIG, 100 * units, units, 100 * units + 100).ruin, lost),
    ):
        assert abs(Fraction(found.value) - exact) <= Fraction(found.error)


def test_a_risk_that_only_the_whole_stake_of_every_round_excludes():
    assert bankroll_for(BIG, 3, 0.01) == 400  # three losses in a row have 0.14


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 60), st.integers(1, 60), st.integers(0, 20), st.integers(1, 200))
def test_more_bankroll_helps_and_a_farther_goal_does_not(units, more, farther, rounds):
    goal = 10 * (units + more)
    near = ending(MIXED, 10 * units, goal).goal.value
    assert ending(MIXED, 10 * units, goal + 10 * farther).goal.value <= near * (1 + 1e-12)
    assert ending(MIXED, 10 * (units + more) - 10, goal).goal.value >= near * (1 - 1e-12)
    soon = horizon(MIXED, 10 * units, rounds, goal)
    assert soon.goal.value <= near * (1 + 1e-11)
    assert soon.goal.value + soon.ruin.value + soon.playing.value == pytest.approx(1, abs=1e-12)


def test_nothing_is_subtracted_where_a_walk_hardly_ever_leaves():
    """A fair walk over ten thousand places, of which one end is a million million times as near."""
    found = eliminated(
        (-1, 1), (1, 1), np.array([[0.0, 1.0]] + [[0.0, 0.0]] * 9_998 + [[1.0, 0.0]]), np.zeros((10_000, 0))
    )
    assert found[0, 0] == pytest.approx(1 / 10_001, rel=1e-13)
    assert found[:, 0] + found[:, 1] == pytest.approx(np.ones(10_000), rel=1e-12)


@pytest.mark.parametrize(
    ("ask", "code", "words"),
    [
        (lambda: ending(BIG, 99, 200), LabRefusal.BANKROLL_INVALID, "does not cover the 100"),
        (lambda: ending(BIG, 200, 200), LabRefusal.GOAL_INVALID, "is not above the bankroll"),
        (lambda: ending(BIG, 100, 200 * PLACES_MAX * 100), LabRefusal.LATTICE_TOO_LARGE, "rounder stakes"),
        (lambda: horizon(BIG, 100, 10**9), LabRefusal.LATTICE_TOO_LARGE, "take too long|steps"),
        (lambda: horizon(BIG, 100, 0), LabRefusal.ROUNDS_INVALID, "0 is not a number of rounds"),
        (lambda: bankroll_for(BIG, 10, 0), LabRefusal.CHANCE_INVALID, "0 is not a chance"),
        (lambda: walk(BIG.__class__({}, 1, (Fraction(0),) * 56, 0, 0, 0)), LabRefusal.NEVER, "comes out even"),
    ],
)
def test_what_cannot_be_answered_is_refused(ask, code, words):
    with pytest.raises(Refused, match=words) as refused:
        ask()
    assert refused.value.code is code
