"""A terminal over real sockets and a real house, which is stopped and started under it."""

import asyncio
import random

import pytest
import uvloop
from client.houses import TABLE, HouseUnder, seated
from patience import PATIENCE_S

from taisai.client.book import Book
from taisai.client.terminal import State, Terminal, TerminalClosed
from taisai.table import commands as c
from taisai.wire.messages import Declined, Give, Join, Ping, Taken


@pytest.fixture(scope="module")
def under(tmp_path_factory):
    house = HouseUnder(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.kill()


class At:
    """A terminal that keeps itself connected, for as long as a test needs it."""

    def __init__(self, terminal):
        self.terminal = terminal

    async def __aenter__(self):
        self.keeping = asyncio.create_task(self.terminal.keep_connected())
        await self.terminal.until(lambda t: t.is_betting, 30.0)
        return self.terminal

    async def __aexit__(self, *_):
        self.terminal.close()
        await asyncio.gather(self.keeping, return_exceptions=True)


def play(test):
    """A test on a loop of its own."""

    def run(under):
        async def within():
            async with asyncio.timeout(PATIENCE_S):
                await test(under)

        uvloop.run(within())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def wager(terminal, stake=100):
    return c.PlaceWager(terminal.seat["seat"], random.choice(("big", "small")), stake)


@play
async def test_a_receipt_moves_credit_to_the_layout_and_the_settled_round_ends_it(under):
    async with At(await seated(under)) as terminal:
        book = Book()
        terminal.listeners.append(book.heard)
        book.opening = before = terminal.seat["credit"]
        answer = await terminal.give(wager(terminal))
        assert isinstance(answer, Taken)
        assert terminal.seat["credit"] == before - 100
        assert sum(terminal.seat["stakes"].values()) == 100
        number = terminal.table["round"]
        await terminal.until(lambda _: number in book.outcomes, 20.0)
        assert (terminal.seat["stakes"], terminal.seat["credit"]) == ({}, book.credit)


@play
async def test_whoever_loses_all_is_told_so_like_whoever_wins(under):
    one, two = await seated(under), await seated(under)
    async with At(one), At(two):
        await one.until(lambda t: t.is_betting and t.table["round"] == two.table["round"])
        number = one.table["round"]
        await one.give(c.PlaceWager(one.seat["seat"], "big", 100))
        await two.give(c.PlaceWager(two.seat["seat"], "small", 100))
        for terminal in (one, two):
            await terminal.until(lambda t: t.seat["result"] and t.seat["result"].round == number, 20.0)
            assert terminal.seat["stakes"] == {}


@play
async def test_a_refusal_is_an_answer(under):
    async with At(await seated(under)) as terminal:
        answer = await terminal.give(wager(terminal), round=10**6)
        assert isinstance(answer, Declined)
        assert answer.code == "round-stale"


@play
async def test_an_order_sent_again_gets_its_first_receipt(under):
    async with At(await seated(under)) as terminal:
        command, number = wager(terminal), terminal.table["round"]
        first = await terminal.give(command, round=number, name="mine")
        again = await terminal.give(command, round=number, name="mine")
        assert (first.first, first.events) == (again.first, again.events)
        other = await terminal.give(wager(terminal, 200), round=number, name="mine")
        assert other.code == "command-conflict"


@play
async def test_it_comes_back_after_vanishing_and_asks_for_what_it_missed_alone(under):
    async with At(await seated(under)) as terminal:
        views, seen = terminal.views, []
        giving = asyncio.create_task(terminal.give(wager(terminal)))
        await asyncio.sleep(0)
        terminal.vanish()
        assert terminal.state is State.APART
        terminal.listeners.append(lambda told: seen.append(told.n))
        assert isinstance(await giving, Taken | Declined)
        assert (terminal.state, terminal.views) == (State.JOINED, views)
        assert seen == sorted(seen)


@play
async def test_it_comes_back_to_a_house_that_was_killed_with_the_same_order(under):
    async with At(await seated(under)) as terminal:
        epoch, credit = terminal.epoch, terminal.seat["credit"]
        await terminal.give(wager(terminal), name="before")
        under.kill()
        await terminal.until(lambda t: t.state is State.APART)
        number = terminal.table["round"]
        giving = asyncio.create_task(terminal.give(wager(terminal), round=number, name="during"))
        await asyncio.to_thread(under.start)
        assert (await giving).code == "round-stale"
        assert terminal.epoch != epoch
        await terminal.until(lambda t: t.is_betting and not t.seat["stakes"])
        assert terminal.seat["credit"] == credit


@play
async def test_the_lag_is_seen(under):
    async with At(await seated(under)) as terminal:
        await terminal.until(lambda t: t.lag_s)
        assert 0 < terminal.lag_s < 10
        terminal.lag_s = 0.0
        assert terminal.say(Ping(1))
        await terminal.until(lambda t: t.lag_s > 1)


@play
async def test_closing_is_for_good_and_tells_whoever_waits(under):
    async with At(await seated(under)) as terminal:
        under.suspend()
        try:
            giving = asyncio.create_task(terminal.give(wager(terminal)))
            waiting = asyncio.create_task(terminal.until(lambda t: t.table["round"] < 0))
            await asyncio.sleep(0.05)
            terminal.close()
            for task in (giving, waiting):
                with pytest.raises(TerminalClosed):
                    await task
        finally:
            under.resume()
        assert terminal.state is State.CLOSED
        with pytest.raises(TerminalClosed):
            await terminal.give(wager(terminal))
        with pytest.raises(TerminalClosed):
            await terminal.connect()


@play
async def test_a_house_that_does_not_know_the_device_closes_it_with_the_reason(under):
    terminal = Terminal(under.address, TABLE.id, {"taisai_device": "not-a-key"})
    await asyncio.wait_for(terminal.keep_connected(), PATIENCE_S)
    assert terminal.state is State.CLOSED
    assert terminal.why.startswith("401 ")


@play
async def test_a_socket_that_says_too_much_is_closed_with_the_reason_and_comes_back(under):
    terminal = await seated(under)
    async with At(terminal):
        for _ in range(3 * under.messages_per_s):
            terminal.say(Ping(0))
        await terminal.until(lambda t: t.state is not State.JOINED)
        await terminal.until(lambda t: t.state is State.JOINED)
        assert terminal.why == "1008 too many messages"


@play
async def test_waiting_for_what_does_not_come_ends(under):
    async with At(await seated(under)) as terminal:
        with pytest.raises(TimeoutError):
            await terminal.until(lambda t: t.table["round"] < 0, 0.05)


@play
async def test_without_a_seat_it_looks_on(under):
    terminal = Terminal(under.address, TABLE.id)
    await terminal.connect()
    assert (terminal.seat, terminal.state) == ({}, State.JOINED)
    answer = await terminal.give(c.PlaceWager(1, "big", 100))
    assert answer.code == "session-unknown"
    terminal.close()


@play
async def test_a_table_that_is_not_there_is_said_so(under):
    terminal = Terminal(under.address, "T9")
    with pytest.raises(ConnectionResetError, match="no such table 'T9'"):
        await terminal.connect()
    assert terminal.state is State.APART
    terminal.close()


@play
async def test_a_connection_that_is_lost_while_it_is_made_is_made_again(under):
    """The house dies between the handshake and the first word."""
    terminal = await seated(under)
    true, lost = terminal.say, []

    def say(said):
        if isinstance(said, Join) and not lost:
            lost.append(said)
            return False
        return true(said)

    terminal.say = say
    async with At(terminal):
        assert (terminal.state, len(lost)) == (State.JOINED, 1)


def test_a_change_that_does_not_follow_makes_it_ask_for_a_whole_view():
    terminal = Terminal("http://nowhere", "T1")
    terminal.epoch, terminal.n, terminal.table = "e", 4, {"boxes": {"big": 5}, "round": 1}
    terminal._change(5, {"boxes": {"big": 0, "small": 7}})
    assert (terminal.epoch, terminal.table["boxes"]) == ("e", {"small": 7})
    terminal._change(7, {"round": 2})
    assert (terminal.epoch, terminal.n, terminal.table["round"]) == ("", 7, 2)


async def test_what_is_not_settled_is_asked_again():
    terminal, said = Terminal("http://nowhere", "T1"), asyncio.Queue()
    terminal.say = said.put_nowait
    terminal.table = {"round": 3}
    giving = asyncio.create_task(terminal.give(c.PlaceWager(1, "big", 100), name="a"))
    await asyncio.sleep(0)
    terminal.heard(Declined(1, "a", "journal-down", "", ""))
    assert [await said.get(), await said.get()] == [Give("a", c.PlaceWager(1, "big", 100), 3)] * 2
    assert not giving.done()
    terminal.heard(Declined(1, "a", "round-stale", "", ""))
    assert (await giving).code == "round-stale"


def test_nothing_is_said_without_a_connection():
    assert Terminal("http://nowhere", "T1").say(Join("T1")) is False
