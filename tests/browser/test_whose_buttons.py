"""What a role may not press is grey and says whose it is; forms close when they are saved."""

import re

from browser.making import WAIT_MS
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect
from server.making import HAND, WORD

from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c

expect.set_options(timeout=WAIT_MS)


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
