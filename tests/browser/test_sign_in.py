"""A page asks once who it is; every way in and out says it with its own answer."""

from urllib.parse import urlsplit

import pytest
from browser.staff import signs_in
from playwright.sync_api import expect
from server.making import HAND, PIN

WAYS = {f"POST /api/{one}" for one in ("sign-in", "take-over", "reenter", "sign-out")}


def asks(page):
    """What the page asks the house from now on, until it is emptied."""
    asked = []
    page.on("request", lambda one: "/api/" in one.url and asked.append(f"{one.method} {urlsplit(one.url).path}"))
    return asked


def once(asked, *ways):
    """By these ways and no other, and nobody asked again who it is."""
    assert [one for one in asked if one in WAYS | {"GET /api/me"}] == list(ways), asked
    asked.clear()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def falls_asleep(house):
    def idle():
        (held,) = house.server.register.sessions._held.values()
        held.seen_s -= house.server.register.sessions.idle_s

    house.call(idle)


def load(page, asked, shown):
    """A page that is loaded asks once. What the page before it still asked does not count."""
    address = page.url
    page.goto("about:blank")
    asked.clear()
    page.goto(address)
    expect(shown).to_be_visible()
    once(asked, "GET /api/me")


@pytest.fixture
def house(screens):
    screens.may_fail("401|no valid credentials")  # a page whose session ended may ask before it notices
    made = screens.house(HAND)
    made.open("H", 1)
    return made


def test_a_console_asks_once_who_deals(screens, house):
    page = screens.page(house, "/console", house.console("H"), size="tablet", still=True, own=True)
    expect(button(page, "Sign in")).to_be_visible()
    asked, dealing = asks(page), page.locator(".console")
    load(page, asked, button(page, "Sign in"))
    signs_in(page, "dee.dealer")
    expect(dealing).to_be_visible()
    once(asked, "POST /api/sign-in")
    load(page, asked, dealing)
    falls_asleep(house)
    load(page, asked, page.get_by_label("PIN"))
    page.get_by_label("PIN").fill(PIN)
    button(page, "Continue").click()
    expect(dealing).to_be_visible()
    expect(page.locator(".who b")).to_have_text("dee.dealer")
    once(asked, "POST /api/reenter")
    button(page, "Menu").click()
    button(page, "Sign out").click()
    expect(button(page, "Sign in")).to_be_visible()
    once(asked, "POST /api/sign-out")


def test_a_pit_asks_once_who_watches(screens, house):
    page = screens.page(house, "/pit", still=True, own=True)
    expect(button(page, "Sign in")).to_be_visible()
    asked, floor = asks(page), page.get_by_role("heading", name="By hand")
    load(page, asked, button(page, "Sign in"))
    signs_in(page, "shi.manager")
    expect(floor).to_be_visible()
    once(asked, "POST /api/sign-in")
    load(page, asked, floor)
    falls_asleep(house)
    load(page, asked, page.get_by_label("PIN"))
    page.get_by_label("PIN").fill(PIN)
    page.keyboard.press("Enter")
    expect(floor).to_be_visible()
    once(asked, "POST /api/reenter")
    button(page, "Sign out").click()
    expect(button(page, "Sign in")).to_be_visible()
    once(asked, "POST /api/sign-out")


def test_a_pit_whose_browser_has_someone_else_by_now_shows_them(screens, house):
    """Dee has signed in on another tab; what was still on this one is never done in her name."""
    screens.expect_error("409")
    screens.may_fail("403")  # what the page was still reading
    page = screens.page(house, "/pit#/people", house.sign_in("shi.manager"), still=True)
    expect(page.get_by_text("shi.manager").first).to_be_visible()
    dealer = house.sign_in("dee.dealer").cookies.items()
    page.context.add_cookies([{"name": name, "value": value, "url": house.address} for name, value in dealer])
    before = house.call(house.server.heads)
    with page.expect_console_message(lambda said: "409" in said.text):
        button(page, "Sign out").click()
    expect(page.get_by_text("dee.dealer").first).to_be_visible()
    assert house.call(house.server.heads) == before, "Dee is still signed in"
