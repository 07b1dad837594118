"""How to get to every state that the pages of guests can be in: a tour yields the name of each with its page."""

from browser.dealing import settle, throw
from browser.making import WAIT_MS
from browser.scene import HARBOUR, LOTUS, MINE, TABLES, WINNING, evening, others
from playwright.sync_api import expect

from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

PANELS = {
    "receipts": "My wagers", "favourites": "Favourites", "session": "My session",
    "proof": "Proof of the throw", "buy": "Redeem a voucher",
    "cash": "Cash out", "limits": "My limits", "break": "Take a break",
}  # fmt: skip
PLAN = "rws-6.2_big.100_double-4.10_total-12.20_any-triple.5_single-4.25_domino-4-6.15"
CHIP = 2_500
expect.set_options(timeout=WAIT_MS)


def press(page, name, **options):
    page.get_by_role("button", name=name, exact=True, **options).first.click()


def closing(page):
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def lobby(screens):
    house = evening(screens, rounds=12, demo=True)
    page = screens.page(house, "/", still=True)
    expect(page.locator("article")).to_have_count(len(TABLES))
    expect(page.locator("tbody tr").first).to_be_visible()
    yield "lobby", page
    with page.expect_response(f"**/api/tables/{LOTUS}/felt"):
        page.get_by_role("combobox").select_option(LOTUS)
    expect(page.locator(".guide tbody tr").first).to_be_visible()
    yield "lobby-guide", page


def layout(screens):
    house = evening(screens, rounds=3)
    page = screens.page(house, f"/layout?table={HARBOUR}", still=True)
    expect(page.locator("[data-spot]").first).to_be_visible()
    yield "layout", page
    throw(house, WINNING, HARBOUR)
    expect(page.locator("[data-lit]").first).to_be_visible()
    yield "layout-lit", page
    page.goto(f"{house.address}/layout?table={HARBOUR}&test=1&pause=1&roll=20")
    expect(page.locator("[data-lit]").first).to_be_visible()
    yield "layout-test", page


def display(screens):
    house = evening(screens, rounds=72)
    page = screens.page(house, f"/display?table={HARBOUR}", still=True)
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    expect(page.get_by_text("Place your bets")).to_be_visible()
    yield "display", page
    page.goto(f"{house.address}/display?table={LOTUS}")
    expect(page.get_by_role("heading", name="Lotus")).to_be_visible()
    yield "display-none", page


def lab(screens):
    house = screens.house(*TABLES)
    page = screens.page(house, "/lab?view=edges", still=True)
    expect(page.locator("main tbody tr").first).to_be_visible()
    yield "lab-edges", page
    page.goto(f"{house.address}/lab?view=compare&one=rws-6.2&other=etg.2")
    expect(page.locator("main table").first).to_be_visible()
    yield "lab-compare", page
    page.goto(f"{house.address}/lab?view=plan")
    expect(page.locator("[data-spot]").first).to_be_visible()
    yield "lab-plan-empty", page
    page.goto(f"{house.address}/lab?view=plan&plan={PLAN}")
    expect(page.locator("[data-pile]").first).to_be_attached()
    expect(page.get_by_text("Expected").first).to_be_visible()
    yield "lab-plan", page
    for view in ("Table", "List"):
        for button in page.get_by_role("button", name=view, exact=True).all():
            button.click()
    yield "lab-plan-lists", page


def wager(page, spot, times=1):
    for _ in range(times):
        page.locator(f"[data-spot={spot}]").click()


def terminal(screens):
    house = evening(screens)
    page = screens.page(house, f"/terminal?table={HARBOUR}", still=True)
    expect(page.locator("[data-spot]").first).to_be_visible()
    yield "terminal-watching", page
    page.close()
    device = house.terminal(HARBOUR, 1)
    page = screens.page(house, "/terminal", device, still=True)
    yield from betting(house, page)
    yield from panels(screens, page)
    yield from staged(page)
    yield from result(house, page)
    yield from trouble(house, page)
    yield from put_right(house, page)
    yield from failed(screens, house)
    lose(screens, house, page, device.name)
    yield "terminal-lost", page


def betting(house, page):
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    expect(page.get_by_text("Place your bets").first).to_be_visible()
    others(house)
    page.keyboard.press("3")
    for spot, times in MINE.items():
        wager(page, spot, times)
    page.mouse.move(0, 0)
    expect(page.locator(".pile.accepted")).to_have_count(len(MINE))
    yield "terminal-betting", page
    press(page, "About a spot")
    wager(page, "domino-4-6")
    expect(page.locator("aside.pinned")).to_be_visible()
    yield "terminal-spot", page
    press(page, "Close")
    press(page, "About a spot")
    press(page, "List of spots")
    expect(page.locator("li[data-spot]").first).to_be_visible()
    yield "terminal-list", page
    press(page, "Table view")


def staged(page):
    """Less than the minimum waits on its spot."""
    page.keyboard.press("1")
    wager(page, "odd")
    expect(page.locator(".pile.staged")).to_have_count(1)
    yield "terminal-staged", page
    page.locator("[data-spot=odd]").click(button="right")
    expect(page.locator(".pile.staged")).to_have_count(0)


def panels(screens, page):
    screens.expect_error("404")  # no proof of a throw whose dice are real
    press(page, "Menu")
    expect(page.locator("dialog")).to_be_visible()
    yield "terminal-menu", page
    closing(page)
    for name in ("Roads", "Rules"):
        press(page, name)
        expect(page.locator("dialog h3, dialog tbody tr").first).to_be_visible()
        yield f"terminal-{name.lower()}", page
        closing(page)
    for name, label in PANELS.items():
        press(page, "Menu")
        press(page.locator("dialog"), label)
        expect(page.locator("dialog h2")).not_to_have_text("Menu")
        yield f"terminal-{name}", page
        closing(page)


def result(house, page):
    page.mouse.move(0, 0)
    house.enter(HARBOUR, WINNING)
    expect(page.locator("[data-lit]").first).to_be_attached()
    yield "terminal-lit", page
    house.do(HARBOUR, c.CollectLosers())
    expect(page.locator(".pile.swept").first).to_be_attached()
    yield "terminal-swept", page
    settle(house, HARBOUR)
    expect(page.locator("[data-gain]").first).to_be_attached()
    yield "terminal-win", page
    press(page, "Menu")
    press(page, PANELS["session"])
    page.locator("dialog li button.round").first.click()
    expect(page.get_by_text("replay")).to_be_visible()
    yield "terminal-replay", page
    press(page, "Back to the game")
    press(page, "Menu")
    press(page, PANELS["cash"])
    press(page, "Print a voucher")
    expect(page.get_by_role("button", name="Print", exact=False).last).to_be_visible()
    yield "terminal-voucher", page
    closing(page)
    expect(page.locator(".banner")).to_contain_text("Do you have your voucher")
    yield "terminal-voucher-waits", page
    press(page, "I have the voucher")


def trouble(house, page):
    house.do(HARBOUR, c.BuyIn(1, 500_000))
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    house.do(HARBOUR, c.PlaceWager(1, "big", CHIP), seat=1)
    house.do(HARBOUR, c.VoidRound(Trouble.DICE_EXPOSED), Role.DEALER)
    expect(page.get_by_role("alert")).to_contain_text("void")
    yield "terminal-void", page
    press(page, "Close")
    house.do(HARBOUR, c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    expect(page.get_by_role("alert")).to_be_visible()
    yield "terminal-malfunction", page


def put_right(house, page):
    """The wrong roll is entered and amended while winners are paid, and nothing else is wrong any more."""
    house.do(HARBOUR, c.ClearTrouble("lamps changed"), Role.GAME_SUPERVISOR)
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    for spot in ("big", "small", "single-4"):
        house.do(HARBOUR, c.PlaceWager(1, spot, CHIP), seat=1)
    house.enter(HARBOUR, (1, 2, 4))
    house.do(HARBOUR, c.CollectLosers())
    house.do(HARBOUR, c.PayArea("small"))
    house.do(HARBOUR, c.AmendEntry(WINNING), Role.GAME_SUPERVISOR)
    expect(page.get_by_role("alert")).to_contain_text("paid to you was taken back")
    yield "terminal-amended", page
    settle(house, HARBOUR)


def failed(screens, house):
    page = screens.page(house, "/terminal", house.terminal(LOTUS, 1), still=True)
    house.do(LOTUS, c.BuyIn(1, 500_000))
    expect(page.get_by_text("Place your bets").first).to_be_visible()
    page.keyboard.press("3")
    wager(page, "big")
    wager(page, "single-4")
    expect(page.locator(".pile.accepted")).to_have_count(2)
    yield "terminal-own-limits", page
    house.do(LOTUS, c.ReportTerminal(1, {"small": CHIP, "total-12": CHIP}))
    expect(page.get_by_role("alert")).to_contain_text("out of service")
    yield "terminal-failed", page
    page.close()


def lose(screens, house, page, who):
    """The network is gone: what was connected ends, and nothing new begins."""
    screens.expect_error("ERR_INTERNET_DISCONNECTED")
    with page.expect_console_message(lambda said: "ERR_INTERNET_DISCONNECTED" in said.text):
        page.context.set_offline(offline=True)
        house.call(house.server.house.hub.drop, who, "the line is cut")
    expect(page.get_by_role("alert").filter(has_text="onnection")).to_be_visible()
