"""More than a screen has room for: disputes at the console and in the pit, and people in the pit."""

from browser.game import table
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

from taisai.house.disputes import CLAIM_LONGEST
from taisai.people import events as e
from taisai.people.evolve import evolve
from taisai.people.records import HOUSE
from taisai.people.register_entry import Recorded
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

SEATS = 40
PEOPLE = 1_000


def test_console_and_pit_say_how_many_disputes_are_open_where_only_the_oldest_are_listed(screens):
    house = screens.house(table("H", "rws-6/2", seats=SEATS))
    house.open("H")
    for seat in range(1, SEATS + 1):
        house.do("H", c.OpenDispute(seat, 0, "x" * CLAIM_LONGEST))

    dealer = Dealer(screens, house, "H")
    dealer.tab("Void · trouble")
    expect(dealer.page.get_by_text("40 open;").first).to_be_visible()
    listed = dealer.page.get_by_role("button", name="Decide", exact=True)
    assert 0 < listed.count() < SEATS

    manager = Supervisor(screens, house, "H", "shi.manager")
    expect(manager.page.locator('nav .badge[title="Open disputes: 40"]')).to_be_visible()
    manager.opens("floor")
    expect(manager.page.get_by_text("Open disputes: 40").first).to_be_visible()
    manager.opens("disputes")
    expect(manager.page.get_by_text("Open disputes: 40").first).to_be_visible()
    expect(manager.page.locator("main li a")).to_have_count(SEATS)

    house.do("H", c.DecideDispute(1, "it stands"), Role.SHIFT_MANAGER)
    expect(dealer.page.get_by_text("39 open;").first).to_be_visible()


def many_people(register):
    """Known and not written: one by one it would take too long."""
    for number in range(PEOPLE):
        added = e.PersonAdded(f"p{number:03}.person", f"Person {number}", Role.DEALER, "x", f"id-{number}")
        evolve(register.state, Recorded(register.head.seq, register.clock(), HOUSE, added))


def test_of_many_people_some_are_shown_and_anybody_is_found(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.call(many_people, house.server.register)
    manager = Supervisor(screens, house, "H", "shi.manager")
    manager.opens("people")
    staff = manager.page.get_by_role("group", name="Staff")
    listed = len(house.server.register.state.people)
    expect(staff.get_by_role("table")).to_have_attribute("aria-rowcount", str(listed + 1))
    rows = staff.locator("tbody tr[aria-rowindex]")
    assert 5 < rows.count() < PEOPLE / 5
    manager.page.get_by_label("Search", exact=True).fill("Person 999")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("p999.person")
