"""The OpenAPI page is valid, and random requests of a manager and of anybody get what it says."""

import asyncio
import json
import logging
import re

import pytest
from server.making import HAND, NOBODY, house

from taisai.log.tiles import Tile
from taisai.rules.vocabulary import Step
from taisai.server.routes import ROUTES, openapi_page
from taisai.table import commands as c


async def test_the_page_is_valid(tmp_path):
    from openapi_spec_validator import validate

    async with house(tmp_path, HAND) as server:
        answer = await server.get("/api/openapi.json")
        assert answer.header("content-type") == "application/json"
        found = answer.json
        validate(found)
        told = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
        assert told == {(route.method, route.path) for route in ROUTES}
        names = [one["operationId"] for methods in found["paths"].values() for one in methods.values()]
        assert len(set(names)) == len(names)


def test_the_parts_of_a_path_with_a_fixed_form_are_as_the_house_reads_them():
    found = {
        part["name"]: re.compile(part["schema"]["pattern"])
        for methods in openapi_page()["paths"].values()
        for operation in methods.values()
        for part in operation["parameters"]
        if part["in"] == "path" and "pattern" in part["schema"]
    }
    assert set(found) == {"item", "tile"}
    assert all(found["tile"].search(Tile(0, *one).path.removeprefix("0/")) for one in ((0,), (1234, 17), (10**7, 255)))
    assert not [path for path in ("", "1", "x001", "000.p/0", "/000", "000.p/256x") if found["tile"].search(path)]
    assert found["item"].search("D-1.2")
    assert not [item for item in ("", "-1", "a" * 33, "a b") if found["item"].search(item)]


def test_patterns_are_in_the_dialect_of_json_schema():
    """In it, the end of a text is `$`; a Z after a backslash is nothing."""
    text = json.dumps(openapi_page())
    assert text.count('"pattern"') > 5
    assert r"\\Z" not in text


async def asked(server, name, *, fitting=True):
    from server.fuzzing import fuzz

    loop = asyncio.get_running_loop()

    async def signing():
        return server.sign_in(name) if name else NOBODY

    def signed_in():
        return asyncio.run_coroutine_threadsafe(signing(), loop).result(10)

    return await asyncio.to_thread(fuzz, server.address, signed_in, fitting=fitting)


async def betting(server):
    await server.open("H", 1)
    await server.step("H", until=Step.CLOSE_BETS)
    await server.do("H", c.PlaceWager(1, "big", 500))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", ["shi.manager", ""])
async def test_random_requests_get_what_the_page_says(tmp_path, name, caplog):
    async with house(tmp_path, HAND) as server:
        await betting(server)
        before = server.heads()["H"]
        statuses = await asked(server, name)
        assert set(statuses) == {(route.method, route.path) for route in ROUTES}
        assert all(statuses.values())
        if not name:
            assert server.heads()["H"] == before
            assert statuses["GET", "/api/staff"] == {401}
        assert server.table("H").desk.ledger.trial == 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_requests_that_do_not_fit_the_page_are_refused_and_change_no_table(tmp_path, caplog):
    async with house(tmp_path, HAND) as server:
        await betting(server)
        before = server.heads()["H"]
        statuses = await asked(server, "shi.manager", fitting=False)
        bodies = {(route.method, route.path) for route in ROUTES if route.takes}
        assert bodies <= set(statuses)
        assert all(statuses[route] <= {400, 403, 404, 409, 413} for route in bodies), statuses
        assert server.heads()["H"] == before
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
