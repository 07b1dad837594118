"""Vouchers, a limit of one's own losses, and a device that becomes a terminal by a one-time code."""

import re

from browser.game import CHIPS, CREDIT, money, table
from browser.people import Player
from browser.staff import Supervisor
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step


def redeem(player, number):
    sheet = player.menu("Redeem a voucher")
    sheet.get_by_label("Voucher number").fill(number)
    sheet.get_by_role("button", name="Redeem", exact=True).click()
    return sheet.get_by_role("status")


def test_a_voucher_is_printed_and_redeemed_elsewhere_once_and_losses_are_limited(screens):
    house = screens.house(table("H", "nz-2008/1"), table("J", "rws-6/1"))
    house.open("H", 1)
    house.open("J", 1, 2)
    anna, ben, cal = (Player(screens, house, *at) for at in (("H", 1), ("J", 1), ("J", 2)))
    sheet = anna.menu("Cash out")
    expect(sheet).to_contain_text(f"Turn NZD {money(CREDIT)} into a voucher?")
    sheet.get_by_role("button", name="Print a voucher").click()
    paper = sheet.get_by_role("article")
    expect(paper).to_contain_text("Test Site")
    expect(paper).to_contain_text("1,000.00")
    expect(paper.locator("svg")).to_be_visible()
    anna.sees(credit=0)
    number = re.sub(r"\D", "", paper.locator(".number").text_content())
    anna.page.emulate_media(media="print")
    expect(paper).to_be_visible()
    expect(anna.page.locator(".terminal")).to_be_hidden()
    expect(sheet.get_by_role("button", name="Print", exact=True)).to_be_hidden()
    anna.page.emulate_media(media="screen")
    anna.close()

    expect(redeem(anna, number)).to_have_text(f"{money(CREDIT)} was added to your credits.")
    anna.sees(credit=CREDIT)
    anna.close()
    sheet = ben.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher").click()
    number = sheet.get_by_role("article").locator(".number").text_content().removeprefix("Number")
    ben.close()
    expect(redeem(cal, number)).to_have_text(f"{money(CREDIT)} was added to your credits.")
    cal.sees(credit=2 * CREDIT)
    cal.close()
    expect(redeem(ben, number)).to_have_text("This voucher is not known, or was redeemed already.")
    ben.sees(credit=0)

    house.step("J", until=Step.CLOSE_BETS)
    sheet = cal.menu("Limit my losses")
    expect(sheet).to_contain_text("No limit is set.")
    sheet.get_by_label("Most that I want to lose").fill("7.50")
    sheet.get_by_role("button", name="Set this limit").click()
    expect(sheet).to_contain_text("You may still lose 7.50.")
    cal.close()
    cal.places(CHIPS[1], "big")
    cal.tap("small")
    cal.sees(words="That would go beyond the loss limit that you have set.", staked=CHIPS[1])


def test_a_device_becomes_a_terminal_by_a_code_that_works_once(screens):
    screens.expect_error("status of 4")
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 3)
    technician = Supervisor(screens, house, "H", "tec.technician").page
    technician.goto(f"{house.address}/pit#/people")
    technician.get_by_role("button", name="Invite a device").click()
    technician.get_by_label("Seat").fill("3")
    technician.get_by_role("button", name="Make a code").click()
    code = technician.get_by_role("dialog").locator("output").text_content().strip()

    page = screens.page(house, "/terminal?table=H", size="tablet", still=True)
    expect(page.get_by_text("You are watching. Take a seat to wager.")).to_be_visible()
    field, go = page.get_by_placeholder("One-time code from staff"), page.get_by_role("button", name="Set up")
    field.fill("0000-0000")
    go.tap()
    expect(page.get_by_role("alert")).to_have_text("That code is wrong or no longer valid.")
    field.fill(code)
    go.tap()
    expect(page.locator("[data-meter=credit]")).to_have_text(money(CREDIT))
    expect(page.locator("header")).to_contain_text("Seat 3")
    house.step("H", until=Step.CLOSE_BETS)
    page.locator('[data-spot="big"]').tap()
    expect(page.locator(".ticket")).to_contain_text("5 on Big · Accepted")

    other = screens.page(house, "/terminal?table=H", size="tablet", still=True)
    other.get_by_placeholder("One-time code from staff").fill(code)
    other.get_by_role("button", name="Set up").tap()
    expect(other.get_by_role("alert")).to_have_text("That code is wrong or no longer valid.")
