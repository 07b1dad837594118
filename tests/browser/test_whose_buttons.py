"""What a role may not press is grey and says whose it is; forms close when they are saved."""

import re

from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect
from server.making import HAND, WORD

from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c


def test_a_dealer_reads_in_the_menu_who_closes_the_table(screens):
    house = screens.house(HAND)
    house.open("H", 1)
    dealer = Dealer(screens, house, "H")
    dealer.page.get_by_role("button", name="Menu", exact=True).tap()
    menu = dealer.page.get_by_role("dialog", name="Menu")
    close = menu.get_by_role("button", name="Close the table", exact=True)
    expect(close).to_be_disabled()
    expect(close).to_have_accessible_description(re.compile("supervisor", re.IGNORECASE))


def test_the_form_of_a_pin_closes_when_it_is_saved_and_stays_when_it_is_not(screens):
    screens.expect_error("409")
    house = screens.house(HAND)
    house.open("H", 1)
    dealer = Dealer(screens, house, "H")
    dealer.page.get_by_role("button", name="Menu", exact=True).tap()
    menu = dealer.page.get_by_role("dialog", name="Menu")
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


def test_the_page_of_a_table_says_what_is_wrong_and_who_reported_it(screens):
    house = screens.house(HAND)
    house.open("H", 1)
    house.do("H", c.ReportTrouble(Trouble.MALFUNCTION, "the lid is stuck"), Role.GAME_SUPERVISOR)
    pit = Supervisor(screens, house, "H", "gus.supervisor")
    expect(pit.page.locator("#put-panel")).to_contain_text(re.compile("the lid is stuck"))
    expect(pit.page.locator("#put-panel")).to_contain_text("a member of staff")


def test_a_space_too_many_after_the_winners_are_paid_begins_no_round(screens):
    """The next round has a key of its own, and whoever presses the wrong one is told which."""
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
