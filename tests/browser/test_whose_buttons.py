"""What a role may not press is grey and says whose it is; forms close when they are saved."""

import re

from browser.staff import Dealer
from playwright.sync_api import expect
from server.making import HAND, WORD


def test_a_dealer_begins_no_round_by_a_space_too_many_reads_who_closes_the_table_and_sets_a_pin(screens):
    screens.expect_error("409")
    house = screens.house(HAND)
    house.open("H", 1)
    dealer = Dealer(screens, house, "H")
    house.enter("H", (4, 5, 6))
    house.settle("H")
    expect(dealer.next).to_contain_text("Enter")
    before = dealer.next.text_content()
    for _ in range(3):
        dealer.page.keyboard.press("Space")
    expect(dealer.page.get_by_role("log")).to_contain_text("Enter")
    assert (dealer.next.text_content(), house.table("H").round) == (before, 1)
    dealer.page.keyboard.press("Enter")
    expect(dealer.next).not_to_have_text(before)
    menu = dealer.page.get_by_role("dialog", name="Menu")
    dealer.page.get_by_role("button", name="Menu", exact=True).tap()
    close = menu.get_by_role("button", name="Close the table", exact=True)
    expect(close).to_be_disabled()
    expect(close).to_have_accessible_description(re.compile("supervisor", re.IGNORECASE))
    sets_a_pin(menu)


def sets_a_pin(menu):
    """The form closes when it is saved and stays when it is not."""
    menu.get_by_text("Set a PIN").first.tap()
    form = menu.locator("form")
    form.get_by_label("Password").fill(WORD)
    form.get_by_label("PIN", exact=True).fill("123456")
    form.get_by_role("button", name="Set a PIN").tap()
    expect(menu.get_by_role("alert")).to_be_visible()
    expect(form).to_be_visible()
    form.get_by_label("PIN", exact=True).fill("592814")
    form.get_by_role("button", name="Set a PIN").tap()
    expect(menu.get_by_role("status")).to_have_text("The PIN is set.")
    expect(form).not_to_be_visible()
