"""A whole round, lived by two players and a dealer in three browsers, in either order of play: dice that tumble before
wagers, and after. Rounds under the other two rulebooks are dealt in test_irregular_entry and test_keyboard."""

import re

import pytest
from browser.game import CHIPS, CREDIT, called, lit, money, table, wins
from browser.measures import attributes, settles
from browser.people import WATCH, Player
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step

FACES = (5, 2, 2)
MOST = 5
BOOKS = ("nz-1998/1", "etg/2")


def wagers(game):
    """One player on winners of several areas, the other on losers of several areas and one winner."""
    areas = dict.fromkeys(spot.area for spot in game.paytable.spots)
    bright = lit(game, FACES)
    of = {area: [str(spot.id) for spot in game.paytable.spots if spot.area == area] for area in areas}
    won = [spot for area in areas for spot in [next((one for one in of[area] if one in bright), None)] if spot]
    lost = [spot for area in areas for spot in [next((one for one in of[area] if one not in bright), None)] if spot]
    return dict.fromkeys(won[:MOST], CHIPS[1]), dict.fromkeys([*lost[-MOST:], won[0]], CHIPS[0])


def closed(player, stakes):
    """Nothing more is taken, and what was placed lies where it lay."""
    player.sees(notice="No more bets")
    player.tap(next(iter(stakes)))
    player.sees(words="wagers are not open", credit=CREDIT - sum(stakes.values()), staked=sum(stakes.values()))
    player.sees_piles(stakes)


def settled(player, stakes, faces):
    gains = wins(player.game, stakes, faces)
    back = sum(gains.values()) + sum(stakes[spot] for spot in gains)
    net = back - sum(stakes.values())
    player.sees(net=net, credit=CREDIT - sum(stakes.values()) + back)
    player.sees_gains(gains)
    player.sees_piles({spot: stakes[spot] for spot in gains})
    expect(player.page.locator(".pile.swept")).to_have_count(len(stakes) - len(gains))
    if net > 0:
        currency = player.game.book.rulebook.currency
        player.sees(words=f"You won {currency} {money(net)} in this round")
    expect(player.page.locator(".word.good")).to_have_count(1 if net > 0 else 0)


@pytest.mark.parametrize("paytable", BOOKS)
def test_a_round_from_the_first_step_to_the_last_winner(screens, paytable):
    house = screens.house(table("H", paytable))
    house.open("H", 1, 2)
    dealer, anna, ben = Dealer(screens, house, "H"), Player(screens, house, "H", 1), Player(screens, house, "H", 2)
    game, phrases = dealer.game, dealer.game.book.phrases
    first, second = wagers(game)
    steps = {step.step: step for step in game.steps}
    rulebooks_own = [step.step.value for step in game.book.play.steps]
    settles(dealer.page, lambda: attributes(dealer.page, "[data-step]", "data-step"), rulebooks_own)

    dealer.steps(until="open-bets")
    anna.tap("big")
    anna.sees(words="wagers are not open", staked=0)
    dealer.sees_call(phrases.open_bets)
    dealer.step(steps[Step.OPEN_BETS])
    anna.sees(notice="Place your bets", credit=CREDIT, staked=0)
    anna.page.evaluate(WATCH)
    anna.places(CHIPS[1], *first)
    ben.places(CHIPS[0], *second)
    for player, stakes in ((anna, first), (ben, second)):
        player.sees(credit=CREDIT - sum(stakes.values()), staked=sum(stakes.values()))
        player.sees_piles(stakes)
        expect(player.ticket).to_contain_text(f"Accepted · Receipt {player.receipts()[list(stakes)[-1]]}")
    tickets = " | ".join(anna.page.evaluate("window.tickets"))
    assert re.search(r"on [^|]* · Sent \|[^|]*· Accepted · Receipt \d+", tickets), "sent before it was accepted"
    for seat, stakes in ((1, first), (2, second)):
        dealer.sees_seat(seat, CREDIT - sum(stakes.values()), sum(stakes.values()))

    dealer.sees_call(phrases.close_bets)
    dealer.step(steps[Step.CLOSE_BETS])
    closed(anna, first)
    closed(ben, second)
    dealer.steps(until="enter")
    dealer.press(6)
    dealer.enters(*FACES)
    for player in (anna, ben):
        player.sees(notice=called(game, FACES))
        player.sees_lit(lit(game, FACES))
    anna.sees_piles(first)
    ben.sees_piles(second)
    dealer.sees_call(called(game, FACES))

    dealer.step(steps[Step.COLLECT])
    expect(ben.page.locator(".pile.swept")).to_have_count(len(second) - 1)
    dealer.step(steps[Step.PAY])
    settled(anna, first, FACES)
    settled(ben, second, FACES)
    assert house.table("H").seats[1].credit == CREDIT + sum(wins(game, first, FACES).values())
