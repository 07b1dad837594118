"""Players of a cluster that fails: they play, cash out and redeem each other's vouchers, by whichever node answers."""

import asyncio
import time
from contextlib import suppress
from typing import NamedTuple

from nodes.test_killed import At
from picows import WSError
from server.screen import Screen

from taisai.table import commands as c

ANSWER_S = 4.0
LOST = (OSError, TimeoutError, AssertionError, WSError)
UNSETTLED = ("journal-down", "table-busy", "table-moving")
SPOTS = ("big", "small", "odd", "even")
CASH_OUT = 0.08  # of all orders
TRIED_AGAIN = 0.3  # of all vouchers that are redeemed: somebody else tries the same number


class Said(NamedTuple):
    """An order with what became of it: a receipt, or a refusal."""

    table: str
    id: str
    answer: dict


class Vouchers:
    """Numbers that lie about: whoever finds one redeems it, and sometimes two people do."""

    def __init__(self, chance):
        self.issued, self._lying, self._chance = 0, [], chance

    def put(self, number, table):
        self.issued += 1
        self._lying.append((number, table))

    def taken(self, table):
        """Of another table, if there is one."""
        found = [one for one in self._lying if one[1] != table] or self._lying
        if not found:
            return ""
        one = self._chance.choice(found)
        if self._chance.random() >= TRIED_AGAIN:
            self._lying.remove(one)
        return one[0]


class Player:
    """Sits at an electronic table; sends an order again, by its id, until it is answered."""

    def __init__(self, made, table, number, chance, vouchers):
        self.made, self.table, self.number, self.chance, self.vouchers = made, table, number, chance, vouchers
        self.said, self.who, self.seat, self.screen = [], None, 0, None
        self.orders = self.unsettled = self.moved = 0

    async def play(self, until_s):
        while time.monotonic() < until_s:
            with suppress(*LOST):
                await self._sit()
                while time.monotonic() < until_s and not self.screen.gone.is_set():
                    command = self._wish()
                    if command is None:
                        await asyncio.sleep(0.05)
                    else:
                        await self._give(command, until_s)
        self._leave()

    def _wish(self):
        """None while there is nothing to do."""
        if not self.screen.seat["credit"]:
            number = self.vouchers.taken(self.table)
            return c.BuyIn(self.seat, 0, number) if number else None
        if self.screen.table["phase"] != "betting":
            return None
        if self.chance.random() < CASH_OUT:
            return c.CashOut(self.seat)
        return c.PlaceWager(self.seat, self.chance.choice(SPOTS), 100)

    async def _sit(self):
        at = At(self.chance.choice([node for node in self.made.nodes if node.is_up()]).address)
        if self.who is None:
            self.who, self.seat = await asyncio.wait_for(at.seat(self.table), 20)
        fresh = Screen(at, self.table, self.who)
        await asyncio.wait_for(fresh.join(fresh=True), 20)
        self._leave()
        self.screen = fresh

    def _leave(self):
        if self.screen is not None:
            self.moved += sum(one["is"] == "moving" for one in self.screen.told)
            self.screen.close()

    async def _give(self, command, until_s):
        """In the round that it was first meant for, however often it is sent."""
        self.orders += 1
        number, name = self.screen.table["round"], f"p{self.number}-{self.orders}"
        while True:
            answer = await self._answer(command, number, name)
            if answer is not None and answer.get("code") not in UNSETTLED:
                self.said.append(Said(self.table, name, answer))
                if isinstance(command, c.CashOut) and answer.get("voucher"):
                    self.vouchers.put(answer["voucher"]["number"], self.table)
                return
            self.unsettled += 1
            if time.monotonic() > until_s + 60:
                return
            await asyncio.sleep(0.2)

    async def _answer(self, command, number, name):
        with suppress(*LOST):
            if self.screen.gone.is_set():
                await self._sit()
            return await asyncio.wait_for(self.screen.give(command, number=number, name=name), ANSWER_S)
        return None
