"""How long a pit page is blocked at a time by a list of five thousand rows."""

import json
from collections.abc import Iterator

from load import serving
from measure import Claim
from playwright.sync_api import Browser, Page

ROWS, TRIES, BLOCK_MS = 5_000, 2, 100.0
AT = "2026-11-15T06:10:00Z"
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")
QUIET = "() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 400))"
LISTS = {
    "events": ("events", "table.data tbody tr[aria-rowindex]", ""),
    "the entries of a round": ("recall/hand/1", "ol li[aria-posinset]", "To the first step"),
    "seats": ("table/T1", "table.data", "Show all seats"),
}
"""Its place, what is visible of it, and a button that changes it."""


def claims(browser: Browser) -> Iterator[Claim]:
    """Use the least disturbed of several tries, in processor time of the page's thread."""
    with serving("history-1", ROWS) as (told, _):
        address, cookie = told.split(" ", 1)
        page = _pit(browser, address, cookie)
        for name, (place, seen, button) in LISTS.items():
            longest = min(_longest(page, place, seen, button) for _ in range(TRIES))
            what = f"{name}, {ROWS:,} rows: the longest block"
            yield Claim(
                what, f"{longest:.0f} ms", f"{BLOCK_MS:.0f} ms", longest / BLOCK_MS, "at most 1", longest <= BLOCK_MS
            )
        page.context.close()


def _pit(browser: Browser, address: str, cookie: str) -> Page:
    name, value = cookie.strip().split("=", 1)
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    events = [_happened(seq) for seq in range(ROWS, 0, -1)]
    page.route("**/api/events?*", lambda route: route.fulfill(json={"page": {"happenings": events, "before_seq": 0}}))
    page.route("**/api/events/waiting", lambda route: route.fulfill(json={"waiting": events}))
    recalled = {"table": "hand", "round": 1, "entries": _entries(), "dealt_by": []}
    page.route("**/api/tables/hand/recall*", lambda route: route.fulfill(json=recalled))
    page.goto(f"{address}/pit#/floor")
    page.wait_for_selector("article, h1")
    return page


def _longest(page: Page, place: str, seen: str, button: str) -> float:
    page.evaluate(QUIET)
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["toplevel"])
    page.evaluate("place => (location.hash = place)", f"#/{place}")
    page.wait_for_selector(seen)
    page.evaluate(QUIET)
    if button:
        page.get_by_role("button", name=button).click()
        page.evaluate(QUIET)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    page.evaluate("() => (location.hash = '#/floor')")
    named = (one for one in traced if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain")
    threads = {(one["pid"], one["tid"]) for one in named}
    return max(one.get("tdur", 0) for one in traced if (one["pid"], one["tid"]) in threads) / 1e3


def _happened(seq: int) -> dict[str, object]:
    told = {
        "words": f"seat {seq} did not answer for a while",
        "table": "T1",
        "device": "",
        "value": "",
        "table_seq": seq,
    }
    seen = {"waiting": True, "acknowledged_by": "", "acknowledged_at": ""}
    return {"seq": seq, "at": AT, "by": "house", "code": "terminal-failed", "severity": "critical", **told, **seen}


def _entries() -> list[dict[str, object]]:
    """Return the entries: all players wager, then everything is collected."""
    placed = {"is": "wager-placed", "round": 1, "stake": 500, "excess": 0, "placed_by": "player", "asked_by": ""}
    wagers = [(seat, SPOTS[seat % len(SPOTS)]) for seat in range(1, ROWS)]
    events: list[dict[str, object]] = [placed | {"seat": seat, "spot": spot} for seat, spot in wagers]
    lost = [(seat, spot, 500, 0, 0) for seat, spot in wagers]
    events.append({"is": "losers-collected", "round": 1, "roll": "3-3-4", "lost": lost, "winners": {}, "overflow": 0})
    return [
        {"seq": seq, "at": AT, "by": "somebody", "words": "", "event": event} for seq, event in enumerate(events, 1)
    ]
