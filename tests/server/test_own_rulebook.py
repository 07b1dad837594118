"""A house with a rulebook of its own beside ours: its lobby, its seats and its lab know it like any other."""

import pytest
from books.house import BIG, LAYOUT, RULES, House
from msgspec.structs import replace
from server.making import HAND, house

from taisai import figures, paytable

RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"\nelectronic = "house-game"')
SEAT = "/api/demo/seat"


@pytest.fixture
def mine(tmp_path):
    made = House(tmp_path / "mine")
    made.write("rules.toml", RUN + BIG)
    made.write("layout-1.toml", LAYOUT)
    return made


async def asked(folder, mine, ask, **changes):
    table = replace(HAND, id="M", paytable=mine.ref, limits=(), **changes)
    async with house(folder / "house", HAND, table, demo=True) as server:
        return await ask(server)


async def test_the_lobby_and_a_seat_to_try(tmp_path, mine):
    async def ask(server):
        tables = (await server.get("/api/tables")).json["tables"]
        seat = await server.post(SEAT, body={"table": "M"})
        return tables, seat, server.table("M").desk.table.seats[1].credit

    tables, seat, credit = await asked(tmp_path, mine, ask, automation="electronic")
    assert [one["paytable"] for one in tables] == ["nz-2008/1", "house/1"]
    assert (seat.status, seat.json["seat"], credit) == (200, 1, 100_000)


async def test_a_table_on_which_stakes_come_back_passes_the_self_test_and_is_served(tmp_path, mine):
    back = 'pays = [{ when = [7], returns = "1/2" }]'
    mine.write("rules.toml", RUN + BIG.replace('triples = "lose"', f'triples = "push"\n{back}'))

    async def ask(server):
        return (await server.get("/api/tables/M/felt")).json["spots"][0], server.house.checks

    spot, checks = await asked(tmp_path, mine, ask)
    assert spot["back"] == ["1", "1/2"]
    assert checks


async def test_a_seat_at_a_table_by_whose_rules_nobody_handles_money_is_refused_and_no_device_is_made(tmp_path, mine):
    mine.write("rules.toml", RULES + BIG)

    async def ask(server):
        before = len(tuple(server.house.register.devices()))
        seat = await server.post(SEAT, body={"table": "M"})
        return seat, len(tuple(server.house.register.devices())) - before

    seat, made = await asked(tmp_path, mine, ask)
    assert (seat.status, seat.json["code"]) == (403, "role-not-allowed")
    assert "taisai check --to-run" in seat.json["words"]
    assert made == 0


async def test_the_lab_knows_the_floor_by_id_and_tells_no_path(tmp_path, mine):
    plan = {"paytable": "house/1", "wagers": [{"spot": "big", "stake": 100}]}
    evening = plan | {"rounds": 10, "bankroll": 1000}

    async def ask(server):
        return [
            await server.get("/api/lab/tables"),
            await server.get("/api/lab/tables/house/1/felt"),
            await server.get("/api/lab/compare?one=house/1&other=rws-6/1"),
            await server.post("/api/lab/plan", body=plan),
            await server.post("/api/lab/evening", body=evening),
        ]

    tables, felt, compared, planned, _ = answers = await asked(tmp_path, mine, ask)
    assert [one.status for one in answers] == [200] * 5, [one.json for one in answers]
    assert "house/1" in [one["paytable"] for one in tables.json["tables"]]
    assert felt.json["paytable"] == compared.json["one"] == planned.json["paytable"] == "house/1"
    assert planned.json["edge"] == str(figures(paytable(mine.ref)["big"]).edge)
    assert not any(str(tmp_path) in str(one.json) for one in answers)


@pytest.mark.parametrize("name", ["{path}", "nowhere/1", "..%2Fmine/1", "house/2"])
async def test_the_lab_knows_nothing_else(tmp_path, mine, name):
    async def ask(server):
        return await server.get(f"/api/lab/compare?one={name.format(path=mine.ref)}&other=rws-6/1")

    assert (await asked(tmp_path, mine, ask)).json["code"] in {"table-unknown", "text-too-long"}


async def test_a_rulebook_that_was_spoilt_meanwhile_takes_nothing_else_down(tmp_path, mine):
    async def ask(server):
        mine.write("rules.toml", "not a rulebook")
        return [await server.get(path) for path in ("/api/tables", "/api/lab/tables", "/api/tables/H/felt")]

    answers = await asked(tmp_path, mine, ask)
    assert [one.status for one in answers] == [200, 200, 200]
    assert len(answers[0].json["tables"]) == 2


async def test_a_report_of_the_house_knows_the_areas_of_its_own_rulebook(tmp_path, mine, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def ask(server):
        auditor = server.sign_in("aud.auditor")
        return await server.get("/api/reports/theory?table=M&format=json", auditor)

    told = await asked(tmp_path, mine, ask)
    assert told.status == 200
    assert "is not available" not in str(told.json)
