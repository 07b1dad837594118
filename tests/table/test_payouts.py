"""What winners are paid in: the fewest chips as proposed, or others of the same worth that the dealer chooses."""

import pytest
from table.playing import Play, opened

from taisai import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.trades.payouts import proposed

DEALER, SHIFT = Role.DEALER, Role.SHIFT_MANAGER
P = c.Payout


def settling(*bets, roll="4-5-6", **kwargs):
    """Losers are collected and winners wait."""
    play = opened("rws-6/2", money="chips", **kwargs)
    play.bets(*bets)
    play.close()
    play.roll(roll)
    play.do(DEALER, c.CollectLosers())
    return play


def big(stake=130):
    return settling((1, "big", stake))


def rack(play, seat=1):
    return dict(play.table.tray.pile(f"seat:{seat}"))


def gained(play, seat=1):
    """What the last payment put into a rack, the stake that came back aside."""
    paid = [one for one in play.last if isinstance(one, e.AreaPaid)]
    each = [(award, chips) for one in paid for award, chips in zip(one.awards, one.chips, strict=True)]
    return [chips for award, chips in each if award.seat == seat]


def test_the_fewest_are_proposed_and_paid_where_nobody_chooses():
    play = big()
    (one,) = proposed(play.game, play.table)
    assert (one.area, one.seat, one.spot, one.amount, one.chips) == ("big", 1, "big", 130, {"100": 1, "25": 1, "5": 1})
    play.last = play.do(DEALER, c.PayArea())
    assert gained(play) == [one.chips]


def test_the_dealer_pays_in_other_chips_of_the_same_worth():
    play = big()
    play.last = play.do(DEALER, c.PayArea("big", (P(1, "big", {"25": 5, "5": 1}),)))
    assert gained(play) == [{"25": 5, "5": 1}]


def test_one_payout_is_chosen_and_the_others_are_the_fewest():
    play = settling((1, "big", 100), (2, "big", 100), (2, "total-15", 25))
    play.last = play.do(DEALER, c.PayArea("", (P(2, "big", {"25": 4}),)))
    assert gained(play, 1) == [{"100": 1}]
    assert gained(play, 2)[0] == {"25": 4}


def test_a_payout_may_hold_chips_of_the_seats_own_colour_and_of_no_other():
    play = opened("rws-6/2", money="chips")
    play.do(DEALER, c.AssignColour(1, "red", 5))
    play.do(DEALER, c.AssignColour(2, "blue", 5))
    play.bets((1, "big", 100))
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.CHIP_UNKNOWN, DEALER, c.PayArea("", (P(1, "big", {"blue": 20}),)))
    play.last = play.do(DEALER, c.PayArea("", (P(1, "big", {"red": 10, "25": 2}),)))
    assert gained(play) == [{"red": 10, "25": 2}]


REFUSED = {
    "worth less": (Refusal.PAYOUT_DIFFERS, P(1, "big", {"100": 1, "25": 1}), 125),
    "worth more": (Refusal.PAYOUT_DIFFERS, P(1, "big", {"100": 2}), 200),
    "nothing at all": (Refusal.PAYOUT_DIFFERS, P(1, "big", {}), 0),
    "a chip that the table does not have": (Refusal.CHIP_UNKNOWN, P(1, "big", {"130": 1}), 130),
    "a kind that is none": (Refusal.CHIP_UNKNOWN, P(1, "big", {"gold": 1}), "gold"),
    "a spot without a winner": (Refusal.WAGER_ABSENT, P(1, "small", {"100": 1, "25": 1, "5": 1}), "small"),
    "a seat that won nothing": (Refusal.WAGER_ABSENT, P(2, "big", {"100": 1, "25": 1, "5": 1}), "big"),
    "a seat that is none": (Refusal.WAGER_ABSENT, P(99, "big", {"100": 1, "25": 1, "5": 1}), "big"),
}


@pytest.mark.parametrize(("code", "payout", "value"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_with_its_value_and_nothing_is_paid(code, payout, value):
    play = big()
    before = rack(play)
    play.refuses(code, DEALER, c.PayArea("", (payout,)))
    with pytest.raises(Refused) as refused:
        play.desk.do(play.order(DEALER, c.PayArea("", (payout,))))
    assert refused.value.value == value
    assert rack(play) == before


def test_the_same_wager_is_not_paid_twice_in_one_order():
    play = big()
    twice = P(1, "big", {"25": 5, "5": 1})
    play.refuses(Refusal.WAGER_ABSENT, DEALER, c.PayArea("", (twice, twice)))


def test_a_payout_of_another_area_than_the_one_that_is_paid_is_refused():
    play = settling((1, "big", 100), (1, "total-15", 25))
    play.refuses(Refusal.WAGER_ABSENT, DEALER, c.PayArea("big", (P(1, "total-15", {"25": 1}),)))


def test_chips_that_the_float_lacks_are_not_paid_and_the_fill_is_named():
    play = big()
    held = play.table.tray.pile("float")["5"]
    play.do(DEALER, c.RequestSlip("credit", {"5": held - 3}))
    play.do(Role.PIT_MANAGER, c.PrepareSlip(1))
    play.do(SHIFT, c.CarrySlip(1))
    play.do(DEALER, c.ReceiveSlip(1), second=Role.CASINO_SUPERVISOR)
    words = play.refuses(Refusal.CHIPS_LACKING, DEALER, c.PayArea("", (P(1, "big", {"5": 26}),)))
    assert "a fill of 23 x SGD 0.05" in words
    play.do(DEALER, c.PayArea())


def test_credits_are_not_paid_in_chips():
    play = opened("rws-6/2")
    play.bets((1, "big", 100))
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    play.refuses(Refusal.CHIPS_NOT_HERE, DEALER, c.PayArea("", (P(1, "big", {"100": 1}),)))


def test_a_float_that_cannot_make_a_payout_proposes_none_for_it():
    play = big()
    play.table.tray.piles["float"] = {"500": 4}
    assert [one.chips for one in proposed(play.game, play.table)] == [{}]


def test_nothing_is_proposed_where_nothing_is_to_be_paid():
    play = opened("rws-6/2", money="chips")
    assert proposed(play.game, play.table) == ()
    assert proposed((lone := Play("rws-6/2")).game, lone.table) == ()
