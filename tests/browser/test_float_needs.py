"""What a chip table needs is told in the pit: the fill before the float runs out, the count that is due at a change of
dealer, and the tip box, which two people take away."""

import time

import pytest
from browser.game import CHIPS, money, table
from browser.making import axe
from browser.staff import Supervisor, agree
from patience import PATIENCE_S
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c

ONE, FIVE, TWENTY_FIVE, HUNDRED = CHIPS[:4]
NEEDED = f"1 × SGD {money(HUNDRED)}"


def house_of(screens, hundreds=1, **changes):
    made = screens.house(
        table("C", "rws-6/2", money="chips", count_at_change=("dealer",)), name="Straits Club", **changes
    )
    found = {str(ONE): 400, str(FIVE): 40, str(TWENTY_FIVE): 40, str(HUNDRED): hundreds}
    made.server.counted = lambda _: [c.ExchangeBox("1"), c.CountFloat("opening", found)]
    made.open("C")
    return made


@pytest.fixture
def house(screens):
    """Seat 1 stakes 200 on Big, and the float has one chip of a hundred to pay it with."""
    made = house_of(screens)
    made.do("C", c.BringChips(1, {str(HUNDRED): 2}))
    made.step("C", until=Step.CLOSE_BETS)
    made.do("C", c.PlaceWager(1, "big", 2 * HUNDRED), seat=1)
    return made


def fills(house):
    return [slip for slip in house.table("C").tray.slips.values() if slip.kind == "fill"]


def test_the_page_of_a_table_and_the_floor_name_the_fill_which_is_asked_for_once(screens, house):
    watching, pit = (Supervisor(screens, house, "C", name) for name in ("aud.auditor", "gus.supervisor"))
    bank = watching.page.get_by_role("region", name="Float")
    expect(bank).to_contain_text(f"The float needs a fill of {NEEDED}.")
    expect(bank.get_by_role("button", name="Request this fill")).to_be_disabled()
    expect(bank.get_by_role("group", name="Fills needed")).to_contain_text("Game supervisor")
    pit.page.goto(f"{house.address}/pit#/floor")
    facts, card = pit.page.locator("dl.facts").first, pit.page.get_by_role("article").first
    expect(facts).to_contain_text("Fills needed1")
    expect(facts).to_contain_text("Counts due0")
    expect(card).to_contain_text(f"The float needs a fill of {NEEDED}.")
    assert axe(pit.page) == []
    card.get_by_role("button", name="Request this fill").dblclick()
    slip = pit.page.get_by_role("dialog", name="Fill slip")
    expect(slip).to_contain_text(f"1 × {money(HUNDRED)}")
    slip.get_by_role("button", name="Done").click()
    expect(facts).to_contain_text("Fills needed0")
    expect(card).not_to_contain_text("needs a fill")
    assert pit.page.url.endswith("#/floor"), "the button is no link to the table"
    expect(bank.get_by_role("button", name="Request this fill")).to_have_count(0)
    expect(bank).to_contain_text("Slip 1: Fill")
    assert [slip.chips for slip in fills(house)] == [{str(HUNDRED): 1}], "pressed twice, asked for once"


def test_a_fill_that_is_asked_for_too_late_is_refused_in_words(screens, house):
    """The table closes while the request is on its way."""
    screens.may_fail("409|400")
    pit = Supervisor(screens, house, "C", "gus.supervisor")
    bank = pit.page.get_by_role("region", name="Float")
    ask = bank.get_by_role("button", name="Request this fill")
    expect(ask).to_be_enabled()

    def late(route):
        house.enter("C", (1, 1, 2))
        house.settle("C")
        house.do("C", c.CountFloat("closing", {str(ONE): 400, str(FIVE): 40, str(TWENTY_FIVE): 40, str(HUNDRED): 3}))
        house.do("C", c.CloseTable(), Role.CASINO_SUPERVISOR)
        route.continue_()

    pit.page.route("**/orders", late)
    ask.click()
    expect(bank.locator(".said .bad")).to_contain_text("closed")
    assert fills(house) == []


def tip_box(pit):
    return pit.page.get_by_role("region", name="Tip box")


def noted(house, name):
    """The house has seen who deals; it looks by itself, now and then."""
    until = time.monotonic() + PATIENCE_S
    while house.table("C").tray.duties.get("dealer") != name:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_count_that_is_due_at_a_change_of_dealer_is_told_until_it_was_made(screens):
    house = house_of(screens, 20)
    for name in ("dee.dealer", "gus.supervisor"):
        house.call(house.server.register.begin_duty, "shi.manager", name, "deal", "C")
        noted(house, name)
    pit = Supervisor(screens, house, "C", "gus.supervisor")
    bank = pit.page.get_by_role("region", name="Float")
    expect(bank).to_contain_text("The dealer has changed: two people count the float before the next round.")
    expect(tip_box(pit)).to_contain_text("This house allows no tips now")
    pit.page.goto(f"{house.address}/pit#/floor")
    expect(pit.page.locator("dl.facts").first).to_contain_text("Counts due1")
    expect(pit.page.get_by_role("article").first).to_contain_text("The dealer has changed")
    found = {kind: count for kind, count in house.table("C").tray.pile("float").items() if count}
    house.do("C", c.CountFloat("change", found))
    expect(pit.page.locator("dl.facts").first).to_contain_text("Counts due0")
    expect(pit.page.get_by_role("article").first).not_to_contain_text("The dealer has changed")


@pytest.fixture
def tipped(screens):
    made = house_of(screens, 20, tips=True)
    made.do("C", c.BringChips(1, {str(FIVE): 4}))
    made.do("C", c.GiveTip(1, {str(FIVE): 3}))
    return made


def test_two_count_the_tip_box_and_take_it_away(screens, tipped):
    screens.expect_error("409|400")
    watching = Supervisor(screens, tipped, "C", "aud.auditor")
    expect(tip_box(watching).get_by_label(money(FIVE), exact=True)).to_be_disabled()
    expect(tip_box(watching)).to_contain_text("Game supervisor")
    pit = Supervisor(screens, tipped, "C", "gus.supervisor")
    box = tip_box(pit)
    take = box.get_by_role("button", name="Take the tips away")
    expect(take).to_be_disabled()
    box.get_by_label(money(FIVE), exact=True).fill("2")
    take.click()
    assert tipped.table("C").tray.pile("tips"), "one alone takes nothing"
    is_refused(pit, box, tipped)
    box.get_by_label(money(FIVE), exact=True).fill("3")
    take.click()
    pit.agrees("pit.manager", f"Take the tips away: SGD {money(3 * FIVE)}")
    expect(box.get_by_label(money(FIVE), exact=True)).to_have_value("")
    expect(take).to_be_disabled()
    assert not tipped.table("C").tray.pile("tips")
    expect(box).to_contain_text("The tip box is empty.")


def is_refused(pit, box, tipped):
    """A wrong count, which stays as it was typed."""
    sheet = pit.page.get_by_role("dialog", name="Two people agree")
    agree(sheet, "pit.manager")
    sheet.get_by_role("button", name="Give the order").click()
    expect(sheet).to_contain_text("The count differs from the record.")
    expect(sheet).not_to_contain_text(money(3 * FIVE))
    sheet.get_by_role("button", name="Close").click()
    expect(box.get_by_label(money(FIVE), exact=True)).to_have_value("2")
    assert tipped.table("C").tray.pile("tips") == {str(FIVE): 3}
