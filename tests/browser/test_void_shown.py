"""Whatever roll a screen shows is of the round that it names; a void round shows that it is void and no dice."""

import re

import pytest
from browser.game import CHIPS, CREDIT, money, table
from browser.people import NOTHING, Player
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

FACES = (4, 5, 6)
DARK = "[data-lit]"
VOID = re.compile("Round 2 is (already )?void")


@pytest.fixture
def house(screens):
    """The first round was won, the second is about to be void."""
    made = screens.house(table("H", "rws-6/2"))
    made.open("H", 1)
    made.step("H", until=Step.CLOSE_BETS)
    made.do("H", c.PlaceWager(1, "big", CHIPS[1]), seat=1)
    made.enter("H", FACES)
    made.settle("H")
    return made


def voids(house):
    house.step("H", until=Step.CLOSE_BETS)
    house.do("H", c.PlaceWager(1, "small", CHIPS[2]), seat=1)
    house.step("H", until=Step.REVEAL)
    house.do("H", c.VoidRound(Trouble.DICE_NOT_FLAT))


def says_void(page):
    expect(page.get_by_text(VOID).first).to_be_visible()
    expect(page.locator(DARK)).to_have_count(0)
    expect(page.locator("[data-shown]")).to_have_count(0)


def test_every_screen_and_a_dispute_say_that_the_round_is_void_and_show_no_other_rounds_dice(screens, house):
    anna, dealer = Player(screens, house, "H", 1), Dealer(screens, house, "H")
    display, layout = (screens.page(house, f"/{path}?table=H", still=True) for path in ("display", "layout"))
    pit = screens.page(house, "/pit#/table/H", house.sign_in("shi.manager"), still=True)
    for page in (anna.page, dealer.page, layout, pit):
        expect(page.locator(DARK).first).to_be_attached()
    voids(house)
    for page in (anna.page, dealer.page, display, pit):
        says_void(page)
    expect(layout.locator(DARK)).to_have_count(0)
    anna.sees(credit=CREDIT + CHIPS[1], net=NOTHING)
    expect(anna.page.get_by_text(money(CHIPS[2])).first).to_be_visible()
    expect(display.locator(".beads svg")).to_have_attribute("aria-label", "15 Big, Void")
    expect(display.locator(".last .dice")).to_have_count(0)
    fresh = Player.at(screens, anna)
    says_void(fresh.page)
    fresh.sees(credit=CREDIT + CHIPS[1], net=NOTHING)
    house.do("H", c.OpenDispute(1, 2, "I saw three sixes."), Role.GAME_SUPERVISOR)
    pit.goto(f"{house.address}/pit#/disputes/H/1")
    expect(pit.get_by_text("As it was when the dispute was opened")).to_contain_text("Round 2")
    expect(pit.locator(".cloth [data-spot]").first).to_be_attached()
    expect(pit.locator(DARK)).to_have_count(0)
    expect(pit.locator("main .dice")).to_have_count(0)


def test_while_the_next_dice_are_spun_the_roll_of_the_round_before_says_whose_it_is(screens):
    house = screens.house(table("N", "nz-2008/1"))
    house.open("N", 1)
    anna = Player(screens, house, "N", 1)
    house.enter("N", FACES)
    house.settle("N")
    house.do("N", c.TumbleDice(3))
    expect(anna.page.locator("[data-shown]")).to_have_attribute("data-shown", "1")
    expect(anna.page.locator(".notice")).to_contain_text("Round 1")
