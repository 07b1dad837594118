"""Money adds up in every report, whatever was played and however it is cut into periods."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from machines.people import REFS
from reports.evenings import evening, report, rows, total

from taisai import figures, plan
from taisai.house import journal_index
from taisai.house.opening_orders import BOX
from taisai.reports.registry import REPORTS
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import FLOAT, HOUSE, box_account

MONEYS = ("credits", "chips")
DAYS = ("2026-02-28", "2026-03-01", "2026-03-02", "2027-01-01")
SPOTS = ("big", "small", "single-1", "double-1", "triple-2", "any-triple", "total-8")
FACES = ("1-1-1", "2-3-6", "1-1-6", "2-2-2", "1-3-4", "4-5-6")
ENDS = ("settle", "settle", "settle", "settle", "void", "leave open", "amend while paying", "void while paying")
AFTER = ("nothing", "nothing", "correct", "reverse", "dispute", "cash out")

wagers = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(SPOTS), st.sampled_from((10, 20))), max_size=6)
rounds = st.lists(
    st.tuples(
        st.sampled_from(FACES), wagers, st.sampled_from(ENDS), st.sampled_from(AFTER), st.sampled_from(FACES),
        st.booleans(),
    ), max_size=5,
)  # fmt: skip


def offered(play, wagers):
    return [wager for wager in wagers if wager[1] in play.game.paytable.by_id]


def play_round(play, faces, wagers, end, next_day):
    play.bets(*offered(play, wagers))
    if end == "void":
        play.void()
        return
    play.close()
    play.roll(faces)
    play.do(Role.DEALER, c.CollectLosers())
    if next_day:
        play.on(next_day)  # the losers are collected on one day, the winners are paid on the next
    if play.table.current and end in {"amend while paying", "void while paying"}:
        play.do(Role.DEALER, c.PayArea(next(iter(play.table.phase.unpaid))))
        find_out(play, end)
    if play.table.current and end != "leave open":
        play.do(Role.DEALER, c.PayArea())


def find_out(play, end):
    """Where the last winner is not paid yet."""
    if play.table.current and end == "void while paying":
        play.rightly(c.VoidRound(Trouble.DICE_NOT_FLAT))
    elif play.table.current:
        play.rightly(c.AmendEntry((1, 3, 4)))
        play.do(Role.DEALER, c.CollectLosers())


def put_right(play, after, faces):
    last = play.table.recent[-1].number if play.table.recent else 1
    if after == "correct":
        play.perhaps(c.CorrectRound(last, tuple(map(int, faces.split("-")))))
    elif after == "reverse":
        play.perhaps(c.ReverseRounds((last,)))
    elif after == "dispute":
        play.do(1, c.OpenDispute(1, play.table.round, "not seen", ""))
        number = len(play.table.disputes)
        play.do(Role.SHIFT_MANAGER, c.DecideDispute(number, "seen", -3000 if faces == FACES[0] else 10), None,
                Role.PIT_MANAGER)  # fmt: skip
    elif after == "cash out" and play.table.money == "credits" and play.credit(2):
        play.cash_out(2)


def played(ref, money, rounds, days=DAYS):
    play = evening(ref, money=money, seats=3)
    for place, (faces, wagers, end, after, other, over_midnight) in enumerate(rounds):
        play.on(f"{days[min(place, len(days) - 2)]}T20:00:00.000+00:00")
        midnight = f"{days[min(place, len(days) - 2) + 1]}T00:00:00.000+00:00"
        for seat in play.table.seats:
            play.buy(seat, 200)
        play_round(play, faces, wagers, end, midnight if over_midnight else "")
        if play.table.current:
            break
        put_right(play, after, other)
    return play


def house_win(play):
    """As the ledger has it: what the bank gained by play, and what is owed."""
    owed = play.balance(HOUSE)
    if play.table.money != "chips":
        return owed
    return play.balance(FLOAT) + play.balance(box_account(BOX)) - 100_000 + owed


games = pytest.mark.parametrize("ref", REFS)
moneys = pytest.mark.parametrize("money", MONEYS)
SETTINGS = settings(max_examples=8, deadline=None, phases=(Phase.generate,))  # shrinking takes minutes here


def summed(rows, names):
    return {name: sum(row[name] for row in rows) for name in names}


@games
@moneys
@SETTINGS
@given(rounds=rounds)
def test_whatever_is_played_the_win_is_what_the_ledger_says(ref, money, rounds):
    play = played(ref, money, rounds)
    found = total("turnover", play)
    assert found["win"] == house_win(play)
    names = ("staked", "returned", "corrections", "win")
    for by in ("table", "day", "month", "year", "area"):
        assert summed(rows_by(play, by), names) == {name: found[name] for name in names}
    meters = rows("meters", play)
    assert [(m["cash in"] + m["vouchers in"], m["vouchers out"], m["wagered"], m["won"], m["credit"], m["owed"])
            for m in meters] == [
        (s.meter_in, s.meter_out, s.meter_wagered, s.meter_won, s.credit, s.owed) for s in play.table.seats.values()
    ]  # fmt: skip
    assert total("performance", play)["funds in them"] == play.on_layout()


@games
@SETTINGS
@given(rounds=rounds)
def test_a_day_is_the_same_read_from_a_milestone_or_from_the_first_entry(ref, rounds):
    play = played(ref, "credits", rounds)
    for name in sorted(REPORTS.keys() - {"events", "duties", "ratings"}):
        for since, until in (*pairwise(DAYS), (DAYS[1], ""), ("", DAYS[1])):
            assert _from(1, name, play, since, until) == _from(10**9, name, play, since, until), name


def _from(every, name, play, since, until):
    """With a milestone for so many entries."""
    play.store.index.clear()
    with patch.object(journal_index, "MILESTONE_EVERY", every):
        return report(name, play, since=since, until=until)


def rows_by(play, by):
    return rows("turnover", play, by=by)


@games
@moneys
@SETTINGS
@given(rounds=rounds, cut=st.sampled_from(("2026-03-01", "2026-03-02", "2026-03-01T20:00:00", "2026-02-28T20:00:00")))
def test_two_periods_that_meet_are_the_whole(ref, money, rounds, cut):
    play = played(ref, money, rounds)
    for name in ("turnover", "meters", "voids", "performance", "vouchers", "theory"):
        whole = total(name, play)
        before, after = total(name, play, until=cut), total(name, play, since=cut)
        moving = [key for key, value in (whole or {}).items() if isinstance(value, int) and key not in STANDING]
        for key in moving:
            assert whole[key] == (before or Counter())[key] + (after or Counter())[key], (name, key)


STANDING = ("credit", "owed", "unfinished rounds", "funds in them", "outstanding", "of it expired", "interval from",
            "interval to")  # fmt: skip


@games
@SETTINGS
@given(rounds=rounds)
def test_expected_and_deviation_are_those_of_the_rounds_as_they_stand(ref, rounds):
    play = played(ref, "credits", rounds)
    standing = {}
    for _, _, event in play.written():
        match event:
            case e.LosersCollected(round=number):
                won = (award for awards in event.winners.values() for award in awards)
                standing[number] = (*event.lost, *won)
            case e.RoundCorrected(round=number, awards=awards):
                standing[number] = awards
            case e.RoundReversed(round=number) | e.RoundVoided(round=number):
                standing.pop(number, None)
    standing = {number: awards for number, awards in standing.items() if awards}
    table = play.game.paytable
    expected = sum((a.stake * figures(table[a.spot]).edge for awards in standing.values() for a in awards), Fraction(0))
    variance = sum((plan(table, [(a.spot, a.stake) for a in awards]).variance for awards in standing.values()),
                   Fraction(0))  # fmt: skip
    win = sum(a.stake - a.returned for awards in standing.values() for a in awards)
    found = total("theory", play)
    if not standing:
        assert found is None
        return
    assert (found["rounds wagered"], found["win"], found["theoretical win"]) == (len(standing), win, expected)
    assert abs(found["standard deviation"] ** 2 - variance) <= 2 * found["standard deviation"] / 100 + 1
    assert (found["verdict"] == "inside") == ((win - expected) ** 2 <= Fraction("2.5758293") ** 2 * variance)
    by_area = rows("theory", play)
    assert summed(by_area, ("staked", "win", "theoretical win")) == {
        key: found[key] for key in ("staked", "win", "theoretical win")
    }


@moneys
@pytest.mark.parametrize("end", ["amend while paying", "void while paying"])
def test_a_settlement_undone_after_midnight_counts_back_on_the_day_of_undoing(money, end):
    play = evening("nz-1998/1", money=money)
    play.on("2026-03-01T23:59:00.000+00:00")
    play.buy(1, 200)
    play.bets((1, "small", 20), (1, "single-1", 10), (1, "big", 10))
    play.close()
    play.roll("1-2-3")
    play.do(Role.DEALER, c.CollectLosers())
    first = total("turnover", play)
    assert (first["rounds"], first["staked"], first["win"]) == (1, 10, 10)
    play.on("2026-03-02T00:01:00.000+00:00")
    find_out(play, end)
    assert total("turnover", play, until="2026-03-02") == first
    undone = total("turnover", play, since="2026-03-02")
    assert undone["rounds"] == (-1 if end == "void while paying" else 0)
    assert sum(row["staked"] for row in rows_by(play, "area")) == total("turnover", play)["staked"]


def test_a_session_that_closed_has_the_win_that_the_turnover_has():
    for money in MONEYS:
        play = evening("nz-1998/1", money=money)
        play.round("1-1-1", (1, "big", 100), (2, "any-triple", 20))
        play.round("1-2-3", (1, "small", 50))
        play.shut()
        result = total("result", play)
        assert result["win"] == total("turnover", play)["win"] != 0
        assert result["closing float"] + result["credits"] + result["drop"] - result["opening float"] == (
            result["win"] if money == "chips" else 0
        )


def test_currencies_are_never_added_up():
    one, other = evening("rws-6/2"), evening("nz-1998/1")
    for play in (one, other):
        play.round("1-1-1", (1, "big", 100))
    for name in ("turnover", "theory", "meters", "performance"):
        made = report(name, one, other)
        currencies = [cell for row in made.totals for cell in row if cell in ("SGD", "NZD")]
        assert currencies == ["NZD", "SGD"]
