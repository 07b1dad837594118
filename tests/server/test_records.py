"""What is on record over HTTP: felts, rounds, recall, meters, vouchers, reports, exports, proofs, events, figures."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families
from server.making import APART, HAND, SELF, house, until
from server.screen import Screen

from taisai import ROLLS
from taisai.house.clock import now
from taisai.house.games import game
from taisai.journal import verify_taisai
from taisai.journal.keys import PUBLIC_FILE, load_public
from taisai.reports.signatures import check
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.server import reader
from taisai.table import commands as c
from taisai.table.throws import throw_of

PAYTABLES = ("rws-6/1", "rws-6/2", "rws-6/3", "etg/1", "etg/2", "etg/3", "nz-1998/1", "nz-2008/1", "nz-2008/2")
TABLES = tuple(replace(HAND, id=f"H{place}", paytable=ref) for place, ref in enumerate(PAYTABLES))


async def played(server, faces, *wagers, table="H"):
    await server.step(table, until=Step.CLOSE_BETS)
    for seat, spot, stake in wagers:
        await server.do(table, c.PlaceWager(seat, spot, stake), seat=seat)
    await server.enter(table, faces)
    await server.settle(table)


async def test_felts_lights_and_plays_of_all_nine_pay_tables(tmp_path):
    async with house(tmp_path, *TABLES) as server:
        lobby = (await server.get("/api/tables")).json
        assert [one["paytable"] for one in lobby["tables"]] == list(PAYTABLES)
        for table in TABLES:
            paytable = game(table.paytable).paytable
            spots = {str(spot.id) for spot in paytable.spots}
            felt = (await server.get(f"/api/tables/{table.id}/felt")).json
            assert felt["fingerprint"] == paytable.fingerprint
            assert {one["id"] for one in felt["spots"]} == spots
            for arrangement in felt["arrangements"]:
                cells = Counter(cell["spot"] for block in arrangement["blocks"] for cell in block["cells"])
                assert cells == dict.fromkeys(spots, 1), (table.paytable, arrangement["name"])
            lit = (await server.get(f"/api/tables/{table.id}/lit")).json["lit"]
            assert lit == {str(roll): [str(spot.id) for spot in paytable.lit(roll)] for roll in ROLLS}
            told = (await server.get(f"/api/tables/{table.id}/play")).json
            assert told["tumbles_min"] == 3
            assert [step["step"] for step in told["steps"]][-2:] == ["collect", "pay"]
        assert (await server.get("/api/tables/H99/felt")).status == 404


async def test_the_last_ten_rounds_of_a_seat_with_voids_and_corrections(tmp_path):
    async with house(tmp_path, replace(HAND, paytable="rws-6/2", limits=APART)) as server:
        await server.open("H", 1, 2)
        player = server.terminal("H", 1)
        for _ in range(10):
            await played(server, (1, 2, 4), (1, "big", 500), (2, "small", 300))
        await server.step("H", until=Step.CLOSE_BETS)
        await server.do("H", c.PlaceWager(1, "small", 700), seat=1)
        await server.do("H", c.VoidRound(Trouble.DICE_EXPOSED))
        await played(server, (4, 5, 6), (1, "big", 1_000))
        rounds = (await server.get("/api/tables/H/rounds", player)).json["rounds"]
        assert [one["round"] for one in rounds] == list(range(12, 2, -1))
        won, void, lost = rounds[0], rounds[1], rounds[2]
        assert (won["opening"], won["closing"], won["returned"], won["roll"]) == (
            95_000,
            96_000,
            {"big": 2_000},
            "4-5-6",
        )
        assert "big" in won["lit"]
        assert (void["opening"], void["closing"], void["void"]) == (95_000, 95_000, "dice-exposed")
        assert (lost["opening"], lost["closing"], lost["wagers"], lost["returned"]) == (
            95_500,
            95_000,
            {"big": 500},
            {},
        )
        await server.do("H", c.CorrectRound(12, (1, 2, 3)), Role.SHIFT_MANAGER, second=Role.PIT_MANAGER)
        again = (await server.get("/api/tables/H/rounds", player)).json["rounds"][0]
        assert (again["roll"], again["returned"]) == ("1-2-3", {})
        dealer = server.sign_in("dee.dealer")
        other = (await server.get("/api/tables/H/rounds?seat=2", dealer)).json["rounds"]
        assert {one["closing"] - one["opening"] for one in other} == {300}
        assert (await server.get("/api/tables/H/rounds?seat=2", player)).json["seat"] == 1, "its own, whatever it asks"
        assert (await server.get("/api/tables/H/rounds?seat=9", dealer)).status == 404
    async with house(tmp_path, replace(HAND, paytable="rws-6/2", limits=APART)) as server:
        after = (await server.get("/api/tables/H/rounds", player)).json["rounds"]
        told = [{key: value for key, value in one.items() if key != "at"} for one in (*after, again, *rounds[1:])]
        assert told[:10] == told[10:], "the same after a start"


async def test_recall_meters_and_disputes(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1, 2)
        await played(server, (4, 5, 6), (1, "big", 500), (2, "small", 300))
        await server.do("H", c.OpenDispute(2, 1, "it was big"), seat=2)
        auditor = server.sign_in("aud.auditor")
        recalled = (await server.get("/api/tables/H/recall?round=1", auditor)).json
        kinds = [one["event"]["is"] for one in recalled["entries"]]
        assert kinds[0] == "round-begun"
        assert "roll-entered" in kinds
        assert all(one["words"] and one["seq"] for one in recalled["entries"])
        assert (await server.get("/api/tables/H/recall?round=99", auditor)).status == 404
        meters = (await server.get("/api/tables/H/meters", auditor)).json["seats"]
        assert [(one["meter_in"], one["meter_wagered"], one["meter_won"]) for one in meters[:2]] == [
            (100_000, 500, 1_000),
            (100_000, 300, 0),
        ]
        disputes = (await server.get("/api/disputes", auditor)).json["disputes"]["H"]
        assert [(one["seat"], one["claim"]) for one in disputes] == [(2, "it was big")]


async def test_reports_in_every_format_signed_by_the_house(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await played(server, (4, 5, 6), (1, "big", 500))
        manager = server.sign_in("shi.manager")
        media = {
            "json": "application/json", "csv": "text/csv", "html": "text/html", "text": "text/plain",
            "pdf": "application/pdf",
        }  # fmt: skip
        public = load_public(tmp_path / "keys" / PUBLIC_FILE).public_bytes_raw()
        for name in ("result", "turnover", "vouchers", "events", "shift"):
            for kind, wanted in media.items():
                answer = await server.get(f"/api/reports/{name}?format={kind}", manager)
                assert answer.status == 200, (name, kind, answer.body)
                assert answer.header("content-type").startswith(wanted)
                assert check(answer.body, public).startswith("taisai/")
            assert json.loads((await server.get(f"/api/reports/{name}", manager)).body)
        assert (await server.get("/api/reports/nothing", manager)).status == 400
        assert (await server.get("/api/reports/result?table=X", manager)).status == 404
        assert (await server.get("/api/reports/result?since=never", manager)).status == 400
        day = server.house.settings.days.day(now())
        told = (await server.get(f"/api/reports/shift?day={day}", manager)).json
        assert (told["house_time"], told["rows"][0][2]) == (day, 1)
        assert (await server.get(f"/api/reports/shift?day={day}&shift=9", manager)).status == 400


async def test_an_export_verifies_with_the_stand_alone_file(tmp_path):
    async with house(tmp_path / "house", HAND) as server:
        await server.open("H", 1)
        await played(server, (4, 5, 6), (1, "big", 500))
        answer = await server.get("/api/tables/H/export", server.sign_in("aud.auditor"))
        assert 'filename="H.jsonl"' in answer.header("content-disposition")
        (tmp_path / "H.jsonl").write_bytes(answer.body)
        (tmp_path / "bad.jsonl").write_bytes(answer.body.replace(b"500", b"900"))
        noted = server.register.search(code="data-exported").happenings
        assert [one.by for one in noted] == ["aud.auditor"]
    for name, code in (("H.jsonl", 0), ("bad.jsonl", 1)):
        command = [sys.executable, Path(verify_taisai.__file__), tmp_path / name]
        ended = await asyncio.to_thread(subprocess.run, command, check=False, capture_output=True)
        assert ended.returncode == code, name


async def test_an_export_that_is_refused_is_not_noted_as_one(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "EXPORTS_MOST", 0)
    async with house(tmp_path, HAND) as server:
        before = server.register.head
        answer = await server.get("/api/tables/H/export", server.sign_in("aud.auditor"))
        assert (answer.status, answer.json["code"]) == (429, "too-many-requests")
        assert not server.register.search(code="data-exported").happenings
        assert server.register.head.seq - before.seq == 1, "nothing but the sign-in is written"


async def test_anybody_can_check_the_proof_of_a_round(tmp_path):
    async with house(tmp_path, SELF) as server:
        await server.open("E", 1)
        screen = await Screen(server, "E").join()
        await until(lambda: screen.table["round"] >= 2)
        proof = (await server.get("/api/tables/E/proof?round=1")).json
        assert sha256(b"taisai seed 1" + bytes.fromhex(proof["seed"])).hexdigest() == proof["commitment"]
        assert proof["throw"] == throw_of("E", 1, proof["seed"])
        assert (proof["link"], proof["end"], proof["contributions"]) == (1, proof["commitment"], [])
        assert proof["committed_at"] <= proof["began_at"]
        shown = [told["table"].get("commitment") for told in screen.told if "table" in told]
        assert proof["commitment"] in shown, "it was published"
        rolls = dict(screen.table["recent"])
        assert rolls[1] == "-".join(sorted(proof["throw"].split("-")))
        assert (await server.get("/api/tables/E/proof?round=99")).status == 404


async def test_events_are_searched_and_acknowledged(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.do("H", c.ReportTrouble(Trouble.MALFUNCTION))
        gus = server.sign_in("gus.supervisor")
        waiting = (await server.get("/api/events/waiting", gus)).json["waiting"]
        (one,) = [one for one in waiting if one["code"] == "malfunction-reported"]
        assert (await server.post(f"/api/events/{one['seq']}/acknowledge", gus)).status == 200
        assert (await server.post(f"/api/events/{one['seq']}/acknowledge", gus)).json["code"] == "not-waiting"
        assert (await server.post("/api/events/x/acknowledge", gus)).status == 409
        found = (await server.get("/api/events?table=H&code=malfunction-reported", gus)).json["page"]["happenings"]
        assert [(one["acknowledged_by"], one["waiting"]) for one in found] == [("gus.supervisor", False)]
        assert not (await server.get("/api/events?text=no+such+words", gus)).json["page"]["happenings"]
        for query in ("code=nothing", "since=yesterday", "limit=0", "limit=x", "more=1", "before=-1"):
            assert (await server.get(f"/api/events?{query}", gus)).status == 400, query


async def test_health_and_figures(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        health = (await server.get("/api/health")).json
        assert (health["ready"], health["down"]) == (True, {})
        screen = await Screen(server, "H").join()
        text = (await server.get("/api/metrics", server.sign_in("tec.technician"))).body.decode()
        samples = {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        assert samples["taisai_entries_total", "H"] == server.heads()["H"].seq - 2, "all but the installation"
        assert samples[("taisai_sockets",)] == 1
        assert samples[("taisai_tables_down",)] == 0
        assert samples["taisai_request_seconds_count", "GET", "200"] >= 1
        screen.close()


async def test_the_process_and_a_loop_that_is_held_up_are_seen_in_the_figures(tmp_path):
    async with house(tmp_path, HAND) as server:
        technician = server.sign_in("tec.technician")

        async def samples():
            text = (await server.get("/api/metrics", technician)).body.decode()
            families = text_string_to_metric_families(text)
            return {
                sample.name: sample.value
                for family in families
                for sample in family.samples
                if "bucket" not in sample.name
            }

        before, held = await samples(), bytearray(b"x") * 200_000_000
        time.sleep(0.7)  # noqa: ASYNC251 - the loop is to be late
        files = [socket.socket() for _ in range(50)]
        await asyncio.sleep(0.1)
        after, name = await samples(), "taisai_process_{}".format
        assert after[name("resident_memory_bytes")] - before[name("resident_memory_bytes")] > 150_000_000
        assert after[name("open_fds")] >= before[name("open_fds")] + 40
        assert after[name("open_fds")] < after[name("max_fds")]
        assert after[name("cpu_seconds_total")] > before[name("cpu_seconds_total")]
        assert after["taisai_loop_delay_seconds_sum"] > before["taisai_loop_delay_seconds_sum"] + 0.1
        del held
        for one in files:
            one.close()


async def test_the_whole_self_test_passes_while_a_table_plays(tmp_path):
    async with house(tmp_path, replace(SELF, window_s=1), HAND) as server:
        await server.open("E", 1)
        technician = server.sign_in("tec.technician")
        for _ in range(4):
            await server.do("E", c.BuyIn(1, 100))
            answers = await asyncio.gather(
                server.post("/api/self-test", technician), *(server.do("E", c.BuyIn(1, 100)) for _ in range(30))
            )
            assert answers[0].status == 200, answers[0].body
            assert all(check["ok"] for check in answers[0].json["checks"])
