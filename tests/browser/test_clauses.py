"""Clauses of the rulebooks that speak of what is shown to people."""

import re

import pytest
from browser.game import CHIPS, CREDIT, called, lit, money, table
from browser.measures import attributes, resize, settles
from browser.pages import SIZES
from browser.people import Player
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.table.limits import LimitRule

BOXES = (LimitRule(minimum=300, maximum=123_400, exposure=10_000_000),)
APART = (LimitRule(minimum=300, maximum=123_400, differential=45_600, exposure=10_000_000),)
HOUSE = re.compile(rf"Maximum payout\s*{money(10_000_000)} per round")
FACES = (1, 5, 6)


@pytest.mark.clause("etg:1.3")
@pytest.mark.clause("etg:2.1.1")
@pytest.mark.clause("etg:3.4")
def test_players_wager_on_the_layout_of_their_terminals_and_the_console_sends_the_roll_to_all_of_them(screens):
    house = screens.house(table("H", "etg/3"))
    house.open("H", 1, 2)
    dealer = Dealer(screens, house, "H")
    players = Player(screens, house, "H", 1), Player(screens, house, "H", 2)
    spots = dealer.game.paytable.by_id
    dealer.steps(until="close-bets")
    areas = {spot.area: str(spot.id) for spot in spots.values()}
    for player in players:
        once_each = sorted(spots)
        settles(player.page, lambda page=player.page: sorted(attributes(page, "[data-spot]", "data-spot")), once_each)
        player.places(CHIPS[0], *areas.values())
    placed = {spot: {1: CHIPS[0], 2: CHIPS[0]} for spot in areas.values()}
    assert house.table("H").current.stakes == placed
    dealer.steps(until="enter")
    for player in players:
        player.sees_lit(set())
    dealer.enters(*FACES)
    for player in players:
        player.sees(notice=called(dealer.game, FACES))
        player.sees_lit(lit(dealer.game, FACES))


def displayed(page, *wanted):
    """In full, at the head of the page, whatever its size."""
    shown = page.locator("header .limits")
    for name, size in SIZES.items():
        resize(page, size)
        expect(shown).to_be_in_viewport(ratio=1)
        for words in wanted:
            expect(shown).to_contain_text(words)
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth"), f"cut off at {name}"


@pytest.mark.clause("etg:3.3")
def test_the_terminals_display_the_minimum_and_the_maximum(screens):
    house = screens.house(table("H", "etg/2", limits=BOXES))
    house.open("H", 1)
    page = Player(screens, house, "H", 1).page
    displayed(page, f"{money(300)} – {money(123_400)}", re.compile(r"Maximum\s*for each player"), HOUSE)


@pytest.mark.clause("rws-6:3.3")
def test_the_table_displays_its_minimum_its_maximum_and_its_maximum_differential(screens):
    house = screens.house(table("H", "rws-6/2", limits=APART))
    house.open("H", 1)
    display = screens.page(house, "/display?table=H", still=True)
    whole = re.compile(r"Maximum\s*for all players together")
    wanted = f"{money(300)} – {money(123_400)}", re.compile(rf"Differential\s*{money(45_600)}"), whole, HOUSE
    for words in wanted:
        expect(display.locator(".limits")).to_contain_text(words)
    displayed(Player(screens, house, "H", 1).page, *wanted)


@pytest.mark.clause("nz-2008:3.4(g)")
def test_a_display_shows_the_latest_rolls_and_says_that_it_is_for_information_only(screens):
    house = screens.house(table("H", "nz-2008/2"))
    house.open("H", 1)
    display = screens.page(house, "/display?table=H", still=True)
    expect(display.get_by_text("For information only; the dice on the table decide.")).to_be_visible()
    rolls = ((1, 2, 4), (6, 6, 6), (2, 5, 5))
    for number, faces in enumerate(rolls, start=1):
        house.enter("H", faces)
        house.settle("H")
        last = display.get_by_role("region", name="Last roll")
        expect(last).to_contain_text(str(sum(faces)))
        expect(display.get_by_text(f"rolls counted: {number}").first).to_be_visible()
    totals = display.locator(".beads").get_by_text(str(sum(rolls[0])), exact=True)
    expect(totals.first).to_be_visible()
    assert house.table("H").seats[1].credit == CREDIT
