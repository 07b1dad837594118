"""Vouchers, a limit of one's own losses, and a device that becomes a terminal by a one-time code."""

import re

from browser.game import CREDIT, money, table
from browser.measures import settles
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.table import commands as c


def redeem(player, number):
    sheet = player.menu("Redeem a voucher")
    sheet.get_by_label("Voucher number").fill(number)
    sheet.get_by_role("button", name="Redeem", exact=True).click()
    return sheet.get_by_role("status")


def cashes_out(player):
    """Gives the sheet with the voucher, and its number."""
    sheet = player.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher").click()
    number = sheet.get_by_role("article").locator(".number").text_content()
    return sheet, re.sub(r"\D", "", number)


def collects(sheet):
    sheet.get_by_role("button", name="I have the voucher").click()
    expect(sheet).to_have_count(0)


def test_a_voucher_is_printed_and_redeemed_once(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1)
    anna = Player(screens, house, "H", 1)
    sheet = anna.menu("Cash out")
    expect(sheet).to_contain_text(f"Print a voucher for NZD {money(CREDIT)}?")
    anna.close()
    sheet, number = cashes_out(anna)
    paper = sheet.get_by_role("article")
    expect(paper).to_contain_text("Test Site")
    expect(paper).to_contain_text("1,000.00")
    expect(paper.locator(".code svg")).to_be_visible()
    assert paper.locator(".code svg").get_attribute("data-text") == number
    anna.sees(credit=0)
    anna.page.emulate_media(media="print")
    expect(paper).to_be_visible()
    expect(anna.page.locator(".terminal")).to_be_hidden()
    expect(sheet.get_by_role("button", name="Print", exact=True)).to_be_hidden()
    expect(sheet.get_by_role("button", name="I have the voucher")).to_be_hidden()
    anna.page.emulate_media(media="screen")
    assert house.table("H").seats[1].meter_out == 0
    collects(sheet)
    anna.sees_no_banner()
    settles(anna.page, lambda: house.table("H").seats[1].meter_out, CREDIT)
    expect(redeem(anna, number)).to_have_text(f"NZD {money(CREDIT)} was added to your credits.")
    anna.sees(credit=CREDIT)
    anna.close()
    expect(redeem(anna, number)).to_have_text("This voucher is unknown or already redeemed.")


def test_a_voucher_that_does_not_print_is_credit_again_when_staff_have_looked(screens):
    house = screens.house(table("J", "rws-6/1"), table("K", "rws-6/2"))
    house.open("J", 1)
    house.open("K", 1)
    ben, cal = Player(screens, house, "J", 1), Player(screens, house, "K", 1)
    _, number = cashes_out(ben)
    ben.close()
    asked = f"Do you have your voucher ending in {number[-4:]} for SGD {money(CREDIT)}?"
    ben.sees(credit=0, banner=asked)
    ben.page.reload()
    ben.sees(credit=0, banner=asked)
    expect(ben.page.get_by_text(f"{number[:4]} {number[4:8]}")).to_have_count(0)
    expect(ben.menu("Cash out")).to_contain_text("If it did not print, call staff")
    ben.close()

    dealer = Dealer(screens, house, "J")
    expect(dealer.seat(1)).to_be_visible()
    expect(dealer.page.locator(".seat-rail button").first).to_contain_text(f"voucher {number[-4:]} not collected")
    sheet = dealer.asks("Voucher did not print")
    sheet.get_by_label("What was done").fill("new paper")
    sheet.get_by_role("button", name="Voucher did not print", exact=True).tap()
    dealer.agrees("gus.supervisor")
    ben.sees(credit=CREDIT)
    ben.sees_no_banner()
    expect(redeem(cal, number)).to_have_text("This voucher is unknown or already redeemed.")
    cal.close()

    _, number = cashes_out(ben)
    ben.close()
    expect(ben.page.locator(".banner")).to_be_visible()
    expect(redeem(cal, number)).to_have_text(f"SGD {money(CREDIT)} was added to your credits.")
    cal.sees(credit=2 * CREDIT)
    ben.sees_no_banner()
    settles(ben.page, lambda: house.table("J").seats[1].meter_out, CREDIT)


def test_staff_say_that_a_voucher_was_collected_and_cancel_one_in_the_pit(screens):
    house = screens.house(table("H", "rws-6/1"))
    house.open("H", 1, 2)
    dealer = Dealer(screens, house, "H")
    dealer.seat(1)
    dealer.asks("Cash out").get_by_role("button", name="Cash out", exact=True).tap()
    dealer.agrees("gus.supervisor")
    sheet = dealer.page.get_by_role("dialog", name="Cash-out voucher")
    expect(sheet.get_by_role("article")).to_contain_text("1,000.00")
    sheet.get_by_role("button", name="Voucher collected").tap()
    expect(sheet).to_have_count(0)
    dealer.taken()
    settles(dealer.page, lambda: house.table("H").seats[1].meter_out, CREDIT)

    house.do("H", c.CashOut(2))
    supervisor = Supervisor(screens, house, "H", "pit.manager")
    supervisor.page.get_by_role("button", name="Voucher Seat 2").click()
    sheet = supervisor.page.get_by_role("dialog", name="Seat 2")
    cancel = sheet.get_by_role("button", name="It did not print: cancel it and return the credit")
    expect(cancel).to_be_disabled()
    sheet.get_by_label("What was found at the printer").fill("paper jammed")
    cancel.click()
    supervisor.agrees("gus.supervisor", "It did not print: cancel it and return the credit: Seat 2")
    expect(sheet).to_have_count(0)
    assert (house.table("H").seats[2].credit, house.table("H").seats[2].meter_out) == (CREDIT, 0)


def test_a_device_becomes_a_terminal_by_a_code_that_works_once(screens):
    screens.expect_error("status of 4")
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 3)
    staff = Supervisor(screens, house, "H", "tec.technician")
    technician = staff.page
    technician.goto(f"{house.address}/pit#/people")
    technician.get_by_role("button", name="Invite a device").click()
    technician.get_by_label("Seat").fill("3")
    technician.get_by_role("button", name="Make a code").click()
    staff.agrees("gus.supervisor", "Invite a device")
    code = technician.get_by_role("dialog").locator("output").text_content().strip()

    page = screens.page(house, "/terminal?table=H", size="tablet", still=True)
    expect(page.get_by_text("You are watching. Take a seat to wager.")).to_be_visible()
    field, go = page.get_by_placeholder("One-time code from staff"), page.get_by_role("button", name="Set up")
    field.fill("0000-0000")
    go.tap()
    expect(page.get_by_role("alert")).to_have_text("That code is wrong or has expired.")
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
    expect(other.get_by_role("alert")).to_have_text("That code is wrong or has expired.")
