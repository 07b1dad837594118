"""Five thousand of everything: seats with credits, entries of one round, events that wait for somebody."""

import asyncio

from browser.dealing import DEALER
from browser.game import table

from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order

MANY = 5_000
SPOTS = ("big", "small", "single-1", "single-5", "total-9", "double-2", "any-triple", "domino-1-2")
ROLL, LIT = "2-2-5", ("small", "single-5", "total-9", "double-2")
AT = "2026-11-15T06:10:00Z"
CREDIT = 100_000


def crowded(screens):
    """A table at which every seat is taken."""
    house = screens.house(table("H", "rws-6/2", seats=MANY))
    house.open("H")
    house.run(_buy_in(house.server.table("H").live))
    return house


async def _buy_in(live):
    orders = [Order(f"crowd {seat}", DEALER, c.BuyIn(seat, CREDIT), 1) for seat in range(1, MANY + 1)]
    for answer in await asyncio.gather(*map(live.do, orders)):
        if isinstance(answer, Exception):
            raise answer


def buys(house, seat, amount):
    """Some more credits."""
    house.do("H", c.BuyIn(seat, amount), Role.DEALER)


def happened(seq):
    return {
        "seq": seq, "at": AT, "by": "house", "code": "terminal-failed", "severity": "critical",
        "words": f"seat {seq} did not answer", "table": "H", "device": f"terminal-{seq}", "value": "",
        "table_seq": seq, "waiting": True, "acknowledged_by": "", "acknowledged_at": "",
    }  # fmt: skip


def events(page):
    """As if all of them had happened."""
    found = [happened(seq) for seq in range(1, MANY + 1)]
    newest = {"happenings": found[::-1], "before_seq": 0}
    page.route("**/api/events/waiting", lambda route: route.fulfill(json={"waiting": found}))
    page.route("**/api/events?*", lambda route: route.fulfill(json={"page": newest}))


def recall(page):
    """As if all had wagered in the first round, each on one spot."""
    wagers = [(seat, SPOTS[seat % len(SPOTS)]) for seat in range(1, MANY - 2)]
    lost = [(seat, spot, 500, 0, 0) for seat, spot in wagers if spot not in LIT]
    won = [(seat, spot, 500, 1_000, 0) for seat, spot in wagers if spot in LIT]
    placed = {"is": "wager-placed", "stake": 500, "excess": 0, "placed_by": "player", "asked_by": ""}
    told = [
        *({**placed, "seat": seat, "spot": spot} for seat, spot in wagers),
        {"is": "roll-entered", "roll": ROLL, "call": "double 2, 5, total 9", "lit": LIT},
        {"is": "losers-collected", "roll": ROLL, "lost": lost, "winners": {"small": won}, "overflow": 0},
        {"is": "area-paid", "area": "small", "awards": won},
    ]
    entries = [
        {"seq": seq, "at": AT, "by": "somebody", "words": "", "event": {"round": 1, **event}}
        for seq, event in enumerate(told, 1)
    ]
    recalled = {"table": "H", "round": 1, "entries": entries, "dealt_by": []}
    page.route("**/api/tables/H/recall*", lambda route: route.fulfill(json=recalled))
