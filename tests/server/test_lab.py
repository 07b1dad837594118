"""The lab's routes: the same numbers as the command line and the maths, and no more than is asked."""

import asyncio
import json
from fractions import Fraction
from itertools import product
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from server.making import HAND, house
from shipped import REFS

from taisai import ROLLS, figures, paytable, plan
from taisai.books.files import RULES, find
from taisai.books.load import rulebook
from taisai.books.shelf import shelf
from taisai.cli.compare import command as compare_command
from taisai.cli.edge import command as edge_command
from taisai.maths.exposure import Book
from taisai.server.routes import openapi_page as page
from taisai.wire.lab import STAKE_MAX, WAGERS_MAX

PLAN = "/api/lab/plan"
PAIRS = [pair for pair in product(REFS, REFS) if "rws-6/2" in pair or "etg/2" in pair]
PLANS = [
    ("rws-6/2", {"big": 100, "double-2": 10}),
    ("etg/2", {"four-1-2-3-4": 7, "total-8": 3, "any-triple": 1}),
    ("nz-2008/2", {"small": 50, "big": 50}),
    ("nz-1998/1", {"triple-6": STAKE_MAX}),
]


def asked(folder, ask):
    """Runs a test against a real house."""

    async def play():
        async with house(folder, HAND) as server:
            return await ask(server)

    return asyncio.run(play())


def printed(command, *arguments):
    result = CliRunner().invoke(command, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def body(table, stakes):
    return {"paytable": table, "wagers": [{"spot": spot, "stake": stake} for spot, stake in stakes.items()]}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    async def ask(server):
        found = {"tables": (await server.get("/api/lab/tables")).json}
        for table in REFS:
            found[table, "felt"] = (await server.get(f"/api/lab/tables/{table}/felt")).json
            found[table, "lit"] = (await server.get(f"/api/lab/tables/{table}/lit")).json
            for other in REFS:
                found[table, other] = (await server.get(f"/api/lab/compare?one={table}&other={other}")).json
        for table, stakes in PLANS:
            found[table, "plan"] = (await server.post(PLAN, body=body(table, stakes))).json
        return found

    return asked(tmp_path_factory.mktemp("lab"), ask)


def test_every_pay_table_is_there_with_its_document(told):
    tables = told["tables"]["tables"]
    assert [one["paytable"] for one in tables] == list(shelf())
    assert {*REFS, "macau/1"} <= shelf().keys()
    for one in tables:
        book, table = rulebook(one["book"]).rulebook, paytable(one["paytable"])
        assert one["paytable"] == f"{one['book']}/{one['number']}"
        assert (one["house"], one["document"], one["edition"], one["source"]) == (
            book.house, book.title, book.edition, book.source,
        )  # fmt: skip
        assert (one["name"], one["fingerprint"]) == (table.name, table.fingerprint)


def test_every_spot_has_the_figures_that_the_command_prints(told):
    expected = {table["id"]: table["spots"] for table in printed(edge_command)["tables"]}
    for one in told["tables"]["tables"]:
        keys = ("id", "ways", "hit", "edge", "variance", "inferred")
        found = [{key: spot[key] for key in keys} for spot in one["spots"]]
        assert found == [{key: spot[key] for key in keys} for spot in expected[one["paytable"]]]


def test_inferred_odds_say_why(told):
    for one in told["tables"]["tables"]:
        table = paytable(one["paytable"])
        assert {spot["id"]: spot["reason"] for spot in one["spots"]} == {s.id: s.inferred for s in table.spots}
        assert all(spot["inferred"] == bool(spot["reason"]) for spot in one["spots"])
        assert [spot["odds"] for spot in one["spots"]] == [spot.odds_words for spot in table.spots]
    assert any(spot["inferred"] for one in told["tables"]["tables"] for spot in one["spots"])


@pytest.mark.parametrize("table", REFS)
def test_each_felt_draws_every_spot_of_its_table(told, table):
    felt, loaded = told[table, "felt"], paytable(table)
    spots = {str(spot.id) for spot in loaded.spots}
    assert felt["paytable"] == table
    for arrangement in felt["arrangements"]:
        drawn = [cell["spot"] for block in arrangement["blocks"] for cell in block["cells"]]
        assert len(drawn) == len(spots)
        assert set(drawn) == spots
    lit = told[table, "lit"]["lit"]
    assert lit == {str(roll): [str(spot.id) for spot in loaded.lit(roll)] for roll in ROLLS}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_comparison_has_what_the_command_prints(told, one, other):
    found, expected = told[one, other], printed(compare_command, one, other)
    assert (found["one"], found["other"], found["alike"]) == (one, other, expected["alike"])
    assert found["same"] == (not expected["differences"])

    def side(spot):
        return {"odds": spot["odds"], "edge": spot["edge"], "inferred": spot["inferred"]}

    rows = {pair["one"]["id"]: (side(pair["one"]), side(pair["other"]), pair["gain"])
            for pair in found["both"] if not pair["alike"]}  # fmt: skip
    rows |= {spot["id"]: (side(spot), None, None) for spot in found["one_only"]}
    rows |= {spot["id"]: (None, side(spot), None) for spot in found["other_only"]}
    assert rows == {row["spot"]: (row["one"], row["other"], row["gain"]) for row in expected["differences"]}


@pytest.mark.parametrize(("table", "stakes"), PLANS)
def test_a_plan_has_the_figures_that_the_command_prints(told, table, stakes):
    found = told[table, "plan"]
    wagers = [part for spot, stake in stakes.items() for part in ("--wager", f"{spot}={stake}")]
    expected = printed(edge_command, table, *wagers)
    for key in ("staked", "expected", "edge", "variance"):
        assert found[key] == expected[key]
    assert float(found["deviation"]) == expected["deviation"]
    assert [(Fraction(one["net"]), one["ways"]) for one in found["distribution"]] == [
        (Fraction(one["net"]), one["ways"]) for one in expected["distribution"]
    ]
    for end in ("worst", "best"):
        assert found[end]["rolls"] == expected[end]["rolls"]
        assert Fraction(found[end]["net"]) == Fraction(expected[end]["net"])


@pytest.mark.parametrize(("table", "stakes"), PLANS)
def test_a_plan_tells_chances_and_the_loss_of_the_house_on_each_roll(told, table, stakes):
    found, made, book = told[table, "plan"], plan(paytable(table), stakes.items()), Book(paytable(table))
    for spot, stake in stakes.items():
        book.add(spot, stake)
    signs = {"profit": 1, "even": 0, "loss": -1}
    for name, sign in signs.items():
        ways = sum(roll.ways for roll, net in zip(ROLLS, made.nets, strict=True) if (net > 0) - (net < 0) == sign)
        assert Fraction(found[name]) == Fraction(ways, 216)
    assert Fraction(found["exposure"]) == book.exposure
    assert [(one["roll"], one["ways"], Fraction(one["loss"])) for one in found["losses"]] == [
        (str(roll), roll.ways, book.loss(roll)) for roll in ROLLS
    ]


def test_big_with_a_double_worked_by_hand(told):
    found = told["rws-6/2", "plan"]
    assert found["distribution"] == [{"net": "-110", "ways": 95}, {"net": "10", "ways": 16}, {"net": "90", "ways": 105}]
    assert (found["expected"], found["edge"], found["exposure"]) == ("-35/9", "7/198", "90")
    assert (found["profit"], found["even"], found["loss"]) == ("121/216", "0", "95/216")


def test_one_spot_alone_has_the_figures_of_the_spot(tmp_path):
    async def ask(server):
        for spot in paytable("etg/2").spots:
            found = (await server.post(PLAN, body=body("etg/2", {spot.id: 1}))).json
            exact = figures(spot)
            assert (found["edge"], found["variance"]) == (str(exact.edge), str(exact.variance))
            assert found["profit"] == str(exact.hit)

    asked(tmp_path, ask)


HOSTILE = [
    (body("rws-6/2", {}), 400, "message-invalid"),
    (body("rws-6/2", {"big": 0}), 400, "message-invalid"),
    (body("rws-6/2", {"big": -1}), 400, "message-invalid"),
    (body("rws-6/2", {"big": STAKE_MAX + 1}), 400, "message-invalid"),
    (body("rws-6/2", {"big": 10**400}), 400, "message-invalid"),
    (body("rws-6/2", {"big": 1.5}), 400, "message-invalid"),
    (body("rws-6/2", {"big": "1"}), 400, "message-invalid"),
    (body("rws-6/2", {"big": True}), 400, "message-invalid"),
    (body("rws-6/2", {"x" * 41: 1}), 413, "text-too-long"),
    (body("r" * 41, {"big": 1}), 413, "text-too-long"),
    (body("rws-6/2", {"big": 1}) | {"seat": 1}, 400, "message-invalid"),
    ({"paytable": "rws-6/2", "wagers": [{"spot": "big", "stake": 1}] * (WAGERS_MAX + 1)}, 413, "text-too-long"),
    ({"paytable": "rws-6/2"}, 400, "message-invalid"),
    ([], 400, "message-invalid"),
    (body("rws-6/2", {"bgi": 1}), 409, "spot-unknown"),
    (body("rws-6/1", {"odd": 1}), 409, "spot-unknown"),
    (body("rws-6/9", {"big": 1}), 404, "table-unknown"),
    (body("rws-6", {"big": 1}), 404, "table-unknown"),
    (body("", {"big": 1}), 404, "table-unknown"),
]


def test_hostile_plans_are_refused(tmp_path):
    async def ask(server):
        for given, status, code in HOSTILE:
            raw = json.dumps(given).encode()
            answer = await server.http("POST", PLAN, raw=raw)
            assert (answer.status, answer.json["code"]) == (status, code), given
            assert answer.json["words"]

    asked(tmp_path, ask)


def test_the_most_that_a_plan_may_hold_is_answered(tmp_path):
    async def ask(server):
        wagers = [{"spot": "triple-1", "stake": STAKE_MAX}] * WAGERS_MAX
        answer = await server.post(PLAN, body={"paytable": "rws-6/2", "wagers": wagers})
        assert answer.status == 200
        assert answer.json["staked"] == WAGERS_MAX * STAKE_MAX
        assert answer.json["wagers"] == [{"spot": "triple-1", "stake": WAGERS_MAX * STAKE_MAX}]

    asked(tmp_path, ask)


def test_only_shipped_pay_tables_are_told_never_a_path(tmp_path, monkeypatch):
    own = tmp_path / "own"
    own.mkdir()
    source = find("rws-6").folder / RULES
    (own / RULES).write_text(source.read_text().replace('id = "rws-6"', 'id = "own"'))
    monkeypatch.chdir(tmp_path)
    assert paytable("own/2").spots

    async def ask(server):
        for book in ("own", "./own", "../own", str(own), "..", ".", "rws-6/.", "RWS-6", "%00"):
            for path in (
                f"/api/lab/tables/{quote(book, safe='')}/2/felt",
                f"/api/lab/tables/{quote(book, safe='')}/2/lit",
            ):
                answer = await server.get(path)
                assert (answer.status, answer.json["code"]) in {(404, "table-unknown"), (404, "route-unknown")}, path
            given = quote(f"{book}/2"[:40], safe="")
            answer = await server.get(f"/api/lab/compare?one={given}&other=etg/2")
            assert (answer.status, answer.json["code"]) == (404, "table-unknown"), book
        answer = await server.get("/api/lab/tables/rws-6/02/felt")
        assert answer.status == 404

    asked(tmp_path, ask)


UNREADABLE = ("", "?one=rws-6/2", "?one=rws-6/2&other=etg/2&more=1")


def test_a_comparison_needs_its_two_tables(tmp_path):
    async def ask(server):
        for query in UNREADABLE:
            answer = await server.get(f"/api/lab/compare{query}")
            assert (answer.status, answer.json["code"]) == (400, "message-invalid"), query
        answer = await server.get(f"/api/lab/compare?one={'x' * 41}&other=etg/2")
        assert (answer.status, answer.json["code"]) == (413, "text-too-long")

    asked(tmp_path, ask)


def test_the_limits_stand_in_the_openapi_page():
    schemas = page()["components"]["schemas"]
    assert schemas["PlanAsked"]["properties"]["wagers"]["maxItems"] == WAGERS_MAX
    assert schemas["PlanWager"]["properties"]["stake"]["maximum"] == STAKE_MAX
    assert page()["paths"][PLAN]["post"]["security"] == [{}]
