"""Wagers that staff place for a player, wagers that do not lie where they should, and who acts in which post."""

from browser.game import CHIPS, CREDIT, money, table
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.house.recall import history
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c
from taisai.table import events as e


def told(house, kind):
    return [one.event for one in history(house.server.table("H").desk.store) if isinstance(one.event, kind)]


def calls(dealer, seat, spot):
    """The smallest stake, for a seat that asks for it."""
    dealer.seat(seat)
    sheet = dealer.asks("Call wager")
    expect(sheet.get_by_label("Asked by")).to_have_value(f"Seat {seat}")
    dealer.confirms(sheet, "Now tap the spot", Stake=money(CHIPS[1]), **{"Asked by": "Mrs Lim, seat 2"})
    dealer.touches(spot)
    dealer.taken()
    dealer.page.get_by_role("button", name="Done Esc").tap()


def test_a_called_wager_carries_who_asked_and_is_moved_only_by_two_people_with_a_reason(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1, 2)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 2)
    dealer.steps(until="close-bets")
    calls(dealer, 2, "big")
    anna.sees_piles({"big": CHIPS[1]})
    assert [(one.spot, one.asked_by) for one in told(house, e.WagerPlaced)] == [("big", "Mrs Lim, seat 2")]
    seat = dealer.page.get_by_role("region", name="Seat 2")
    expect(seat).to_contain_text("placed by staff")

    sheet = dealer.asks("Move: Big")
    expect(sheet).to_contain_text("Moving it needs a reason and a second person.")
    expect(sheet.get_by_role("button", name="Now tap the spot")).to_be_disabled()
    dealer.confirms(sheet, "Now tap the spot", Reason="the player said Small")
    dealer.touches("small")
    anna.sees_piles({"big": CHIPS[1]})
    dealer.agrees("gus.supervisor")
    anna.sees_piles({"small": CHIPS[1]})
    moved = told(house, e.WagerMoved)
    assert [(one.to, one.reason, one.second) for one in moved] == [("small", "the player said Small", "gus.supervisor")]
    anna.sees(credit=CREDIT - CHIPS[1], staked=CHIPS[1])


def is_judged_by_two(dealer, supervising, anna):
    """A called wager on a line, which whoever judges it knows before they write."""
    dealer.steps(until="close-bets")
    anna.places(CHIPS[1], "small")
    calls(dealer, 2, "big")
    asked = "A second person must approve this."
    supervising.seat(1)
    expect(supervising.asks("Touches the line: Small")).not_to_contain_text(asked)
    supervising.page.get_by_role("button", name="Cancel", exact=True).tap()
    supervising.seat(2)
    expect(supervising.asks("Touches the line: Big")).to_contain_text(asked)
    supervising.page.get_by_role("button", name="Cancel", exact=True).tap()


def test_a_wager_is_found_elsewhere_and_put_back_and_one_on_a_line_goes_back(screens):
    house = screens.house(table("H", "nz-2008/1"))
    house.open("H", 1, 2)
    dealer, anna = Dealer(screens, house, "H"), Player(screens, house, "H", 1)
    supervising = Dealer(screens, house, "H", "gus.supervisor")
    is_judged_by_two(dealer, supervising, anna)
    house.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
    anna.sees(credit=CREDIT)
    dealer.steps(until="close-bets")
    anna.sees(notice="Place your bets")
    anna.places(CHIPS[1], "big", "single-2")
    dealer.seat(1)
    expect(dealer.page.locator(".not-now").first).to_contain_text("Wagers are still open; the player can move it")
    dealer.steps(until="reveal")
    dealer.confirms(dealer.asks("In another place now: Big"), "Now tap the spot", **{"What moved it": "a sleeve"})
    dealer.touches("small")
    anna.sees_piles({"small": CHIPS[1], "single-2": CHIPS[1]})
    expect(dealer.page.get_by_role("button", name="Put back: Small")).to_have_count(0)

    supervising.seat(1)
    sheet = supervising.asks("Put back: Small")
    sheet.get_by_text("Another patron moved it by accident").tap()
    supervising.confirms(sheet, "Now tap the spot", Reason="seen by two")
    supervising.touches("big")
    anna.sees_piles({"big": CHIPS[1], "single-2": CHIPS[1]})
    expect(supervising.page.get_by_role("button", name="Touches the line: Big")).to_be_visible()
    sheet = supervising.asks("Touches the line: Single 2")
    sheet.get_by_text("Return it to the player").tap()
    supervising.confirms(sheet, "Record the decision", Reason="half on Single 3")
    anna.sees_piles({"big": CHIPS[1]})
    anna.sees(credit=CREDIT - CHIPS[1])
    shifted, judged = told(house, e.WagerShifted)[0], told(house, e.LineJudged)[0]
    assert (shifted.spot, shifted.to, shifted.cause, shifted.counts) == ("big", "small", "a sleeve", True)
    assert (judged.counts, judged.reason) == (False, "half on Single 3")


def test_a_pit_manager_who_is_assigned_to_deal_deals_and_amends_nothing(screens):
    house = screens.house(table("H", "rws-6/1"))
    house.open("H", 1)
    dealing = Dealer(screens, house, "H", "pit.manager")
    expect(dealing.next).to_contain_text("For: Dealer")
    boss = Supervisor(screens, house, "H", "shi.manager")
    card = boss.page.get_by_role("region", name="Posts")
    card.get_by_label("Person").fill("pit.manager")
    card.get_by_label("Post").select_option("dealer")
    card.get_by_role("button", name="Assign").click()
    boss.reads("pit.manager now acts as Dealer.")
    expect(dealing.page.locator(".who")).to_contain_text("acts as Dealer")
    expect(dealing.next).not_to_contain_text("For: Dealer")
    dealing.steps(until="enter")
    dealing.enters(1, 2, 4)
    expect(dealing.page.get_by_role("button", name="Amend the entry")).to_be_disabled()
    card.get_by_role("button", name="End pit.manager").click()
    boss.reads("pit.manager no longer has a post here.")
    expect(dealing.page.get_by_role("button", name="Amend the entry")).to_be_enabled()
