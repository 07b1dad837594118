"""Before a table opens: checks pass or fail, test rolls are pressed and looked at, and nobody marks their own work."""

from browser.game import lit, table
from browser.measures import attributes, settles
from browser.staff import Dealer, Supervisor
from playwright.sync_api import expect

ROLLS = ((1, 1, 1), (2, 2, 5), (3, 5, 6))


def check(opening, clause):
    return opening.page.locator("li", has_text=clause)


def lit_on_all_pages(page):
    """A felt that does not fit is turned over."""
    found = set(attributes(page, "[data-lit]", "data-spot"))
    for tab in page.locator(".pages button").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-pressed", "true")
        found |= set(attributes(page, "[data-lit]", "data-spot"))
    return found


def presses_test(opening, *faces):
    expect(opening.page.get_by_role("region", name="Entry terminal: test roll")).to_be_visible()
    opening.press(*faces)
    opening.sees_window(faces)
    opening.next.tap()
    roll = "-".join(map(str, sorted(faces)))
    expect(opening.page.get_by_text(f"{roll} is lit")).to_be_visible()
    settles(opening.page, lambda: lit_on_all_pages(opening.page), lit(opening.game, faces))


def test_the_console_opens_a_table_after_a_check_that_failed_was_mended_and_test_rolls_were_found_right(screens):
    house = screens.house(table("H", "nz-2008/2"))
    opening = Dealer(screens, house, "H", "cas.supervisor")
    go = opening.page.locator(".go")
    expect(go).to_have_text("4 checks missing")
    for clause in ("5.0(a)", "5.0(d)"):
        check(opening, clause).get_by_role("button", name="Passed").tap()
        expect(check(opening, clause).locator("b", has_text="Passed")).to_be_visible()
    check(opening, "5.0(c)").get_by_role("button", name="Failed").tap()
    opening.confirms(opening.page.get_by_role("dialog"), "Failed", **{"What was found": "the dome is cracked"})
    expect(check(opening, "5.0(c)")).to_contain_text("Failed: the dome is cracked")
    expect(go).to_be_disabled()

    opening.page.get_by_role("button", name="Press a test roll").tap()
    presses_test(opening, *ROLLS[0])
    opening.page.get_by_role("button", name="Something is wrong").tap()
    opening.confirms(
        opening.page.get_by_role("dialog"), "Record it as failed", **{"What was seen": "any triple stays dark"}
    )
    expect(check(opening, "5.0(b)")).to_contain_text("1-1-1 was lit wrongly: any triple stays dark")
    opening.page.get_by_role("button", name="Press a test roll").tap()
    for faces in ROLLS:
        presses_test(opening, *faces)
        opening.page.get_by_role("button", name="Right spots lit").tap()
        opening.taken()
    expect(check(opening, "5.0(b)")).not_to_contain_text("stays dark")
    expect(go).to_have_text("1 checks missing")
    check(opening, "5.0(c)").get_by_role("button", name="Fixed: passed now").tap()
    expect(go).to_have_text("Open the table")
    go.tap()
    expect(opening.page.locator("[data-step=tumble]")).to_have_attribute("aria-current", "step")


def test_the_pit_opens_a_table_and_is_told_what_is_still_dark_and_what_to_try(screens):
    house = screens.house(table("H", "nz-1998/1"))
    dealer = Dealer(screens, house, "H")
    expect(dealer.page.get_by_role("button", name="Press a test roll")).to_be_disabled()
    supervisor = Supervisor(screens, house, "H", "cas.supervisor")
    card = supervisor.page.get_by_role("region", name="Open table H")
    card.get_by_role("button", name="Failed… 5.0(a)").click()
    sheet = supervisor.page.get_by_role("dialog")
    sheet.get_by_label("What was found").fill("no power")
    sheet.get_by_role("button", name="Failed", exact=True).click()
    expect(card).to_contain_text("Failed: no power")
    expect(card.get_by_role("button", name="Open the table")).to_be_disabled()
    card.get_by_role("button", name="Fixed: passed now 5.0(a)").click()
    for clause in ("5.0(c)", "5.0(d)"):
        card.get_by_role("button", name=f"Passed {clause}").click()

    card.get_by_role("button", name="Test run").click()
    sheet = supervisor.page.get_by_role("dialog", name="Test run of H")
    expect(sheet).to_contain_text("Not lit yet: ")
    expect(sheet.get_by_text("Try next").get_by_role("img")).to_have_attribute("aria-label", "1-1-2")
    for faces in ROLLS:
        supervisor.presses(sheet, *faces)
        sheet.get_by_role("button", name="Enter", exact=True).click()
        expect(sheet.locator("[data-lit]").first).to_be_attached()
        sheet.get_by_role("button", name="Right spots lit").click()
        expect(sheet.get_by_text("lit the right spots.")).to_be_visible()
    expect(sheet).to_contain_text("Every area was lit by a test roll.")
    sheet.get_by_role("button", name="Close").click()
    card.get_by_role("button", name="Open the table").click()
    expect(dealer.page.locator("[data-step=tumble]")).to_have_attribute("aria-current", "step")
