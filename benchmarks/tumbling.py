"""The cost of a round's animation for a page: its longest task while dice tumble at a table of eight players, and its
memory after many rounds."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median
from typing import TYPE_CHECKING, Any

from load import THROWN, serving
from measure import Claim
from playwright.sync_api import Browser, Page

if TYPE_CHECKING:
    from subprocess import Popen

SEATS, THROWS, ROUNDS, WARM = 8, 3, 200, 65  # a table shows 60 rounds, so memory grows until then
FRAME_MS, HEAP_MORE = 50.0, 1.05
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")
LOADED = "() => performance.getEntriesByName('dome').length"
RESTED = "(count) => performance.getEntriesByName('rests').length === count"
MARKS = """() => {
  let tumbles = false;
  const look = () => {
    const now = !!document.querySelector("[data-dome=tumbling]");
    if (now !== tumbles) performance.mark(now ? "tumbles" : "rests");
    tumbles = now;
    requestAnimationFrame(look);
  };
  look();
}"""


def claims(browser: Browser) -> Iterator[Claim]:
    with serving(THROWN, SEATS + 1) as (address, house):
        with ExitStack() as opened:
            players = [_seated(browser, address, opened, still=bool(seat)) for seat in range(SEATS)]
            yield _frames(browser, house, players)
        with ExitStack() as opened:
            yield _heap(_seated(browser, address, opened, still=False), house)


def _frames(browser: Browser, house: "Popen[str]", players: list[Page]) -> Claim:
    """Measure processor time of the page's thread, so that other work on the machine does not count."""
    page, *_ = players
    page.wait_for_function(LOADED)
    page.evaluate(MARKS)
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    for number in range(1, THROWS + 1):
        _round(house, players)
        page.wait_for_function(RESTED, arg=number)
    tasks = _tasks_ms(json.loads(browser.stop_tracing())["traceEvents"])
    figure = f"longest task {max(tasks):.0f} ms, median {median(tasks):.1f} ms of {len(tasks)}"
    what = f"a frame while dice tumble, {SEATS} seats playing"
    return Claim(what, figure, f"{FRAME_MS:.0f} ms", max(tasks) / FRAME_MS, "at most 1", max(tasks) <= FRAME_MS)


def _tasks_ms(traced: list[dict[str, Any]]) -> list[float]:
    """Return the frames of the thread while its dice tumbled. A task under a millisecond is not a frame."""
    told = sorted((one for one in traced if one["name"] in {"tumbles", "rests"}), key=lambda one: one["ts"])
    spans = list(zip(told[::2], told[1::2], strict=True))
    [thread] = {(one["pid"], one["tid"]) for one in told}
    mine = [one for one in traced if (one["pid"], one["tid"]) == thread and one.get("tdur", 0) >= 1_000]
    return [one["tdur"] / 1e3 for one in mine for begin, end in spans if begin["ts"] <= one["ts"] <= end["ts"]]


def _heap(page: Page, house: "Popen[str]") -> Claim:
    """Return the heap after the first rounds, which create everything permanent, and after many more."""
    page.wait_for_function(LOADED)
    before = 0.0
    for number in range(WARM + ROUNDS):
        if number == WARM:
            before = _live_bytes(page)
        _round(house, [page])
        page.evaluate("() => document.querySelector('[data-dome]')?.click()")
    after = _live_bytes(page)
    what, figure, limit = f"a heap after {ROUNDS} rounds", f"{after / 1e6:.2f} MB", f"{before / 1e6:.2f} MB before"
    return Claim(what, figure, limit, after / before, f"at most {HEAP_MORE}", after <= HEAP_MORE * before)


def _live_bytes(page: Page) -> float:
    """Return the size of all live objects, without compiled code: the browser compiles for hours what runs often."""
    session, chunks = page.context.new_cdp_session(page), list[str]()
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda told: chunks.append(told["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot")
    session.detach()
    snapshot = json.loads("".join(chunks))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields, code = meta["node_fields"], meta["node_types"][0].index("code")
    kinds, sizes = (nodes[fields.index(name) :: len(fields)] for name in ("type", "self_size"))
    return float(sum(size for kind, size in zip(kinds, sizes, strict=True) if kind != code))


def _seated(browser: Browser, address: str, opened: ExitStack, *, still: bool) -> Page:
    """Seat one visible player; the others only send their orders to the table."""
    context = browser.new_context(
        viewport={"width": 1180, "height": 820}, reduced_motion="reduce" if still else "no-preference"
    )
    opened.callback(context.close)
    page = context.new_page()
    page.goto(f"{address}/terminal?table={THROWN}")
    page.get_by_role("button", name="demo").click()
    page.wait_for_selector("[data-meter=credit]")
    page.get_by_role("radio").first.click()
    return page


def _round(house: "Popen[str]", players: list[Page]) -> None:
    """Play a round: everyone wagers, then the table throws by itself."""
    _told(house, "open")
    for page, spot in zip(players, SPOTS, strict=False):
        page.locator(".notice.open").wait_for()
        page.locator(f"[data-spot={spot}]").dispatch_event("click")
        page.locator(".pile.accepted").first.wait_for()
    _told(house, "throw")


def _told(house: "Popen[str]", what: str) -> None:
    assert house.stdin
    assert house.stdout
    house.stdin.write(f"{what}\n")
    house.stdin.flush()
    answer = house.stdout.readline()
    assert json.loads(answer) == what, answer
