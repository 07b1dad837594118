"""A house in the evening: tables with plausible names, thirty rounds behind them, players with wagers."""

from random import Random

from browser.dealing import settle, throw

from taisai.house.tables import TableSettings
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.limits import LimitRule

HARBOUR, LOTUS, PAVILION, GARDEN = "H1", "L1", "P1", "G1"
LIMITS = (
    LimitRule(minimum=500, maximum=500_000, differential=300_000, exposure=20_000_000),
    LimitRule(area="triple", minimum=500, maximum=50_000),
)
OPEN = (LimitRule(minimum=500, maximum=500_000, exposure=20_000_000),)
TABLES = (
    TableSettings(HARBOUR, "rws-6/2", "Harbour 1", limits=LIMITS),
    TableSettings(LOTUS, "etg/2", "Lotus electronic", automation="electronic", window_s=3_600, limits=OPEN),
    TableSettings(PAVILION, "nz-2008/1", "Pavilion 1", money="chips", limits=OPEN),
    TableSettings(GARDEN, "nz-1998/1", "Garden 1", limits=OPEN),
)
ROUNDS = 30
OTHERS = (
    (2, "small", 25_000), (2, "total-9", 2_500), (3, "big", 60_000), (3, "triple-4", 1_000), (4, "odd", 10_000),
    (4, "double-2", 2_500), (5, "single-5", 5_000), (5, "any-triple", 1_500),
)  # fmt: skip
BEFORE = ((1, "big", 5_000), (1, "double-4", 2_500))
"""What seat 1 had on the layout in the rounds before."""
MINE = {"big": 2, "single-4": 1, "double-4": 1, "total-12": 1, "domino-4-6": 2, "any-triple": 1}
"""How often seat 1 touches each spot with its chip of 25."""
WINNING = (4, 4, 6)


def evening(screens, *, rounds=ROUNDS, **changes):
    """Harbour 1, Pavilion and Garden have played; Lotus waits for wagers and Garden is closed."""
    house = screens.house(*TABLES, name="Straits Club", site="Level 2", **changes)
    house.open(HARBOUR, 1, 2, 3, 4, 5, credit=1_000_000)
    for table in (PAVILION, GARDEN) if changes.get("demo") else (PAVILION, GARDEN, LOTUS):
        house.open(table)
    for faces in rolls(rounds):
        throw(house, faces, HARBOUR, wagers=(*BEFORE, *OTHERS))
    for faces in rolls(8):
        throw(house, faces[::-1], PAVILION)
        throw(house, faces, GARDEN)
    settle(house, HARBOUR, PAVILION, GARDEN)
    house.do(GARDEN, c.CloseTable(), Role.CASINO_SUPERVISOR)
    return house


def rolls(count):
    dice = Random(8)
    return [tuple(dice.randint(1, 6) for _ in range(3)) for _ in range(count)]


def dispute(house):
    about = house.table(HARBOUR).round
    claim = "My chips lay on Big before the call, and were pushed to Small."
    house.do(HARBOUR, c.OpenDispute(3, about, claim), Role.GAME_SUPERVISOR)


def others(house):
    """The other players' wagers of the round that is open."""
    for seat, spot, stake in OTHERS:
        house.do(HARBOUR, c.PlaceWager(seat, spot, stake), seat=seat)
