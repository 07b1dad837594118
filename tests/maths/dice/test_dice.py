"""Watching dice: fair ones seldom alarm, biased ones soon, and what is kept can be taken up again."""

import json
from math import inf, log

import numpy as np
import pytest
from scipy.special import gammaln
from scipy.stats import chi2, chisquare, power_divergence

from taisai import ROLLS, Refusal, Refused, Roll
from taisai.maths.dice import judgement
from taisai.maths.dice.judgement import FACES_MIN, LAG_MIN, chi_squared, g, judged, rolls, williams
from taisai.maths.dice.power import power_to_see, throws_to_see
from taisai.maths.dice.recorded import recorded
from taisai.maths.dice.watch import ALARM, CONCENTRATIONS, WARN, Watch, log_e, shown
from taisai.maths.randomness import THROWS_MIN
from taisai.maths.refusals import LabRefusal

NONE = ((0,) * 6,) * 3


def thrown(seed, size, excess=0.0, dice=(0, 1, 2)):
    """Throws of which some dice show a six too often."""
    rng = np.random.default_rng(seed)
    chances = np.full(6, 1 / 6 - excess / 5)
    chances[5] = 1 / 6 + excess
    throws = rng.integers(1, 7, (size, 3))
    for die in dice:
        throws[:, die] = rng.choice(6, size, p=chances) + 1
    return throws


def watched(throws, *, in_order=True):
    watch = Watch()
    for throw in throws.tolist():
        watch = watch.after(tuple(throw), in_order=in_order)
    return watch


def test_the_e_value_is_what_bets_at_fair_odds_make_of_one_unit():
    """A belief bets on each face as often as it came; its money is multiplied by six times its share of the bet."""
    faces = np.random.default_rng(2).integers(0, 6, 90)
    money = []
    for concentration in CONCENTRATIONS:
        counts, unit = [0] * 6, 1.0
        for seen, face in enumerate(faces.tolist()):
            unit *= 6 * (concentration + counts[face]) / (6 * concentration + seen)
            counts[face] += 1
        money.append(unit)
    assert log_e(tuple(counts), NONE) == pytest.approx(log(np.mean(money)), abs=1e-9)


@pytest.mark.parametrize("known", [(True, True), (False, False), (True, False), (False, True)])
def test_the_mean_e_value_of_all_fair_throws_is_one(known):
    """Over all 216 throws of the second round after any first, so betting against fair dice gains nothing, whether or
    not the order of the dice is known, now or before."""
    for first in ((1, 1, 1), (2, 5, 6)):
        start = Watch().after(first, in_order=known[0])
        values = [
            start.after((one, two, three), in_order=known[1]).e
            for one in range(1, 7) for two in range(1, 7) for three in range(1, 7)
        ]  # fmt: skip
        assert np.mean(values) == pytest.approx(start.e, rel=1e-9)


def test_an_e_value_beyond_all_numbers_is_told_as_a_power_of_ten():
    watch = watched(np.full((1_000, 3), 6))
    assert watch.e == inf
    assert watch.log_e > 2_000
    assert "10^2,317.9" in watch._repr_html_()
    assert shown(log(12.5)) == "12.5"


def peaks(streams, rounds, seed):
    """The highest e-value of many fair streams at any time, as logarithms, all streams at once."""
    rng, beliefs = np.random.default_rng(seed), np.array(CONCENTRATIONS)
    gains = np.log(beliefs + np.arange(3 * rounds + 1)[:, None]) + log(6)
    costs = np.log(6 * beliefs + np.arange(3 * rounds + 1)[:, None])
    counts, logs = np.zeros((streams, 6), dtype=np.int64), np.zeros((streams, len(beliefs)))
    highest, rows = np.zeros(streams), np.arange(streams)
    for number in range(rounds):
        for place, faces in enumerate(rng.integers(0, 6, (3, streams))):
            logs += gains[counts[rows, faces]] - costs[3 * number + place]
            counts[rows, faces] += 1
        risen = np.flatnonzero(logs.max(axis=1) > highest)  # the mean is no more than the highest
        if len(risen):
            some = logs[risen]
            most = some.max(axis=1)
            means = most + np.log(np.exp(some - most[:, None]).mean(axis=1))
            highest[risen] = np.maximum(highest[risen], means)
    return highest, counts, logs


@pytest.mark.long
def test_fair_dice_warn_in_less_than_one_stream_of_a_hundred():
    highest, counts, logs = peaks(1_000, 10_000, seed=7)
    assert (highest >= log(WARN)).mean() < 0.01
    assert (highest >= log(ALARM)).mean() < 0.002
    most = logs[0].max()
    assert log_e(tuple(counts[0].tolist()), NONE) == pytest.approx(most + log(np.exp(logs[0] - most).mean()), abs=1e-6)


@pytest.mark.parametrize(("excess", "most"), [(0.10, 500), (0.05, 2_000), (0.02, 12_000)])
def test_biased_dice_alarm_soon(excess, most):
    found = [watched(thrown(seed, most, excess), in_order=False).alarmed for seed in range(5)]
    assert sum(0 < at <= most for at in found) >= 4


def test_one_loaded_die_is_seen_sooner_where_the_dice_are_known():
    throws = thrown(3, 1_500, 0.12, dice=(1,))
    known, unknown = watched(throws), watched(throws, in_order=False)
    assert known.state == "alarm"
    assert not unknown.alarmed or known.alarmed < unknown.alarmed


def test_a_watch_is_kept_as_plain_data_and_taken_up_again():
    throws = thrown(5, 60, 0.2)
    half = watched(throws[:30])
    again = Watch.of(json.loads(json.dumps(half.plain())))
    assert again == half
    for throw in throws[30:].tolist():
        again = again.after(tuple(throw), in_order=True)
    assert again == watched(throws)


def test_a_wrong_entry_is_put_right_and_what_it_set_off_stays():
    throws = thrown(8, 40)
    right, wrong = watched(throws, in_order=False), watched(throws[:-1], in_order=False)
    mended = wrong.after((6, 6, 6), in_order=False).amended((6, 6, 6), tuple(throws[-1].tolist()))
    assert (mended.throws, mended.pooled, mended.log_e) == (right.throws, right.pooled, right.log_e)
    loud = watched(np.full((40, 3), 6), in_order=False)
    assert loud.amended((6, 6, 6), (1, 2, 3)).alarmed == loud.alarmed


def test_warning_and_alarm_stay_and_say_when():
    watch = watched(np.full((40, 3), 6))
    assert 0 < watch.warned < watch.alarmed < 40
    assert watch.state == "alarm"
    before = watched(np.full((watch.alarmed - 1, 3), 6))
    assert (before.state, before.alarmed) == ("warn", 0)
    calm = watch
    for throw in thrown(1, 300).tolist():
        calm = calm.after(tuple(throw), in_order=True)
    assert (calm.alarmed, calm.peak >= watch.peak) == (watch.alarmed, True)


@pytest.mark.parametrize("faces", [(0, 1, 2), (1, 2, 7), (1, 2)])
def test_what_is_no_throw_is_refused(faces):
    with pytest.raises(Refused) as refused:
        Watch().after(faces, in_order=True)
    assert refused.value.code is Refusal.ROLL_INVALID


def test_statistics_agree_with_scipys_own():
    observed, expected = np.array([30.0, 41, 22, 37, 28, 42]), np.full(6, 200 / 6)
    assert chi_squared(observed, expected) == pytest.approx(chisquare(observed, expected).statistic)
    assert g(observed, expected) == pytest.approx(power_divergence(observed, expected, lambda_=0).statistic)
    assert gammaln(3) == pytest.approx(log(2))


def test_every_throw_counts_for_its_roll():
    throws = np.array([[6, 1, 1], [1, 6, 1], [2, 3, 4]])
    counts = rolls(throws)
    assert (counts[Roll.of(1, 1, 6).index], counts[Roll.of(2, 3, 4).index], counts.sum()) == (2, 1, 3)


def test_fair_throws_pass_and_loaded_ones_fail():
    assert all(fine for _, fine in judged(thrown(1, 5_000)))
    failed = {finding.name for finding, fine in judged(thrown(1, 5_000, 0.05)) if not fine}
    assert {"faces, chi-squared", "faces, G", "56 rolls, G"} <= failed


def test_throws_that_remember_the_one_before_fail_and_only_there():
    throws = thrown(4, 4_000)
    copied = np.random.default_rng(1).random(4_000) < 0.15
    for place in np.flatnonzero(copied[1:]) + 1:
        throws[place] = throws[place - 1]
    failed = {finding.name for finding, fine in judged(throws) if not fine}
    assert "totals after totals" in failed
    assert "faces, G" not in failed


def test_fair_families_pass_about_99_times_of_a_hundred():
    passes = [all(fine for _, fine in judged(thrown(seed, 1_200))) for seed in range(150)]
    assert sum(passes) >= 143


def test_questions_are_asked_only_where_throws_can_answer():
    def names(size, *, ascending=False):
        throws = thrown(1, size)
        return {finding.name for finding, _ in judged(np.sort(throws, axis=1) if ascending else throws)}

    assert names(FACES_MIN - 1) == set()
    assert names(FACES_MIN) == {"faces, chi-squared", "faces, G"}
    assert "die 1, chi-squared" in names(LAG_MIN)
    assert "die 1, chi-squared" not in names(LAG_MIN, ascending=True)
    assert "56 rolls, G" not in names(THROWS_MIN - 1)
    assert {"56 rolls, G", "faces after faces of die 3"} <= names(THROWS_MIN)


def test_one_point_on_one_face_takes_fourteen_thousand_throws():
    assert throws_to_see(0.01) == 13_931
    assert power_to_see(0.01, throws_to_see(0.01)) == pytest.approx(0.9, abs=1e-4)
    assert throws_to_see(0.01, dice=1) == pytest.approx(3 * throws_to_see(0.01), rel=1e-3)
    assert throws_to_see(0.02) < throws_to_see(0.01) < throws_to_see(0.01, power=0.99)
    assert power_to_see(0.1, FACES_MIN - 1) == 0


def test_power_is_what_chi_squared_of_whole_counts_shows():
    """Over all biases, for all dice and for one: drawn, and not computed from the same formulas."""
    rng = np.random.default_rng(11)
    for excess in (-0.16, -0.1, -0.05, 0.003, 0.01, 0.02, 0.05, 0.1, 0.12, 0.16):
        for dice in (1, 3):
            size = throws_to_see(excess, dice=dice)
            limit = chi2.isf(0.01 / len(judgement.tests_of(size, in_order=True)), 5)
            shares = np.array([1 / 6 - excess / 5] * 5 + [1 / 6 + excess])
            for throws in (size // 2, size):
                expected = throws * dice / 6
                drawn = rng.multinomial(throws * dice, shares, 10_000)
                seen = (((drawn - expected) ** 2).sum(axis=1) / expected > limit).mean()
                if len(judgement.tests_of(throws, in_order=True)) == len(judgement.tests_of(size, in_order=True)):
                    assert seen == pytest.approx(power_to_see(excess, throws, dice=dice), abs=0.02)  # four deviations
            assert 0.9 <= power_to_see(excess, size, dice=dice) < 0.93


@pytest.mark.parametrize(("excess", "dice"), [(0.03, (0, 1, 2)), (0.08, (1,)), (0.15, (0, 1, 2))])
def test_power_is_what_the_verdict_shows(excess, dice):
    """The promised chance is that of the verdict that people get, with all of its tests together."""
    size = throws_to_see(excess, dice=len(dice))
    seen = [not all(fine for _, fine in judged(thrown(seed, size, excess, dice))) for seed in range(300)]
    promised = power_to_see(excess, size, dice=len(dice))
    assert promised >= 0.9 - 1e-4
    assert np.mean(seen) >= promised - 0.06  # three and a half deviations


def test_g_is_as_large_as_chance_alone_makes_it():
    """Uncorrected, G of 56 rolls is 55.7 on average where five of the rarest are expected, and not 55."""
    shares = np.array([roll.ways for roll in ROLLS]) / 216
    expected = THROWS_MIN * shares
    drawn = np.random.default_rng(4).multinomial(THROWS_MIN, shares, 20_000)
    found = np.array([g(one, expected) for one in drawn.astype(float)])
    assert found.mean() / williams(expected) == pytest.approx(55, abs=0.3)
    assert (chi2.sf(found / williams(expected), 55) < 0.01).mean() == pytest.approx(0.01, abs=0.004)


@pytest.mark.parametrize(
    "text",
    ["2-2-5\n6-1-1\n", "2,2,5\n6,1,1\n", "die 1;die 2;die 3\n2;2;5\n6;1;1", "red,green,blue\n2, 2, 5\n\n6 1 1\n"],
)
def test_recorded_throws_are_read_in_their_order(text):
    assert recorded(text.splitlines()).tolist() == [[2, 2, 5], [6, 1, 1]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2-2-5\n2-2-7", "line 2: '2-2-7' is not a throw"),
        ("1,2", "line 1: '1,2'"),
        ("", "contains no throws"),
        ("2-2-5\nx", "line 2"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text, words):
    with pytest.raises(Refused, match=words) as refused:
        recorded(text.splitlines())
    assert refused.value.code is LabRefusal.THROWS_INVALID


def test_a_bias_that_no_number_of_throws_shows_is_refused():
    with pytest.raises(Refused, match="choose a larger one") as refused:
        throws_to_see(1e-9)
    assert refused.value.code is LabRefusal.ROUNDS_INVALID
    assert throws_to_see(0.01, power=1e-4) == FACES_MIN
    assert power_to_see(1e-4, throws_to_see(1e-4)) == pytest.approx(0.9, abs=1e-6)


@pytest.mark.parametrize("excess", [0, 0.2, -0.5])
def test_what_is_no_bias_is_refused(excess):
    with pytest.raises(Refused) as refused:
        throws_to_see(excess)
    assert refused.value.code is LabRefusal.CHANCE_INVALID
