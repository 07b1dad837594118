"""A simulated player who wagers a lot, changes wagers, and sometimes gives orders that must be refused."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

from taisai.client.book import Book
from taisai.client.tally import Tally
from taisai.client.terminal import Terminal
from taisai.table import commands as c
from taisai.wire.bodies import TableInfo
from taisai.wire.felts import SpotInfo
from taisai.wire.messages import Change, Declined, Told

ROUND_WITHIN_S: Final = 600.0
MOVES, WITHDRAWS, TOO_LARGE, TOO_LATE = 0.06, 0.06, 0.01, 0.01  # shares of all orders
LARGE: Final = 10_000  # times the normal stake


class Stakes:
    """The possible stakes of a table, from its own description."""

    def __init__(self, table: TableInfo, spots: Sequence[SpotInfo]) -> None:
        self.least = max([table.chips[0], *(rule.minimum for rule in table.limits)])
        self.steps = {spot.id: spot.step for spot in spots}

    def on(self, spot: str) -> int:
        step = self.steps[spot]
        return -(-self.least // step) * step


class Pace:
    """`rate` orders per second over all players, 0 for as fast as answers come;

    `gap_s` between two orders of one player."""

    def __init__(self, rate: float = 0, gap_s: float = 0) -> None:
        self.gap_s = gap_s
        self._between_s = 1 / rate if rate else 0.0
        self._next_s = 0.0
        self._round = 0

    async def turn(self, number: int) -> None:
        """Wait for a turn. Turns that a round did not use are not kept for the next."""
        if number > self._round:
            self._round, self._next_s = number, 0.0
        self._next_s = max(self._next_s, time.monotonic()) + self._between_s
        await asyncio.sleep(max(self.gap_s, self._next_s - time.monotonic() if self._between_s else 0.0))


class Player:
    """A player. `dice` decide what it does, so that a seed repeats it."""

    def __init__(self, terminal: Terminal, stakes: Stakes, tally: Tally, dice: random.Random) -> None:
        self.terminal = terminal
        self.book = Book()
        self._stakes = stakes
        self._tally = tally
        self._dice = dice
        self._rounds = range(0)
        terminal.listeners += [self.book.heard, self._heard]

    async def play(self, first: int, last: int, pace: Pace) -> None:
        """Play whole rounds from `first` to `last`, until the last is settled."""
        self._rounds = range(first, last + 1)
        for number in self._rounds:
            await self._play_one(number, pace)
        await self.terminal.until(lambda t: _is_over(t, last) and not t.seat["stakes"], ROUND_WITHIN_S)

    async def _play_one(self, number: int, pace: Pace) -> None:
        await self.terminal.until(lambda t: _is_open(t, number) or _is_over(t, number), ROUND_WITHIN_S)
        while _is_open(self.terminal, number):
            await pace.turn(number)
            await self._order(number)

    async def _order(self, number: int) -> None:
        if not _is_open(self.terminal, number):
            return
        command, late = self._next()
        before_s = time.monotonic()
        answer = await self.terminal.give(command, round=number - late)
        if isinstance(answer, Declined):
            self._tally.refused(answer.code)
        else:
            self._tally.taken(number, time.monotonic() - before_s)

    def _next(self) -> tuple[c.Command, int]:
        """Return the next command, and by how many rounds it is too late."""
        what, seat = self._dice.random(), self.terminal.seat
        spot = self._dice.choice(tuple(self._stakes.steps))
        stake = self._stakes.on(spot)
        if seat["stakes"] and what < MOVES + WITHDRAWS:
            held = self._dice.choice(tuple(seat["stakes"]))
            if what < MOVES:
                return c.MoveWager(seat["seat"], held, spot, seat["stakes"][held]), 0
            return c.WithdrawWager(seat["seat"], held, seat["stakes"][held]), 0
        large = what > 1 - TOO_LARGE
        late = 1 - TOO_LARGE - TOO_LATE < what <= 1 - TOO_LARGE
        return c.PlaceWager(seat["seat"], spot, stake * LARGE if large else stake), int(late)

    def _heard(self, told: Told) -> None:
        if isinstance(told, Change) and told.table.get("shown") and self.terminal.table["round"] in self._rounds:
            self._tally.told_roll(self.terminal.table["round"])


def _is_open(terminal: Terminal, number: int) -> bool:
    return terminal.is_betting and bool(terminal.table["round"] == number)


def _is_over(terminal: Terminal, number: int) -> bool:
    table = terminal.table
    return bool(table["round"] > number or (table["round"] == number and table["phase"] in {"idle", "closed"}))
