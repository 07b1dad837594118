"""Systems: what each costs, exactly, and that none of them changes what a unit staked costs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from taisai import ROLLS, Refused, paytable, plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.ending import ending
from taisai.maths.ruin.horizon import horizon
from taisai.maths.systems.chain import Effort, chain
from taisai.maths.systems.course import USUAL, Stand, _table, course, course_to_end
from taisai.maths.systems.ladder import SYSTEMS, climbed, ladder
from taisai.maths.systems.rules import Labouchere, played, rule
from taisai.maths.systems.spread import _spread

RWS = paytable("rws-6/2")
BIG = plan(RWS, [("big", 10)])
MIXED = plan(RWS, [("big", 20), ("double-2", 10)])
HERE = Stand(BIG, 200, 300, maximum=320)
ANY_PLAN = [name for name, kind in SYSTEMS.items() if not kind.even_money]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("stand", [HERE, Stand(BIG, 150, None, maximum=160)], ids=["goal", "no goal"])
def test_walds_identity_holds_for_each_system(system, stand):
    found = course(stand, system, 120)
    assert found.net.value == pytest.approx(-float(BIG.edge) * found.staked.value, rel=1e-11)
    assert found.net.value < 0
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("system", ANY_PLAN)
def test_walds_identity_holds_for_plans_with_many_results(system):
    found = course(Stand(MIXED, 300, 600, maximum=240), system, 60)
    assert found.net.value == pytest.approx(-float(MIXED.edge) * found.staked.value, rel=1e-11)


@pytest.mark.parametrize("system", SYSTEMS)
def test_playing_to_the_end_is_playing_for_very_many_rounds(system):
    ever, long = course_to_end(HERE, system), course(HERE, system, 12_000)
    assert ever.goal.value + ever.ruin.value == pytest.approx(1, abs=1e-11)
    for one, other in (
        (ever.goal, long.goal),
        (ever.ruin, long.ruin),
        (ever.staked, long.staked),
        (ever.net, long.net),
    ):
        assert one.value == pytest.approx(other.value, rel=1e-9)
    assert ever.net.value == pytest.approx(-float(BIG.edge) * ever.staked.value, rel=1e-10)


def test_flat_is_the_plan_itself():
    ever, other = course_to_end(HERE, "flat"), ending(BIG, 200, 300)
    assert ever.goal.holds(other.goal.value)
    assert ever.staked.value == pytest.approx(other.staked.value, rel=1e-11)
    soon, also = course(HERE, "flat", 90), horizon(BIG, 200, 90, 300)
    assert soon.ruin.value == pytest.approx(also.ruin.value, rel=1e-12)


def test_a_martingale_of_seven_losses_worked_by_hand():
    """With 1270 a player can lose 10 to 640 once; one more win than lost makes the goal."""
    lost = Fraction(111, 216) ** 7
    found = course_to_end(Stand(BIG, 1270, 1280), "martingale")
    assert found.goal.value == pytest.approx(float(1 - lost), rel=1e-13)
    assert found.ruin.value == pytest.approx(float(lost), rel=1e-12)


def test_a_paroli_of_three_rounds_worked_by_hand():
    win = Fraction(105, 216)
    found = course(Stand(BIG, 1_000), "paroli", 3)
    chances = dict(zip(found.banks, found.chances.tolist(), strict=True))
    assert chances[1070] == pytest.approx(float(win**3))
    assert chances[970] == pytest.approx(float((1 - win) ** 3))
    assert chances[990] == pytest.approx(float(win**2 * (1 - win) + win * (1 - win) ** 2))
    assert chances[1020] == pytest.approx(float((1 - win) * win**2))


RUNGS = {
    "flat": [(1, 0, 0)],
    "martingale": [(1, 0, 1), (2, 0, 2), (4, 0, 0)],
    "grand-martingale": [(1, 0, 1), (3, 0, 2), (7, 0, 0)],
    "dalembert": [(1, 0, 1), (2, 0, 2), (3, 1, 3), (4, 2, 4), (5, 3, 5), (6, 4, 6), (7, 5, 6)],
    "fibonacci": [(1, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 4), (5, 2, 4)],
    "paroli": [(1, 1, 0), (2, 2, 0), (4, 0, 0)],
    "1-3-2-6": [(1, 1, 0), (3, 2, 0), (2, 3, 0), (6, 0, 0)],
}


@pytest.mark.parametrize(("system", "rungs"), RUNGS.items())
def test_the_rungs_of_a_system_under_a_maximum_of_seven(system, rungs):
    assert [tuple(rung) for rung in ladder(system, 7, 50)] == rungs


def test_only_rungs_that_can_be_come_to_are_kept():
    rungs, plans = climbed(ladder("dalembert", 1_000, 50), 3)
    assert [tuple(rung) for rung in rungs] == [(1, 0, 1), (2, 0, 2), (3, 1, 3), (4, 2, 0)]
    assert plans == 1 + 2 + 3
    assert climbed(ladder("martingale", 7, 50), 9) == (ladder("martingale", 7, 50), 1 + 2 + 7 * 4)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_maximum_that_nobody_comes_to_changes_nothing(system):
    """Without a goal and without a maximum: rungs that are cut off must not be missed."""
    free, held = (course(Stand(BIG, 200, None, maximum=most), system, 12) for most in (None, 10 * 2**12))
    assert (free.net, free.staked, free.banks) == (held.net, held.staked, held.banks)
    assert free.chances.tolist() == held.chances.tolist()
    assert free.net.value == pytest.approx(-float(BIG.edge) * free.staked.value, rel=1e-11)


def test_oscars_grind_never_stakes_more_than_its_cycle_needs():
    """After Wilson: a loss leaves the stake, a win raises it by one, but a cycle ends with one unit won."""
    rungs = ladder("oscar", 100, 60)
    place, bank, seen = 0, 0, []
    for won in (False, False, True, True, False, True, True):
        seen.append(rungs[place].multiple)
        bank += rungs[place].multiple if won else -rungs[place].multiple
        place = rungs[place].won if won else rungs[place].lost
    assert (seen, place, bank) == ([1, 1, 1, 2, 1, 1, 1], 0, 2)


@pytest.mark.parametrize("system", SYSTEMS)
def test_simulated_players_end_as_they_should(system):
    exact = course(HERE, system, 60)
    found = played(HERE, rule(system, HERE), rounds=60, players=4_000, seed=11)
    for estimate, answer in ((found.goal, exact.goal), (found.ruin, exact.ruin), (found.net, exact.net)):
        assert abs(estimate.value - answer.value) <= 1.3 * estimate.error
    assert abs(found.mean_staked.value - exact.staked.value) <= 1.3 * found.mean_staked.error
    cost = found.cost(HERE.plan.edge)
    assert abs(cost.value + exact.net.value) <= 1.3 * cost.error
    assert cost.error < found.net.error / 5


def test_labouchere_strikes_and_adds():
    line = Labouchere()
    assert (line.multiple(line.first()), line.multiple((5,))) == (5, 5)
    assert line.after((1, 2, 3, 4), Fraction(-1)) == (1, 2, 3, 4, 5)
    assert line.after((1, 2, 3, 4), Fraction(1)) == (2, 3)
    assert line.after((2, 3), Fraction(1)) == (1, 2, 3, 4)
    assert line.after((2, 3), Fraction(0)) == (2, 3)


def test_labouchere_costs_what_its_stakes_cost():
    found = played(Stand(BIG, 500, 700), Labouchere(), rounds=200, players=3_000, seed=5)
    expected = -float(BIG.edge) * found.mean_staked.value
    assert abs(found.net.value - expected) <= 1.3 * found.net.error
    assert found.staked.min() >= 10


def test_the_same_seed_plays_the_same_players_and_another_does_not():
    def banks(seed):
        return played(HERE, Labouchere(), rounds=50, players=40, seed=seed, shown=3)

    assert (banks(1).banks == banks(1).banks).all()
    assert (banks(1).banks != banks(2).banks).any()
    paths = banks(1).paths
    assert len(paths) == 3
    assert all(path[0] == 200 for path in paths)
    assert [path[-1] for path in paths] == banks(1).banks[:3].tolist()


def test_a_players_own_rule_is_kept_within_table_and_bankroll():
    class Bold:
        def first(self):
            return 1

        def multiple(self, memory):
            return 10**9 if memory == 2 else memory

        def after(self, memory, net):
            return 2

    found = played(Stand(BIG, 100, maximum=50), Bold(), rounds=30, players=50, seed=1)
    assert found.banks.min() >= 0
    assert found.staked.max() <= 30 * 50


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(list(SYSTEMS)), st.integers(5, 30), st.integers(1, 60), st.integers(1, 40))
def test_any_system_from_any_bankroll_keeps_all_chances(system, units, rounds, most):
    found = course(Stand(BIG, 10 * units, 20 * units, maximum=10 * most), system, rounds)
    assert found.chances.min() >= 0
    assert found.chances.sum() == pytest.approx(1, abs=1e-11)
    assert found.net.value == pytest.approx(-float(BIG.edge) * found.staked.value, rel=1e-9)
    assert found.quantile(0.01) <= found.quantile(0.5) <= found.quantile(0.99)
    assert np.isclose(
        sum(float(b) * c for b, c in zip(found.banks, found.chances, strict=True)) - 10 * units, found.net.value
    )


@pytest.mark.parametrize(
    ("wagers", "bankroll", "goal"),
    [
        ([("big", 10)], 20, 40),
        ([("big", 10)], 10, 2_000),
        ([("big", 10)], 30, 30_000),
        ([("any-triple", 1)], 3, 2_000),
        ([("big", 10), ("double-2", 10)], 40, 9_000),
        ([("total-4", 1)], 1, 2_000),
    ],
)
def test_figures_to_the_end_are_within_their_bounds_however_rare_the_goal(wagers, bankroll, goal):
    """Compared with elimination by additions only, which keeps all digits of a chance of 1e-121."""
    made = plan(RWS, wagers)
    found, exact = course_to_end(Stand(made, bankroll, goal), "flat"), ending(made, bankroll, goal)
    assert abs(found.goal.value - exact.goal.value) <= found.goal.error + exact.goal.error
    assert abs(found.ruin.value - exact.ruin.value) <= found.ruin.error + exact.ruin.error
    assert abs(found.staked.value - exact.staked.value) <= found.staked.error + exact.staked.error
    assert abs(found.net.value + exact.cost.value) <= found.net.error + exact.cost.error
    assert found.goal.error < 1e-8 * found.goal.value


@pytest.mark.parametrize(("bankroll", "goal"), [(40, 80), (20, 110)])
@pytest.mark.parametrize("system", ["martingale", "paroli", "flat"])
def test_systems_to_the_end_are_within_their_bounds(system, bankroll, goal):
    """Compared with the same situations, eliminated in fractions."""
    stand = Stand(BIG, bankroll, goal, maximum=80)
    found = course_to_end(stand, system)
    made = chain(*_table(stand, system, 1), USUAL.situations)
    ends = visited(np.rint(made.moves.toarray() * 216).astype(int), made.stays, made.start)
    for bounded, exact in (
        (found.goal, sum(ends[place] for place in np.flatnonzero(made.at_goal))),
        (found.ruin, sum(ends[place] for place in np.flatnonzero(made.at_ruin))),
        (found.staked, sum(10 * int(made.multiples[place]) * ends[place] for place in np.flatnonzero(made.stays))),
    ):
        assert abs(Fraction(bounded.value) - exact) <= Fraction(bounded.error)
        assert bounded.error <= 1e-10 * float(exact)


def visited(ways, stays, start):
    """The expected visits of each situation in fractions, and the chances of those in which play ends."""
    inner = np.flatnonzero(stays).tolist()
    rows = {
        one: {other: Fraction(int(one == other)) - Fraction(int(ways[one, other]), 216) for other in inner}
        for one in inner
    }
    right = {one: Fraction(int(one == start)) for one in inner}
    for at in inner:
        for one in inner:
            if one != at and (times := rows[one][at] / rows[at][at]):
                rows[one] = {other: value - times * rows[at][other] for other, value in rows[one].items()}
                right[one] -= times * right[at]
    found = {one: right[one] / rows[one][one] for one in inner}
    ends = set(range(len(stays))) - set(inner)
    return found | {end: sum(Fraction(int(ways[end, one]), 216) * found[one] for one in inner) for end in ends}


def test_a_quantile_of_a_course_at_an_exact_tie_is_the_bankroll_that_reaches_it():
    half = [roll for roll in ROLLS if roll.ways == 6][:18]
    even = replace(BIG, nets=tuple(Fraction(10 if roll in half else -10) for roll in ROLLS))
    assert set(even.distribution().values()) == {108}
    found = course(Stand(even, 50), "flat", 3)
    assert [found.quantile(chance) for chance in (0.125, 0.5, 0.875)] == [20, 40, 60]


@pytest.mark.parametrize("system", ["flat", "paroli", "martingale"])
@pytest.mark.parametrize(("players", "rounds"), [(10, 1), (20, 3)])
def test_the_error_of_a_mean_net_holds_in_99_of_100_where_nobody_had_a_rare_win(system, players, rounds):
    """Of thirty rounds hardly one in a sixth of all simulations has the triple that pays 150."""
    stand = Stand(plan(RWS, [("triple-4", 10)]), 1_000)
    exact = course(stand, system, rounds).net.value
    ends = [played(stand, rule(system, stand), rounds=rounds, players=players, seed=seed).net for seed in range(200)]
    assert min(end.error for end in ends) > 0
    assert np.mean([end.holds(exact) for end in ends]) >= 0.97  # 99 %, less nearly three deviations


@pytest.mark.parametrize(
    ("ask", "code", "words"),
    [
        (lambda: course(HERE, "martingal", 10), LabRefusal.SYSTEM_UNKNOWN, "did you mean martingale"),
        (lambda: course(Stand(MIXED, 300), "oscar", 10), LabRefusal.SYSTEM_UNFIT, "for even money"),
        (lambda: course(Stand(BIG, 5), "flat", 10), LabRefusal.BANKROLL_INVALID, "does not cover"),
        (lambda: course(Stand(BIG, 100, minimum=20), "flat", 10), LabRefusal.BANKROLL_INVALID, "the table accepts 20"),
        (lambda: course(Stand(BIG, 105), "flat", 10), LabRefusal.BANKROLL_INVALID, "not a multiple of 10"),
        (lambda: course(Stand(BIG, 100, 50), "flat", 10), LabRefusal.GOAL_INVALID, "is not above"),
        (lambda: course_to_end(Stand(BIG, 100), "flat"), LabRefusal.GOAL_INVALID, "needs a goal"),
        (lambda: course(Stand(BIG, 10**6), "martingale", 10**6), LabRefusal.LATTICE_TOO_LARGE, "situations"),
        (lambda: course(Stand(BIG, 10**7), "oscar", 10), LabRefusal.LATTICE_TOO_LARGE, "situations"),
        (
            lambda: course(HERE, "flat", 90, Effort(situations=9)),
            LabRefusal.LATTICE_TOO_LARGE,
            "more than 9 situations",
        ),
        (
            lambda: course(HERE, "flat", 90, Effort(steps=99)),
            LabRefusal.LATTICE_TOO_LARGE,
            "90 rounds .* take too long",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused(ask, code, words):
    with pytest.raises(Refused, match=words) as refused:
        ask()
    assert refused.value.code is code


@pytest.mark.parametrize("system", ["flat", "martingale", "fibonacci", "oscar", "1-3-2-6"])
@pytest.mark.parametrize("stand", [HERE, Stand(BIG, 50, 90), Stand(BIG, 40, None, maximum=40)], ids=str)
def test_the_variance_of_stakes_is_that_of_every_possible_evening(system, stand):
    """Each of the 2^9 courses of nine rounds, played by the rule itself."""
    rungs, rounds = rule(system, stand).rungs, 9
    mean = square = Fraction(0)
    most = 0
    for course_of in range(2**rounds):
        bank, place, staked, chance = stand.bankroll, 0, 0, Fraction(1)
        for number in range(rounds):
            won = course_of >> number & 1
            chance *= Fraction(105 if won else 111, 216)
            if not 10 <= bank < (stand.goal or 10**9):
                continue
            multiple = rungs[place].multiple
            if multiple > min(stand.most, bank // 10):
                place, multiple = 0, rungs[0].multiple
            staked, bank = staked + multiple, bank + (10 if won else -10) * multiple
            place = rungs[place].won if won else rungs[place].lost
        mean, square, most = mean + chance * staked, square + chance * staked**2, max(most, staked)
    variance, apart = _spread(stand, rungs, rounds)
    assert variance == pytest.approx(float(square - mean**2), rel=1e-12)
    assert apart >= most - 1


@pytest.mark.parametrize(("system", "players"), [("flat", 5), ("martingale", 10), ("paroli", 30)])
def test_the_errors_of_stakes_and_cost_hold_in_99_of_100_where_nobody_won(system, players):
    stand = Stand(plan(RWS, [("triple-2", 10)]), 300, 1_000, maximum=80)
    exact = course(stand, system, 40)
    ends = [played(stand, rule(system, stand), rounds=40, players=players, seed=seed) for seed in range(120)]
    assert np.mean([end.mean_staked.holds(exact.staked.value) for end in ends]) >= 0.97
    assert np.mean([end.cost(stand.plan.edge).holds(-exact.net.value) for end in ends]) >= 0.97
    assert all(end.mean_staked.error > 0 for end in ends)
