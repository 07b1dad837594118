"""Asks a page how it looks; the questions are in measures.js."""

from pathlib import Path

from playwright.sync_api import expect

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ms")
QUESTIONS = (Path(__file__).parent / "measures.js").read_text()


def measured(page, question, given=None):
    """By the debugger, for a page runs no script that is not the house's."""
    if not page.evaluate("'measures' in window"):
        page.evaluate(f"() => {{ {QUESTIONS} }}")
    return page.evaluate(f"given => window.measures.{question}(given)", given)


def resize(page, size):
    """And waits until the page has drawn itself anew."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def speak(page, language):
    page.evaluate("language => document.querySelector(`.languages [lang=${language}]`).click()", language)
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
