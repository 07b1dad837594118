"""A table opened and a whole round played and dealt with no hand on a mouse and no finger on the glass."""

import re

from browser.game import CHIPS, CREDIT, money, table, wins
from browser.people import Player
from playwright.sync_api import expect
from server.making import WORD

from taisai.table import commands as c

FACES = (3, 3, 6)
AT = "document.activeElement.dataset.spot ?? ''"


def tab_to(page, target, key="Tab"):
    """By the tabulator alone, as far as it takes."""
    for _ in range(80):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way to {target} by keyboard")


def signs_in(page, name):
    tab_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(WORD)
    page.keyboard.press("Enter")


def opens(page):
    """The four checks of the rulebook, one of them by test rolls that somebody looks at."""
    opening = page.get_by_role("region", name="Open the table")
    tab_to(page, opening.get_by_role("button", name="Press a test roll"))
    page.keyboard.press("Enter")
    for keys in ("112", "236", "111"):
        expect(page.get_by_role("region", name="Entry terminal: test roll")).to_be_visible()
        for key in (*keys, "Enter"):
            page.keyboard.press(key)
        tab_to(page, opening.get_by_role("button", name="Right spots lit"))
        page.keyboard.press("Enter")
    for check in ("5.0(a)", "5.0(c)", "5.0(d)"):
        passed = opening.get_by_role("button", name=f"Passed {check}")
        tab_to(page, passed)
        page.keyboard.press("Enter")
        expect(passed).to_have_count(0)
    tab_to(page, opening.get_by_role("button", name="Open the table"))
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_contain_text("Tumble the dice")


def deals(page, *keys):
    """Each key is a step: after it the round stands elsewhere."""
    for key, then in keys:
        page.keyboard.press(key)
        expect(page.locator("#next")).to_contain_text(then)


def hands_over(page, name):
    page.keyboard.press("m")
    tab_to(page, page.get_by_role("button", name="Hand over to someone else"))
    page.keyboard.press("Enter")
    signs_in(page, name)
    expect(page.locator(".who")).to_contain_text(name)
    expect(page.locator(".link.live")).to_be_visible()


def goes_to(page, wanted):
    """Over the felt by arrows: the first row to its end, then down, row by row."""
    page.keyboard.press("Home")
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft") * 6:
        for _ in range(20):
            here = page.evaluate(AT)
            if here == wanted:
                return
            page.keyboard.press(key)
            if page.evaluate(AT) == here or key == "ArrowDown":
                break
        seen.add(page.evaluate(AT))
    raise AssertionError(f"no way to {wanted}, only to {sorted(seen)}")


def test_opening_playing_and_dealing_by_keyboard_alone(screens):
    house = screens.house(table("H", "nz-2008/1"))
    page = screens.page(house, "/console?table=H", size="wide", still=True)
    signs_in(page, "cas.supervisor")
    opens(page)
    house.do("H", c.BuyIn(1, CREDIT))
    hands_over(page, "dee.dealer")
    deals(page, ("Enter", "Open wagers"), ("Space", "Close wagers"))

    anna = Player(screens, house, "H", 1, size="wide")
    hand = anna.page.keyboard
    cells = anna.page.get_by_role("gridcell")
    expect(anna.page.locator('[role=gridcell][tabindex="0"]')).to_have_count(1)
    tab_to(anna.page, cells.first)
    hand.press("3")
    expect(anna.page.get_by_role("radio", name=f"Chip of {money(CHIPS[2])}", exact=True)).to_be_checked()
    goes_to(anna.page, "big")
    hand.press("Enter")
    anna.sees_piles({"big": CHIPS[2]})
    hand.press("Enter")
    anna.sees_piles({"big": 2 * CHIPS[2]})
    hand.press("Delete")
    anna.sees_piles({"big": CHIPS[2]})
    hand.press("2")
    goes_to(anna.page, "double-3")
    hand.press("Enter")
    stakes = {"big": CHIPS[2], "double-3": CHIPS[1]}
    anna.sees_piles(stakes)
    hand.press("i")
    expect(anna.page.get_by_role("complementary", name="About a spot")).to_contain_text("Double 3")
    hand.press("Escape")
    hand.press("Tab")
    assert anna.page.evaluate(AT) == "", "the felt is one stop"
    hand.press("Shift+Tab")
    assert anna.page.evaluate(AT) == "double-3", "and is found again where it was left"

    deals(page, ("Space", "Reveal the dice"), ("Space", "Enter"))
    for face in FACES:
        page.keyboard.press(str(face))
    expect(page.locator(".window")).to_have_attribute("aria-label", "Last three numbers: 3, 3, 6")
    deals(page, ("Enter", "Collect losing wagers"), ("Space", "Pay winners"), ("Space", "Tumble the dice"))
    gains = wins(anna.game, stakes, FACES)
    anna.sees(credit=CREDIT + sum(gains.values()), net=sum(gains.values()))
    expect(anna.page.get_by_role("log")).to_have_text(re.compile("double 3, 6, total 12"))
