"""All states that the gallery shows, tour by tour: each tour has a house of its own."""

from browser.gallery.states_console import console
from browser.gallery.states_lab import lab
from browser.gallery.states_moments import moment
from browser.gallery.states_pit import pit
from browser.gallery.states_public import display, layout, lobby, verify
from browser.gallery.states_terminal import terminal

TOURS = (lobby, layout, display, verify, lab, moment, terminal, console, pit)
