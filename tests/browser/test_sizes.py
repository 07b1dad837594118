"""Small screens and large letters: every spot can be hit by a finger, nothing leaves the page, nothing jumps."""

import pytest
from browser.game import CHIPS, table
from browser.measures import measured, resize
from browser.pages import SIZES
from browser.people import Player
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule

FINGER = 32
HELD = SIZES | {"sideways": (844, 390), "laptop at 200 %": (683, 384)}
CELLS = "(all) => all.map((one) => one.getBoundingClientRect().height)"
BOXES = "() => ['header', '#felt', '.controls'].map((one) => { const { x, y, width, height } = document.querySelector(one).getBoundingClientRect(); return [x, y, width, height].map(Math.round); })"  # noqa: E501
HIDDEN = "(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
LIMITS = (
    LimitRule(minimum=CHIPS[0], maximum=500_000, differential=300_000, exposure=20_000_000),
    LimitRule(area="triple", minimum=CHIPS[0], maximum=50_000),
)
OVER = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


def pages(page):
    tabs = page.locator("#felt .pages button")
    for place in range(tabs.count() or 1):
        if tabs.count():
            tabs.nth(place).click()
        yield place


@pytest.fixture
def anna(screens):
    house = screens.house(table("H", "rws-6/2"))
    house.open("H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    return Player(screens, house, "H", 1)


def test_every_spot_is_high_enough_for_a_finger_and_nothing_leaves_the_page(anna):
    spots = {spot.id for spot in anna.game.paytable.spots}
    for name, size in HELD.items():
        resize(anna.page, size)
        found = set()
        for _ in pages(anna.page):
            cells = anna.page.locator("[role=gridcell]")
            low = [height for height in cells.evaluate_all(CELLS) if height < FINGER - 0.5]
            assert low == [], name
            found |= set(cells.evaluate_all("(all) => all.map((one) => one.dataset.spot)"))
        assert found == spots, name
        assert max(anna.page.evaluate(OVER)) <= 0, name


def wagers(anna):
    """A round of two wagers, and where everything lies then."""
    anna.house.step("H", until=Step.CLOSE_BETS)
    anna.sees(notice="Place your bets")
    anna.places(CHIPS[1], "big", "small")
    return anna.page.evaluate(BOXES)


def test_a_wager_is_placed_and_nothing_jumps_when_the_result_shows_or_the_round_is_void(anna):
    for name, size in HELD.items():
        resize(anna.page, size)
        before = wagers(anna)
        anna.house.enter("H", (4, 5, 6))
        anna.house.settle("H")
        expect(anna.page.locator("[data-meter=net]")).to_contain_text("back")
        assert anna.page.evaluate(BOXES) == before, name
        before = wagers(anna)
        anna.house.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
        expect(anna.page.locator(".notice")).to_contain_text("void", ignore_case=True)
        assert anna.page.evaluate(BOXES) == before, name


@pytest.mark.clause("rws-6:3.3")
def test_every_limit_is_told_with_its_currency_whatever_the_notice_says(screens):
    house = screens.house(table("H", "rws-6/2", limits=LIMITS))
    house.open("H", 1)
    house.step("H", until=Step.CLOSE_BETS)
    anna = Player(screens, house, "H", 1)
    limits = anna.page.locator(".limits")
    anna.places(CHIPS[1], "big")
    for _ in told_of(anna, house):
        for name, size in HELD.items():
            resize(anna.page, size)
            expect(limits).to_contain_text("SGD 1 – 5,000")
            expect(limits).to_contain_text("Maximum payout")
            assert [limits.evaluate(HIDDEN), measured(anna.page, "lostWords")] == [[0, 0], []], name


def told_of(anna, house):
    """From short to long: wagers are open, a round is void, and why the table has stopped."""
    yield
    house.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
    expect(anna.page.locator(".notice")).to_contain_text("void", ignore_case=True)
    yield
    house.do("H", c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    expect(anna.page.locator(".notice")).to_contain_text("stopped", ignore_case=True)
    yield
