"""A rating's figures are those of its seat and its rounds, and of no other."""

from fractions import Fraction

import pytest
from reports.evenings import evening, report, rows

from taisai import figures, paytable
from taisai.reports.refusals import ReportRefusal
from taisai.reports.sources import Rated
from taisai.rules.refusals import Refused
from taisai.table import commands as c

BEGAN, ENDED = "2026-03-01T20:00:00.000+00:00", "2026-03-01T20:30:00.000+00:00"
EDGE = figures(paytable("rws-6/2").by_id["big"]).edge


@pytest.fixture
def play():
    """Seat 1 wagers 100, 300 and 50, the second time beside seat 2."""
    played = evening(seats=2)
    played.round("4-5-6", (1, "big", 100))
    played.round("1-2-3", (1, "big", 300), (2, "big", 70))
    played.round("4-5-6", (1, "big", 50))
    return played


def rated(first, last, seat=1, player="P1"):
    return Rated(1, player, "T1", seat, first, BEGAN, last, ENDED if last else "")


def test_the_average_and_the_theoretical_win_are_of_the_seats_own_rounds(play):
    (row,) = rows("ratings", play, rated=[rated(1, 2)])
    assert (row["player"], row["minutes"], row["rounds wagered"], row["staked"], row["win"]) == ("P1", 30, 2, 400, 200)
    assert (row["average wager"], row["theoretical win"]) == (Fraction(200), 400 * EDGE)


def test_what_was_wagered_before_and_after_is_not_in_it(play):
    (row,) = rows("ratings", play, rated=[rated(2, 2)])
    assert (row["rounds wagered"], row["staked"]) == (1, 300)
    (row,) = rows("ratings", play, rated=[rated(4, 9)])
    assert (row["rounds wagered"], row["staked"], row["average wager"]) == (0, 0, 0)


def test_one_that_is_under_way_counts_up_to_now(play):
    (row,) = rows("ratings", play, rated=[rated(2, 0)])
    assert (row["rounds wagered"], row["staked"], row["ended"]) == (2, 350, "")


def test_a_round_that_was_corrected_counts_as_corrected(play):
    play.rightly(c.CorrectRound(2, (4, 5, 6)))
    (row,) = rows("ratings", play, rated=[rated(2, 2)])
    assert row["win"] == -300


def test_players_are_summed_up(play):
    found = [rated(1, 1), rated(2, 3), rated(1, 3, seat=2, player="P2")]
    by_player = {row["player"]: row["staked"] for row in rows("ratings", play, rated=found, by="player")}
    assert by_player == {"P1": 450, "P2": 70}


def test_without_the_journal_of_the_house_nobody_is_rated(play):
    with pytest.raises(Refused) as refused:
        report("ratings", play)
    assert refused.value.code is ReportRefusal.SOURCE_MISSING
