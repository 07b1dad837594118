"""Wagers that a player need not place one by one: favourites, repeat and double, undo; and what a reload keeps."""

import pytest
from browser.game import CHIPS, money, table
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c

FACES = (4, 5, 6)
SET = {"big": CHIPS[1], "double-4": CHIPS[1], "total-12": CHIPS[2]}
WHOLE = sum(SET.values())
CREDIT = 2 * WHOLE + CHIPS[1]
"""Enough for all of it twice, and for no more than another chip."""


@pytest.fixture
def house(screens):
    made = screens.house(table("H", "rws-6/2"))
    made.open("H", 1, credit=CREDIT)
    return made


@pytest.fixture
def anna(screens, house):
    return Player(screens, house, "H", 1)


def opens(house):
    house.step("H", until=Step.CLOSE_BETS)


def places(player):
    for spot, stake in SET.items():
        player.places(stake, spot)


def saves(player, name):
    sheet = player.menu("Favourites")
    sheet.get_by_label("Name", exact=True).fill(name)
    sheet.get_by_role("button", name="Save these wagers").tap()
    expect(sheet.get_by_role("listitem")).to_contain_text(name)
    player.close()


def placing(player):
    sheet = player.menu("Favourites")
    return sheet.get_by_role("button", name=f"Place SGD {money(WHOLE)}", exact=True)


def voids(house):
    house.do("H", c.VoidRound(Trouble.DICE_EXPOSED))


def reloads(player):
    player.page.reload()
    expect(player.spot("big")).to_be_visible()


def test_a_set_is_placed_with_one_tap_also_after_a_reload_and_only_as_a_whole_while_wagers_are_taken(house, anna):
    opens(house)
    places(anna)
    saves(anna, "Lucky")
    anna.press("Clear", exact=True)
    anna.sees(staked=0)
    placing(anna).tap()
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.sees_piles(SET)
    anna.sees(credit=CREDIT - WHOLE, staked=WHOLE)
    anna.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    reloads(anna)
    placing(anna).tap()
    anna.sees_piles(SET)
    anna.press("Double", exact=True)
    twice = {spot: 2 * stake for spot, stake in SET.items()}
    anna.sees_piles(twice)
    placing(anna).tap()
    anna.sees(words="You do not have enough credits.", staked=2 * WHOLE)
    anna.sees_piles(twice)
    anna.press("Double", exact=True)
    anna.sees(words="You do not have enough credits.", staked=2 * WHOLE)
    house.step("H", until=Step.REVEAL)
    expect(placing(anna)).to_be_disabled()
    kept = "Object.keys(localStorage).filter((key) => key.includes('favourites'))"
    assert anna.page.evaluate(kept) == ["taisai.favourites.rws-6/2"], "for every table of the same pay table"
    sheet = anna.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Delete Lucky").tap()
    expect(sheet.get_by_role("listitem")).to_have_count(0)


def are_placed_again(house, anna, press, times):
    """In the next round, from the void one before."""
    opens(house)
    anna.sees(notice="Place your bets")
    anna.press(press, exact=True)
    anna.sees_piles({spot: times * stake for spot, stake in SET.items()})
    anna.sees(credit=CREDIT - times * WHOLE, staked=times * WHOLE)
    anna.press("Clear", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    voids(house)


def test_wagers_of_a_void_round_are_placed_again_and_undo_survives_a_reload(screens, house, anna):
    for reloaded, press, times in ((False, "Repeat", 1), (True, "Double", 2)):
        opens(house)
        anna.sees(notice="Place your bets")
        places(anna)
        voids(house)
        anna.sees(credit=CREDIT, banner=f"Round {house.table('H').round} is void")
        if reloaded:
            reloads(anna)
        are_placed_again(house, anna, press, times)
    opens(house)
    anna.sees(notice="Place your bets")
    anna.places(CHIPS[2], "big", "small")
    reloads(anna)
    expect(anna.page.get_by_role("radio", name=f"Chip of {money(CHIPS[2])}", exact=True)).to_be_checked()
    anna.press("Undo", exact=True)
    anna.sees_piles({"big": CHIPS[2]})
    is_undone_elsewhere(screens, anna)
    anna.places(CHIPS[2], "big")
    house.enter("H", FACES)
    house.settle("H")
    opens(house)
    anna.sees(notice="Place your bets")
    reloads(anna)
    anna.sees(staked=0)
    expect(anna.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def is_undone_elsewhere(screens, anna):
    """Two screens of one seat: the second takes back what is not there any more, and loses nothing by it."""
    other = Player.at(screens, anna)
    expect(other.pile("big")).to_be_attached()
    other.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    anna.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    other.page.close()
