"""One voucher at its own table and at another at once: it ends redeemed at one of them, and nothing waits for ever."""

import asyncio

from msgspec.structs import replace
from server.making import HAND, Who, house, until
from server.screen import Screen
from server.test_vouchers import OTHER, two_tables
from warm import WarmHouse

from taisai.client.own import unhindered
from taisai.client.web import Web
from taisai.house.desk import Desk
from taisai.house.tables import DEMO_TABLES
from taisai.people.significant_events import Happening
from taisai.table import commands as c

TURNS = 40
KILLS = 4


async def cashed_out(screen):
    answer = await screen.give(c.CashOut(1))
    assert answer["is"] == "taken", answer
    return answer["voucher"]["number"]


def waiting_for_ever(server):
    """Vouchers that a table waits to be collected, or promised to another, although they were redeemed."""
    tables = [server.table(name).desk.table for name in ("H", "H2")]
    uncollected = [seat.uncollected for table in tables for seat in table.seats.values() if seat.uncollected]
    return [*uncollected, *(voucher for table in tables for voucher in table.promised)]


async def test_redeemed_at_both_at_once_it_waits_nowhere(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        for turn in range(TURNS):
            source, other = (one, two) if one.seat["credit"] else (two, one)
            number = await cashed_out(source)
            first, second = (other, source) if turn % 3 else (source, other)
            answers = await asyncio.gather(*(screen.give(c.BuyIn(1, 0, number)) for screen in (first, second)))
            assert sorted(answer["is"] for answer in answers) == ["declined", "taken"]
            await until(lambda: not waiting_for_ever(server))
        assert one.seat["credit"] + two.seat["credit"] == 200_000


async def test_cancelled_and_redeemed_at_once_it_is_one_of_the_two(tmp_path):
    """Staff find nothing at the printer while somebody at another table holds the voucher in their hand."""

    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        dealer = await Screen(server, "H", server.sign_in("dee.dealer")).join()
        for turn in range(TURNS):
            if not one.seat["credit"]:
                await server.do("H", c.BuyIn(1, 500))
                await until(lambda: one.seat["credit"] == 500)
            total = one.seat["credit"] + two.seat["credit"]
            number = await cashed_out(one)
            tries = [two.give(c.BuyIn(1, 0, number)), dealer.give(c.CancelVoucher(1, number[-4:], "no paper"))]
            answers = await asyncio.gather(*(tries if turn % 2 else reversed(tries)))
            assert sorted(answer["is"] for answer in answers) == ["declined", "taken"]
            await until(lambda: not waiting_for_ever(server))
            await until(lambda total=total: one.seat["credit"] + two.seat["credit"] == total)


async def test_what_was_redeemed_elsewhere_is_outstanding_nowhere(tmp_path):
    """Else each voucher would stay in the memory of its table, and in every snapshot of it."""

    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        for _ in range(10):
            source, other = (one, two) if one.seat["credit"] else (two, one)
            number = await cashed_out(source)
            assert (await other.give(c.BuyIn(1, 0, number)))["is"] == "taken"
            await until(lambda: not any(server.table(name).desk.table.vouchers for name in ("H", "H2")))
            await until(lambda source=source: source.seat["uncollected"] is None)
        assert [server.table(name).desk.ledger.trial for name in ("H", "H2")] == [0, 0]


async def test_who_tries_a_spent_voucher_again_and_again_makes_no_table_read_its_journal(tmp_path, monkeypatch):
    restored = []
    restore = Desk.restore
    monkeypatch.setattr(Desk, "restore", lambda desk: restored.append(desk.table.table) or restore(desk))

    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        number = await cashed_out(one)
        answers = await asyncio.gather(*(screen.give(c.BuyIn(1, 0, number)) for screen in (two, one) * 50))
        assert [answer["is"] for answer in answers].count("taken") == 1
        assert restored == []


async def test_killed_between_the_two_halves_the_next_start_says_the_other(tmp_path):
    """Redeemed and written down at one table, and then the power goes before the other is told."""

    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        number = await cashed_out(one)
        server.house.floor.redemptions.heard = lambda *_: None
        assert (await two.give(c.BuyIn(1, 0, number)))["is"] == "taken"
        await one.same_as_fresh()
        assert one.seat["uncollected"]["ending"] == number[-4:]
    async with house(tmp_path, HAND, OTHER) as server:
        table = server.table("H").desk.table
        await until(lambda: not table.vouchers)
        assert (table.seats[1].uncollected, table.seats[1].meter_out) == ("", 100_000)
        await until(lambda: server.register.newest_seq(Happening.VOUCHER_MENDED))
        told = server.register.last(Happening.VOUCHER_MENDED)
        assert (told.table, told.value) == ("H", "100000")


async def test_what_was_missed_is_found_by_the_daily_test(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        heard, server.house.floor.redemptions.heard = server.house.floor.redemptions.heard, lambda *_: None
        number = await cashed_out(one)
        assert (await two.give(c.BuyIn(1, 0, number)))["is"] == "taken"
        server.house.floor.redemptions.heard = heard
        waits = await cashed_out(two)
        assert (await server.post("/api/self-test", server.sign_in("shi.manager"), {})).status == 200
        await until(lambda: not server.table("H").desk.table.vouchers)
        await until(lambda: server.register.newest_seq(Happening.VOUCHER_MENDED))
        (kept,) = server.table("H2").desk.table.vouchers.values()
        assert kept.ending == waits[-4:], "what nobody redeemed is outstanding still"
        assert (await server.post("/api/self-test", server.sign_in("shi.manager"), {})).status == 200
        (noted,) = server.register.search(code="voucher-mended").happenings
        assert number[-4:] in noted.words


class KilledHouse(WarmHouse):
    """With two tables that deal themselves, each with a demo seat of ours."""

    def __init__(self, folder):
        tables = tuple(replace(DEMO_TABLES[0], id=name, window_s=3600, pause_s=0) for name in ("H", "H2"))
        settings = unhindered(tables[0])
        super().__init__(folder, replace(settings, tables=tables))

    async def seated(self, name):
        web = Web(self.address)
        await web.post("/api/demo/seat", {"table": name})
        web.close()
        return Who(web.cookies)

    def view(self, name, who):
        return None


async def redeemed_first(house, screens, number):
    """Killed as soon as one of the tables has said yes."""
    tries = [asyncio.create_task(screen.give(c.BuyIn(1, 0, number))) for screen in screens]
    for done in asyncio.as_completed(tries):
        if (await done)["is"] == "taken":
            break
    house.kill()
    for one in tries:
        one.cancel()
    await asyncio.gather(*tries, return_exceptions=True)


async def test_killed_at_any_moment_it_is_redeemed_once_and_waits_nowhere(tmp_path):
    house = KilledHouse(tmp_path)

    try:
        house.start()
        who = {name: await house.seated(name) for name in ("H", "H2")}
        for turn in range(KILLS):
            async with Screen(house, "H", who["H"]) as one, Screen(house, "H2", who["H2"]) as two:
                source, other = (one, two) if one.seat["credit"] else (two, one)
                total = one.seat["credit"] + two.seat["credit"]
                number = await cashed_out(source)
                await redeemed_first(house, (other, source) if turn % 3 else (source, other), number)
            await asyncio.to_thread(house.start)
            async with Screen(house, "H", who["H"]) as one, Screen(house, "H2", who["H2"]) as two:
                assert one.seat["credit"] + two.seat["credit"] == total
                await until(lambda one=one, two=two: one.seat["uncollected"] is two.seat["uncollected"] is None)
    finally:
        house.kill()
