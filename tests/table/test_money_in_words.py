"""What a refusal says of money is in units of the table's currency; its value stays in minor units, for programs."""

import re

import pytest
from table.playing import opened

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.limits import LimitRule

AMOUNT = 12_345
SHIFT, DEALER = Role.SHIFT_MANAGER, Role.DEALER
BARE = re.compile(r"(?<![A-Z] )(?<![.,\d])\d[\d,]*\d\d(?![.\d])")
"""A number of three digits or more that no currency stands before."""

CREDITS = {
    "a stake beyond the credit": (1, c.PlaceWager(1, "big", AMOUNT)),
    "a stake that is none": (1, c.PlaceWager(1, "big", -AMOUNT)),
    "a wager that is not there": (1, c.WithdrawWager(1, "big", AMOUNT)),
    "a loss limit above the credit": (1, c.LimitLoss(1, AMOUNT)),
    "a stake limit that is none": (1, c.LimitStake(1, -AMOUNT)),
    "a buy-in of nothing": (DEALER, c.BuyIn(1, -AMOUNT)),
    "a debt that is not there": (DEALER, c.PayOwed(1, AMOUNT)),
}
CHIPS = {
    "no such chip": (DEALER, c.RequestSlip("fill", {str(AMOUNT): 1})),
    "more than the float": (DEALER, c.RequestSlip("credit", {"1000": 99})),
    "an exchange that loses": (DEALER, c.ColourUp(1, (1_000,), (500,))),
    "a colour of no value": (DEALER, c.AssignColour(1, "red", -AMOUNT)),
    "no chips make it": (1, c.PlaceWager(1, "big", AMOUNT + 1)),
    "a stack of another worth": (1, c.PlaceWager(1, "big", AMOUNT, (1_000, 500))),
}


def words_of(play, by, command):
    with pytest.raises(Refused) as refused:
        play.do(by, command)
    return refused.value


@pytest.mark.parametrize(("by", "command"), CREDITS.values(), ids=CREDITS)
def test_credits(by, command):
    play = opened("nz-2008/1").bets((2, "big", 100))
    found = words_of(play, by, command)
    assert "NZD" in found.words
    assert not BARE.search(found.words), found.words


@pytest.mark.parametrize(("by", "command"), CHIPS.values(), ids=CHIPS)
def test_chips(by, command):
    play = opened("rws-6/2", money="chips").bets()
    found = words_of(play, by, command)
    assert "SGD" in found.words
    assert not BARE.search(found.words), found.words


def test_the_value_is_the_whole_number_that_was_sent():
    play = opened("rws-6/2", limits=[LimitRule(minimum=50_000, maximum=500_000)]).bets()
    found = words_of(play, 1, c.PlaceWager(1, "big", AMOUNT))
    assert (found.code, found.value) == (Refusal.STAKE_BELOW_MINIMUM, AMOUNT)
    assert found.words == "SGD 123.45 on 'big' is below the minimum of SGD 500.00; raise it or withdraw"
