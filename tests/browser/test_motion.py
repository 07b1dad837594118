"""Whoever asks for less motion gets none, at any moment of a round, and is told the same."""

from browser.scene import HARBOUR, MINE, WINNING, evening, others
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
    const names = document.getAnimations().map((one) => one.animationName ?? one.transitionProperty ?? "by script");
    window.moved.push(...names);
    requestAnimationFrame(look);
  };
  look();
}"""


def wager(page, spot, times=1):
    for _ in range(times):
        page.locator(f"[data-spot={spot}]").click()


def rounds_of(house, pages):
    """A round from its wagers to its winnings, with what each page says at every stop."""
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    still, *_ = pages
    expect(still.get_by_text("Place your bets").first).to_be_visible()
    still.keyboard.press("3")
    for spot, times in MINE.items():
        wager(still, spot, times)
    for page in pages:
        expect(page.locator(".pile.accepted")).to_have_count(len(MINE))
    yield "open"
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
    for name in ("by script", "sweep", "rise"):
        moving.wait_for_function("name => moved.some((one) => one.endsWith(name))", arg=name)
    assert told["lit"]["lit"]
    assert {spot for spot, _ in told["paid"]["gains"]} == {"big", "single-4", "double-4", "domino-4-6"}


BLENDED = {"opacity", "scale", "transform", "translate"}
"""What a browser changes without the page: pictures that it has already are blended or moved."""
ANIMATED = """() => document.getAnimations().flatMap((one) => one.effect.getKeyframes().flatMap((frame) =>
  Object.keys(frame).filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))))"""
FILTERED = """() => [...document.querySelectorAll(".frame *")]
  .filter((one) => getComputedStyle(one).filter !== "none").map((one) => one.outerHTML.slice(0, 80))"""


def test_what_lights_up_is_painted_once_and_then_only_blended(screens):
    """Pulses, fading, sweeping and rising, while the house goes from the roll to the winnings."""
    house = evening(screens, rounds=2)
    page = screens.page(house, "/terminal", house.terminal(HARBOUR, 1))
    expect(page.locator("[data-spot]").first).to_be_visible()
    animated = set()
    for _ in rounds_of(house, (page,)):
        animated |= set(page.evaluate(ANIMATED))
        assert page.evaluate(FILTERED) == []
    assert "opacity" in animated
    assert animated <= BLENDED


DRAWN = """() => [...document.querySelectorAll("[data-ground]")].map(({ dataset, x, y, width, height }) =>
  [dataset.ground, ...[x, y, width, height].map((one) => one.baseVal.value)])"""


def test_the_felt_is_not_drawn_anew_between_the_first_wager_and_the_winnings(screens):
    """However long the call is, and where there is something more to read below it."""
    house = evening(screens, rounds=2)
    device = house.terminal(HARBOUR, 1)
    pages = [screens.page(house, "/terminal", device, size=size, still=True) for size in ("wide", "tablet")]
    for page in pages:
        expect(page.locator("[data-spot]").first).to_be_visible()
    drawn = [[page.evaluate(DRAWN) for page in pages] for _ in rounds_of(house, pages)]
    assert drawn == [drawn[0]] * len(drawn)
    tablet = pages[1]
    room, sheet = (tablet.locator(one).bounding_box() for one in (".felt", ".sheet"))
    assert sheet["y"] >= room["y"] - 1
    assert sheet["y"] + sheet["height"] <= room["y"] + room["height"] + 1
