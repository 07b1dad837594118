"""No word is cut off or beyond the edge, at any size, in any language."""

import pytest
from screens.making import SIZES
from screens.measures import LANGUAGES, measured, resize, speak
from screens.states import display, lab, lobby, terminal
from screens.states_console import console
from screens.states_pit import pit

STOPS = {
    lobby: {"lobby"},
    display: {"display"},
    lab: {"lab-edges", "lab-compare", "lab-plan"},
    terminal: {"terminal-watching", "terminal-betting"},
    console: {"console-sign-in", "console-choose"},
    pit: {"pit-sign-in", "pit-floor", "pit-table"},
}


@pytest.mark.parametrize("tour", STOPS, ids=lambda tour: tour.__name__)
def test_every_word_is_there(screens, tour):
    left = set(STOPS[tour])
    for name, page in tour(screens):
        if name in left:
            for language in LANGUAGES:
                speak(page, language)
                for size in SIZES:
                    resize(page, SIZES[size])
                    assert measured(page, "lostWords") == [], (name, size, language)
            speak(page, "en")
            resize(page, SIZES["wide"])
            left.remove(name)
        if not left:
            break
    assert not left
