"""Winners at a chip table are paid as it is proposed, in one act, or in other chips of the same value that the dealer
chooses; what is refused loses nothing. The gallery judges how panel and sheet look."""

import re

import pytest
from browser.game import CHIPS, money, table
from browser.staff import Dealer
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c

ONE, FIVE, TWENTY_FIVE, HUNDRED = CHIPS[:4]


@pytest.fixture
def house(screens):
    """Seats 1 and 2 have won 30 on Big, and losers are collected; the float has four chips of five."""
    made = screens.house(table("C", "rws-6/2", money="chips"), name="Straits Club")
    found = {str(ONE): 200, str(FIVE): 4, str(TWENTY_FIVE): 40, str(HUNDRED): 20}
    made.server.counted = lambda _: [c.ExchangeBox("1"), c.CountFloat("opening", found)]
    made.open("C")
    wager(made, 1, 2)
    return made


def wager(house, *seats, faces=(4, 5, 6)):
    for seat in seats:
        house.do("C", c.BringChips(seat, {str(TWENTY_FIVE): 2, str(FIVE): 2}))
    house.step("C", until=Step.CLOSE_BETS)
    for seat in seats:
        house.do("C", c.PlaceWager(seat, "big", TWENTY_FIVE + FIVE), seat=seat)
    house.enter("C", faces)
    house.step("C", until=Step.PAY)


@pytest.fixture
def dealer(screens, house):
    return Dealer(screens, house, "C")


def rack(house, seat):
    return dict(house.table("C").tray.pile(f"seat:{seat}"))


def payout(dealer, seat, spot="big"):
    return dealer.page.locator(f'[data-payout="{seat} {spot}"]')


def chooses(dealer, seat, counts):
    """Opens the chips of a payout and types how many of each."""
    payout(dealer, seat).get_by_role("button", name="Other chips").tap()
    sheet = dealer.page.get_by_role("dialog")
    for value in CHIPS:
        sheet.get_by_label(money(value), exact=True).fill(str(counts.get(value, 0)))
    return sheet


def uses(sheet):
    sheet.get_by_role("button", name="Use these chips").tap()
    expect(sheet).to_have_count(0)


def is_chosen_by_value(dealer):
    """Chips of another sum cannot be used, and it is said by how much."""
    sheet = chooses(dealer, 1, {TWENTY_FIVE: 1})
    expect(sheet.get_by_role("status")).to_have_text(f"{money(TWENTY_FIVE)}: {money(FIVE)} too little")
    expect(sheet.get_by_role("button", name="Use these chips")).to_be_disabled()
    sheet.locator(f'[data-kind="{FIVE}"]').get_by_role("button", name="Add").tap()
    expect(sheet.get_by_role("button", name="Use these chips")).to_be_enabled()
    sheet.locator(f'[data-kind="{FIVE}"]').get_by_role("button", name="Add").tap()
    expect(sheet.get_by_role("status")).to_have_text(f"{money(TWENTY_FIVE + 2 * FIVE)}: {money(FIVE)} too much")
    sheet.get_by_role("button", name="As proposed").tap()
    expect(sheet.get_by_role("status")).to_have_text(f"{money(TWENTY_FIVE + FIVE)}: correct")
    uses(sheet)
    expect(payout(dealer, 1)).not_to_contain_text("chosen")


def is_refused(dealer, house):
    """Chips that the float lacks: it is told in words, and the choice stays."""
    sheet = chooses(dealer, 1, {FIVE: 6})
    expect(sheet.locator(f'[data-kind="{FIVE}"]')).to_contain_text("4 in the float")
    uses(sheet)
    dealer.next.tap()
    expect(dealer.fate).to_contain_text("The float does not have the chips for this")
    assert house.table("C").phase.unpaid, "nobody is paid"
    expect(payout(dealer, 1)).to_contain_text(f"6 × {money(FIVE)}")


def test_one_winner_is_paid_in_other_chips_and_the_rest_as_proposed(dealer, house):
    expect(dealer.page.get_by_role("button", name="Payout", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(payout(dealer, 1)).to_contain_text(f"1 × {money(TWENTY_FIVE)}")
    expect(payout(dealer, 1)).to_contain_text(f"1 × {money(FIVE)}")
    expect(payout(dealer, 2)).to_contain_text(money(TWENTY_FIVE + FIVE))
    is_chosen_by_value(dealer)
    is_refused(dealer, house)
    uses(chooses(dealer, 1, {FIVE: 2, ONE: 20}))
    expect(payout(dealer, 1)).to_contain_text("chosen")
    expect(payout(dealer, 1)).to_contain_text(f"20 × {money(ONE)}")
    expect(payout(dealer, 2)).not_to_contain_text("chosen")
    assert house.table("C").phase.unpaid, "choosing pays nobody"
    dealer.next.tap()
    expect(dealer.page.locator("[data-payout]")).to_have_count(0)
    assert rack(house, 1) == {str(TWENTY_FIVE): 2, str(FIVE): 4, str(ONE): 20}
    assert rack(house, 2) == {str(TWENTY_FIVE): 3, str(FIVE): 3}, "the stake goes back beside what it won"
    expect(dealer.page.get_by_role("button", name="Payout", exact=True)).to_have_count(0)
    expect(dealer.page.get_by_role("button", name="Seats", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_choice_is_the_dealers_and_gone_when_the_entry_was_wrong_or_the_winner_is_paid(screens, dealer, house):
    supervisor = Dealer(screens, house, "C", "gus.supervisor")
    expect(payout(supervisor, 1)).to_contain_text(f"1 × {money(TWENTY_FIVE)}")
    other = payout(supervisor, 1).get_by_role("button", name="Other chips")
    expect(other).to_be_disabled()
    expect(other).to_have_accessible_description(re.compile("dealer", re.IGNORECASE))
    uses(chooses(dealer, 1, {FIVE: 2, ONE: 20}))
    house.do("C", c.AmendEntry((4, 5, 5)), Role.GAME_SUPERVISOR)
    expect(dealer.page.locator("[data-payout]")).to_have_count(0)
    house.do("C", c.CollectLosers())
    expect(payout(dealer, 1)).not_to_contain_text("chosen")
    expect(payout(dealer, 1)).to_contain_text(f"1 × {money(TWENTY_FIVE)}")
    uses(chooses(dealer, 2, {FIVE: 2, ONE: 20}))
    dealer.page.locator(".unpaid button").first.tap()
    expect(dealer.page.locator("[data-payout]")).to_have_count(0)
    assert rack(house, 2)[str(ONE)] == 20, "an area is paid in them too"
    wager(house, 1)
    sheet = chooses(dealer, 1, {ONE: 30})
    house.do("C", c.PayArea())
    expect(sheet).to_have_count(0)
    assert str(ONE) not in rack(house, 1)


def test_the_payout_is_chosen_by_keyboard_alone_and_in_the_winners_colour(dealer, house):
    keys = dealer.page.keyboard
    expect(payout(dealer, 1)).to_be_visible()  # the panel of payouts opens by itself, and only then can another one
    keys.press("s")
    expect(payout(dealer, 1)).to_have_count(0)
    keys.press("p")
    other = payout(dealer, 1).get_by_role("button", name="Other chips")
    expect(other).to_be_focused()
    keys.press("Enter")
    sheet = dealer.page.get_by_role("dialog")
    sheet.get_by_label(money(TWENTY_FIVE), exact=True).focus()
    keys.press("ArrowDown")
    sheet.get_by_label(money(FIVE), exact=True).focus()
    keys.type("4")
    sheet.get_by_label(money(ONE), exact=True).focus()
    keys.type("10")
    sheet.get_by_label(money(FIVE), exact=True).fill("4")
    keys.press("Enter")
    expect(sheet).to_have_count(0)
    expect(payout(dealer, 1)).to_contain_text("chosen")
    dealer.next.focus()
    keys.press(" ")
    expect(dealer.page.locator("[data-payout]")).to_have_count(0)
    assert rack(house, 1)[str(ONE)] == 10
    house.do("C", c.AssignColour(3, "red", FIVE))
    wager(house, 3)
    sheet = chooses(dealer, 3, {})
    sheet.get_by_label(f"red = {money(FIVE)}", exact=True).fill("6")
    uses(sheet)
    expect(payout(dealer, 3)).to_contain_text("6 × red")
    dealer.next.tap()
    expect(dealer.page.locator("[data-payout]")).to_have_count(0)
    assert rack(house, 3)["red"] == 6
