"""Vouchers over the wire: told once, redeemed once, and of their numbers nothing is kept."""

import asyncio
import json
import logging
from contextlib import closing
from io import StringIO

from house.redeeming import promised
from journal.files import all_bytes
from msgspec.structs import replace
from server.making import HAND, house, settings_of, until
from server.screen import Screen

from taisai.cli.journals import keys_beside
from taisai.house.cage import Cage
from taisai.house.clock import now
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.signers import signer_of
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.keeping.marks import MarkKeeper
from taisai.rules.vocabulary import Role
from taisai.server.run import JsonLines
from taisai.table import commands as c
from taisai.table.order import Order, Person

OTHER = replace(HAND, id="H2")


async def two_tables(server):
    screens = []
    for name in ("H", "H2"):
        await server.open(name, 1)
        screens.append(await Screen(server, name, server.terminal(name, 1)).join())
    return screens


async def cashed_out(screen):
    answer = await screen.give(c.CashOut(1))
    assert answer["is"] == "taken", answer
    return answer["voucher"]


async def test_a_voucher_says_what_it_is_worth_and_is_redeemed_at_another_table(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        voucher = await cashed_out(one)
        assert voucher["amount"] == 100_000
        assert voucher["figures"].endswith("1,000.00")
        assert (voucher["site"], voucher["table"], voucher["seat"], voucher["device"]) == (
            "Test Site",
            "H",
            1,
            "terminal-1",
        )
        assert len(voucher["number"]) == 18
        assert one.seat["credit"] == 0
        done = await two.give(c.BuyIn(1, 0, voucher["number"]))
        assert (done["is"], two.seat["credit"]) == ("taken", 200_000)


async def test_one_voucher_at_two_tables_at_once_is_redeemed_once(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        total = 200_000
        for turn in range(15):
            source = one if turn % 2 else two
            if not source.seat["credit"]:
                source = two if turn % 2 else one
            number = (await cashed_out(source))["number"]
            tries = [screen.give(c.BuyIn(1, 0, number)) for screen in (one, two, one, two)]
            answers = await asyncio.gather(*tries)
            assert sorted(answer["is"] for answer in answers) == ["declined"] * 3 + ["taken"]
            assert {answer["code"] for answer in answers if answer["is"] == "declined"} == {"voucher-unknown"}
            assert one.seat["credit"] + two.seat["credit"] == total
        assert [server.table(name).desk.ledger.trial for name in ("H", "H2")] == [0, 0]


async def test_every_wrong_number_is_refused_in_the_same_words(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        spent, elsewhere = await cashed_out(one), None
        assert (await one.give(c.BuyIn(1, 0, spent["number"])))["is"] == "taken"
        elsewhere = await cashed_out(one)
        assert (await two.give(c.BuyIn(1, 0, elsewhere["number"])))["is"] == "taken"
        never = "123456789012345678"
        said = [
            await screen.give(c.BuyIn(1, amount, number))
            for screen in (one, two)
            for number in (never, spent["number"], elsewhere["number"])
            for amount in (0, 100_000)
        ]
        assert {answer["is"] for answer in said} == {"declined"}
        assert len({(answer["code"], answer["words"], answer["value"]) for answer in said}) == 1


async def test_an_expired_voucher_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(Cage, "expiry", lambda self, at: "2020-01-01T00:00:00+00:00")
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        number = (await cashed_out(one))["number"]
        for screen in (one, two):
            answer = await screen.give(c.BuyIn(1, 0, number))
            assert (answer["is"], answer["code"]) == ("declined", "voucher-expired")


async def test_the_number_is_in_no_journal_log_report_or_later_answer(tmp_path):
    lines = StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)

    try:
        async with house(tmp_path, HAND, OTHER) as server:
            one, two = await two_tables(server)
            spent = (await cashed_out(one))["number"]
            assert (await two.give(c.BuyIn(1, 0, spent)))["is"] == "taken"
            kept = (await cashed_out(two))["number"]
            manager, mine = server.sign_in("shi.manager"), one.who
            answers = [
                await server.get(path, who)
                for path, who in (
                    ("/api/tables/H/vouchers", mine), ("/api/tables/H2/vouchers", manager), ("/api/events", manager),
                    ("/api/reports/vouchers?format=text", manager), ("/api/reports/vouchers?format=csv", manager),
                    ("/api/tables/H/export", manager), ("/api/tables/H2/export", manager), ("/api/tables/H/view", mine),
                )
            ]  # fmt: skip
            assert {answer.status for answer in answers} == {200}
            listed = answers[1].json["vouchers"]
            assert [(one["ending"], one["redeemed"], one["amount"]) for one in listed] == [(kept[-4:], False, 200_000)]
            assert answers[0].json["vouchers"][0]["redeemed"]
            told = b"".join(answer.body for answer in answers)
        found = told + lines.getvalue().encode() + b"".join(map(all_bytes, tmp_path.glob("journal.sqlite*")))
        for number in (spent, kept):
            assert number.encode() not in found
            assert number[:-4].encode() not in found
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert '"path":"/api/events"' in lines.getvalue(), "what happened was logged"


async def test_a_terminal_is_told_that_its_voucher_waits_until_it_is_collected(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, _ = await two_tables(server)
        voucher = await cashed_out(one)
        ending = voucher["number"][-4:]
        await until(lambda: one.seat["uncollected"])
        assert (one.seat["uncollected"]["ending"], one.seat["uncollected"]["amount"]) == (ending, 100_000)
        assert voucher["number"] not in json.dumps(one.seat)
        (listed,) = (await server.get("/api/tables/H/vouchers", one.who)).json["vouchers"]
        assert (listed["collected"], listed["cancelled"], listed["redeemed"]) == (False, False, False)
        answer = await one.give(c.CashOut(1))
        assert (answer["is"], answer["code"]) == ("declined", "voucher-uncollected")
        assert (await one.give(c.CancelVoucher(1, ending, "mine")))["code"] == "role-not-allowed"
        assert (await one.give(c.CollectVoucher(1, ending)))["is"] == "taken"
        await until(lambda: (one.seat["uncollected"], one.seat["meter_out"]) == (None, 100_000))
        (listed,) = (await server.get("/api/tables/H/vouchers", one.who)).json["vouchers"]
        assert listed["collected"]


async def test_a_voucher_that_did_not_print_is_credit_again_and_noted(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        number = (await cashed_out(one))["number"]
        await server.do("H", c.CancelVoucher(1, number[-4:], "out of paper"))
        await until(lambda: one.seat["credit"] == 100_000)
        assert (one.seat["uncollected"], one.seat["meter_out"]) == (None, 0)
        assert (await two.give(c.BuyIn(1, 0, number)))["code"] == "voucher-unknown"
        manager = server.sign_in("shi.manager")
        (listed,) = (await server.get("/api/tables/H/vouchers", manager)).json["vouchers"]
        assert (listed["collected"], listed["cancelled"], listed["redeemed"]) == (False, True, False)
        (noted,) = (await server.get("/api/events?code=voucher-cancelled", manager)).json["page"]["happenings"]
        assert "out of paper" in noted["words"]


async def test_a_voucher_that_is_redeemed_at_another_table_was_collected_at_its_own(tmp_path):
    async with house(tmp_path, HAND, OTHER) as server:
        one, two = await two_tables(server)
        number = (await cashed_out(one))["number"]
        assert (await two.give(c.BuyIn(1, 0, number)))["is"] == "taken"
        await until(lambda: one.seat["meter_out"] == 100_000)
        assert one.seat["uncollected"] is None


async def test_a_house_that_ended_before_it_could_say_so_says_it_when_it_starts_again(tmp_path):
    async def issued():
        async with house(tmp_path, HAND, OTHER) as server:
            one, _ = await two_tables(server)
            return (await cashed_out(one))["number"]

    async def started_again():
        async with house(tmp_path, HAND, OTHER) as server:
            await until(lambda: server.table("H").desk.table.seats[1].meter_out == 100_000)

    number = await issued()
    settings = settings_of(tmp_path, HAND, OTHER)
    MarkKeeper(settings, signer_of(settings)).begin(now())  # as a start does before it writes
    with closing(open_for_writing(settings.journal, keys_beside(settings.journal))) as file:
        cage = Cage(bytes.fromhex(settings.voucher_key.read_text()))
        desks = [Desk.resume(SqliteStore(file, name), game(HAND.paytable), now, cage=cage) for name in ("H", "H2")]
        for desk in desks:
            desk.store.take()
        order = Order("in", Person("terminal-1", Role.PLAYER, 1), c.BuyIn(1, 100_000, number))
        desks[1].do(promised(*desks, order))
    await started_again()


async def test_a_terminal_takes_no_cash(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        one = await Screen(server, "H", server.terminal("H", 1)).join()
        answer = await one.give(c.BuyIn(1, 5_000))
        assert (answer["is"], answer["code"], one.seat["credit"]) == ("declined", "role-not-allowed", 100_000)
