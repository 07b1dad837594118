"""Asks a page how it looks; the questions are in measures.js."""

import time

from patience import PATIENCE_S
from playwright.sync_api import expect

ATTRIBUTES = "([where, name]) => Array.from(document.querySelectorAll(where), (one) => one.getAttribute(name))"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ms")


def settles(page, ask, wanted):
    """Waits until it is so; what was seen last is what a failure shows."""
    end_s = time.monotonic() + PATIENCE_S
    while (seen := ask()) != wanted and time.monotonic() < end_s:
        page.wait_for_timeout(20)
    assert seen == wanted


def attributes(page, where, name):
    """Of all such elements at one moment; by the page itself, which takes half as long as by a locator."""
    return page.evaluate(ATTRIBUTES, [where, name])


def shows(page, *wanted):
    """Waits until the page has these: of what a selector finds, an attribute and all its values, in whatever order."""
    seen = measured(page, "once", [[[css, name, list(values)] for css, name, values in wanted], 1e3 * PATIENCE_S])
    assert seen == [], wanted


def measured(page, question, given=None):
    """By the debugger, for a page runs no script that is not the house's."""
    return page.evaluate(f"given => window.measures.{question}(given)", given)


def resize(page, size):
    """And waits until the page has drawn itself anew. A felt fits in a task of its own, after it heard of its size."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def speak(page, language):
    page.locator(f".languages [lang={language}]").dispatch_event("click")
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
