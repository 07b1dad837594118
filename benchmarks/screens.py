"""How soon a placed chip appears in Chromium on a slow machine, and how much of a page's time a lit felt takes."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import lighting
from load import serving
from playwright.sync_api import Browser, Page, sync_playwright
from promise import Pair

ROOT = Path(__file__).parents[1]
TAPS, SLOWER, TAP_MS, LIT_PERCENT = 40, 6, 100.0, 6.0
STEP_MS = 16.0  # shorter delays are not told
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")
READY = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("no chip to select after 10 s")), 10_000);
  const look = () => {
    const wanted = ["[role=radio]", "[data-meter=credit]", "[data-spot]"];
    const [chip, meter, spot] = wanted.map((one) => document.querySelector(one));
    if (!chip || !meter || !spot) return requestAnimationFrame(look);
    chip.click();
    done();
  };
  look();
})"""
PLACES = """(spots) => spots.map((spot) => {
  const { x, y, width, height } = document.querySelector(`[data-spot="${spot}"]`).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def measured(_: Path) -> Iterator[Pair]:
    with serving("house", 8) as (address, house), _chromium() as browser:
        page = _seated(browser, address)
        for delay_ms in _delays(page):
            yield Pair("tap", delay_ms, TAP_MS)
        page.context.close()
        for share in lighting.shares(browser, address, house, SLOWER):
            yield Pair("lit", share * 100, LIT_PERCENT)


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = subprocess.run([ROOT / "scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _seated(browser: Browser, address: str) -> Page:
    """Return a page at a seat with a chip selected. It was loaded again, because the driver's first search for an
    element adds listeners of its own to every click, which would count as the page's work."""
    page = browser.new_context(viewport={"width": 1180, "height": 820}).new_page()
    page.goto(f"{address}/terminal?table=T1")
    page.get_by_role("button", name="demo").click()
    page.wait_for_selector("[data-meter=credit]")
    page.reload()
    page.evaluate(READY)
    return page


def _taps(page: Page) -> Iterator[None]:
    """Tap with the pointer only, because the driver's search for a spot is not the page's work."""
    places = page.evaluate(PLACES, SPOTS)
    for turn in range(TAPS):
        page.mouse.click(*places[turn % len(places)])
        page.evaluate(FRAMES)
        yield


def _delays(page: Page) -> list[float]:
    """Return delays from the browser's event timing, from the touch to the next paint, in steps of 8 ms."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(
        """() => {
          window.delays = [];
          new PerformanceObserver((list) => {
            for (const one of list.getEntries()) if (one.name === "click") window.delays.push(one.duration);
          }).observe({ type: "event", durationThreshold: 16 });
        }"""
    )
    for _ in _taps(page):
        pass
    delays: list[float] = page.evaluate("window.delays")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return delays or [STEP_MS]
