"""How to get to every state of the dealer's console."""

from browser.scene import GARDEN, HARBOUR, LOTUS, PAVILION, TABLES, WINNING, dispute, evening, others
from browser.states import closing, lose, press
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c

FACES = ("Button 4", "Button 4", "Button 6")


def console(screens):
    house = evening(screens)
    page = screens.page(house, "/console", still=True)
    expect(page.get_by_label("Password")).to_be_visible()
    yield "console-sign-in", page
    page.close()
    dealer = house.sign_in("dee.dealer")
    page = screens.page(house, "/console", dealer, still=True)
    expect(page.locator("main li")).to_have_count(len(TABLES))
    yield "console-choose", page
    page.goto(f"{house.address}/console?table={HARBOUR}")
    expect(page.locator("#next b")).to_be_visible()
    yield from a_round(house, page)
    yield from tabs(page)
    yield from voided(house, page)
    page.goto(f"{house.address}/console?table={PAVILION}")
    press(page, "Float")
    yield from sheets(page, ".side .body .button", "console-float")
    page.close()
    page = screens.page(house, f"/console?table={GARDEN}", house.sign_in("cas.supervisor"), still=True)
    yield from opening(page)
    page.close()
    yield from supervised(screens, house)
    page = screens.page(house, f"/console?table={HARBOUR}", house.sign_in("shi.manager"), still=True)
    yield from second(page)
    lose(screens, house, page, "shi.manager")
    yield "console-lost", page


def opening(page):
    """With a check that failed, and a test roll from its keys to what somebody says of it."""
    expect(page.get_by_role("button", name="Press a test roll")).to_be_visible()
    yield "console-opening", page
    press(page, "Failed… 5.0(c)")
    page.get_by_label("What was found").fill("the dome is cracked")
    yield "console-opening-failing", page
    press(page.locator("dialog"), "Failed")
    expect(page.get_by_text("the dome is cracked")).to_be_visible()
    press(page, "Press a test roll")
    for face in WINNING:
        page.keyboard.press(str(face))
    expect(page.get_by_text("total 14").first).to_be_visible()
    yield "console-test-keys", page
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Right spots lit")).to_be_visible()
    yield "console-test-lit", page
    press(page, "Something is wrong…")
    yield "console-test-wrong", page
    closing(page)


def supervised(screens, house):
    """What a supervisor does on the felt: marks what is really lit, reads the dice, marks what was not registered."""
    house.enter(PAVILION, WINNING)
    page = screens.page(house, f"/console?table={PAVILION}", house.sign_in("gus.supervisor"), still=True)
    press(page, "Void · trouble")
    yield "console-remedies", page
    page.get_by_role("button", name="The layout lit the wrong spots").click()
    yield "console-report", page
    press(page.locator("dialog"), "Report")
    page.locator("[data-spot=small]").click()
    yield "console-marking", page
    press(page, "Done")
    expect(page.get_by_role("region", name="What the dice show")).to_be_visible()
    yield "console-reading", page
    page.keyboard.press("Escape")
    page.close()
    page = screens.page(house, f"/console?table={LOTUS}", house.sign_in("dee.dealer"), still=True)
    page.locator(".seat-rail button").nth(0).click()
    press(page, "A terminal failed")
    page.get_by_text("Some stakes were not registered").click()
    press(page.locator("dialog"), "Report")
    page.locator("[data-spot=small]").click()
    yield "console-unregistered", page
    press(page, "Done")
    expect(page.locator(".failed")).to_be_visible()
    yield "console-terminal-failed", page
    page.close()


def a_round(house, page):
    following = page.locator("#next")
    while not page.get_by_text("Entry terminal").is_visible():
        name = following.locator("b").text_content()
        yield f"console-{name.lower().replace(' ', '-')}", page
        if name == "Close wagers":
            others(house)
            page.locator(".seat-rail button").nth(2).click()
            expect(page.locator(".stakes")).to_be_visible()
            yield "console-seat", page
            yield from sheets(page, ".one .button:visible", "console-seat")
        following.click()
        expect(following.locator("b")).not_to_have_text(name)
    for face in WINNING:
        page.keyboard.press(str(face))
    expect(page.get_by_text("total 14").first).to_be_visible()
    yield "console-entry", page
    page.keyboard.press("Enter")
    expect(page.locator("[data-lit]").first).to_be_attached()
    yield "console-lit", page
    following.click()
    expect(page.locator(".unpaid")).to_be_visible()
    yield "console-unpaid", page
    following.click()
    expect(page.locator(".unpaid")).to_have_count(0)


def tabs(page):
    press(page, "Limits")
    yield "console-limits", page
    press(page, "Orders")
    yield "console-orders", page
    press(page, "Menu")
    expect(page.locator("dialog")).to_be_visible()
    yield "console-menu", page
    closing(page)


def sheets(page, buttons, name):
    """Every sheet that a button of these opens."""
    for place in range(page.locator(buttons).count()):
        button = page.locator(buttons).nth(place)
        if not button.is_enabled():
            continue
        button.click()
        expect(page.locator("dialog")).to_be_visible()
        yield f"{name}-sheet-{place}", page
        closing(page)


def voided(house, page):
    page.locator("#next").click()
    press(page, "Void · trouble")
    yield "console-trouble", page
    yield from sheets(page, ".trouble .button", "console-trouble")
    house.do(HARBOUR, c.VoidRound(Trouble.DICE_EXPOSED), Role.DEALER)
    expect(page.locator(".call.bad")).to_be_visible()
    yield "console-void", page
    house.do(HARBOUR, c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    expect(page.get_by_role("alert").first).to_be_visible()
    yield "console-malfunction", page
    house.do(HARBOUR, c.ClearTrouble("lamps changed"), Role.GAME_SUPERVISOR)
    dispute(house)


def second(page):
    press(page, "Void · trouble")
    press(page, "Decide")
    page.get_by_label("Reason").fill("The recording shows the chips on Big.")
    page.get_by_label("Amount to the player").fill("250")
    press(page.locator("dialog"), "Decide")
    expect(page.get_by_role("heading", name="Two people")).to_be_visible()
    yield "console-second", page
    closing(page)
