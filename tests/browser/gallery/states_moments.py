"""States that a player sees after rounds: a loss, a win, a session, a moment to look up, and proofs."""

from datetime import timedelta

from browser.dealing import settle, throw
from browser.gallery.recording import State
from browser.gallery.states_terminal import begun
from browser.scene import HARBOUR, evening, rolls
from server.test_logs import signed

EVERY_MIN = 30
STAKE = 2_500
LOST, PARTLY, WON = (1, 2, 2), (1, 4, 5), (4, 4, 4)
MINE = tuple((1, spot, STAKE) for spot in ("big", "single-4", "triple-4", "any-triple", "total-12"))
LONG_MS = timedelta(minutes=EVERY_MIN + 1) // timedelta(milliseconds=1)
SESSION = (("press", "Menu"), ("press", "My session"))
RECEIPT = (*SESSION, ("press", "Receipt"))
SCAN = "dialog [data-text]"


def receipt(device):
    """The receipt of the last round, with what can be scanned of it."""
    return State("moment-receipt", "/terminal", SCAN, RECEIPT, device, begun(HARBOUR), pictured=True)


def moment(gallery):
    house = evening(gallery, rounds=3, care_reality_minutes=EVERY_MIN, care_helpline="1800-6-668-668")
    device, storage = house.terminal(HARBOUR, 1), begun(HARBOUR)

    def state(name, shows, *acts, **more):
        return house, State(f"moment-{name}", "/terminal", shows, acts, device, storage, **more)

    for name, faces in {"loss": LOST, "partly": PARTLY, "big-win": WON}.items():
        throw(house, faces, HARBOUR, wagers=MINE)
        shows = "[data-meter=net] ~ back"
        yield state(name, shows, lambda: settle(house, HARBOUR), ("see", ".notice [data-shown]"), pictured=True)
    for faces in rolls(12):
        throw(house, faces, HARBOUR, wagers=MINE)
    settle(house, HARBOUR)
    house.run(signed(house.server, HARBOUR))
    yield state("session", "dialog li:nth-child(6) button.round", *SESSION, pictured=True)
    yield house, receipt(device)
    later = (("see", "[data-meter=credit]"), ("later", LONG_MS))
    yield state("reality", "dialog[open] ~ Reality check", *later, pictured=True)
