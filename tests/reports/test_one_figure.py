"""A figure that several reports show is the same in each, to the last unit, whatever was played."""

from fractions import Fraction

import pytest
from books.test_rounding import write
from hypothesis import given
from hypothesis import strategies as st
from machines.people import REFS
from reports.evenings import rows, total
from reports.test_by_day_shift_table_dealer import AUCKLAND
from reports.test_money import DAYS, MONEYS, SETTINGS, played, rounds

from taisai.reports.sources import Rated
from taisai.table import commands as c
from taisai.table import events as e

WAYS = ("table", "gaming-day", "shift", "dealer")
FLOATS = ("opening float", "fills", "credits", "drop", "closing float")
VOUCHERS = ("vouchers in", "vouchers out")
PLAYED = ("rounds", "staked", "returned")
COMMISSION = "a house that rounds its commission"

games = pytest.mark.parametrize("ref", [*REFS, COMMISSION])
moneys = pytest.mark.parametrize("money", MONEYS)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return write(tmp_path_factory.mktemp("one") / "house", 5, 5, "up")


def evening_of(house, ref, money, rounds):
    """Where commission is rounded, each wager that is not on Big is on its spot."""
    if ref != COMMISSION:
        return played(ref, money, rounds)
    mapped = [
        (faces, [(seat, spot if spot == "big" else "six", stake) for seat, spot, stake in wagers], *more)
        for faces, wagers, *more in rounds
    ]
    return played(house, money, mapped)


def by(name, play, way):
    """The rows of a report by what they are of. Corrections that no dealer dealt have a row of their own."""
    found = {row[way]: row for row in rows(name, play, by=way, days=AUCKLAND)}
    found.pop("corrections", None)
    return found


def summed(name, play, *figures, **more):
    found = rows(name, play, **more)
    return {figure: sum((row[figure] for row in found), Fraction(0)) for figure in figures}


@games
@moneys
@SETTINGS
@given(rounds=rounds)
def test_turnover_and_performance_count_the_same_play(house, ref, money, rounds):
    play = evening_of(house, ref, money, rounds)
    for way in WAYS:
        turnover, performance = by("turnover", play, way), by("performance", play, way)
        for group in turnover.keys() | performance.keys():
            here, there = turnover.get(group), performance.get(group)
            assert [(here or {}).get(name, 0) for name in PLAYED] == [(there or {}).get(name, 0) for name in PLAYED]
    voided = summed("voids", play, "voided stakes", "owed")
    assert total("performance", play)["voided stakes"] == voided["voided stakes"]


def finished(rounds):
    """As they are, but each settled or void, and nothing put right later."""
    return [
        (faces, wagers, "settle" if end == "leave open" else end, "nothing", other, over)
        for faces, wagers, end, _, other, over in rounds
    ]


@games
@SETTINGS
@given(rounds=rounds)
def test_theory_performance_and_ratings_say_one_theoretical_win(house, ref, rounds):
    """Of rounds as they stand; performance has them as they were settled, so nothing is put right here."""
    play = evening_of(house, ref, "credits", finished(rounds))
    theory = total("theory", play) or {"staked": 0, "win": 0, "theoretical win": 0}
    performance, turnover = total("performance", play), total("turnover", play)
    assert theory["staked"] == performance["staked"]
    assert theory["win"] == (turnover["win"] if turnover else 0)
    if theory["staked"]:
        assert performance["theoretical return"] == 1 - Fraction(theory["theoretical win"]) / theory["staked"]
    seats = [Rated(n, f"P{n}", "T1", n, 1, f"{DAYS[0]}T00:00:00.000+00:00", 0, "") for n in play.table.seats]
    figures = ("staked", "win", "theoretical win")
    assert summed("ratings", play, *figures, rated=seats) == {name: theory[name] for name in figures}


@moneys
@pytest.mark.parametrize("ref", REFS)
@SETTINGS
@given(rounds=rounds, fills=st.lists(st.sampled_from((100, 500)), max_size=3))
def test_results_of_sessions_and_of_chip_tables_and_meters_and_vouchers_agree(ref, money, rounds, fills):
    whole = [(*one[:2], "settle" if one[2] == "leave open" else one[2], *one[3:]) for one in rounds]
    play = played(ref, money, whole)
    if money == "chips":
        for amount in fills:
            play.fill((amount, 100))
            play.credit_float((100,))
        play.shut()
    else:
        play.rightly(c.CloseTable())
    result = total("result", play)
    (closed,) = (event for _, _, event in play.written() if isinstance(event, e.TableClosed))
    assert [result[name] for name in (*FLOATS, "win")] == [
        closed.opening_float, closed.fills, closed.credits, closed.drop, closed.closing_float, closed.win,
    ]  # fmt: skip
    turnover = total("turnover", play) or {"win": 0}
    assert result["win"] + result["owed"] == turnover["win"]
    assert result["owed"] == summed("voids", play, "owed")["owed"]
    meters = total("meters", play)
    assert result["bought in"] + result["drop"] == meters["cash in"]
    assert [result[name] for name in VOUCHERS] == [meters[name] for name in VOUCHERS]
    chips = rows("chip-result", play)
    assert bool(chips) == (money == "chips")
    for row in chips:
        assert [row[name] for name in FLOATS] == [result[name] for name in FLOATS]
        assert row["result"] == result["win"] + row["drop variance"]
