"""A terminal that fails, a seat that is locked, and a dispute that the Shift Manager decides with a second person."""

from browser.game import CHIPS, CREDIT, money, table, wins
from browser.people import Player
from browser.staff import Dealer, Supervisor, agree
from playwright.sync_api import expect

FACES = (3, 3, 6)
AWARD = 1_250


def decided(page, claim):
    """By the Shift Manager, who gives money to the player once a second person agrees."""
    expect(page.get_by_role("blockquote")).to_have_text(claim)
    expect(page.get_by_text("Evidence: the head of the journal at that moment")).to_be_visible()
    page.get_by_label("The decision and its reason").fill("the recording shows it")
    page.get_by_label("Money").select_option(label="To the player")
    page.get_by_label("Amount").fill(money(AWARD))
    page.get_by_role("button", name="To approval…").click()
    sheet = page.get_by_role("dialog", name="Two people agree")
    expect(sheet).to_contain_text(f"seat 2 gets SGD {money(AWARD)}")
    expect(sheet.get_by_role("button", name="Give the order")).to_be_disabled()
    agree(sheet, "pit.manager")
    sheet.get_by_role("button", name="Give the order").click()
    expect(page.locator(".decision")).to_contain_text("agreed by pit.manager")


def fails(dealer, anna):
    """What it had registered stays and is settled; what it had not is marked on the felt and stays the player's."""
    seat = dealer.seat(1)
    seat.get_by_role("button", name="A terminal failed", exact=True).tap()
    sheet = dealer.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Wagers the terminal had registered are settled; the rest is returned.")
    sheet.get_by_text("Some stakes were not registered").tap()
    dealer.confirms(sheet, "Report")
    dealer.page.get_by_role("button", name=money(CHIPS[1]), exact=True).tap()
    dealer.touches("small", "small", "single-3")
    dealer.page.get_by_role("button", name="Done", exact=True).tap()
    dealer.taken()
    expect(seat).to_contain_text("Not registered; stays with the player: 10 on Small · 5 on Single 3")
    anna.sees(banner="This terminal is out of service", credit=CREDIT - CHIPS[1], staked=CHIPS[1])
    anna.sees(banner="Registered; settled with the round: SGD 5 on Big")
    anna.sees(banner="Not registered; still yours: SGD 10 on Small · SGD 5 on Single 3")
    anna.tap("odd")
    anna.sees(words="This terminal is out of service", staked=CHIPS[1])


def is_mended(screens, house, anna):
    """In the pit, with what was done; until then nothing can be placed there."""
    supervisor = Supervisor(screens, house, "H", "gus.supervisor")
    supervisor.page.get_by_role("button", name="Return the terminal to service Seat 1").click()
    sheet = supervisor.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Not registered; stays with the player: SGD 10 on Small · SGD 5 on Single 3")
    sheet.get_by_label("What was done to the terminal").fill("screen exchanged")
    sheet.get_by_role("button", name="Return the terminal to service").click()
    supervisor.reads("The terminal of seat 1 can wager again.")
    anna.sees_no_banner()


def test_a_terminal_fails_a_seat_is_locked_and_a_dispute_is_decided_by_two(screens):
    house = screens.house(table("H", "etg/1"))
    house.open("H", 1, 2)
    dealer, anna, ben = Dealer(screens, house, "H"), Player(screens, house, "H", 1), Player(screens, house, "H", 2)

    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "big")
    ben.places(CHIPS[1], "big", "small")
    fails(dealer, anna)
    ben.sees_no_banner()

    dealer.seat(2)
    dealer.confirms(dealer.asks("Lock the seat"), "Lock the seat", Cause="spilt coffee")
    ben.sees(banner="This seat is locked", staked=2 * CHIPS[1])
    ben.tap("any-triple")
    ben.sees(words="wagers are not open", staked=2 * CHIPS[1])
    dealer.confirms(dealer.asks("Release the seat"), "Release the seat", **{"What was done": "wiped dry"})
    ben.sees_no_banner()
    ben.places(CHIPS[0], "double-3")

    dealer.steps(until="enter")
    dealer.enters(*FACES)
    dealer.steps()
    of_anna = sum(wins(ben.game, {"big": CHIPS[1]}, FACES).values())
    dealer.sees_seat(1, CREDIT + of_anna, 0)
    is_mended(screens, house, anna)
    stakes = {"big": CHIPS[1], "small": CHIPS[1], "double-3": CHIPS[0]}
    credit = CREDIT + sum(wins(ben.game, stakes, FACES).values()) - CHIPS[1]
    ben.sees(credit=credit)

    claim = "I asked for Any triple and nobody heard"
    dealer.confirms(dealer.asks("Open a dispute"), "Open a dispute", **{"What the player says": claim})
    expect(dealer.page.get_by_text("Dispute 1").first).to_be_visible()
    ben.sees(banner="This seat is locked")
    manager = Supervisor(screens, house, "H", "shi.manager")
    manager.opens("disputes", 1)
    decided(manager.page, claim)
    ben.sees(credit=credit + AWARD)
    dealer.confirms(dealer.asks("Release the seat"), "Release the seat", **{"What was done": "decided"})
    ben.sees_no_banner()
