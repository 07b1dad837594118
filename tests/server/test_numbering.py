"""Messages are numbered: what a client puts together is what a fresh view says, whatever became of its connection."""

import asyncio
import random
from itertools import count

import pytest
from server.making import HAND, SELF, house, until
from server.screen import Screen

from taisai.rules.vocabulary import Step, Trouble
from taisai.server.transport import SocketLimits
from taisai.table import commands as c
from taisai.wire import stream as streams
from taisai.wire.stream import CALM_S, SELDOM_S

SPOTS = ("big", "small", "single-3", "total-9", "double-2", "domino-1-2")
FREE = SocketLimits(messages_per_s=10_000, messages_burst=10_000)


async def test_numbers_go_up_by_one_through_a_whole_round(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        player, dealer = server.terminal("H", 1), server.sign_in("dee.dealer")
        async with (
            Screen(server, "H", player) as one,
            Screen(server, "H", dealer) as two,
            Screen(server, "H") as three,
        ):
            await server.step("H", until=Step.CLOSE_BETS)
            assert (await one.give(c.PlaceWager(1, "big", 500)))["is"] == "taken"
            await server.enter("H", (6, 6, 5))
            await server.settle("H")
            for screen in (one, two, three):
                await screen.same_as_fresh()
                numbers = [told["n"] for told in screen.told if told["is"] == "change"]
                assert len(numbers) >= 6
                assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
                assert screen.gaps == []


async def test_whoever_comes_back_gets_exactly_the_gap(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        player = server.terminal("H", 1)
        stayed = await Screen(server, "H", player).join()
        left = await Screen(server, "H", player).join()
        await server.step("H", until=Step.CLOSE_BETS)
        await left.same_as_fresh()
        left.close()
        await left.gone.wait()
        before, told = left.n, len(left.told)
        await stayed.give(c.PlaceWager(1, "small", 700))
        await server.step("H", until=Step.ENTER)
        await stayed.same_as_fresh()
        await left.join()
        assert left.views == 1, "it was not told all again"
        gap = left.told[told:]
        assert [one["n"] for one in gap if one["is"] == "change"] == list(range(before + 1, stayed.n + 1))
        assert [one["is"] for one in gap][-1] == "resumed"
        assert (left.n, left.table, left.seat) == (stayed.n, stayed.table, stayed.seat)
        assert left.gaps == []


@pytest.mark.parametrize(("epoch", "after"), [("another", 3), (None, 10_000), (None, -1)])
async def test_a_number_that_does_not_fit_gets_a_whole_view(tmp_path, epoch, after):
    async with house(tmp_path, HAND) as server:
        await server.open("H")
        first = await Screen(server, "H").join()
        screen = await Screen(server, "H").connect()
        screen.say({"is": "join", "table": "H", "epoch": epoch or first.epoch, "after": after})
        await until(lambda: screen.told)
        assert [told["is"] for told in screen.told] == ["view"]


async def test_too_far_behind_gets_a_whole_view(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H")
        screen = await Screen(server, "H").join()
        screen.close()
        stream = server.house.streams["H"]
        stream._kept = type(stream._kept)(stream._kept, maxlen=3)
        await server.step("H", until=Step.ENTER)
        await screen.join()
        assert screen.views == 2
        await screen.same_as_fresh()


async def test_another_start_is_another_epoch(tmp_path):
    async with house(tmp_path, HAND) as server:
        screen = await Screen(server, "H").join()
    async with house(tmp_path, HAND) as server:
        screen.server = server
        await screen.join()
        assert screen.views == 2


async def test_two_tabs_of_one_terminal_agree(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        player = server.terminal("H", 1)
        async with Screen(server, "H", player) as one, Screen(server, "H", player) as two:
            await server.step("H", until=Step.CLOSE_BETS)
            await one.give(c.PlaceWager(1, "big", 500))
            await two.give(c.PlaceWager(1, "small", 300))
            await until(lambda: one.seat == two.seat and one.seat["stakes"] == {"big": 500, "small": 300})
            order = {"id": "web", "command": c.PlaceWager(1, "single-1", 100), "round": 1, "approvals": ()}
            assert (await server.post("/api/tables/H/orders", player, order)).status == 200
            await until(lambda: one.seat == two.seat and one.seat["credit"] == 99_100)
            await one.same_as_fresh()
            await two.same_as_fresh()


@pytest.mark.parametrize("seed", range(3))
async def test_what_was_put_together_is_what_a_fresh_view_says(tmp_path, seed):
    """Random wagers, steps, voids, corrections and lost connections, by hand; compared after every few."""
    rng = random.Random(seed)

    async def wagering(screens):
        for screen in rng.sample(screens, 2):
            stake = rng.choice((100, 200, 700))
            seat = screen.seat["seat"]
            kind = rng.choice((c.PlaceWager, c.PlaceWager, c.WithdrawWager))
            await screen.give(kind(seat, rng.choice(SPOTS), stake))

    async def played(server, screens):
        await server.step("H", until=Step.CLOSE_BETS)
        await wagering(screens)
        await wagering(screens)
        if rng.random() < 0.3:
            await server.do("H", c.VoidRound(Trouble.TUMBLER_FAULT))
            return
        await server.enter("H", [rng.randint(1, 6) for _ in range(3)])
        await server.do("H", c.CollectLosers())
        if server.table("H").desk.table.current:
            await server.do("H", c.PayArea())

    async def play():
        async with house(tmp_path, HAND, limits=FREE) as server:
            await server.open("H", 1, 2, 3)
            players = [await Screen(server, "H", server.terminal("H", seat)).join() for seat in (1, 2, 3)]
            watching = [
                await Screen(server, "H", server.sign_in("pit.manager")).join(),
                await Screen(server, "H").join(),
            ]
            for _ in range(6):
                await played(server, players)
                lost = rng.choice([*players, *watching])
                lost.close()
                await asyncio.sleep(rng.choice((0, 0.06)))
                await lost.join(fresh=rng.random() < 0.3)
                for screen in (*players, *watching):
                    await screen.same_as_fresh()
                    assert screen.gaps == []

    await play()


async def test_a_table_that_deals_itself_is_followed_without_a_gap(tmp_path):
    async with house(tmp_path, SELF) as server:
        await server.open("E", 1)
        player = await Screen(server, "E", server.terminal("E", 1)).join()
        await until(lambda: player.table["phase"] == "betting")
        assert (await player.give(c.PlaceWager(1, "big", 500)))["is"] == "taken"
        await until(lambda: player.table["round"] == 2 and player.table["phase"] == "betting")
        assert player.gaps == []
        assert player.seat["result"]["round"] == 1
        assert player.seat["credit"] in {99_500, 100_500}


@pytest.mark.parametrize(("took_s", "pace_s"), [(0.001, CALM_S), (0.025, 0.5), (60, SELDOM_S)])
async def test_totals_are_told_the_more_seldom_the_longer_telling_takes_up_to_a_bound(
    tmp_path, monkeypatch, took_s, pace_s
):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.step("H", until=Step.CLOSE_BETS)
        player = await Screen(server, "H", server.terminal("H", 1)).join()
        monkeypatch.setattr(streams, "perf_counter", count(0, took_s).__next__)
        await player.give(c.PlaceWager(1, "big", 100))
        await until(lambda: player.table["boxes"].get("big") == 100)
        assert server.house.streams["H"].pace_s == pytest.approx(pace_s)
