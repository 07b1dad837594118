"""Equipment over HTTP: it changes between rounds alone, so that every round has one set of dice."""

from server.making import HAND, house
from server.test_records import played

from taisai.rules.vocabulary import Step


async def opened_dice(server, who, item):
    body = {"item": item, "kind": "dice", "serials": [f"{item}1", f"{item}2", f"{item}3"], "seal": "S1"}
    for path, said in (("", body), (f"/{item}/open", {"seal": "S1"}), (f"/{item}/test", {"passed": True})):
        answer = await server.post(f"/api/equipment{path}", who, said)
        assert answer.status == 200, answer.body


async def test_a_set_of_dice_knows_its_rounds(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        gus = server.sign_in("gus.supervisor")
        await opened_dice(server, gus, "D1")
        await opened_dice(server, gus, "D2")
        await played(server, (4, 5, 6))
        assert (await server.post("/api/tables/H/equipment/D1", gus)).status == 200
        await played(server, (1, 2, 3))
        await played(server, (4, 5, 6))
        taken = await server.post("/api/tables/H/equipment/D2", gus)
        assert (taken.status, taken.json["code"]) == (409, "place-taken")
        await server.step("H", until=Step.CLOSE_BETS)
        for path in ("D2", "D1/remove"):
            midst = await server.post(f"/api/tables/H/equipment/{path}", gus)
            assert (midst.status, midst.json["code"]) == (409, "round-running")
        await server.enter("H", (2, 2, 5))
        await server.settle("H")
        assert (await server.post("/api/tables/H/equipment/D1/remove", gus)).status == 200
        assert (await server.post("/api/tables/H/equipment/D2", gus)).status == 200
        items = {one["id"]: one for one in (await server.get("/api/equipment", gus)).json["items"]}
        assert items["D1"]["uses"] == [{"table": "H", "first": 2, "last": 4}]
        assert items["D2"]["uses"] == [{"table": "H", "first": 5, "last": 0}]


async def test_destroying_takes_two_and_a_wrong_seal_calls_a_manager(tmp_path):
    async with house(tmp_path, HAND) as server:
        gus = server.sign_in("gus.supervisor")
        body = {"item": "D1", "kind": "dice", "serials": ["a", "b", "c"], "seal": "S1"}
        assert (await server.post("/api/equipment", gus, body)).status == 200
        wrong = await server.post("/api/equipment/D1/open", gus, {"seal": "S2"})
        assert (wrong.status, wrong.json["code"]) == (409, "seal-differs")
        waiting = (await server.get("/api/events/waiting", gus)).json["waiting"]
        assert "seal-differs" in {one["code"] for one in waiting}
        assert (await server.post("/api/equipment/D1/retire", gus, {"words": "opened by somebody"})).status == 200
        alone = await server.post("/api/equipment/D1/destroy", gus, {"words": "drilled"})
        assert alone.status in (403, 409)
        together = await server.together("POST", "/api/equipment/D1/destroy", gus, {"words": "drilled"})
        assert together.status == 200, together.body
        (one,) = (await server.get("/api/equipment", gus)).json["items"]
        assert (one["standing"], one["ended"]) == ("destroyed", "drilled")


async def test_footage_of_an_event_is_shown_with_it(tmp_path):
    async with house(tmp_path, HAND) as server:
        gus = server.sign_in("gus.supervisor")
        seq = (await server.get("/api/events", gus)).json["page"]["happenings"][0]["seq"]
        said = {"camera": "cam 7", "since": "21:04:10", "until": "21:05", "note": "the seal"}
        assert (await server.post(f"/api/events/{seq}/footage", gus, said)).status == 200
        assert (await server.post("/api/events/99999/footage", gus, said)).status == 404
        assert (await server.post(f"/api/events/{seq}/footage", gus, said | {"camera": ""})).status == 400
        found = (await server.get("/api/events", gus)).json["page"]["happenings"]
        (one,) = [one for one in found if one["seq"] == seq]
        assert [(film["camera"], film["by"]) for film in one["footage"]] == [("cam 7", "gus.supervisor")]
