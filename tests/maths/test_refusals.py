"""Every refusal of the lab is provoked, with words and the value."""

from collections.abc import Callable

import msgspec
import pytest

from taisai import Refused, paytable, plan
from taisai.maths.chance.evening import evening
from taisai.maths.dice.recorded import recorded
from taisai.maths.hold.reserve import reserve
from taisai.maths.hold.takings import change, house_side
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.ending import ending
from taisai.maths.simulation.draws import draws
from taisai.maths.systems.course import Stand, course
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
