"""States of a player's terminal through a round, its panels, and what goes wrong."""

import json

from browser.dealing import settle
from browser.gallery.recording import State
from browser.scene import HARBOUR, LOTUS, MINE, WINNING, evening, others

from taisai.house.clock import now_ms
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c

CHIP = 2_500
SO_FAR_MS = 20 * 60_000  # less than what a reality check comes after
MENU = ("press", "Menu")
PANELS = {
    "receipts": "My wagers", "favourites": "Favourites", "session": "My session", "proof": "Proof of the throw",
    "buy": "Redeem a voucher", "cash": "Cash out", "limits": "My limits", "break": "Take a break",
}  # fmt: skip
SHOWN = {"receipts", "favourites", "session", "limits", "break"}


def begun(table):
    """A session at this terminal that began before its first round."""
    session = {"since": now_ms() - SO_FAR_MS, "wagered": 0, "won": 0, "seen": 0}
    return ((f"taisai.session.{table}.1", json.dumps(session)),)


def terminal(gallery):
    house = evening(gallery)
    yield house, State("terminal-watching", f"/terminal?table={HARBOUR}", "[data-spot]", felt=True, pictured=True)
    device, storage = house.terminal(HARBOUR, 1), begun(HARBOUR)

    def state(name, shows, *acts, **more):
        return house, State(f"terminal-{name}", "/terminal", shows, acts, device, storage, **more)

    yield state("no-bets", ".notice")
    yield from betting(house, state)
    yield from panels(state)
    yield from result(house, state)
    yield from trouble(house, state)
    yield from failed(house)


def betting(house, state):
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    yield state("open", ".notice ~ Place your bets")
    yield state("staged", ".pile.staged", ("press", "Chip of 1"), ("tap", "odd"))
    yield state("sent", ".pile.sent", ("press", "Chip of 25"), ("hold",), ("tap", "big"))
    others(house)
    for spot, times in MINE.items():
        house.do(HARBOUR, c.PlaceWager(1, spot, CHIP * times), seat=1)
    of_others = ("see", "[data-others=small] ~ 250")
    yield state("betting", ".pile.accepted", of_others, felt=True, pictured=True)
    about = ("press", "About a spot")
    yield state("spot", "aside.pinned", about, ("tap", "domino-4-6"), pictured=True)
    yield state("list", "li[data-spot]", ("press", "List of spots"), pictured=True)
    yield state("refused", ".word.bad", ("press", "Chip of 500"), ("tap", "triple-4"))
    yield state("lost-betting", "[role=alert] ~ onnection", ("lose",), pictured=False)


def panels(state):
    yield state("menu", "dialog", MENU, pictured=True)
    yield state("roads", "dialog section li ~ expected", ("press", "Roads"), pictured=True)
    yield state("rules", "dialog * ~ Total 4 to 10, not a triple", ("press", "Rules"), pictured=True)
    for name, label in PANELS.items():
        yield state(name, f"dialog h2 ~ {label}", MENU, ("press", label), pictured=name in SHOWN)
    yield state("sound", "[aria-label=Sound][aria-pressed=false]", ("press", "Sound"))


def result(house, state):
    house.do(HARBOUR, c.CloseBets())
    yield state("no-more-bets", ".notice ~ No more bets")
    house.enter(HARBOUR, WINNING)
    yield state("lit", "[data-lit]", felt=True, pictured=True)
    yield state("lit-list", "li.lit", ("press", "List of spots"))
    yield state("swept", ".pile.swept", lambda: house.do(HARBOUR, c.CollectLosers()), pictured=True)
    yield state("win", "[data-gain]", lambda: settle(house, HARBOUR), felt=True, pictured=True)
    session = (MENU, ("press", PANELS["session"]), ("click", "dialog li button.round"))
    yield state("replay", ".banner ~ replay", *session, pictured=True)
    printed = (MENU, ("press", PANELS["cash"]), ("press", "Print a voucher"), ("see", "dialog article .words"))
    yield state("voucher", "dialog article .words", *printed, pictured=True)
    house.do(HARBOUR, c.BuyIn(1, 500_000))
    yield state("voucher-waits", ".banner ~ Do you have your voucher")


def trouble(house, state):
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    house.do(HARBOUR, c.BuyIn(1, 500_000))
    house.do(HARBOUR, c.PlaceWager(1, "big", CHIP), seat=1)
    void = c.VoidRound(Trouble.DICE_EXPOSED)
    yield state("void", "[role=alert] ~ void", lambda: house.do(HARBOUR, void, Role.DEALER), pictured=True)
    house.do(HARBOUR, c.ReportTrouble(Trouble.MALFUNCTION, "the lights under Big"))
    yield state("malfunction", "[role=alert]", pictured=True)
    house.do(HARBOUR, c.ClearTrouble("lamps changed"), Role.GAME_SUPERVISOR)
    house.step(HARBOUR, until=Step.CLOSE_BETS)
    for spot in ("big", "small", "single-4"):
        house.do(HARBOUR, c.PlaceWager(1, spot, CHIP), seat=1)
    house.enter(HARBOUR, (1, 2, 4))
    house.do(HARBOUR, c.CollectLosers())
    house.do(HARBOUR, c.PayArea("small"))
    amend = c.AmendEntry(WINNING)
    yield state(
        "amended", "[role=alert] ~ paid to you was taken back",
        lambda: house.do(HARBOUR, amend, Role.GAME_SUPERVISOR), pictured=True,
    )  # fmt: skip
    settle(house, HARBOUR)
    yield state("lost", "[role=alert] ~ onnection", ("lose",), pictured=True)


def failed(house):
    device = house.terminal(LOTUS, 1)
    house.do(LOTUS, c.BuyIn(1, 500_000))
    for spot in ("big", "single-4"):
        house.do(LOTUS, c.PlaceWager(1, spot, CHIP), seat=1)
    own = State("terminal-own-limits", "/terminal", ".pile.accepted", (), device, felt=True, pictured=True)
    yield house, own
    failing = c.ReportTerminal(1, {"small": CHIP, "total-12": CHIP})
    yield (
        house,
        own._replace(
            name="terminal-failed", shows="[role=alert] ~ out of service", acts=(lambda: house.do(LOTUS, failing),)
        ),
    )
