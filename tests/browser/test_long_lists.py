"""Lists of five thousand: a page holds few of their rows, and whoever looks, types or listens finds all of them."""

from browser.crowd import CREDIT, MANY, buys, crowded, events, recall
from browser.game import money, table
from browser.making import axe
from playwright.sync_api import expect

FEW = 150
SCROLL = "(list, to) => { const frame = list.closest('.scroll, .rail'); frame.scrollTop = to * frame.scrollHeight; }"


def go(page, place, heading):
    page.evaluate("place => (location.hash = place)", f"#/{place}")
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    expect(page.get_by_text("Loading", exact=False)).to_have_count(0)


def at_the_end(rows, last):
    """Scrolled there, the last one is seen; heights that were guessed come right on the way."""
    for _ in range(20):
        rows.first.locator("xpath=..").evaluate(SCROLL, 1)
        if rows.last.is_visible() and last in rows.last.inner_text():
            break
    expect(rows.last).to_contain_text(last)
    rows.last.scroll_into_view_if_needed()
    expect(rows.last).to_be_in_viewport()


def few(rows):
    count = rows.count()
    assert 5 < count < FEW, count


def pit(screens, house, prepare, place, heading):
    page = screens.page(house, "/pit", house.sign_in("shi.manager"), still=True)
    expect(page.get_by_role("heading", name="Table H")).to_be_visible()
    prepare(page)
    go(page, place, heading)
    return page


def test_every_event_is_found_and_few_are_in_the_page(screens):
    house = screens.house(table("H", "rws-6/2"))
    page = pit(screens, house, events, "events", "All significant events")
    listed = page.get_by_role("group", name="All significant events")
    expect(listed.get_by_role("table")).to_have_attribute("aria-rowcount", str(MANY + 1))
    rows = listed.locator("tbody tr[aria-rowindex]")
    expect(rows.first).to_contain_text(f"seat {MANY} did not answer")
    expect(rows.first).to_have_attribute("aria-rowindex", "2")
    few(rows)
    assert axe(page) == []
    at_the_end(rows, "seat 1 did not answer")
    expect(rows.last).to_have_attribute("aria-rowindex", str(MANY + 1))
    few(rows)
    keeps_the_focus(page)


def keeps_the_focus(page):
    """A row that has it stays, and Tab goes on through rows that were not there."""
    rows = page.get_by_role("group", name="Waiting for acknowledgement").locator("li[aria-posinset]")
    expect(rows.first).to_have_attribute("aria-setsize", str(MANY))
    few(rows)
    there = rows.count()
    rows.first.get_by_role("button").focus()
    for _ in range(there + 20):
        page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_contain_text(str(MANY - there - 20))
    few(rows)
    rows.first.locator("xpath=..").evaluate(SCROLL, 1)
    expect(rows.last).to_contain_text("seat 1 did not answer")
    expect(page.locator(":focus")).to_contain_text(str(MANY - there - 20))
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_contain_text(str(MANY - there - 21))
    expect(page.locator(":focus")).to_be_in_viewport()


def test_a_round_of_five_thousand_entries_is_told_again(screens):
    house = screens.house(table("H", "rws-6/2"))
    page = pit(screens, house, recall, "recall/H/1", "Entries of the journal")
    steps = page.get_by_role("region", name="Entries of the journal").locator("li[aria-posinset]")
    expect(steps.first).to_have_attribute("aria-setsize", str(MANY))
    current = page.locator("[aria-current=step]")
    for rows in (steps, page.get_by_role("group", name="Seats").locator("tbody tr[aria-rowindex]")):
        few(rows)
    assert axe(page) == []
    toolbar = page.get_by_role("toolbar")
    toolbar.get_by_role("button", name="To the first step").click()
    expect(current).to_contain_text("Seat 1 wagers")
    expect(current).to_be_in_viewport()
    toolbar.get_by_role("slider").fill("2500")
    expect(current).to_contain_text("Seat 2501 wagers")
    expect(current).to_be_in_viewport()
    few(steps)
    toolbar.get_by_role("button", name="To the last step").click()
    expect(current).to_contain_text("is paid")
    expect(current).to_be_in_viewport()
    expect(page.locator("[data-gain]")).to_have_count(4)
    toolbar.get_by_role("spinbutton", name="Seat").fill("1")
    expect(page.locator("[data-gain]")).to_have_text([f"+{money(500)}"])


def test_five_thousand_seats_at_a_table_in_the_pit_and_at_the_console(screens):
    house = crowded(screens)
    page = pit(screens, house, lambda _: None, "table/H", "Seats")
    seats = page.get_by_role("group", name="Seats")
    seats.scroll_into_view_if_needed()
    expect(seats.get_by_role("table")).to_have_attribute("aria-rowcount", str(MANY + 1))
    rows = seats.locator("tbody tr[aria-rowindex]")
    expect(rows.first).to_contain_text(money(CREDIT))
    few(rows)
    buys(house, 2, 700)
    expect(rows.nth(1)).to_contain_text(money(CREDIT + 700))
    at_the_end(rows, str(MANY))
    rows.last.get_by_role("button").click()
    expect(page.get_by_role("dialog", name=f"Seat {MANY}")).to_be_visible()
    page.close()

    page = screens.page(house, "/console?table=H", house.sign_in("dee.dealer"), still=True)
    rows = page.locator(".seat-rail li[aria-posinset]")
    expect(rows.first).to_have_attribute("aria-setsize", str(MANY))
    few(rows)
    assert axe(page) == []
    buys(house, 3, 700)
    expect(rows.nth(2)).to_contain_text(money(CREDIT + 700))
    at_the_end(rows, str(MANY))
    page.get_by_label("Seat", exact=True).first.fill("2500")
    expect(page.get_by_role("region", name="Seat 2500")).to_be_visible()
