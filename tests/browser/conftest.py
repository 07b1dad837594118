"""One Chromium a worker; a house and as many browsers' contexts as a test asks for."""

import subprocess
from asyncio import _get_running_loop, _set_running_loop
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from browser.making import Screens
from browser.pages import WAIT_MS, Pages
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).parents[2]
OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying",
)  # fmt: skip
"""Each context would start the address bar's own page, at a second of processor time; the rest is Playwright's list."""
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--force-color-profile=srgb", "--font-render-hinting=none",
    f"--disable-features={','.join(OFF)}",
]  # fmt: skip

expect.set_options(timeout=WAIT_MS)


@contextmanager
def as_running(loop):
    """Playwright's loop stays the running one of its thread between two calls. It is hidden from all other tests, which
    may come after on the same worker and run loops of their own."""
    before = _get_running_loop()
    _set_running_loop(loop)
    try:
        yield
    finally:
        _set_running_loop(before)


@contextmanager
def chromium():
    path = subprocess.run([ROOT / "scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def browser():
    """Its pages, with the loop that it needs."""
    with chromium() as running, closing(Pages(running)) as pages:
        loop = _get_running_loop()
        with as_running(None):
            yield pages, loop


@pytest.fixture
def screens(browser, tmp_path):
    """A test that leaves an error behind in a page fails."""
    pages, loop = browser
    with as_running(loop), Screens(pages, tmp_path) as made:
        yield made
        made.check_quiet()
