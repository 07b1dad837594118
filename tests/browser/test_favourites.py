"""Wagers that a player need not place one by one: favourites, repeat and double, undo; and what a reload keeps."""

from itertools import product

import pytest
from browser.game import CHIPS, CREDIT, money, table
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c

FACES = (4, 5, 6)
SET = {"big": CHIPS[1], "double-4": CHIPS[1], "total-12": CHIPS[2]}
WHOLE = sum(SET.values())


@pytest.fixture
def house(screens):
    made = screens.house(table("H", "rws-6/2"), table("I", "rws-6/2"), table("N", "nz-2008/1"))
    for name in "HIN":
        made.open(name, 1)
    return made


@pytest.fixture
def anna(screens, house):
    return Player(screens, house, "H", 1)


def opens(house, name="H"):
    house.step(name, until=Step.CLOSE_BETS)


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


def test_a_set_is_saved_under_a_name_and_placed_with_one_tap(house, anna):
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


def test_a_set_is_there_after_a_reload_and_at_every_table_of_the_same_pay_table(screens, house, anna):
    opens(house)
    places(anna)
    saves(anna, "Lucky")
    anna.press("Clear", exact=True)
    reloads(anna)
    placing(anna).tap()
    anna.sees_piles(SET)
    other = screens.tab(house, "/terminal?table=N", anna.page.context)
    expect(other.locator("[data-spot]").first).to_be_visible()
    assert other.evaluate("Object.keys(localStorage).filter((key) => key.includes('favourites'))") == [
        "taisai.favourites.rws-6/2"
    ]


def test_no_part_of_a_set_is_placed_where_there_are_not_enough_credits(house, anna):
    opens(house)
    places(anna)
    saves(anna, "Lucky")
    anna.press("Clear", exact=True)
    house.do("H", c.PlaceWager(1, "small", CREDIT - WHOLE + CHIPS[0]), seat=1)
    anna.sees_piles({"small": CREDIT - WHOLE + CHIPS[0]})
    placing(anna).tap()
    anna.sees(words="You do not have enough credits.", staked=CREDIT - WHOLE + CHIPS[0])
    anna.sees_piles({"small": CREDIT - WHOLE + CHIPS[0]})
    anna.press("Double", exact=True)
    anna.sees(words="You do not have enough credits.", staked=CREDIT - WHOLE + CHIPS[0])


def test_a_set_is_placed_only_while_wagers_are_taken(house, anna):
    opens(house)
    places(anna)
    saves(anna, "Lucky")
    house.step("H", until=Step.REVEAL)
    expect(placing(anna)).to_be_disabled()


def test_a_set_of_the_same_name_takes_the_place_of_the_old_one_and_can_be_forgotten(house, anna):
    opens(house)
    anna.places(CHIPS[0], "small")
    saves(anna, "Lucky")
    anna.press("Clear", exact=True)
    anna.sees(staked=0)
    places(anna)
    saves(anna, "Lucky")
    sheet = anna.menu("Favourites")
    expect(sheet.get_by_role("listitem")).to_have_count(1)
    expect(sheet.get_by_role("listitem")).to_contain_text(money(WHOLE))
    sheet.get_by_role("button", name="Delete Lucky").tap()
    anna.close()
    reloads(anna)
    expect(anna.menu("Favourites").get_by_role("listitem")).to_have_count(0)


def test_what_somebody_wrote_into_the_browser_is_never_placed(house, anna):
    opens(house)
    for kept in ("nonsense", '[{"name":"x","stakes":{"no-such-spot":500,"big":-500,"small":0.5}}]'):
        anna.page.evaluate("(kept) => localStorage.setItem('taisai.favourites.rws-6/2', kept)", kept)
        reloads(anna)
        expect(anna.menu("Favourites").get_by_role("listitem")).to_have_count(0)
        anna.close()


def test_wagers_of_a_void_round_are_repeated_or_doubled_in_the_next_and_after_a_reload(house, anna):
    for reloaded, (press, times) in product((False, True), (("Repeat", 1), ("Double", 2))):
        opens(house)
        anna.sees(notice="Place your bets")
        places(anna)
        voids(house)
        anna.sees(credit=CREDIT, banner=f"Round {house.table('H').round} is void")
        if reloaded:
            reloads(anna)
        opens(house)
        anna.sees(notice="Place your bets")
        anna.press(press, exact=True)
        anna.sees_piles({spot: times * stake for spot, stake in SET.items()})
        anna.sees(credit=CREDIT - times * WHOLE, staked=times * WHOLE)
        anna.press("Clear", exact=True)
        anna.sees(credit=CREDIT, staked=0)
        voids(house)


def test_undo_and_the_chosen_chip_survive_a_reload(house, anna):
    opens(house)
    anna.places(CHIPS[2], "big", "small")
    reloads(anna)
    expect(anna.page.get_by_role("radio", name=f"Chip of {money(CHIPS[2])}", exact=True)).to_be_checked()
    anna.press("Undo", exact=True)
    anna.sees_piles({"big": CHIPS[2]})
    anna.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    expect(anna.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_what_was_undone_at_another_screen_is_not_undone_once_more(screens, house, anna):
    """Two screens of one seat: the second takes back what is not there any more, and loses nothing by it."""
    opens(house)
    anna.places(CHIPS[2], "big")
    other = Player.at(screens, anna)
    expect(other.pile("big")).to_be_attached()
    other.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)
    anna.press("Undo", exact=True)
    anna.sees(credit=CREDIT, staked=0)


def test_nothing_of_the_round_before_is_undone_in_the_next(house, anna):
    opens(house)
    anna.places(CHIPS[2], "big")
    house.enter("H", FACES)
    house.settle("H")
    opens(house)
    anna.sees(notice="Place your bets")
    reloads(anna)
    anna.sees(staked=0)
    expect(anna.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
