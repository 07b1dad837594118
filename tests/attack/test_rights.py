"""Whoever tries everything: each order at each kind of table in each phase, and each route, by everybody, alone and
with a second person, over HTTP at a running house. What comes of it is what the matrix of rights says, cell by cell."""

import asyncio
import sys
from itertools import count, groupby

import pytest
from attack.everybody import COMMANDS, Everybody, Line, Paces, Scene, found, settings
from server.making import HAND, house
from server.test_authorisation import Asking

from taisai.house import floor
from taisai.rules.vocabulary import Role
from taisai.server.approvals import APPROVALS, bound
from taisai.server.approvals import Act as Asked
from taisai.server.rights_matrix import Caller, order_cells, route_cells
from taisai.table.commands import Command
from taisai.table.order_rights import GATES

SHOWN = 40
_ids = count(1)


def test_every_order_has_its_gates():
    orders = {str(kind.__struct_config__.tag) for kind in Command.__args__}
    assert {name.split()[0] for name in GATES} == orders
    assert set(COMMANDS) == set(GATES)


@pytest.mark.long
def test_every_cell_of_every_order_is_answered_as_the_matrix_says(tmp_path, monkeypatch):
    paces, wrong, tried = Paces(), [], 0
    monkeypatch.setattr(floor, "pace_of", paces.of)

    async def play():
        nonlocal tried
        async with house(tmp_path, *settings()) as server:
            everybody = Everybody(server)
            for (kind, phase), cells in groupby(order_cells(), lambda cell: (cell.kind, cell.phase)):
                scene = Scene(server, paces, kind, phase)
                await scene.set()
                async with Line(server.address) as line:
                    for cell in cells:
                        tried += 1
                        code = await given(line, everybody, scene, cell)
                        if found(code) is not cell.verdict:
                            told = f"{cell.order}, {kind.name}, {phase}, {cell.caller}"
                            wrong.append(f"{told}{' with a second' * cell.second}: {cell.verdict}, not {code!r}")
                assert server.table(scene.name).desk.table.round == scene.number

    asyncio.run(play())
    sys.stdout.write(f"{tried} orders tried, {len(wrong)} differences\n")
    assert not wrong, "\n".join(wrong[:SHOWN])


async def given(line, everybody, scene, cell):
    command, number = scene.asked(cell.order)
    name = f"o{next(_ids)}"
    who = scene.terminal if cell.caller is Caller.TERMINAL else everybody.who[cell.caller]
    order = {"is": "give", "id": name, "command": command, "round": number}
    if cell.second:
        tokens = everybody.approvals(cell.caller, lambda giver: bound(scene.name, giver, name, number, command))
        order["approvals"] = tokens
    code = await line.ask("POST", f"/api/tables/{scene.name}/orders", who, order)
    if not code:
        await scene.put_back()
    return code


def test_every_cell_of_every_route_is_answered_as_the_matrix_says(tmp_path):
    wrong, tried = [], 0

    async def play():
        nonlocal tried
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)
            server.employ("tem.porary", Role.DEALER)
            asking, everybody = Asking(server), Everybody(server)
            everybody.who[Caller.TERMINAL] = asking.devices["P"]
            async with Line(server.address) as line:
                for cell in route_cells():
                    tried += 1
                    code = await asked(line, asking, everybody, cell)
                    if found(code) is not cell.verdict:
                        told = f"{cell.route.method} {cell.route.path}, {cell.caller}{' with a second' * cell.second}"
                        wrong.append(f"{told}: {cell.verdict}, not {code!r}")

    asyncio.run(play())
    sys.stdout.write(f"{tried} requests tried, {len(wrong)} differences\n")
    assert not wrong, "\n".join(wrong[:SHOWN])


async def asked(line, asking, everybody, cell):
    route, caller = cell.route, cell.caller
    who, path, body = everybody.who[caller], asking.path(route.path), asking.body(route.path)
    headers = {}
    if cell.second:
        act = Asked(route.method, path, body or {})
        headers = {APPROVALS: " ".join(("a", *everybody.approvals(caller, lambda giver: act.bound(giver, "a"))))}
    code = await line.ask(route.method, path, who, body, headers)
    if caller.is_staff and route.path in {"/api/sign-out", "/api/sign-in"}:
        everybody.who[caller] = everybody._of(caller)
    return code
