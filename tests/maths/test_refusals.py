"""Every refusal of the lab is provoked, with words and the value."""

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from taisai import Book, Odds, Refused, Roll, Watch, paytable, plan, rounds_to_tell, takings, throws_to_see
from taisai.maths.chance.evening import evening
from taisai.maths.dice.recorded import recorded
from taisai.maths.hold.reserve import reserve
from taisai.maths.hold.takings import change, house_side
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.ending import ending
from taisai.maths.ruin.horizon import bankroll_for, horizon
from taisai.maths.simulation.draws import draws
from taisai.maths.simulation.evenings import simulated
from taisai.maths.systems.course import Stand, course, course_to_end
from taisai.rules.multipliers import Multipliers
from taisai.rules.paytable import PayTable
from taisai.server.lab_answers import evening_figures
from taisai.wire.lab import PlanWager
from taisai.wire.risk import EveningAsked

RWS = paytable("rws-6/2")
BIG = plan(RWS, [("big", 100)])
DOUBLE = plan(RWS, [("double-2", 10)])


def multiplied():
    drawn = Multipliers(("big",), ((1, 1),), ((2, 1),))
    struck = msgspec.structs.replace(RWS["big"], drawn=drawn)
    return plan(PayTable("x/1", "X", (struck,), drawn), [("big", 100)])


PROVOKED: dict[LabRefusal, tuple[Callable[[], object], str, object]] = {
    LabRefusal.ROUNDS_INVALID: (lambda: evening(BIG, 0), "0 is not a number of rounds; choose one from 1", "0"),
    LabRefusal.CHANCE_INVALID: (lambda: evening(BIG, 9).quantile(2), "2 is not a chance", "2"),
    LabRefusal.BANKROLL_INVALID: (lambda: ending(BIG, 50, 200), "a bankroll of 50 does not cover the 100", "50"),
    LabRefusal.GOAL_INVALID: (lambda: ending(BIG, 500, 400), "the goal of 400 is not above", "400"),
    LabRefusal.SYSTEM_UNKNOWN: (lambda: course(Stand(BIG, 500), "martin", 5), "did you mean martingale?", "martin"),
    LabRefusal.SYSTEM_UNFIT: (lambda: course(Stand(DOUBLE, 500), "oscar", 5), "oscar is for even money", "oscar"),
    LabRefusal.MIX_INVALID: (
        lambda: change(RWS, paytable("rws-6/3"), {"double-2": 10}, 5), "rws-6/3 has no double-2", "double-2"
    ),
    LabRefusal.LATTICE_TOO_LARGE: (
        lambda: evening(plan(RWS, [("big", 1_999_993), ("double-2", 10)]), 5).ahead, "larger common unit", 1_999_993
    ),
    LabRefusal.TOO_LONG: (
        lambda: evening_figures(RWS, EveningAsked("rws-6/2", (PlanWager("big", 100),), 10**7, 10**5)),
        "on the command line: taisai risk", 6_400
    ),
    LabRefusal.NEVER: (lambda: reserve(house_side(BIG), 0.1), "any reserve is used up", "25/9"),
    LabRefusal.THROWS_INVALID: (lambda: recorded(["1-2-9"]), "line 1: '1-2-9' is not a throw", "1-2-9"),
    LabRefusal.NOT_SIMULATED: (lambda: draws(multiplied()), "rounds with multipliers cannot be simulated", "big"),
}  # fmt: skip


def test_every_refusal_is_here_in_order_of_precedence():
    assert list(PROVOKED) == list(LabRefusal)


@pytest.mark.parametrize("code", LabRefusal)
def test_a_refusal_has_code_words_and_value(code):
    provoke, words, value = PROVOKED[code]
    with pytest.raises(Refused) as refused:
        provoke()
    assert refused.value.code is code
    assert words in refused.value.words
    assert refused.value.value == value


ENORMOUS = (10**400, -(10**400), 10**5000, float("nan"), float("inf"))
STAND = Stand(BIG, 500, 700)
TAKES = {
    "stake": lambda one: plan(RWS, {"big": one}),
    "stake of a book": lambda one: Book(RWS, {"big": one}),
    "withdrawn": lambda one: Book(RWS, {"big": 9}).withdraw("big", one),
    "cap": lambda one: Book(RWS).headroom("big", one),
    "rounds": lambda one: evening(BIG, one),
    "rounds of a mix": lambda one: takings(BIG, one),
    "rounds of a horizon": lambda one: horizon(BIG, 500, one),
    "rounds of a bankroll": lambda one: bankroll_for(BIG, one, 0.1),
    "rounds of a system": lambda one: course(STAND, "martingale", one),
    "rounds simulated": lambda one: simulated(BIG, one, 5, 1),
    "evenings": lambda one: simulated(BIG, 5, one, 1),
    "bankroll": lambda one: ending(BIG, one, 2 * one),
    "goal": lambda one: ending(BIG, 500, one),
    "bankroll of a horizon": lambda one: horizon(BIG, one, 20),
    "goal of a horizon": lambda one: horizon(BIG, 500, 20, one),
    "bankroll of a system": lambda one: Stand(BIG, one),
    "goal of a system": lambda one: course_to_end(Stand(BIG, 500, one), "martingale"),
    "maximum": lambda one: Stand(BIG, 500, maximum=one),
    "minimum": lambda one: Stand(BIG, 500, minimum=one),
    "chance": lambda one: evening(BIG, 9).quantile(one),
    "level": lambda one: evening(BIG, 9).interval(one),
    "risk": lambda one: reserve(BIG, one),
    "risk of a bankroll": lambda one: bankroll_for(BIG, 20, one),
    "difference": lambda one: rounds_to_tell(BIG, one),
    "bias": throws_to_see,
    "dice": lambda one: throws_to_see(0.01, dice=one),
    "face": lambda one: Watch().after((one, 1, 1), in_order=True),
    "face of a roll": lambda one: Roll(one, 1, 2),
    "odds": Odds.of,
}  # fmt: skip


@pytest.mark.parametrize("what", TAKES)
@pytest.mark.parametrize("number", ENORMOUS, ids=["large", "below", "enormous", "nan", "inf"])
def test_no_number_is_too_large_to_be_refused(what, number):
    """With code, words and value, wherever a number enters the library."""
    with pytest.raises(Refused) as refused:
        TAKES[what](number)
    assert len(refused.value.words) < 300
    assert len(str(refused.value.value)) < 300


@pytest.mark.parametrize("what", [name for name in TAKES if "stake" in name or "rounds" in name or "face" in name])
@pytest.mark.parametrize("number", [1.5, 2.0, "2", None])
def test_a_count_is_whole(what, number):
    with pytest.raises(Refused):
        TAKES[what](number)


def test_whole_numbers_of_numpy_are_whole_numbers():
    two = np.int64(2)
    assert plan(RWS, {"big": two}) == plan(RWS, {"big": 2})
    assert type(plan(RWS, {"big": two}).staked) is int
    assert evening(BIG, two).variance == evening(BIG, 2).variance
    assert Roll(two, 1, 1) == Roll(1, 1, 2)


@pytest.mark.parametrize("seed", [-1, 1.5, None, "x"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(Refused, match="nothing can be simulated from the seed") as refused:
        simulated(BIG, 5, 5, seed)
    assert refused.value.code is LabRefusal.NOT_SIMULATED
