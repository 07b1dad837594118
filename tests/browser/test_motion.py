"""Whoever asks for less motion gets none, at any moment of a round, and is told the same."""

from browser.scene import HARBOUR, MINE, WINNING, evening, others
from browser.states import wager
from playwright.sync_api import expect

from taisai.rules.vocabulary import Step
from taisai.table import commands as c

TOLD = """() => ({
  lit: [...document.querySelectorAll("[data-lit]")].map((one) => one.dataset.spot),
  gains: [...document.querySelectorAll("[data-gain]")].map((one) => [one.dataset.gain, one.textContent]),
  piles: [...document.querySelectorAll("[data-pile]:not(.swept)")].map((one) => [one.dataset.pile, one.textContent]),
  meters: [...document.querySelectorAll("[data-meter]")].map((one) => one.textContent),
  notice: document.querySelector(".notice").innerText,
  spots: [...document.querySelectorAll("[data-spot]")].map((one) => one.getAttribute("aria-label")),
})"""
WATCH = """() => {
  window.moved = [];
  const look = () => {
    for (const one of document.getAnimations()) window.moved.push(one.animationName ?? one.transitionProperty);
    requestAnimationFrame(look);
  };
  look();
}"""


def rounds_of(house, pages):
    """A round from its wagers to its winnings, with what each page says at every stop."""
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    still, _ = pages
    expect(still.get_by_text("Place your bets").first).to_be_visible()
    still.keyboard.press("3")
    for spot, times in MINE.items():
        wager(still, spot, times)
    for page in pages:
        expect(page.locator(".pile.accepted")).to_have_count(len(MINE))
    others(house)
    house.enter(HARBOUR, WINNING)
    for page in pages:
        expect(page.locator("[data-lit]").first).to_be_attached()
    yield "lit"
    house.do(HARBOUR, c.CollectLosers())
    for page in pages:
        expect(page.locator(".pile.swept").first).to_be_attached()
    yield "swept"
    house.do(HARBOUR, c.PayArea())
    for page in pages:
        expect(page.locator("[data-gain]").first).to_be_attached()
    yield "paid"


def test_less_motion_is_none_and_tells_the_same(screens):
    house = evening(screens, rounds=2)
    device = house.terminal(HARBOUR, 1)
    still, moving = (screens.page(house, "/terminal", device, still=still) for still in (True, False))
    for page in (still, moving):
        expect(page.locator("[data-spot]").first).to_be_visible()
        page.evaluate(WATCH)
    told = {}
    for stop in rounds_of(house, (still, moving)):
        told[stop] = still.evaluate(TOLD)
        assert told[stop] == moving.evaluate(TOLD), stop
    assert still.evaluate("moved") == []
    assert {"pulse", "sweep", "rise"} <= {name.split("-")[-1] for name in moving.evaluate("moved")}
    assert told["lit"]["lit"]
    assert {spot for spot, _ in told["paid"]["gains"]} == {"big", "single-4", "double-4", "domino-4-6"}
