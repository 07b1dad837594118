"""Two people at the console and in the pit: whoever made the other's account finds somebody else to agree."""

from browser.game import CREDIT, money, table
from browser.people import Player
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect
from server.making import PIN

from taisai.rules.vocabulary import Role
from taisai.table import commands as c

AWARD = 1_250
MADE = "shi.manager created, reset or changed the account mal.manager"


def disputed(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    house.do("H", c.OpenDispute(1, 0, "my stake was moved"), seat=1)
    house.call(house.server.employ, "mal.manager", Role.PIT_MANAGER, by="shi.manager")
    screens.expect_error("409")
    return house, Player(screens, house, "H", 1)


def test_at_the_console_a_shift_manager_pays_with_somebody_whom_they_did_not_make(screens):
    house, player = disputed(screens)
    manager = Dealer(screens, house, "H", "shi.manager")
    manager.tab("Void · trouble")
    sheet = manager.asks("Decide")
    sheet.get_by_label("Reason").fill("seen on film")
    asked = sheet.get_by_text("A second person must approve this.")
    expect(asked).to_have_count(0)
    sheet.get_by_label("Amount to the player").fill(money(AWARD))
    expect(asked).to_be_visible()
    sheet.get_by_role("button", name="Decide", exact=True).tap()

    both = manager.page.get_by_role("dialog", name="Two people")
    for second in ("mal.manager", "pit.manager"):
        for place in (0, 1):
            both.locator("input[type=password]").nth(place).fill(PIN)
        both.get_by_label("Name").fill(second)
        both.get_by_role("button", name="Agree and give the order").tap()
        if second == "mal.manager":
            expect(both.get_by_role("alert")).to_contain_text(MADE)
            assert house.table("H").seats[1].credit == CREDIT
    expect(both).to_have_count(0)
    player.sees(credit=CREDIT + AWARD)
    assert house.table("H").disputes[1].second == "pit.manager"


def test_in_the_pit_a_shift_manager_pays_with_somebody_whom_they_did_not_make(screens):
    house, player = disputed(screens)
    manager = Supervisor(screens, house, "H", "shi.manager")
    manager.opens("disputes", 1)
    page = manager.page
    page.get_by_label("The decision and its reason").fill("seen on film")
    page.get_by_label("Money").select_option(label="To the player")
    page.get_by_label("Amount").fill(money(AWARD))
    page.get_by_role("button", name="To approval…").click()

    sheet = page.get_by_role("dialog", name="Two people agree")
    mine, theirs = sheet.locator("form").nth(0), sheet.locator("form").nth(1)
    mine.get_by_label("PIN or password").fill(PIN)
    mine.get_by_role("button", name="Agree").click()
    expect(mine.get_by_text("agrees.")).to_be_visible()
    for second in ("mal.manager", "pit.manager"):
        theirs.get_by_label("Name").fill(second)
        theirs.get_by_label("PIN or password").fill(PIN)
        theirs.get_by_role("button", name="Agree").click()
        expect(theirs.get_by_text(MADE if second == "mal.manager" else "agrees.")).to_be_visible()
    sheet.get_by_role("button", name="Give the order").click()
    expect(page.locator(".decision")).to_contain_text("agreed by pit.manager")
    player.sees(credit=CREDIT + AWARD)
