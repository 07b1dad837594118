"""Simulated rounds: every way as likely as it should be, the same for the same seed, and near what is exact."""

import ast
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from multipliers.playing import write
from scipy.stats import chi2

import taisai
from taisai import Refused, paytable, plan
from taisai.maths.chance.evening import evening
from taisai.maths.refusals import LabRefusal
from taisai.maths.simulation.draws import FAIR, SHARE, draws, fair, raw, streams
from taisai.maths.simulation.estimate import of_chance, of_mean
from taisai.maths.simulation.evenings import long_run, paths, simulated

RWS = paytable("rws-6/2")
BIG = plan(RWS, [("big", 100)])
MIXED = plan(RWS, [("big", 100), ("double-2", 10), ("any-triple", 5)])
SOURCE = Path(taisai.__file__).parent


def test_all_numbers_of_sixteen_bits_give_each_result_its_own_ways():
    drawn = draws(MIXED)
    counts = np.bincount(drawn.labels(np.arange(FAIR, dtype=np.uint16)), minlength=len(drawn.nets))
    assert dict(zip(drawn.nets, counts.tolist(), strict=True)) == {
        net: SHARE * ways for net, ways in MIXED.distribution().items()
    }


def test_numbers_that_are_not_shared_out_are_drawn_again():
    source = next(streams(1))
    words = fair(source, 10**6)
    assert words.max() < FAIR
    assert len(words) == 10**6
    assert (raw(next(streams(1)), 10**6) >= FAIR).any()


@pytest.mark.parametrize("rounds", [1, 5, 10**12])
def test_a_long_run_has_as_many_rounds_as_it_was_asked_for(rounds):
    assert sum(long_run(MIXED, rounds, 3).values()) == rounds


def test_a_long_run_fits_the_ways():
    counts = long_run(MIXED, 5 * 10**6, seed=4)
    expected = {net: 5 * 10**6 * ways / 216 for net, ways in MIXED.distribution().items()}
    away = sum((counts[net] - expected[net]) ** 2 / expected[net] for net in expected)
    assert 0.001 < chi2.sf(away, len(expected) - 1) < 0.999


def test_a_seed_gives_the_same_again_and_another_gives_another():
    one, again, other = (simulated(MIXED, 50, 1_000, seed).nets for seed in (7, 7, 8))
    assert (one == again).all()
    assert (one != other).any()


def test_streams_of_one_seed_differ():
    first, second = (raw(source, 64).tolist() for source in islice(streams(5), 2))
    assert first != second


@pytest.mark.parametrize("rounds", [1, 7, 200, 300_000])
def test_evenings_are_near_what_is_exact(rounds):
    evenings = 4_000 if rounds < 1_000 else 60
    found, exact = simulated(MIXED, rounds, evenings, seed=2), evening(MIXED, rounds)
    assert abs(found.mean.value - float(exact.expected)) <= 1.2 * found.mean.error
    assert abs(found.ahead.value - exact.ahead.value) <= 1.2 * found.ahead.error
    assert len(found.nets) == evenings


def test_quantiles_of_many_evenings_are_near_what_is_exact():
    found, exact = simulated(BIG, 100, 40_000, seed=9), evening(BIG, 100)
    for chance in (0.05, 0.5, 0.95):
        assert abs(found.quantile(chance) - float(exact.quantile(chance))) <= 200


def test_paths_begin_at_nothing_and_move_by_results_only():
    walked = paths(MIXED, 30, 20, seed=1)
    assert walked.shape == (20, 31)
    assert (walked[:, 0] == 0).all()
    assert {Fraction(move) for move in np.diff(walked).ravel().tolist()} <= set(MIXED.distribution())


@pytest.mark.parametrize(
    ("wagers", "rounds", "evenings"),
    [([("any-triple", 1)], 1, 5), ([("triple-4", 100)], 1, 30), ([("triple-4", 100)], 20, 50), ([("big", 10)], 7, 9)],
    ids=str,
)
def test_the_error_of_a_mean_holds_in_99_of_100_even_where_nothing_rare_was_drawn(wagers, rounds, evenings):
    made = plan(RWS, wagers)
    exact = float(rounds * made.expected)
    means = [simulated(made, rounds, evenings, seed).mean for seed in range(400)]
    assert np.mean([mean.holds(exact) for mean in means]) >= 0.978  # 99 %, less two and a half deviations
    assert min(mean.error for mean in means) > 0


def test_an_error_is_as_small_as_the_exact_spread_allows():
    made = simulated(MIXED, 200, 10_000, seed=1)
    normal = 2.5758293 * float(200 * MIXED.variance / 10_000) ** 0.5
    assert made.mean.error == pytest.approx(normal, rel=0.01)


def test_where_the_exact_spread_is_too_long_the_error_still_holds():
    odd = plan(RWS, [("big", 999_983), ("single-2", 7)])
    with pytest.raises(Refused):
        _ = evening(odd, 100).lattice
    assert simulated(odd, 100, 400, seed=3).mean.error == pytest.approx(10 * float(100 * odd.variance / 400) ** 0.5)


def test_a_plan_that_always_has_the_same_result_has_no_error():
    even = replace(BIG, nets=(Fraction(-3),) * 56, expected=Fraction(-3), variance=Fraction(0))
    assert str(simulated(even, 5, 10, seed=1).mean) == "-15 ± 0 (99 %, of 10)"


def test_multipliers_can_be_simulated_as_counts(tmp_path):
    made = plan(paytable(write(tmp_path / "drawn")), [("single-1", 10), ("low", 4)])
    found = simulated(made, 50, 4_000, seed=6)
    assert found.mean.holds(float(50 * made.expected))
    assert found.nets.var() == pytest.approx(float(50 * made.variance), rel=0.15)


def test_stated_errors_hold_about_as_often_as_they_say():
    rng = np.random.default_rng(1)
    means = [of_mean(rng.normal(3, 2, 200)).holds(3) for _ in range(2_000)]
    assert 0.98 < np.mean(means) < 0.997
    hits = [of_chance(int(count), 400).holds(0.02) for count in rng.binomial(400, 0.02, 2_000)]
    assert np.mean(hits) > 0.98
    assert of_chance(0, 1000).error > 0.004


@pytest.mark.parametrize(("rounds", "evenings"), [(0, 10), (10, 0), (10**9, 10**9)])
def test_no_rounds_and_too_many_are_refused(rounds, evenings):
    with pytest.raises(Refused) as refused:
        simulated(BIG, rounds, evenings, 1)
    assert refused.value.code is LabRefusal.ROUNDS_INVALID


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_nothing_that_handles_money_imports_a_simulation():
    """Throws that count come from the tumbler alone."""
    handling = [
        path
        for part in ("rules", "table", "ledger", "journal", "house", "people", "server")
        for path in (SOURCE / part).rglob("*.py")
        if path.stem != "lab_answers"  # which tells people what a plan would do, in a process of its own
    ]
    assert handling
    assert not [path for path in handling for name in imports(path) if name.startswith("taisai.maths.simulation")]
    assert not [path for path in handling for name in imports(path) if name.startswith(("random", "numpy.random"))]
