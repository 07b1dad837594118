"""The gallery in a browser: each state is recorded, hung and judged in one go."""

from contextlib import ExitStack, contextmanager

from browser.gallery.inside import standing
from browser.gallery.recording import Recorder
from browser.measures import LANGUAGES
from browser.pages import LOOKED_AT
from browser.pictures import FOLDER, PICTURED
from playwright.sync_api import Error

JUDGED_AT = {size: PICTURED[size] for size in ("phone", "sideways", "portrait", "wide")}
IN_ENGLISH = {size: PICTURED[size] for size in ("tablet", "laptop")}
WHOLE = {"/console": ("sideways", "laptop")}
"""Where a page does not scroll, and every key of it can be reached."""
ASKED = {"sizes": JUDGED_AT, "in_english": IN_ENGLISH, "languages": LANGUAGES, "axe_at": "phone", "whole": WHOLE}
JUDGE = "([state, asked]) => gallery.judged(state, window.ask, asked, false)"
FOLLOW = "([state, asked]) => gallery.judged(state, window.ask, asked, true)"
CLEAR = "gallery.clear()"
SHOW = "([state, asked]) => gallery.show(state, window.ask, asked.sizes.wide).then(() => 0)"


class Gallery:
    """One page for all who visit it, for its scripts are compiled once."""

    def __init__(self, browser, address):
        self.browser, self.address, self.folder = browser, address, None
        self._stack, self.errors, self._recorder = None, [], None

    def __enter__(self):
        context = self.browser.new_context(
            viewport={"width": 1920, "height": 1080}, locale="en", reduced_motion="reduce"
        )
        self.page = page = context.new_page()
        page.expose_function("ask", self._asking)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        page.goto(f"{self.address}/gallery/")
        if not LOOKED_AT:
            page.evaluate("document.body.classList.add('unseen')")
        return self

    def __exit__(self, *ended):
        self.page.context.close()

    @contextmanager
    def visited(self, folder):
        """The houses of a visit end with it."""
        with ExitStack() as self._stack:
            self.folder = folder
            try:
                yield self
            finally:
                self._leave()

    def house(self, *tables, **changes):
        return self._stack.enter_context(standing(self.folder / "house", *tables, **changes))

    def judge(self, house, state):
        """Everything that is wrong with it; where somebody asked for pictures, those are taken instead."""
        if not LOOKED_AT:
            return self._asked(JUDGE, house, state)
        found = self._asked(SHOW, house, state)
        if state.pictured:
            self._shoot(state.name)
        return found

    def show(self, house, state):
        """What hindered it, if anything did."""
        return self._asked(SHOW, house, state)

    def record(self, house, state, records):
        """What hindered it, if anything did; else what it was told is in the folder of the records."""
        found = self.show(house, state)
        if not found:
            self._recorder.write(records)
        return found

    def attribute(self, house, state, css, name):
        """Of what this state shows first."""
        assert self.show(house, state) == []
        return self.page.evaluate("([css, name]) => gallery.attribute(css, name)", [css, name])

    def buttons(self, css):
        """The place and name of each that can be pressed in the state that is shown."""
        return self.page.evaluate("([css, pixels]) => gallery.buttons(css, pixels)", [css, PICTURED["wide"]])

    def _leave(self):
        """A screen asks for something until it is gone."""
        self.page.evaluate(CLEAR)
        if self._recorder:
            self._recorder.leave()
        self._recorder = None

    def _asked(self, question, house, state):
        self.errors.clear()
        if question is JUDGE and self._recorder and self._recorder.follow(house, state):
            question = FOLLOW
        else:
            self._leave()
            self._recorder = Recorder(house, state)
        try:
            found = self.page.evaluate(question, [self._recorder.told, ASKED]) or []
        except Error as error:
            found = [f"it is not reached: {error.message.splitlines()[0]}"]
        return [*found, *self.errors]

    def _asking(self, what, given):
        """By the page, of the state that is shown now."""
        return self._recorder.ask(what, given)

    def _shoot(self, name):
        FOLDER.mkdir(exist_ok=True)
        for size, pixels in PICTURED.items():
            self.page.evaluate("pixels => gallery.resized(pixels)", pixels)
            self.page.locator("iframe").screenshot(path=FOLDER / f"{name}.{size}.png")
