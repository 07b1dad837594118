"""What a lit felt costs the page on a slow machine: how much of its own thread, from the roll to the last pulse."""

from collections.abc import Iterator
from subprocess import Popen
from time import perf_counter, sleep

from load import BY_HAND
from measure import Claim
from playwright.sync_api import Browser, CDPSession, Page

PAGES = {path: f"/{path}?table={BY_HAND}" for path in ("terminal", "layout")}
LIT_S, ROUNDS, SETTLED_S = 3.75, 4, 0.5
SHARE_MOST = 0.05


def claims(browser: Browser, address: str, house: Popen[str], slower: int) -> Iterator[Claim]:
    """Use the best of several rounds, in processor time of the thread, so that other work on the machine does not
    count, nor the first rounds, in which the browser compiles the scripts. Only one page is open: two that light up
    at the same moment take each other's cores, and the time of both grows."""
    for name, path in PAGES.items():
        page = _opened(browser, address + path)
        session = _slowed(page, slower)
        share = min(_lit(house, session) for _ in range(ROUNDS))
        page.context.close()
        what = f"{name}: a lit phase of {LIT_S} s, {slower} times slower"
        limit = f"{SHARE_MOST:.0%}"
        yield Claim(what, f"{share:.1%} of its thread", limit, share / SHARE_MOST, "at most 1", share <= SHARE_MOST)


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


def _lit(house: Popen[str], session: CDPSession) -> float:
    assert house.stdin
    assert house.stdout
    house.stdin.write("prepare\n")
    house.stdin.flush()
    house.stdout.readline()
    sleep(SETTLED_S)
    before, start = _busy_s(session), perf_counter()
    house.stdin.write("enter\n")
    house.stdin.flush()
    sleep(LIT_S)
    elapsed_s = perf_counter() - start
    return (_busy_s(session) - before) / elapsed_s


def _busy_s(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")
