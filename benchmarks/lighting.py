"""What a lit felt costs the page on a slow machine: how much of its own thread, from the roll to the last pulse."""

from subprocess import Popen
from time import perf_counter, sleep

from load import BY_HAND
from playwright.sync_api import Browser, CDPSession, Page

PAGE = f"/terminal?table={BY_HAND}"
LIT_S, ROUNDS, FIRST, SETTLED_S = 3.75, 4, 1, 0.5


def shares(browser: Browser, address: str, house: Popen[str], slower: int) -> list[float]:
    """Return the page's share in each of several rounds, in processor time of its thread, so that other work on the
    machine does not count. The first round is left out: the browser compiles the scripts in it."""
    page = _opened(browser, address + PAGE)
    session = _slowed(page, slower)
    found = [_lit(house, session) for _ in range(FIRST + ROUNDS)]
    page.context.close()
    return found[FIRST:]


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
