"""Chips that nobody noticed before closing: excess is shared, a wager under the minimum counts as it is."""

import pytest
from table.playing import FLOAT, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.limits import LimitRule

DEALER, SUPERVISOR = Role.DEALER, Role.GAME_SUPERVISOR
LIMITS = LimitRule(minimum=50, maximum=500, differential=200)


def shut(*wagers, limit=LIMITS, money="chips", bought=3000, seats=4):
    play = opened("rws-6/2", limits=[limit], money=money, bought=bought, seats=seats).bets(*wagers)
    play.close()
    return play


def settled(play, faces):
    play.roll(faces)
    events = play.settle()
    paid = [award for event in events if isinstance(event, e.AreaPaid) for award in event.awards]
    awards = (*only(events, e.LosersCollected).lost, *paid)
    return {(award.seat, award.spot): (award.stake, award.returned, award.refused) for award in awards}


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize(("faces", "won"), [("1-2-3", 1), ("1-1-2", 2), ("2-3-4", -1)])
def test_players_win_or_lose_on_their_share_and_get_the_rest_back_whatever_the_dice_show(faces, won):
    play = shut((1, "single-1", 60))
    play.do(DEALER, c.RecordUnnoticed(2, "single-1", 1000))
    assert play.on_layout() == 1060
    assert settled(play, faces) == {
        (1, "single-1"): (50, 50 + 50 * won, 10),
        (2, "single-1"): (450, 450 + 450 * won, 550),
    }
    assert (play.credit(1), play.credit(2)) == (3000 + 50 * won, 3000 + 450 * won)
    assert play.balance("float") == play.table.bank.now == FLOAT - 12_000 - 500 * won


@pytest.mark.clause("rws-6:5.1.1")
def test_beyond_the_differential_the_heavier_side_is_shared():
    play = shut((1, "big", 200), (2, "small", 100))
    play.do(DEALER, c.RecordUnnoticed(3, "big", 200))
    assert settled(play, "4-5-6") == {
        (1, "big"): (150, 300, 50),
        (3, "big"): (150, 300, 50),
        (2, "small"): (100, 0, 0),
    }


@pytest.mark.clause("rws-6:5.1.2")
def test_a_wager_under_the_minimum_in_a_box_over_its_maximum_is_settled_in_full():
    play = shut((1, "single-1", 500))
    play.do(DEALER, c.RecordUnnoticed(2, "single-1", 20))
    assert settled(play, "1-2-3") == {(1, "single-1"): (480, 960, 20), (2, "single-1"): (20, 40, 0)}


@pytest.mark.clause("rws-6:5.1.2", "rws-6:5.14(a)")
def test_minimums_that_exceed_the_maximum_stand_and_go_to_the_shift_manager():
    play = shut((1, "single-1", 50), (2, "single-1", 50), limit=LimitRule(minimum=50, maximum=100, differential=100))
    play.do(DEALER, c.RecordUnnoticed(3, "single-1", 70))
    play.roll("2-3-4")
    events = play.do(DEALER, c.CollectLosers())
    assert only(events, e.LosersCollected).overflow == 50
    assert "50" in only(events, e.DisputeOpened).claim
    play.do(Role.SHIFT_MANAGER, c.DecideDispute(1, "they stand"))
    assert play.credits() == {1: 2950, 2: 2950, 3: 2950, 4: 3000}


@pytest.mark.clause("rws-6:5.1.2")
def test_twelve_minimums_over_the_maximum_stand_unchanged():
    play = shut(*((seat, "single-1", 50) for seat in range(1, 11)), seats=12)
    for seat in (11, 12):
        play.do(DEALER, c.RecordUnnoticed(seat, "single-1", 50))
    assert {award[0] for award in settled(play, "1-2-3").values()} == {50}
    assert "100" in play.table.disputes[1].claim


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize(
    ("stakes", "shares"),
    [
        ((1500, 1250, 900, 600), (820, 680, 500, 500)),
        ((1300, 1300, 1300, 0), (835, 835, 830, 0)),
        ((2000, 2000, 0, 0), (1250, 1250, 0, 0)),
    ],
)
def test_shares_are_whole_smallest_chips(stakes, shares):
    play = shut(limit=LimitRule(minimum=500, maximum=2500, differential=2500))
    for seat, stake in enumerate(stakes, start=1):
        if stake:
            play.do(DEALER, c.RecordUnnoticed(seat, "single-1", stake))
    found = settled(play, "1-2-3")
    for seat, (stake, share) in enumerate(zip(stakes, shares, strict=True), start=1):
        assert found.get((seat, "single-1"), (0, 0, 0)) == (share, 2 * share, stake - share)
    assert play.credits() == {seat: 3000 + share for seat, share in enumerate(shares, start=1)}


@pytest.mark.clause("rws-6:5.1.1")
def test_beyond_the_differential_shares_are_whole_smallest_chips_too():
    limit = LimitRule(minimum=125, maximum=50_000, differential=5000)
    play = shut((4, "small", 4000), (5, "small", 1000), limit=limit, bought=13_000, seats=5)
    for seat, stake in ((1, 12_500), (2, 7500), (3, 500)):
        play.do(DEALER, c.RecordUnnoticed(seat, "big", stake))
    found = settled(play, "1-1-2")
    assert {seat: award[0] for (seat, _), award in found.items()} == {1: 6095, 2: 3660, 3: 245, 4: 4000, 5: 1000}


@pytest.mark.clause("rws-6:5.1.1")
def test_the_odd_part_of_a_coloured_stake_goes_back_first_and_only_where_its_box_is_shared():
    play = opened("rws-6/2", limits=[LIMITS], money="chips", bought=3000)
    play.do(DEALER, c.AssignColour(1, "red", 1))
    play.bets((1, "double-1", 57), (1, "small", 59), (1, "single-1", 407)).close()
    play.do(DEALER, c.RecordUnnoticed(2, "single-1", 400))
    play.do(DEALER, c.RecordUnnoticed(3, "big", 400))
    found = settled(play, "1-1-2")
    assert found[1, "double-1"] == (57, 57 * 12, 0), "nothing is over its limit there"
    assert found[1, "small"] == (59, 118, 0), "the lighter side counts in full"
    assert found[3, "big"] == (255, 0, 145)
    assert found[1, "single-1"] == (250, 750, 157)
    assert found[2, "single-1"] == (250, 750, 150)


@pytest.mark.clause("rws-6:5.1")
def test_nothing_goes_unnoticed_before_closing_or_at_terminals():
    play = opened("rws-6/2", limits=[LIMITS], money="chips").bets()
    excess = c.RecordUnnoticed(1, "big", 1000)
    play.refuses(Refusal.REMEDY_REFUSED, DEALER, excess, clause="5.1")
    terminals = shut((1, "big", 200), money="credits")
    terminals.refuses(Refusal.CHIPS_NOT_HERE, DEALER, excess)


@pytest.mark.clause("rws-6:5.1.1")
@pytest.mark.parametrize("paid", [0, 1, 2])
def test_excess_found_when_stacks_are_counted_out_is_shared_until_its_area_is_paid(paid):
    """By a supervisor with a second person, because the dice were seen; everybody is settled again."""
    play = shut((1, "big", 200), (2, "single-6", 500), (3, "total-15", 50), limit=LimitRule("", 5, 500, 500))
    play.roll("4-5-6")
    for step in (c.CollectLosers(), c.PayArea("big"))[:paid]:
        play.do(DEALER, step)
    excess = c.RecordUnnoticed(4, "single-6", 1500)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, DEALER, excess, clause="5.1.1")
    play.refuses(Refusal.DUAL_CONTROL, SUPERVISOR, excess)
    within = c.RecordUnnoticed(4, "total-15", 450)
    assert "late wager" in play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, within, second=DEALER)
    play.do(SUPERVISOR, excess, second=DEALER)
    play.settle()
    assert play.credits() == {1: 3200, 2: 3125, 3: 3900, 4: 3375}
    assert play.balance("float") == play.table.bank.now == FLOAT - sum(play.credits().values())


@pytest.mark.clause("rws-6:5.1.1")
def test_no_excess_is_recorded_once_its_area_is_paid_or_the_round_is_over():
    play = shut((1, "big", 200), (2, "single-6", 500))
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("single"))
    excess = c.RecordUnnoticed(4, "single-5", 1500)
    assert "dispute" in play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, excess, second=DEALER)
    play.do(DEALER, c.PayArea())
    assert "dispute" in play.refuses(Refusal.REMEDY_REFUSED, SUPERVISOR, excess, 1, second=DEALER, clause="5.1")


@pytest.mark.clause("rws-6:5.1.1")
def test_excess_takes_no_chips_that_the_undone_settlement_takes_back():
    """Seat 2 wagered all it had, and what it was paid is taken back before everybody is settled again."""
    play = opened("rws-6/2", limits=[LimitRule("", 5, 1000, 1000)], money="chips")
    play.bets((2, "big", 500), (2, "single-6", 500)).close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.do(DEALER, c.PayArea("big"))
    play.refuses(Refusal.CREDIT_SHORT, SUPERVISOR, c.RecordUnnoticed(2, "single-6", 1000), second=DEALER)
    play.do(DEALER, c.PayArea())
    assert play.credit(2) == 2000


@pytest.mark.clause("rws-6:5.1", "rws-6:5.1.1")
def test_a_player_cannot_claim_a_wager_that_nobody_noticed():
    play = shut((1, "big", 200))
    for by in (1, Role.CASINO_SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR, Role.AUTOMATION):
        play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.RecordUnnoticed(1, "big", 300))


@pytest.mark.clause("rws-6:5.1.1")
def test_what_nobody_noticed_is_what_chips_can_make():
    shut().refuses(Refusal.CHIP_UNKNOWN, DEALER, c.RecordUnnoticed(1, "big", 307))


@pytest.mark.clause("rws-6:5.2")
def test_a_wager_under_the_minimum_is_held_up_to_the_player_who_may_raise_it():
    play = opened("rws-6/2", limits=[LIMITS]).bets()
    words = play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.PlaceWager(1, "big", 30))
    assert "minimum of SGD 0.50" in words
    assert "raise it or withdraw" in words
    assert (play.credit(1), play.on_layout()) == (1000, 0)
    play.wager(1, "big", 50)
    assert play.on_layout() == 50


@pytest.mark.clause("rws-6:5.2")
def test_a_wager_is_not_withdrawn_or_moved_to_under_the_minimum_but_may_be_withdrawn_whole():
    play = opened("rws-6/2", limits=[LIMITS]).bets((1, "big", 60))
    assert "minimum of SGD 0.50" in play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.WithdrawWager(1, "big", 20))
    play.refuses(Refusal.STAKE_BELOW_MINIMUM, 1, c.MoveWager(1, "big", "small", 20))
    play.do(1, c.WithdrawWager(1, "big", 60))
    assert (play.credit(1), play.on_layout()) == (1000, 0)


@pytest.mark.clause("rws-6:5.2.1")
@pytest.mark.parametrize(("faces", "award", "credit"), [("4-5-6", (30, 60, 0), 3030), ("1-1-2", (30, 0, 0), 2970)])
def test_a_wager_under_the_minimum_that_the_dealer_missed_wins_or_loses_as_it_is(faces, award, credit):
    play = shut((2, "small", 100))
    play.do(DEALER, c.RecordUnnoticed(1, "big", 30))
    assert settled(play, faces)[1, "big"] == award
    assert play.credit(1) == credit
