"""What everybody is greeted with: where to find help with gambling, and no alarm about a house that has only begun."""

from browser.game import table
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c

HELP = "1800-6-668-668"


def test_the_helpline_is_in_the_lobby_at_the_terminal_and_on_the_voucher(screens):
    house = screens.house(table("H", "nz-2008/1"), care_helpline=HELP)
    house.open("H", 1)
    lobby = screens.page(house, "/")
    expect(lobby.get_by_text(HELP)).to_be_visible()
    anna = Player(screens, house, "H", 1)
    expect(anna.page.locator("footer").get_by_text(HELP)).to_be_visible()
    sheet = anna.menu("Cash out")
    sheet.get_by_role("button", name="Print a voucher").tap()
    expect(anna.page.locator("dialog article").get_by_text(HELP)).to_be_visible()


def test_the_pit_alarms_nobody_before_anything_happened_and_then_says_how_many_critical_events_there_are(screens):
    house = screens.house(table("H", "nz-2008/1"), table("I", "nz-2008/1"))
    page = screens.page(house, "/pit", house.sign_in("shi.manager"))
    expect(page.get_by_role("heading", name="Floor")).to_be_visible()
    expect(page.get_by_role("heading", name="Table H")).to_be_visible()
    expect(page.get_by_text("to acknowledge")).to_have_count(0)
    page.evaluate("() => (location.hash = '#/events')")
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page.locator("tbody").get_by_text("Critical", exact=True)).to_have_count(0)
    page.evaluate("() => (location.hash = '#/floor')")
    for name, told in (("H", "1 critical event"), ("I", "2 critical events")):
        house.open(name)
        house.do(name, c.ReportTrouble(Trouble.MALFUNCTION))
        expect(page.get_by_role("link", name=f"{told} to acknowledge", exact=True)).to_be_visible()
