"""The lab's routes about many rounds and dice: the same numbers as the maths, bounded, and nobody who plays waits."""

import asyncio
import os
import signal
from fractions import Fraction

import pytest
from server.making import HAND, OF_ROLE, house

from taisai import evening, paytable, plan
from taisai.maths.refusals import LabRefusal
from taisai.people.rights import RIGHTS, Right
from taisai.rules.vocabulary import Role
from taisai.server import lab_readings
from taisai.server.statuses import status_of
from taisai.table import commands as c

BIG = {"paytable": "rws-6/2", "wagers": [{"spot": "big", "stake": 100}]}
SIXES = (6, 6, 6)
BIASED = 12 * "666" + "123"


def asked(folder, ask):
    async def play():
        async with house(folder, HAND) as server:
            return await ask(server)

    return asyncio.run(play())


def test_the_routes_say_what_the_maths_says_to_anybody(tmp_path):
    async def ask(server):
        return {
            "evening": await server.post("/api/lab/evening", body=BIG | {"rounds": 200, "bankroll": 1_000}),
            "systems": await server.post(
                "/api/lab/systems", body=BIG | {"systems": ["flat", "martingale"], "rounds": 50, "bankroll": 2_000}
            ),
            "house": await server.post("/api/lab/house", body=BIG | {"rounds": 1_000}),
            "dice": await server.post("/api/lab/dice", body={"throws": BIASED}),
        }

    told = asked(tmp_path, ask)
    assert {one.status for one in told.values()} == {200}
    night = evening(plan(paytable("rws-6/2"), [("big", 100)]), 200)
    assert Fraction(told["evening"].json["cost"]) == -night.expected
    assert told["evening"].json["ahead"]["value"] == night.ahead.value
    assert [one["system"] for one in told["systems"].json["systems"]] == ["flat", "martingale"]
    assert told["house"].json["hold"] == "1/36"
    dice = told["dice"].json
    assert (dice["throws"], dice["faces"], dice["alarmed"]) == (13, [1, 1, 1, 0, 0, 36], 4)
    assert sum(dice["rolls"]) == 13
    assert dice["power"][1]["pooled"] == 13_931


def test_what_would_take_too_long_is_refused_with_the_command_and_costs_nothing(tmp_path):
    async def ask(server):
        long = await server.post("/api/lab/evening", body=BIG | {"rounds": 10**9, "bankroll": 10**5})
        return long, await server.post("/api/lab/evening", body=BIG | {"rounds": 10})

    long, short = asked(tmp_path, ask)
    assert (long.status, long.json["code"]) == (413, "too-long")
    assert long.json["words"].endswith(
        "on the command line: taisai risk rws-6/2 --wager big=100 --rounds 1000000000 --bankroll 100000"
    )
    assert short.status == 200


NONSENSE = (
    ("evening", BIG | {"rounds": 0}),
    ("evening", BIG | {"rounds": 10, "bankroll": -1}),
    ("evening", BIG | {"rounds": 10, "wagers": []}),
    ("evening", {"paytable": "../../etc/passwd", "wagers": BIG["wagers"], "rounds": 10}),
    ("systems", BIG | {"rounds": 10, "bankroll": 1_000, "systems": []}),
    ("systems", BIG | {"rounds": 10, "bankroll": 1_000, "systems": ["certain-win"]}),
    ("house", BIG | {"rounds": 10, "levels": [1.5]}),
    ("dice", {"throws": "667"}),
    ("dice", {"throws": "66"}),
    ("dice", {"throws": ""}),
    ("dice", {"throws": "123" * 20_001}),
)


def test_nonsense_is_refused_and_never_an_error_of_the_program(tmp_path):
    async def ask(server):
        return [await server.post(f"/api/lab/{path}", body=body) for path, body in NONSENSE]

    for (path, body), told in zip(NONSENSE, asked(tmp_path, ask), strict=True):
        assert told.status in {400, 404, 413}, (path, body)
        assert told.json["code"] != "program-error", (path, body)


def test_every_refusal_of_the_lab_has_a_status():
    assert {status_of(code).value for code in LabRefusal} == {400, 413}


async def sixes(server, rounds):
    await server.open("H")
    for _ in range(rounds):
        await server.enter("H", SIXES)
        await server.settle("H")


def test_the_dice_of_a_table_are_for_whoever_may_read_reports(tmp_path):
    async def ask(server):
        await sixes(server, 4)
        may = [role for role in Role if role in RIGHTS[Right.READ_REPORTS]]
        told = [await server.get("/api/tables/H/dice", server.sign_in(OF_ROLE[role])) for role in may]
        nobody = await server.get("/api/tables/H/dice")
        dealer = await server.get("/api/tables/H/dice", server.sign_in(OF_ROLE[Role.DEALER]))
        other = await server.get("/api/tables/none/dice", server.sign_in(OF_ROLE[Role.PIT_MANAGER]))
        return told, nobody, dealer, other

    told, nobody, dealer, other = asked(tmp_path, ask)
    assert {one.status for one in told} == {200}
    assert told[0].json["faces"] == [0, 0, 0, 0, 0, 12]
    assert told[0].json["alarmed"] == 4
    assert (nobody.status, dealer.status, other.status) == (401, 403, 404)


def test_a_table_without_throws_and_one_with_too_long_a_history_say_so(tmp_path):
    async def ask(server):
        boss = server.sign_in(OF_ROLE[Role.SHIFT_MANAGER])
        none = await server.get("/api/tables/H/dice", boss)
        await sixes(server, 2)
        last = await server.get("/api/tables/H/dice?rounds=1", boss)
        return none, last

    none, last = asked(tmp_path, ask)
    assert (none.status, none.json["code"]) == (404, "round-unknown")
    assert last.json["throws"] == 1
    question = lab_readings.AskTableDice("", "H", 2, 1)
    with pytest.raises(lab_readings.Refused, match="taisai dice --journal FILE --table H") as refused:
        question._check_short(lab_readings.ENTRIES_MAX + 1)
    assert refused.value.code is LabRefusal.TOO_LONG


def test_play_goes_on_while_the_lab_works(tmp_path):
    """The answer comes from another process: while that one stands still, wagers are taken."""

    async def ask(server):
        await server.open("H", 1)
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await server.post("/api/lab/house", body=BIG | {"rounds": 10})
        works = server.house.reader._ready["lab"].pid
        os.kill(works, signal.SIGSTOP)
        working = asyncio.create_task(server.post("/api/lab/house", body=BIG | {"rounds": 10**6}))
        placed = [await server.do("H", c.PlaceWager(1, "big", 100), seat=1) for _ in range(3)]
        assert not working.done()
        os.kill(works, signal.SIGCONT)
        return placed, await working

    placed, told = asked(tmp_path, ask)
    assert told.status == 200
    assert len(placed) == 3
