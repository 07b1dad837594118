"""What a lit felt costs the page on a slow machine: how much of its own thread, from the roll to the last pulse."""

from collections.abc import Iterator
from subprocess import Popen
from time import perf_counter, sleep

from load import BY_HAND
from measure import Claim
from playwright.sync_api import Browser, CDPSession, Page

PAGES = {path: f"/{path}?table={BY_HAND}" for path in ("terminal", "layout")}
LIT_S, ROUNDS, SETTLED_S = 3.75, 5, 0.5
SHARE_MOST = 0.05


def claims(browser: Browser, address: str, house: Popen[str], slower: int) -> Iterator[Claim]:
    """Use the best of several rounds, in processor time of the thread, so that other work on the machine does not
    count, nor the first round, in which the browser compiles the scripts."""
    pages = {name: _opened(browser, address + path) for name, path in PAGES.items()}
    sessions = {name: _slowed(page, slower) for name, page in pages.items()}
    shares: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(ROUNDS):
        for name, share in _lit(house, sessions).items():
            shares[name].append(share)
    for page in pages.values():
        page.context.close()
    for name, found in shares.items():
        figure, limit = f"{min(found):.1%} of its thread", f"{SHARE_MOST:.0%}"
        what = f"{name}: a lit phase of {LIT_S} s, {slower} times slower"
        yield Claim(what, figure, limit, min(found) / SHARE_MOST, "at most 1", min(found) <= SHARE_MOST)


def _opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1180, "height": 820}).new_page()
    page.goto(address)
    page.wait_for_selector("[data-spot]")
    return page


def _slowed(page: Page, slower: int) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return session


def _lit(house: Popen[str], sessions: dict[str, CDPSession]) -> dict[str, float]:
    assert house.stdin
    assert house.stdout
    house.stdin.write("prepare\n")
    house.stdin.flush()
    house.stdout.readline()
    sleep(SETTLED_S)
    before, start = {name: _busy_s(session) for name, session in sessions.items()}, perf_counter()
    house.stdin.write("enter\n")
    house.stdin.flush()
    sleep(LIT_S)
    elapsed_s = perf_counter() - start
    return {name: (_busy_s(session) - before[name]) / elapsed_s for name, session in sessions.items()}


def _busy_s(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")
