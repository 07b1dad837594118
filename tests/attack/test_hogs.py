"""Whoever asks much and often: who is answered next, and where the asking is done."""

import asyncio

import pytest
from server.making import HAND, NOBODY, house

from taisai.house.tables import TableSettings
from taisai.journal.place import Place
from taisai.people import event_log
from taisai.rules.refusals import Refused
from taisai.server.reader import Reader
from taisai.server.readings import AskRound
from taisai.server.refusals import ServerRefusal
from taisai.server.turns import Rank


class Slow(Reader):
    """Answers when it is told to, and remembers whom."""

    def __init__(self):
        super().__init__()
        self.answered, self.going = [], asyncio.Event()

    async def _answered(self, question, turn):
        self.answered.append(self._readings[turn][0])
        await self.going.wait()
        await asyncio.sleep(0)
        return b""


def ask(reader, by, rank, number=1):
    return asyncio.create_task(reader.read(AskRound(Place("", ""), "H", number), by, rank))


async def test_staff_are_next_and_whoever_was_just_answered_waits_behind_all_others():
    reader = Slow()
    hog = [ask(reader, "terminal 1", Rank.DEVICE, number) for number in range(8)]
    await asyncio.sleep(0)
    stranger = ask(reader, "192.0.2.1", Rank.ANYBODY)
    others = [ask(reader, f"terminal {seat}", Rank.DEVICE) for seat in (2, 3)]
    await asyncio.sleep(0)
    staff = [ask(reader, name, Rank.STAFF) for name in ("gus", "gus", "cas")]
    await asyncio.sleep(0)
    reader.going.set()
    await asyncio.gather(*hog, *others, *staff, stranger)
    assert reader.answered == [
        "terminal 1", "gus", "cas", "gus", "terminal 2", "terminal 3", *["terminal 1"] * 7, "192.0.2.1",
    ]  # fmt: skip


async def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next():
    reader = Slow()
    first, leaving, last = (ask(reader, name, Rank.DEVICE) for name in ("one", "two", "three"))
    await asyncio.sleep(0)
    reader.going.set()
    while not first.done():
        leaving.cancel()
        await asyncio.sleep(0)
    await asyncio.gather(first, last)
    assert "two" not in reader.answered
    await ask(reader, "four", Rank.DEVICE)
    assert (reader.answered[-1], reader._waiting.total()) == ("four", 0)


async def test_what_strangers_fill_leaves_room_for_devices_and_what_devices_fill_for_staff():
    reader = Slow()
    asking = []
    for rank, most in ((Rank.ANYBODY, 16), (Rank.DEVICE, 32), (Rank.STAFF, 64)):
        while len(asking) < most:
            asking.append(ask(reader, f"{rank} {len(asking)}", rank))
            await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await ask(reader, "one more", rank)
        assert refused.value.code is ServerRefusal.TOO_MANY_REQUESTS
    reader.going.set()
    await asyncio.gather(*asking)


async def test_long_questions_and_searches_are_asked_elsewhere_each_in_its_askers_rank(tmp_path, monkeypatch):
    def here(*_):
        raise AssertionError("searched in the process that plays")

    async with house(tmp_path, HAND, TableSettings("K", "nz-2008/1", seats=4, limits=HAND.limits)) as server:
        supervisor, terminal = server.sign_in("gus.supervisor"), server.terminal("H", 1)
        assert (await server.get("/api/events?text=software", supervisor)).json["page"]["happenings"]
        assert (await server.get("/api/attempts", server.sign_in("shi.manager"))).status == 200
        asked = []
        for reader in (server.house.reader, server.house.figures):

            async def remembered(question, by, rank=Rank.ANYBODY, read=reader.read):
                asked.append((type(question).__name__, by, rank))
                return await read(question, by, rank)

            monkeypatch.setattr(reader, "read", remembered)
        monkeypatch.setattr(event_log, "_page", here)
        await server.get("/api/events?text=anything", supervisor)
        await server.get("/api/attempts", server.sign_in("shi.manager"))
        await server.get("/api/tables/H/recall?round=1", supervisor)
        await server.get("/api/tables/H/rounds?before=5", terminal)
        await server.get("/api/lab/compare?one=nz-2008/1&other=rws-6/2", NOBODY)
        assert asked == [
            ("AskEvents", "gus.supervisor", Rank.STAFF),
            ("AskAttempts", "shi.manager", Rank.STAFF),
            ("AskRound", "gus.supervisor", Rank.STAFF),
            ("AskSession", terminal.name, Rank.DEVICE),
            ("AskComparison", "127.0.0.1", Rank.ANYBODY),
        ]
