"""Asks a page how it looks; the questions are in measures.js."""

import time
from contextlib import contextmanager

from patience import PATIENCE_S
from playwright.sync_api import expect

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ms")


def settles(page, ask, wanted):
    """Waits until it is so; what was seen last is what a failure shows."""
    end_s = time.monotonic() + PATIENCE_S
    while (seen := ask()) != wanted and time.monotonic() < end_s:
        page.wait_for_timeout(20)
    assert seen == wanted


def attributes(page, where, name):
    """Of all such elements at one moment."""
    return page.locator(where).evaluate_all("(all, name) => all.map((one) => one.getAttribute(name))", name)


def measured(page, question, given=None):
    """By the debugger, for a page runs no script that is not the house's."""
    return page.evaluate(f"given => window.measures.{question}(given)", given)


def resize(page, size):
    """And waits until the page has drawn itself anew."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextmanager
def unpainted(*pages):
    """What is measured and not looked at need not be painted, which without a graphics card is most of the work."""
    for page in pages:
        page.evaluate("() => (document.documentElement.style.clipPath = 'inset(50%)')")
    yield
    for page in pages:
        page.evaluate("() => (document.documentElement.style.clipPath = '')")


def speak(page, language):
    page.locator(f".languages [lang={language}]").dispatch_event("click")
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
