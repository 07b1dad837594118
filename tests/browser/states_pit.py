"""How to get to every state of the pit."""

from browser.dealing import throw
from browser.scene import GARDEN, HARBOUR, LOTUS, OTHERS, PAVILION, WINNING, dispute, evening
from browser.states import closing, press
from playwright.sync_api import expect

REPORTS = (
    "result",
    "turnover",
    "theory",
    "performance",
    "voids",
    "vouchers",
    "meters",
    "dice",
    "events",
    "duties",
    "float",
    "live",
)
SHIFT = ("duties", "equipment")
PEOPLE = ("staff", "devices", "attempts", "own")
PUT = ("Void", "Correct a round", "Damaged dice", "Interruption", "Wagers", "Equipment")


def pit(screens):
    house = evening(screens)
    dispute(house)
    throw(house, WINNING, HARBOUR, wagers=[one for one in OTHERS if one[0] != 3])
    page = screens.page(house, "/pit", still=True)
    expect(page.get_by_label("Password")).to_be_visible()
    yield "pit-sign-in", page
    press(page, "I have a one-time code")
    yield "pit-renew", page
    page.close()
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True)
    expect(page.get_by_role("heading", name="Harbour 1")).to_be_visible()
    yield "pit-floor", page
    yield from tables(page)
    yield from terminal(house, page)
    yield from rounds(house, page)
    yield from records(page)
    yield from people(page)
    page.close()
    yield from opening(screens.page(house, "/pit", house.sign_in("cas.supervisor"), still=True))


def go(page, place, heading):
    page.evaluate("place => (location.hash = place)", f"#/{place}")
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    expect(page.get_by_text("Loading", exact=False)).to_have_count(0)


def tables(page):
    go(page, f"table/{HARBOUR}", "Corrections")
    expect(page.locator("[data-lit]").first).to_be_attached()
    yield "pit-table", page
    for name in PUT:
        page.get_by_role("tab", name=name).click()
        yield f"pit-put-{name.lower().replace(' ', '-')}", page
    yield from chosen(page)
    page.get_by_role("region", name="Limits").get_by_role("button", name="Change").click()
    yield "pit-limits", page
    go(page, f"table/{PAVILION}", "Float")
    yield "pit-chips", page
    go(page, f"table/{GARDEN}", "Open table")
    yield "pit-opening", page


def chosen(page):
    """What is told of a remedy once it is chosen."""
    page.get_by_text("The layout lit the wrong spots").click()
    press(page, "Mark what is really lit")
    expect(page.locator("#put-panel [data-spot]").first).to_be_visible()
    yield "pit-report", page
    page.get_by_role("tab", name="Void").click()
    page.get_by_text("The dice did not lie flat.").click()
    yield "pit-void-chosen", page
    page.get_by_role("tab", name="Correct a round").click()
    page.locator("#put-panel").get_by_label("Round").fill("3")
    for face in WINNING:
        press(page.locator("#put-panel"), f"Button {face}")
    press(page, "Settle again by the dice")
    expect(page.get_by_role("dialog", name="Two people agree")).to_be_visible()
    yield "pit-correct-two", page
    closing(page)
    page.get_by_role("tab", name="Amend entry").click()


def terminal(house, page):
    """At the electronic table, where every seat has one."""
    go(page, f"table/{LOTUS}", "Corrections")
    page.get_by_role("button", name="Show all seats").click()
    page.get_by_role("button", name="Lock Seat 2").click()
    press(page, "The terminal failed…")
    page.locator("dialog [data-spot=small]").click()
    yield "pit-terminal", page
    press(page, "Report the terminal")
    page.get_by_role("button", name="Return the terminal to service Seat 2").click()
    expect(page.get_by_label("What was done to the terminal")).to_be_visible()
    yield "pit-terminal-failed", page
    closing(page)


def opening(page):
    go(page, f"table/{GARDEN}", "Open table")
    press(page, "Failed… 5.0(c)")
    page.get_by_label("What was found").fill("the dome is cracked")
    yield "pit-opening-failing", page
    press(page.locator("dialog"), "Failed")
    expect(page.get_by_text("the dome is cracked")).to_be_visible()
    press(page, "Test run")
    for face in WINNING:
        press(page, f"Button {face}")
    expect(page.get_by_text("Total 14", exact=True)).to_be_visible()
    yield "pit-test-run", page
    press(page, "Enter")
    expect(page.get_by_role("button", name="Right spots lit")).to_be_visible()
    yield "pit-test-lit", page
    closing(page)
    yield "pit-opening-failed", page


def rounds(house, page):
    go(page, f"recall/{HARBOUR}/{house.table(HARBOUR).round - 1}", "Entries of the journal")
    expect(page.locator("[data-lit]").first).to_be_attached()
    yield "pit-recall", page
    go(page, "disputes", "Disputes")
    yield "pit-disputes", page
    press(page, "Open a dispute")
    yield "pit-dispute-new", page
    closing(page)
    go(page, f"disputes/{HARBOUR}/1", "Decision")
    expect(page.get_by_role("heading", name="Entries of the journal")).to_be_visible()
    yield "pit-dispute", page
    page.get_by_label("The decision and its reason").fill("The recording shows the chips on Big.")
    page.get_by_label("Money").select_option("to")
    page.get_by_label("Amount").fill("250")
    press(page, "To approval…")
    expect(page.locator("dialog")).to_be_visible()
    yield "pit-dual", page
    closing(page)


def records(page):
    go(page, "events", "All significant events")
    expect(page.locator("tbody tr").nth(3)).to_be_visible()
    yield "pit-events", page
    for name in REPORTS:
        go(page, f"reports/{name}", "Meters and reports")
        expect(page.locator("main table")).to_be_visible()
        yield f"pit-report-{name}", page
    go(page, "reports/shift", "Shift report")
    expect(page.get_by_role("region", name="Significant events")).to_be_visible()
    yield "pit-report-shift", page
    for name in SHIFT:
        go(page, f"shift/{name}", "Shift")
        expect(page.locator("main table")).to_be_visible()
        yield f"pit-shift-{name}", page
    press(page, "Add equipment")
    expect(page.locator("dialog")).to_be_visible()
    yield "pit-equipment-new", page
    closing(page)
    go(page, "integrity", "Integrity")
    press(page, "Run all tests now")
    expect(page.get_by_text("✓").nth(3)).to_be_attached()
    yield "pit-integrity", page


def people(page):
    for name in PEOPLE:
        go(page, f"people/{name}", "Staff and devices")
        yield f"pit-people-{name}", page
    go(page, "people/staff", "Staff and devices")
    press(page, "Open dee.dealer")
    expect(page.locator("dialog")).to_be_visible()
    yield "pit-staff-one", page
    closing(page)
