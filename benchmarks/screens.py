"""How soon a screen and a placed chip appear in Chromium, compared with the promise; how much of a page's time a lit
felt and a long list use; and the frame rate of tumbling dice."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import lighting
import long_lists
import tumbling
from load import serving
from measure import Claim
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
SURFACES = {
    "lobby": ("/", "article"),
    "terminal": ("/terminal?table=T1", "[data-spot]"),
    "console": ("/console?table=T1", "input"),
    "layout": ("/layout?table=T1", "[data-spot]"),
    "display": ("/display?table=T1", "section"),
    "pit": ("/pit", "input"),
    "lab": ("/lab", "tbody tr"),
}
LOADS, TAPS = 3, 40
SOON_MS, TAP_MS, SLOW_TAP_MS, SLOWER = 1_000.0, 16.0, 100.0, 6
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")
WATCH = """(selector) => {
  const look = () => {
    if (window.interactive || !document.querySelector(selector)) return;
    window.interactive = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}"""
LOADED = """() => new Promise((done) => {
  const look = () => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    if (painted && window.interactive) done([painted.startTime, window.interactive]);
    else requestAnimationFrame(look);
  };
  look();
})"""
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
TAPPED = """async (spot) => {
  const cell = document.querySelector(`[data-spot="${spot}"]`);
  const start = performance.now();
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  for (let turn = 0; turn < 5; turn += 1) await null;
  document.body.getBoundingClientRect();
  const taken = performance.now() - start;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return taken;
}"""


def claims() -> Iterator[Claim]:
    yield from _sizes()
    with serving("house", 8) as (address, house), _chromium() as browser:
        for name, (path, selector) in SURFACES.items():
            loads = [_loaded(browser, address + path, selector) for _ in range(LOADS)]
            painted, interactive = zip(*loads, strict=True)
            yield _claim(f"{name}: first paint", painted, SOON_MS)
            yield _claim(f"{name}: interactive", interactive, SOON_MS)
        page = _seated(browser, address)
        yield _claim("a chip tap: script, style and layout", _work(page), TAP_MS)
        tapped = f"a chip tap to the next frame, {SLOWER} times slower"
        yield _claim(tapped, _delays(page), SLOW_TAP_MS)
        with _busy():
            yield _claim(f"{tapped}, every core busy", _delays(page), SLOW_TAP_MS)
        page.context.close()
        yield from lighting.claims(browser, address, house, SLOWER)
        yield from long_lists.claims(browser)
        yield from tumbling.claims(browser)


def _claim(what: str, times: list[float] | tuple[float, ...], most: float) -> Claim:
    typical = median(times)
    figure = f"median {typical:.1f} ms, worst {max(times):.1f} ms"
    return Claim(what, figure, f"{most:.0f} ms", typical / most, "at most 1", typical <= most)


def _sizes() -> Iterator[Claim]:
    words = [str(ROOT / "scripts/npm"), "run", "--silent", "sizes"]
    told = subprocess.run(words, check=False, capture_output=True, text=True).stdout
    for line in told.splitlines():
        what, _, figures = line.partition(": ")
        size, _, most = figures.partition(" kB gzip of ")
        ratio = float(size) / float(most)
        yield Claim(f"{what}, gzip", f"{size} kB", f"{most} kB", ratio, "at most 1", ratio <= 1)


@contextmanager
def _busy() -> Iterator[None]:
    """Keep all cores busy with other work."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = subprocess.run([ROOT / "scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _loaded(browser: Browser, address: str, selector: str) -> tuple[float, float]:
    """Load with an empty cache; return the times of the first paint and of the first usable control."""
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    page = context.new_page()
    page.add_init_script(f"({WATCH})({selector!r})")
    page.goto(address)
    page.wait_for_selector(selector)
    painted, interactive = page.evaluate(LOADED)
    context.close()
    return painted, interactive


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


def _work(page: Page) -> list[float]:
    """Return the work of the page's thread: the click, its changes, and their style and layout."""
    return [page.evaluate(TAPPED, SPOTS[turn % len(SPOTS)]) for turn in range(TAPS)]


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
    return delays or [16.0]
