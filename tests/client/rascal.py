"""A player who does everything that a network and impatient people do to orders."""

import asyncio
from contextlib import suppress
from itertools import count

from taisai.client.book import Book
from taisai.client.terminal import Terminal
from taisai.table import commands as c
from taisai.wire.messages import Declined, Give, Taken

SPOTS = ("big", "small", "odd", "single-1", "single-6", "total-11", "double-2", "any-triple")
STAKE = 10
REST_S = 0.15
KNOWN_ROUNDS = 20  # of which a house surely remembers all orders, for it remembers thousands


class Rascal:
    """`twin` is a second socket of the same seat. `taken` are all receipts that any of them got, by id; `sent` all
    orders; an order is asked after until its fate is known."""

    def __init__(self, address, table, cookies, dice):
        self.terminal = Terminal(address, table, cookies)
        self.twin = Terminal(address, table, cookies)
        self.book = Book()
        self.sent = {}
        self.taken = {}
        self.declined = {}
        self.strange = []
        self.stopping = False
        self._dice = dice
        self._ids = (f"{self.terminal.name}:{number}" for number in count(1))
        for terminal in (self.terminal, self.twin):
            terminal.listeners += [self._heard, self.book.heard]

    def _heard(self, told):
        match told:
            case Taken(id=name, first=first, last=last):
                known = self.taken.setdefault(name, told)
                if (known.first, known.last, known.events) != (first, last, told.events):
                    self.strange.append(f"{name} was answered with {known} and with {told}")
            case Declined(id=name, code=code):
                self.declined.setdefault(name, []).append(code)

    async def run(self):
        keeping = [asyncio.create_task(one.keep_connected()) for one in (self.terminal, self.twin)]
        try:
            await self._play()
            await self.settled()
        finally:
            for one in (self.terminal, self.twin):
                one.close()
            await asyncio.gather(*keeping, return_exceptions=True)

    async def _play(self):
        deeds = (self._plainly,) * 4 + (
            self._repeatedly,
            self._twice,
            self._shuffled,
            self._vanishing,
            self._long_after,
        )
        while not self.stopping:
            with suppress(TimeoutError):
                await self.terminal.until(lambda t: t.is_betting or self.stopping, 1.0)
                await self._dice.choice(deeds)()
            await asyncio.sleep(self._dice.random() * REST_S)

    async def settled(self):
        """All is over for this seat, and the server has told so anew."""
        terminal = self.terminal
        await terminal.until(lambda t: t.table and not t.seat["stakes"], 30.0)
        views, terminal.epoch = terminal.views, ""
        terminal.vanish()
        await terminal.until(lambda t: t.views > views and not t.seat["stakes"], 30.0)

    def _order(self):
        """With the round that it sees; most can be taken, some come too late or ask for too much."""
        seat, what, spot = self.terminal.seat, self._dice.random(), self._dice.choice(SPOTS)
        number = self.terminal.table["round"] - (what > 0.95)
        command = c.PlaceWager(seat["seat"], spot, STAKE * self._dice.choice((1, 1, 2, 10**7)))
        if seat["stakes"] and what < 0.3:
            held = self._dice.choice(tuple(seat["stakes"]))
            command = c.WithdrawWager(seat["seat"], held, STAKE)
            if what < 0.15:
                command = c.MoveWager(seat["seat"], held, spot, STAKE)
        give = Give(next(self._ids), command, number)
        self.sent[give.id] = give
        return give

    async def _ask(self, give, terminal=None):
        return await (terminal or self.terminal).give(give.command, round=give.round, name=give.id)

    async def _surely(self, give):
        """Copies may have been refused and taken; once all are through, asking again tells which."""
        answer = await self._ask(give)
        if isinstance(answer, Declined):
            await asyncio.sleep(0.05)
            await self._ask(give)

    async def _plainly(self):
        await self._ask(self._order())

    async def _repeatedly(self):
        give = self._order()
        for _ in range(self._dice.randint(1, 3)):
            self.terminal.say(give)
        await self._surely(give)

    async def _twice(self):
        """On two sockets at once."""
        give = self._order()
        await asyncio.gather(self._ask(give), self._ask(give, self.twin))
        await self._surely(give)

    async def _shuffled(self):
        """Sent in another order than they were made in, none waiting for another."""
        orders = [self._order() for _ in range(4)]
        self._dice.shuffle(orders)
        await asyncio.gather(*map(self._ask, orders))

    async def _vanishing(self):
        """Gone before the answer; it comes back and asks."""
        give = self._order()
        asking = asyncio.create_task(self._surely(give))
        await asyncio.sleep(self._dice.choice((0, 0, 0.002, 0.01)))
        self.terminal.vanish()
        await asking

    async def _long_after(self):
        """An order that was answered is sent again, some time and perhaps some rounds later. One of long ago the house
        may have forgotten: then it comes too late, whatever it asks."""
        if self.taken:
            give = self.sent[self._dice.choice(list(self.taken)[-20:])]
            answer = await self._ask(give)
            is_forgotten = isinstance(answer, Declined) and answer.code == "round-stale"
            is_old = self.terminal.table["round"] - give.round > KNOWN_ROUNDS
            if not isinstance(answer, Taken) and not (is_forgotten and is_old):
                self.strange.append(f"{give.id} was taken, and later {answer}")
