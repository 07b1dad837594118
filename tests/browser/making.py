"""A real house behind real pages: the house runs in a thread of its own, the browser is the worker's."""

import asyncio
import re
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path

from browser.pages import opened
from patience import PATIENCE_S
from server.making import house as making_house

from taisai.people.events import DeviceKind

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


class House:
    """The server of `server.making`, asked from outside its loop."""

    def __init__(self, server, loop):
        self.server, self._loop = server, loop

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE_S)

    def call(self, function, *given, **named):
        """On the loop's own thread: the register and the tables are not for two threads."""

        async def called():
            return function(*given, **named)

        return self.run(called())

    @property
    def address(self):
        return self.server.address

    def table(self, name):
        return self.server.table(name).desk.table

    def open(self, table, *seats, credit=100_000):
        self.run(self.server.open(table, *seats, credit=credit))

    def do(self, table, command, role=None, *, seat=0):
        return self.run(self.server.do(table, command, role, seat=seat))

    def step(self, table, *, until):
        self.run(self.server.step(table, until=until))

    def enter(self, table, faces):
        self.run(self.server.enter(table, faces))

    def settle(self, table):
        self.run(self.server.settle(table))

    def terminal(self, table, seat):
        return self.call(self.server.terminal, table, seat)

    def console(self, table):
        return self.call(self.server.enrol, DeviceKind.CONSOLE, table)

    def sign_in(self, name):
        return self.call(self.server.sign_in, name)


@contextmanager
def standing(folder, *tables, **changes):
    """A house in a thread, until the block ends."""
    with living(lambda: making_house(folder, *tables, **changes)) as (server, loop):
        yield House(server, loop)


@contextmanager
def living(made_by):
    """What an asynchronous context gives, in a thread of its own, with the loop that runs there."""
    loop, ready, ends = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    made, failed = [], []

    async def stand():
        async with made_by() as given:
            made.append(given)
            ready.set()
            await ends.wait()

    def live():
        try:
            loop.run_until_complete(stand())
        except BaseException as failure:
            failed.append(failure)
            raise
        finally:
            ready.set()
            loop.close()

    thread = threading.Thread(target=live)
    thread.start()
    ready.wait(60)
    try:
        if failed:
            raise failed[0]
        yield made[0], loop
    finally:
        if not loop.is_closed():
            loop.call_soon_threadsafe(ends.set)
        thread.join(30)


class Screens:
    """Houses and pages of one test. What a page reports as an error is kept until `check_quiet`."""

    def __init__(self, pages, folder):
        self.pages, self.folder = pages, folder
        self._stack, self.errors, self._expected, self._allowed = ExitStack(), [], [], []
        self._port = [pages.port]

    def __enter__(self):
        return self

    def __exit__(self, *ended):
        self._stack.close()

    def house(self, *tables, **changes):
        """The first one at the address that its pages know."""
        port = self._port.pop() if self._port else 0
        return self._stack.enter_context(standing(self.folder / "house", *tables, **{"port": port} | changes))

    def page(self, house, path, who=None, *, size="wide", language="en", still=False, **options):
        """With the cookies of whoever looks at it. With `own=True` nobody has it afterwards, for what cannot be taken
        back: a script that runs before the page's, a listener."""
        options |= {"locale": language, "reduced_motion": "reduce" if still else None, "has_touch": size != "wide"}
        page = self.pages.take(size, **options)
        self._stack.callback(self.pages.give_back, page, **options)
        if who:
            page.context.add_cookies(
                [{"name": name, "value": value, "url": house.address} for name, value in who.cookies.items()]
            )
        return self._listened(page, house.address + path)

    def tab(self, house, path, context):
        return self._listened(opened(context), house.address + path)

    def _listened(self, page, address):
        for event, hears in (("pageerror", self._hears_error), ("console", self._hears)):
            page.on(event, hears)
            self._stack.callback(page.remove_listener, event, hears)
        page.goto(address)
        return page

    def _hears_error(self, error):
        self.errors.append(str(error))

    def _hears(self, said):
        if said.type == "error":
            self.errors.append(said.text)

    def expect_error(self, pattern):
        """Chromium writes down each answer that is a refusal and each connection that fails; this one must come."""
        self._expected.append(pattern)

    def may_fail(self, pattern):
        """As `expect_error`, of what may come or not."""
        self._allowed.append(pattern)

    def check_quiet(self):
        unheard = [one for one in self._expected if not any(re.search(one, error) for error in self.errors)]
        known = (*self._expected, *self._allowed)
        surprising = [error for error in self.errors if not any(re.search(one, error) for one in known)]
        assert not surprising, surprising
        assert not unheard, f"expected and not seen: {unheard}"


RUN_AXE = """async () => {
  const painted = window.measures?.paint(true);
  const found = await axe.run(
    { include: [document.querySelector("dialog[open]") ?? document.documentElement], exclude: [".paper"] },
    { resultTypes: ["violations"] },
  );
  window.measures?.paint(painted);
  return found;
}"""
"""Behind a dialog nothing can be reached; the paper of a felt is hidden from those who hear it, and its contrast is
computed in test_contrast. What is not painted is not judged."""


def axe(page):
    """What axe finds wrong, in words short enough for a failing test."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())  # by the debugger, which no content security policy holds back
    found = page.evaluate(RUN_AXE)["violations"]
    return [(one["id"], node["target"], node["failureSummary"]) for one in found for node in one["nodes"]]
