"""Pages that tests take one after the other: one that was used before has its scripts compiled, and opens a screen in a
third of the processor time."""

import os
import socket
from collections import defaultdict
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Error

SIZES = {"wide": (1920, 1080), "tablet": (1180, 820), "portrait": (820, 1180), "phone": (390, 844)}
WAIT_MS = 120_000  # machines are shared; only what fails waits so long
LATE_MS = int(os.environ.get("TAISAI_LATE_MS", "0"))  # how late the house answers a page
LOOKED_AT = "TAISAI_PICTURES" in os.environ  # else pages are not painted
MEASURES = f"(() => {{ {(Path(__file__).parent / 'measures.js').read_text()} }})()"
LEFT = "() => { localStorage.clear(); sessionStorage.clear(); return !('__pwClock' in window); }"
"""Whether it can be left clean: what was installed as its clock, goes with it alone."""
IDLE = "/assets/icon.svg"
"""A page that does nothing, of the same house: with one of another place the browser would drop what is compiled."""
KEPT = 6
"""Of a kind; more than these are closed, for each takes memory."""


class Pages:
    """Each in a context of its own. What is compiled is known again only at the same address, so there is one port
    for the houses of all tests, which nobody else is given meanwhile."""

    def __init__(self, browser):
        self.browser, self._free = browser, defaultdict(list)
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port = self._held.getsockname()[1]

    def close(self):
        self._held.close()

    def take(self, size, *, own=False, **options):
        """`own`: one that nobody had before."""
        free = self._free[_kind(options)]
        page = free.pop() if free and not own else self._made(**options)
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        return page

    def _made(self, **options):
        context = self.browser.new_context(**options)
        context.add_init_script(MEASURES if LOOKED_AT else f"{MEASURES}; measures.paint(false)")
        context.set_default_timeout(WAIT_MS)
        return opened(context)

    def give_back(self, page, *, own=False, **options):
        """Clean, or not at all."""
        free, context = self._free[_kind(options)], page.context
        if not own and len(free) < KEPT and _left(page):
            free.append(page)
        else:
            context.close()


def _kind(options):
    return tuple(sorted(options.items()))


def _left(page):
    context = page.context
    try:
        page.unroute_all()
        context.set_offline(offline=False)
        page.goto(urljoin(page.url, IDLE))
        clean = page.evaluate(LEFT)
        page.emulate_media(media="null")
        context.clear_cookies()
        for other in context.pages:
            if other is not page:
                other.close()
    except Error:  # it was closed, or shows no page of a house
        return False
    return clean


def opened(context):
    """A page of this context; `make late` finds the test that asks before it is there."""
    page = context.new_page()
    if LATE_MS:
        late = {"offline": False, "latency": LATE_MS, "downloadThroughput": -1, "uploadThroughput": -1}
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", late)
    return page
