"""States of the screens of the public: lobby, layout, display and verify."""

import re
from urllib.parse import urlsplit

from browser.dealing import settle, throw
from browser.gallery.recording import State
from browser.gallery.states_moments import MINE, SCAN, WON, receipt
from browser.scene import HARBOUR, LOTUS, WINNING, evening
from server.test_logs import signed

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c


def lobby(gallery):
    house = evening(gallery, rounds=12, demo=True)
    yield house, State("lobby", "/", "tbody tr", (("see", "article"),), pictured=True)
    yield house, State("lobby-guide", "/", ".guide tbody tr", (("choose", ".guide select", LOTUS),))


def layout(gallery):
    house = evening(gallery, rounds=3)
    path = f"/layout?table={HARBOUR}"
    yield house, State("layout", path, "[data-spot]", felt=True, pictured=True)
    throw(house, WINNING, HARBOUR)
    yield house, State("layout-lit", path, "[data-lit]", felt=True, pictured=True)
    yield house, State("layout-test", f"{path}&test=1&pause=1&roll=20", "[data-lit]", felt=True)
    settle(house, HARBOUR)
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    house.do(HARBOUR, c.VoidRound(Trouble.DICE_EXPOSED))
    yield house, State("layout-void", path, "[data-spot]", felt=True)
    yield house, State("layout-lost", path, "[data-spot]", (("lose",),))


def display(gallery):
    house = evening(gallery, rounds=72)
    path = f"/display?table={HARBOUR}"
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    yield house, State("display", path, ".notice ~ Place your bets", pictured=True)
    yield house, State("display-lost", path, ".lost, [role=alert], .banner", (("lose",),))
    house.enter(HARBOUR, WINNING)
    yield house, State("display-roll", path, ".notice ~ double 4, 6, total 14")
    settle(house, HARBOUR)
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    house.do(HARBOUR, c.VoidRound(Trouble.DICE_EXPOSED))
    yield house, State("display-void", path, ".notice ~ oid")
    house.do(HARBOUR, c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    yield house, State("display-stopped", path, ".notice ~ stopped")
    yield house, State("display-none", f"/display?table={LOTUS}", "h1, h2 ~ Lotus", pictured=True)


def verify(gallery):
    house = evening(gallery, rounds=3)
    device = house.terminal(HARBOUR, 1)
    yield house, State("verify-empty", "/verify", "h1, h2", pictured=True)
    throw(house, WON, HARBOUR, wagers=MINE)
    settle(house, HARBOUR)
    house.run(signed(house.server, HARBOUR))
    scanned = urlsplit(gallery.attribute(house, receipt(device), SCAN, "data-text"))
    page = house.run(house.server.get(scanned.path)).body.decode()
    inside = re.search(r'id="receipts"[^>]*>([^<]+)<', page)[1]
    fits = "[role=status] ~ It fits the key that came with it."
    yield house, State("verify-key", "/verify", fits, inside=inside, pictured=True)
    trusted = (("press", "I have compared this key: trust it from now on"), ("see", "[role=status] ~ Sound"))
    acts = (*trusted, ("press", "All entries"))
    yield house, State("verify-sound", "/verify", "[role=status] ~ Sound", acts, inside=inside, pictured=True)
    bad = "c2sp.org/tlog-proof@v1\nrubbish\n\n"
    acts = (("fill", "Or paste the text", bad), ("press", "Check"))
    yield house, State("verify-bad", "/verify", "[role=alert] ~ Do not trust this.", acts, pictured=True)
