"""Every state of every page: axe finds nothing, nothing moves, no word is cut off; `make screens` takes pictures
of those worth a look."""

import pytest
from browser.making import SIZES, axe
from browser.measures import LANGUAGES, measured, resize, speak
from browser.pictures import PICTURED, shoot
from browser.states import display, lab, layout, lobby, terminal
from browser.states_console import console
from browser.states_lab import risk
from browser.states_moments import moment, verify
from browser.states_pit import pit

TOURS = (lobby, layout, display, lab, risk, terminal, moment, verify, console, pit)
JUDGED_AT = ("sideways", "laptop", "wide")
"""A tour goes on where everything is seen at once."""
SPOKEN_AT = ("phone", "tablet", "portrait")
SPOKEN = {
    "lobby", "display", "lab-edges", "lab-compare", "lab-plan", "risk-evening", "risk-systems", "risk-house",
    "risk-dice", "terminal-watching", "terminal-betting", "console-sign-in", "console-choose", "pit-sign-in",
    "pit-floor", "pit-table",
}  # fmt: skip
SHOWN = {
    "lobby", "layout-lit", "display", "lab-edges", "lab-compare", "lab-plan", "terminal-watching", "terminal-betting",
    "terminal-spot", "terminal-list", "terminal-menu", "terminal-session", "terminal-roads", "terminal-rules",
    "terminal-receipts", "terminal-favourites", "terminal-limits", "terminal-break", "terminal-lit", "terminal-swept",
    "terminal-win", "terminal-replay", "terminal-voucher", "terminal-void", "terminal-malfunction", "terminal-lost",
    "display-none", "layout", "console-sign-in", "console-void", "console-malfunction", "console-limits",
    "pit-sign-in", "pit-events", "pit-limits", "pit-chips", "pit-disputes",
    "console-choose", "console-seat", "console-entry",
    "console-lit", "console-opening", "console-test-lit", "console-remedies", "console-marking", "console-unregistered",
    "console-terminal-failed", "terminal-amended", "terminal-failed", "terminal-own-limits", "pit-put-void",
    "pit-void-chosen", "pit-report", "pit-correct-two", "pit-terminal", "pit-test-lit", "pit-opening-failed",
    "pit-floor", "pit-table", "pit-recall", "pit-dispute", "pit-report-turnover",
    "pit-integrity", "risk-evening", "risk-too-long", "risk-systems", "risk-house", "risk-house-floor", "risk-dice",
    "risk-dice-table", "risk-design", "risk-design-wrong", "moment-loss", "moment-partly", "moment-big-win",
    "moment-session", "moment-receipt",
    "moment-reality", "verify-empty", "verify-key", "verify-sound", "verify-bad",
}  # fmt: skip


def judge(page, name, size):
    resize(page, PICTURED[size])
    assert measured(page, "lostWords") == [], (name, size)
    assert page.evaluate("document.getAnimations().length") == 0, (name, size)


def speaking(page, name):
    for language in LANGUAGES:
        speak(page, language)
        for size in SPOKEN_AT:
            resize(page, SIZES[size])
            assert measured(page, "lostWords") == [], (name, size, language)
    speak(page, "en")


@pytest.mark.long
@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
def test_every_state(screens, tour):
    """axe judges on a phone, where targets crowd; what it asks beyond that is the same at every size."""
    seen = set()
    for name, page in tour(screens):
        seen.add(name)
        shoot(page, name, *(PICTURED if name in SHOWN else ()))
        judge(page, name, "phone")
        assert axe(page) == [], name
        if name in SPOKEN:
            speaking(page, name)
        for size in JUDGED_AT:
            judge(page, name, size)
    wanted = {name for name in SPOKEN | SHOWN if name.split("-")[0] == tour.__name__}
    assert wanted <= seen
