"""The console on a phone held sideways and on a laptop at 200 %. That no page scrolls and every key can be reached, is
judged in the gallery."""

import pytest
from browser.game import CHIPS, money, table
from browser.measures import measured, resize
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.table import commands as c

SIZES = {"sideways": (844, 390), "laptop at 200 %": (683, 384)}
HIDDEN = "(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"


@pytest.fixture
def house(screens):
    made = screens.house(table("C", "rws-6/2", money="chips"), name="Straits Club")
    made.open("C")
    return made


@pytest.fixture
def dealer(screens, house):
    found = Dealer(screens, house, "C")
    expect(found.next).to_be_visible()
    return found


def test_every_key_is_reached_while_the_table_is_closed(screens):
    made = screens.house(table("C", "rws-6/2", money="chips"))
    dealer = Dealer(screens, made, "C", "gus.supervisor")
    expect(dealer.page.get_by_role("button", name="Open the table")).to_be_visible()
    for name, size in SIZES.items():
        resize(dealer.page, size)
        assert measured(dealer.page, "unreached") == [], name


def test_the_felt_is_touched_for_a_wager(dealer, house):
    resize(dealer.page, SIZES["sideways"])
    house.do("C", c.BringChips(1, {str(CHIPS[2]): 4}))
    house.step("C", until=Step.CLOSE_BETS)
    dealer.seat(1).get_by_role("button", name="Call wager").tap()
    sheet = dealer.page.get_by_role("dialog")
    sheet.get_by_role("button", name=f"Add a chip of {money(CHIPS[2])}", exact=True).tap()
    sheet.get_by_role("button", name="Now tap the spot").tap()
    expect(dealer.page.locator(".aim")).to_be_visible()
    dealer.touches("big")
    dealer.taken()
    assert house.table("C").current.boxes == {"big": CHIPS[2]}


@pytest.mark.parametrize("paytable", ["rws-6/2", "etg/2"])
def test_the_table_its_kind_and_its_round_are_named_and_the_felt_has_room(screens, paytable):
    """The name of an electronic table's kind is long, and must not push the felt away."""
    electronic = {"automation": "electronic", "window_s": 3_600} if paytable == "etg/2" else {}
    made = screens.house(table("C", paytable, title="Lotus electronic", **electronic), name="Straits Club")
    made.open("C", 1)
    dealer = Dealer(screens, made, "C")
    expect(dealer.page.locator(".about")).to_contain_text(paytable)
    for name, size in SIZES.items():
        resize(dealer.page, size)
        assert measured(dealer.page, "lostWords") == [], name
        assert dealer.page.locator(".stage").bounding_box()["height"] > size[1] / 3, name


def test_the_words_to_call_are_seen_beside_what_others_may_do(dealer, house):
    house.enter("C", (4, 5, 6))
    expect(dealer.page.locator(".why")).to_be_visible()
    for name, size in SIZES.items():
        resize(dealer.page, size)
        assert dealer.page.locator(".words").evaluate(HIDDEN) == [0, 0], name
        assert dealer.page.locator(".more").evaluate(HIDDEN) == [0, 0], name
