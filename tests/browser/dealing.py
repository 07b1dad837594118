"""Whole rounds at once: the orders of a round are queued together, so that they are decided and written together."""

import asyncio
from itertools import count

from server.making import NEXT

from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person
from taisai.table.state import Entered, Settling

DEALER = Person("a dealer", Role.DEALER)
_ids = count(1)


def up_to_entry(game, faces, wagers=()):
    """Every command of a round until its roll is entered; wagers are (seat, spot, stake)."""
    for step in game.steps:
        if step.step is Step.ENTER:
            yield from ((DEALER, c.PressButton(face)) for face in faces)
            yield DEALER, c.EnterRoll()
            return
        yield DEALER, NEXT[step.step]
        if step.step is Step.OPEN_BETS:
            for seat, spot, stake in wagers:
                yield Person(f"player {seat}", Role.PLAYER, seat), c.PlaceWager(seat, spot, stake)


async def _give(server, name, number, *given):
    live = server.table(name).live
    orders = [Order(f"dealing {next(_ids)}", by, command, number) for by, command in given]
    for answer in await asyncio.gather(*map(live.do, orders)):
        if isinstance(answer, Exception):
            raise answer


async def _settle(server, name):
    desk = server.table(name).desk
    if isinstance(desk.table.phase, Entered):
        await _give(server, name, desk.table.round, (DEALER, c.CollectLosers()))
    if isinstance(desk.table.phase, Settling):
        await _give(server, name, desk.table.round, (DEALER, c.PayArea()))


async def _throw(server, name, faces, wagers):
    desk = server.table(name).desk
    await _settle(server, name)
    await _give(server, name, desk.table.round + 1, *up_to_entry(desk.game, faces, wagers))


async def _all(doing):
    await asyncio.gather(*doing)


def throw(house, faces, *tables, wagers=()):
    """A round at each of these tables, lit and not yet settled; the round before it is settled first."""
    house.run(_all(_throw(house.server, table, faces, wagers) for table in tables))


def settle(house, *tables):
    house.run(_all(_settle(house.server, table) for table in tables))
