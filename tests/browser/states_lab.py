"""How to get to every state of the lab's tabs about many rounds, systems, a house and dice."""

from browser.scene import HARBOUR, evening
from browser.states import PLAN
from playwright.sync_api import expect

EVEN = "rws-6.2_big.100"
BIASED = 20 * "666651"


def risk(screens):
    house = evening(screens, rounds=12)
    screens.expect_error("413")  # what would take too long
    page = screens.page(house, "/lab?view=evening", still=True)
    expect(page.locator("[data-spot]").first).to_be_visible()
    yield "risk-empty", page
    page.goto(f"{house.address}/lab?view=evening&plan={PLAN}&rounds=200&bankroll=5000&goal=8000")
    shown(page, "How the evening can go")
    yield "risk-evening", page
    page.goto(f"{house.address}/lab?view=evening&plan={PLAN}&rounds=90000000&bankroll=5000")
    expect(page.get_by_text("taisai risk")).to_be_visible()
    yield "risk-too-long", page
    page.goto(
        f"{house.address}/lab?view=systems&plan={EVEN}&bankroll=2000&goal=3000&systems=flat.martingale.labouchere"
    )
    shown(page, "Martingale: where it ends")
    yield "risk-systems", page
    page.goto(f"{house.address}/lab?view=house&plan={PLAN}")
    shown(page, "Hold and its bands")
    yield "risk-house", page
    page.goto(f"{house.address}/lab?view=dice")
    expect(page.get_by_label("Throws, one per line")).to_be_visible()
    yield "risk-dice-empty", page
    page.goto(f"{house.address}/lab?view=dice&throws={BIASED}")
    shown(page, "Faces")
    expect(page.get_by_text("Alarm: it has reached 1,000")).to_be_visible()
    yield "risk-dice", page
    yield from design(screens, house, page)
    page.close()
    yield from staff(screens, house)


def design(screens, house, page):
    """A pay table on the drawing board: with other odds, with a spot of one's own, and with odds that are none."""
    page.goto(f"{house.address}/lab?view=design")
    expect(page.locator("[data-spot]").first).to_be_visible()
    page.locator("[data-spot=any-triple]").click()
    odds = page.get_by_role("region", name="Any triple").get_by_label("Pays")
    odds.fill("30")
    odds.press("Enter")
    expect(page.locator("tr.changed").first).to_be_visible()
    page.get_by_role("region", name="Add a spot").get_by_label("Name").fill("Lucky sums")
    yield "risk-design", page
    screens.expect_error("409")
    odds.fill("as you like")
    odds.press("Enter")
    expect(page.locator(".word.bad")).to_be_visible()
    yield "risk-design-wrong", page


def shown(page, title):
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name=title, exact=True).get_by_role("img")).to_be_visible()


def staff(screens, house):
    page = screens.page(house, f"/lab?view=house&plan={PLAN}", house.sign_in("shi.manager"), still=True)
    shown(page, "Tables on this floor, actual against theory")
    yield "risk-house-floor", page
    page.goto(f"{house.address}/lab?view=dice&table={HARBOUR}")
    shown(page, "E-value, throw by throw")
    yield "risk-dice-table", page
