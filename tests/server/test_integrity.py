"""Heads and checkpoints of the journals, attempts to sign in, the reports there are, and how each table is played."""

from msgspec.structs import replace
from server.making import HAND, OF_ROLE, WORD, house
from server.test_records import PAYTABLES, TABLES

from taisai import ROLLS
from taisai.books.load import clauses
from taisai.log.checkpoints import checkpoint_of, sealing_of
from taisai.log.notes import parse
from taisai.reports.registry import REPORTS
from taisai.rules.call import call
from taisai.rules.vocabulary import Role
from taisai.table import commands as c

AUDITOR = OF_ROLE[Role.AUDITOR]


async def test_the_head_and_the_newest_checkpoint_of_every_journal(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        told = await server.get("/api/journals", server.sign_in(AUDITOR))
        found = {one["name"]: one for one in told.json["journals"]}
        assert list(found) == ["house", "H"]
        heads = server.heads()
        assert (found["H"]["entries"], found["H"]["seal"]) == (heads["H"].seq, heads["H"].seal.hex())
        assert 0 < found["H"]["signed"] <= found["H"]["entries"], "signed when it was installed"
        await server.do("H", c.CloseTable(), Role.CASINO_SUPERVISOR)
        again = (await server.get("/api/journals", server.sign_in(AUDITOR))).json["journals"][1]
        assert again["signed"] == again["entries"] == server.heads()["H"].seq
        note = parse(server.house.stores()["H"].newest_checkpoint())
        assert again["signed_at"] == sealing_of(checkpoint_of(note)).at
        assert again["key"] == "+".join(str(server.house.logs.log("H").key).split("+")[:2])


async def test_attempts_to_sign_in_newest_first_page_by_page(tmp_path):
    async with house(tmp_path, HAND) as server:
        auditor = server.sign_in(AUDITOR)
        for password in ("wrong password", WORD):
            await server.post("/api/sign-in", body={"name": "dee.dealer", "password": password})
        await server.post("/api/sign-in", body={"name": "no.body\n", "password": "wrong password"})
        page = (await server.get("/api/attempts?limit=3", auditor)).json
        assert [(one["name"], one["ok"], one["act"]) for one in page["attempts"]] == [
            ("no.body", False, "sign-in"),
            ("dee.dealer", True, "sign-in"),
            ("dee.dealer", False, "sign-in"),
        ]
        assert all(one["at"] and one["device"] for one in page["attempts"])
        found, before = [], page["before_seq"]
        while before:
            page = (await server.get(f"/api/attempts?limit=2&before={before}", auditor)).json
            found += page["attempts"]
            before = page["before_seq"]
        numbers = [one["seq"] for one in found]
        assert numbers == sorted(numbers, reverse=True)
        assert len(set(numbers)) == len(numbers) > 10
        assert WORD not in str(found)
        for unfit in ("limit=0", "limit=1001", "before=-1", "page=2"):
            assert (await server.get(f"/api/attempts?{unfit}", auditor)).status == 400


async def test_every_report_is_named_with_its_groups_and_can_be_asked_for(tmp_path):
    async with house(tmp_path, HAND) as server:
        auditor = server.sign_in(AUDITOR)
        listed = (await server.get("/api/reports", auditor)).json["reports"]
        assert [one["name"] for one in listed] == list(REPORTS)
        for one in listed:
            assert one["title"]
            for group in one["groups"] or [""]:
                asked = f"/api/reports/{one['name']}" + (f"?by={group}" if group else "")
                assert (await server.get(asked, auditor)).status == 200, asked


async def test_no_round_yet_is_no_round(tmp_path):
    async with house(tmp_path, HAND) as server:
        told = await server.get("/api/tables/H/settled", server.sign_in(AUDITOR))
        assert told.json == {"table": "H", "rounds": []}


PAIRS = {"rws-6/1": [{"big", "small"}], "rws-6/2": [{"big", "small"}, {"odd", "even"}], "rws-6/3": [{"big", "small"}]}


async def test_how_a_table_is_played_under_each_rulebook(tmp_path):
    async with house(tmp_path, *(replace(table, seats=1) for table in TABLES)) as server:
        plays = {}
        for table in TABLES:
            told = plays[table.paytable] = (await server.get(f"/api/tables/{table.id}/play")).json
            book = server.table(table.id).desk.game.book
            known = clauses(table.paytable)
            check_named(told, known)
            acts = {one.act.value: (list(one.by), one.clause) for one in book.may}
            for order, act in (
                ("open-table", "open-table"),
                ("pay-owed", "handle-money"),
                ("clear-trouble", "clear-malfunction"),
            ):
                assert (told["gates"][order]["by"], told["gates"][order]["clause"]) == acts[act]
            assert told["calls"] == {str(roll): call(roll, book.phrases) for roll in ROLLS}
            assert told["phrases"]["open_bets"] == book.phrases.open_bets
            assert {one["trouble"]: one["effect"] for one in told["troubles"]} == {
                one.trouble.value: one.effect.value for one in book.irregularity
            }
        assert sorted(plays) == sorted(PAYTABLES)
        pairs = {name: [set(pair) for pair in told["differential"].items()] for name, told in plays.items()}
        assert {name: found for name, found in pairs.items() if found} == PAIRS
        assert "double 3" in plays["nz-2008/1"]["calls"]["1-3-3"]


def check_named(told, known):
    """Whatever a screen shows by the number of its clause, it can say in words; and nothing else is sent."""
    numbers = {
        *told["checks"],
        *(one["clause"] for one in told["gates"].values()),
        *(one["clause"] for one in told["troubles"]),
        *(one["clause"] for one in told["steps"]),
    } - {""}
    assert set(told["clauses"]) == numbers & set(known)
    assert set(told["clauses"]) == numbers
    assert all(told["clauses"].values())
    stopping = {one["trouble"] for one in told["troubles"] if one["stops"]}
    assert stopping == {one["trouble"] for one in told["troubles"] if one["effect"].endswith(("stop", "stop-table"))}
