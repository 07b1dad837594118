"""The house's side: what it wins, how far that strays, what it must hold back, and what it turns away."""

from fractions import Fraction
from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taisai import Book, Refused, paytable, plan
from taisai.maths.chance.evening import evening
from taisai.maths.hold.caps import Crowd, capped
from taisai.maths.hold.reserve import coefficient, reserve
from taisai.maths.hold.takings import change, house_side, takings
from taisai.maths.hold.telling import rounds_to_tell
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import Walk, walk
from taisai.rules.risk import Risk

RWS, ETG = paytable("rws-6/2"), paytable("etg/2")
BIG = plan(RWS, [("big", 100)])
MIX = plan(RWS, [("big", 400), ("small", 300), ("single-2", 100), ("double-3", 50), ("any-triple", 50)])


def test_the_house_wins_what_players_lose():
    house = takings(MIX, 500)
    players = evening(MIX, 500)
    assert house.expected == -players.expected
    assert house.hold == MIX.edge
    low, high = house.band(0.9)
    assert players.at_least(-low).value >= 0.05
    assert players.at_most(-high).value >= 0.05
    assert house.losing.value == pytest.approx(players.ahead.value, rel=1e-12)
    assert house_side(house_side(MIX)) == MIX


@settings(max_examples=10, deadline=None)
@given(st.integers(40, 10**7), st.floats(0.5, 0.999))
def test_a_band_of_the_hold_holds_the_edge_and_narrows_with_more_rounds(rounds, level):
    """Of a handful of rounds it need not: a single one may have hardly any result in its middle half."""
    low, high = takings(MIX, rounds).hold_band(level)
    wider = takings(MIX, max(1, rounds // 4)).hold_band(level)
    assert low <= high
    assert wider[1] - wider[0] >= high - low
    assert takings(MIX, rounds).hold == MIX.edge


def test_a_reserve_agrees_with_the_closed_form_for_even_money():
    """A house that wins 111 ways of 216 is ever behind by n units with a chance of (105/111)^n."""
    for risk in (0.1, 0.001, 1e-9):
        found = reserve(BIG, risk)
        units = next(n for n in range(10**6) if Fraction(105, 111) ** (n + 1) <= Fraction(risk))
        assert found.least == 100 * units
        assert found.enough >= found.least
        assert found.coefficient == pytest.approx(log(111 / 105) / 100)


def test_a_reserve_for_a_mix_is_the_least_that_keeps_the_risk():
    mix = plan(RWS, [("big", 20), ("double-2", 10)])
    found = reserve(mix, 0.01)
    house = walk(house_side(mix))
    house = Walk(house.unit, Fraction(0), house.moves, house.ways)
    assert 0 < found.least <= found.enough
    grown = (ways * exp(-coefficient(house) * move) for move, ways in zip(house.moves, house.ways, strict=True))
    assert sum(grown) == pytest.approx(216)
    assert reserve(mix, 0.001).least > found.least


@pytest.mark.parametrize(("difference", "power"), [(0.005, 0.9), (0.02, 0.5)])
def test_the_rounds_that_tell_a_difference_do_and_half_as_many_do_not(difference, power):
    rounds = rounds_to_tell(BIG, difference, 0.99, power)

    def caught(count):
        taken = takings(BIG, count)
        low, _ = taken.band(0.99)
        lost = Fraction(difference) * 100 * count
        return evening(house_side(BIG), count).below(low + lost).value

    assert caught(rounds) >= power - 0.01
    assert caught(rounds // 2) < power


def test_a_pay_table_change_costs_what_its_odds_say():
    """Doubles pay 11 to 1 under the one, 11.5 under the other, and win 16 ways of 216."""
    found = change(RWS, ETG, {"double-2": 100}, 1_000)
    assert found.gain == -Fraction(16, 216) * Fraction(1, 2) * 100 * 1_000
    assert found.hold_gain == ETG_EDGE - RWS_EDGE
    assert found.before.handle == found.after.handle == 100_000


RWS_EDGE, ETG_EDGE = plan(RWS, [("double-2", 100)]).edge, plan(ETG, [("double-2", 100)]).edge
CROWD = Crowd({"big": 5, "small": 5, "triple-2": 1}, (10, 20, 50), 30)


def test_a_cap_turns_wagers_away_and_a_higher_one_fewer():
    found = capped(RWS, CROWD, (100, 1_000, 10**6), rounds=150, seed=3)
    away = [one.turned_away.value for one in found]
    assert away[0] > away[1] > away[2] == 0
    assert found[0].taken.value < found[1].taken.value < found[2].taken.value
    again = capped(RWS, CROWD, (100, 1_000, 10**6), rounds=150, seed=3)
    assert [one.taken for one in again] == [one.taken for one in found]


def test_no_exposure_goes_over_a_cap(monkeypatch):
    taken, real = [], Risk.change
    monkeypatch.setattr(Risk, "change", lambda self, *wager: taken.append(wager) or real(self, *wager))
    capped(RWS, CROWD, (500,), rounds=1, seed=1)
    book = Book(RWS)
    for spot, stake in tuple(taken):
        book.add(spot, stake)
    assert 0 < book.exposure <= 500


REFUSED = [
    (lambda: reserve(house_side(BIG), 0.01), LabRefusal.NEVER, "any reserve is used up"),
    (lambda: reserve(BIG, 1.5), LabRefusal.CHANCE_INVALID, "is not a chance"),
    (lambda: rounds_to_tell(BIG, 0), LabRefusal.CHANCE_INVALID, "is not a difference"),
    (lambda: rounds_to_tell(BIG, 1e-9), LabRefusal.ROUNDS_INVALID, "takes more than"),
    (lambda: change(RWS, paytable("rws-6/3"), {"double-2": 10}, 5), LabRefusal.MIX_INVALID, "has no double-2"),
    (lambda: capped(RWS, Crowd({"big": 0}, (5,), 5), (5,), rounds=5, seed=1), LabRefusal.MIX_INVALID, "not a share"),
    (lambda: capped(RWS, Crowd({}, (5,), 5), (5,), rounds=5, seed=1), LabRefusal.MIX_INVALID, "need at least one spot"),
    (
        lambda: capped(RWS, Crowd({"big": 1}, (5,), 5), (5,), rounds=0, seed=1),
        LabRefusal.ROUNDS_INVALID,
        "cannot be simulated",
    ),
]


@pytest.mark.parametrize(("ask", "code", "words"), REFUSED)
def test_what_cannot_be_answered_is_refused(ask, code, words):
    with pytest.raises(Refused, match=words) as refused:
        ask()
    assert refused.value.code is code


@pytest.mark.parametrize("stake", [10**9 + 7, 10**12 + 1, 10**15 + 1, 10**18 + 9])
def test_a_reserve_grows_with_the_stakes_however_large_they_are(stake):
    """Beside them a unit on another spot makes the moves of a round as large as the stakes."""
    least, large = (reserve(plan(RWS, [("big", one), ("single-1", 1)]), 0.01) for one in (10**6, stake))
    assert float(large.enough) / stake == pytest.approx(float(least.enough) / 10**6, rel=1e-4)
