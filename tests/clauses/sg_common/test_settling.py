import pytest
from clauses.naive import winners
from table.playing import FLOAT, only, opened

from taisai import Refusal
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table import events as e

DEALER = Role.DEALER


@pytest.mark.clause("rws-6:3.8", "etg:3.7")
def test_the_uppermost_faces_make_the_roll_whichever_die_shows_which(play):
    play.bets((1, "total-9", 100), (2, "double-2", 100), (3, "big", 100)).close()
    entered = only(play.roll("2-5-2"), e.RollEntered)
    assert (entered.roll, set(entered.lit)) == ("2-2-5", set(winners(play.table.paytable, (2, 2, 5))))
    play.settle()
    double = {"rws-6": 2100, "etg": 2150}[play.book.id]
    assert play.credits() == {1: 1700, 2: double, 3: 900, 4: 1000}


@pytest.mark.clause("rws-6:3.8", "etg:3.7")
def test_dice_that_do_not_all_lie_flat_make_no_roll(play):
    play.bets((1, "big", 100)).close()
    play.do(DEALER, c.TumbleDice(3))
    only(play.do(DEALER, c.RevealDice(flat=False)), e.RoundVoided)
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.EnterRoll())
    assert play.credit(1) == 1000


@pytest.mark.clause("rws-6:3.9", "etg:3.8")
@pytest.mark.parametrize("faces", ["1-1-1", "1-2-3", "2-2-5", "3-4-4", "4-5-6", "6-6-6"])
@pytest.mark.parametrize("table", ["rws-6/1", "rws-6/2", "rws-6/3", "etg/1", "etg/2", "etg/3"])
def test_every_losing_wager_is_taken_and_every_winning_one_paid_at_its_odds(table, faces):
    play = opened(table, seats=1, bought=5000)
    spots = [spot.id for spot in play.game.paytable.spots]
    odds = winners(table, tuple(map(int, faces.split("-"))))
    events = play.round(faces, *((1, spot, 20) for spot in spots))
    lost = {(award.spot, award.stake, award.returned) for award in only(events, e.LosersCollected).lost}
    won = {award.spot: award.returned for paid in events if isinstance(paid, e.AreaPaid) for award in paid.awards}
    assert lost == {(spot, 20, 0) for spot in spots if spot not in odds}
    assert won == {spot: 20 + 20 * times for spot, times in odds.items()}
    assert play.credit(1) == 5000 - 20 * len(spots) + sum(won.values())
    assert play.balance("house") == 5000 - play.credit(1)


@pytest.mark.clause("rws-6:3.9", "etg:3.8")
def test_losers_are_collected_before_winners_are_paid_and_both_by_the_dealer(play):
    clause = {"rws-6": "3.9", "etg": "3.8"}[play.book.id]
    play.bets((1, "big", 100), (2, "small", 100)).close()
    play.roll("4-5-6")
    play.refuses(Refusal.STEP_OUT_OF_ORDER, DEALER, c.PayArea(), clause=clause)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.CollectLosers(), clause=clause)
    play.do(DEALER, c.CollectLosers())
    assert (play.balance("house"), play.on_layout()) == (100, 100)
    play.refuses(Refusal.ROLE_NOT_ALLOWED, 1, c.PayArea(), clause=clause)
    play.do(DEALER, c.PayArea())
    assert (play.credit(1), play.credit(2), play.balance("house")) == (1100, 900, 0)


@pytest.mark.clause("rws-6:3.9")
def test_at_a_chip_table_the_float_takes_and_pays():
    play = opened("rws-6/2", money="chips")
    play.round("4-5-6", (1, "big", 100), (2, "small", 300))
    assert play.balance("float") == play.table.bank.now == FLOAT - 4000 + 200
    assert play.balance("box:1") == 4000
