"""The lab's answers about many rounds: the same numbers as the maths, each in less than two seconds or refused."""

import time
from fractions import Fraction

import msgspec
import pytest

from taisai import Refused, ending, evening, paytable, plan, takings
from taisai.maths.hold.telling import rounds_to_tell
from taisai.maths.refusals import LabRefusal
from taisai.maths.systems.ladder import SYSTEMS
from taisai.server.lab_answers import FAN, evening_figures, house_figures, systems_figures
from taisai.wire.lab import PlanWager
from taisai.wire.risk import EveningAsked, EveningFigures, Holds, HouseAsked, SystemsAsked

RWS = paytable("rws-6/2")
PRIMES = (907, 911, 919, 929, 937, 941, 947, 953)  # results that have no step in common but one
BIG = (PlanWager("big", 100),)
SIX = tuple(
    PlanWager(spot, stake)
    for spot, stake in (
        ("single-1", 10),
        ("single-2", 10),
        ("double-3", 5),
        ("total-9", 5),
        ("domino-1-2", 5),
        ("triple-4", 1),
    )
)
UNEVEN = tuple(PlanWager(str(spot.id), stake) for spot, stake in zip(RWS.spots, PRIMES, strict=False))
ANY_PLAN = [name for name, kind in SYSTEMS.items() if not kind.even_money]
MADE = plan(RWS, [("big", 100)])


def test_an_evening_has_the_numbers_of_the_maths_and_survives_json():
    told = evening_figures(RWS, EveningAsked("rws-6/2", BIG, 200, 1000, 2000))
    night, end = evening(MADE, 200), ending(MADE, 1000, 2000)
    assert Fraction(told.cost) == -night.expected
    assert told.ahead.value == night.ahead.value
    assert told.fate[0].ever[0].value == end.goal.value
    assert sum(column.chance for column in told.columns) == pytest.approx(1, abs=1e-12)
    assert all(list(point.nets) == sorted(point.nets) and len(point.nets) == len(FAN) for point in told.fan)
    assert told.fan[-1].rounds == 200
    assert msgspec.json.decode(msgspec.json.encode(told), type=EveningFigures) == told


def test_an_evening_without_a_bankroll_has_no_fate_and_a_very_long_one_no_columns():
    told = evening_figures(RWS, EveningAsked("rws-6/2", BIG, 10**12))
    assert (told.fate, told.columns) == ((), ())


def test_systems_stand_side_by_side():
    told = systems_figures(RWS, SystemsAsked("rws-6/2", BIG, tuple(SYSTEMS), 100, 2000, 3000, 3200)).systems
    assert [one.system for one in told] == list(SYSTEMS)
    for one in told:
        assert one.cost.value == pytest.approx(one.staked.value / 36, rel=1e-9)
        assert all(path[0] == 2000 for path in one.paths)


def test_a_system_that_cannot_be_exact_is_simulated_and_says_so():
    """Wald's identity holds within the error, and the same seed gives the same answer."""
    ask = SystemsAsked("rws-6/2", BIG, ("labouchere", "flat"), 100, 2000)
    simulated, exact = systems_figures(RWS, ask).systems
    assert (simulated.simulated, exact.simulated) == (True, False)
    assert abs(simulated.cost.value - simulated.staked.value / 36) < simulated.cost.error + simulated.staked.error
    assert systems_figures(RWS, ask).systems[0] == simulated


def test_a_system_with_too_many_situations_for_two_seconds_is_simulated_too():
    single = (PlanWager("single-1", 100),)
    told = systems_figures(RWS, SystemsAsked("rws-6/2", single, ("martingale", "flat"), 100, 2000)).systems
    assert [one.simulated for one in told] == [True, False]
    edge, (simulated, _) = float(plan(RWS, [("single-1", 100)]).edge), told
    assert abs(simulated.cost.value - simulated.staked.value * edge) < simulated.cost.error + simulated.staked.error


def test_the_systems_that_a_screen_shows_first_are_exact():
    told = systems_figures(RWS, SystemsAsked("rws-6/2", BIG, ("flat", "martingale", "dalembert"), 100, 2000)).systems
    assert [one.simulated for one in told] == [False] * 3


def test_a_house_sees_its_bands():
    told = house_figures(RWS, HouseAsked("rws-6/2", BIG, 1000))
    assert Fraction(told.hold) == takings(MADE, 1000).hold
    assert [band.level for band in told.bands] == [0.9, 0.99, 0.999]
    assert told.course[-1].bands[1] == Holds(told.bands[1].hold_low, told.bands[1].hold_high)
    assert told.telling == rounds_to_tell(MADE, Fraction(1, 100))
    assert all(band.hold_low < float(Fraction(told.hold)) < band.hold_high for band in told.bands)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", SIX, 10**7, 10**5)),
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", SIX, 100, 3600, 100_000)),
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", UNEVEN, 10**6)),
        lambda: house_figures(RWS, HouseAsked("rws-6/2", UNEVEN, 10**6)),
        lambda: systems_figures(RWS, SystemsAsked("rws-6/2", BIG, tuple(SYSTEMS), 10**6, 2000)),
    ],
)
def test_what_would_take_too_long_is_refused_with_the_command_that_does_it(ask):
    with pytest.raises(Refused, match=r"on the command line: taisai (risk|hold) rws-6/2 --wager") as refused:
        ask()
    assert refused.value.code is LabRefusal.TOO_LONG


@pytest.mark.parametrize(
    "ask",
    [
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", SIX, 10**6)),
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", BIG, 10_000, 10_000, 100_000)),
        lambda: house_figures(RWS, HouseAsked("rws-6/2", SIX, 10**12)),
        lambda: systems_figures(RWS, SystemsAsked("rws-6/2", SIX, tuple(ANY_PLAN), 300, 10_000)),
    ],
)
def test_what_is_answered_takes_less_than_two_seconds_of_a_processor(ask):
    """At best: a machine that does other work too is slower."""
    assert any(taken_s(ask) < 2 for _ in range(3))


def taken_s(ask):
    start = time.process_time()
    ask()
    return time.process_time() - start
