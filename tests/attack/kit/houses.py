"""Houses to attack: one table by hand, one that deals itself, and some play at them."""

from server.making import LIMITS

from taisai.house.opening_orders import opening
from taisai.house.tables import TableSettings
from taisai.rules.vocabulary import Act, Step
from taisai.table import commands as c
from taisai.table.limits import LimitRule

APART = (LimitRule(minimum=100, maximum=500_000, differential=500_000),)
SELF = TableSettings("E", "rws-6/2", "By itself", seats=4, automation="electronic", window_s=1, pause_s=0, limits=APART)
DEALT = TableSettings("H", "nz-2008/1", "By hand", seats=4, limits=LIMITS)

CREDIT = 100_000


async def opened(server, table="H", *seats):
    """By whoever the rulebook names, who finds nothing wrong; each seat has credit."""
    game = server.table(table).desk.game
    for command in opening(game):
        await server.do(table, command, game.book.permission(Act.OPEN_TABLE).by[0])
    for seat in seats:
        await server.do(table, c.BuyIn(seat, CREDIT))


async def played(server, time, rounds, *, pause_s=15, table="H"):
    """Rounds by hand with a wager each, so slowly that they go on for minutes."""
    for number in range(rounds):
        await server.step(table, until=Step.CLOSE_BETS)
        await server.do(table, c.PlaceWager(1, "big", 100), seat=1)
        time.goes_on(pause_s)
        await server.enter(table, (1, 2, 3 + number % 4))
        time.goes_on(pause_s)
        await server.settle(table)


def credit_of(server, seat, table="H"):
    return server.table(table).desk.table.seats[seat].credit


def happened(server, code):
    return server.register.search(code=code, limit=1000).happenings
