"""What players choose about their own play: stricter at once, looser when it is due, and nobody chooses for them."""

import pytest
from table.playing import only, opened

from taisai.house.own_limits import due
from taisai.rules.refusals import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.own_limits import NO_LIMIT, NOTHING_CHOSEN, OwnLimit

DEALER, ITSELF = Role.DEALER, Role.AUTOMATION
NOW, IN_15_MIN, IN_30_MIN, TOMORROW = (
    "2026-01-01T00:00:00Z", "2026-01-01T00:15:00+00:00", "2026-01-01T00:30:00+00:00", "2026-01-02T00:00:00+00:00",
)  # fmt: skip
ONE = "123456789012"
CHOICES = {
    c.LimitLoss(1, 300): e.LossLimited(1, 300, 700),
    c.LimitStake(1, 50): e.StakeLimited(1, 50),
    c.LimitTime(1, 30): e.TimeLimited(1, 30, IN_30_MIN),
    c.TakeBreak(1, 15): e.BreakTaken(1, 15, IN_15_MIN),
}
LOOSER = {OwnLimit.LOSS: c.LimitLoss(1, 800), OwnLimit.STAKE: c.LimitStake(1, 51), OwnLimit.TIME: c.LimitTime(1, 31)}
AMOUNTS = {OwnLimit.LOSS: 800, OwnLimit.STAKE: 51, OwnLimit.TIME: 31}


def chosen():
    play = opened("rws-6/2").bets()
    for command in list(CHOICES)[:3]:
        play.do(1, command)
    return play


@pytest.mark.parametrize(("command", "event"), CHOICES.items(), ids=lambda one: type(one).__name__)
def test_a_stricter_choice_holds_at_once_by_the_clock_of_the_house(command, event):
    play = opened("rws-6/2")
    assert play.do(1, command) == (event,)


@pytest.mark.parametrize("command", [c.TakeBreak(1, 15, "2020"), c.LimitTime(1, 30, "2099", "2020")], ids=str)
def test_whoever_sends_times_along_is_not_believed(command):
    (event,) = opened("rws-6/2").do(1, command)
    assert event.until in {IN_15_MIN, IN_30_MIN}


@pytest.mark.parametrize("by", [2, DEALER, Role.SHIFT_MANAGER, ITSELF])
@pytest.mark.parametrize("command", [*CHOICES, c.LiftLimit(1, OwnLimit.LOSS)], ids=lambda one: type(one).__name__)
def test_nobody_chooses_for_a_player(command, by):
    chosen().refuses(Refusal.SEAT_NOT_YOURS if by == 2 else Refusal.ROLE_NOT_ALLOWED, by, command)


@pytest.mark.parametrize("limit", OwnLimit)
def test_a_looser_limit_is_asked_for_and_changes_nothing_until_it_is_due(limit):
    play = chosen()
    floor, own = play.table.seats[1].loss_floor, play.table.seats[1].own
    assert play.do(1, LOOSER[limit]) == (e.LooserAsked(1, limit, AMOUNTS[limit], TOMORROW),)
    seat = play.table.seats[1]
    assert (seat.loss_floor, seat.own.stake_most, seat.own.time_until) == (floor, own.stake_most, own.time_until)
    assert c.LoosenLimit(1, limit) not in due(play.table, "2026-01-01T23:59:59.999+00:00")
    assert c.LoosenLimit(1, limit) in due(play.table, "2026-01-02T00:00:00.000+00:00")


@pytest.mark.parametrize("by", [1, DEALER, Role.SHIFT_MANAGER])
def test_only_the_house_itself_loosens_a_limit_and_ends_the_time(by):
    play = chosen()
    play.do(1, LOOSER[OwnLimit.STAKE])
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.LoosenLimit(1, OwnLimit.STAKE))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, by, c.EndPlay(1))


def test_when_it_is_due_the_looser_limit_holds_once():
    play = chosen()
    for limit in (OwnLimit.STAKE, OwnLimit.LOSS):
        play.do(1, LOOSER[limit])
    assert play.do(ITSELF, c.LoosenLimit(1, OwnLimit.STAKE)) == (e.StakeLimited(1, 51),)
    assert play.do(ITSELF, c.LoosenLimit(1, OwnLimit.LOSS)) == (e.LossLimited(1, 800, 200),)
    play.refuses(Refusal.OWN_LIMIT_INVALID, ITSELF, c.LoosenLimit(1, OwnLimit.STAKE))
    assert play.table.seats[1].own.asked == {}


@pytest.mark.parametrize("limit", OwnLimit)
def test_a_limit_is_lifted_only_when_it_is_due(limit):
    play = chosen()
    assert play.do(1, c.LiftLimit(1, limit)) == (e.LooserAsked(1, limit, NO_LIMIT, TOMORROW),)
    assert play.do(ITSELF, c.LoosenLimit(1, limit)) == (e.LimitLifted(1, limit),)
    play.refuses(Refusal.OWN_LIMIT_INVALID, 1, c.LiftLimit(1, limit))


def test_whoever_chooses_stricter_meanwhile_has_not_asked_for_looser_any_more():
    play = chosen()
    play.do(1, LOOSER[OwnLimit.STAKE])
    play.do(1, c.LimitStake(1, 40))
    play.refuses(Refusal.OWN_LIMIT_INVALID, ITSELF, c.LoosenLimit(1, OwnLimit.STAKE))
    assert play.table.seats[1].own.stake_most == 40


@pytest.mark.parametrize("by", [1, DEALER])
def test_no_round_has_more_of_the_players_stakes_than_they_have_chosen(by):
    play = opened("rws-6/2").bets()
    play.do(1, c.LimitStake(1, 50))
    play.wager(1, "big", 30)
    assert "SGD 0.20 is left" in play.refuses(Refusal.STAKE_LIMITED, by, c.PlaceWager(1, "odd", 21))
    play.wager(1, "odd", 20)
    play.refuses(Refusal.STAKE_LIMITED, by, c.PlaceWager(1, "even", 1))
    play.wager(2, "big", 100)
    play.do(1, c.WithdrawWager(1, "big", 30))
    play.wager(1, "small", 30)


def test_when_the_time_is_over_nothing_more_is_wagered_and_what_lies_there_stands():
    play = opened("rws-6/2").bets((1, "big", 30))
    play.do(1, c.LimitTime(1, 30))
    assert list(due(play.table, "2026-01-01T00:29:59.999+00:00")) == []
    assert list(due(play.table, "2026-01-01T00:30:00.001+00:00")) == [c.EndPlay(1)]
    assert play.do(ITSELF, c.EndPlay(1)) == (e.PlayEnded(1),)
    assert list(due(play.table, "2026-01-01T00:31:00.000+00:00")) == []
    play.refuses(Refusal.TIME_LIMITED, 1, c.PlaceWager(1, "odd", 10))
    play.refuses(Refusal.TIME_LIMITED, DEALER, c.PlaceWager(1, "odd", 10))
    play.refuses(Refusal.OWN_LIMIT_INVALID, ITSELF, c.EndPlay(1))
    assert only(play.do(1, c.LimitTime(1, 5)), e.LooserAsked).due == TOMORROW
    assert play.table.current.stake(1, "big") == 30


def test_a_seat_that_rests_takes_no_wagers_and_no_money_but_gives_the_credit():
    play = opened("rws-6/2").bets((1, "big", 30))
    play.do(1, c.TakeBreak(1, 15))
    play.refuses(Refusal.SEAT_RESTING, 1, c.PlaceWager(1, "odd", 10))
    play.refuses(Refusal.SEAT_RESTING, DEALER, c.PlaceWager(1, "odd", 10))
    play.refuses(Refusal.SEAT_RESTING, DEALER, c.BuyIn(1, 100))
    assert play.table.current.stake(1, "big") == 30
    play.do(1, c.CashOut(1, ONE))
    assert list(due(play.table, "2026-01-01T00:15:00.001+00:00")) == [c.EndBreak(1)]
    play.do(ITSELF, c.EndBreak(1))
    play.buy(1, 100)
    play.wager(1, "odd", 10)


def test_a_break_is_made_longer_and_never_shorter():
    play = opened("rws-6/2")
    play.do(1, c.TakeBreak(1, 15))
    play.refuses(Refusal.OWN_LIMIT_INVALID, 1, c.TakeBreak(1, 14))
    play.refuses(Refusal.OWN_LIMIT_INVALID, 1, c.TakeBreak(1, 15))
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.EndBreak(1))
    assert only(play.do(1, c.TakeBreak(1, 30)), e.BreakTaken).until == IN_30_MIN


def test_staff_end_a_break_only_where_nothing_of_the_player_is_left():
    play = opened("rws-6/2").bets((1, "big", 30))
    play.do(1, c.TakeBreak(1, 15))
    play.refuses(Refusal.SEAT_RESTING, DEALER, c.EndBreak(1))
    play.do(1, c.CashOut(1, ONE))
    play.refuses(Refusal.SEAT_RESTING, DEALER, c.EndBreak(1))
    play.do(1, c.CollectVoucher(1, ONE[-4:]))
    play.refuses(Refusal.SEAT_RESTING, DEALER, c.EndBreak(1))
    play.close()
    play.roll("1-2-3")
    play.settle()
    assert play.do(DEALER, c.EndBreak(1)) == (e.BreakEnded(1),)
    play.refuses(Refusal.OWN_LIMIT_INVALID, DEALER, c.EndBreak(1))


@pytest.mark.parametrize("minutes", [0, -1, 7 * 24 * 60 + 1])
def test_nobody_rests_for_no_time_or_for_ever(minutes):
    opened("rws-6/2").refuses(Refusal.OWN_LIMIT_INVALID, 1, c.TakeBreak(1, minutes))


@pytest.mark.parametrize("command", [c.LimitStake(1, 0), c.LimitTime(1, 0), c.LimitTime(1, 24 * 60 + 1)], ids=str)
def test_what_limits_nothing_is_no_limit(command):
    opened("rws-6/2").refuses(Refusal.OWN_LIMIT_INVALID, 1, command)


@pytest.mark.parametrize("seat", [1, 2])
def test_limits_go_with_the_voucher_so_that_nobody_loosens_them_by_cashing_out(seat):
    play = chosen()
    play.do(1, LOOSER[OwnLimit.STAKE])
    play.do(1, c.CashOut(1, ONE))
    assert (play.table.seats[1].loss_floor, play.table.seats[1].own) == (0, NOTHING_CHOSEN)
    play.do(1, c.CollectVoucher(1, ONE[-4:]))
    play.do(seat, c.BuyIn(seat, voucher=ONE))
    moved = play.table.seats[seat]
    assert moved.credit - moved.loss_floor == 300
    assert (moved.own.stake_most, moved.own.time_until) == (50, IN_30_MIN)
    assert list(moved.own.asked) == ["stake"]
    assert play.table.carried == {}


def test_whoever_sits_down_next_with_other_money_has_chosen_nothing():
    play = chosen()
    play.do(1, c.CashOut(1, ONE))
    play.do(1, c.CollectVoucher(1, ONE[-4:]))
    play.buy(1, 1000)
    play.wager(1, "big", 900)


def test_of_two_limits_at_one_seat_the_stricter_holds():
    play = chosen()
    play.do(1, c.CashOut(1, ONE))
    play.do(1, c.CollectVoucher(1, ONE[-4:]))
    play.do(2, c.LimitStake(2, 20))
    play.do(2, c.BuyIn(2, voucher=ONE))
    assert play.table.seats[2].own.stake_most == 20


def test_a_voucher_that_did_not_print_gives_the_limits_back():
    play = chosen()
    play.do(1, c.CashOut(1, ONE))
    play.do(DEALER, c.CancelVoucher(1, ONE[-4:], "no paper"))
    seat = play.table.seats[1]
    assert (seat.credit - seat.loss_floor, seat.own.stake_most) == (300, 50)
