"""How to get to what a player sees after rounds: a win, a loss, a session, a moment to look up, and proofs."""

from datetime import timedelta

from browser.dealing import settle, throw
from browser.scene import HARBOUR, evening, rolls
from browser.states import closing, press
from playwright.sync_api import expect
from server.test_logs import signed

EVERY_MIN = 30
STAKE = 2_500
LOST, PARTLY, WON = (1, 2, 2), (1, 4, 5), (4, 4, 4)
MINE = tuple((1, spot, STAKE) for spot in ("big", "single-4", "triple-4", "any-triple", "total-12"))
LONG_MS = timedelta(minutes=EVERY_MIN + 1) // timedelta(milliseconds=1)


def moment(screens):
    house = evening(screens, rounds=3, care_reality_minutes=EVERY_MIN, care_helpline="1800-6-668-668")
    page = screens.page(house, "/terminal", house.terminal(HARBOUR, 1), still=True)
    expect(page.locator("[data-meter=credit]")).to_be_visible()
    for name, faces in {"loss": LOST, "partly": PARTLY, "big-win": WON}.items():
        throw(house, faces, HARBOUR, wagers=MINE)
        settle(house, HARBOUR)
        expect(page.locator(".notice [data-shown]")).to_have_attribute("data-shown", str(house.table(HARBOUR).round))
        expect(page.locator("[data-meter=net]")).to_contain_text("back")
        yield f"moment-{name}", page
    yield from session(house, page)
    page.clock.install()
    page.reload()
    expect(page.locator("[data-meter=credit]")).to_be_visible()
    page.clock.fast_forward(LONG_MS)
    expect(page.get_by_role("dialog", name="Reality check")).to_be_visible()
    yield "moment-reality", page


def session(house, page):
    for faces in rolls(12):
        throw(house, faces, HARBOUR, wagers=MINE)
    settle(house, HARBOUR)
    house.run(signed(house.server, HARBOUR))
    press(page, "Menu")
    press(page, "My session")
    expect(page.locator("dialog li button.round").nth(5)).to_be_visible()
    yield "moment-session", page
    page.locator("dialog").get_by_role("button", name="Receipt", exact=True).first.click()
    expect(page.get_by_role("img", name="Scan to check it on your own device.")).to_be_visible()
    yield "moment-receipt", page
    closing(page)


def verify(screens):
    house = evening(screens, rounds=3)
    terminal = screens.page(house, "/terminal", house.terminal(HARBOUR, 1), still=True)
    house.run(signed(house.server, HARBOUR))
    page = screens.page(house, "/verify", still=True)
    expect(page.get_by_role("heading").first).to_be_visible()
    yield "verify-empty", page
    throw(house, WON, HARBOUR, wagers=MINE)
    settle(house, HARBOUR)
    house.run(signed(house.server, HARBOUR))
    press(terminal, "Menu")
    press(terminal, "My session")
    terminal.locator("dialog").get_by_role("button", name="Receipt", exact=True).first.click()
    address = terminal.get_by_role("img", name="Scan to check it on your own device.").get_attribute("data-text")
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text("It fits the key that came with it.")
    yield "verify-key", page
    press(page, "I have compared this key: trust it from now on")
    expect(page.get_by_role("status")).to_contain_text("Sound")
    page.get_by_text("All entries").click()
    yield "verify-sound", page
    page.goto(f"{house.address}/verify")
    page.get_by_label("Or paste the text").fill("c2sp.org/tlog-proof@v1\nrubbish\n\n")
    press(page, "Check")
    expect(page.get_by_role("alert")).to_contain_text("Do not trust this.")
    yield "verify-bad", page
